//! Opens, identifies and migrates the file. It never changes a file that is neither empty nor an Askline event
//! database.

use std::{path::Path, time::Duration};

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use crate::{
    private_file::prepare_for_sqlite,
    sqlite::{Commits, OpenError},
};

/// The application id in the file's header: "ASKE".
pub(crate) const APPLICATION_ID: i64 = 0x4153_4B45;
/// The size of the file's pages in bytes.
pub(super) const PAGE_BYTES: u64 = 4_096;
/// Name and text of each migration. Each runs once, in order; `user_version` stores how many have run. New ones are
/// only appended.
const MIGRATIONS: [(&str, &str); 11] = [
    ("events", include_str!("../../../migrations/events/sqlite/0001_events.sql")),
    ("counted_since", include_str!("../../../migrations/events/sqlite/0002_counted_since.sql")),
    ("ids_for_seven_days", include_str!("../../../migrations/events/sqlite/0003_ids_for_seven_days.sql")),
    ("bounds_of_each_day", include_str!("../../../migrations/events/sqlite/0004_bounds_of_each_day.sql")),
    ("hours_devices_minutes", include_str!("../../../migrations/events/sqlite/0005_hours_devices_minutes.sql")),
    ("views_without_widget", include_str!("../../../migrations/events/sqlite/0006_views_without_widget.sql")),
    ("instance", include_str!("../../../migrations/events/sqlite/0007_instance.sql")),
    ("item_clicks", include_str!("../../../migrations/events/sqlite/0008_item_clicks.sql")),
    ("page_spellings", include_str!("../../../migrations/events/sqlite/0009_page_spellings.sql")),
    ("crawler_reads", include_str!("../../../migrations/events/sqlite/0010_crawler_reads.sql")),
    ("crawler_lines", include_str!("../../../migrations/events/sqlite/0011_crawler_lines.sql")),
];

/// Opens the connection that writes; creates or migrates the file if needed.
pub(super) fn open_writer(path: &Path, lock_wait: Duration, commits: Commits) -> Result<Connection, OpenError> {
    let failed = |error: rusqlite::Error| OpenError::of_rusqlite(path, &error);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    prepare_for_sqlite(path);
    let mut connection = Connection::open_with_flags(path, flags).map_err(failed)?;
    connection.busy_timeout(lock_wait).map_err(failed)?;
    // Checked before anything is written, so that another program's file is not changed.
    layout_of(&connection, path)?;
    if connection.is_readonly("main").map_err(failed)? {
        return Err(OpenError::ReadOnly { path: path.to_owned() });
    }
    connection
        .execute_batch(&format!("PRAGMA page_size = {PAGE_BYTES}; PRAGMA journal_mode = WAL;"))
        .map_err(failed)?;
    migrate(&mut connection, path)?;
    let synchronous = match commits {
        Commits::Durable => "FULL",
        Commits::Fast => "NORMAL",
    };
    super::writing::hours::add_function(&connection).map_err(failed)?;
    connection
        .execute_batch(&format!(
            // A longer log is written back in larger pieces.
            "PRAGMA synchronous = {synchronous};
             PRAGMA wal_autocheckpoint = 4000;
             PRAGMA journal_size_limit = 67108864;
             PRAGMA cache_size = -16384;
             PRAGMA temp_store = MEMORY;"
        ))
        .map_err(failed)?;
    connection.set_prepared_statement_cache_capacity(64);
    // From now on the writer waits for the lock in its own code.
    connection.busy_timeout(Duration::ZERO).map_err(failed)?;
    Ok(connection)
}

/// Opens a connection that can only read.
pub(crate) fn open_reader(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(Duration::from_secs(2))?;
    connection.execute_batch("PRAGMA temp_store = MEMORY;")?;
    connection.set_prepared_statement_cache_capacity(32);
    Ok(connection)
}

/// Returns how many migrations the file has: 0 for an empty file, which may become an event database. Another program's
/// file and the file of a newer release are errors.
pub(crate) fn layout_of(connection: &Connection, path: &Path) -> Result<i64, OpenError> {
    let failed = |error: rusqlite::Error| OpenError::of_rusqlite(path, &error);
    let number = |pragma: &str| connection.query_row(pragma, [], |row| row.get::<_, i64>(0)).map_err(failed);
    let application = number("PRAGMA application_id")?;
    let found = number("PRAGMA user_version")?;
    let objects = number("SELECT count(*) FROM sqlite_schema")?;
    let known = i64::try_from(MIGRATIONS.len()).expect("a handful");
    match application {
        APPLICATION_ID if found > known => Err(OpenError::NewerThanBinary { path: path.to_owned(), found, known }),
        APPLICATION_ID => Ok(found),
        0 if objects == 0 && found == 0 => Ok(0),
        _ => Err(OpenError::NotAskline { path: path.to_owned() }),
    }
}

fn migrate(connection: &mut Connection, path: &Path) -> Result<(), OpenError> {
    let failed = |error: rusqlite::Error| OpenError::of_rusqlite(path, &error);
    // Checked first: a file that is up to date can be opened while another process holds the write lock.
    if layout_of(connection, path)? == MIGRATIONS.len() as i64 {
        return Ok(());
    }
    // Immediate: if two processes start at the same time, the second finds the migration done.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
    let found = layout_of(&transaction, path)?;
    let done = usize::try_from(found)
        .map_err(|_| OpenError::Corrupt { path: path.to_owned(), reason: format!("its layout is numbered {found}") })?;
    for (number, _) in (1..).zip(&MIGRATIONS).skip(done) {
        apply_step(&transaction, number).map_err(failed)?;
    }
    transaction.commit().map_err(failed)
}

/// Runs a step, and records that it was applied.
pub(crate) fn apply_step(transaction: &Transaction<'_>, number: i64) -> rusqlite::Result<()> {
    let place = usize::try_from(number - 1).ok();
    let Some((_, step)) = place.and_then(|place| MIGRATIONS.get(place)) else { return Ok(()) };
    transaction.execute_batch(step)?;
    transaction.pragma_update(None, "user_version", number)?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID)
}

/// The names of all steps, in order.
pub(crate) fn step_names() -> impl Iterator<Item = &'static str> {
    MIGRATIONS.iter().map(|(name, _)| *name)
}
