//! Splits a text or a name into words and what separates them.

use std::ops::Range;

use super::folding::{Letter, fold, is_invisible};
use crate::citations::script::Script;

/// The maximum number of bytes of a text that are read. Answers are far shorter.
const MAX_BYTES: usize = 400_000;
/// The maximum number of letters in a word; the rest of a longer one is not read.
pub(super) const MAX_WORD_LETTERS: usize = 100;

/// What separates a word from the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gap {
    /// Nothing.
    None,
    /// Spaces.
    Space,
    /// A hyphen.
    Hyphen,
    /// `&` or `+`, with or without spaces.
    And,
    /// An apostrophe.
    Apostrophe,
    /// A dot without a space.
    Dot,
    /// A dot with a space, as after an abbreviation.
    DotAndSpace,
    /// An underscore, which joins the words of an identifier.
    Underscore,
    /// Other punctuation; its first character.
    Mark(char),
}

/// A word, or one character of a script without spaces.
#[derive(Debug, Clone)]
pub(super) struct Word {
    /// Its letters in [`Words::letters`].
    pub letters: Range<usize>,
    /// Its bytes in the source.
    pub bytes: Range<usize>,
    /// The script of its first letter that is no digit.
    pub script: Script,
    /// What precedes it.
    pub gap: Gap,
}

/// The words of a text.
#[derive(Debug, Clone, Default)]
pub(super) struct Words {
    pub letters: Vec<Letter>,
    pub words: Vec<Word>,
}

impl Words {
    /// Splits a text.
    pub fn of(text: &str) -> Self {
        let text = &text[..text.floor_char_boundary(MAX_BYTES)];
        let mut split = Splitter { words: Self::default(), open: None, gap: Separator::default() };
        for (byte, c) in text.char_indices() {
            split.take(byte, c);
        }
        split.close(text.len());
        split.words
    }

    /// The letters of a word.
    pub fn letters(&self, word: &Word) -> &[Letter] {
        &self.letters[word.letters.clone()]
    }

    /// Whether a word begins with a capital, or has none because its script has no case.
    pub fn has_capital(&self, word: &Word) -> bool {
        !matches!(word.script, Script::Latin | Script::Cyrillic | Script::Greek | Script::Other)
            || self.letters(word).first().is_some_and(|letter| letter.is_capital)
    }
}

struct Splitter {
    words: Words,
    /// The word that is being read: its first letter, its first byte, and its script.
    open: Option<(usize, usize, Script)>,
    gap: Separator,
}

impl Splitter {
    fn take(&mut self, byte: usize, c: char) {
        let Some(script) = Script::of(c).filter(|_| !is_invisible(c)) else {
            if is_invisible(c) {
                // A mark changes the letter before it.
                if self.open.is_some() || self.gap == Separator::default() {
                    fold(c, &mut self.words.letters);
                }
            } else {
                self.close(byte);
                self.gap.add(c);
            }
            return;
        };
        match &mut self.open {
            Some((_, _, before)) if joins(*before, script) => {
                if *before == Script::Digits {
                    *before = script;
                }
            }
            _ => {
                self.close(byte);
                self.open = Some((self.words.letters.len(), byte, script));
            }
        }
        let first = self.open.as_ref().map_or(0, |(first, ..)| *first);
        if self.words.letters.len() - first < MAX_WORD_LETTERS {
            fold(c, &mut self.words.letters);
        }
    }

    fn close(&mut self, byte: usize) {
        let Some((first, start, script)) = self.open.take() else { return };
        let letters = first..self.words.letters.len();
        if letters.is_empty() {
            return;
        }
        let gap = std::mem::take(&mut self.gap).gap();
        self.words.words.push(Word { letters, bytes: start..byte, script, gap });
    }
}

/// Whether a letter continues a word.
fn joins(before: Script, script: Script) -> bool {
    let is_digit = before == Script::Digits || script == Script::Digits;
    !before.is_unspaced() && !script.is_unspaced() && (before == script || is_digit)
}

/// The characters between two words.
#[derive(Default, PartialEq)]
struct Separator {
    spaces: bool,
    space_before: bool,
    mark: Option<char>,
    more: bool,
}

impl Separator {
    fn add(&mut self, c: char) {
        if c.is_whitespace() || c.is_control() {
            self.spaces = true;
            self.space_before |= self.mark.is_none();
        } else if self.mark.is_none() {
            self.mark = Some(c);
        } else {
            self.more = true;
        }
    }

    fn gap(self) -> Gap {
        match self.mark {
            None if self.spaces => Gap::Space,
            None => Gap::None,
            Some(mark) if self.more => Gap::Mark(mark),
            Some('&' | '+' | '＆' | '＋') => Gap::And,
            Some('.') if self.spaces && !self.space_before => Gap::DotAndSpace,
            // In Japanese, a middle dot separates the words of a foreign name.
            Some('・' | '･') if !self.spaces => Gap::Space,
            Some(mark) if self.spaces => Gap::Mark(mark),
            Some('-' | '\u{2010}' | '\u{2011}') => Gap::Hyphen,
            Some('\'' | '‘' | '’' | 'ʼ' | '`' | '´') => Gap::Apostrophe,
            Some('.') => Gap::Dot,
            Some('_') => Gap::Underscore,
            Some(mark) => Gap::Mark(mark),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<(String, Gap)> {
        let words = Words::of(text);
        let folded = |word: &Word| words.letters(word).iter().map(|letter| letter.base).collect();
        words.words.iter().map(|word| (folded(word), word.gap)).collect()
    }

    #[test]
    fn words_are_split_at_spaces_marks_and_other_scripts() {
        let check = |text: &str, expected: &[(&str, Gap)]| {
            let expected: Vec<_> = expected.iter().map(|(word, gap)| ((*word).to_owned(), *gap)).collect();
            assert_eq!(split(text), expected, "{text}");
        };
        check("Aqua\u{2011}Pure  & Söhne", &[("aqua", Gap::None), ("pure", Gap::Hyphen), ("sohne", Gap::And)]);
        check(
            "Ben’s Dr. No",
            &[("ben", Gap::None), ("s", Gap::Apostrophe), ("dr", Gap::Space), ("no", Gap::DotAndSpace)],
        );
        check("카페24에서 Acme는", &[("카페24에서", Gap::None), ("acme", Gap::Space), ("는", Gap::None)]);
        check("東京a", &[("东", Gap::None), ("京", Gap::None), ("a", Gap::None)]);
        check(
            "a - b (c)_d x_y",
            &[
                ("a", Gap::None),
                ("b", Gap::Mark('-')),
                ("c", Gap::Mark('(')),
                ("d", Gap::Mark(')')),
                ("x", Gap::Space),
                ("y", Gap::Underscore),
            ],
        );
        check("Hobel\u{AD}bank", &[("hobelbank", Gap::None)]);
    }

    #[test]
    fn a_long_word_is_read_to_its_limit() {
        let words = Words::of(&"a".repeat(1_000_000));
        assert_eq!((words.words.len(), words.letters.len()), (1, MAX_WORD_LETTERS));
    }
}
