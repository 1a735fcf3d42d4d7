//! Language tags of pages and settings: `en`, `pt-BR`, `zh-Hant-TW`. Only the form is checked, not the registry: an
//! unknown tag matches no page and does no harm. Source of the form: RFC 5646, section 2.1, without extensions, private
//! use and grandfathered tags.

use crate::shared::violation::Violations;

/// The tag for every language.
pub const ANY_LANGUAGE: &str = "*";

/// The form of a tag, for JSON Schemas.
pub const LANGUAGE_TAG_PATTERN: &str =
    r"^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*$";
/// [`LANGUAGE_TAG_PATTERN`], or `*` for every language.
pub const LANGUAGE_RANGE_PATTERN: &str =
    r"^(\*|[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*)$";

/// The maximum length of a tag, in characters.
pub const MAX_TAG_CHARACTERS: usize = 35;

/// Returns the tag in its usual casing (`pt-BR`, `zh-Hant`), or `None` if the text is not a tag.
pub fn canonical_language_tag(text: &str) -> Option<String> {
    if text.len() > MAX_TAG_CHARACTERS {
        return None;
    }
    let mut parts = text.split('-').peekable();
    let language = parts.next().filter(|part| is_alphabetic(part, 2..=3))?;
    let mut tag = language.to_ascii_lowercase();
    if let Some(script) = parts.next_if(|part| is_alphabetic(part, 4..=4)) {
        tag.push('-');
        tag.push_str(&script[..1].to_ascii_uppercase());
        tag.push_str(&script[1..].to_ascii_lowercase());
    }
    if let Some(region) = parts.next_if(|part| is_region(part)) {
        tag.push('-');
        tag.push_str(&region.to_ascii_uppercase());
    }
    for variant in parts {
        if !is_variant(variant) {
            return None;
        }
        tag.push('-');
        tag.push_str(&variant.to_ascii_lowercase());
    }
    Some(tag)
}

/// Returns the primary language: `pt` for `pt-BR`.
pub fn primary_language(tag: &str) -> &str {
    tag.split('-').next().unwrap_or(tag)
}

/// Returns the canonical tag or `*`, or adds a violation at `path`.
pub fn check_language_range(path: &str, text: &str, violations: &mut Violations) -> Option<String> {
    if text == ANY_LANGUAGE {
        return Some(text.to_owned());
    }
    let tag = canonical_language_tag(text);
    if tag.is_none() {
        violations.add(
            path,
            "INVALID_LANGUAGE",
            format!("{path} must be a language tag such as 'en' or 'pt-BR', or '*' for every language."),
        );
    }
    tag
}

fn is_alphabetic(part: &str, length: std::ops::RangeInclusive<usize>) -> bool {
    length.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn is_region(part: &str) -> bool {
    is_alphabetic(part, 2..=2) || (part.len() == 3 && part.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_variant(part: &str) -> bool {
    part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && (matches!(part.len(), 5..=8) || (part.len() == 4 && part.as_bytes()[0].is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn tags_are_taken_in_any_casing_and_kept_in_the_usual_one() {
        for (text, tag) in [
            ("EN", "en"),
            ("pt-br", "pt-BR"),
            ("ZH-hANT-tw", "zh-Hant-TW"),
            ("es-419", "es-419"),
            ("de-DE-1996", "de-DE-1996"),
            ("sl-rozaj-biske", "sl-rozaj-biske"),
        ] {
            assert_eq!(canonical_language_tag(text).as_deref(), Some(tag));
        }
        for text in ["", "e", "english", "en_US", "en-", "-en", "de-de-de", "e1", "en-USA", "*", "en US", "é1"] {
            assert_eq!(canonical_language_tag(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn the_pattern_and_the_reader_agree(text in "[a-zA-Z]{0,4}(-[a-zA-Z0-9]{0,9}){0,3}") {
            let tag = regex::Regex::new(LANGUAGE_TAG_PATTERN).expect("a pattern");
            let range = regex::Regex::new(LANGUAGE_RANGE_PATTERN).expect("a pattern");
            prop_assume!(text.len() <= MAX_TAG_CHARACTERS);
            prop_assert_eq!(tag.is_match(&text), canonical_language_tag(&text).is_some());
            prop_assert_eq!(range.is_match(&text), tag.is_match(&text));
        }

        #[test]
        fn no_text_makes_the_reader_panic_and_what_it_gives_stays(text: String) {
            if let Some(tag) = canonical_language_tag(&text) {
                prop_assert_eq!(canonical_language_tag(&tag), Some(tag));
            }
        }
    }
}
