//! Decides whether a word is a name with an ending of its language.
//!
//! Tables list what may replace the last letters of a name. They are written in folded letters.

mod cases;
mod finnish;
mod particles;
mod prefixes;
mod rules;

pub(super) use prefixes::prefixes_of;

use self::rules::{MIN_LETTERS, MIN_LETTERS_TO_CHANGE, has_ending, has_ending_of};
use super::{folding::Letter, language::Language, spelling::offsets_after, words::MAX_WORD_LETTERS};
use crate::citations::script::Script;

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
    // The other words of a name show that a short word with changed letters belongs to it: `w Szumiącym Lesie`.
    let min_letters = if position == Position::Only { MIN_LETTERS_TO_CHANGE } else { MIN_LETTERS };
    match language {
        Language::English | Language::Romance => false,
        Language::German => match position {
            Position::Only => has_ending(part, word, cases::GENITIVE),
            Position::Last => has_ending(part, word, cases::GERMAN_NOUNS),
            Position::Earlier => has_ending_of(part, word, cases::GERMAN_ADJECTIVES, MIN_LETTERS),
        },
        Language::Dutch | Language::Nordic => is_last && has_ending(part, word, cases::GENITIVE),
        Language::Polish => has_ending_of(part, word, cases::POLISH, min_letters),
        Language::Czech => has_ending_of(part, word, cases::CZECH, min_letters),
        Language::SouthSlavic => has_ending_of(part, word, cases::SOUTH_SLAVIC, min_letters),
        Language::Finnish => finnish::is_inflected(part, word),
        Language::Estonian => has_ending(part, word, cases::ESTONIAN),
        Language::Hungarian => is_last && has_ending(part, word, cases::HUNGARIAN),
        Language::Turkish => is_last && has_ending(part, word, cases::TURKISH),
        Language::Romanian => is_last && has_ending(part, word, cases::ROMANIAN),
        Language::Baltic => has_ending_of(part, word, cases::BALTIC, min_letters),
    }
}

#[cfg(test)]
mod tests;
