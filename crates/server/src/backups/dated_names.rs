//! Names of backups contain the time of the backup, so they sort by time.

use jiff::Timestamp;

/// The time in a name, in UTC.
const TIME: &str = "%Y%m%dT%H%M%S%3fZ";
/// The form of such a time: every digit is written as 0.
const TIME_SHAPE: &str = "00000000T000000000Z";

/// A time in the form that backup names contain.
pub fn text_of(at: Timestamp) -> String {
    at.strftime(TIME).to_string()
}

/// Whether a part of a name has exactly the form of such a time.
pub fn is_time(text: &str) -> bool {
    let shape: String = text.chars().map(|each| if each.is_ascii_digit() { '0' } else { each }).collect();
    shape == TIME_SHAPE
}

/// The names to delete, oldest first, so that `keep` remain. `newest` is never among them, even if the clock was wrong
/// when others were made.
pub fn surplus(mut names: Vec<String>, newest: &str, keep: usize) -> Vec<String> {
    names.retain(|name| name != newest);
    names.sort();
    let surplus = (names.len() + 1).saturating_sub(keep.max(1));
    names.truncate(surplus);
    names
}
