//! What the texts of emails in every language are made of.

use jiff::{Timestamp, tz::TimeZone};

/// The maximum number of characters of a name that are shown.
const MAX_NAME_CHARACTERS: usize = 100;

/// The texts of one kind of email: everything that differs between emails.
pub(super) struct Words {
    pub subject: &'static str,
    pub paragraphs: Vec<String>,
    /// The button's label, if the email has a button.
    pub button: Option<&'static str>,
    pub notes: Vec<String>,
}

/// A name or an address that a person chose, in the form for emails: one line of limited length that no mail program
/// turns into a link, since a stranger may have entered a URL as their name.
pub(super) fn named(text: &str) -> String {
    let mut shown = String::new();
    for character in text.chars().filter(|character| !character.is_control()).take(MAX_NAME_CHARACTERS) {
        shown.push(character);
        if matches!(character, '.' | ':' | '/' | '@') {
            shown.push('\u{200B}');
        }
    }
    shown
}

/// A time as people read it, in UTC.
pub(super) fn moment(at: Timestamp, format: &str) -> String {
    at.to_zoned(TimeZone::UTC).strftime(format).to_string()
}
