//! Folds letters, so that all spellings of a name are equal.
//!
//! Case, diacritics, compatibility forms (`Ａ`, `ﬁ`), invisible characters, and traditional or simplified characters make
//! no difference. `ä` equals both `a` and `ae`; `ß` equals `ss`.

use std::{collections::HashMap, sync::LazyLock};

use unicode_normalization::char::{compose, decompose_compatible, is_combining_mark};

use crate::citations::answer_text::FILLER;

/// Pairs of a traditional and a simplified character.
const SIMPLIFIED: &str = include_str!("../../../data/simplified_characters.txt");

static SIMPLIFIED_OF: LazyLock<HashMap<char, char>> = LazyLock::new(|| {
    let characters: Vec<char> = SIMPLIFIED.chars().filter(|c| !c.is_whitespace()).collect();
    characters.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
});

/// A letter or digit without case and marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Letter {
    /// The letter.
    pub base: char,
    /// The letter that may follow if the letter is written as two: `e` of `ä`.
    pub second: Option<char>,
    /// Whether it is a capital in the source.
    pub is_capital: bool,
}

/// The folded letters of a text, without what separates its words.
pub(super) fn letters_of(text: &str) -> Vec<Letter> {
    let mut letters = Vec::new();
    text.chars().for_each(|c| fold(c, &mut letters));
    letters
}

/// Adds the folded form of a character to `letters`. Marks change the letter before them, or nothing.
pub(super) fn fold(c: char, letters: &mut Vec<Letter>) {
    if c.is_ascii() {
        if c.is_ascii_alphanumeric() {
            letters.push(Letter { base: c.to_ascii_lowercase(), second: None, is_capital: c.is_ascii_uppercase() });
        }
        return;
    }
    let is_capital = c.is_uppercase();
    let mut push = |base: char, second: Option<char>| letters.push(Letter { base, second, is_capital });
    match c {
        '\u{AC00}'..='\u{D7A3}' | '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FF}' => push(c, None),
        'ß' | 'ẞ' => ['s', 's'].into_iter().for_each(|base| push(base, None)),
        'æ' | 'Æ' => ['a', 'e'].into_iter().for_each(|base| push(base, None)),
        'œ' | 'Œ' => ['o', 'e'].into_iter().for_each(|base| push(base, None)),
        'þ' | 'Þ' => ['t', 'h'].into_iter().for_each(|base| push(base, None)),
        'ø' | 'Ø' => push('o', Some('e')),
        'ł' | 'Ł' => push('l', None),
        'đ' | 'Đ' | 'ð' | 'Ð' => push('d', None),
        'ı' => push('i', None),
        _ => {
            for lower in c.to_lowercase() {
                decompose_compatible(lower, |part| add(part, is_capital, letters));
            }
        }
    }
}

fn add(part: char, is_capital: bool, letters: &mut Vec<Letter>) {
    if is_mark(part) {
        mark(part, letters);
        return;
    }
    // The parts of Korean syllables, and of half-width katakana with their marks.
    if let Some(last) = letters.last_mut()
        && matches!(part, '\u{1161}'..='\u{11FF}' | '\u{3099}' | '\u{309A}')
        && let Some(whole) = compose(last.base, part)
    {
        last.base = whole;
        return;
    }
    for lower in part.to_lowercase().filter(|lower| lower.is_alphanumeric()) {
        letters.push(Letter { base: plain(lower), second: None, is_capital });
    }
}

/// Whether a mark is left out. Those of Indic and South-East Asian scripts are vowels.
fn is_mark(c: char) -> bool {
    let is_left_out = matches!(u32::from(c),
        0x300..=0x36f | 0x483..=0x489 | 0x591..=0x5c7 | 0x610..=0x61a | 0x64b..=0x65f | 0x670 | 0x6d6..=0x6ed
        | 0x1ab0..=0x1aff | 0x1dc0..=0x1dff | 0x20d0..=0x20ff | 0xfe00..=0xfe0f | 0xfe20..=0xfe2f);
    is_left_out && (is_combining_mark(c) || !c.is_alphanumeric())
}

/// Notes a mark that may be written as a second letter.
fn mark(mark: char, letters: &mut [Letter]) {
    let Some(last) = letters.last_mut() else { return };
    last.second = match (last.base, mark) {
        ('a' | 'o' | 'u', '\u{308}') => Some('e'),
        ('a', '\u{30A}') => Some('a'),
        _ => last.second,
    };
}

/// The usual form of a letter that is written in several ways.
fn plain(c: char) -> char {
    match c {
        'ς' => 'σ',
        'ى' | 'ی' => 'ي',
        'ة' => 'ه',
        'ک' => 'ك',
        '\u{3400}'..='\u{9FFF}' => SIMPLIFIED_OF.get(&c).copied().unwrap_or(c),
        other => other,
    }
}

/// Whether a character is shown as nothing and separates nothing.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(c,
        FILLER | '\u{AD}' | '\u{61C}' | '\u{640}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{2069}' | '\u{FEFF}')
        || (!c.is_ascii() && (is_mark(c) || matches!(c, '\u{3099}' | '\u{309A}')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str) -> String {
        letters_of(text).into_iter().map(|letter| letter.base).collect()
    }

    #[test]
    fn case_marks_and_compatibility_forms_make_no_difference() {
        for (text, expected) in [
            ("Ａｃｍｅ", "acme"),
            ("Ža\u{301}BKA", "zabka"),
            ("Straße", "strasse"),
            ("ŁÓDŹ", "lodz"),
            ("İSTANBUL ığdır", "istanbuligdir"),
            ("Ёлка й", "елкаи"),
            ("Ηλεκτρονικός", "ηλεκτρονικοσ"),
            ("أُمّ مكتبة", "اممكتبه"),
            ("ﾊﾞｽ パス", "バスパス"),
            ("한글", "한글"),
            ("誠品書店", "诚品书店"),
            ("ﬁn", "fin"),
        ] {
            assert_eq!(folded(text), expected, "{text}");
        }
        assert_eq!(folded("\u{1112}\u{1161}\u{11ab}"), "한");
    }

    #[test]
    fn an_umlaut_says_how_it_is_written_as_two_letters() {
        for text in ["ä", "a\u{308}", "Ä"] {
            let letters = letters_of(text);
            assert_eq!((letters.len(), letters[0].base, letters[0].second), (1, 'a', Some('e')), "{text}");
        }
    }

    #[test]
    fn a_simplified_character_is_its_own_form() {
        assert!(SIMPLIFIED_OF.len() > 2_000);
        for simplified in SIMPLIFIED_OF.values() {
            assert!(!SIMPLIFIED_OF.contains_key(simplified), "{simplified}");
        }
    }
}
