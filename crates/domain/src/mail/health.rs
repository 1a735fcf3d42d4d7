//! Whether sending email works, and what is kept of a mail server's answers.

use jiff::Timestamp;

/// The maximum number of characters that are stored of a mail server's answer.
pub const MAX_ANSWER_CHARACTERS: usize = 300;

/// Whether sending email works.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MailHealth {
    /// Since when sending has failed; `None` while it works.
    pub failing_since: Option<Timestamp>,
    /// The reason of the latest failure, while sending fails.
    pub failure: Option<String>,
    /// The number of emails that wait to be sent.
    pub waiting: u64,
}

/// Returns a mail server's answer in the form that is stored and shown: one line of limited length.
pub fn shown_answer(text: &str) -> String {
    let line = text.chars().map(|character| if character.is_control() { ' ' } else { character });
    line.take(MAX_ANSWER_CHARACTERS).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_kept_as_one_line_of_bounded_length() {
        assert_eq!(shown_answer("550 no\r\nsuch user\u{7}"), "550 no  such user");
        assert_eq!(shown_answer(&"x".repeat(5_000)).len(), MAX_ANSWER_CHARACTERS);
    }
}
