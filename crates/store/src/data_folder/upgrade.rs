//! Migrates the databases of a data folder: all missing migrations of both, or none. Only a failure of the second of
//! the two commits leaves one database migrated.
//!
//! A new or empty file is never migrated here: opening it creates its layout.

use std::{
    fs::File,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior, params};

use crate::{
    events::sqlite::{self, EVENTS_FILE},
    metadata::sqlite::{
        migrations::{MIGRATIONS, last_step},
        opening::{METADATA_FILE, applied_steps, is_ours},
    },
    private_file::lock_file,
    sqlite::{
        open_error::OpenError,
        reader::{copy_database, open_existing},
    },
};

/// A migration that a database lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The file, such as `metadata.db`.
    pub file: &'static str,
    /// The migration's number within the file.
    pub number: i64,
    /// The migration's name, as in its file name.
    pub name: String,
}

/// A migration that was applied.
#[derive(Debug, Clone)]
pub struct AppliedStep {
    /// The migration.
    pub step: Step,
    /// How long it took.
    pub took: Duration,
}

/// Why migrating failed.
#[derive(Debug, thiserror::Error)]
#[error("{}{reason}", step.as_ref().map(|step| format!("step {} ({}) of {} failed: ", step.number, step.name, step.file)).unwrap_or_default())]
pub struct UpgradeError {
    /// The migration; `None` if opening or committing failed.
    pub step: Option<Step>,
    /// The error of SQLite or the operating system.
    pub reason: OpenError,
    /// Whether `metadata.db` has its new layout and `events.db` does not, because the second commit failed.
    pub is_half_done: bool,
}

impl From<OpenError> for UpgradeError {
    fn from(reason: OpenError) -> Self {
        Self { step: None, reason, is_half_done: false }
    }
}

/// The lock to migrate a data folder, and the missing migrations. No other process can migrate it in the meantime.
#[derive(Debug)]
pub struct Upgrade {
    dir: PathBuf,
    missing: Vec<Step>,
    _lock: File,
}

impl Upgrade {
    /// Locks the folder; `None` if it needs no migration. Waits for another process that is migrating it.
    pub fn of_folder(dir: &Path) -> Result<Option<Self>, OpenError> {
        // Checked without the lock first: most starts find nothing to do, and so none of them waits.
        if missing_steps(dir)?.is_empty() {
            return Ok(None);
        }
        let path = dir.join(METADATA_FILE);
        let io = |error: &std::io::Error| OpenError::of_io(&path, error);
        let lock = lock_file(&path.with_extension("lock")).map_err(|error| io(&error))?;
        lock.lock().map_err(|error| io(&error))?;
        let missing = missing_steps(dir)?;
        Ok((!missing.is_empty()).then(|| Self { dir: dir.to_owned(), missing, _lock: lock }))
    }

    /// Applies all missing migrations. If it fails, both files are unchanged, unless only the second of the two commits
    /// failed ([`UpgradeError::is_half_done`]).
    pub fn apply(self) -> Result<Vec<AppliedStep>, UpgradeError> {
        let (metadata_path, events_path) = (self.dir.join(METADATA_FILE), self.dir.join(EVENTS_FILE));
        let of_metadata = |error: rusqlite::Error| OpenError::of_rusqlite(&metadata_path, &error);
        let of_events = |error: rusqlite::Error| OpenError::of_rusqlite(&events_path, &error);
        let mut metadata = self.open(METADATA_FILE, &metadata_path)?;
        let mut events = self.open(EVENTS_FILE, &events_path)?;
        let mut applied = Vec::new();
        let metadata = metadata.as_mut().map(begin).transpose().map_err(of_metadata)?;
        let events = events.as_mut().map(begin).transpose().map_err(of_events)?;
        for step in self.missing {
            let (transaction, path) = match step.file {
                METADATA_FILE => (&metadata, &metadata_path),
                _ => (&events, &events_path),
            };
            let Some(transaction) = transaction else { continue };
            let began = Instant::now();
            let failed = |error: rusqlite::Error| UpgradeError {
                step: Some(step.clone()),
                reason: OpenError::of_rusqlite(path, &error),
                is_half_done: false,
            };
            apply_one(transaction, &step).map_err(failed)?;
            applied.push(AppliedStep { step, took: began.elapsed() });
        }
        // Everything except the two commits is written to the disk before the first commit, so that a full disk is
        // detected here.
        for (transaction, path) in [(&metadata, &metadata_path), (&events, &events_path)] {
            if let Some(transaction) = transaction {
                transaction.cache_flush().map_err(|error| OpenError::of_rusqlite(path, &error))?;
            }
        }
        let is_first_done = metadata.is_some();
        metadata.map_or(Ok(()), Transaction::commit).map_err(of_metadata)?;
        events
            .map_or(Ok(()), Transaction::commit)
            .map_err(|error| UpgradeError { is_half_done: is_first_done, ..of_events(error).into() })?;
        Ok(applied)
    }

    /// Opens the file if it lacks a migration.
    fn open(&self, file: &str, path: &Path) -> Result<Option<Connection>, OpenError> {
        if !self.missing.iter().any(|step| step.file == file) {
            return Ok(None);
        }
        let connection = open_existing(path).map_err(|error| OpenError::of_rusqlite(path, &error))?;
        // The same setting as when a store is opened.
        let checked = connection.pragma_update(None, "foreign_keys", true);
        checked.map_err(|error| OpenError::of_rusqlite(path, &error))?;
        // A restored backup has no write-ahead log yet. Without one, an upgrade that ends early would leave changed pages in the
        // file, and the next start would take it for damaged.
        let logged = connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()));
        logged.map_err(|error| OpenError::of_rusqlite(path, &error))?;
        Ok(Some(connection))
    }
}

/// Returns the migrations that the databases of a folder lack, in the order in which they are applied.
pub fn missing_steps(dir: &Path) -> Result<Vec<Step>, OpenError> {
    let mut missing = missing_in_metadata(&dir.join(METADATA_FILE))?;
    let path = dir.join(EVENTS_FILE);
    if let Some(connection) = open_to_look(&path)? {
        let done = sqlite::layout_of(&connection, &path)?;
        let all = sqlite::step_names().zip(1_i64..);
        let lacked = all.filter(|(_, number)| done > 0 && *number > done);
        missing.extend(lacked.map(|(name, number)| Step { file: EVENTS_FILE, number, name: name.to_owned() }));
    }
    Ok(missing)
}

/// Writes a complete copy of each database of a folder, which must not be open here, to a file that must not exist. For
/// a missing database it writes an empty file. Other processes may continue in the meantime.
pub fn copy_databases(dir: &Path, metadata: &Path, events: &Path) -> askline_app::ports::StoreResult<()> {
    // Events first, as in every backup: a site that is created in between has no events.
    for (file, target) in [(EVENTS_FILE, events), (METADATA_FILE, metadata)] {
        let source = dir.join(file);
        if holds_something(&source) {
            copy_database(&source, target)?;
        } else {
            crate::private_file::new_for_copy(target)?;
        }
    }
    Ok(())
}

/// Whether a file has content. One without content is treated as new.
fn holds_something(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| metadata.len() > 0)
}

/// Opens a file with content. If it cannot be opened, that is left to the opening of the store, which reports it.
fn open_to_look(path: &Path) -> Result<Option<Connection>, OpenError> {
    if !holds_something(path) {
        return Ok(None);
    }
    match open_existing(path) {
        Ok(connection) => Ok(Some(connection)),
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::CannotOpen) => Ok(None),
        Err(error) => Err(OpenError::of_rusqlite(path, &error)),
    }
}

fn begin(connection: &mut Connection) -> rusqlite::Result<Transaction<'_>> {
    connection.transaction_with_behavior(TransactionBehavior::Immediate)
}

fn missing_in_metadata(path: &Path) -> Result<Vec<Step>, OpenError> {
    let failed = |error: rusqlite::Error| OpenError::of_rusqlite(path, &error);
    let Some(connection) = open_to_look(path)? else { return Ok(Vec::new()) };
    if !is_ours(&connection).map_err(failed)? {
        return Err(OpenError::NotAskline { path: path.to_owned() });
    }
    let applied = applied_steps(&connection).map_err(failed)?;
    let Some((found, _)) = applied.last() else { return Ok(Vec::new()) };
    let (found, known) = (*found, last_step());
    if found > known {
        return Err(OpenError::NewerThanBinary { path: path.to_owned(), found, known });
    }
    let mut missing = Vec::new();
    for step in MIGRATIONS.iter() {
        match applied.iter().find(|(number, _)| *number == step.version) {
            Some((_, checksum)) if *checksum == *step.checksum => {}
            Some(_) => {
                let reason = format!("step {} of its layout was altered", step.version);
                return Err(OpenError::Corrupt { path: path.to_owned(), reason });
            }
            None => {
                let name = step.description.to_string();
                missing.push(Step { file: METADATA_FILE, number: step.version, name });
            }
        }
    }
    Ok(missing)
}

/// Runs the migration and records it, as opening the store would.
fn apply_one(transaction: &Transaction<'_>, step: &Step) -> rusqlite::Result<()> {
    if step.file == EVENTS_FILE {
        return sqlite::apply_step(transaction, step.number);
    }
    let Some(migration) = MIGRATIONS.iter().find(|migration| migration.version == step.number) else {
        return Ok(());
    };
    let began = Instant::now();
    transaction.execute_batch(migration.sql.as_str())?;
    let nanoseconds = i64::try_from(began.elapsed().as_nanos()).unwrap_or(i64::MAX);
    transaction.execute(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (?1, ?2, TRUE, ?3, ?4)",
        params![step.number, &*migration.description, &*migration.checksum, nanoseconds],
    )?;
    Ok(())
}
