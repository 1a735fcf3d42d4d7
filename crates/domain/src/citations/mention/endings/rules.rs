//! Applies rules that say what may follow a name, or replace its last letters.

use crate::citations::mention::{folding::Letter, spelling::offsets_after};

/// The minimum number of letters of a name that takes an ending.
pub(super) const MIN_LETTERS: usize = 3;
/// The minimum number of letters of a name whose last letters change.
pub(super) const MIN_LETTERS_TO_CHANGE: usize = 5;

/// What may replace the last letters of a name: the letters, and the endings, separated by spaces.
pub(super) type Rule = (&'static str, &'static str);

/// Whether a word follows from a name by one of the rules.
pub(super) fn has_ending(part: &[Letter], word: &[Letter], rules: &[Rule]) -> bool {
    has_ending_of(part, word, rules, MIN_LETTERS_TO_CHANGE)
}

/// The same, where the last letters of a name change that has at least `min_to_change` letters.
pub(super) fn has_ending_of(part: &[Letter], word: &[Letter], rules: &[Rule], min_to_change: usize) -> bool {
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
pub(super) fn follows(stem: &[Letter], word: &[Letter], endings: &str) -> bool {
    let is_ending = |rest: &[Letter]| endings.split(' ').any(|ending| equals(rest, ending));
    !stem.is_empty() && offsets_after(stem, word).any(|end| is_ending(&word[end..]))
}

pub(super) fn ends_with(part: &[Letter], last: &str) -> bool {
    let count = last.chars().count();
    part.len() > count && equals(&part[part.len() - count..], last)
}

pub(super) fn equals(letters: &[Letter], text: &str) -> bool {
    letters.iter().map(|letter| letter.base).eq(text.chars())
}
