//! How far a move got, recorded in the table that marks its target as unfinished.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};

use super::{
    carried::{File, Table},
    error::MoveError,
};
use crate::{sql::Link, unfinished_move};

/// The row that contains the source.
const SOURCE: &str = "source";
/// The step that moves the metadata.
pub(super) const METADATA: &str = "metadata";
/// The step after which everything is moved and compared.
pub(super) const COMPARED: &str = "compared";
/// Tables that have rows in a new store, which are replaced by the source's rows.
pub(super) const SEEDED: [&str; 1] = ["mail_state"];

/// How far a move got.
#[derive(Debug, Default)]
pub(super) struct Progress {
    /// The number of the source's rows that were read, by table of events; for other steps, 1 if they are done.
    done: BTreeMap<String, i64>,
    pub(super) resumed: bool,
}

impl Progress {
    /// Returns how many rows of a table need not be read again.
    pub(super) fn of(&self, what: &str) -> u64 {
        self.done.get(what).map_or(0, |done| done.unsigned_abs())
    }

    fn begun_from(rows: Vec<(String, i64, String)>, source: &str) -> Result<Self, MoveError> {
        let mut progress = Self { resumed: true, ..Self::default() };
        for (what, done, note) in rows {
            if what == SOURCE && note != source {
                let text = format!(
                    "the target holds an unfinished copy of {note}; finish that one, or choose a new, empty target"
                );
                return Err(MoveError::Refused(text));
            }
            progress.done.insert(what, done);
        }
        Ok(progress)
    }
}

fn made() -> String {
    format!(
        "CREATE TABLE {} (what TEXT NOT NULL PRIMARY KEY, done BIGINT NOT NULL, note TEXT NOT NULL)",
        unfinished_move::TABLE
    )
}

fn noted() -> String {
    format!(
        "INSERT INTO {} (what, done, note) VALUES ($1, $2, $3) ON CONFLICT (what) DO UPDATE SET done = excluded.done",
        unfinished_move::TABLE
    )
}

fn not_empty(place: &str, table: &str) -> MoveError {
    MoveError::Refused(format!("{place} is not empty: its table {table} has rows; a copy needs an empty target"))
}

/// Whether a table must be empty before a move.
fn must_be_empty(table: &&Table) -> bool {
    !SEEDED.contains(&&*table.name)
}

/// Begins a move into an empty database, or continues one from the same source.
pub(super) async fn begin_in_database<'t>(
    link: &mut Link,
    place: &str,
    source: &str,
    tables: impl Iterator<Item = &'t Table>,
) -> Result<Progress, MoveError> {
    if unfinished_move::is_in_database(link).await? {
        let rows = format!("SELECT what, done, note FROM {}", unfinished_move::TABLE);
        let rows = sqlx::query_as(sqlx::AssertSqlSafe(rows)).fetch_all(link).await?;
        return Progress::begun_from(rows, source);
    }
    for table in tables.filter(must_be_empty) {
        let any = format!("SELECT EXISTS (SELECT 1 FROM {})", table.name);
        if sqlx::query_scalar(sqlx::AssertSqlSafe(any)).fetch_one(&mut *link).await? {
            return Err(not_empty(place, &table.name));
        }
    }
    link.begin("BEGIN").await?;
    sqlx::raw_sql(sqlx::AssertSqlSafe(made())).execute(&mut *link).await?;
    note_in_database(link, SOURCE, 0, source).await?;
    link.commit().await?;
    Ok(Progress::default())
}

/// Records in the running transaction how far a step got.
pub(super) async fn note_in_database(link: &mut Link, what: &str, done: u64, note: &str) -> sqlx::Result<()> {
    let done = i64::try_from(done).unwrap_or(i64::MAX);
    sqlx::query(sqlx::AssertSqlSafe(noted())).bind(what).bind(done).bind(note).execute(link).await.map(drop)
}

/// Removes the mark, so that the database can be served.
pub(super) async fn end_in_database(link: &mut Link) -> sqlx::Result<()> {
    let gone = format!("DROP TABLE {}", unfinished_move::TABLE);
    sqlx::raw_sql(sqlx::AssertSqlSafe(gone)).execute(link).await.map(drop)
}

/// Begins a move into the empty files of a folder, or continues one from the same source.
pub(super) fn begin_in_folder<'t>(
    [metadata, events]: [&Connection; 2],
    place: &str,
    source: &str,
    tables: impl Iterator<Item = &'t Table>,
) -> Result<Progress, MoveError> {
    if unfinished_move::is_in_file(metadata)? {
        let mut rows = read_rows(metadata)?;
        if unfinished_move::is_in_file(events)? {
            rows.extend(read_rows(events)?);
        }
        return Progress::begun_from(rows, source);
    }
    for table in tables.filter(must_be_empty) {
        let connection = if table.file == File::Metadata { metadata } else { events };
        let any = format!("SELECT EXISTS (SELECT 1 FROM {})", table.in_folder);
        if connection.query_row(&any, [], |row| row.get(0))? {
            return Err(not_empty(place, &table.in_folder));
        }
    }
    // Also removes what an interrupted beginning left in events.db.
    events.execute_batch(&format!("DROP TABLE IF EXISTS {}; {}", unfinished_move::TABLE, made()))?;
    metadata.execute_batch(&format!("BEGIN IMMEDIATE; {}", made()))?;
    note_in_file(metadata, SOURCE, 0, source)?;
    metadata.execute_batch("COMMIT")?;
    Ok(Progress::default())
}

fn read_rows(connection: &Connection) -> rusqlite::Result<Vec<(String, i64, String)>> {
    let mut statement = connection.prepare(&format!("SELECT what, done, note FROM {}", unfinished_move::TABLE))?;
    statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?.collect()
}

/// Records in the running transaction how far a step got.
pub(super) fn note_in_file(connection: &Connection, what: &str, done: u64, note: &str) -> rusqlite::Result<()> {
    let done = i64::try_from(done).unwrap_or(i64::MAX);
    connection.prepare_cached(&noted())?.execute(params![what, done, note]).map(drop)
}

/// Removes the mark. The one in the metadata is removed last: without it the folder can be served.
pub(super) fn end_in_folder([metadata, events]: [&Connection; 2]) -> rusqlite::Result<()> {
    for connection in [events, metadata] {
        connection.execute_batch(&format!("DROP TABLE IF EXISTS {}", unfinished_move::TABLE))?;
    }
    Ok(())
}
