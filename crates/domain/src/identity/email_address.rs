//! Email addresses: what is accepted, stored and shown.
//!
//! An address is stored in lower case, its domain in ASCII (`müller@bücher.example` as `müller@xn--bcher-kva.example`), so
//! that one mailbox is one account however its domain is typed.

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
use unicode_normalization::UnicodeNormalization as _;

use crate::shared::{hidden_characters::is_invisible, violation::Violations};

/// The maximum length of an email address, in bytes. Source: RFC 5321 §4.5.3.1.3, without the angle brackets.
pub const MAX_EMAIL_BYTES: usize = 254;
/// The maximum length of the part before the `@`, in bytes. Source: RFC 5321 §4.5.3.1.1.
const MAX_LOCAL_BYTES: usize = 64;

/// Returns the stored form of a new email address, or reports a violation: a form to which no email can be sent,
/// invisible characters, and characters that only look like plain ones, such as fullwidth letters. Similar letters of
/// other alphabets are accepted.
pub fn check_email(path: &str, text: &str, violations: &mut Violations) -> Option<String> {
    let typed = text.trim().to_lowercase();
    let malformed = || format!("{path} is not an email address.");
    // Checked before the form, since the reason is more useful than "not an email address".
    if let Some(hidden) = typed.chars().find(|character| is_invisible(*character)) {
        let code_point = u32::from(hidden);
        violations.add(
            path,
            "HIDDEN_CHARACTER",
            format!("{path} must not have characters that cannot be seen: U+{code_point:04X}."),
        );
        return None;
    }
    // The text as typed is checked too: some look-alikes, such as the Kelvin sign, become plain letters in lower case.
    let is_plain = [text.trim(), &typed].into_iter().all(|text| text.nfkc().eq(text.chars()));
    if !is_plain && typed.contains('@') && !typed.chars().any(|c| c.is_whitespace() || c.is_control()) {
        let plain: String = typed.nfkc().collect();
        violations.add(
            path,
            "COMPATIBILITY_CHARACTER",
            format!("{path} must be typed in plain characters; some of these only look like '{plain}'."),
        );
        return None;
    }
    let email = mailable(&typed);
    if email.is_none() {
        violations.add(path, "INVALID_EMAIL", malformed());
    }
    email
}

/// Returns the form under which an account with this address is stored, whatever form was typed; for sign-in, which applies
/// none of the other rules. An address that would be refused because it looks like another one stays as it is: an account that
/// an earlier release accepted with it is not the account of the other address.
pub fn stored_email(text: &str) -> String {
    let typed = text.trim().to_lowercase();
    if typed.chars().any(is_invisible) || !typed.nfkc().eq(typed.chars()) {
        return typed;
    }
    let stored = typed.rsplit_once('@').and_then(|(local, domain)| Some(format!("{local}@{}", ascii_domain(domain)?)));
    stored.unwrap_or(typed)
}

/// Returns an address as people write it: `müller@bücher.example`.
pub fn shown_email(stored: &str) -> String {
    let Some((local, domain)) = stored.rsplit_once('@').filter(|(_, domain)| domain.is_ascii()) else {
        return stored.to_owned();
    };
    let (shown, valid) = Uts46::new().to_unicode(domain.as_bytes(), AsciiDenyList::STD3, Hyphens::Allow);
    match valid {
        Ok(()) => format!("{local}@{shown}"),
        Err(_) => stored.to_owned(),
    }
}

/// The forms under which the account of an address may be stored: the stored form, and the one of earlier releases, which
/// kept domains as people write them.
pub fn stored_forms(email: &str) -> [String; 2] {
    [email.to_owned(), shown_email(email)]
}

/// Returns the stored form of an address in lower case to which email can be sent: a dot-string and a domain, without the
/// quoted forms that many mail servers refuse. Sources: RFC 5321 §4.1.2, RFC 6531 §3.3.
fn mailable(typed: &str) -> Option<String> {
    let (local, domain) = typed.split_once('@')?;
    let is_atom = |atom: &str| !atom.is_empty() && atom.chars().all(is_atom_character);
    if local.len() > MAX_LOCAL_BYTES || !local.split('.').all(is_atom) {
        return None;
    }
    let domain = ascii_domain(domain)?;
    // A name of numbers alone is an IP address, which would need brackets.
    let has_name = domain.rsplit('.').next().is_some_and(|label| !label.bytes().all(|byte| byte.is_ascii_digit()));
    let email = format!("{local}@{domain}");
    (has_name && (domain.contains('.') || domain == "localhost") && email.len() <= MAX_EMAIL_BYTES).then_some(email)
}

/// Returns a domain in ASCII, in lower case; `None` if it cannot be one.
fn ascii_domain(domain: &str) -> Option<String> {
    let ascii =
        Uts46::new().to_ascii(domain.as_bytes(), AsciiDenyList::STD3, Hyphens::CheckFirstLast, DnsLength::Verify);
    ascii.ok().map(std::borrow::Cow::into_owned)
}

/// Whether a character may stand in an atom. Source: RFC 5322 §3.2.3, with the letters beyond ASCII of RFC 6532.
fn is_atom_character(character: char) -> bool {
    let is_sign = "!#$%&'*+-/=?^_`{|}~".contains(character);
    let is_letter = !character.is_ascii() && !character.is_whitespace() && !character.is_control();
    character.is_ascii_alphanumeric() || is_sign || is_letter
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
    fn addresses_to_which_no_email_can_be_sent_are_refused() {
        let long_local = format!("{}@example.com", "a".repeat(65));
        let long_label = format!("a@{}.example", "b".repeat(64));
        let long_domain = format!("a@{}example", "label.".repeat(42));
        for text in [
            "v@x.example>",
            "<v@x.example",
            "Vera <v@x.example>",
            "a..b@x.example",
            ".a@x.example",
            "a.@x.example",
            "a,b@x.example",
            "a;b@x.example",
            "a:b@x.example",
            "a(b)@x.example",
            "a[b]@x.example",
            "a\\b@x.example",
            "\"a\"@x.example",
            "\"a b\"@x.example",
            "a@x_y.example",
            "a@-x.example",
            "a@x-.example",
            "a@x..example",
            "a@x.example.",
            "a@.x.example",
            "a@x.example,b@y.example",
            "a@x.example/path",
            "a@x.example:25",
            "a@192.0.2.1",
            "a@[192.0.2.1]",
            "a@[IPv6:2001:db8::1]",
            "a@xn--a.example",
            "mailto:a@x.example",
            "a@\u{2028}x.example",
            long_local.as_str(),
            long_label.as_str(),
            long_domain.as_str(),
        ] {
            assert_eq!(check(text), Err("INVALID_EMAIL".into()), "{text}");
        }
        for text in ["a@localhost", "a.b+c@x-y.example", "!#$%&'*+-/=?^_`{|}~@x.example", "a@1.example", "1@x.example"]
        {
            assert_eq!(check(text).as_deref(), Ok(text));
        }
    }

    #[test]
    fn one_mailbox_is_one_address_however_its_domain_is_typed() {
        let stored = "müller@xn--bcher-kva.example";
        for text in [
            "müller@bücher.example",
            "MÜLLER@BÜCHER.EXAMPLE",
            "müller@XN--BCHER-KVA.example",
            " müller@bücher.Example ",
        ] {
            assert_eq!(check(text).as_deref(), Ok(stored), "{text}");
            assert_eq!(stored_email(text), stored, "{text}");
        }
        assert_eq!(shown_email(stored), "müller@bücher.example");
        // Sign-in takes what was stored under looser rules.
        for text in ["ada", "a b@c", "@", "a@x_y.example", "v@x.example>"] {
            assert_eq!((stored_email(text).as_str(), shown_email(text).as_str()), (text, text));
        }
    }

    #[test]
    fn addresses_of_every_script_are_accepted() {
        for text in ["müller@bücher.example", "иван@пример.example", "山田@例え.example", "o'brien+x@example.co.uk"]
        {
            assert_eq!(check(text).map(|stored| shown_email(&stored)).as_deref(), Ok(text));
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
