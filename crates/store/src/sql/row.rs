//! A row from either database.

use sqlx::{Column as _, Row as _, postgres::PgRow, sqlite::SqliteRow};

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
}

impl Columns for Row {
    fn text(&self, column: &'static str) -> Result<Option<String>, Unreadable> {
        match self {
            Self::Sqlite(row) => row.try_get(column).map_err(|_| Unreadable),
            Self::Postgres(row) => row.try_get(column).map_err(|_| Unreadable),
        }
    }

    fn integer(&self, column: &'static str) -> Result<Option<i64>, Unreadable> {
        match self {
            Self::Sqlite(row) => row.try_get(column).map_err(|_| Unreadable),
            Self::Postgres(row) => postgres_integer(row, column),
        }
    }

    fn bytes(&self, column: &'static str) -> Result<Option<Vec<u8>>, Unreadable> {
        match self {
            Self::Sqlite(row) => row.try_get(column).map_err(|_| Unreadable),
            Self::Postgres(row) => row.try_get(column).map_err(|_| Unreadable),
        }
    }
}

/// Stored columns are `bigint`; a computed value may be a smaller integer or a boolean.
fn postgres_integer<I: sqlx::ColumnIndex<PgRow> + Copy>(row: &PgRow, column: I) -> Result<Option<i64>, Unreadable> {
    row.try_get(column)
        .or_else(|_| row.try_get::<Option<i32>, _>(column).map(|value| value.map(i64::from)))
        .or_else(|_| row.try_get::<Option<bool>, _>(column).map(|value| value.map(i64::from)))
        .map_err(|_| Unreadable)
}

/// A type that a single column can be read as.
pub(crate) trait Stored: Sized {
    /// Reads the first column, if it contains this type.
    fn read(row: &Row) -> Option<Self>;
}

impl Stored for Option<i64> {
    fn read(row: &Row) -> Option<Self> {
        match row {
            Row::Sqlite(row) => row.try_get(0).ok(),
            Row::Postgres(row) => postgres_integer(row, 0).ok(),
        }
    }
}

impl Stored for i64 {
    fn read(row: &Row) -> Option<Self> {
        Option::<i64>::read(row).flatten()
    }
}

impl Stored for Option<String> {
    fn read(row: &Row) -> Option<Self> {
        match row {
            Row::Sqlite(row) => row.try_get(0).ok(),
            Row::Postgres(row) => row.try_get(0).ok(),
        }
    }
}

impl Stored for String {
    fn read(row: &Row) -> Option<Self> {
        Option::<String>::read(row).flatten()
    }
}
