//! An SQL text with its values.
//!
//! Texts are never built from callers' input: input is bound.

use std::time::Duration;

use askline_app::ports::{StoreError, StoreResult};
use sqlx::{
    Arguments as _, AssertSqlSafe, Database, Encode, Postgres, SqlSafeStr as _, SqlStr, Sqlite, Type,
    postgres::PgArguments, query::Query, query_with, sqlite::SqliteArguments,
};

/// How long to wait for an answer of PostgreSQL. It is longer than a statement waits for a lock (`lock_timeout`); a
/// frozen or unreachable server does not end statements.
pub(super) const ANSWER_WITHIN: Duration = Duration::from_secs(8);
/// A statement as sqlx runs it on PostgreSQL.
pub(super) type PostgresQuery = Query<'static, Postgres, PgArguments>;

/// A statement in the dialect of each database.
#[derive(Clone, Copy)]
pub(crate) struct Dialects {
    pub(crate) sqlite: &'static str,
    pub(crate) postgres: &'static str,
}

/// A statement that selects rows in a subquery, which ends its first part: on PostgreSQL it skips rows that another
/// transaction has locked instead of waiting for them.
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

/// A value that both databases can store: text, an integer (also 0 and 1 for false and true) or bytes, each of which
/// may be absent.
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

/// A statement that is being built, with its values.
#[derive(Clone)]
#[must_use = "a statement does nothing until it runs"]
pub(crate) struct Statement {
    text: Text,
    values: Vec<Value>,
}

/// Creates a statement with this text; its values are `$1`, `$2`, … in the order in which they are bound.
pub(crate) fn sql(text: impl Into<Text>) -> Statement {
    Statement { text: text.into(), values: Vec::new() }
}

impl Statement {
    /// Binds the next value.
    pub(crate) fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    pub(super) fn on_sqlite(self) -> StoreResult<Query<'static, Sqlite, SqliteArguments>> {
        let arguments = bound::<Sqlite>(self.values)?;
        Ok(query_with(self.text.of(|texts| texts.sqlite), arguments))
    }

    pub(super) fn on_postgres(self) -> StoreResult<PostgresQuery> {
        let arguments = bound::<Postgres>(self.values)?;
        Ok(query_with(self.text.of(|texts| texts.postgres), arguments))
    }
}

fn bound<D: Database>(values: Vec<Value>) -> StoreResult<D::Arguments>
where
    Option<String>: Encode<'static, D> + Type<D>,
    Option<i64>: Encode<'static, D> + Type<D>,
    Option<Vec<u8>>: Encode<'static, D> + Type<D>,
{
    let mut arguments = D::Arguments::default();
    for value in values {
        let added = match value {
            Value::Text(value) => arguments.add(value),
            Value::Integer(value) => arguments.add(value),
            Value::Bytes(value) => arguments.add(value),
        };
        added.map_err(|error| StoreError::Internal(error.to_string()))?;
    }
    Ok(arguments)
}
