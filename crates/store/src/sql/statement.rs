//! One SQL text with its values.
//!
//! Texts are never built from callers' input: input is bound.

use askline_domain::ports::{StoreError, StoreResult};
use futures_util::{StreamExt as _, TryStreamExt as _, stream::BoxStream};
use sqlx::{
    Arguments as _, AssertSqlSafe, Postgres, SqlSafeStr as _, SqlStr, Sqlite, postgres::PgArguments, query::Query,
    query_with, sqlite::SqliteArguments,
};

use tokio::time::timeout;

use super::{
    Connection, Place, Row,
    leased::Patience,
    row::Stored,
    rows::{is_outdated, may_try_again, store_error},
};

/// A statement as sqlx runs it on PostgreSQL.
pub(super) type PostgresQuery = Query<'static, Postgres, PgArguments>;

/// A statement in the dialect of each engine.
#[derive(Clone, Copy)]
pub(crate) struct Dialects {
    pub(crate) sqlite: &'static str,
    pub(crate) postgres: &'static str,
}

/// A statement that picks rows by a sub-select, the last of its first part: on PostgreSQL it skips rows that another
/// transaction has locked, rather than wait for it.
macro_rules! skipping_locked {
    (removing $picking:literal, $end:literal) => {
        skipping_locked!($picking, " FOR UPDATE SKIP LOCKED", $end)
    };
    // Rows that others only refer to are not skipped.
    (altering $picking:literal, $end:literal) => {
        skipping_locked!($picking, " FOR NO KEY UPDATE SKIP LOCKED", $end)
    };
    ($picking:literal, $lock:literal, $end:literal) => {
        $crate::sql::Dialects { sqlite: concat!($picking, $end), postgres: concat!($picking, $lock, $end) }
    };
}
pub(crate) use skipping_locked;

/// The text of a statement.
#[derive(Clone)]
pub(crate) enum Text {
    Shared(&'static str),
    Each(Dialects),
    Made(String),
}

impl From<&'static str> for Text {
    fn from(text: &'static str) -> Self {
        Self::Shared(text)
    }
}

impl From<Dialects> for Text {
    fn from(texts: Dialects) -> Self {
        Self::Each(texts)
    }
}

/// A text that the program built from its own texts.
impl From<AssertSqlSafe<String>> for Text {
    fn from(text: AssertSqlSafe<String>) -> Self {
        Self::Made(text.0)
    }
}

impl Text {
    fn of(self, engine: impl FnOnce(Dialects) -> &'static str) -> SqlStr {
        match self {
            Self::Shared(text) => text.into_sql_str(),
            Self::Each(texts) => engine(texts).into_sql_str(),
            Self::Made(text) => AssertSqlSafe(text).into_sql_str(),
        }
    }
}

/// A value as both engines store it: text, an integer (also 0 and 1 for false and true) or bytes, each of which may be
/// absent.
#[derive(Clone)]
pub(crate) enum Value {
    Text(Option<String>),
    Integer(Option<i64>),
    Bytes(Option<Vec<u8>>),
}

macro_rules! values {
    ($($kind:ident: $($from:ty => $convert:expr),+;)+) => {$($(
        impl From<$from> for Value {
            fn from(value: $from) -> Self {
                Self::$kind(Some($convert(value)))
            }
        }
        impl From<Option<$from>> for Value {
            fn from(value: Option<$from>) -> Self {
                Self::$kind(value.map($convert))
            }
        }
    )+)+};
}

values! {
    Text: String => std::convert::identity, &str => str::to_owned, &String => String::clone;
    Integer: i64 => std::convert::identity, i32 => i64::from, u32 => i64::from, bool => i64::from;
    Bytes: Vec<u8> => std::convert::identity, &[u8] => <[u8]>::to_vec, &Vec<u8> => Vec::clone;
}

impl From<&Option<String>> for Value {
    fn from(value: &Option<String>) -> Self {
        Self::Text(value.clone())
    }
}

/// On how many more connections a read-only statement is tried, if one is dead or prepared it before a newer
/// release changed the tables.
const CONNECTIONS_MOST: u32 = 64;

/// A statement that is being built. Runs once.
#[derive(Clone)]
#[must_use = "a statement does nothing until it runs"]
pub(crate) struct Statement {
    text: Text,
    values: Vec<Value>,
    patience: Patience,
}

/// A statement with this text; its values are `$1`, `$2`, … in the order they are bound.
pub(crate) fn sql(text: impl Into<Text>) -> Statement {
    Statement { text: text.into(), values: Vec::new(), patience: Patience::Usual }
}

/// Runs a statement in its place, with sqlx's method of the same name.
macro_rules! run {
    ($statement:expr, $place:expr, $method:ident, $then:expr, $else:expr) => {
        match $place.into() {
            Place::SqlitePool(pool) => $statement.on_sqlite()?.$method(pool).await.map($then).map_err(store_error),
            Place::Sqlite(connection) => {
                $statement.on_sqlite()?.$method(connection).await.map($then).map_err(store_error)
            }
            Place::PostgresPool(pool) => {
                let mut failed = 0;
                loop {
                    let mut leased = pool.acquire().await.map_err(store_error)?;
                    match run_leased!($statement.clone(), leased, $method) {
                        // The next connection may also have prepared it before, or be dead.
                        Err(error) if failed < CONNECTIONS_MOST && (is_outdated(&error) || may_try_again(&error)) => {
                            failed += 1;
                        }
                        outcome => break outcome.map($else).map_err(store_error),
                    }
                }
            }
            Place::Postgres(leased) => {
                let outcome = loop {
                    match run_leased!($statement.clone(), leased, $method) {
                        Err(error) if leased.is_done_again(&error).await => {}
                        outcome => break outcome,
                    }
                };
                if let Ok(answer) = &outcome {
                    leased.note($statement, answer);
                }
                outcome.map($else).map_err(store_error)
            }
        }
    };
}

/// Runs a statement on a connection to PostgreSQL, with a time limit for its answer.
macro_rules! run_leased {
    ($statement:expr, $leased:expr, $method:ident) => {{
        let within = $statement.patience.duration();
        let query = $statement.on_postgres()?;
        let connection = $leased.ask().map_err(store_error)?;
        let outcome = timeout(within, query.$method(connection)).await;
        $leased.answered(outcome)
    }};
}

impl Statement {
    /// Binds the next value.
    pub(crate) fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    /// Marks a statement whose work grows with the data of years: its time limit is longer.
    pub(crate) fn long(mut self) -> Self {
        self.patience = Patience::Long;
        self
    }

    /// Runs it; returns how many rows it touched.
    pub(crate) async fn execute(self, on: impl Into<Place<'_>>) -> StoreResult<u64> {
        run!(self, on, execute, |done| done.rows_affected(), |done| done.rows_affected())
    }

    /// The only row.
    pub(crate) async fn fetch_one(self, on: impl Into<Place<'_>>) -> StoreResult<Row> {
        run!(self, on, fetch_one, Row::Sqlite, Row::Postgres)
    }

    /// The first row, if there is one.
    pub(crate) async fn fetch_optional(self, on: impl Into<Place<'_>>) -> StoreResult<Option<Row>> {
        run!(self, on, fetch_optional, |row| row.map(Row::Sqlite), |row| row.map(Row::Postgres))
    }

    /// Every row.
    pub(crate) async fn fetch_all(self, on: impl Into<Place<'_>>) -> StoreResult<Vec<Row>> {
        run!(self, on, fetch_all, |rows| rows.into_iter().map(Row::Sqlite).collect(), |rows| rows
            .into_iter()
            .map(Row::Postgres)
            .collect())
    }

    /// Row by row, for results that are too large to hold at once.
    pub(crate) fn fetch(self, connection: &mut Connection) -> StoreResult<BoxStream<'_, StoreResult<Row>>> {
        Ok(match connection.place() {
            Place::Sqlite(connection) => {
                self.on_sqlite()?.fetch(connection).map_ok(Row::Sqlite).map_err(store_error).boxed()
            }
            Place::Postgres(leased) => {
                let patience = self.patience;
                let rows = leased.fetch(self.on_postgres()?, patience).map_err(store_error)?;
                rows.map_ok(Row::Postgres).map_err(store_error).boxed()
            }
            Place::SqlitePool(_) | Place::PostgresPool(_) => {
                return Err(StoreError::Internal("a session is a connection of its own".into()));
            }
        })
    }

    /// The first column of the only row.
    pub(crate) async fn value<T: Stored>(self, on: impl Into<Place<'_>>) -> StoreResult<T> {
        first_column(&self.fetch_one(on).await?)
    }

    /// The first column of the first row, if there is one.
    pub(crate) async fn optional_value<T: Stored>(self, on: impl Into<Place<'_>>) -> StoreResult<Option<T>> {
        self.fetch_optional(on).await?.as_ref().map(first_column).transpose()
    }

    /// The first column of every row.
    pub(crate) async fn values<T: Stored>(self, on: impl Into<Place<'_>>) -> StoreResult<Vec<T>> {
        self.fetch_all(on).await?.iter().map(first_column).collect()
    }

    fn on_sqlite(self) -> StoreResult<Query<'static, Sqlite, SqliteArguments>> {
        let mut arguments = SqliteArguments::default();
        for value in self.values {
            let added = match value {
                Value::Text(value) => arguments.add(value),
                Value::Integer(value) => arguments.add(value),
                Value::Bytes(value) => arguments.add(value),
            };
            added.map_err(|error| StoreError::Internal(error.to_string()))?;
        }
        Ok(query_with(self.text.of(|texts| texts.sqlite), arguments))
    }

    pub(super) fn on_postgres(self) -> StoreResult<PostgresQuery> {
        let mut arguments = PgArguments::default();
        for value in self.values {
            let added = match value {
                Value::Text(value) => arguments.add(value),
                Value::Integer(value) => arguments.add(value),
                Value::Bytes(value) => arguments.add(value),
            };
            added.map_err(|error| StoreError::Internal(error.to_string()))?;
        }
        Ok(query_with(self.text.of(|texts| texts.postgres), arguments))
    }
}

fn first_column<T: Stored>(row: &Row) -> StoreResult<T> {
    T::read(row).ok_or_else(|| StoreError::Internal(format!("{} is not what was asked for", row.first_column_name())))
}
