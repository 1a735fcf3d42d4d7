//! Names of backups contain the time of the backup, so they sort by time.

use jiff::Timestamp;

/// The time in a name, in UTC.
const TIME: &str = "%Y%m%dT%H%M%S%3fZ";
/// The same, each digit as 0.
const TIME_SHAPE: &str = "00000000T000000000Z";

/// A time as it is in names.
pub fn text_of(at: Timestamp) -> String {
    at.strftime(TIME).to_string()
}

/// Whether a part of a name has the form of such a time, to the letter.
pub fn is_time(text: &str) -> bool {
    let shape: String = text.chars().map(|each| if each.is_ascii_digit() { '0' } else { each }).collect();
    shape == TIME_SHAPE
}

/// The names that are surplus when `keep` are kept, oldest first. `newest` is kept, whatever the clock said when the others were made.
pub fn surplus(mut names: Vec<String>, newest: &str, keep: usize) -> Vec<String> {
    names.retain(|name| name != newest);
    names.sort();
    let surplus = (names.len() + 1).saturating_sub(keep.max(1));
    names.truncate(surplus);
    names
}
