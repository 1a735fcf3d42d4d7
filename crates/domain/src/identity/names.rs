//! Checks names of people and of organizations.

use crate::shared::{hidden_characters::check_one_line, violation::Violations};

/// The maximum length of a person's or an organization's name, in characters.
pub const MAX_NAME_CHARACTERS: usize = 100;

/// Returns the trimmed name of an organization. Reports a name that is empty or too long, or has control or invisible
/// characters.
pub fn check_organization_name(path: &str, text: &str, violations: &mut Violations) -> String {
    check_name(path, text, 1, violations)
}

/// Returns the trimmed name of a person, which may be empty. Reports a name that is too long, or has control or
/// invisible characters.
pub fn check_person_name(path: &str, text: &str, violations: &mut Violations) -> String {
    check_name(path, text, 0, violations)
}

/// Returns the name of a person as another service names them, shortened; empty if it could not be entered here.
pub fn person_name_from_elsewhere(text: &str) -> String {
    let short: String = text.trim().chars().take(MAX_NAME_CHARACTERS).collect();
    let mut violations = Violations::new();
    let name = check_person_name("name", &short, &mut violations);
    violations.finish(name).unwrap_or_default()
}

fn check_name(path: &str, text: &str, least: usize, violations: &mut Violations) -> String {
    let name = text.trim().to_owned();
    // As documented, surrounding spaces count toward the maximum length.
    let measured = if text.chars().count() > MAX_NAME_CHARACTERS { text } else { &name };
    violations.check_length(path, measured, least, MAX_NAME_CHARACTERS);
    check_one_line(path, &name, violations);
    check_no_link(path, &name, violations);
    name
}

/// Adds a violation for a name with a web address: names are sent to people who do not know the sender, and mail programs
/// make addresses into links.
fn check_no_link(path: &str, name: &str, violations: &mut Violations) {
    let name = name.to_lowercase();
    if let Some(mark) = ["://", "www."].into_iter().find(|mark| name.contains(mark)) {
        violations.add(path, "LINK_IN_NAME", format!("{path} must not contain a web address: '{mark}'."));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_line_that_can_be_read() {
        let check = |name: &str| {
            let mut violations = Violations::new();
            let checked = check_organization_name("name", name, &mut violations);
            violations.finish(checked).map_err(|found| found[0].code.clone())
        };
        assert_eq!(check(" Acme & Söhne "), Ok("Acme & Söhne".to_owned()));
        assert_eq!(check("  "), Err("TOO_SHORT".to_owned()));
        assert_eq!(check(&"a".repeat(101)), Err("TOO_LONG".to_owned()));
        assert_eq!(check("a\nb"), Err("CONTROL_CHARACTER".to_owned()));
        for hidden in ('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}') {
            assert_eq!(check(&format!("a{hidden}b")), Err("HIDDEN_CHARACTER".to_owned()), "{hidden:?}");
        }
        for separator in ['\u{2028}', '\u{2029}'] {
            assert_eq!(check(&format!("a{separator}b")), Err("CONTROL_CHARACTER".to_owned()), "{separator:?}");
        }
    }

    #[test]
    fn a_name_from_elsewhere_is_shortened_and_left_out_where_it_could_not_be_entered() {
        assert_eq!(person_name_from_elsewhere(" Ada Lovelace "), "Ada Lovelace");
        assert_eq!(person_name_from_elsewhere(&"a".repeat(500)), "a".repeat(MAX_NAME_CHARACTERS));
        for refused in ["Ada\nBcc: x", "see https://evil.example", "a\u{202e}b"] {
            assert_eq!(person_name_from_elsewhere(refused), "", "{refused}");
        }
    }

    #[test]
    fn names_hold_no_web_address() {
        for (name, is_refused) in [
            ("Win a prize at https://evil.example", true),
            ("http://x", true),
            ("Go to WWW.evil.example now", true),
            ("ftp://x", true),
            ("Bakery Müller: bread & cake", false),
            ("example.com", false),
            ("Wwwonder", false),
        ] {
            for check in [check_organization_name, check_person_name] {
                let mut violations = Violations::new();
                let checked = check("name", name, &mut violations);
                let codes = violations.finish(checked).map_err(|found| found[0].code.clone());
                assert_eq!(codes.is_err(), is_refused, "{name}: {codes:?}");
            }
        }
    }
}
