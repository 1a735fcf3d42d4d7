//! Connections to a database file outside the pools, for fast reads and whole copies.

use std::{path::Path, time::Duration};

use askline_app::ports::{StoreError, StoreResult};
use rusqlite::{Connection, OpenFlags};

use crate::{private_file::new_for_copy, sql::rows::rusqlite_error};

/// How long a statement waits for another process's write.
pub(crate) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Opens a connection to a file that exists.
pub(crate) fn open_existing(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    Ok(connection)
}

/// Opens a connection that cannot write, for the few reads where microseconds matter.
pub(crate) fn open_reader(path: &Path) -> rusqlite::Result<Connection> {
    let connection = open_existing(path)?;
    // Not opened read-only, since such a connection cannot create the shared memory of the write-ahead log.
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

/// Writes a complete, compact copy of a database to `target`, which must not exist.
pub(crate) fn copy_database(source: &Path, target: &Path) -> StoreResult<()> {
    let text = new_for_copy(target)?;
    // The copy sees one state of the database for as long as it takes, and blocks nobody.
    let connection = Connection::open_with_flags(source, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(rusqlite_error)?;
    connection.busy_timeout(BUSY_TIMEOUT).map_err(rusqlite_error)?;
    connection.execute("VACUUM INTO ?1", [text]).map_err(rusqlite_error)?;
    let synced = std::fs::File::open(target).and_then(|file| file.sync_all());
    synced.map_err(|error| StoreError::Unavailable(format!("{text} cannot be synced to the disk: {error}")))
}

/// Writes the write-ahead log into the file and empties it; returns whether that was possible, since readers and other
/// processes may prevent it for as long as the connection waits.
pub(crate) fn write_back(connection: &Connection) -> rusqlite::Result<bool> {
    let is_busy: i64 = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
    Ok(is_busy == 0)
}
