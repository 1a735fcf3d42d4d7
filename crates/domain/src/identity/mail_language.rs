//! The languages that emails are written in.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A language of emails.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MailLanguage {
    /// English.
    #[default]
    En,
    /// German.
    De,
}

words! {
    MailLanguage, "a language of mails":
    En = "en",
    De = "de",
}

impl MailLanguage {
    /// Returns the first language of an `Accept-Language` header in which emails exist; `None` if the header names no
    /// such language. Weights are ignored: browsers list languages in order of preference.
    pub fn accepted(header: &str) -> Option<Self> {
        header.split(',').take(20).find_map(|part| {
            let tag = part.split(';').next().unwrap_or_default().trim();
            tag.split('-').next()?.to_ascii_lowercase().parse().ok()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_language_that_mails_are_written_in_is_taken() {
        for (header, language) in [
            ("de-DE,de;q=0.9,en;q=0.8", Some(MailLanguage::De)),
            ("fr, en-GB;q=0.5", Some(MailLanguage::En)),
            ("DE", Some(MailLanguage::De)),
            ("fr", None),
            ("", None),
            ("*", None),
        ] {
            assert_eq!(MailLanguage::accepted(header), language, "{header}");
        }
    }
}
