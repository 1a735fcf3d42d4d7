//! The word lists of the languages, in `words/`. A line per class has words, phrases, and stems (`recommend*`).

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use super::{
    class::Class,
    pieces::{is_han_or_kana, pieces},
};
use crate::prompts::policy::folded_text::FoldedText;

const LANGUAGES: [(&str, &str); 11] = [
    ("ar", include_str!("words/ar.txt")),
    ("de", include_str!("words/de.txt")),
    ("en", include_str!("words/en.txt")),
    ("es", include_str!("words/es.txt")),
    ("fr", include_str!("words/fr.txt")),
    ("it", include_str!("words/it.txt")),
    ("ja", include_str!("words/ja.txt")),
    ("nl", include_str!("words/nl.txt")),
    ("pt", include_str!("words/pt.txt")),
    ("ru", include_str!("words/ru.txt")),
    ("zh", include_str!("words/zh.txt")),
];
/// The minimum and maximum length of a stem, in bytes.
const STEM_BYTES: std::ops::RangeInclusive<usize> = 2..=40;

/// A phrase after its first word.
#[derive(Debug)]
struct Phrase {
    rest: Vec<String>,
    class: Class,
}

/// All word lists.
#[derive(Debug, Default)]
pub(super) struct Lexicon {
    words: HashMap<String, Class>,
    stems: HashMap<String, Class>,
    phrases: HashMap<String, Vec<Phrase>>,
    /// Words of Chinese and Japanese by their first character, longest first.
    unspaced: HashMap<char, Vec<(String, Class)>>,
    whole_words: HashSet<String>,
}

/// The word lists, read once.
pub(super) static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let mut lexicon = Lexicon::default();
    for (language, list) in LANGUAGES {
        lexicon.read(language, list);
    }
    for words in lexicon.unspaced.values_mut() {
        words.sort_by_key(|(word, _)| std::cmp::Reverse(word.len()));
    }
    for phrases in lexicon.phrases.values_mut() {
        phrases.sort_by_key(|phrase| std::cmp::Reverse(phrase.rest.len()));
    }
    lexicon
});

impl Lexicon {
    fn read(&mut self, language: &str, list: &str) {
        let of_language = if language == "de" { Class::GERMAN } else { Class::NONE };
        let mut form = Class::NONE;
        for line in list.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            if let "needs-start" | "negates-after" = line {
                form = form.with(Class::named(line).unwrap_or_default());
                continue;
            }
            let (names, entries) = line.split_once(':').expect("a test reads every list");
            let class = names.split('+').fold(of_language, |class, name| {
                class.with(Class::named(name.trim()).expect("a test reads every list"))
            });
            let class = if class.has(Class::VERBS) { class.with(form) } else { class };
            for entry in entries.split('|').map(str::trim).filter(|entry| !entry.is_empty()) {
                self.add(entry, class);
            }
        }
    }

    fn add(&mut self, entry: &str, class: Class) {
        let folded = FoldedText::of(entry).text;
        if folded.contains(is_han_or_kana) {
            let words = self.unspaced.entry(folded.chars().next().unwrap_or_default()).or_default();
            match words.iter_mut().find(|(word, _)| *word == folded) {
                Some((_, known)) => *known = known.with(class),
                None => words.push((folded, class)),
            }
            return;
        }
        let parts: Vec<String> = if entry.ends_with('*') && !entry.contains(' ') {
            vec![folded]
        } else {
            pieces(&folded).map(|range| folded[range].to_owned()).collect()
        };
        let Some((first, rest)) = parts.split_first() else { return };
        if !rest.is_empty() {
            if class.has(Class::VERBS) {
                self.whole_words.insert(first.clone());
            }
            let phrases = self.phrases.entry(first.clone()).or_default();
            match phrases.iter_mut().find(|phrase| phrase.rest == rest) {
                Some(phrase) => phrase.class = phrase.class.with(class),
                None => phrases.push(Phrase { rest: rest.to_vec(), class }),
            }
            return;
        }
        let (table, word) = match first.strip_suffix('*') {
            Some(stem) => (&mut self.stems, stem),
            None => (&mut self.words, first.as_str()),
        };
        let known = table.entry(word.to_owned()).or_default();
        *known = known.with(class);
        if class.has(Class::VERBS.with(Class::RIVALS).with(Class::MEMORY)) {
            self.whole_words.insert(word.to_owned());
        }
    }

    /// Returns the class of a single word.
    pub(super) fn class_of(&self, word: &str) -> Class {
        let exact = self.words.get(word).copied().unwrap_or_default();
        let ends = word.char_indices().map(|(at, character)| at + character.len_utf8());
        let of_stems = ends.filter(|end| STEM_BYTES.contains(end)).filter_map(|end| self.stems.get(&word[..end]));
        of_stems.fold(exact, |class, stem| class.with(*stem))
    }

    /// Whether the word is a verb of an instruction, or another word that is worth a disguise.
    pub(super) fn is_worth_a_disguise(&self, word: &str) -> bool {
        self.whole_words.contains(word)
    }

    /// Whether the word itself is in a word list, and not only its stem.
    pub(super) fn has_word(&self, word: &str) -> bool {
        self.words.contains_key(word)
    }

    /// Returns the longest phrase that begins with the word `first`, as the number of words after it, with its class.
    pub(super) fn phrase<'a>(&self, first: &str, next: impl Fn(usize) -> Option<&'a str>) -> Option<(usize, Class)> {
        let fits = |expected: &str, word: Option<&str>| {
            word.is_some_and(|word| match expected.strip_suffix('*') {
                Some(stem) => word.starts_with(stem),
                None => word == expected,
            })
        };
        let phrases = self.phrases.get(first)?;
        let found = phrases
            .iter()
            .find(|phrase| phrase.rest.iter().enumerate().all(|(at, expected)| fits(expected, next(at))))?;
        Some((found.rest.len(), found.class))
    }

    /// Returns the longest word of Chinese or Japanese with which `text` begins, as its length in bytes, with its class.
    pub(super) fn unspaced(&self, text: &str) -> Option<(usize, Class)> {
        let words = self.unspaced.get(&text.chars().next()?)?;
        words.iter().find(|(word, _)| text.starts_with(word.as_str())).map(|(word, class)| (word.len(), *class))
    }
}
