//! The two database files of a move's folder. While the folder is the source, writers are locked out, and the
//! connections that read cannot write.

use std::{collections::HashMap, path::Path, time::Duration};

use rusqlite::{Connection, OpenFlags};

use super::{
    carried::{File, Table},
    error::MoveError,
    rows::{Content, Value, add_field, begin_row},
};
use crate::{data_folder::upgrade::missing_steps, sqlite::OpenError};

/// How long to wait for another process's write.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// The 16 bytes of each site by its number in `events.db`, without sites that are being removed.
pub(super) type Sites = HashMap<i64, [u8; 16]>;

/// Opens a connection to a file that must exist.
pub(super) fn open(dir: &Path, file: File) -> Result<Connection, MoveError> {
    let path = dir.join(file.name());
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let failed = |error: rusqlite::Error| OpenError::of_rusqlite(&path, &error);
    let connection = Connection::open_with_flags(&path, flags).map_err(failed)?;
    connection.busy_timeout(BUSY_TIMEOUT).map_err(failed)?;
    Ok(connection)
}

/// Opens a connection that only reads.
pub(super) fn open_reader(dir: &Path, file: File) -> Result<Connection, MoveError> {
    let connection = open(dir, file)?;
    // Not opened read-only, since such a connection cannot create the shared memory of the write-ahead log.
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

/// A folder that nobody writes to until this is dropped. Others can still read it.
pub(super) struct Held {
    _metadata: Connection,
    _events: Connection,
}

impl Held {
    /// Takes the write lock on both files, without writing.
    pub(super) fn take(dir: &Path) -> Result<Self, MoveError> {
        if !missing_steps(dir)?.is_empty() {
            let text = format!("the layout of {} must be upgraded first: run askline migrate on it", dir.display());
            return Err(MoveError::Refused(text));
        }
        let (metadata, events) = (open(dir, File::Metadata)?, open(dir, File::Events)?);
        for connection in [&metadata, &events] {
            connection.execute_batch("BEGIN IMMEDIATE").map_err(|error| {
                let text = format!("{} is being written to by another command: {error}", dir.display());
                MoveError::Refused(text)
            })?;
        }
        Ok(Self { _metadata: metadata, _events: events })
    }
}

/// Reads the sites of `events.db`.
pub(super) fn read_sites(events: &Connection) -> rusqlite::Result<Sites> {
    let mut statement = events.prepare("SELECT id, site FROM sites WHERE site IS NOT NULL")?;
    statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

/// Passes the rows of a table to `each` as bytes for COPY: in order and after the first `skipped`, or all in any order.
/// Rows of sites that are being removed are passed as `None`. `more` is SQL that is appended to the columns.
pub(super) fn read_rows(
    connection: &Connection,
    table: &Table,
    sites: &Sites,
    skipped: Option<u64>,
    more: &str,
    mut each: impl FnMut(Option<&[u8]>, &rusqlite::Row<'_>) -> Result<(), MoveError>,
) -> Result<(), MoveError> {
    let mut statement = connection.prepare(&table.folder_select(more, skipped))?;
    let mut rows = statement.query([])?;
    let mut bytes = Vec::new();
    while let Some(row) = rows.next()? {
        bytes.clear();
        let site = match table.site {
            Some(place) => match sites.get(&row.get::<_, i64>(place)?) {
                Some(site) => Some((place, site)),
                None => {
                    each(None, row)?;
                    continue;
                }
            },
            None => None,
        };
        begin_row(&mut bytes, table.columns.len());
        for (place, column) in table.columns.iter().enumerate() {
            let value = match site {
                Some((of_site, site)) if of_site == place => Value::Bytes(site),
                _ => {
                    let value = Value::of_sqlite(row.get_ref(place)?);
                    value
                        .ok_or_else(|| MoveError::File(format!("{}.{} has a fraction", table.in_folder, column.name)))?
                }
            };
            add_field(&mut bytes, column, value).map_err(|error| named(error, table))?;
        }
        each(Some(&bytes), row)?;
    }
    Ok(())
}

/// Adds the name of the table to an error.
fn named(error: MoveError, table: &Table) -> MoveError {
    match error {
        MoveError::Refused(text) => MoveError::Refused(format!("{}: {text}", table.in_folder)),
        other => other,
    }
}

/// Returns the content of a table, for comparison.
pub(super) fn content(connection: &Connection, table: &Table, sites: &Sites) -> Result<Content, MoveError> {
    let mut content = Content::default();
    read_rows(connection, table, sites, None, "", |bytes, _| {
        if let Some(bytes) = bytes {
            content.add(bytes);
        }
        Ok(())
    })?;
    Ok(content)
}
