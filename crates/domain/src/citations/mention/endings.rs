//! Tells whether a word is a name with an ending of its language.
//!
//! Tables list what may replace the last letters of a name. They are written in folded letters.

mod cases;
mod finnish;
mod particles;
mod prefixes;

pub(super) use prefixes::prefixes_of;

use super::{
    folding::Letter,
    language::Language,
    spelling::{Offsets, offsets_after},
    words::MAX_WORD_LETTERS,
};
use crate::citations::script::Script;

/// The minimum number of letters of a name that takes an ending.
const MIN_LETTERS: usize = 3;
/// The minimum number of letters of a name whose last letters change.
const MIN_LETTERS_TO_CHANGE: usize = 5;

/// What may replace the last letters of a name: the letters, and the endings, separated by spaces.
type Rule = (&'static str, &'static str);

/// Which word of a name takes an ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
    /// The name has one word.
    Only,
    /// The last of several words.
    Last,
    /// A word before the last one.
    Earlier,
}

/// Whether `word` is the name `part` with an ending.
pub(super) fn is_inflected(
    part: &[Letter],
    word: &[Letter],
    script: Script,
    languages: &[Language],
    position: Position,
) -> bool {
    if part.len() > MAX_WORD_LETTERS || word.len() > MAX_WORD_LETTERS {
        return false;
    }
    let is_last = position != Position::Earlier;
    match script {
        Script::Hangul => {
            let last = part.last().map_or(' ', |letter| letter.base);
            is_last && offsets_after(part, word).any(|end| particles::are_particles(last, &word[end..]))
        }
        Script::Cyrillic => has_ending(part, word, cases::EAST_SLAVIC),
        Script::Greek => has_ending(part, word, cases::GREEK),
        Script::Latin => languages.iter().any(|language| is_inflected_in(*language, part, word, position)),
        _ => false,
    }
}

fn is_inflected_in(language: Language, part: &[Letter], word: &[Letter], position: Position) -> bool {
    let is_last = position != Position::Earlier;
    match language {
        Language::English | Language::Romance => false,
        Language::German => match position {
            Position::Only => has_ending(part, word, cases::GENITIVE),
            Position::Last => has_ending(part, word, cases::GERMAN_NOUNS),
            Position::Earlier => has_ending_of(part, word, cases::GERMAN_ADJECTIVES, MIN_LETTERS),
        },
        Language::Dutch | Language::Nordic => is_last && has_ending(part, word, cases::GENITIVE),
        Language::Polish => has_ending(part, word, cases::POLISH),
        Language::Czech => has_ending(part, word, cases::CZECH),
        Language::SouthSlavic => has_ending(part, word, cases::SOUTH_SLAVIC),
        Language::Finnish => finnish::is_inflected(part, word),
        Language::Estonian => has_ending(part, word, cases::ESTONIAN),
        Language::Hungarian => is_last && has_ending(part, word, cases::HUNGARIAN),
        Language::Turkish => is_last && has_ending(part, word, cases::TURKISH),
        Language::Romanian => is_last && has_ending(part, word, cases::ROMANIAN),
        Language::Baltic => has_ending(part, word, cases::BALTIC),
    }
}

/// Whether a word follows from a name by one of the rules.
fn has_ending(part: &[Letter], word: &[Letter], rules: &[Rule]) -> bool {
    has_ending_of(part, word, rules, MIN_LETTERS_TO_CHANGE)
}

/// The same, where the last letters of a name change that has at least `min_to_change` letters.
fn has_ending_of(part: &[Letter], word: &[Letter], rules: &[Rule], min_to_change: usize) -> bool {
    // Most words fail here.
    let sure = part.len().saturating_sub(4).max(1).min(part.len());
    if part.len() < MIN_LETTERS || offsets_after(&part[..sure], word).is_empty() {
        return false;
    }
    rules.iter().any(|(last, endings)| {
        let changed = last.chars().count();
        let is_allowed = changed == 0 || part.len() >= min_to_change;
        is_allowed && ends_with(part, last) && follows(&part[..part.len() - changed], word, endings)
    })
}

/// Whether a word is a stem with one of the endings.
fn follows(stem: &[Letter], word: &[Letter], endings: &str) -> bool {
    let ends: Offsets = offsets_after(stem, word);
    !stem.is_empty() && endings.split(' ').any(|ending| ends.clone().any(|end| equals(&word[end..], ending)))
}

fn ends_with(part: &[Letter], last: &str) -> bool {
    let count = last.chars().count();
    part.len() > count && equals(&part[part.len() - count..], last)
}

fn equals(letters: &[Letter], text: &str) -> bool {
    letters.iter().map(|letter| letter.base).eq(text.chars())
}

#[cfg(test)]
mod tests;
