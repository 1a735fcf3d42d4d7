//! Files that only their owner may read, whatever the umask is.
//!
//! They contain data of customers and readers.

use std::{
    fs::{File, OpenOptions},
    io,
    path::Path,
};

use askline_app::ports::{StoreError, StoreResult};

use crate::folder_owner::give_file;

/// Options for creating a private file.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Creates an empty file for SQLite, which would create one that everyone may read. The files that SQLite adds get the
/// permissions of this one. An existing file is not even opened: closing it would drop SQLite's own locks on it. A
/// failure here is repeated, and reported, when SQLite opens the file.
pub(crate) fn prepare_for_sqlite(path: &Path) {
    let _ = new_private(path);
}

/// Creates a file that must not exist yet, and that only the owner of its folder may read.
pub(crate) fn new_private(path: &Path) -> io::Result<File> {
    let file = private().write(true).create_new(true).open(path)?;
    give_file(&file, path);
    Ok(file)
}

/// Creates the empty file for a copy of a database; an existing file is never overwritten.
pub(crate) fn new_for_copy(path: &Path) -> StoreResult<&str> {
    let name = path.to_str().ok_or_else(|| StoreError::Internal("the name of the copy is not UTF-8".into()))?;
    match new_private(path) {
        Ok(_) => Ok(name),
        Err(error) => Err(StoreError::Unavailable(format!("{name} cannot be created: {error}"))),
    }
}

/// Opens a file to be locked; creates it if it is missing.
pub(crate) fn lock_file(path: &Path) -> io::Result<File> {
    match new_private(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => private().write(true).open(path),
        created => created,
    }
}
