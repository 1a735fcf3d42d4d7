//! PostgreSQL's side of a move: transactions without the usual time limits, and rows through COPY.

use super::{
    carried::Table,
    error::MoveError,
    rows::{Content, Next, next_row},
};
use crate::{
    examination::examine,
    postgres::PostgresOptions,
    sql::{Link, Links},
};

/// A move's transaction may take any length of time, but does not wait long for a lock: nobody else should hold one.
/// All settings are in one message, so that no usual limit applies in between.
const BEGIN: &str = "BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; \
    SET LOCAL lock_timeout = '10s'; SET LOCAL jit = off";

/// Begins a transaction.
pub(super) async fn begin(links: &Links) -> sqlx::Result<Link> {
    let mut link = links.acquire().await?;
    link.begin(BEGIN).await?;
    Ok(link)
}

/// Refuses a database that an Askline server uses.
pub(super) async fn check_alone(options: &PostgresOptions, place: &str) -> Result<(), MoveError> {
    match examine(options).await?.servers {
        0 => Ok(()),
        1 => Err(MoveError::Refused(format!("an Askline server runs on the database at {place}; stop it first"))),
        servers => Err(MoveError::Refused(format!(
            "{servers} Askline servers run on the database at {place}; stop them first"
        ))),
    }
}

/// Passes the rows of a `COPY … TO STDOUT` to `take`: several whole rows at a time, with their number.
pub(super) async fn copy_rows(
    link: &mut Link,
    statement: &str,
    mut take: impl AsyncFnMut(&[u8], u64) -> Result<(), MoveError>,
) -> Result<(), MoveError> {
    let mut waiting: Vec<u8> = Vec::new();
    link.copy_out(statement, async |piece: &[u8]| {
        waiting.extend_from_slice(piece);
        let (mut end, mut rows) = (0, 0);
        while let Next::Row(length) = next_row(&waiting[end..]) {
            (end, rows) = (end + length, rows + 1);
        }
        if rows > 0 {
            take(&waiting[..end], rows).await?;
            waiting.drain(..end);
        }
        Ok(())
    })
    .await
}

/// Calls `each` for each of several whole rows.
pub(super) fn split(mut rows: &[u8], mut each: impl FnMut(&[u8])) {
    while let Next::Row(length) = next_row(rows) {
        let (row, rest) = rows.split_at(length);
        each(row);
        rows = rest;
    }
}

/// Returns the content of a table, for comparison.
pub(super) async fn content(link: &mut Link, table: &Table) -> Result<Content, MoveError> {
    let mut content = Content::default();
    copy_rows(link, &table.copy_out(), async |rows: &[u8], _| {
        split(rows, |row| content.add(row));
        Ok(())
    })
    .await?;
    Ok(content)
}
