//! Finds marks in an answer's text that refer to numbered sources. Places are in characters.

use std::ops::RangeInclusive;

use super::AnswerText;

/// The maximum number of characters between the brackets of a mark.
const MAX_MARK_CHARACTERS: usize = 40;
/// The maximum number of sources in a range such as `[1–3]`. A longer one is a span of years or of pages.
const MAX_RANGE: u64 = 50;
/// The maximum number of numbers that are read from one text.
pub const MAX_NUMBERS: usize = 10_000;
/// What may precede the number in a mark.
const LABELS: [&str; 5] = ["web:", "citation:", "source:", "ref:", "^"];

/// The numbers in `[1]`, `[1][2]`, `[1, 2]`, `[1–3]`, `[web:1]`, `【1】` and `【1†source】`, each with its place. Brackets
/// in code (`list[1]`) and in links, which have their own targets, are not marks.
pub fn numbers(text: &str) -> Vec<(u64, u64)> {
    let mut apart = AnswerText::of(text).apart.into_iter().peekable();
    let mut apart_until = 0;
    let mut found = Vec::new();
    for (at, (byte, c)) in text.char_indices().enumerate() {
        let close = match c {
            '[' => ']',
            '【' => '】',
            '［' => '］',
            '〔' => '〕',
            _ => continue,
        };
        while let Some(range) = apart.next_if(|range| range.start <= byte) {
            apart_until = apart_until.max(range.end);
        }
        if byte < apart_until {
            continue;
        }
        if found.len() >= MAX_NUMBERS {
            break;
        }
        let rest = &text[byte + c.len_utf8()..];
        let inner: String = rest.chars().take(MAX_MARK_CHARACTERS).take_while(|c| *c != close && *c != '[').collect();
        let closed = rest[inner.len()..].starts_with(close);
        let parts: Option<Vec<RangeInclusive<u64>>> = inner.split([',', ';', '，', '、']).map(numbers_of).collect();
        if let Some(parts) = parts.filter(|_| closed) {
            found.extend(parts.into_iter().flatten().map(|number| (at as u64, number)));
        }
    }
    found
}

/// The numbers of the sources in one part of a mark: `1`, `web:1`, `1†source`, `1–3`.
fn numbers_of(part: &str) -> Option<RangeInclusive<u64>> {
    let part = part.split('†').next().unwrap_or_default();
    let mut ends = part.split(['-', '\u{2010}', '\u{2011}', '\u{2012}', '–', '—', '~', '〜', '～']);
    let first = number(ends.next()?)?;
    let last = ends.next().map_or(Some(first), number)?;
    let is_range = first <= last && last - first < MAX_RANGE && (first > 0 || last == 0);
    (is_range && ends.next().is_none()).then_some(first..=last)
}

fn number(text: &str) -> Option<u64> {
    let text = text.trim();
    LABELS.iter().find_map(|label| text.strip_prefix(label)).unwrap_or(text).trim().parse().ok()
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
    fn a_range_means_each_of_its_numbers() {
        let of = |text: &str| numbers(text).into_iter().map(|(_, number)| number).collect::<Vec<_>>();
        assert_eq!(of("[1–3]"), [1, 2, 3]);
        assert_eq!(of("[2-3, 5] 【7—8】 [web:1-web:2]"), [2, 3, 5, 7, 8, 1, 2]);
        for text in ["[3–1]", "[1–2–3]", "[–3]", "[1–]", "[1900–2024]", "[0–5]", "[1-99999999999]"] {
            assert_eq!(of(text), [0; 0], "{text}");
        }
    }

    #[test]
    fn a_text_full_of_marks_gives_a_bounded_number() {
        assert_eq!(numbers(&"[7]".repeat(1_000)).len(), 1_000);
        assert!(numbers(&"[1-50]".repeat(20_000)).len() < MAX_NUMBERS + 50);
    }

    #[test]
    fn marks_of_every_form_are_found() {
        assert_eq!(numbers("a[web:2]b【1】c【3†source】[web:4, web:5]"), [(1, 2), (9, 1), (13, 3), (23, 4), (23, 5)]);
        assert_eq!(numbers("【1] [1】 [web:] [post:1] 【†1】"), []);
        assert_eq!(numbers("[^2] ［3］[citation:4]"), [(0, 2), (5, 3), (8, 4)]);
    }
}
