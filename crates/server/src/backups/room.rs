//! Checks whether a disk has space for a copy of a data folder.

use std::path::Path;

use crate::{
    data_folder::{STORE_FILES, reason},
    disk_space::{MIN_FREE_BYTES, Room},
};

/// Fails if the disk of `folder` has no space for `bytes`; the error says how much is needed.
pub(crate) fn check_room(folder: &Path, bytes: u64) -> Result<(), String> {
    let room = Room::of(folder).map_err(|error| reason(&error))?;
    let needed = bytes + MIN_FREE_BYTES;
    if room.free >= needed {
        return Ok(());
    }
    let needed = needed.div_ceil(1024 * 1024);
    Err(format!("{needed} MiB are needed on the disk of {}, but only {}", folder.display(), room.text()))
}

/// Bytes of both databases, including changes that are not yet written back to them.
pub(crate) fn bytes_of_databases(folder: &Path) -> u64 {
    let files = STORE_FILES.iter().flat_map(|name| [(*name).to_owned(), format!("{name}-wal")]);
    files.filter_map(|name| folder.join(name).metadata().ok()).map(|metadata| metadata.len()).sum()
}
