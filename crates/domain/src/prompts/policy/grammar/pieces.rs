//! Cuts a folded text into words and marks.

use std::ops::Range;

/// Whether a character is of Chinese or Japanese.
pub(super) fn is_han_or_kana(character: char) -> bool {
    matches!(character, '々' | 'ぁ'..='ヿ' | '一'..='鿿' | '㐀'..='䶿')
}

/// Splits a text into words and marks, as byte ranges. A French or Italian article before an apostrophe is a word.
pub(super) fn pieces(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += text[at..].len() - text[at..].trim_start_matches(' ').len();
        let start = at;
        at += length_of_piece(&text[at..])?;
        Some(start..at)
    })
}

fn length_of_piece(rest: &str) -> Option<usize> {
    const LONGEST_ARTICLE: usize = 3;
    let first = rest.chars().next()?;
    if rest.starts_with("{{")
        && let Some(end) = rest.find("}}").filter(|end| *end < 24)
    {
        return Some(end + 2);
    }
    if is_han_or_kana(first) || !first.is_alphanumeric() {
        return Some(first.len_utf8());
    }
    let mut characters = rest.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let next = characters.peek().map(|(_, next)| *next);
        let is_inner = match character {
            '\'' if at < LONGEST_ARTICLE && next.is_some_and(char::is_alphabetic) && is_elision(&rest[..at]) => {
                return Some(at + 1);
            }
            '\'' | '-' | '_' => next.is_some_and(char::is_alphanumeric),
            '.' => next.is_some_and(|next| next.is_ascii_alphanumeric()) && is_dotted(rest),
            other => other.is_alphanumeric() && !is_han_or_kana(other),
        };
        if !is_inner {
            return Some(at);
        }
    }
    Some(rest.len())
}

fn is_elision(before: &str) -> bool {
    matches!(before, "n" | "l" | "d" | "j" | "s" | "c" | "m" | "t" | "qu")
}

/// Whether the word at the start is a domain: labels of ASCII with an ending of two letters or more.
pub(super) fn is_dotted(rest: &str) -> bool {
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-'))).unwrap_or(rest.len());
    let word = rest[..end].trim_end_matches('.');
    word.rsplit_once('.').is_some_and(|(name, ending)| {
        !name.is_empty() && ending.len() >= 2 && ending.bytes().all(|byte| byte.is_ascii_alphabetic())
    })
}
