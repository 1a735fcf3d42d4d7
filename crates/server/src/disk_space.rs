//! Free space on the disk of the data folder, and warnings when it runs low.

use std::{
    io,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use metrics::gauge;

const MIB: u64 = 1024 * 1024;
/// The operator is warned if less than this share of the disk is free, in percent.
const LOW_PERCENT: u64 = 10;
/// If less than this is free, changes are expected to fail, since the stores write into their logs before anything else.
pub const MIN_FREE_BYTES: u64 = 16 * MIB;

/// Free space on a disk, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// The number of bytes that this process may still write.
    pub free: u64,
    /// The size of the disk.
    pub total: u64,
}

/// What the free space means for the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// There is enough.
    Enough,
    /// Less than a tenth of the disk is free.
    Low,
    /// Events and changes are refused.
    Full,
}

impl Room {
    /// The free space on the disk of a folder.
    pub fn of(folder: &Path) -> io::Result<Self> {
        let disk = fs4::statvfs(folder)?;
        Ok(Self { free: disk.available_space(), total: disk.total_space() })
    }

    /// The level of this free space.
    pub const fn level(self) -> Level {
        if self.free < MIN_FREE_BYTES {
            Level::Full
        } else if self.free < self.total / 100 * LOW_PERCENT {
            Level::Low
        } else {
            Level::Enough
        }
    }

    /// The free space in words.
    pub fn text(self) -> String {
        format!("{} of {} MiB are free", self.free / MIB, self.total / MIB)
    }
}

/// Checks the free space on the disk of a data folder.
#[derive(Debug)]
pub struct DiskWatch {
    folder: PathBuf,
    seen: Mutex<Option<Room>>,
}

impl DiskWatch {
    /// Creates a watch that has not checked yet.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, seen: Mutex::default() }
    }

    /// Checks the disk, sets the metrics, and logs if the level has changed since the last check. Blocks as long as the disk
    /// does.
    pub fn look(&self) {
        let room = match Room::of(&self.folder) {
            Ok(room) => room,
            Err(error) => return tracing::debug!(%error, "The free space on the disk could not be read"),
        };
        gauge!("askline_data_free_bytes").set(room.free as f64);
        gauge!("askline_data_disk_bytes").set(room.total as f64);
        let before = self.seen.lock().unwrap_or_else(PoisonError::into_inner).replace(room);
        let before = before.map_or(Level::Enough, Room::level);
        let (free_mib, disk_mib) = (room.free / MIB, room.total / MIB);
        match room.level() {
            level if level == before => {}
            Level::Full => tracing::error!(
                free_mib,
                disk_mib,
                "The disk of the data folder is full: events and changes are refused until there is room"
            ),
            Level::Low if before == Level::Enough => tracing::warn!(
                free_mib,
                disk_mib,
                "Less than {LOW_PERCENT}% of the data folder's disk is free; when it is full, events and changes are refused"
            ),
            Level::Low => tracing::warn!(free_mib, disk_mib, "The disk of the data folder has some room again"),
            Level::Enough => tracing::info!(free_mib, disk_mib, "The disk of the data folder has enough room again"),
        }
    }

    /// The problem that the last check found, if any.
    pub fn worry(&self) -> Option<String> {
        let room = (*self.seen.lock().unwrap_or_else(PoisonError::into_inner))?;
        match room.level() {
            Level::Enough => None,
            Level::Low => Some(format!("the disk of the data folder has little room: {}", room.text())),
            Level::Full => Some(format!(
                "the disk of the data folder is full: {}; events and changes are refused until there is room",
                room.text()
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_low_below_a_tenth_of_the_disk_and_a_disk_is_full_before_the_last_byte() {
        let level = |free, total| Room { free: free * MIB, total: total * MIB }.level();
        assert_eq!(level(1_000, 10_000), Level::Enough);
        assert_eq!(level(999, 10_000), Level::Low);
        assert_eq!(level(16, 10_000), Level::Low);
        assert_eq!(level(15, 10_000), Level::Full);
        assert_eq!(level(0, 10_000), Level::Full);
        // A tenth of a small disk is not enough.
        assert_eq!(level(15, 100), Level::Full);
        assert_eq!(level(17, 100), Level::Enough);
    }
}
