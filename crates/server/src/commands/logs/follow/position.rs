//! How far each log was sent, in a file.
//!
//! It is replaced as a whole before and after each batch.
//! A batch that may have arrived is named in the file before it is sent. After a crash the same bytes are sent with the same name,
//! so the service counts them once.

use std::{
    fs::{self, File, TryLockError},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::{commands::logs::import::hex, failure::Failure};

/// How far one file was sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The device and the inode of the file.
    pub file: (u64, u64),
    /// The bytes that are counted.
    pub offset: u64,
    /// SHA-256 of its first bytes, and of how many: another file may get the inode.
    pub head: (u64, String),
    /// The latest `#Fields:` line before the offset.
    pub heading: String,
    /// The batch that follows the offset, if it may have been sent.
    pub pending: Option<Pending>,
}

/// A batch that may have been sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    /// Its name.
    pub name: String,
    /// Its end in the file.
    pub end: u64,
}

/// The positions in a log and in the files that it was rotated to.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Positions {
    /// The files that may get more lines, the oldest first.
    pub files: Vec<Position>,
}

/// The file with the positions of a log.
pub struct PositionFile {
    path: PathBuf,
    /// Locked, so that no two programs send the same log.
    _lock: File,
}

impl PositionFile {
    /// Opens the file for a log and a destination, and reads it.
    pub fn open(folder: &Path, log: &Path, to: &str) -> Result<(Self, Positions), Failure> {
        let failed = |path: &Path, error: &dyn std::fmt::Display| {
            Failure::failed(format!("{} cannot be used: {error}", path.display()))
        };
        fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
        let digest = Sha256::digest(format!("{}\0{to}", log.display()));
        let path = folder.join(format!("{}.json", &hex(&digest)[..24]));
        let lock_path = path.with_extension("lock");
        let lock = File::create(&lock_path).map_err(|error| failed(&lock_path, &error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Failure::failed(format!("another program already sends {} to {to}", log.display())));
            }
            Err(TryLockError::Error(error)) => return Err(failed(&lock_path, &error)),
        }
        let positions = match fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| failed(&path, &error))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Positions::default(),
            Err(error) => return Err(failed(&path, &error)),
        };
        Ok((Self { path, _lock: lock }, positions))
    }

    /// Stores the positions: after this returns, a crash does not lose them.
    pub fn store(&self, positions: &Positions) -> Result<(), Failure> {
        let failed = |error: io::Error| {
            Failure::failed(format!("{} cannot be written: {error}; nothing more is sent", self.path.display()))
        };
        let next = self.path.with_extension("next");
        let mut file = File::create(&next).map_err(failed)?;
        file.write_all(&serde_json::to_vec(positions).unwrap_or_default()).map_err(failed)?;
        file.sync_all().map_err(failed)?;
        fs::rename(&next, &self.path).map_err(failed)?;
        let folder = self.path.parent().unwrap_or(Path::new("."));
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed)
    }
}
