//! Arabic and Hebrew prefixes: conjunctions and prepositions that are written together with a name.

use crate::citations::mention::folding::Letter;

/// The article of Arabic.
const ARTICLE: [char; 2] = ['ا', 'ل'];
/// The prefix that a name of three letters may have, too.
const SHORT: &str = "و";
/// Prefixes of longer names.
const PREFIXES: [&str; 17] = ["و", "ف", "ب", "ل", "ك", "وب", "ول", "وك", "فب", "فل", "ו", "ב", "ל", "מ", "ש", "כ", "ה"];
/// Before the article, the preposition `ل` replaces its first letter.
const BEFORE_ARTICLE: [&str; 4] = ["لل", "ولل", "فلل", "كلل"];
/// The minimum number of letters of a name that takes any prefix.
const MIN_LETTERS: usize = 4;

/// A prefix that a word may have.
pub(in crate::citations::mention) struct Prefix {
    /// Its number of letters.
    pub length: usize,
    /// The letters of the article that the name has and the word does not.
    pub article: &'static [char],
    /// The minimum number of letters of a name that takes it.
    pub min_letters: usize,
}

/// The prefixes that a word may have.
pub(in crate::citations::mention) fn prefixes_of(word: &[Letter]) -> Vec<Prefix> {
    let mut found = Vec::new();
    for prefix in PREFIXES {
        if begins_with(word, prefix) {
            let min_letters = if prefix == SHORT { MIN_LETTERS - 1 } else { MIN_LETTERS };
            found.push(Prefix { length: prefix.chars().count(), article: &[], min_letters });
        }
    }
    for prefix in BEFORE_ARTICLE {
        if begins_with(word, prefix) {
            found.push(Prefix { length: prefix.chars().count(), article: &ARTICLE, min_letters: MIN_LETTERS });
        }
    }
    found
}

fn begins_with(word: &[Letter], prefix: &str) -> bool {
    let length = prefix.chars().count();
    word.len() > length && word[..length].iter().map(|letter| letter.base).eq(prefix.chars())
}
