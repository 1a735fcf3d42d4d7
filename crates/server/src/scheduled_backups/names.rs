//! The names of scheduled backups, which contain the time. Files with other names are ignored.

use jiff::{Timestamp, civil::DateTime, tz::TimeZone};

use crate::backups::dated_names::{self, is_time, text_of};

/// The beginning of each name.
pub const NAME_BEGIN: &str = "askline-";
const SUFFIX: &str = ".tar";
/// The additional ending of an encrypted backup.
const SEALED: &str = ".sealed";
/// The position of the milliseconds in the time of a name.
const MILLISECONDS: usize = 15;

/// The name of a backup that is made at this time. Names sort in the order of their times.
pub fn name_of(at: Timestamp, is_sealed: bool) -> String {
    format!("{NAME_BEGIN}{}{SUFFIX}{}", text_of(at), if is_sealed { SEALED } else { "" })
}

/// When the backup with this name was made; `None` for any other name.
pub fn time_of(name: &str) -> Option<Timestamp> {
    let name = name.strip_suffix(SEALED).unwrap_or(name);
    let time = name.strip_prefix(NAME_BEGIN)?.strip_suffix(SUFFIX)?;
    if !is_time(time) {
        return None;
    }
    let seconds = DateTime::strptime("%Y%m%dT%H%M%S", &time[..MILLISECONDS]).ok()?;
    let milliseconds: i64 = time[MILLISECONDS..time.len() - 1].parse().ok()?;
    let at = seconds.to_zoned(TimeZone::UTC).ok()?.timestamp();
    Timestamp::from_millisecond(at.as_millisecond().checked_add(milliseconds)?).ok()
}

/// The backups to delete, oldest first, so that `keep` remain. `newest` is never among them, even if the clock was
/// wrong when others were made.
pub fn surplus(mut names: Vec<String>, newest: &str, keep: usize) -> Vec<String> {
    names.retain(|name| time_of(name).is_some());
    dated_names::surplus(names, newest, keep)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    #[test]
    fn a_backup_name_encodes_its_time_and_any_other_name_is_rejected() {
        let time = at("2026-06-15T08:09:10.011Z");
        for (is_sealed, name) in
            [(false, "askline-20260615T080910011Z.tar"), (true, "askline-20260615T080910011Z.tar.sealed")]
        {
            assert_eq!(name_of(time, is_sealed), name);
            assert_eq!(time_of(name), Some(time));
        }
        for other in [
            "askline-2026-06-15.tar",
            "askline-20260615T080910011Z.tar.gz",
            "askline-20260615T080910011Z.sealed",
            "askline-20260615T080910011Z.tar.sealed.sealed",
            "askline-20261315T080910011Z.tar",
            "askline-20260615T080910Z.tar",
            "askline-２0260615T080910011Z.tar",
            "before-upgrade-20260615T080910011Z.tar",
            "my-askline-20260615T080910011Z.tar",
            "askline-.tar",
            "askline.tar",
            "",
        ] {
            assert_eq!(time_of(other), None, "{other}");
        }
    }

    #[test]
    fn the_newest_are_kept_with_the_one_just_made_and_no_other_file_is_named() {
        let hour = |hour: u8| format!("askline-20260615T{hour:02}0000000Z.tar");
        let names: Vec<String> = (1..=5).map(hour).chain(["mine.tar".into(), "askline-x.tar".into()]).collect();
        assert_eq!(surplus(names.clone(), &hour(5), 3), [hour(1), hour(2)]);
        // The clock was set back: the one just made has the oldest name.
        assert_eq!(surplus(names.clone(), &hour(1), 3), [hour(2), hour(3)]);
        // The newest counts even if it is not listed yet.
        assert_eq!(surplus(names.clone(), &hour(6), 3), [hour(1), hour(2), hour(3)]);
        assert_eq!(surplus(names.clone(), &hour(5), 1), [hour(1), hour(2), hour(3), hour(4)]);
        assert_eq!(surplus(names, &hour(5), 9), Vec::<String>::new());
    }
}
