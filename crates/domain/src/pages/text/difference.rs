//! What changed between two texts of a page, sentence by sentence.
//!
//! A sentence that is elsewhere in the new text is moved, and not removed and added. Both texts are cut into sentences once, and sorting
//! is the only step that is not linear.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The maximum number of sentences that a difference lists.
pub const MAX_LISTED: usize = 100;
/// The maximum length of a listed sentence in characters.
pub const MAX_SENTENCE_CHARACTERS: usize = 400;
/// The marks that end a sentence before a space; the others end it anywhere.
const ENDS_BEFORE_SPACE: [char; 3] = ['.', '!', '?'];
const ENDS: [char; 3] = ['。', '！', '？'];

/// What happened to a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SentenceChange {
    /// It is only in the new text.
    Added,
    /// It is only in the old text.
    Removed,
    /// It is at another place.
    Moved,
}

/// A sentence, a line of code or a row of a table that changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChangedSentence {
    /// What happened to it.
    pub change: SentenceChange,
    /// The sentence as Markdown, cut after 400 characters.
    pub text: String,
}

/// How many parts of a kind a text has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Structure {
    /// Headings.
    pub headings: u32,
    /// Lines of code.
    pub code_lines: u32,
    /// Tables.
    pub tables: u32,
    /// Rows of tables, with the heading.
    pub table_rows: u32,
    /// Items of lists.
    pub list_items: u32,
}

/// What changed from an older text to a newer one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextDifference {
    /// The sentences that changed, in the order of the page, at most [`MAX_LISTED`].
    pub sentences: Vec<ChangedSentence>,
    /// How many changed.
    pub changed: u32,
}

impl Structure {
    /// Counts the parts of a Markdown text.
    pub fn of(markdown: &str) -> Self {
        let mut counted = Self::default();
        let mut was_row = false;
        for (line, is_code) in lines_of(markdown) {
            let line = line.trim_start().trim_start_matches("> ");
            let is_row = !is_code && line.starts_with('|');
            if is_code {
                counted.code_lines += 1;
            } else if is_row {
                counted.tables += u32::from(!was_row);
                counted.table_rows += u32::from(!is_dashes(line));
            } else if line.starts_with('#') && line.trim_start_matches('#').starts_with(' ') {
                counted.headings += 1;
            } else if is_item(line) {
                counted.list_items += 1;
            }
            was_row = is_row;
        }
        counted
    }
}

impl TextDifference {
    /// Compares two texts.
    pub fn between(old: &str, new: &str) -> Self {
        let (old, new) = (sentences_of(old), sentences_of(new));
        let pairs = pairs_of(&old, &new);
        let kept = longest_in_order(&pairs);
        let mut kind_of_old = vec![SentenceChange::Removed; old.len()];
        let mut kind_of_new = vec![SentenceChange::Added; new.len()];
        for &(before, after) in &pairs {
            kind_of_old[before] = SentenceChange::Moved;
            kind_of_new[after] = SentenceChange::Moved;
        }
        let mut difference = Self::default();
        let (mut before, mut after) = (0, 0);
        for (next_before, next_after) in kept.into_iter().chain([(old.len(), new.len())]) {
            for place in before..next_before {
                if kind_of_old[place] == SentenceChange::Removed {
                    difference.add(SentenceChange::Removed, old[place]);
                }
            }
            for place in after..next_after {
                difference.add(kind_of_new[place], new[place]);
            }
            (before, after) = (next_before + 1, next_after + 1);
        }
        difference
    }

    fn add(&mut self, change: SentenceChange, text: &str) {
        self.changed = self.changed.saturating_add(1);
        if self.sentences.len() < MAX_LISTED {
            let text = match text.char_indices().nth(MAX_SENTENCE_CHARACTERS) {
                Some((end, _)) => format!("{}…", &text[..end]),
                None => text.to_owned(),
            };
            self.sentences.push(ChangedSentence { change, text });
        }
    }
}

/// Sentences that are in both texts, as often as they are in both, by their places in the order of the old text.
fn pairs_of(old: &[&str], new: &[&str]) -> Vec<(usize, usize)> {
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    for (place, sentence) in new.iter().enumerate().rev() {
        places.entry(sentence).or_default().push(place);
    }
    let found = |(before, sentence): (usize, &&str)| Some((before, places.get_mut(*sentence)?.pop()?));
    old.iter().enumerate().filter_map(found).collect()
}

/// The most pairs whose order is the same in both texts.
fn longest_in_order(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // For each length, the pair with the smallest new place that ends a row of this length; and the pair before each.
    let (mut ends, mut before): (Vec<usize>, Vec<Option<usize>>) = (Vec::new(), Vec::with_capacity(pairs.len()));
    for (number, &(_, after)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|&end: &usize| pairs[end].1 < after);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        if length == ends.len() {
            ends.push(number);
        } else {
            ends[length] = number;
        }
    }
    let mut row: Vec<(usize, usize)> =
        std::iter::successors(ends.last().copied(), |&number| before[number]).map(|number| pairs[number]).collect();
    row.reverse();
    row
}

/// The sentences of a text: lines of code, rows, headings and items as they are, paragraphs cut at the ends of sentences.
fn sentences_of(markdown: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    for (line, is_code) in lines_of(markdown) {
        let text = line.trim();
        let is_frame = text.chars().all(|sign| matches!(sign, '|' | '-' | ' ' | ':'));
        if text.is_empty() || (!is_code && text.starts_with(['|', '-']) && is_frame) {
            continue;
        }
        if is_code || text.starts_with(['|', '#']) {
            sentences.push(line.trim_end());
            continue;
        }
        let mut begin = 0;
        for (at, sign) in text.char_indices() {
            let end = at + sign.len_utf8();
            let is_end = ENDS.contains(&sign)
                || (ENDS_BEFORE_SPACE.contains(&sign) && text[end..].starts_with(' ') && !is_item(&text[begin..=end]));
            if is_end {
                sentences.push(text[begin..end].trim());
                begin = end;
            }
        }
        sentences.push(text[begin..].trim());
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

/// The lines of a text without the fences of code, and whether each is code.
fn lines_of(markdown: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut fence: Option<&str> = None;
    markdown.lines().filter_map(move |line| {
        let text = line.trim_start().trim_start_matches("> ");
        let ticks = &text[..text.len() - text.trim_start_matches('`').len()];
        match fence {
            None if ticks.len() >= 3 => fence = Some(ticks),
            Some(open) if text.trim_end() == open => fence = None,
            _ => return Some((line, fence.is_some())),
        }
        None
    })
}

fn is_dashes(line: &str) -> bool {
    line.contains("---") && line.chars().all(|sign| matches!(sign, '|' | '-' | ' ' | ':'))
}

/// Whether a line begins like an item of a list.
fn is_item(line: &str) -> bool {
    let digits = line.len() - line.trim_start_matches(|sign: char| sign.is_ascii_digit()).len();
    line.starts_with("- ") || (digits > 0 && line[digits..].starts_with(". "))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(old: &str, new: &str, expected: &[(char, &str)]) {
        let found = TextDifference::between(old, new);
        let sign = |change| match change {
            SentenceChange::Added => '+',
            SentenceChange::Removed => '-',
            SentenceChange::Moved => '~',
        };
        let found: Vec<_> = found.sentences.iter().map(|one| (sign(one.change), one.text.as_str())).collect();
        assert_eq!(found, expected, "{old:?} {new:?}");
    }

    #[test]
    fn a_difference_lists_added_removed_and_moved_sentences_in_the_order_of_the_page() {
        check("# A\n\nOne. Two. Three.", "# A\n\nOne. Two. Three.", &[]);
        check("One. Two. Three.", "One. Three.", &[('-', "Two.")]);
        check("One. Two.", "One. New! Two.", &[('+', "New!")]);
        check("One. Two. Three.", "Three. One. Two.", &[('~', "Three.")]);
        check("Alt. Same.", "New. Same.", &[('-', "Alt."), ('+', "New.")]);
        check("一。二。", "一。三。", &[('-', "二。"), ('+', "三。")]);
        check("| a | b |\n| --- | --- |\n| 1 | 2 |", "", &[('-', "| a | b |"), ('-', "| 1 | 2 |")]);
        check("```sh\nmake. dry\n```", "```sh\nmake. wet\n```", &[('-', "make. dry"), ('+', "make. wet")]);
        check("1. First of all", "1. Second of all", &[('-', "1. First of all"), ('+', "1. Second of all")]);
    }

    #[test]
    fn a_long_difference_lists_its_beginning_and_counts_all() {
        let new: String = (0..MAX_LISTED * 2).map(|n| format!("Sentence {n}. ")).collect();
        let found = TextDifference::between("", &new);
        assert_eq!((found.sentences.len(), found.changed as usize), (MAX_LISTED, MAX_LISTED * 2));
        let long = "x".repeat(MAX_SENTENCE_CHARACTERS * 2);
        assert_eq!(TextDifference::between(&long, "").sentences[0].text.chars().count(), MAX_SENTENCE_CHARACTERS + 1);
    }

    proptest! {
        /// What remains of the old text after the difference is what remains of the new one.
        #[test]
        fn the_unlisted_sentences_are_the_same_in_both_texts(old in "([a-e]\\. ){0,12}", new in "([a-e]\\. ){0,12}") {
            let found = TextDifference::between(&old, &new);
            let listed = |change| found.sentences.iter().filter(move |one| one.change == change).count();
            let (before, after) = (sentences_of(&old).len(), sentences_of(&new).len());
            prop_assert_eq!(before - listed(SentenceChange::Removed), after - listed(SentenceChange::Added));
            prop_assert_eq!(found.changed == 0, sentences_of(&old) == sentences_of(&new));
        }
    }
}
