//! What the texts of emails in every language are made of.

use askline_domain::{
    identity::email_address::{check_email, shown_email},
    shared::violation::Violations,
};
use jiff::{Timestamp, tz::TimeZone};

/// The maximum number of characters of a name that are shown.
const MAX_NAME_CHARACTERS: usize = 100;

/// The maximum number of characters that are shown of a question or a passage.
const MAX_QUOTED_CHARACTERS: usize = 150;

/// The texts of one kind of email: everything that differs between emails.
pub(super) struct Words {
    pub subject: &'static str,
    pub paragraphs: Vec<String>,
    /// The button's label, if the email has a button.
    pub button: Option<&'static str>,
    pub notes: Vec<String>,
}

/// A name that a person chose, in the form for emails: one line of limited length that no mail program turns into a link,
/// since a stranger may have entered a web address as their name.
pub(super) fn named(text: &str) -> String {
    let mut shown = String::new();
    for character in text.chars().filter(|character| !breaks_a_line(*character)).take(MAX_NAME_CHARACTERS) {
        shown.push(character);
        if matches!(character, '.' | ':' | '/' | '@') {
            shown.push('\u{200B}');
        }
    }
    shown
}

/// A text of a stranger in one line of limited length.
pub(super) fn quoted(text: &str) -> String {
    let mut shown = String::new();
    let mut rest = text.chars();
    for part in std::iter::from_fn(|| Some(rest.by_ref().take(50).collect::<String>()).filter(|part| !part.is_empty()))
        .take(MAX_QUOTED_CHARACTERS / 50)
    {
        shown.push_str(&named(&part));
    }
    if rest.next().is_some() {
        shown.push('…');
    }
    shown
}

/// Whether a character ends a line or changes the direction of the text after it. New names have none; older ones may.
fn breaks_a_line(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{2028}' | '\u{2029}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// A person's name, or their address if they have no name. An address stays as it is, so that it can be copied: mail programs
/// make it at most into a link to write to it.
pub(super) fn person(text: &str) -> String {
    let is_address = check_email("", text, &mut Violations::new()).is_some();
    if is_address { shown_email(text) } else { named(text) }
}

/// A time as people read it, in UTC.
pub(super) fn moment(at: Timestamp, format: &str) -> String {
    at.to_zoned(TimeZone::UTC).strftime(format).to_string()
}
