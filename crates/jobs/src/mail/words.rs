//! What the texts of emails in every language are made of.

pub(super) use askline_domain::report_text::named;
use askline_domain::{
    identity::email_address::{check_email, shown_email},
    shared::violation::Violations,
};
use jiff::{Timestamp, tz::TimeZone};

/// The texts of one kind of email: everything that differs between emails.
pub(super) struct Words {
    pub subject: &'static str,
    pub paragraphs: Vec<String>,
    /// The button's label, if the email has a button.
    pub button: Option<&'static str>,
    pub notes: Vec<String>,
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
