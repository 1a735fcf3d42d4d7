//! One file of a log: the current one, or one that it was rotated to.
//!
//! Also finds a file again after a restart.

use std::{
    fs::{self, File},
    io,
    os::unix::fs::{FileExt as _, MetadataExt as _},
    path::{Path, PathBuf},
};

use sha2::{Digest as _, Sha256};

use super::position::Position;
use crate::commands::logs::import::hex;

/// The number of first bytes by which a file is recognized.
const HEAD_BYTES: u64 = 256;

/// An open file and how far it was sent.
pub struct LogFile {
    file: File,
    pub position: Position,
}

impl LogFile {
    /// Opens the file at `path` at its beginning; `None` if it does not exist.
    pub fn open(path: &Path) -> io::Result<Option<Self>> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(io::Error::other("it is no file"));
        }
        let position = Position {
            file: (metadata.dev(), metadata.ino()),
            offset: 0,
            head: (0, digest(b"")),
            heading: String::new(),
            pending: None,
        };
        Ok(Some(Self { file, position }))
    }

    /// Finds the file of a stored position: the log itself, or a file beside it whose name begins with the log's. `None` if it was deleted,
    /// packed, or begins with other bytes.
    pub fn find(log: &Path, position: &Position) -> Option<Self> {
        let folder = log.parent()?;
        let name = log.file_name()?.to_string_lossy().into_owned();
        let beside = fs::read_dir(folder).ok()?.filter_map(Result::ok);
        let rotated = beside.filter(|entry| entry.file_name().to_string_lossy().starts_with(&name));
        let candidates = std::iter::once(log.to_owned()).chain(rotated.map(|entry| entry.path()));
        let is_it =
            |path: &PathBuf| fs::metadata(path).is_ok_and(|metadata| (metadata.dev(), metadata.ino()) == position.file);
        let path = candidates.into_iter().find(is_it)?;
        let file = Self { file: File::open(path).ok()?, position: position.clone() };
        (!file.was_replaced().ok()?).then_some(file)
    }

    /// Its size.
    pub fn size(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.size())
    }

    /// Whether its content was replaced: it is shorter than what was sent, or begins with other bytes.
    pub fn was_replaced(&self) -> io::Result<bool> {
        let (length, head) = &self.position.head;
        let end = self.position.pending.as_ref().map_or(self.position.offset, |pending| pending.end);
        Ok(self.size()? < end
            || self.read(0, *length)?.len() as u64 != *length
            || digest(&self.read(0, *length)?) != *head)
    }

    /// Begins again at its first byte.
    pub fn start_again(&mut self) {
        self.position = Position {
            offset: 0,
            head: (0, digest(b"")),
            heading: String::new(),
            pending: None,
            ..self.position.clone()
        };
    }

    /// Notes the bytes by which it is recognized, as soon as it has them.
    pub fn note_head(&mut self) -> io::Result<()> {
        if self.position.head.0 < HEAD_BYTES {
            let head = self.read(0, self.position.offset.min(HEAD_BYTES))?;
            self.position.head = (head.len() as u64, digest(&head));
        }
        Ok(())
    }

    /// Reads up to `most` bytes at an offset.
    pub fn read(&self, offset: u64, most: u64) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; usize::try_from(most).unwrap_or(usize::MAX)];
        let mut read = 0;
        while read < bytes.len() {
            match self.file.read_at(&mut bytes[read..], offset + read as u64) {
                Ok(0) => break,
                Ok(some) => read += some,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        bytes.truncate(read);
        Ok(bytes)
    }
}

fn digest(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}
