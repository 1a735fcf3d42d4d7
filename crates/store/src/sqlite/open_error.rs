//! Why a database file could not be opened, for the metadata and the event database.
//!
//! Each variant is a sentence for the operator: it names the file and, where possible, what to do.

use std::path::{Path, PathBuf};

/// Why a database file could not be opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// The file belongs to another program; it was not changed.
    #[error("{} is not an Askline database; it was left as it is. Choose another data folder.", path.display())]
    NotAskline {
        /// The file.
        path: PathBuf,
    },
    /// A newer release has changed the file's layout.
    #[error(
        "{} was written by a newer release (layout {found}, this one knows up to {known}). \
         Start that release again, or restore a backup made before it.",
        path.display()
    )]
    NewerThanBinary {
        /// The file.
        path: PathBuf,
        /// The last migration that was applied to the file.
        found: i64,
        /// The last migration of this release.
        known: i64,
    },
    /// A move that fills the file has not ended.
    #[error(
        "{} is being filled by askline migrate-store, which has not ended. Run that command again to finish, or delete the folder.",
        path.display()
    )]
    UnfinishedMove {
        /// The file.
        path: PathBuf,
    },
    /// The file or its folder cannot be written to.
    #[error("{} cannot be written: the file, its folder or its disk is read-only for this user.", path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// The disk has no space left.
    #[error("{} cannot be written: its disk is full. Free space on it, and start again.", path.display())]
    DiskFull {
        /// The file.
        path: PathBuf,
    },
    /// Any other failure, such as a refusal of the operating system.
    #[error("{} cannot be opened: {reason}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error message.
        reason: String,
    },
    /// The file is damaged, or its layout differs from its migrations.
    #[error("{} is damaged: {reason}. Restore a backup.", path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What was found.
        reason: String,
    },
}

impl OpenError {
    /// Returns what an error of SQLite means for the file at `path`, from its result code and message.
    pub(crate) fn of_sqlite(path: &Path, code: i32, reason: String) -> Self {
        let path = path.to_owned();
        // The low byte is the primary code: https://www.sqlite.org/rescode.html
        match code & 0xff {
            rusqlite::ffi::SQLITE_READONLY | rusqlite::ffi::SQLITE_PERM => Self::ReadOnly { path },
            rusqlite::ffi::SQLITE_FULL => Self::DiskFull { path },
            // The shared memory of the write-ahead log has no room.
            _ if code == rusqlite::ffi::SQLITE_IOERR_SHMSIZE => Self::DiskFull { path },
            rusqlite::ffi::SQLITE_NOTADB => Self::NotAskline { path },
            rusqlite::ffi::SQLITE_CORRUPT => Self::Corrupt { path, reason },
            rusqlite::ffi::SQLITE_CANTOPEN if is_write_protected(&path) => Self::ReadOnly { path },
            _ => Self::Io { path, reason },
        }
    }

    /// Returns what an error of rusqlite means for the file at `path`.
    pub(crate) fn of_rusqlite(path: &Path, error: &rusqlite::Error) -> Self {
        let code = error.sqlite_error().map_or(rusqlite::ffi::SQLITE_ERROR, |e| e.extended_code);
        Self::of_sqlite(path, code, error.to_string())
    }

    /// Returns what an error of the operating system means for the file at `path`.
    pub(crate) fn of_io(path: &Path, error: &std::io::Error) -> Self {
        use std::io::ErrorKind;
        match error.kind() {
            ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied => Self::ReadOnly { path: path.to_owned() },
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Self::DiskFull { path: path.to_owned() },
            _ => Self::Io { path: path.to_owned(), reason: error.to_string() },
        }
    }
}

/// Whether no file can be created beside the file, which SQLite reports as "unable to open".
fn is_write_protected(path: &Path) -> bool {
    use std::io::ErrorKind;
    let probe = path.with_extension(format!("probe-{}", std::process::id()));
    match std::fs::File::create_new(&probe) {
        Ok(_) => {
            // If it cannot be removed, it is only an empty file.
            let _ = std::fs::remove_file(&probe);
            false
        }
        Err(error) => matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem),
    }
}
