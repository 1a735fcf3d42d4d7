//! Finds marks in an answer's text that refer to numbered sources. Places are in characters.

use askline_domain::citations::answer_text::AnswerText;

/// The maximum number of characters between the brackets of a mark.
const MAX_MARK_CHARACTERS: usize = 40;

/// The numbers in `[1]`, `[1][2]`, `[1, 2]`, `[web:1]`, `【1】` and `【1†source】`, each with its place. Brackets in code
/// (`list[1]`) and in links, which have their own targets, are not marks.
pub fn numbers(text: &str) -> Vec<(u64, u64)> {
    let mut apart = AnswerText::of(text).apart.into_iter().peekable();
    let mut apart_until = 0;
    let mut found = Vec::new();
    for (at, (byte, c)) in text.char_indices().enumerate() {
        let close = match c {
            '[' => ']',
            '【' => '】',
            _ => continue,
        };
        while let Some(range) = apart.next_if(|range| range.start <= byte) {
            apart_until = apart_until.max(range.end);
        }
        if byte < apart_until {
            continue;
        }
        let rest = &text[byte + c.len_utf8()..];
        let inner: String = rest.chars().take(MAX_MARK_CHARACTERS).take_while(|c| *c != close).collect();
        let closed = rest[inner.len()..].starts_with(close);
        let parts: Option<Vec<u64>> = inner.split(',').map(number).collect();
        if let Some(parts) = parts.filter(|_| closed) {
            found.extend(parts.into_iter().map(|number| (at as u64, number)));
        }
    }
    found
}

/// The number of a source in one part of a mark: `1`, `web:1`, `1†source`.
fn number(part: &str) -> Option<u64> {
    let part = part.split('†').next().unwrap_or_default().trim();
    part.strip_prefix("web:").unwrap_or(part).trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_found_at_their_characters() {
        assert_eq!(numbers("Häuser [1][2], [3, 4] and [x], [], [1"), [(7, 1), (10, 2), (15, 3), (15, 4)]);
        assert_eq!(numbers("[99999999999999999999999] [-1] [1.5]"), []);
    }

    #[test]
    fn code_and_links_have_no_marks() {
        assert_eq!(
            numbers("a[1] `b[2]` [3](https://a.example) [[4]](https://a.example/x)\n```\nc[5]\n```\n[6]"),
            [(1, 1), (75, 6)]
        );
    }

    #[test]
    fn marks_of_every_form_are_found() {
        assert_eq!(numbers("a[web:2]b【1】c【3†source】[web:4, web:5]"), [(1, 2), (9, 1), (13, 3), (23, 4), (23, 5)]);
        assert_eq!(numbers("【1] [1】 [web:] [post:1] 【†1】"), []);
    }
}
