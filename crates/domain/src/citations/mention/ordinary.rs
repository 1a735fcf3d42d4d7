//! Ordinary words: a name that consists of them alone may also be no name.

use std::{collections::HashSet, sync::LazyLock};

use super::{
    folding::{Letter, letters_of},
    spelling::is_same,
};

/// Words of a dozen languages that names of sites often consist of.
const WORDS: &str = include_str!("../../../data/ordinary_words.txt");

static ORDINARY: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let folded = |word: &str| letters_of(word).into_iter().map(|letter| letter.base).collect();
    WORDS.split_whitespace().map(folded).collect()
});

/// Words that join two names: `Müller & Söhne` is also `Müller und Söhne`.
const ANDS: &str = "and und et y e i a en og och ja ve und & si и і та και es ir un ja és 和 与 及 跟 と 및 와 과 و";

static AND_WORDS: LazyLock<Vec<Vec<Letter>>> =
    LazyLock::new(|| ANDS.split_whitespace().map(letters_of).filter(|letters| !letters.is_empty()).collect());

/// Whether a word is an ordinary one.
pub(super) fn is_ordinary(word: &[Letter]) -> bool {
    ORDINARY.contains(&word.iter().map(|letter| letter.base).collect::<String>())
}

/// Whether a word is an ordinary one as it may begin a compound: `Boots` in `Bootshaus`.
pub(super) fn is_ordinary_in_compound(word: &[Letter]) -> bool {
    let without = |linking: &str| {
        let kept = word.len().saturating_sub(linking.len());
        kept > 2 && word[kept..].iter().map(|letter| letter.base).eq(linking.chars()) && is_ordinary(&word[..kept])
    };
    is_ordinary(word) || ["s", "es", "n", "en", "er", "e"].into_iter().any(without)
}

/// Articles and similar words of German, after which every noun has a capital.
const GERMAN_ARTICLES: &str = "der die das den dem des ein eine einen einem einer eines kein keine keinen dieser diese dieses diesen \
    jeder jede jedes mein meine dein deine sein seine ihr ihre unser unsere";

/// Whether a word is an article of German.
pub(super) fn is_german_article(word: &[Letter]) -> bool {
    let is_word = |article: &str| word.iter().map(|letter| letter.base).eq(article.chars());
    GERMAN_ARTICLES.split_whitespace().any(is_word)
}

/// Whether a word means "and".
pub(super) fn is_and(word: &[Letter]) -> bool {
    word.len() <= 4 && AND_WORDS.iter().any(|and| is_same(and, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_words_are_known_in_any_case() {
        assert!(
            is_ordinary(&letters_of("Haus")) && is_ordinary(&letters_of("brücke")) && is_ordinary(&letters_of("Маяк"))
        );
        assert!(is_ordinary_in_compound(&letters_of("Boots")) && !is_ordinary_in_compound(&letters_of("Nordwerks")));
        assert!(!is_ordinary(&letters_of("Nordwerk")) && !is_ordinary(&letters_of("")));
    }

    #[test]
    fn words_for_and_are_known_in_their_languages() {
        for word in ["und", "and", "ET", "и", "و", "및", "和"] {
            assert!(is_and(&letters_of(word)), "{word}");
        }
        assert!(!is_and(&letters_of("under")) && !is_and(&letters_of("")));
    }
}
