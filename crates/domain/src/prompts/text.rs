//! The text of a prompt: its placeholders, and how they are filled. The server (rule tests, previews) and the widget
//! must produce the same prompt; `testdata/prompt_text_cases.json` tests both. Values are never filled again: a page's
//! title stays text, even if it looks like a placeholder.
//!
//! # Semantics, for the TypeScript implementation
//!
//! 1. Clean each value: remove direction overrides and isolates (U+202A–U+202E, U+2066–U+2069) and tag characters
//!    (U+E0000–U+E007F); then replace every run of control characters (U+0000–U+001F, U+007F–U+009F) with one space; then trim
//!    spaces (only U+0020) at both ends.
//! 2. A `markdownUrl` or `title` that is missing or empty is replaced by `url`; any other missing value is empty.
//! 3. Replace, in one pass from left to right, `/\{\{(url|markdownUrl|title|siteName|language)\}\}/g`. Nothing else
//!    is a placeholder; `{{ url }}` is not.

use crate::shared::{uri_component::encode_uri_component, violation::Violations};

/// The placeholders that a prompt may contain.
pub const PROMPT_PLACEHOLDERS: [&str; 5] = ["url", "markdownUrl", "title", "siteName", "language"];

/// The values of a prompt's placeholders.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PromptValues<'a> {
    /// The page's address.
    pub url: &'a str,
    /// The address of the page's Markdown; by default the page's address.
    pub markdown_url: Option<&'a str>,
    /// The page's title; by default the page's address.
    pub title: Option<&'a str>,
    /// The name of the site.
    pub site_name: &'a str,
    /// The page's language, as a tag: `de`.
    pub language: &'a str,
}

impl PromptValues<'_> {
    fn value(&self, placeholder: &str) -> String {
        let own = match placeholder {
            "url" => self.url,
            "markdownUrl" => self.markdown_url.unwrap_or_default(),
            "title" => self.title.unwrap_or_default(),
            "siteName" => self.site_name,
            _ => self.language,
        };
        match clean_value(own) {
            value if value.is_empty() && matches!(placeholder, "markdownUrl" | "title") => clean_value(self.url),
            value => value,
        }
    }
}

/// Returns the prompt as it is sent: `text` with its placeholders replaced, in one pass.
pub fn fill(text: &str, values: &PromptValues<'_>) -> String {
    let mut filled = String::with_capacity(text.len() + 2 * values.url.len());
    for piece in Pieces::of(text, &PROMPT_PLACEHOLDERS) {
        match piece {
            Piece::Literal(literal) => filled.push_str(literal),
            Piece::Placeholder(name) => filled.push_str(&values.value(name)),
        }
    }
    filled
}

/// Whether `text` has the placeholder `name`.
pub fn has_placeholder(text: &str, name: &str) -> bool {
    Pieces::of(text, &[name]).any(|piece| matches!(piece, Piece::Placeholder(_)))
}

/// Adds a violation for every `{{…}}` in `text` that is not in `known`, and for a `{{` without a `}}`.
pub fn check_placeholders(path: &str, text: &str, known: &[&str], violations: &mut Violations) {
    for piece in Pieces::of(text, known) {
        let Piece::Literal(mut literal) = piece else { continue };
        while let Some(start) = literal.find("{{") {
            let Some(length) = literal[start..].find("}}") else {
                violations.add(path, "UNCLOSED_PLACEHOLDER", format!("{path} has a '{{{{' that no '}}}}' closes."));
                break;
            };
            let end = start + length + 2;
            let shown: String = literal[start..end].chars().take(60).collect();
            violations.add_not_one_of(
                path,
                "UNKNOWN_PLACEHOLDER",
                format!("{path} has the placeholder '{}', which is not known.", shown.escape_debug()),
                known.iter().map(|name| format!("{{{{{name}}}}}")),
            );
            literal = &literal[end..];
        }
    }
}

/// Returns the length of `text` in bytes when it is encoded in an address.
pub fn encoded_length(text: &str) -> usize {
    encode_uri_component(text).len()
}

fn clean_value(value: &str) -> String {
    let mut clean = String::with_capacity(value.len());
    let mut after_control = false;
    for character in value.chars() {
        match character {
            '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{E0000}'..='\u{E007F}' => continue,
            control if control.is_control() => {
                if !after_control {
                    clean.push(' ');
                }
            }
            other => clean.push(other),
        }
        after_control = character.is_control();
    }
    clean.trim_matches(' ').to_owned()
}

/// A text split into its placeholders and the text between them.
struct Pieces<'a> {
    rest: &'a str,
    names: &'a [&'a str],
}

enum Piece<'a> {
    Literal(&'a str),
    Placeholder(&'a str),
}

impl<'a> Pieces<'a> {
    fn of(text: &'a str, names: &'a [&'a str]) -> Self {
        Self { rest: text, names }
    }

    /// Returns the name and the end of the placeholder that begins at `at`.
    fn placeholder_at(&self, at: usize) -> Option<(&'a str, usize)> {
        let inside = self.rest[at..].strip_prefix("{{")?;
        let name =
            self.names.iter().find(|name| inside.strip_prefix(**name).is_some_and(|after| after.starts_with("}}")))?;
        Some((name, at + name.len() + 4))
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        let braces = self.rest.match_indices('{').map(|(at, _)| at);
        let first = braces.filter_map(|at| Some((at, self.placeholder_at(at)?))).next();
        let (piece, end) = match first {
            Some((0, (name, end))) => (Piece::Placeholder(name), end),
            Some((at, _)) => (Piece::Literal(&self.rest[..at]), at),
            None if self.rest.is_empty() => return None,
            None => (Piece::Literal(self.rest), self.rest.len()),
        };
        self.rest = &self.rest[end..];
        Some(piece)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Case {
        text: String,
        values: BTreeMap<String, String>,
        filled: String,
    }

    fn values(map: &BTreeMap<String, String>) -> PromptValues<'_> {
        let value = |name: &str| map.get(name).map(String::as_str);
        PromptValues {
            url: value("url").unwrap_or_default(),
            markdown_url: value("markdownUrl"),
            title: value("title"),
            site_name: value("siteName").unwrap_or_default(),
            language: value("language").unwrap_or_default(),
        }
    }

    #[test]
    fn every_shared_case_is_filled_as_it_says() {
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../../../../testdata/prompt_text_cases.json")).expect("a list of cases");
        assert!(cases.len() >= 30);
        for case in cases {
            assert!(case.values.keys().all(|name| PROMPT_PLACEHOLDERS.contains(&name.as_str())));
            assert_eq!(fill(&case.text, &values(&case.values)), case.filled, "{}", case.text);
        }
    }

    fn codes(text: &str) -> Vec<String> {
        let mut violations = Violations::new();
        check_placeholders("text", text, &PROMPT_PLACEHOLDERS, &mut violations);
        let found = violations.finish(()).err().unwrap_or_default();
        found.into_iter().map(|violation| violation.code).collect()
    }

    #[test]
    fn a_placeholder_that_is_not_known_is_refused_and_the_known_ones_are_listed() {
        assert!(codes("{{url}} {{markdownUrl}} {{title}} {{siteName}} {{language}} {a} }} {").is_empty());
        assert!(codes("{{{url}}}").is_empty());
        assert_eq!(codes("{{ url }}"), ["UNKNOWN_PLACEHOLDER"]);
        assert_eq!(codes("{{URL}} and {{}}"), ["UNKNOWN_PLACEHOLDER", "UNKNOWN_PLACEHOLDER"]);
        assert_eq!(codes("a {{url"), ["UNCLOSED_PLACEHOLDER"]);
        let mut violations = Violations::new();
        check_placeholders("text", "{{author}}", &PROMPT_PLACEHOLDERS, &mut violations);
        let found = violations.finish(()).expect_err("not known");
        assert!(matches!(&found[0].allowed, Some(crate::shared::violation::Allowed::OneOf(words)) if words.len() == 5));
        assert!(found[0].message.contains("{{author}}"), "{}", found[0].message);
    }

    #[test]
    fn the_encoded_length_is_that_of_encode_uri_component() {
        assert_eq!(encoded_length("abc-_.!~*'()"), 12);
        assert_eq!(encoded_length("a b"), 5);
        assert_eq!(encoded_length("é"), 6);
        assert_eq!(encoded_length("日"), 9);
        assert_eq!(encoded_length("😀"), 12);
    }

    proptest! {
        #[test]
        fn filling_leaves_no_known_placeholder(text in "(\\{|\\}|url|title|siteName|\\{\\{url\\}\\}| ){0,20}") {
            let values = PromptValues { url: "U", markdown_url: Some("M"), title: Some("T"), site_name: "S", language: "L" };
            let filled = fill(&text, &values);
            for name in PROMPT_PLACEHOLDERS {
                prop_assert!(!filled.contains(&format!("{{{{{name}}}}}")), "{filled}");
            }
        }

        #[test]
        fn what_a_value_says_is_never_filled(title in "[a-z{}]{1,30}") {
            let values = PromptValues { url: "https://example.com/", title: Some(&title), ..PromptValues::default() };
            prop_assert_eq!(fill("{{title}}", &values), title);
        }

        #[test]
        fn a_checked_text_has_no_braces_left_over(text in "(\\{\\{url\\}\\}|\\{\\{a\\}\\}|[a-z ]){0,9}") {
            let values = PromptValues { url: "U", ..PromptValues::default() };
            prop_assert_eq!(codes(&text).is_empty(), !fill(&text, &values).contains("{{"));
        }

        #[test]
        fn no_text_makes_the_readers_panic(text: String, title: String) {
            let _ = codes(&text);
            let _ = encoded_length(&text);
            let values = PromptValues { title: Some(&title), ..PromptValues::default() };
            let _ = fill(&text, &values);
        }
    }
}
