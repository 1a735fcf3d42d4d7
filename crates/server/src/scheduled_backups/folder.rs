//! A folder for backups. Only files that have the name of a backup are listed or deleted.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{fault::Fault, names};
use crate::{
    backups::room::check_room,
    data_folder::make_private,
    disk_space::Room,
    scratch::{Purpose, Scratch},
};

/// An existing backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// Its name, which contains its time.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
}

/// A folder for backups.
#[derive(Debug, Clone)]
pub struct BackupFolder {
    path: PathBuf,
    may_be_made: bool,
}

impl BackupFolder {
    /// A folder that is created when it is missing. Does not access the disk.
    pub fn made_if_missing(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), may_be_made: true }
    }

    /// A folder that must exist. Does not access the disk.
    pub fn that_is_there(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), may_be_made: false }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The backups in the folder, oldest first.
    pub fn list(&self) -> Result<Vec<Kept>, Fault> {
        let entries = match fs::read_dir(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && self.may_be_made => return Ok(Vec::new()),
            read => read.map_err(|error| self.fault(&error))?,
        };
        let mut kept = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|error| self.fault(&error))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            // A link is not a backup that was made here.
            if names::time_of(&name).is_some() && entry.file_type().is_ok_and(|kind| kind.is_file()) {
                let bytes = entry.metadata().map_or(0, |metadata| metadata.len());
                kept.push(Kept { name, bytes });
            }
        }
        kept.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(kept)
    }

    /// Creates a folder inside this one for an unfinished backup, if the disk has space for copies of `bytes` bytes and
    /// for the file that they are packed into. Removes what an interrupted backup left.
    pub fn begin(&self, bytes: u64) -> Result<Scratch, Fault> {
        if self.may_be_made {
            make_private(&self.path).map_err(|error| self.fault(&error))?;
        }
        // Before the check, since this removes leftovers and so frees space.
        let scratch = Scratch::make(&self.path, Purpose::Backup).map_err(|error| self.fault(&error))?;
        check_room(&self.path, bytes.saturating_mul(2))
            .map_err(|why| Fault::new("there is not enough room on the disk for backups", why))?;
        Ok(scratch)
    }

    /// Gives a complete backup its name.
    pub fn publish(&self, scratch: &Scratch, whole: &Path, name: &str) -> Result<(), Fault> {
        scratch.publish(whole, &self.path.join(name)).map_err(|error| self.fault(&error))
    }

    /// Deletes a backup.
    pub fn delete(&self, name: &str) -> io::Result<()> {
        match names::time_of(name) {
            Some(_) => fs::remove_file(self.path.join(name)),
            None => Err(io::Error::other("it does not have the name of a backup")),
        }
    }

    /// The fault for a part of the work that failed in this folder. If the disk is full, it says so instead of `told`.
    pub fn failed(&self, told: &str, detail: String) -> Fault {
        let is_full = Room::of(&self.path).is_ok_and(|room| room.level() == crate::disk_space::Level::Full);
        Fault::new(if is_full { "the disk for backups is full" } else { told }, detail)
    }

    fn fault(&self, error: &io::Error) -> Fault {
        let place = format!("the folder {}", self.path.display());
        match error.kind() {
            io::ErrorKind::NotFound if !self.path.exists() => Fault::new(
                "the folder for backups does not exist",
                format!("{place} does not exist; is its disk mounted?"),
            ),
            _ => Fault::of_io(&place, error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_that_have_the_name_of_a_backup_are_listed_and_deleted() {
        let folder = tempfile::tempdir().expect("a folder");
        let backups = BackupFolder::that_is_there(folder.path());
        let (one, two) = ("askline-20260615T080910011Z.tar", "askline-20260616T080910011Z.tar");
        for name in [two, one, "mine.tar"] {
            fs::write(folder.path().join(name), "abc").expect("written");
        }
        fs::create_dir(folder.path().join("askline-20260617T080910011Z.tar")).expect("made");
        #[cfg(unix)]
        std::os::unix::fs::symlink(
            folder.path().join("mine.tar"),
            folder.path().join("askline-20260618T080910011Z.tar"),
        )
        .expect("linked");
        let kept = backups.list().expect("listed");
        assert_eq!(kept, [one, two].map(|name| Kept { name: name.into(), bytes: 3 }));
        backups.delete("mine.tar").expect_err("not ours");
        backups.delete("../mine.tar").expect_err("not ours");
        backups.delete(one).expect("deleted");
        assert!(folder.path().join("mine.tar").exists() && !folder.path().join(one).exists());
    }

    #[test]
    fn a_missing_folder_is_reported_and_only_the_default_one_is_created() {
        let parent = tempfile::tempdir().expect("a folder");
        let missing = parent.path().join("a/b");
        let backups = BackupFolder::that_is_there(&missing);
        for fault in [backups.list().expect_err("missing"), backups.begin(1).expect_err("missing")] {
            assert!(fault.told.contains("does not exist") && !fault.told.contains("a/b"), "{}", fault.told);
            assert!(fault.detail.contains("a/b"), "{}", fault.detail);
        }
        assert!(!missing.exists());
        let usual = BackupFolder::made_if_missing(&missing);
        assert_eq!(usual.list().expect("none"), []);
        usual.begin(1).expect("made");
        assert!(missing.is_dir());
    }

    #[test]
    fn without_room_nothing_is_begun() {
        let folder = tempfile::tempdir().expect("a folder");
        let backups = BackupFolder::that_is_there(folder.path());
        let fault = backups.begin(u64::MAX / 4).expect_err("no room");
        assert!(fault.told.contains("not enough room"), "{}", fault.told);
        assert_eq!(fs::read_dir(folder.path()).expect("readable").count(), 0);
    }
}
