//! Finds the files that a log was rotated to, by their names.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::SystemTime,
};

/// The ends of the names of packed files.
const PACKED: [&str; 4] = [".gz", ".bz2", ".xz", ".zst"];
/// The number of digits of a date in front of a log's extension. Fewer may be another log, such as `site-2.log`.
const DATE_DIGITS: usize = 6;

/// A file that a log was rotated to.
pub struct Rotation {
    pub path: PathBuf,
    /// When it was last written to.
    pub written: SystemTime,
    pub is_packed: bool,
}

/// The files that a log was rotated to, the oldest first.
pub fn rotations(log: &Path) -> io::Result<Vec<Rotation>> {
    let (Some(folder), Some(log_name)) = (log.parent(), log.file_name()) else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Some(is_packed) = rotated_name(&log_name.to_string_lossy(), &entry.file_name().to_string_lossy()) else {
            continue;
        };
        // A file may be renamed meanwhile.
        if let Ok(metadata) = entry.metadata()
            && metadata.is_file()
        {
            found.push(Rotation { path: entry.path(), written: metadata.modified()?, is_packed });
        }
    }
    found.sort_by_key(|rotation| rotation.written);
    Ok(found)
}

/// Whether a name is that of a file that the log was rotated to.
pub fn is_rotation(log: &Path, path: &Path) -> bool {
    let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    rotated_name(&name(log), &name(path)).is_some()
}

/// Whether a file that the log was rotated to is packed; `None` for names of other files.
fn rotated_name(log: &str, name: &str) -> Option<bool> {
    let unpacked = PACKED.iter().find_map(|end| name.strip_suffix(end));
    let plain = unpacked.unwrap_or(name);
    let is_counted = |rest: &str| {
        rest.starts_with(['.', '-', '_'])
            && rest.chars().all(|each| each.is_ascii_digit() || ".-_TZ".contains(each))
            && rest.contains(|each: char| each.is_ascii_digit())
    };
    let is_rotated = match plain.strip_prefix(log) {
        Some(rest) => is_counted(rest) || rest == ".old" || (rest.is_empty() && unpacked.is_some()),
        None => {
            let extension = log.rfind('.').unwrap_or(log.len());
            let between = plain.strip_prefix(&log[..extension]).and_then(|rest| rest.strip_suffix(&log[extension..]));
            between.is_some_and(|rest| {
                is_counted(rest) && rest.chars().filter(char::is_ascii_digit).count() >= DATE_DIGITS
            })
        }
    };
    is_rotated.then_some(unpacked.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotated_file_names_are_distinguished_from_those_of_other_logs() {
        for (name, is_packed) in [
            ("access.log.1", Some(false)),
            ("access.log-20261129", Some(false)),
            ("access.log.old", Some(false)),
            ("access-20261129.log", Some(false)),
            ("access-2026-11-29T10-20-30.123.log", Some(false)),
            ("access.log.2.gz", Some(true)),
            ("access.log.gz", Some(true)),
            ("access.log", None),
            ("access-2.log", None),
            ("access.log.1.part", None),
            ("access-shop.log", None),
            ("error.log.1", None),
        ] {
            assert_eq!(rotated_name("access.log", name), is_packed, "{name}");
        }
    }
}
