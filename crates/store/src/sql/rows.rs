//! Converts stored values to the domain's types, and database errors to the ports' errors.
//!
//! For a value that cannot be read, the error names its table, column and row; no default replaces it.

use std::str::FromStr;

use askline_app::ports::{StoreError, StoreResult};
use askline_domain::{
    identity::secret::SecretDigest,
    shared::{ids::Id, paging::PageRequest},
};
use jiff::{SignedDuration, Timestamp};
use rusqlite::ffi;
use serde::de::DeserializeOwned;
use sqlx::postgres::PgDatabaseError;

use super::NotConnected;

/// The error for a value whose type differs from that of the column.
pub(crate) struct Unreadable;

/// A row of either driver, read by column names.
pub(crate) trait Columns {
    /// Text, or `None` for NULL.
    fn text(&self, column: &'static str) -> Result<Option<String>, Unreadable>;
    /// An integer, or `None` for NULL.
    fn integer(&self, column: &'static str) -> Result<Option<i64>, Unreadable>;
    /// Bytes, or `None` for NULL.
    fn bytes(&self, column: &'static str) -> Result<Option<Vec<u8>>, Unreadable>;
}

impl Columns for rusqlite::Row<'_> {
    fn text(&self, column: &'static str) -> Result<Option<String>, Unreadable> {
        self.get(column).map_err(|_| Unreadable)
    }
    fn integer(&self, column: &'static str) -> Result<Option<i64>, Unreadable> {
        self.get(column).map_err(|_| Unreadable)
    }
    fn bytes(&self, column: &'static str) -> Result<Option<Vec<u8>>, Unreadable> {
        self.get(column).map_err(|_| Unreadable)
    }
}

/// Reads the columns of a row, and names the row in the error if one cannot be read.
pub(crate) struct RowReader<'r, C> {
    row: &'r C,
    table: &'static str,
    id_column: &'static str,
}

impl<'r, C: Columns> RowReader<'r, C> {
    /// Reads a row of `table`, which errors name by its column `id_column`.
    pub(crate) fn new(row: &'r C, table: &'static str, id_column: &'static str) -> Self {
        Self { row, table, id_column }
    }

    /// Returns the error that names this row and `column`.
    pub(crate) fn corrupt(&self, column: &'static str) -> StoreError {
        let id = self.row.text(self.id_column).ok().flatten();
        StoreError::Corrupt { table: self.table, column, id: id.unwrap_or_else(|| "an unreadable row".into()) }
    }

    /// Text that may be absent.
    pub(crate) fn optional_text(&self, column: &'static str) -> StoreResult<Option<String>> {
        self.row.text(column).map_err(|Unreadable| self.corrupt(column))
    }

    /// Text.
    pub(crate) fn text(&self, column: &'static str) -> StoreResult<String> {
        self.optional_text(column)?.ok_or_else(|| self.corrupt(column))
    }

    /// An integer that may be absent.
    pub(crate) fn optional_integer(&self, column: &'static str) -> StoreResult<Option<i64>> {
        self.row.integer(column).map_err(|Unreadable| self.corrupt(column))
    }

    /// A count or a small number, of any unsigned type.
    pub(crate) fn number<T: TryFrom<i64>>(&self, column: &'static str) -> StoreResult<T> {
        self.optional_integer(column)?.and_then(|value| T::try_from(value).ok()).ok_or_else(|| self.corrupt(column))
    }

    /// Whether the column contains 1 rather than 0.
    pub(crate) fn flag(&self, column: &'static str) -> StoreResult<bool> {
        match self.optional_integer(column)? {
            Some(0) => Ok(false),
            Some(1) => Ok(true),
            _ => Err(self.corrupt(column)),
        }
    }

    /// An id or another value with a text form, which may be absent.
    pub(crate) fn optional_parsed<T: FromStr>(&self, column: &'static str) -> StoreResult<Option<T>> {
        self.optional_text(column)?.map(|text| text.parse().map_err(|_| self.corrupt(column))).transpose()
    }

    /// An id or another value with a text form.
    pub(crate) fn parsed<T: FromStr>(&self, column: &'static str) -> StoreResult<T> {
        self.optional_parsed(column)?.ok_or_else(|| self.corrupt(column))
    }

    /// Unix milliseconds that may be absent.
    pub(crate) fn optional_time(&self, column: &'static str) -> StoreResult<Option<Timestamp>> {
        self.optional_integer(column)?
            .map(|value| Timestamp::from_millisecond(value).map_err(|_| self.corrupt(column)))
            .transpose()
    }

    /// Unix milliseconds.
    pub(crate) fn time(&self, column: &'static str) -> StoreResult<Timestamp> {
        self.optional_time(column)?.ok_or_else(|| self.corrupt(column))
    }

    /// JSON text that may be absent.
    pub(crate) fn optional_json<T: DeserializeOwned>(&self, column: &'static str) -> StoreResult<Option<T>> {
        self.optional_text(column)?
            .map(|text| serde_json::from_str(&text).map_err(|_| self.corrupt(column)))
            .transpose()
    }

    /// JSON text.
    pub(crate) fn json<T: DeserializeOwned>(&self, column: &'static str) -> StoreResult<T> {
        self.optional_json(column)?.ok_or_else(|| self.corrupt(column))
    }

    fn optional_bytes(&self, column: &'static str) -> StoreResult<Option<Vec<u8>>> {
        self.row.bytes(column).map_err(|Unreadable| self.corrupt(column))
    }

    /// Bytes.
    pub(crate) fn bytes(&self, column: &'static str) -> StoreResult<Vec<u8>> {
        self.optional_bytes(column)?.ok_or_else(|| self.corrupt(column))
    }

    /// 32 bytes that may be absent.
    pub(crate) fn optional_digest(&self, column: &'static str) -> StoreResult<Option<SecretDigest>> {
        self.optional_bytes(column)?
            .map(|bytes| bytes.try_into().map(SecretDigest).map_err(|_| self.corrupt(column)))
            .transpose()
    }

    /// 32 bytes.
    pub(crate) fn digest(&self, column: &'static str) -> StoreResult<SecretDigest> {
        self.optional_digest(column)?.ok_or_else(|| self.corrupt(column))
    }
}

/// The stored form of a time.
pub(crate) fn milliseconds(at: Timestamp) -> i64 {
    at.as_millisecond()
}

/// The stored form of the time that is `span` before another.
pub(crate) fn milliseconds_before(now: Timestamp, span: SignedDuration) -> i64 {
    milliseconds(now) - i64::try_from(span.as_millis()).expect("months of milliseconds fit")
}

/// The stored form of a value that is stored as JSON.
pub(crate) fn json_text<T: serde::Serialize + ?Sized>(value: &T) -> StoreResult<String> {
    serde_json::to_string(value).map_err(|error| StoreError::Internal(format!("a value has no JSON form: {error}")))
}

/// The text that is greater than every id of a page: `WHERE id < $1 ORDER BY id DESC LIMIT …`.
pub(crate) fn page_bound<I: Id>(page: PageRequest) -> String {
    // "~" sorts after every character of an id, so without a cursor nothing is left out.
    page.before.map_or_else(|| format!("{}_~", I::PREFIX), |bits| I::from_bits(bits).to_string())
}

/// Returns what an error of sqlx means to a caller of a port.
#[expect(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
pub(crate) fn store_error(error: sqlx::Error) -> StoreError {
    match &error {
        sqlx::Error::Database(inner) if inner.try_downcast_ref::<PgDatabaseError>().is_some() => {
            of_sqlstate(&inner.code().unwrap_or_default(), inner.message().to_owned())
        }
        sqlx::Error::Database(inner) => {
            let code = inner.code().and_then(|code| code.parse().ok()).unwrap_or(ffi::SQLITE_ERROR);
            of_code(code, inner.message().to_owned())
        }
        sqlx::Error::PoolTimedOut => StoreError::Unavailable("no connection became free in time".into()),
        sqlx::Error::Io(_) => match NotConnected::of(&error) {
            Some(unreached) => StoreError::Unavailable(unreached.to_string()),
            None => StoreError::Unavailable(error.to_string()),
        },
        // The answer is invalid, or not encrypted although it should be: the connection is broken.
        sqlx::Error::Protocol(_) | sqlx::Error::Tls(_) | sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed => {
            StoreError::Unavailable(error.to_string())
        }
        _ => StoreError::Internal(error.to_string()),
    }
}

/// PostgreSQL's code for a statement that was prepared before its tables changed.
const OUTDATED: &str = "0A000";

/// PostgreSQL's codes for a transaction that it ended together with the connection, because it was idle for too long or
/// took too long in total.
const TAKEN_BACK_LATE: [&str; 2] = ["25P03", "25P04"];

/// Whether a statement was prepared on its connection before a newer release changed the tables.
pub(crate) fn is_outdated(error: &sqlx::Error) -> bool {
    let of_postgres = |error: &dyn sqlx::error::DatabaseError| {
        error.try_downcast_ref::<PgDatabaseError>().map(PgDatabaseError::code) == Some(OUTDATED)
    };
    error.as_database_error().is_some_and(of_postgres)
}

/// Whether failed work may succeed if it is repeated from its beginning, because no part of it was done: the server
/// rolled it back because of another transaction, or the connection was dead. A server that does not answer is not
/// asked again, and a commit without an answer is [`StoreError::Uncertain`], after which only work that may be done
/// twice is repeated.
pub(crate) fn may_try_again(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(inner) => match inner.try_downcast_ref::<PgDatabaseError>().map(PgDatabaseError::code) {
            Some("40001" | "40P01" | "57P01" | "57P02" | "57P05") => true,
            Some(code) if TAKEN_BACK_LATE.contains(&code) => true,
            Some(code) => code.starts_with("08"),
            None => false,
        },
        sqlx::Error::Io(error) => error.kind() != std::io::ErrorKind::TimedOut,
        sqlx::Error::Protocol(_) | sqlx::Error::Tls(_) => true,
        _ => false,
    }
}

/// Returns what an error means to a change that is not committed and so is rolled back.
pub(super) fn change_error(error: sqlx::Error) -> StoreError {
    if may_try_again(&error) { StoreError::RolledBack(error.to_string()) } else { store_error(error) }
}

/// Returns what an error of a commit means: some errors guarantee that it did not happen; after the others it may have.
pub(crate) fn commit_error(error: sqlx::Error) -> StoreError {
    if is_not_committed(&error) { store_error(error) } else { StoreError::Uncertain(error.to_string()) }
}

/// Whether a commit that failed with this error certainly did not happen.
pub(super) fn is_not_committed(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(inner) if inner.try_downcast_ref::<PgDatabaseError>().is_some() => {
            // A broken connection, or a server that stops or fails while it commits.
            let code = inner.code().unwrap_or_default();
            !["08", "57", "58", "XX"].iter().any(|class| code.starts_with(class))
        }
        sqlx::Error::Database(inner) => {
            // After a failed write to the log, the written part may still be applied when the file is opened next.
            let code = inner.code().and_then(|code| code.parse::<i32>().ok()).unwrap_or(ffi::SQLITE_ERROR);
            code & 0xff != ffi::SQLITE_IOERR
        }
        sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed => true,
        _ => false,
    }
}

/// Returns what an error of rusqlite means to a caller of a port.
#[expect(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
pub(crate) fn rusqlite_error(error: rusqlite::Error) -> StoreError {
    let code = error.sqlite_error().map_or(ffi::SQLITE_ERROR, |inner| inner.extended_code);
    of_code(code, error.to_string())
}

/// Returns what a SQLSTATE means: <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
fn of_sqlstate(code: &str, message: String) -> StoreError {
    match code {
        // A deadlock or a serialization failure that PostgreSQL ended; nothing was stored.
        "40001" | "40P01" => StoreError::Unavailable(message),
        // Connections, resources, a stop by an operator, system errors, and a read-only server.
        _ if ["08", "53", "57", "58"].iter().any(|class| code.starts_with(class)) => StoreError::Unavailable(message),
        // Tables that a newer release has changed since the statement was prepared.
        OUTDATED => StoreError::Unavailable(message),
        // A lock that did not become free in time.
        "55P03" => StoreError::Unavailable(message),
        _ if TAKEN_BACK_LATE.contains(&code) => StoreError::Unavailable(message),
        "25006" => StoreError::Unavailable(message),
        _ => StoreError::Internal(message),
    }
}

/// The low byte is the primary code: <https://www.sqlite.org/rescode.html>.
fn of_code(code: i32, message: String) -> StoreError {
    match code & 0xff {
        ffi::SQLITE_FULL
        | ffi::SQLITE_IOERR
        | ffi::SQLITE_READONLY
        | ffi::SQLITE_BUSY
        | ffi::SQLITE_LOCKED
        | ffi::SQLITE_CANTOPEN
        | ffi::SQLITE_NOMEM => StoreError::Unavailable(message),
        _ => StoreError::Internal(message),
    }
}
