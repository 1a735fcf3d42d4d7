//! Checks new email addresses of accounts and invitations.
//!
//! Accounts keep addresses that were accepted under looser rules: sign-in does not apply these rules.

use unicode_normalization::UnicodeNormalization as _;

use crate::shared::{hidden_characters::is_invisible, violation::Violations};

/// The maximum length of an email address, in bytes. Source: RFC 5321 §4.5.3.1.3, without the angle brackets.
pub const MAX_EMAIL_BYTES: usize = 254;

/// Returns a new email address in lower case, or reports a violation. Checks the form (one `@`, a dotted domain or
/// `localhost`, no space), and that the address has no invisible characters and none that only look like plain ones,
/// such as fullwidth letters. Similar letters of other alphabets are accepted.
pub fn check_email(path: &str, text: &str, violations: &mut Violations) -> Option<String> {
    let email = text.trim().to_lowercase();
    if !is_plausible(&email) {
        violations.add(path, "INVALID_EMAIL", format!("{path} is not an email address."));
        return None;
    }
    if let Some(hidden) = email.chars().find(|character| is_invisible(*character)) {
        let code_point = u32::from(hidden);
        violations.add(
            path,
            "HIDDEN_CHARACTER",
            format!("{path} must not have characters that cannot be seen: U+{code_point:04X}."),
        );
        return None;
    }
    // The text as typed is checked too: some look-alikes, such as the Kelvin sign, become plain letters in lower case.
    if [text.trim(), &email].into_iter().any(|text| !text.nfkc().eq(text.chars())) {
        let plain: String = email.nfkc().collect();
        violations.add(
            path,
            "COMPATIBILITY_CHARACTER",
            format!("{path} must be typed in plain characters; some of these only look like '{plain}'."),
        );
        return None;
    }
    Some(email)
}

fn is_plausible(email: &str) -> bool {
    email.len() <= MAX_EMAIL_BYTES
        && !email.chars().any(|c| c.is_whitespace() || c.is_control())
        && email.split_once('@').is_some_and(|(local, domain)| {
            !local.is_empty()
                && local.len() <= 64
                && !domain.contains('@')
                && domain.split('.').all(|label| !label.is_empty())
                && (domain.contains('.') || domain == "localhost")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Result<String, String> {
        let mut violations = Violations::new();
        let email = check_email("email", text, &mut violations);
        violations.finish(email.unwrap_or_default()).map_err(|found| found[0].code.clone())
    }

    #[test]
    fn malformed_addresses_are_refused() {
        assert_eq!(check(" Ada@Example.com ").as_deref(), Ok("ada@example.com"));
        for text in ["", "ada", "@example.com", "ada@", "ada@example", "a b@example.com", "a@b@example.com", "a@.com"] {
            assert_eq!(check(text), Err("INVALID_EMAIL".into()), "{text}");
        }
    }

    #[test]
    fn addresses_of_every_script_are_accepted() {
        for text in ["müller@bücher.example", "иван@пример.example", "山田@例え.example", "o'brien+x@example.co.uk"]
        {
            assert_eq!(check(text).as_deref(), Ok(text));
        }
    }

    #[test]
    fn invisible_characters_are_refused_anywhere() {
        let hidden = (0..=0x10_FFFF).filter_map(char::from_u32).filter(|character| is_invisible(*character));
        for character in hidden {
            for text in [format!("a{character}da@example.com"), format!("ada@exam{character}ple.com")] {
                assert_eq!(check(&text), Err("HIDDEN_CHARACTER".into()), "U+{:04X}", u32::from(character));
            }
        }
        for control in (0..=0x10_FFFF).filter_map(char::from_u32).filter(|character| character.is_control()) {
            assert_eq!(check(&format!("a{control}da@example.com")), Err("INVALID_EMAIL".into()));
        }
    }

    #[test]
    fn what_only_looks_like_a_plain_address_is_refused() {
        // Fullwidth letters, a ligature, a circled letter, the Kelvin sign, a fullwidth full stop, a letter with
        // combining dots.
        for text in [
            "ａda@example.com",
            "ﬁn@example.com",
            "ⓐda@example.com",
            "\u{212A}im@example.com",
            "ada@example．com.x",
            "mu\u{308}ller@example.com",
        ] {
            assert_eq!(check(text), Err("COMPATIBILITY_CHARACTER".into()), "{text}");
        }
    }
}
