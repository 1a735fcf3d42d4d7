//! Finds full addresses in prose, and where an address in prose ends.

use std::ops::Range;

use crate::citations::script::Script;

/// Fills the remaining bytes of a character that is longer in the source than in the prose (`&amp;`, `\_`). All readers
/// skip it.
pub const FILLER: char = '\0';
/// What separates the scheme of an address from its host.
const AFTER_SCHEME: &str = "://";

/// The part of an address at which a text begins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Host,
    Path,
}

/// The byte ranges of the addresses in a text that begin with `http://` or `https://`, in any case.
pub(super) fn full_addresses(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (colon, _) in text.match_indices(AFTER_SCHEME) {
        let Some(start) = scheme_start(&text[..colon]) else { continue };
        let host = colon + AFTER_SCHEME.len();
        if found.last().is_none_or(|last| start >= last.end) {
            found.push(start..host + length(&text[host..], Part::Host));
        }
    }
    found
}

/// Whether a text begins with a scheme of the web.
pub(super) fn has_scheme(text: &str) -> bool {
    text.find(AFTER_SCHEME).is_some_and(|colon| scheme_start(&text[..colon]) == Some(0))
}

/// The byte at which the scheme at the end of a text begins.
fn scheme_start(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    [b"https".as_slice(), b"http"].iter().find_map(|scheme| {
        let start = bytes.len().checked_sub(scheme.len())?;
        bytes[start..].eq_ignore_ascii_case(scheme).then_some(start)
    })
}

/// The length in bytes of the rest of an address at the start of a text, without punctuation that ends the sentence.
pub(super) fn length(text: &str, part: Part) -> usize {
    let mut reader = Letters { part, is_foreign: false, before: None };
    let mut open = 0_u32;
    let end = text.char_indices().find(|(_, c)| match c {
        '(' => {
            open += 1;
            reader.before = None;
            false
        }
        ')' if open > 0 => {
            open -= 1;
            false
        }
        &FILLER => false,
        &c => is_end(c) || reader.ends_before(c),
    });
    let end = end.map_or(text.len(), |(byte, _)| byte);
    text[..end].trim_end_matches(['.', ',', ';', ':', '!', '?', '*', '_', '\'', '~']).len()
}

/// Whether a character never belongs to an address in prose: spaces, brackets, quotes, dashes, and the punctuation of
/// scripts without ASCII punctuation.
fn is_end(c: char) -> bool {
    let is_foreign_mark = || {
        matches!(u32::from(c),
            0xab | 0xbb | 0x60c | 0x61b | 0x61f | 0x6d4 | 0x964 | 0x965 | 0x2010..=0x205e | 0x3000..=0x3004
            | 0x3008..=0x3020 | 0x3030 | 0x30fb | 0xfe10..=0xfe6f | 0xff00..=0xff65)
    };
    c.is_whitespace()
        || c.is_control()
        || matches!(c, ')' | '<' | '>' | '"' | '[' | ']' | '`' | '|')
        || (!c.is_ascii() && is_foreign_mark())
}

/// Decides whether a letter beyond ASCII belongs to an address or to the sentence after it.
struct Letters {
    part: Part,
    /// Whether the host has letters beyond ASCII.
    is_foreign: bool,
    before: Option<char>,
}

impl Letters {
    fn ends_before(&mut self, c: char) -> bool {
        if matches!(c, '/' | '?' | '#') {
            self.part = Part::Path;
        }
        let before = self.before.replace(c);
        let script = match Script::of(c) {
            Some(script) if !c.is_ascii() => script,
            _ => return false,
        };
        match self.part {
            _ if matches!(script, Script::Latin | Script::Digits) => false,
            Part::Host if self.is_foreign => false,
            // A label in another script begins; after an ASCII letter, the sentence goes on.
            Part::Host => {
                self.is_foreign = before.is_none_or(|before| matches!(before, '.' | '@'));
                !self.is_foreign
            }
            Part::Path if script.attaches_words() => true,
            Part::Path => before.is_some_and(|before| before.is_ascii_alphanumeric()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = full_addresses(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn an_address_ends_before_the_punctuation_and_the_letters_of_the_sentence() {
        check("詳しくはhttps://a.example/preise。次に", &["https://a.example/preise"]);
        check("請看（https://a.example/a），然後", &["https://a.example/a"]);
        check("https://a.example/preiseを見る", &["https://a.example/preise"]);
        check("https://a.example에서 https://b.example/를", &["https://a.example", "https://b.example/"]);
        check("«https://a.example/a» “https://b.example/b”", &["https://a.example/a", "https://b.example/b"]);
        check("https://a.example/aи https://b.example/b، ثم", &["https://a.example/a", "https://b.example/b"]);
        check("| https://a.example/a|b |", &["https://a.example/a"]);
        check("https://a.example/x…", &["https://a.example/x"]);
    }

    #[test]
    fn letters_beyond_ascii_that_belong_to_an_address_stay_in_it() {
        check("https://ä.example/müller.", &["https://ä.example/müller"]);
        check("https://пример.example/цены и", &["https://пример.example/цены"]);
        check("https://a.example/wiki/Москва,", &["https://a.example/wiki/Москва"]);
        check("https://例え.example/a。", &["https://例え.example/a"]);
    }

    #[test]
    fn the_scheme_is_read_in_any_case() {
        check("HTTPS://A.example/b, Http://b.example", &["HTTPS://A.example/b", "Http://b.example"]);
        check("ftp://a.example ://b", &[]);
        assert!(has_scheme("HTTP://a.example") && !has_scheme("see http://a.example") && !has_scheme("a"));
    }
}
