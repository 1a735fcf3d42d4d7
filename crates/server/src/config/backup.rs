//! `[backup]`: whether scheduled backups are made, how often, and where they go.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use super::{
    Layers,
    bucket::{BucketAccess, BucketAddress, PLACE, bucket_access},
};
use crate::failure::Failure;

/// The shortest time between two backups, since each copies everything.
const MIN_INTERVAL: Duration = Duration::from_secs(15 * 60);
/// The longest time between two backups.
const MAX_INTERVAL: Duration = Duration::from_secs(31 * 24 * 3_600);
/// The maximum of `backup.keep`.
const MAX_KEPT: i64 = 1_000;
/// The default place of scheduled backups in the data folder. Backups from before upgrades are in `backups` itself.
const USUAL_FOLDER: &str = "backups/scheduled";

/// How backups are made.
#[derive(Debug, Clone)]
pub struct BackupSettings {
    /// The time between two backups; `None` if there are no scheduled backups.
    pub every: Option<Duration>,
    /// The number of backups that are kept.
    pub keep: usize,
    /// Where the backups are stored.
    pub to: BackupDestination,
    /// The file with the key that encrypts the backups.
    pub key_file: Option<PathBuf>,
    /// The access to buckets.
    pub bucket_access: Option<BucketAccess>,
}

/// Where backups are stored.
#[derive(Debug, Clone)]
pub enum BackupDestination {
    /// The folder in the data folder, which is created when it is missing.
    UsualFolder(PathBuf),
    /// Another folder, which must exist: a disk that is not mounted must not look like an empty one.
    Folder(PathBuf),
    /// A place in a bucket. Then `bucket_access` is set.
    Bucket(BucketAddress),
}

/// Reads `[backup]`.
pub(super) fn backup_settings(layers: &Layers, data: &Path) -> Result<BackupSettings, Failure> {
    let keep = layers.integer("backup.keep", 1, MAX_KEPT)?;
    let every = every(layers)?;
    let to = match layers.text("backup.to", 0)?.as_str() {
        "" => BackupDestination::UsualFolder(data.join(USUAL_FOLDER)),
        // The value may contain a password.
        address if address.contains("://") => BackupDestination::Bucket(
            BucketAddress::read(address).ok_or_else(|| layers.bad_secret("backup.to", PLACE))?,
        ),
        folder => BackupDestination::Folder(PathBuf::from(folder)),
    };
    let bucket_access = bucket_access(layers)?;
    if matches!(to, BackupDestination::Bucket(_)) && bucket_access.is_none() {
        return Err(layers.bad("backup.s3.access_key_id", "set if backup.to is the address of a bucket"));
    }
    let key_file = Some(layers.text("backup.key_file", 0)?).filter(|file| !file.is_empty()).map(PathBuf::from);
    let keep = usize::try_from(keep).expect("checked to be in range");
    Ok(BackupSettings { every, keep, to, key_file, bucket_access })
}

fn every(layers: &Layers) -> Result<Option<Duration>, Failure> {
    let text = layers.text("backup.every", 0)?;
    if text.is_empty() {
        return Ok(None);
    }
    match span(&text).filter(|span| (MIN_INTERVAL..=MAX_INTERVAL).contains(span)) {
        None => Err(layers.bad("backup.every", "a time such as 30m, 6h or 1d, from 15m to 31d")),
        Some(_) if !layers.text("database.url", 0)?.is_empty() || !layers.text("database.url_file", 0)?.is_empty() => {
            let wanted = "empty if database.url is set (back up a database server with its own tools)";
            Err(layers.bad("backup.every", wanted))
        }
        Some(every) => Ok(Some(every)),
    }
}

/// A number of minutes, hours or days.
fn span(text: &str) -> Option<Duration> {
    let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let seconds: u64 = match unit {
        "m" => 60,
        "h" => 3_600,
        "d" => 24 * 3_600,
        _ => return None,
    };
    let is_number = number.bytes().all(|each| each.is_ascii_digit());
    let number: u64 = number.parse().ok().filter(|_| is_number)?;
    number.checked_mul(seconds).map(Duration::from_secs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_a_number_of_minutes_hours_or_days() {
        for (text, minutes) in [("15m", Some(15)), ("6h", Some(360)), ("31d", Some(44_640)), ("0m", Some(0))] {
            assert_eq!(span(text), minutes.map(|minutes: u64| Duration::from_secs(minutes * 60)), "{text}");
        }
        for text in [
            "",
            "m",
            "15",
            "15 m",
            "+15m",
            "1.5h",
            "-1d",
            "1w",
            "15M",
            "15é",
            "é",
            "99999999999999999999d",
            "18446744073709551615d",
        ] {
            assert_eq!(span(text), None, "{text}");
        }
    }
}
