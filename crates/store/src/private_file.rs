//! Files that only their owner may read, whatever the umask is.
//!
//! They hold the data of customers and readers.

use std::{
    fs::{File, OpenOptions},
    io,
    path::Path,
};

use askline_app::ports::{StoreError, StoreResult};

/// How a private file is made.
pub(crate) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Makes an empty file for SQLite, which would make one that everyone may read. The files that it adds get the
/// rights of this one. An existing file is not even opened: closing it would drop SQLite's own locks on it.
/// A failure here happens again, and is reported, when SQLite opens the file.
pub(crate) fn prepare_for_sqlite(path: &Path) {
    let _ = private().write(true).create_new(true).open(path);
}

/// Makes the empty file that a copy of a database goes into; an existing file is never overwritten.
pub(crate) fn new_for_copy(path: &Path) -> StoreResult<&str> {
    let name = path.to_str().ok_or_else(|| StoreError::Internal("the name of the copy is not UTF-8".into()))?;
    match private().write(true).create_new(true).open(path) {
        Ok(_) => Ok(name),
        Err(error) => Err(StoreError::Unavailable(format!("{name} cannot be made: {error}"))),
    }
}

/// A file to be locked, made if it is missing.
pub(crate) fn lock_file(path: &Path) -> io::Result<File> {
    private().create(true).truncate(false).write(true).open(path)
}
