//! Records the unfinished upload of a backup in the data folder. The service that provides the bucket stores the
//! uploaded parts, and charges for them, until they are removed.

use std::{fs, io, path::Path};

use serde::{Deserialize, Serialize};

use crate::{data_folder::replace_file, scheduled_backups::fault::Fault};

/// The file in the data folder.
const UNFINISHED_FILE: &str = "unfinished_backup.json";
/// The maximum size of the file in bytes; a larger one is ignored.
const MAX_BYTES: u64 = 64 * 1_024;

/// An upload that has started, and whose backup is not verified yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Unfinished {
    /// The bucket and the prefix.
    pub place: String,
    /// The name of the backup.
    pub name: String,
    /// The id of the upload, which the service assigned.
    pub upload: String,
}

impl Unfinished {
    /// Reads the record; `None` if there is no readable one.
    pub fn read(data: &Path) -> Option<Self> {
        let file = data.join(UNFINISHED_FILE);
        let is_small = file.metadata().is_ok_and(|file| file.len() <= MAX_BYTES);
        let text = if is_small { fs::read(&file).ok() } else { None };
        text.and_then(|text| serde_json::from_slice(&text).ok())
    }

    /// Stores the record.
    pub fn write(&self, data: &Path) -> Result<(), Fault> {
        let written = replace_file(data, UNFINISHED_FILE, |file| {
            serde_json::to_writer(&mut *file, self)?;
            file.sync_all()
        });
        written.map_err(|error| cannot(data, &error))
    }

    /// Deletes the record: no upload is unfinished any more.
    pub fn forget(data: &Path) -> Result<(), Fault> {
        match fs::remove_file(data.join(UNFINISHED_FILE)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(cannot(data, &error)),
            _ => Ok(()),
        }
    }
}

fn cannot(data: &Path, error: &io::Error) -> Fault {
    Fault::of_io(&data.join(UNFINISHED_FILE).display(), error)
}
