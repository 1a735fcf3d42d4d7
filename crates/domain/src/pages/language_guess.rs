//! Guesses the language of a text from its script and its most common words.
//!
//! Also lists words that name no subject. Covers the languages that Askline supports, and some that could be confused
//! with them. The words are in `data/language_words.json`. No crate is used, since a crate would choose among languages
//! that are not needed here and has no list of words that name no subject.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use serde::Deserialize;

use crate::shared::language_tag::primary_language;

/// How many common words a text must have to distinguish languages of the same script.
const MIN_WORDS: usize = 2;
/// The languages in Latin script in which the built-in generator writes.
const WRITTEN: [&str; 5] = ["de", "en", "es", "fr", "pt"];
/// How many more common words another language needs than each of these to be recognized.
const LEAD_OF_OTHERS: usize = 2;
/// Letters of the Arabic script that Arabic does not use, but Persian, Urdu and similar languages do.
const NOT_ARABIC: [char; 10] = ['پ', 'چ', 'ژ', 'گ', 'ک', 'ی', 'ٹ', 'ں', 'ہ', 'ے'];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lists {
    stop: String,
    furniture: String,
}

struct Words {
    stop: BTreeSet<String>,
    furniture: BTreeSet<String>,
}

static WORDS: LazyLock<BTreeMap<String, Words>> = LazyLock::new(|| {
    let lists: BTreeMap<String, Lists> =
        serde_json::from_str(include_str!("../../data/language_words.json")).expect("a test reads the same data");
    let set = |text: &str| text.split(' ').map(str::to_owned).collect();
    lists
        .into_iter()
        .map(|(tag, list)| (tag, Words { stop: set(&list.stop), furniture: set(&list.furniture) }))
        .collect()
});

/// Whether a word, in lower case, names no subject: a function word (`the`), a word of a page's navigation (`home`), or
/// a single ASCII character. English navigation words appear on pages in every language.
pub fn names_no_subject(word: &str, language: &str) -> bool {
    let is_listed = |tag: &str| WORDS.get(tag).is_some_and(|w| w.stop.contains(word) || w.furniture.contains(word));
    is_listed(primary_language(language)) || WORDS["en"].furniture.contains(word) || word.len() < 2
}

/// Returns the language of a text; `None` if the text is too short, or in a language without a word list.
pub fn guess_language(text: &str) -> Option<&'static str> {
    let count = |is_one: fn(char) -> bool| text.chars().filter(|character| is_one(*character)).count();
    let letters = count(char::is_alphabetic).max(1);
    if count(|c| matches!(c, '\u{3040}'..='\u{30FF}')) * 10 > letters {
        return Some("ja");
    }
    if count(|c| matches!(c, '\u{600}'..='\u{6FF}')) * 2 > letters {
        return (count(|c| NOT_ARABIC.contains(&c)) * 20 < letters).then_some("ar");
    }
    let lower = text.to_lowercase();
    let score = |words: &Words| lower.split(|c: char| !c.is_alphanumeric()).filter(|w| words.stop.contains(*w)).count();
    let scores = WORDS.iter().map(|(tag, words)| (score(words), tag.as_str()));
    let (written, others): (Vec<_>, Vec<_>) = scores.partition(|(_, tag)| WRITTEN.contains(tag));
    // Of several languages with the same score, the alphabetically first is chosen, which is as good as any other.
    let first = |scores: Vec<(usize, &'static str)>| {
        scores.into_iter().reduce(|best, next| if next.0 > best.0 { next } else { best })
    };
    let (written, other) = (first(written)?, first(others)?);
    let (most, tag) = if other.0 >= written.0 + LEAD_OF_OTHERS { other } else { written };
    (most >= MIN_WORDS).then_some(tag)
}

/// Whether a text may be in `language`, because it is not clearly in another one.
pub fn may_be_in(text: &str, language: &str) -> bool {
    let language = primary_language(language);
    match (guess_language(text), WORDS.contains_key(language)) {
        (None, _) => !matches!(language, "ja" | "ar"),
        (Some(guessed), true) => guessed == language,
        // For a language without a word list, only the script can be compared.
        (Some(guessed), false) => !matches!(guessed, "ja" | "ar") || matches!(language, "fa" | "ur"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_is_known_by_its_own_words() {
        for (text, expected) in [
            ("How to choose the right boots for a long hike", Some("en")),
            ("Wie man die richtigen Schuhe für eine lange Wanderung findet", Some("de")),
            ("Comment choisir les bonnes chaussures pour une longue randonnée", Some("fr")),
            ("Cómo elegir las botas para una larga caminata por la montaña", Some("es")),
            ("Como escolher as botas certas para uma longa caminhada na montanha", Some("pt")),
            ("長い山歩きに合う靴の選び方について", Some("ja")),
            ("كيف تختار الحذاء المناسب لرحلة طويلة", Some("ar")),
            ("Le nostre scarpe per la montagna sono fatte a mano in Italia con cura", Some("it")),
            ("Wij maken fietsen die een leven lang meegaan in de stad en op het land", Some("nl")),
            ("Buty na długie wędrówki po górach, które nie boją się deszczu", Some("pl")),
            ("Boots for men at a fair price in the old town", Some("en")),
            ("چگونه کفش مناسب برای یک سفر طولانی انتخاب کنیم", None),
            ("Pytanie o buty", None),
            ("", None),
        ] {
            assert_eq!(guess_language(text), expected, "{text}");
        }
    }

    #[test]
    fn furniture_names_no_subject_in_any_language() {
        assert!(names_no_subject("impressum", "de") && names_no_subject("home", "nl"));
        assert!(!names_no_subject("wanderschuhe", "de") && !names_no_subject("impressum", "en"));
    }

    #[test]
    fn a_text_in_another_language_is_noticed() {
        assert!(may_be_in("Was sagt die Seite über das Obst?", "de-AT"));
        assert!(!may_be_in("What does the page say about this?", "de"));
        assert!(may_be_in("Co strona mówi o butach?", "pl"));
        assert!(!may_be_in("What does the page say about this?", "ja"));
    }
}
