//! What root creates in a folder of another account belongs to that account.
//!
//! Otherwise a command that an operator runs as root would leave files that the service, which runs under its own account,
//! can neither read nor write. SQLite does the same for the files that it adds to a database.

use std::{fs::File, path::Path};

/// Gives a file that this process has just created to the owner of its folder, if root created it and the folder belongs
/// to another account. If that fails, a warning says so, and the file stays as it is.
pub fn give_file(file: &File, path: &Path) {
    #[cfg(unix)]
    give(path, |owner, group| std::os::unix::fs::fchown(file, Some(owner), Some(group)), file.metadata());
}

/// Does the same for a file or folder by its path, and never follows a link.
pub fn give_path(path: &Path) {
    #[cfg(unix)]
    give(path, |owner, group| std::os::unix::fs::lchown(path, Some(owner), Some(group)), path.symlink_metadata());
}

#[cfg(unix)]
fn give(
    path: &Path,
    change: impl FnOnce(u32, u32) -> std::io::Result<()>,
    created: std::io::Result<std::fs::Metadata>,
) {
    use std::os::unix::fs::MetadataExt as _;

    /// The number of the superuser, the only account that may give files away.
    const ROOT: u32 = 0;
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (Ok(created), Ok(folder)) = (created, parent.metadata()) else { return };
    if created.uid() != ROOT || folder.uid() == ROOT {
        return;
    }
    if let Err(error) = change(folder.uid(), folder.gid()) {
        tracing::warn!(path = %path.display(), %error, "This path stays root's: it cannot be given to its folder's owner");
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{MetadataExt as _, chown};

    use super::*;

    #[test]
    fn what_root_creates_belongs_to_the_owner_of_its_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        if chown(folder.path(), Some(65_534), Some(65_534)).is_err() {
            eprintln!("not run: only root creates files for another account");
            return;
        }
        let file = File::create(&path).expect("created");
        give_file(&file, &path);
        let below = folder.path().join("below");
        std::fs::create_dir(&below).expect("created");
        give_path(&below);
        let own = below.join("own");
        give_file(&File::create(&own).expect("created"), &own);
        for created in [path, below, own] {
            let metadata = created.metadata().expect("there");
            assert_eq!((metadata.uid(), metadata.gid()), (65_534, 65_534), "{}", created.display());
        }
    }
}
