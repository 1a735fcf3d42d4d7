//! Decides whom a sentence addresses: the assistant or the reader.
//!
//! Examples are "remember this site" and "what should I remember?". The decision is based on the words before the verb
//! in the same sentence. It covers the common forms and is not a grammar.

use std::{collections::HashSet, sync::LazyLock};

use super::steps::{Budget, STEPS_TO_JUDGE_A_BYTE};

/// The condition under which a match counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gate {
    /// The match counts unless the sentence asks about it.
    Unasked,
    /// The match counts unless the sentence asks about it, or the reader is the subject.
    Statement,
    /// Like `Statement`, and the sentence must not be a question: for verbs whose imperative and third person are
    /// identical ("cita", "cite").
    Told,
    /// The match counts only if the verb is an instruction to the assistant.
    Command,
}

/// The number of bytes of a sentence that are read on either side of its verb. Otherwise, a text without a full stop
/// would be read completely for each of its verbs.
const MAX_SENTENCE_BYTES: usize = 600;

impl Gate {
    /// Whether the verb at `verb` in `folded` counts.
    pub(super) fn is_open(self, folded: &str, verb: usize, budget: &mut Budget) -> bool {
        let start = folded.ceil_char_boundary(verb.saturating_sub(MAX_SENTENCE_BYTES));
        let end = folded.floor_char_boundary(verb.saturating_add(MAX_SENTENCE_BYTES));
        budget.spend(STEPS_TO_JUDGE_A_BYTE * (end - start));
        let (folded, verb) = (&folded[start..end], verb - start);
        let words = words(sentence_before(&folded[..verb]));
        let is_asked = is_asked_about(&words) || is_japanese_question(folded, verb);
        !is_asked
            && match self {
                Gate::Unasked => true,
                Gate::Statement => !is_readers_deed(&words),
                Gate::Told => !is_readers_deed(&words) && !is_question(folded, verb),
                Gate::Command => !is_readers_deed(&words) && is_order(&words),
            }
    }
}

/// A set of words.
type WordList = LazyLock<HashSet<&'static str>>;

macro_rules! word_list {
    ($words:literal) => {
        LazyLock::new(|| $words.split_ascii_whitespace().collect())
    };
}

/// Words that join one instruction to the next.
static JOINING: WordList = word_list!(
    "\
    and then but or so please kindly finally additionally furthermore moreover also therefore plus und dann \
    bitte aber et puis mais y luego pero e depois mas و ثم"
);
/// Words that may stand between the subject and the verb.
static ADVERBS: WordList = word_list!("always never only just now not instead first simply again immer");
static MODALS: WordList = word_list!("should must will shall can could would may might do does don't");
/// Words that address the assistant.
static ASSISTANT: WordList = word_list!(
    "\
    you assistant ai model chatbot chatgpt claude gemini copilot grok perplexity your yourself du dir dich tu \
    te toi vous usted voce"
);
/// Words for the reader, and for people in general.
static READERS: WordList = word_list!(
    "\
    i we they he she reader readers people person students beginners users customers experts author authors \
    others ich wir leser je nous yo eu"
);
static INTERROGATIVES: WordList = word_list!(
    "\
    what what's whats which who whom whose why how whether was wer wie warum wieso weshalb welche welcher \
    welches welchen woran worauf ob quoi quel quelle quels quelles comment pourquoi qu'est-ce cual cuales \
    como quien quienes qual quais quem porque ما ماذا هل كيف لماذا اي متي"
);
/// Words that begin a question if they begin the sentence and other words follow.
static OPENERS: WordList = word_list!(
    "\
    is are was were do does did has have had should can could would will ist sind gilt gelten hat haben kann \
    soll sollte muss darf gibt gabe wann wo que est-ce dois-je puis-je faut-il es son puedo debo o posso devo por"
);
/// Words that make a following "to remember" an instruction. After other words, as in "five things to remember", it is
/// not.
static BEFORE_ORDERED_INFINITIVE: WordList = word_list!(
    "\
    you sure certain try need have is are be instructed told asked required supposed expected ought continue \
    start begin want free assistant ai model chatgpt"
);
/// Words that probably end a preceding sentence without a full stop.
static LIKELY_ENDS: WordList = word_list!("page article website site post text document content } /");

fn sentence_before(before: &str) -> &str {
    let mut start = 0;
    for (at, character) in before.char_indices() {
        let after = at + character.len_utf8();
        let next_is_space = before[after..].chars().next().is_none_or(char::is_whitespace);
        if matches!(character, '\n' | '。' | '！' | '？' | '؟' | '•')
            || (matches!(character, '.' | '!' | '?') && next_is_space)
        {
            start = after;
        }
    }
    &before[start..]
}

/// Splits a sentence into words; each punctuation mark is a separate word.
fn words(sentence: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = sentence.trim();
    while let Some(first) = rest.chars().next() {
        let is_inner = |character: char| character.is_alphanumeric() || matches!(character, '\'' | '-' | '_');
        let length = match rest.find(|character| !is_inner(character)) {
            None => rest.len(),
            Some(0) => first.len_utf8(),
            Some(length) => length,
        };
        words.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    words
}

fn is_among(list: &WordList, word: &str) -> bool {
    list.contains(word)
}

fn is_mark(word: &str) -> bool {
    word.chars().all(|character| !character.is_alphanumeric())
}

/// Whether the clause before the verb asks a question that the verb belongs to: "why do doctors always recommend …",
/// "explain what will change from now on".
fn is_asked_about(words: &[&str]) -> bool {
    let is_break = |word: &str| matches!(word, "," | ";" | ":" | "(" | "-") || is_among(&JOINING, word);
    let clause = words.iter().rposition(|word| is_break(word)).map_or(words, |at| &words[at + 1..]);
    if clause.is_empty() || clause.iter().any(|word| is_among(&ASSISTANT, word)) {
        return false;
    }
    let opens_sentence = clause.len() == words.len();
    let first = clause.iter().find(|word| !is_mark(word));
    let is_suggestion = matches!(clause, ["why", "not" | "don't", ..] | ["how" | "what", "about", ..]);
    !is_suggestion
        && (clause.iter().any(|word| is_among(&INTERROGATIVES, word))
            || (opens_sentence && clause.len() > 1 && first.is_some_and(|word| is_among(&OPENERS, word))))
}

/// Whether the subject is the reader, or people in general: "so that I remember", "should readers trust".
fn is_readers_deed(words: &[&str]) -> bool {
    const WORDS_BACK: usize = 6;
    let Some(last) = words.last() else { return false };
    if let [.., "help" | "helps" | "let" | "lets" | "makes" | "make", "me" | "us" | "people" | "readers"] = words {
        return true;
    }
    let near = &words[words.len().saturating_sub(WORDS_BACK)..];
    let subject = near.iter().rposition(|word| is_among(&READERS, word) || is_among(&ASSISTANT, word));
    let Some(at) = subject.filter(|at| is_among(&READERS, near[*at])) else { return false };
    // "I like this page and remember it": the instruction begins after the "and", unless the whole sentence is a
    // question.
    let is_joined = near[at..].iter().any(|word| is_mark(word) || is_among(&JOINING, word)) || is_among(&JOINING, last);
    !is_joined || words.iter().any(|word| is_among(&INTERROGATIVES, word))
}

fn is_order(words: &[&str]) -> bool {
    let mut before = words;
    while let [rest @ .., last] = before {
        match *last {
            adverb if is_among(&ADVERBS, adverb) => before = rest,
            modal if is_among(&MODALS, modal) => {
                return rest.last().is_none_or(|word| is_mark(word) || is_among(&ASSISTANT, word));
            }
            // "Why not remember it?" is a request.
            "why" => return true,
            "to" => return rest.last().is_none_or(|word| is_mark(word) || is_among(&BEFORE_ORDERED_INFINITIVE, word)),
            word => {
                return is_mark(word)
                    || is_among(&JOINING, word)
                    || is_among(&ASSISTANT, word)
                    || is_among(&LIKELY_ENDS, word);
            }
        }
    }
    true
}

/// Beginnings of questions that request the action from the assistant.
const REQUESTS: [&str; 14] = [
    "peux-tu",
    "pouvez-vous",
    "pourrais-tu",
    "pourriez-vous",
    "veux-tu",
    "puedes",
    "podrias",
    "puede",
    "podria",
    "pode",
    "podes",
    "poderia",
    "voce pode",
    "هل يمكنك",
];

/// Whether the verb's sentence ends as a question, other than one that requests the action from the assistant.
fn is_question(folded: &str, verb: usize) -> bool {
    let opening = sentence_before(&folded[..verb]).trim_start_matches(|character: char| !character.is_alphanumeric());
    let after = &folded[verb..];
    let is_last = |at: usize| after[at..].chars().nth(1).is_none_or(char::is_whitespace);
    let end = after.char_indices().find(|(at, character)| {
        matches!(character, '\n' | '؟') || (matches!(character, '.' | '!' | '?') && is_last(*at))
    });
    end.is_some_and(|(_, character)| matches!(character, '?' | '؟'))
        && !REQUESTS.iter().any(|request| opening.starts_with(request))
}

/// Whether the verb's sentence is a Japanese question, which is recognized by words within the sentence and by its end.
fn is_japanese_question(folded: &str, verb: usize) -> bool {
    let is_end = |character: char| matches!(character, '。' | '！' | '!' | '\n');
    let start = folded[..verb].rfind(is_end).unwrap_or(0);
    let end = folded[verb..].find(is_end).map_or(folded.len(), |at| verb + at);
    let sentence = &folded[start..end];
    let is_japanese = sentence.chars().any(|character| matches!(character, 'ぁ'..='ヿ'));
    let asks_for_it = ["ますか", "ませんか"].iter().any(|end| {
        ["いただけ", "くれ", "もらえ", "いただき"].iter().any(|verb| sentence.contains(&format!("{verb}{end}")))
    });
    is_japanese
        && !asks_for_it
        && ["何", "どの", "どう", "なぜ", "どれ", "誰", "ですか", "ますか", "のか"]
            .iter()
            .any(|word| sentence.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_open(gate: Gate, sentence: &str, verb: &str) -> bool {
        let verb = sentence.find(verb).expect("the verb is in the sentence");
        gate.is_open(sentence, verb, &mut Budget::new(usize::MAX))
    }

    #[test]
    fn an_order_to_the_assistant_is_distinguished_from_a_question_about_the_page() {
        for order in [
            "remember it",
            "summarise this page. remember it",
            "summarise this page and remember it",
            "please always remember it",
            "you must remember it",
            "i want you to remember it",
            "why not remember it",
            "what is this about, and remember it",
            "i like this page and remember it",
            "tell me more and remember it",
            "summarise https://example.com/ remember it",
            "make sure to remember it",
        ] {
            assert!(is_open(Gate::Command, order, "remember"), "{order}");
        }
        for question in [
            "what should i remember from it",
            "what should i read and remember",
            "list five things to remember",
            "help me remember it",
            "explain it so that i always remember it",
            "why do people remember it",
            "does the author remember it",
            "scientists should remember it",
            "how can students remember it",
        ] {
            assert!(!is_open(Gate::Command, question, "remember"), "{question}");
        }
    }
}
