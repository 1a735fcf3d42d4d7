//! Normalizes a text for the policy, so that disguises have no effect.
//!
//! A folded text is in lower case, without accents, look-alike letters and invisible characters. Every byte maps to its
//! original character. It is used only for comparisons and never shown, stored or sent.

use crate::shared::hidden_characters::is_invisible;

/// A folded text and its mapping to the original.
#[derive(Debug)]
pub(super) struct FoldedText {
    /// The text in lower case; runs of white space become one space, or one line break if they contain one.
    pub(super) text: String,
    /// For each byte of `text`, the index of the original character that it came from.
    pub(super) origins: Vec<usize>,
}

/// A text with access to its characters by index in constant time.
pub(super) struct Numbered<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Numbered<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Self { text, starts: text.char_indices().map(|(at, _)| at).collect() }
    }

    /// Returns the characters from `start` up to `end`, as far as they exist.
    pub(super) fn part(&self, start: usize, end: usize) -> &'a str {
        let at = |number: usize| self.starts.get(number).copied().unwrap_or(self.text.len());
        &self.text[at(start)..at(end.max(start))]
    }
}

impl FoldedText {
    pub(super) fn of(original: &str) -> Self {
        let mut folded = Self { text: String::with_capacity(original.len()), origins: Vec::new() };
        for (origin, character) in original.chars().enumerate() {
            if is_invisible(character) || is_mark(character) {
                continue;
            }
            if character.is_whitespace() || character.is_control() {
                folded.push_space(origin, character);
            } else {
                folded.push_folded(origin, character);
            }
        }
        folded
    }

    /// Returns the range of original characters from which `start..end` of the folded text came.
    pub(super) fn original_span(&self, start: usize, end: usize) -> (usize, usize) {
        let first = self.origins.get(start).copied().unwrap_or(0);
        let last = self.origins.get(end.saturating_sub(1)).copied().unwrap_or(first);
        (first, last + 1)
    }

    /// Returns the text with spaced-out letters (`r e m e m b e r`, `t-r-u-s-t`) joined; `None` if it has none.
    pub(super) fn with_letters_drawn_together(&self) -> Option<Self> {
        const MIN_LETTERS_APART: usize = 5;
        let characters: Vec<(usize, char)> = self.text.char_indices().collect();
        let letter = |at: usize| characters.get(at).is_some_and(|(_, character)| character.is_alphabetic());
        // Whether the character at this position separates two single letters.
        let is_gap = |at: usize| {
            !letter(at) && at > 0 && letter(at - 1) && letter(at + 1) && !letter(at + 2) && (at < 2 || !letter(at - 2))
        };
        let mut drawn = Self { text: String::new(), origins: Vec::new() };
        let mut at = 0;
        let mut has_drawn = false;
        while at < characters.len() {
            let gaps = (0..).take_while(|step| is_gap(at + 1 + 2 * step)).count();
            let together = letter(at) && gaps + 1 >= MIN_LETTERS_APART;
            has_drawn |= together;
            let (length, step) = if together { (gaps + 1, 2) } else { (1, 1) };
            for _ in 0..length {
                let (byte, character) = characters[at];
                drawn.push(self.origins[byte], character);
                at += step;
            }
            if together {
                // The last letter has no gap after it.
                at -= 1;
            }
        }
        has_drawn.then_some(drawn)
    }

    /// Returns the text with each byte range replaced by a word. The ranges are in order and do not overlap.
    pub(super) fn with_replaced(&self, ranges: &[(usize, usize, &'static str)]) -> Self {
        let mut replaced = Self { text: String::with_capacity(self.text.len()), origins: Vec::new() };
        let mut from = 0;
        for (start, end, word) in ranges {
            replaced.copy(self, from, *start);
            let (first, last) = self.original_span(*start, *end);
            for (at, character) in word.char_indices() {
                let is_last = at + character.len_utf8() == word.len();
                replaced.push(if is_last { last - 1 } else { first }, character);
            }
            from = *end;
        }
        replaced.copy(self, from, self.text.len());
        replaced
    }

    pub(super) fn copy(&mut self, from: &Self, start: usize, end: usize) {
        self.text.push_str(&from.text[start..end]);
        self.origins.extend_from_slice(&from.origins[start..end]);
    }

    pub(super) fn push(&mut self, origin: usize, character: char) {
        self.text.push(character);
        self.origins.resize(self.text.len(), origin);
    }

    fn push_space(&mut self, origin: usize, character: char) {
        let is_break = matches!(character, '\n' | '\r' | '\u{B}' | '\u{C}' | '\u{85}' | '\u{2028}' | '\u{2029}');
        match self.text.chars().next_back() {
            Some(' ') if is_break => {
                self.text.pop();
                self.text.push('\n');
            }
            Some(' ' | '\n') => {}
            _ => self.push(origin, if is_break { '\n' } else { ' ' }),
        }
    }

    fn push_folded(&mut self, origin: usize, character: char) {
        for lower in compatible(character).to_lowercase() {
            match several_letters(lower) {
                Some(letters) => letters.chars().for_each(|letter| self.push(origin, letter)),
                None if is_mark(lower) => {}
                None => self.push(origin, base_letter(lower)),
            }
        }
    }
}

/// Whether the character only decorates a letter: an accent, a vowel sign, or the Arabic stretching character.
fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36F}' | '\u{64B}'..='\u{65F}' | '\u{670}' | '\u{640}' | '\u{20D0}'..='\u{20FF}')
}

/// Returns the ASCII character of a full-width, mathematical, circled or squared variant; any other character
/// unchanged.
fn compatible(character: char) -> char {
    let code = u32::from(character);
    let from_ascii = |first: char, offset: u32| char::from_u32(u32::from(first) + offset).unwrap_or(character);
    match code {
        0xFF01..=0xFF5E => from_ascii('!', code - 0xFF01),
        0x1D400..=0x1D6A3 => match (code - 0x1D400) % 52 {
            upper @ 0..26 => from_ascii('a', upper),
            lower => from_ascii('a', lower - 26),
        },
        0x1D7CE..=0x1D7FF => from_ascii('0', (code - 0x1D7CE) % 10),
        0x24B6..=0x24CF => from_ascii('a', code - 0x24B6),
        0x24D0..=0x24E9 => from_ascii('a', code - 0x24D0),
        0x1F130..=0x1F149 | 0x1F150..=0x1F169 | 0x1F170..=0x1F189 => from_ascii('a', (code - 0x1F130) % 32),
        _ => character,
    }
}

fn several_letters(lower: char) -> Option<&'static str> {
    Some(match lower {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ﬁ' => "fi",
        'ﬂ' => "fl",
        _ => return None,
    })
}

/// Returns the plain letter for an accented one, a look-alike from another script, or a spelling variant.
fn base_letter(lower: char) -> char {
    match lower {
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' | 'ạ' | 'ả' | 'а' | 'α' | 'ɑ' => 'a',
        'Ь' | 'ь' => 'b',
        'ç' | 'ć' | 'ĉ' | 'č' | 'ċ' | 'с' | 'ϲ' => 'c',
        'ď' | 'đ' | 'ԁ' => 'd',
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' | 'ẹ' | 'ẽ' | 'е' | 'ё' | 'є' | 'ε' => 'e',
        'ĝ' | 'ğ' | 'ġ' | 'ģ' | 'ɡ' => 'g',
        'ĥ' | 'ħ' | 'һ' => 'h',
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' | 'і' | 'ї' | 'ι' => 'i',
        'ĵ' | 'ј' => 'j',
        'ķ' | 'к' | 'κ' => 'k',
        'ĺ' | 'ļ' | 'ľ' | 'ł' | 'ӏ' => 'l',
        'м' => 'm',
        'ñ' | 'ń' | 'ņ' | 'ň' | 'п' | 'η' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' | 'ọ' | 'ỏ' | 'о' | 'ο' | 'σ' => 'o',
        'р' | 'ρ' => 'p',
        'ԛ' => 'q',
        'ŕ' | 'ŗ' | 'ř' | 'г' => 'r',
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' | 'ѕ' | 'ſ' => 's',
        'ţ' | 'ť' | 'ț' | 'т' | 'τ' => 't',
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' | 'υ' => 'u',
        'ν' | 'ѵ' => 'v',
        'ŵ' | 'ԝ' | 'ω' => 'w',
        'х' | 'χ' => 'x',
        'ý' | 'ÿ' | 'ŷ' | 'у' | 'γ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        '‘' | '’' | 'ʼ' | '′' | '`' | '´' => '\'',
        '“' | '”' | '„' | '«' | '»' | '「' | '」' | '『' | '』' => '"',
        '‐'..='―' | '−' => '-',
        'أ' | 'إ' | 'آ' | 'ٱ' => 'ا',
        'ى' => 'ي',
        'ة' => 'ه',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_disguise_folds_to_the_plain_words() {
        for (disguised, plain) in [
            ("REMEMBER", "remember"),
            ("ｒｅｍｅｍｂｅｒ", "remember"),
            ("𝐑𝐞𝐦𝐞𝐦𝐛𝐞𝐫", "remember"),
            ("ⓡⓔⓜⓔⓜⓑⓔⓡ", "remember"),
            ("rеmеmbеr", "remember"),
            ("re\u{200B}mem\u{AD}ber", "remember"),
            ("r\u{301}emember", "remember"),
            ("mémorise \t\n  ça", "memorise\nca"),
            ("Weiß’s “Größe”", "weiss's \"grosse\""),
            ("تَذَكَّرْ أنّ", "تذكر ان"),
        ] {
            assert_eq!(FoldedText::of(disguised).text, plain);
        }
    }

    #[test]
    fn letters_separated_by_spaces_or_dots_are_joined_into_words() {
        let drawn = |text: &str| FoldedText::of(text).with_letters_drawn_together().map(|folded| folded.text);
        assert_eq!(drawn("r e m e m b e r"), Some("remember".into()));
        assert_eq!(drawn("please r.e.m.e.m.b.e.r it"), Some("please remember it".into()));
        assert_eq!(drawn("a b c is no word"), None);
        assert_eq!(drawn("plain words"), None);
        assert_eq!(drawn(""), None);
    }

    proptest! {
        #[test]
        fn every_span_leads_back_into_the_original(text: String) {
            let length = text.chars().count();
            let folded = FoldedText::of(&text);
            let drawn = folded.with_letters_drawn_together();
            for folded in [Some(folded), drawn].into_iter().flatten() {
                prop_assert_eq!(folded.origins.len(), folded.text.len());
                let (start, end) = folded.original_span(0, folded.text.len());
                prop_assert!(start <= end && (end <= length || folded.text.is_empty()));
            }
        }

        #[test]
        fn drawing_together_loses_no_letter(text in "[a-c .-]{0,40}") {
            let letters = |text: &str| text.chars().filter(|character| character.is_alphabetic()).collect::<String>();
            let folded = FoldedText::of(&text);
            if let Some(drawn) = folded.with_letters_drawn_together() {
                prop_assert_eq!(letters(&drawn.text), letters(&folded.text));
            }
        }
    }
}
