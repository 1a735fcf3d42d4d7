//! The data folder: created if missing, locked while a server runs on it. Half an instance is refused.
//!
//! All files in it are created through this file, so that they are private, and belong to the account that the folder
//! belongs to, also if root runs a command.

use std::{
    fs::{DirBuilder, File, OpenOptions, TryLockError},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use askline_store::{
    data_folder::check::check_folder,
    folder_owner::{give_file, give_path},
    sealing::SEALING_KEY_FILE,
};
use tempfile::NamedTempFile;

use crate::failure::Failure;

/// The file that a running server locks. The kernel releases the lock when the process ends for any reason.
pub const LOCK_FILE: &str = "askline.lock";
/// The file with the address of the folder's server, for commands that run beside it.
pub const ADDRESS_FILE: &str = "address.json";
/// The files of the stores; a folder with one of them is a data folder of Askline.
pub const STORE_FILES: [&str; 2] = ["metadata.db", "events.db"];

/// The mode of a folder that everyone may use, as far as the umask permits.
pub const OPEN_TO_ALL: u32 = 0o777;

/// A folder that Askline may use.
#[derive(Debug, Clone)]
pub struct DataFolder(PathBuf);

/// The lock of a folder, which is released when this is dropped.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
}

impl DataFolder {
    /// Opens the folder of an instance, or prepares one for a new instance. Fails if it holds only a part of an instance, and
    /// changes nothing then.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        // A server may be writing a log back into its file at this moment, so only what is found twice is a fault.
        check_folder(path).or_else(|_| check_folder(path)).map_err(|fault| Failure::failed(fault.to_string()))?;
        Self::open_any(path)
    }

    /// Opens a folder that is to be filled with an instance: an empty one, or one that an interrupted attempt has begun to fill.
    pub fn open_to_fill(path: &Path) -> Result<Self, Failure> {
        if STORE_FILES.iter().any(|name| path.join(name).exists()) {
            Self::open(path)
        } else {
            // There may be the key that encrypts secrets, which is copied first.
            Self::open_any(path)
        }
    }

    /// Opens a folder whose databases are to be replaced, or are not used. Creates the folder if it is missing. Checks that it is
    /// writable, and that it is empty or holds Askline data.
    pub fn open_any(path: &Path) -> Result<Self, Failure> {
        let named = |error: io::Error| {
            let why = of_another_account(path, &error).unwrap_or_else(|| reason(&error));
            Failure::failed(format!("the data folder {} {why}", path.display()))
        };
        if path.exists() && !path.is_dir() {
            return Err(Failure::failed(format!("the data folder {} is not a folder", path.display())));
        }
        make_private(path).map_err(named)?;
        let folder = Self(path.to_owned());
        let names = folder.names().map_err(named)?;
        let own_names = [LOCK_FILE, ADDRESS_FILE, SEALING_KEY_FILE].into_iter().chain(STORE_FILES);
        let is_ours = own_names.into_iter().any(|own| names.iter().any(|name| name == own));
        // The file system creates this folder in the root of every new volume.
        if !is_ours && names.iter().any(|name| name != "lost+found") {
            return Err(Failure::failed(format!(
                "the folder {} holds other files and no Askline data; choose an empty or a new folder with --data",
                path.display()
            )));
        }
        folder.check_writable().map_err(named)?;
        #[cfg(unix)]
        folder.close_to_others();
        Ok(folder)
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Whether a store was ever opened in it.
    pub fn has_stores(&self) -> bool {
        STORE_FILES.iter().any(|name| self.0.join(name).exists())
    }

    /// Locks the folder. Fails if another process has locked it.
    pub fn lock(&self) -> Result<FolderLock, Failure> {
        let path = self.0.join(LOCK_FILE);
        let opened = match private_file(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => OpenOptions::new().write(true).open(&path),
            created => created,
        };
        let mut file = opened.map_err(|error| Failure::failed(format!("{} {}", path.display(), reason(&error))))?;
        match file.try_lock() {
            Ok(()) => {
                // The process id is only for people; the lock is in the kernel.
                let _ = file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id()));
                Ok(FolderLock { _file: file })
            }
            Err(TryLockError::WouldBlock) => Err(Failure::failed(format!(
                "another Askline server is running on the data folder {}; stop it first, or choose another folder with --data",
                self.0.display()
            ))),
            Err(TryLockError::Error(error)) => {
                Err(Failure::failed(format!("{} cannot be locked: {error}", path.display())))
            }
        }
    }

    /// A subfolder, created if it is missing, and closed to other users.
    pub fn private_folder(&self, name: &str) -> io::Result<PathBuf> {
        let path = self.0.join(name);
        make_private(&path)?;
        #[cfg(unix)]
        if close_to_others(&path)? {
            tracing::warn!(path = %path.display(), "This path was open to other users; their access was removed");
        }
        Ok(path)
    }

    fn names(&self) -> io::Result<Vec<String>> {
        std::fs::read_dir(&self.0)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
    }

    /// Removes the permissions that other users have on the folder and its files. A person or an older release may have
    /// created them with such permissions, but no other user of this machine may read them. What belongs to another user
    /// is not changed, but reported.
    #[cfg(unix)]
    fn close_to_others(&self) {
        let files = std::fs::read_dir(&self.0).into_iter().flatten().flatten().map(|entry| entry.path());
        // Links lead elsewhere, so they are not followed; the folder itself may be one.
        let files = files.filter(|path| path.symlink_metadata().is_ok_and(|metadata| metadata.is_file()));
        for path in std::iter::once(self.0.clone()).chain(files) {
            if path != self.0 {
                // Root created it before this was done for every new file.
                give_path(&path);
            }
            match close_to_others(&path) {
                Ok(false) => {}
                Ok(true) => {
                    tracing::warn!(path = %path.display(), "This path was open to other users; their access was removed")
                }
                Err(error) => {
                    tracing::warn!(path = %path.display(), %error, "This path is open to other users, and their access cannot be removed");
                }
            }
        }
    }

    fn check_writable(&self) -> io::Result<()> {
        let probe = self.0.join(format!(".askline-write-{}", std::process::id()));
        File::create(&probe)?;
        std::fs::remove_file(&probe)
    }
}

/// Removes the permissions of other users; returns whether they had any.
#[cfg(unix)]
fn close_to_others(path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt as _;
    let mut permissions = match path.metadata() {
        Ok(metadata) => metadata.permissions(),
        // A file was removed in the meantime: SQLite deletes its extra files when the last process closes the database.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    let is_open = permissions.mode() & 0o077 != 0;
    if is_open {
        permissions.set_mode(permissions.mode() & 0o700);
        std::fs::set_permissions(path, permissions)?;
    }
    Ok(is_open)
}

/// Creates a folder that only its owner may read, and the folders above it, if they are missing.
pub fn make_private(path: &Path) -> io::Result<()> {
    // Other users of this machine must not read digests and readers' pages.
    make_folder(path, 0o700)
}

/// The folders of a path that do not exist, the deepest first.
pub struct MissingFolders(Vec<PathBuf>);

impl MissingFolders {
    /// Those of `path`, itself included.
    pub fn above(path: &Path) -> Self {
        let named = path.ancestors().filter(|folder| !folder.as_os_str().is_empty());
        Self(named.take_while(|folder| !folder.exists()).map(Path::to_owned).collect())
    }

    /// Removes those that exist by now and hold nothing but a lock, because what they were created for failed.
    pub fn remove(&self) {
        if let Some(folder) = self.0.first() {
            let _ = std::fs::remove_file(folder.join(LOCK_FILE));
        }
        for folder in &self.0 {
            if std::fs::remove_dir(folder).is_err() && folder.exists() {
                break;
            }
        }
    }
}

/// Creates a folder, and the folders above it, if they are missing; `mode` limits who may access them.
pub fn make_folder(path: &Path, mode: u32) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        make_folder(parent, mode)?;
    }
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, mode);
    match builder.create(path) {
        // Another process was faster.
        Err(_) if path.is_dir() => Ok(()),
        created => created.map(|()| give_path(path)),
    }
}

/// Writes a file that everyone may read, as far as the umask permits, and replaces an existing one.
pub fn write_file(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = File::create(path)?;
    give_file(&file, path);
    file.write_all(content.as_ref())
}

/// Replaces a file of a folder in one step, so that nobody reads half of it. Other users cannot read the file.
pub fn replace_file(folder: &Path, name: &str, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut file = NamedTempFile::new_in(folder)?;
    give_file(file.as_file(), file.path());
    write(file.as_file_mut())?;
    file.persist(folder.join(name))?;
    Ok(())
}

/// Creates a file that must not exist yet and that only its owner may read, since it holds data or a key.
pub fn private_file(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.create_new(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    give_file(&file, path);
    Ok(file)
}

/// Why a folder of another account cannot be used, with the command that can; `None` if the reason is a different one.
#[cfg(unix)]
fn of_another_account(path: &Path, error: &io::Error) -> Option<String> {
    use std::os::unix::fs::MetadataExt as _;
    if error.kind() != io::ErrorKind::PermissionDenied {
        return None;
    }
    // The nearest folder that exists: the data folder itself may be missing.
    let owner = path.ancestors().find_map(|folder| folder.metadata().ok())?.uid();
    // The process belongs to the account that runs it.
    if Path::new("/proc/self").metadata().is_ok_and(|own| own.uid() == owner) {
        return None;
    }
    let accounts = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    let name = accounts.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)?.parse() == Ok(owner)).then(|| name.to_owned())
    });
    let (account, user) = match &name {
        Some(name) => (name.clone(), name.clone()),
        None => (format!("with the number {owner}"), format!("'#{owner}'")),
    };
    Some(format!("belongs to the account {account}; run the command as that account: sudo -u {user} askline …"))
}

#[cfg(not(unix))]
fn of_another_account(_: &Path, _: &io::Error) -> Option<String> {
    None
}

/// Why something cannot be written or used, in words.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "cannot be written: it, or its disk, is read-only for this user".into()
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "cannot be written: its disk is full".into(),
        _ => format!("cannot be used: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_server_at_a_time_holds_a_folder() {
        let parent = tempfile::tempdir().expect("a folder");
        let folder = DataFolder::open(&parent.path().join("data")).expect("made");
        let lock = folder.lock().expect("free");
        let refusal = folder.lock().expect_err("taken").to_string();
        assert!(refusal.contains("another Askline server"), "{refusal}");
        drop(lock);
        folder.lock().expect("free again");
    }

    #[test]
    fn a_folder_with_files_of_another_program_is_refused_and_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("thesis.tex"), "x").expect("written");
        let refusal = DataFolder::open(folder.path()).expect_err("not ours").to_string();
        assert!(refusal.contains("no Askline data"), "{refusal}");
        assert_eq!(std::fs::read_dir(folder.path()).expect("readable").count(), 1);
    }

    #[test]
    #[cfg(unix)]
    fn a_new_folder_is_closed_to_other_users() {
        use std::os::unix::fs::PermissionsExt as _;
        let parent = tempfile::tempdir().expect("a folder");
        let path = parent.path().join("a/b");
        DataFolder::open(&path).expect("made");
        let mode = std::fs::metadata(&path).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
    }
}
