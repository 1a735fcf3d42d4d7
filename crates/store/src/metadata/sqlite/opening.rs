//! Opens, checks, migrates and backs up the metadata database.
//!
//! It never changes another program's file, and never lowers the durability of a commit unless the database is opened
//! to be filled.

use std::{
    path::Path,
    str::FromStr as _,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use askline_app::ports::{StoreError, StoreResult};
use rusqlite::{Connection, OptionalExtension as _};
use sqlx::{
    ConnectOptions as _, Connection as _, SqlitePool,
    migrate::MigrateError,
    sqlite::{SqliteConnectOptions, SqlitePoolOptions, SqliteSynchronous},
};

use super::{
    clear_addresses::seal_clear_addresses,
    key_lookup::KeyLookup,
    migrations::{MIGRATIONS, last_step},
};
use crate::{
    metadata::{Engine, MetadataStore, monitors::summing},
    private_file::{lock_file, prepare_for_sqlite},
    sealing::SealingKey,
    sql::Pool,
    sqlite::{
        commits::Commits,
        open_error::OpenError,
        reader::{BUSY_TIMEOUT, copy_database},
    },
    unfinished_move::{self, Expected},
};

/// For how long one connection looks for changes by other processes.
const MAX_WATCHED: Duration = Duration::from_secs(60);
/// The name of the file in the data folder.
pub(crate) const METADATA_FILE: &str = "metadata.db";
/// "ASKL": written into the file's header, so that another program's database is never migrated.
pub(crate) const APPLICATION_ID: i64 = 0x4153_4B4C;
/// How long a request waits for a connection before it is refused.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
/// After how many instructions a statement counts them.
const INSTRUCTIONS_AT_ONCE: i32 = 100;
/// The number of connections for reading. Callers share them fairly.
const READ_CONNECTIONS: u32 = 4;

impl MetadataStore {
    /// Opens `DIR/metadata.db`, creates it if it is missing, and applies missing migrations.
    pub async fn open(dir: &Path) -> Result<Self, OpenError> {
        Self::open_with(dir, Commits::Durable, Expected::Whole).await
    }

    /// Opens the database in a folder that has no value until it is filled, with [`Commits::Fast`].
    pub async fn open_to_fill(dir: &Path) -> Result<Self, OpenError> {
        Self::open_with(dir, Commits::Fast, Expected::Whole).await
    }

    /// Opens the database in the folder of a move: its source, or its target, which may be unfinished.
    pub(crate) async fn open_moved(dir: &Path) -> Result<Self, OpenError> {
        Self::open_with(dir, Commits::Fast, Expected::PerhapsUnfinished).await
    }

    async fn open_with(dir: &Path, commits: Commits, expected: Expected) -> Result<Self, OpenError> {
        let path = dir.join(METADATA_FILE);
        let prepared = {
            let path = path.clone();
            tokio::task::spawn_blocking(move || prepare(&path, expected)).await
        };
        // The lock is held until migrations are done.
        let _migrating =
            prepared.map_err(|error| OpenError::Io { path: path.clone(), reason: error.to_string() })??;

        let options = SqliteConnectOptions::new()
            .filename(&path)
            .foreign_keys(true)
            .synchronous(match commits {
                Commits::Durable => SqliteSynchronous::Full,
                Commits::Fast => SqliteSynchronous::Normal,
            })
            .busy_timeout(BUSY_TIMEOUT)
            // Logging statements at debug level would cost more than running them.
            .disable_statement_logging();
        let instructions = Arc::new(AtomicU64::new(0));
        let write = write_pool(options.clone(), &instructions);
        MIGRATIONS.run(&write).await.map_err(|error| migration_error(&path, error))?;
        let sealing = SealingKey::of_folder(dir);
        let unusable = |error: StoreError| OpenError::Io { path: path.clone(), reason: error.to_string() };
        seal_clear_addresses(&write, &sealing).await.map_err(unusable)?;
        let read = counting(pool_options().max_connections(READ_CONNECTIONS), &instructions);
        // A connection that fails for good, such as one to a disk that was away, is replaced.
        let watching = pool_options().max_connections(1).max_lifetime(MAX_WATCHED);
        let options = options.pragma("query_only", "ON");
        let (read, watching) = (read.connect_lazy_with(options.clone()), watching.connect_lazy_with(options));
        let store = Self::on(
            Pool::of_writers("changes of the metadata", write, 1),
            Pool::of_readers("reads of the metadata", read, READ_CONNECTIONS),
            Pool::of_readers("checks for changes", watching, 1),
            sealing,
            Engine::Sqlite(Box::new(KeyLookup::new(path.clone())), instructions),
        );
        summing::add_missing(&store).await.map_err(unusable)?;
        Ok(store)
    }

    /// Writes a complete, compact copy of the database to `file`, which must not exist. Writers continue in the
    /// meantime.
    pub async fn backup_into(&self, file: &Path) -> StoreResult<()> {
        let Engine::Sqlite(keys, _) = &self.inner.engine else {
            return Err(StoreError::Unavailable(
                "A database server is backed up by its own tools, such as pg_dump.".into(),
            ));
        };
        let (source, target) = (keys.path().to_owned(), file.to_owned());
        tokio::task::spawn_blocking(move || copy_database(&source, &target))
            .await
            .map_err(|error| StoreError::Internal(format!("the backup ended early: {error}")))?
    }
}

/// Counts the instructions of a pool's statements.
fn counting(options: SqlitePoolOptions, instructions: &Arc<AtomicU64>) -> SqlitePoolOptions {
    let instructions = Arc::clone(instructions);
    options.after_connect(move |connection, _| {
        let instructions = Arc::clone(&instructions);
        Box::pin(async move {
            let every = u64::from(INSTRUCTIONS_AT_ONCE.unsigned_abs());
            connection.lock_handle().await?.set_progress_handler(INSTRUCTIONS_AT_ONCE, move || {
                instructions.fetch_add(every, Ordering::Relaxed);
                true
            });
            Ok(())
        })
    })
}

fn write_pool(options: SqliteConnectOptions, instructions: &Arc<AtomicU64>) -> SqlitePool {
    counting(pool_options().max_connections(1), instructions)
        .before_acquire(|connection, _| {
            Box::pin(async move {
                // After a full disk SQLite rolls back automatically, and the rollback that follows fails: the
                // connection is then treated as inside a transaction forever. Such a connection is replaced.
                connection.ping().await?;
                Ok(!connection.is_in_transaction())
            })
        })
        .connect_lazy_with(options)
}

fn pool_options() -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .test_before_acquire(false)
        .idle_timeout(None)
        .max_lifetime(None)
}

/// Creates the folder and the file, and checks that the file is empty or Askline's and that this release can use it.
/// The returned lock keeps other processes from migrating at the same time.
fn prepare(path: &Path, expected: Expected) -> Result<std::fs::File, OpenError> {
    let io = |error: &std::io::Error| OpenError::of_io(path, error);
    let dir = path.parent().expect("the path was made by joining a file name to a folder");
    std::fs::create_dir_all(dir).map_err(|error| io(&error))?;
    let lock = lock_file(&path.with_extension("lock")).map_err(|error| io(&error))?;
    lock.lock().map_err(|error| io(&error))?;
    check_file(path, expected)?;
    Ok(lock)
}

fn check_file(path: &Path, expected: Expected) -> Result<(), OpenError> {
    let failed = |error: rusqlite::Error| OpenError::of_rusqlite(path, &error);
    prepare_for_sqlite(path);
    let connection = Connection::open(path).map_err(failed)?;
    connection.busy_timeout(BUSY_TIMEOUT).map_err(failed)?;
    let (application, objects) = identity(&connection).map_err(failed)?;
    if !is_identity_ours(application, objects) {
        return Err(OpenError::NotAskline { path: path.to_owned() });
    }
    if expected == Expected::Whole && unfinished_move::is_in_file(&connection).map_err(failed)? {
        return Err(OpenError::UnfinishedMove { path: path.to_owned() });
    }
    if connection.is_readonly(rusqlite::MAIN_DB).map_err(failed)? {
        return Err(OpenError::ReadOnly { path: path.to_owned() });
    }
    if application == 0 {
        connection.pragma_update(None, "application_id", APPLICATION_ID).map_err(failed)?;
    }
    let mode: String = connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0)).map_err(failed)?;
    if !mode.eq_ignore_ascii_case("wal") {
        let reason = format!("its file system has no write-ahead log (the journal mode stays '{mode}')");
        return Err(OpenError::Io { path: path.to_owned(), reason });
    }
    if objects > 0 {
        let applied = applied_steps(&connection).map_err(failed)?;
        let (found, known) = (applied.last().map_or(0, |(number, _)| *number), last_step());
        if found > known {
            return Err(OpenError::NewerThanBinary { path: path.to_owned(), found, known });
        }
    }
    Ok(())
}

/// Whether the file is a metadata database, or may become one.
pub(crate) fn is_ours(connection: &Connection) -> rusqlite::Result<bool> {
    identity(connection).map(|(application, objects)| is_identity_ours(application, objects))
}

/// Returns the id of the program that the file belongs to, and the number of its tables, indexes and triggers.
fn identity(connection: &Connection) -> rusqlite::Result<(i64, i64)> {
    let number = |sql: &str| connection.query_row(sql, [], |row| row.get(0));
    Ok((number("PRAGMA application_id")?, number("SELECT COUNT(*) FROM sqlite_schema")?))
}

fn is_identity_ours(application: i64, objects: i64) -> bool {
    application == APPLICATION_ID || (application == 0 && objects == 0)
}

/// Reads number and checksum of each applied migration, in order.
pub(crate) fn applied_steps(connection: &Connection) -> rusqlite::Result<Vec<(i64, Vec<u8>)>> {
    let recorded = "SELECT 1 FROM sqlite_schema WHERE name = '_sqlx_migrations'";
    if connection.query_row(recorded, [], |_| Ok(())).optional()?.is_none() {
        return Ok(Vec::new());
    }
    let mut applied = connection.prepare("SELECT version, checksum FROM _sqlx_migrations WHERE success ORDER BY 1")?;
    applied.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

fn migration_error(path: &Path, error: MigrateError) -> OpenError {
    match error {
        MigrateError::Execute(sqlx::Error::Database(inner))
        | MigrateError::ExecuteMigration(sqlx::Error::Database(inner), _) => {
            let code = inner.code().and_then(|code| i32::from_str(&code).ok());
            OpenError::of_sqlite(path, code.unwrap_or(rusqlite::ffi::SQLITE_ERROR), inner.message().to_owned())
        }
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
            OpenError::Io { path: path.to_owned(), reason: error.to_string() }
        }
        other => OpenError::Corrupt { path: path.to_owned(), reason: other.to_string() },
    }
}
