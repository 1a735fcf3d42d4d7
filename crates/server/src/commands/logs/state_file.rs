//! A file of the state folder, which is replaced as a whole.

use std::{
    fs::{self, File, TryLockError},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use serde::{Serialize, de::DeserializeOwned};

use super::{destination::Destination, digest::digest};
use crate::failure::Failure;

/// What is remembered about one thing that is sent to one destination.
pub struct StateFile {
    path: PathBuf,
    /// Locked, so that no two programs send the same.
    _lock: File,
}

impl StateFile {
    /// Opens the file for what is sent, such as the path of a log, and reads it. Each address and each token has its own file: two sources
    /// count the same log on their own.
    pub fn open<T: Default + DeserializeOwned>(
        folder: &Path,
        what: &str,
        destination: &Destination,
    ) -> Result<(Self, T), Failure> {
        let failed = |path: &Path, error: &dyn std::fmt::Display| {
            Failure::failed(format!("{} cannot be used: {error}; --state names another folder", path.display()))
        };
        fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
        let name = digest(format!("{what}\0{}", destination.key).as_bytes());
        let path = folder.join(format!("{}.json", &name[..24]));
        let lock_path = path.with_extension("lock");
        let lock = File::create(&lock_path).map_err(|error| failed(&lock_path, &error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Failure::failed(format!("another program already sends {what} to {}", destination.to)));
            }
            Err(TryLockError::Error(error)) => return Err(failed(&lock_path, &error)),
        }
        let stored = match fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| failed(&path, &error))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => T::default(),
            Err(error) => return Err(failed(&path, &error)),
        };
        Ok((Self { path, _lock: lock }, stored))
    }

    /// Stores it: after this returns, a crash does not lose it.
    pub fn store(&self, value: &impl Serialize) -> Result<(), Failure> {
        let failed = |error: io::Error| {
            Failure::failed(format!("{} cannot be written: {error}; nothing more is sent", self.path.display()))
        };
        let next = self.path.with_extension("next");
        let bytes = serde_json::to_vec(value).map_err(|error| failed(error.into()))?;
        let mut file = File::create(&next).map_err(failed)?;
        file.write_all(&bytes).map_err(failed)?;
        file.sync_all().map_err(failed)?;
        fs::rename(&next, &self.path).map_err(failed)?;
        let folder = self.path.parent().unwrap_or(Path::new("."));
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed)
    }
}
