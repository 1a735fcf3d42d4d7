//! One file of a log: the current one, or one that it was rotated to.
//!
//! Also finds a file again after a restart.

use std::{
    fs::{self, File},
    io,
    os::unix::fs::{DirEntryExt as _, FileExt as _, MetadataExt as _},
    path::Path,
    time::{Duration, SystemTime},
};

use super::{position::Position, rotations::is_rotation};
use crate::commands::logs::digest::digest;

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
            size: 0,
            head: (0, digest(b"")),
            heading: String::new(),
            pending: None,
        };
        let mut opened = Self { file, position };
        opened.note_head()?;
        Ok(Some(opened))
    }

    /// Finds the file of a stored position: the log itself, or any file beside it, under whatever name. `None` if it was deleted, packed,
    /// or begins with other bytes. A file that was empty is known by its name only.
    pub fn find(log: &Path, position: &Position) -> Option<Self> {
        let beside = fs::read_dir(log.parent()?).ok()?.filter_map(Result::ok);
        let same_inode = beside.filter(|entry| entry.ino() == position.file.1).map(|entry| entry.path());
        let is_it = |path: &Path| {
            (position.head.0 > 0 || path == log || is_rotation(log, path))
                && fs::metadata(path).is_ok_and(|metadata| (metadata.dev(), metadata.ino()) == position.file)
        };
        // The log may be a link, whose own inode is another.
        let path = std::iter::once(log.to_owned()).chain(same_inode).find(|path| is_it(path))?;
        let file = Self { file: File::open(path).ok()?, position: position.clone() };
        (!file.was_replaced().ok()?).then_some(file)
    }

    /// Whether it is the file of a position.
    pub fn is_of(&self, position: &Position) -> io::Result<bool> {
        Ok(self.position.file == position.file && self.begins_with(&position.head)?)
    }

    /// When it was last written to.
    pub fn written(&self) -> io::Result<SystemTime> {
        self.file.metadata()?.modified()
    }

    /// Whether it was neither written to nor renamed for this long.
    pub fn is_unchanged_for(&self, time: Duration) -> io::Result<bool> {
        let metadata = self.file.metadata()?;
        let (seconds, nanoseconds) = (metadata.ctime(), metadata.ctime_nsec());
        let changed = Duration::new(u64::try_from(seconds).unwrap_or(0), u32::try_from(nanoseconds).unwrap_or(0));
        Ok(SystemTime::UNIX_EPOCH + changed + time <= SystemTime::now())
    }

    /// Its size.
    pub fn size(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.size())
    }

    /// Whether its content was replaced: it is shorter than what was sent, or begins with other bytes.
    pub fn was_replaced(&self) -> io::Result<bool> {
        let end = self.position.pending.as_ref().map_or(self.position.offset, |pending| pending.end);
        Ok(self.size()? < end || !self.begins_with(&self.position.head)?)
    }

    fn begins_with(&self, (length, head): &(u64, String)) -> io::Result<bool> {
        let bytes = self.read(0, *length)?;
        Ok(bytes.len() as u64 == *length && digest(&bytes) == *head)
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
            let head = self.read(0, HEAD_BYTES)?;
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
