//! Files that nobody but their owner may read, whatever the umask says: they hold what customers and readers did.

use std::{
    fs::{File, OpenOptions},
    io,
    path::Path,
};

/// How a private file is made.
pub(crate) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Makes an empty file for SQLite, which would make one that everybody may read. What it puts beside the file gets the
/// rights of the file. One that is there is not even opened: closing it would give up SQLite's own locks on it.
/// Whatever fails here fails again, and is told of, when SQLite opens the file.
pub(crate) fn prepare_for_sqlite(path: &Path) {
    let _ = private().write(true).create_new(true).open(path);
}

/// A file to be locked, made if it is missing.
pub(crate) fn lock_file(path: &Path) -> io::Result<File> {
    private().create(true).truncate(false).write(true).open(path)
}
