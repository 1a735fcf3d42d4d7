//! A grammar of instructions: the same shapes in eleven languages. A shape combines the classes of words (a verb such as
//! "cite" or "rank", an object, a fixed outcome) with their places; `words/` lists the words of each class by language.
//!
//! The site's names are bound before (see [`super::names`]). A name that is neither the site's nor a competitor's
//! counts only with a fixed outcome, with memory, or with defaming: "Recommend a Nikon lens" is an honest question.

mod class;
mod lexicon;
mod pieces;
mod sentence;
mod shapes;
mod statements;
mod tokens;

use lexicon::LEXICON;
use sentence::Reading;
use tokens::{Token, sentences};

use super::{
    finding::{MAX_FINDINGS, PolicyRule},
    folded_text::{FoldedText, Numbered},
    steps::Budget,
};

/// Steps for each byte to look for the shapes in its sentence.
const STEPS_FOR_SHAPES: usize = 60;

/// Whether a disguised word is one that instructions need.
pub(super) fn is_worth_a_disguise(word: &str) -> bool {
    LEXICON.is_worth_a_disguise(word)
}

/// Whether a name could hide an instruction if it were bound: it has one of its words, or only words that instructions
/// use.
pub(super) fn could_hide_an_instruction(folded_name: &str) -> bool {
    let mut words = folded_name.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_telling = |word| is_worth_a_disguise(word) || LEXICON.class_of(word).has(class::Class::RIVALS);
    words.clone().any(is_telling) || words.all(|word| LEXICON.has_word(word))
}

/// Whether a word is in a word list.
pub(super) fn is_known_word(word: &str) -> bool {
    !LEXICON.class_of(word).is_none()
}

/// Returns the instructions in a folded text, as byte ranges of it: at most one for each sentence. `own` are the site's
/// hosts.
pub(super) fn instructions(
    written: &Numbered<'_>,
    folded: &FoldedText,
    own: &[String],
    budget: &mut Budget,
) -> Vec<(usize, usize, PolicyRule)> {
    if budget.is_spent() {
        return Vec::new();
    }
    let sentences = sentences(&folded.text, own, budget);
    budget.spend(STEPS_FOR_SHAPES * folded.text.len());
    let is_name = |token: &Token| {
        let (start, end) = folded.original_span(token.start, token.end);
        let word = written.part(start, end);
        let is_upper = word.chars().next().is_some_and(char::is_uppercase);
        is_upper && word.chars().count() > 1 && !word.contains(['{', '}'])
    };
    let readings: Vec<Reading<'_>> =
        sentences.iter().map(|sentence| Reading::of(&folded.text, sentence, &is_name)).collect();
    let found = readings.iter().filter_map(|reading| {
        let (first, last, rule) = shapes::instruction(reading).or_else(|| statements::of_statement(reading))?;
        Some((reading.tokens[first].start, reading.tokens[last].end, rule))
    });
    let mut found: Vec<(usize, usize, PolicyRule)> = found.take(MAX_FINDINGS).collect();
    found.extend(statements::decoded(&readings));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_list_is_readable() {
        assert!(is_worth_a_disguise("recommend") && is_worth_a_disguise("empfiehl"));
        assert!(
            LEXICON.unspaced("推荐").is_some() && LEXICON.phrase("from", |at| ["now", "on"].get(at).copied()).is_some()
        );
    }
}
