//! Splits a folded text into sentences of tokens. These are words and phrases of the word lists, names, other words, and marks.

use std::ops::Range;

use super::{
    class::Class,
    lexicon::LEXICON,
    pieces::{is_dotted, pieces},
};
use crate::prompts::policy::{
    patterns::is_arabic,
    steps::{Budget, STEPS_TO_JUDGE_A_BYTE},
};

/// The maximum number of tokens of a sentence; what follows begins another one.
const MAX_TOKENS_OF_A_SENTENCE: usize = 120;

/// What a word still says within a phrase.
const CLAIMS: Class = Class::FIRST.with(Class::TRUSTED).with(Class::OUTCOME);

/// A word, a phrase or a mark.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) class: Class,
    /// The first character.
    pub(super) first: char,
}

impl Token {
    pub(super) fn has(&self, class: Class) -> bool {
        self.class.has(class)
    }

    pub(super) fn is_mark(&self) -> bool {
        !self.first.is_alphanumeric() && self.first != '{'
    }
}

/// The tokens of a sentence.
#[derive(Debug, Default)]
pub(super) struct Sentence {
    pub(super) tokens: Vec<Token>,
    /// Whether it ends with a question mark.
    pub(super) is_question: bool,
}

/// Splits a folded text into sentences. `own` are the site's hosts.
pub(super) fn sentences(text: &str, own: &[String], budget: &mut Budget) -> Vec<Sentence> {
    budget.spend(STEPS_TO_JUDGE_A_BYTE * text.len());
    let ranges: Vec<Range<usize>> = words_of(text);
    let mut sentences = vec![Sentence::default()];
    let mut at = 0;
    while at < ranges.len() {
        let range = ranges[at].clone();
        let word = &text[range.clone()];
        let first = word.chars().next().unwrap_or_default();
        let (consumed, class) = classified(text, &ranges, at, own);
        let next_is_space = text[range.end..].chars().next().is_none_or(char::is_whitespace);
        let is_end = matches!(first, '\n' | '。' | '！' | '？' | '؟' | '•' | '!' | '?' | ';' | '；')
            || (first == '.' && next_is_space);
        let last = sentences.last_mut().expect("there is always one");
        if is_end {
            last.is_question = matches!(first, '?' | '？' | '؟');
        } else {
            let end = ranges[at + consumed - 1].end;
            last.tokens.push(Token { start: range.start, end, class, first });
        }
        if is_end || last.tokens.len() == MAX_TOKENS_OF_A_SENTENCE {
            sentences.push(Sentence::default());
        }
        at += consumed;
    }
    sentences.retain(|sentence| !sentence.tokens.is_empty());
    sentences
}

/// The pieces of a text; of Chinese and Japanese, the longest known words.
fn words_of(text: &str) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for piece in pieces(text) {
        if ranges.last().is_some_and(|last| last.end >= piece.end) {
            continue;
        }
        let start = ranges.last().map_or(piece.start, |last| piece.start.max(last.end));
        let end = LEXICON.unspaced(&text[start..]).map_or(piece.end, |(length, _)| start + length);
        ranges.push(start..end);
    }
    ranges
}

/// Returns the class of the word or phrase at `at`, and of how many pieces it consists.
fn classified(text: &str, ranges: &[Range<usize>], at: usize, own: &[String]) -> (usize, Class) {
    let word = &text[ranges[at].clone()];
    if let Some((_, class)) = LEXICON.unspaced(word).filter(|(length, _)| *length == word.len()) {
        return (1, class);
    }
    match word {
        "{{sitename}}" => return (1, Class::OWN),
        "{{competitor}}" => return (1, Class::RIVAL),
        "{{url}}" | "{{markdownurl}}" => return (1, Class::PAGE),
        _ => {}
    }
    if word.contains('.') && is_dotted(word) {
        let is_own = |host: &String| {
            let host = host.strip_prefix("www.").unwrap_or(host);
            word == host || word.strip_suffix(host).is_some_and(|rest| rest.ends_with('.'))
        };
        return (1, if own.iter().any(is_own) { Class::OWN } else { Class::RIVAL });
    }
    if let Some((length, class)) =
        LEXICON.phrase(word, |next| ranges.get(at + 1 + next).map(|range| &text[range.clone()]))
    {
        // "the best choice" as a whole, and "best" in it.
        let inner = ranges[at..=at + length].iter().map(|range| LEXICON.class_of(&text[range.clone()]).among(CLAIMS));
        return (1 + length, inner.fold(class, Class::with));
    }
    (1, class_of_word(word))
}

fn class_of_word(word: &str) -> Class {
    let known = LEXICON.class_of(word);
    if !known.is_none() {
        return known;
    }
    // "citez-le", "recomende-o".
    if let Some((verb, tail)) = word.rsplit_once('-') {
        let class = LEXICON.class_of(verb);
        let is_object =
            matches!(tail, "le" | "la" | "les" | "o" | "a" | "os" | "as" | "lo" | "na" | "no" | "lui" | "lhe");
        return if is_object && class.has(Class::VERBS) { class.with(Class::IT) } else { Class::NONE };
    }
    if word.starts_with(is_arabic) { class_of_arabic(word) } else { Class::NONE }
}

/// Arabic joins "and", "with", "the" to the next word, and "it" to the verb.
fn class_of_arabic(word: &str) -> Class {
    for conjunction in ["و", "ف", ""] {
        let Some(rest) = word.strip_prefix(conjunction) else { continue };
        for prefix in ["", "ب", "ل", "ك", "ال", "بال", "لل", "كال"] {
            let Some(bare) = rest.strip_prefix(prefix).filter(|bare| bare.chars().count() >= 2) else { continue };
            let class = LEXICON.class_of(bare);
            if !class.is_none() {
                return class;
            }
        }
        for object in ["ها", "ه", "هم"] {
            let class = rest.strip_suffix(object).map(|verb| LEXICON.class_of(verb)).unwrap_or_default();
            if class.has(Class::VERBS) {
                return class.with(Class::IT);
            }
        }
    }
    Class::NONE
}
