//! Folders for unfinished files, closed to other users and deleted with the process.
//!
//! A file that is to stay is written in a folder next to its place, so that it gets its name when it is complete, or
//! not at all. The process locks its folder. An unlocked folder was left by a killed process; the next process that
//! writes there removes it.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
};

use askline_store::folder_owner::give_path;
use tempfile::TempDir;

use crate::{
    data_folder::{reason, replace_file},
    failure::Failure,
};

/// The beginnings of the folders' names; random letters follow.
const PREFIXES: [&str; 5] =
    [".askline-backup-", ".askline-restore-", ".askline-export-", ".askline-doctor-", ".askline-migrate-"];
/// The maximum number of attempts to create a folder. Another process may take it for a leftover and remove it before it
/// is locked.
const TRIES: u32 = 8;
/// The file in the data folder that lists where backups and exports were written.
const PLACES_FILE: &str = "written_to.json";
/// The maximum number of folders in that list, which keeps the latest ones.
const MAX_PLACES: usize = 16;

/// What is written in a folder.
#[derive(Debug, Clone, Copy)]
pub enum Purpose {
    /// A backup.
    Backup,
    /// Databases from a backup.
    Restore,
    /// An export.
    Export,
    /// A copy that is checked and then deleted.
    Doctor,
    /// A copy that an upgrade is rehearsed on.
    Rehearsal,
}

/// A folder of this process.
#[derive(Debug)]
pub struct Scratch {
    folder: TempDir,
    _lock: File,
}

impl Scratch {
    /// Creates a folder in `parent`, and removes what killed processes left there.
    pub fn make(parent: &Path, purpose: Purpose) -> io::Result<Self> {
        let scratch = Self::locked(parent, purpose)?;
        for left in left_in(parent) {
            if is_of_same_user(&left, scratch.path()) {
                remove_unless_held(&left);
            }
        }
        Ok(scratch)
    }

    /// Creates a folder beside a file that is to be written.
    pub fn beside(file: &Path, purpose: Purpose) -> Result<Self, Failure> {
        Self::make(parent_of(file), purpose).map_err(|error| cannot_be_written(file, &error))
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Gives a finished file of the folder its final name. Never replaces another file.
    pub fn publish(&self, finished: &Path, file: &Path) -> io::Result<()> {
        match fs::hard_link(finished, file) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
            // The file system has no hard links.
            Err(_) if !file.exists() => fs::rename(finished, file)?,
            Err(error) => return Err(error),
            Ok(()) => {}
        }
        // The name must survive a loss of power, as the content does.
        #[cfg(unix)]
        File::open(parent_of(file))?.sync_all()?;
        Ok(())
    }

    fn locked(parent: &Path, purpose: Purpose) -> io::Result<Self> {
        for _ in 0..TRIES {
            let mut builder = tempfile::Builder::new();
            builder.prefix(PREFIXES[purpose as usize]);
            #[cfg(unix)]
            builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
            let folder = builder.tempdir_in(parent)?;
            give_path(folder.path());
            // A process that removes leftovers may have locked the folder first, and then removes it.
            if let Ok(lock) = File::open(folder.path())
                && lock.try_lock().is_ok()
                && folder.path().exists()
            {
                return Ok(Self { folder, _lock: lock });
            }
        }
        Err(io::Error::other("its temporary folder was removed each time it was created"))
    }
}

/// The folders in `parent` that no process has locked: the work in them was never finished.
pub fn left_in(parent: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    let named = entries.filter(|entry| {
        let name = entry.file_name();
        PREFIXES.iter().any(|prefix| name.to_string_lossy().starts_with(prefix))
    });
    // A link leads elsewhere and is not one of our folders.
    let folders = named.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir())).map(|entry| entry.path());
    folders.filter(|path| !is_held(path)).collect()
}

/// Records in the data folder the place of a file that is about to be written, so that `doctor` knows where to look. If that
/// fails, the command continues.
pub fn note_place(data: &Path, file: &Path) {
    let Ok(place) = parent_of(file).canonicalize() else { return };
    if file.as_os_str() == "-" {
        return;
    }
    let mut places = places_noted_in(data);
    places.retain(|known| *known != place);
    places.push(place);
    let latest = &places[places.len().saturating_sub(MAX_PLACES)..];
    let written = replace_file(data, PLACES_FILE, |file| Ok(serde_json::to_writer(file, latest)?));
    if let Err(error) = written {
        tracing::debug!(%error, "The place of the file could not be recorded");
    }
}

/// Where backups and exports of this data folder were written.
pub fn places_noted_in(data: &Path) -> Vec<PathBuf> {
    let noted = fs::read(data.join(PLACES_FILE)).ok();
    noted.and_then(|noted| serde_json::from_slice(&noted).ok()).unwrap_or_default()
}

/// The folder of a file.
pub fn parent_of(file: &Path) -> &Path {
    file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Why a file cannot be written, in words that say what to do.
pub fn cannot_be_written(file: &Path, error: &io::Error) -> Failure {
    let parent = parent_of(file);
    let why = match error.kind() {
        io::ErrorKind::NotFound if !parent.is_dir() => format!("the folder {} does not exist", parent.display()),
        io::ErrorKind::AlreadyExists => "it exists already and is never replaced".into(),
        _ => reason(error),
    };
    Failure::failed(format!("{}: {why}", file.display()))
}

fn is_held(folder: &Path) -> bool {
    let lock = File::open(folder).map_err(TryLockError::Error).and_then(|lock| lock.try_lock());
    matches!(lock, Err(TryLockError::WouldBlock))
}

fn remove_unless_held(folder: &Path) {
    let Ok(lock) = File::open(folder) else { return };
    if lock.try_lock().is_ok() {
        match fs::remove_dir_all(folder) {
            Ok(()) => tracing::info!(folder = %folder.display(), "Removed what an interrupted command left"),
            Err(error) => {
                tracing::warn!(folder = %folder.display(), %error, "Could not remove the folder that an interrupted command left");
            }
        }
    }
}

#[cfg(unix)]
fn is_of_same_user(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let user = |path: &Path| path.symlink_metadata().map(|metadata| metadata.uid());
    matches!((user(one), user(other)), (Ok(one), Ok(other)) if one == other)
}

#[cfg(not(unix))]
fn is_of_same_user(_: &Path, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abandoned_scratch_folders_are_swept_and_those_in_use_are_kept() {
        let parent = tempfile::tempdir().expect("a folder");
        let left = parent.path().join(".askline-backup-left");
        fs::create_dir(&left).expect("made");
        fs::write(left.join("metadata.db"), "digests").expect("written");
        let other = parent.path().join("notes");
        fs::create_dir(&other).expect("made");
        #[cfg(unix)]
        std::os::unix::fs::symlink(&other, parent.path().join(".askline-backup-link")).expect("linked");
        let held = Scratch::make(parent.path(), Purpose::Export).expect("made");
        assert!(!left.exists() && other.exists());
        let second = Scratch::make(parent.path(), Purpose::Backup).expect("made");
        assert!(held.path().exists() && second.path().exists());
        assert_eq!(left_in(parent.path()), Vec::<PathBuf>::new());
        let path = held.path().to_owned();
        drop(held);
        assert!(!path.exists());
    }

    #[test]
    #[cfg(unix)]
    fn it_is_closed_to_others_whatever_the_umask() {
        use std::os::unix::fs::PermissionsExt as _;
        let parent = tempfile::tempdir().expect("a folder");
        for purpose in [Purpose::Backup, Purpose::Restore, Purpose::Export, Purpose::Doctor, Purpose::Rehearsal] {
            let scratch = Scratch::make(parent.path(), purpose).expect("made");
            let mode = fs::metadata(scratch.path()).expect("there").permissions().mode();
            assert_eq!(mode & 0o777, 0o700, "{purpose:?}");
        }
    }

    #[test]
    fn a_finished_file_replaces_none() {
        let parent = tempfile::tempdir().expect("a folder");
        let scratch = Scratch::make(parent.path(), Purpose::Export).expect("made");
        let (finished, file) = (scratch.path().join("whole"), parent.path().join("file"));
        fs::write(&finished, "new").expect("written");
        fs::write(&file, "old").expect("written");
        let error = scratch.publish(&finished, &file).expect_err("it is there");
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&file).expect("there"), "old");
    }

    #[test]
    fn why_a_file_cannot_be_written_is_said_in_words() {
        let parent = tempfile::tempdir().expect("a folder");
        let file = parent.path().join("missing/file");
        for (error, words) in [
            (io::Error::from(io::ErrorKind::NotFound), "missing does not exist"),
            (io::Error::from(io::ErrorKind::StorageFull), "its disk is full"),
            (io::Error::from(io::ErrorKind::QuotaExceeded), "its disk is full"),
            (io::Error::from(io::ErrorKind::PermissionDenied), "read-only for this user"),
        ] {
            let told = cannot_be_written(&file, &error).to_string();
            assert!(told.contains(words), "{told}");
        }
    }
}
