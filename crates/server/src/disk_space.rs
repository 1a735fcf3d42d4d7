//! Whether the data folder's disk can be written to, and warnings when it runs low.

use std::{
    fs::OpenOptions,
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use metrics::gauge;

const MIB: u64 = 1024 * 1024;
/// The operator is warned if less than this share of the disk is free, in percent.
const LOW_PERCENT: u64 = 10;
/// If less than this is free, changes are expected to fail, since the stores write into their logs before anything else.
pub const MIN_FREE_BYTES: u64 = 16 * MIB;
/// How often a running server checks its disk.
pub const LOOK_EVERY: Duration = Duration::from_millis(500);
/// A disk that takes longer for a check does not answer.
const ANSWERS_WITHIN: Duration = Duration::from_secs(1);

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

/// Checks the disk of a data folder.
#[derive(Debug)]
pub struct DiskWatch {
    folder: PathBuf,
    /// A file of the folder that exists while the server runs.
    file: PathBuf,
    seen: Mutex<Seen>,
}

/// What the last check found.
#[derive(Debug, Default)]
struct Seen {
    room: Option<Room>,
    /// Why nothing can be written, other than for lack of room.
    fault: Option<String>,
}

impl DiskWatch {
    /// Creates a watch that has not checked yet; `file` is a file of the folder that is not written to.
    pub fn new(folder: PathBuf, file: &str) -> Self {
        Self { file: folder.join(file), folder, seen: Mutex::default() }
    }

    /// Checks the disk like [`DiskWatch::look`], on a separate thread: a disk that hangs would block one that answers requests.
    /// Returns when the check has ended, however long the disk takes.
    pub async fn look_aside(self: Arc<Self>) {
        let watch = Arc::clone(&self);
        let mut look = tokio::task::spawn_blocking(move || watch.look());
        if tokio::time::timeout(ANSWERS_WITHIN, &mut look).await.is_err() {
            self.note(Some("it does not answer".into()));
            let _ = look.await;
        }
    }

    /// Why nothing can be stored, if the last check found a reason.
    pub fn fault(&self) -> Option<String> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        match (&seen.fault, seen.room) {
            (Some(fault), _) => Some(format!("the disk of the data folder cannot be written to: {fault}")),
            (None, Some(room)) if room.level() == Level::Full => Some(full(room)),
            (None, _) => None,
        }
    }

    /// Records whether the disk can be written to; logs a change.
    fn note(&self, fault: Option<String>) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        match (&seen.fault, &fault) {
            (None, Some(reason)) => tracing::error!(%reason, "The disk of the data folder cannot be written to"),
            (Some(_), None) => tracing::info!("The disk of the data folder can be written to again"),
            _ => {}
        }
        let is_full = seen.room.is_some_and(|room| room.level() == Level::Full);
        gauge!("askline_data_writable").set(if fault.is_none() && !is_full { 1.0 } else { 0.0 });
        seen.fault = fault;
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
        let before = self.seen.lock().unwrap_or_else(PoisonError::into_inner).room.replace(room);
        // A disk that was mounted read-only refuses this, and nothing is written.
        self.note(OpenOptions::new().append(true).open(&self.file).err().map(|error| error.to_string()));
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

    /// The problem that the last check found, if any, though events and changes can be stored.
    pub fn worry(&self) -> Option<String> {
        let room = self.seen.lock().unwrap_or_else(PoisonError::into_inner).room?;
        let is_low = room.level() == Level::Low;
        is_low.then(|| format!("the disk of the data folder has little room: {}", room.text()))
    }
}

fn full(room: Room) -> String {
    let room = room.text();
    format!("the disk of the data folder is full: {room}; events and changes are refused until there is room")
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

    #[test]
    fn a_file_that_cannot_be_opened_for_writing_is_a_fault_until_it_can() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let watch = DiskWatch::new(folder.path().to_owned(), "lock");
        assert_eq!(watch.fault(), None);
        // What nobody can write to, not even root.
        std::fs::create_dir(folder.path().join("lock")).expect("a folder");
        watch.look();
        let fault = watch.fault().expect("a fault");
        assert!(fault.starts_with("the disk of the data folder cannot be written to: "), "{fault}");
        std::fs::remove_dir(folder.path().join("lock")).expect("an empty folder");
        std::fs::write(folder.path().join("lock"), "").expect("a file");
        watch.look();
        assert_eq!(watch.fault(), None);
    }
}
