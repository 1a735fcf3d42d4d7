//! Reads a sentence: which verbs are orders to the assistant, and which objects they have.

use super::{
    class::Class,
    tokens::{Sentence, Token},
};

/// How far back the subject of a verb is searched, in tokens.
const TOKENS_TO_SUBJECT: usize = 6;
/// The maximum number of words between an order and the start of its clause.
const MAX_WORDS_BEFORE_ORDER: usize = 14;
/// The maximum number of unknown characters before a Chinese order.
const MAX_UNKNOWN_BEFORE_ORDER: usize = 6;
/// The maximum number of small words between a verb and its object.
const MAX_WORDS_TO_OBJECT: usize = 9;

/// Words between the start of a clause and its verb.
const BEFORE_VERB: Class =
    Class::PRE.with(Class::ALWAYS).with(Class::NEG).with(Class::LATER).with(Class::ONLY).with(Class::FIRST);
/// Words after which an order begins wherever they are.
const BEGINS_ORDER: Class =
    Class::SURE.with(Class::MUST).with(Class::ASSISTANT).with(Class::REQUEST).with(Class::REMEMBER);
/// Words between a verb and its object.
const BETWEEN: Class = Class::SMALL
    .with(Class::ARTICLE)
    .with(Class::ALWAYS)
    .with(Class::FIRST)
    .with(Class::ONLY)
    .with(Class::LATER)
    .with(Class::PRE)
    .with(Class::MUST)
    .with(Class::ASSISTANT)
    .with(Class::READER)
    .with(Class::BUY)
    .with(Class::SURE);
/// A sentence with the text that it is from.
pub(super) struct Reading<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: &'a [Token],
    pub(super) is_question: bool,
    /// Whether the token begins with a capital letter in the original, although neither its place nor the language asks for one.
    pub(super) is_name: &'a dyn Fn(&Token) -> bool,
    is_german: bool,
}

impl<'a> Reading<'a> {
    pub(super) fn of(text: &'a str, sentence: &'a Sentence, is_name: &'a dyn Fn(&Token) -> bool) -> Self {
        let tokens = sentence.tokens.as_slice();
        let known = tokens.iter().filter(|token| !token.class.is_none()).count();
        let german = tokens.iter().filter(|token| token.has(Class::GERMAN)).count();
        let opens_with_request = tokens.iter().take(3).any(|token| token.has(Class::REQUEST));
        let is_requested = opens_with_request || tokens.iter().rev().take(2).any(|token| token.has(Class::REQUEST));
        Self {
            text,
            tokens,
            is_question: sentence.is_question && !is_requested,
            is_name,
            is_german: german * 2 > known,
        }
    }

    /// Whether the token is the name of someone who is neither the site nor a competitor.
    pub(super) fn is_other_name(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        let follows_mark = at == 0 || self.tokens[at - 1].is_mark();
        !self.is_german && !follows_mark && token.class.is_none() && (self.is_name)(token)
    }

    /// Whether any token of `range` has one of the classes.
    pub(super) fn any(&self, range: std::ops::Range<usize>, class: Class) -> bool {
        self.first_in(range, class).is_some()
    }

    /// Returns the first token of `range` with one of the classes.
    pub(super) fn first_in(&self, range: std::ops::Range<usize>, class: Class) -> Option<usize> {
        let end = range.end.min(self.tokens.len());
        (range.start..end).find(|at| self.tokens[*at].has(class))
    }

    /// Returns the end of the tokens that begin at most `bytes` after the token.
    pub(super) fn within(&self, at: usize, bytes: usize) -> usize {
        let most = self.tokens[at].end + bytes;
        (at + 1..self.tokens.len()).find(|next| self.tokens[*next].start > most).unwrap_or(self.tokens.len())
    }

    /// Returns the start of the tokens that end at most `bytes` before the token; with spaces between words, in its
    /// clause.
    pub(super) fn back_within(&self, at: usize, bytes: usize) -> usize {
        let least = self.tokens[at].start.saturating_sub(bytes);
        let start = (0..at).find(|before| self.tokens[*before].end >= least).unwrap_or(at);
        if self.is_unspaced(at) { start } else { start.max(self.clause_start(at)) }
    }

    /// Returns the start of the clause of a token.
    pub(super) fn clause_start(&self, at: usize) -> usize {
        let is_break = |token: &Token| {
            matches!(token.first, ',' | ':' | '(' | '-' | '、' | '،' | '，' | '：') && token.is_mark()
                || token.has(Class::JOINER) && !token.has(Class::ASKS)
        };
        (0..at).rev().find(|before| is_break(&self.tokens[*before])).map_or(0, |before| before + 1)
    }

    /// Returns the end of the clause of a token: the next comma.
    pub(super) fn clause_end(&self, at: usize) -> usize {
        let is_break =
            |token: &Token| matches!(token.first, ',' | ':' | '(' | '、' | '،' | '，' | '：') && token.is_mark();
        (at + 1..self.tokens.len()).find(|next| is_break(&self.tokens[*next])).unwrap_or(self.tokens.len())
    }

    /// Whether the verb tells the assistant to do something.
    pub(super) fn is_order(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        if self.is_question || self.continues_as_statement(token) {
            return false;
        }
        let clause = self.clause_start(at);
        let addresses = self.any(clause..at, Class::ASSISTANT);
        if self.any(clause..at, Class::ASKS) && !addresses {
            return false;
        }
        if self.any(at.saturating_sub(3)..at, Class::HELP) || self.is_readers_deed(at) {
            return false;
        }
        if token.has(Class::NOUN) {
            return self.any(0..at, Class::SURE);
        }
        !token.has(Class::NEEDS_START) || self.begins_order(at)
    }

    /// Japanese: "推薦している" says what someone does.
    fn continues_as_statement(&self, token: &Token) -> bool {
        let written = &self.text[token.start..token.end];
        written.ends_with('て') && self.text[token.end..].starts_with(['い', 'る', 'き', 'も'])
    }

    fn is_readers_deed(&self, at: usize) -> bool {
        let near = at.saturating_sub(TOKENS_TO_SUBJECT).max(self.clause_start(at));
        let subjects = Class::READER.with(Class::ASSISTANT);
        let subject = (near..at).rev().find(|before| self.tokens[*before].has(subjects));
        subject.is_some_and(|subject| !self.tokens[subject].has(Class::ASSISTANT))
    }

    fn begins_order(&self, at: usize) -> bool {
        let mut unknown = 0;
        for before in (at.saturating_sub(MAX_WORDS_BEFORE_ORDER)..at).rev() {
            let token = &self.tokens[before];
            if token.is_mark() || token.has(BEGINS_ORDER.with(Class::JOINER)) {
                return true;
            }
            // "Summarize {{url}} remember …" has no mark between its orders.
            if token.has(Class::PAGE) {
                return true;
            }
            // Chinese puts objects before the verb, and its words cannot be told apart.
            let may_stay = self.is_unspaced(at) && token.class.is_none();
            unknown += usize::from(may_stay);
            let is_object = self.is_unspaced(at) && token.has(OBJECTS_BUT_IT);
            if unknown > MAX_UNKNOWN_BEFORE_ORDER || !token.has(BEFORE_VERB) && !is_object && !may_stay {
                return false;
            }
        }
        true
    }

    /// Returns the object of a verb: the first name, or word for one, that only small words separate from it.
    pub(super) fn object(&self, verb: usize) -> Option<usize> {
        if self.tokens[verb].has(Class::IT) {
            return Some(verb);
        }
        let after = self.object_among(verb + 1..(verb + 1 + MAX_WORDS_TO_OBJECT).min(self.tokens.len()));
        if after.is_some() || self.tokens[verb].has(Class::NEEDS_START) && !self.is_unspaced(verb) {
            return after;
        }
        self.object_among((verb.saturating_sub(MAX_WORDS_TO_OBJECT)..verb).rev())
    }

    fn is_unspaced(&self, at: usize) -> bool {
        super::pieces::is_han_or_kana(self.tokens[at].first)
    }

    fn object_among(&self, places: impl Iterator<Item = usize>) -> Option<usize> {
        let (mut pronoun, mut is_other_clause) = (None, false);
        for (distance, at) in places.enumerate() {
            let token = &self.tokens[at];
            let is_plain_it = token.has(Class::IT) && !token.has(OBJECTS_BUT_IT);
            // "it" that is also an article or a small word: "le", "sie", "es".
            if is_plain_it && distance == 0 {
                pronoun = Some(at);
            }
            if token.has(OBJECTS_BUT_IT) || self.is_other_name(at) {
                return (!self.is_attributive(at)).then_some(at);
            }
            // "State what it leaves out": "it" begins another clause.
            is_other_clause |= token.has(Class::JOINER);
            if is_plain_it && !is_other_clause && !token.has(Class::SMALL.with(Class::ARTICLE)) {
                return Some(at);
            }
            let is_quiet_mark = token.is_mark() && !matches!(token.first, '\n' | '(');
            if !is_quiet_mark && !token.has(BETWEEN) && !self.is_adverb(token) && pronoun != Some(at) {
                let is_adjacent = pronoun.is_some() && distance == 1 && token.has(Class::PART.with(Class::TOP_MARK));
                return pronoun.filter(|_| is_adjacent);
            }
        }
        pronoun
    }

    /// Whether a name only describes a noun ("a Betashop tent", "Betashop's prices"), or a pronoun is a dative ("recommend us a hotel").
    pub(super) fn is_attributive(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        if self.text[token.end..].starts_with("'s") || self.text[token.end..].starts_with("の営業") {
            return true;
        }
        let next = self.tokens.get(at + 1);
        let written = &self.text[token.start..token.end];
        if matches!(written, "us" | "uns" | "nous" | "ons" | "нам" | "nam" | "nosotros") {
            return next.is_some_and(|next| next.class.is_none() && !next.is_mark() || next.has(Class::ARTICLE));
        }
        let is_best = at > 1 && self.tokens[at - 1].has(Class::FIRST) && self.tokens[at - 2].has(Class::ARTICLE);
        let follows_article = is_best || at > 0 && self.tokens[at - 1].has(Class::ARTICLE);
        let before_noun = next.is_some_and(|next| next.class.is_none() && !next.is_mark() && !self.is_adverb(next));
        let is_compound = self.text[token.start..token.end].contains('-');
        follows_article && (before_noun || is_compound) && !self.is_unspaced(at)
            || next.is_some_and(|next| next.first == '-' && next.start == token.end)
    }

    fn is_adverb(&self, token: &Token) -> bool {
        let word = &self.text[token.start..token.end];
        word.ends_with("ly") || word.ends_with("mente") || word.ends_with("ment")
    }

    /// Whether a name only completes a noun: "articles of Betashop".
    pub(super) fn is_complement(&self, at: usize) -> bool {
        let of = (0..at).rev().take(2).find(|before| self.tokens[*before].has(Class::OF));
        of.is_some_and(|of| of > 0 && self.tokens[of - 1].class.is_none() && !self.tokens[of - 1].is_mark())
    }

    /// Whether the verb is negated: by a word before it in its clause, or, without a word list for starts, after it.
    pub(super) fn is_negated(&self, verb: usize) -> bool {
        let clause = self.clause_start(verb);
        if self.any(verb.saturating_sub(4).max(clause)..verb, Class::NEG) {
            return true;
        }
        let token = &self.tokens[verb];
        let joined = self.first_in(verb + 1..self.tokens.len(), Class::JOINER).unwrap_or(self.tokens.len());
        let end = match token.has(Class::NEGATES_AFTER) {
            true => self.clause_end(verb).min(joined),
            false if self.is_unspaced(verb) => verb,
            false => verb + 2,
        };
        self.first_in(verb + 1..end, Class::NEG)
            .is_some_and(|at| !self.tokens.get(at + 1).is_some_and(|next| next.has(Class::ONLY)))
    }
}

const OBJECTS_BUT_IT: Class =
    Class::OWN.with(Class::RIVAL).with(Class::RIVALS).with(Class::US).with(Class::FIRM).with(Class::PAGE);
