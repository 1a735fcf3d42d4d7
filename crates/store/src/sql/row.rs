//! A row from either database.

use sqlx::{Column as _, ColumnIndex, Decode, Postgres, Row as _, Sqlite, Type, postgres::PgRow, sqlite::SqliteRow};

use super::rows::{Columns, Unreadable};

/// A row from either database.
pub(crate) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl Row {
    /// The name of the first column, for errors.
    pub(super) fn first_column_name(&self) -> String {
        match self {
            Self::Sqlite(row) => row.columns().first().map(|column| column.name().to_owned()),
            Self::Postgres(row) => row.columns().first().map(|column| column.name().to_owned()),
        }
        .unwrap_or_default()
    }

    fn get<'r, T, I>(&'r self, column: I) -> Result<T, Unreadable>
    where
        T: Decode<'r, Sqlite> + Type<Sqlite> + Decode<'r, Postgres> + Type<Postgres>,
        I: ColumnIndex<SqliteRow> + ColumnIndex<PgRow>,
    {
        match self {
            Self::Sqlite(row) => row.try_get(column),
            Self::Postgres(row) => row.try_get(column),
        }
        .map_err(|_| Unreadable)
    }

    /// Stored columns are `bigint`; a computed value may be a smaller integer or a boolean.
    fn any_integer<I>(&self, column: I) -> Result<Option<i64>, Unreadable>
    where
        I: ColumnIndex<SqliteRow> + ColumnIndex<PgRow> + Copy,
    {
        self.get(column)
            .or_else(|_| self.get::<Option<i32>, I>(column).map(|value| value.map(i64::from)))
            .or_else(|_| self.get::<Option<bool>, I>(column).map(|value| value.map(i64::from)))
    }
}

impl Columns for Row {
    fn text(&self, column: &'static str) -> Result<Option<String>, Unreadable> {
        self.get(column)
    }

    fn integer(&self, column: &'static str) -> Result<Option<i64>, Unreadable> {
        self.any_integer(column)
    }

    fn bytes(&self, column: &'static str) -> Result<Option<Vec<u8>>, Unreadable> {
        self.get(column)
    }
}

/// A type that a single column can be read as.
pub(crate) trait Stored: Sized {
    /// Reads the first column, if it contains this type.
    fn read(row: &Row) -> Option<Self>;
}

impl Stored for Option<i64> {
    fn read(row: &Row) -> Option<Self> {
        row.any_integer(0).ok()
    }
}

impl Stored for i64 {
    fn read(row: &Row) -> Option<Self> {
        Option::<i64>::read(row).flatten()
    }
}

impl Stored for Option<String> {
    fn read(row: &Row) -> Option<Self> {
        row.get(0).ok()
    }
}

impl Stored for String {
    fn read(row: &Row) -> Option<Self> {
        Option::<String>::read(row).flatten()
    }
}
