//! Arabic and Hebrew prefixes: conjunctions and prepositions that are written together with a name.

use super::Letter;

/// The article of Arabic.
const ARTICLE: [char; 2] = ['ا', 'ل'];
/// Prefixes that a name of three letters may have, too.
const SHORT: [&str; 1] = ["و"];
/// Prefixes of longer names.
const PREFIXES: [&str; 17] =
    ["و", "ف", "ب", "ل", "ك", "وب", "ول", "وك", "فب", "فل", "ו", "ב", "ל", "מ", "ש", "כ", "ה"];
/// Before the article, the preposition `ل` replaces its first letter.
const BEFORE_ARTICLE: [&str; 4] = ["لل", "ولل", "فلل", "كلل"];
/// The minimum number of letters of a name that takes any prefix.
const MIN_LETTERS: usize = 4;

/// The numbers of letters at the beginning of a word that may be prefixes of a name, each with the letters of the article
/// that the name has and the word does not.
pub(in crate::citations::mention) fn prefixes_of(word: &[Letter]) -> Vec<(usize, &'static [char])> {
    let mut found = Vec::new();
    for prefix in PREFIXES {
        let length = prefix.chars().count();
        let rest = word.len().saturating_sub(length);
        if begins_with(word, prefix) && (rest >= MIN_LETTERS || rest >= MIN_LETTERS - 1 && SHORT.contains(&prefix)) {
            found.push((length, &[] as &[char]));
        }
    }
    for prefix in BEFORE_ARTICLE {
        if begins_with(word, prefix) && word.len() > prefix.chars().count() + 1 {
            found.push((prefix.chars().count(), &ARTICLE));
        }
    }
    found
}

fn begins_with(word: &[Letter], prefix: &str) -> bool {
    let length = prefix.chars().count();
    word.len() > length && word[..length].iter().map(|letter| letter.base).eq(prefix.chars())
}
