//! Backups that are made before an upgrade, in `backups/` of the data folder. Never deletes any other file.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::{
    backups::dated_names::{is_time, surplus, text_of},
    backups::file::{self as backup_file, Source},
    backups::room::{bytes_of_databases, check_room},
    data_folder::{DataFolder, reason},
    failure::Failure,
};

/// The folder in the data folder.
pub const BACKUPS_FOLDER: &str = "backups";
/// The number of backups that are kept: the newest ones.
const MAX_KEPT: usize = 3;
/// The parts of a file name before and after the time of the backup.
const PREFIX: &str = "before-upgrade-";
const SUFFIX: &str = ".tar";

/// Backs up a data folder that is not open yet, and deletes all backups from before upgrades but the newest three.
pub async fn make(folder: &DataFolder) -> Result<PathBuf, Failure> {
    let refused = |why: String| {
        Failure::failed(format!(
            "the data folder {} was not upgraded, because the backup before the upgrade cannot be made: {}. Nothing \
             was changed. Free space or make the folder writable; or make a backup elsewhere with the earlier release, \
             and start with ASKLINE_BACKUP__BEFORE_UPGRADE=false",
            folder.path().display(),
            why.trim_end_matches('.')
        ))
    };
    let named = |error: io::Error| refused(format!("the folder {BACKUPS_FOLDER} {}", reason(&error)));
    let backups = folder.private_folder(BACKUPS_FOLDER).map_err(named)?;
    // Space for the copies of both databases, and for the file that they are packed into. The copies are deleted
    // afterwards, so their space is free for the upgrade.
    check_room(&backups, bytes_of_databases(folder.path()) * 2).map_err(refused)?;
    let file = backups.join(name_of(jiff::Timestamp::now()));
    let written = backup_file::write(Source::Closed(folder.path()), &file, None).await;
    written.map_err(|failure| refused(failure.to_string()))?;
    delete_old(&backups, &file);
    Ok(file)
}

fn name_of(at: jiff::Timestamp) -> String {
    format!("{PREFIX}{}{SUFFIX}", text_of(at))
}

/// Whether a file has exactly the name of a backup from before an upgrade.
fn is_automatic(name: &str) -> bool {
    name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX)).is_some_and(is_time)
}

/// Deletes the oldest backups, never `newest`, even if the clock was wrong when the others were made.
fn delete_old(backups: &Path, newest: &Path) {
    let entries = fs::read_dir(backups).into_iter().flatten().flatten();
    let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let names = files.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let newest = newest.file_name().unwrap_or_default().to_string_lossy();
    for name in surplus(names.filter(|name| is_automatic(name)).collect(), &newest, MAX_KEPT) {
        let old = backups.join(name);
        match fs::remove_file(&old) {
            Ok(()) => tracing::info!(file = %old.display(), "Deleted an old backup from before an upgrade"),
            Err(error) => tracing::warn!(file = %old.display(), %error, "An old backup could not be deleted"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_exact_name_is_that_of_an_automatic_backup() {
        let at = "2026-06-15T08:09:10.011Z".parse().expect("a time");
        assert_eq!(name_of(at), "before-upgrade-20260615T080910011Z.tar");
        assert!(is_automatic(&name_of(at)));
        for other in
            ["before-upgrade-mine.tar", "before-upgrade-20260615T080910011Z.tar.keep", "askline-2026-06-15.tar"]
        {
            assert!(!is_automatic(other), "{other}");
        }
    }

    #[test]
    fn the_newest_three_are_kept_with_the_one_just_made_and_no_other_file_is_touched() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let hour = |hour: u8| format!("before-upgrade-20260615T{hour:02}0000000Z.tar");
        for name in (1..=5).map(hour).chain(["mine.tar".into(), "before-upgrade-x.tar".into()]) {
            fs::write(path(&name), "x").expect("written");
        }
        fs::create_dir(path(&hour(0))).expect("made");
        // The clock was set back: the one just made has the oldest name.
        delete_old(folder.path(), &path(&hour(1)));
        let mut left: Vec<String> = fs::read_dir(folder.path())
            .expect("readable")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        left.sort();
        assert_eq!(left, [hour(0), hour(1), hour(4), hour(5), "before-upgrade-x.tar".into(), "mine.tar".into()]);
    }
}
