//! Checks that the files of a data folder belong together, and changes none.
//!
//! A folder with only a part of an instance must never be opened: opening creates what is missing, so that a new, empty
//! database would take the place of a lost one.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use rusqlite::{Connection, OpenFlags, OptionalExtension as _};

use crate::{
    events::sqlite::{APPLICATION_ID as EVENTS_ID, EVENTS_FILE},
    metadata::sqlite::opening::{APPLICATION_ID as METADATA_ID, METADATA_FILE},
    sealing::{KEY_BYTES, SEALING_KEY_FILE},
};

/// The end of the name of SQLite's write-ahead log.
const LOG: &str = "-wal";

/// Why the files of a data folder cannot be used. Each is one sentence about the folder, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FolderFault {
    /// A database is missing, empty or unreadable, or belongs to another program.
    #[error("the data folder {} holds only a part of an instance: {faults}. {}", folder.display(), WhatToDo(folder))]
    Incomplete {
        /// The folder.
        folder: PathBuf,
        /// What is wrong with each file.
        faults: String,
    },
    /// The databases are of two instances.
    #[error(
        "{METADATA_FILE} and {EVENTS_FILE} in the data folder {} belong to different instances. {}",
        folder.display(),
        WhatToDo(folder)
    )]
    TwoInstances {
        /// The folder.
        folder: PathBuf,
    },
    /// The key that encrypts secrets is cut off, or is something else.
    #[error(
        "{} has {bytes} bytes, and a key has {KEY_BYTES}. Nothing was changed. Copy the key from where you keep it. If it is lost, \
         delete the file: each webhook then needs its URL and a new secret.",
        file.display()
    )]
    BrokenKey {
        /// The file.
        file: PathBuf,
        /// Its size.
        bytes: u64,
    },
}

struct WhatToDo<'f>(&'f Path);

impl fmt::Display for WhatToDo<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Nothing was changed. Put the files of one instance back, each database with its {LOG} file if there is one, or restore a \
             backup: askline restore BACKUP --data {} --force",
            self.0.display()
        )
    }
}

/// What is known of a database without opening it for writing.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Found {
    Missing,
    /// Without content, or without tables.
    Empty,
    /// Unusable, and why.
    Broken(String),
    Database(Contents),
}

/// What a database says about its instance.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Contents {
    instance: Option<String>,
    /// Whether the other database is known to have the same id. Only the metadata records that.
    is_paired: bool,
    /// Whether there is an organization or an account. Only the metadata has them.
    is_used: bool,
}

/// Which of the two databases a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Metadata,
    Events,
}

impl Kind {
    const fn file(self) -> &'static str {
        match self {
            Kind::Metadata => METADATA_FILE,
            Kind::Events => EVENTS_FILE,
        }
    }

    const fn application(self) -> i64 {
        match self {
            Kind::Metadata => METADATA_ID,
            Kind::Events => EVENTS_ID,
        }
    }
}

/// Checks that a folder holds a whole instance, or none, or one whose first start was interrupted before it stored
/// anything. Reads both databases, and neither creates nor changes a file.
///
/// Databases that an earlier release wrote have no id of their instance until they are opened. Two such files of
/// different instances are not told apart.
pub fn check_folder(folder: &Path) -> Result<(), FolderFault> {
    check_key(folder)?;
    let (metadata, events) = (look(folder, Kind::Metadata), look(folder, Kind::Events));
    let has_key = folder.join(SEALING_KEY_FILE).exists();
    let incomplete = |faults: String| Err(FolderFault::Incomplete { folder: folder.to_owned(), faults });
    match (&metadata, &events) {
        (Found::Missing, Found::Missing) => {
            let logs = [Kind::Metadata, Kind::Events].into_iter().filter(|kind| has_log(folder, *kind));
            let left = logs.map(|kind| format!("{}{LOG}", kind.file())).chain(has_key.then(|| SEALING_KEY_FILE.into()));
            match left.collect::<Vec<_>>().join(" and ") {
                left if left.is_empty() => Ok(()),
                left => incomplete(format!("there is {left}, but {METADATA_FILE} and {EVENTS_FILE} are missing")),
            }
        }
        // The metadata is created first, and nothing else is stored before the events exist as well.
        (Found::Empty, Found::Missing) if is_first_start(folder, has_key) => Ok(()),
        (Found::Database(contents), Found::Missing | Found::Empty)
            // An empty file with a log has no commit in it, but a missing one may have had.
            if contents.instance.is_none()
                && !contents.is_used
                && (events == Found::Empty || !has_log(folder, Kind::Events)) =>
        {
            Ok(())
        }
        (Found::Database(metadata), Found::Database(events)) => check_ids(folder, metadata, events),
        _ => incomplete(faults(&[(Kind::Metadata, &metadata), (Kind::Events, &events)])),
    }
}

/// Whether no server has run on a folder. A server writes its address as soon as both databases exist.
fn is_first_start(folder: &Path, has_key: bool) -> bool {
    const ADDRESS_FILE: &str = "address.json";
    !has_key && !folder.join(ADDRESS_FILE).exists()
}

fn check_ids(folder: &Path, metadata: &Contents, events: &Contents) -> Result<(), FolderFault> {
    let is_same = match (&metadata.instance, &events.instance) {
        (Some(one), Some(other)) => one == other,
        // The metadata gets its id first, and is marked as paired when the events have it too.
        (Some(_), None) => !metadata.is_paired,
        (None, Some(_)) => false,
        (None, None) => true,
    };
    if is_same { Ok(()) } else { Err(FolderFault::TwoInstances { folder: folder.to_owned() }) }
}

fn check_key(folder: &Path) -> Result<(), FolderFault> {
    let file = folder.join(SEALING_KEY_FILE);
    match file.metadata().map(|metadata| metadata.len()) {
        Ok(bytes) if bytes != KEY_BYTES as u64 => Err(FolderFault::BrokenKey { file, bytes }),
        _ => Ok(()),
    }
}

fn faults(files: &[(Kind, &Found)]) -> String {
    let texts = files.iter().filter_map(|(kind, found)| {
        let fault = match found {
            Found::Missing => "is missing",
            Found::Empty => "is empty",
            Found::Broken(why) => why,
            Found::Database(_) => return None,
        };
        Some(format!("{} {fault}", kind.file()))
    });
    texts.collect::<Vec<_>>().join(", and ")
}

fn has_log(folder: &Path, kind: Kind) -> bool {
    folder.join(format!("{}{LOG}", kind.file())).metadata().is_ok_and(|metadata| metadata.len() > 0)
}

/// Looks at a database. Its main file has the id of the instance as soon as it is paired. Only if that is not enough is
/// its write-ahead log read as well, for which SQLite may add the file of its shared memory.
fn look(folder: &Path, kind: Kind) -> Found {
    let path = folder.join(kind.file());
    let bytes = match path.metadata() {
        Ok(metadata) => metadata.len(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Found::Missing,
        // The opening of the store reports why.
        Err(_) => return Found::Database(Contents::default()),
    };
    let has_log = has_log(folder, kind);
    if bytes == 0 {
        return if has_log { Found::Broken(format!("is empty, but has a {LOG} file")) } else { Found::Empty };
    }
    let alone = read(&path, kind, true, (!has_log).then_some(bytes));
    match alone {
        Ok(Found::Database(Contents { instance: Some(_), .. })) => return alone.unwrap_or(Found::Empty),
        _ if has_log => {}
        Ok(found) => return found,
        Err(error) => return broken(&error),
    }
    read(&path, kind, false, None).unwrap_or_else(|error| broken(&error))
}

/// What an error of SQLite says about a file.
fn broken(error: &rusqlite::Error) -> Found {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::NotADatabase) => Found::Broken("is not a database".into()),
        Some(rusqlite::ErrorCode::DatabaseCorrupt) => Found::Broken("is cut off or damaged".into()),
        // The file may be locked or closed to this user, which is no fault of its content: the opening of the store
        // reports it.
        _ => Found::Database(Contents::default()),
    }
}

/// Reads what a database says about itself. `is_alone`: without its log, and without any lock or further file. `bytes`:
/// the size of the file, if it must hold all pages.
fn read(path: &Path, kind: Kind, is_alone: bool, bytes: Option<u64>) -> rusqlite::Result<Found> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(address_of(path, is_alone), flags)?;
    let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    let (application, objects) = (number("PRAGMA application_id")?, number("SELECT count(*) FROM sqlite_schema")?);
    let is_ours = application == kind.application();
    if objects == 0 && (is_ours || application == 0) {
        return Ok(Found::Empty);
    }
    if !is_ours {
        let what = if kind == Kind::Metadata { "metadata" } else { "events" };
        return Ok(Found::Broken(format!("is another program's database, or not the one with the {what}")));
    }
    let (pages, page_bytes) = (number("PRAGMA page_count")?, number("PRAGMA page_size")?);
    if bytes.is_some_and(|bytes| i64::try_from(bytes).is_ok_and(|bytes| bytes < pages.saturating_mul(page_bytes))) {
        return Ok(Found::Broken("is cut off or damaged".into()));
    }
    contents(&connection, kind).map(Found::Database)
}

fn contents(connection: &Connection, kind: Kind) -> rusqlite::Result<Contents> {
    let has = |table: &str| {
        let sql = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1)";
        connection.query_row(sql, [table], |row| row.get::<_, bool>(0))
    };
    let holds = |table: &str| {
        if has(table)? {
            connection.query_row(&format!("SELECT EXISTS (SELECT 1 FROM {table})"), [], |row| row.get::<_, bool>(0))
        } else {
            Ok(false)
        }
    };
    let mut contents = Contents::default();
    if has("instance")? {
        let is_paired = if kind == Kind::Metadata { "is_paired" } else { "TRUE" };
        let sql = format!("SELECT id, {is_paired} FROM instance");
        let row = connection.query_row(&sql, [], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
        if let Some((id, is_paired)) = row {
            (contents.instance, contents.is_paired) = (Some(id), is_paired);
        }
    }
    if kind == Kind::Metadata {
        contents.is_used = holds("organizations")? || holds("users")?;
    }
    Ok(contents)
}

/// The address of a file for SQLite, in which some characters have a meaning.
fn address_of(path: &Path, is_alone: bool) -> String {
    let escaped = path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    // `immutable`: SQLite reads the file as it is, without a lock, its log, or a file of its own.
    format!("file:{escaped}?mode=ro{}", if is_alone { "&immutable=1" } else { "" })
}

#[cfg(test)]
mod tests;
