//! One wording as an automaton, and the cost of a search.

use std::ops::Range;

use regex_automata::{Anchored, Input, meta, util::syntax};

use super::steps::{Budget, STEPS_TO_JUDGE_A_BYTE};

/// Memory of one automaton per thread that uses it.
const MAX_MEMORY: usize = 256 * 1024;
/// Steps per byte of one pass.
const STEPS_TO_PASS_A_BYTE: usize = 1;
/// Steps per byte if word boundaries follow Unicode's rules, which no state table covers.
const STEPS_TO_PASS_A_BYTE_BY_UNICODE: usize = 100;

/// Searches for one wording.
pub(super) struct Engine {
    exact: meta::Regex,
    /// The same without word boundaries, if those follow Unicode's rules: finds everything that `exact` does, and more,
    /// at the speed of a table.
    loose: Option<meta::Regex>,
    /// The group of its verb.
    verb: Option<usize>,
}

impl Engine {
    /// `pattern`, whose word boundaries are those of ASCII, or `\b` and `\b{end-half}`.
    pub(super) fn of(pattern: &str) -> Self {
        let exact = build(pattern);
        let by_unicode = pattern.replace(r"(?-u:\b{end-half})", "").replace(r"(?-u:\b)", "").contains(r"\b");
        let loose = by_unicode.then(|| build(&pattern.replace(r"\b{end-half}", "").replace(r"\b", "")));
        let verb = exact.group_info().to_index(regex_automata::PatternID::ZERO, "v");
        Self { exact, loose, verb }
    }

    /// A position before which no match from `from` on ends; `None` when there is no match.
    pub(super) fn first_end(&self, text: &str, from: usize, budget: &mut Budget) -> Option<usize> {
        let automaton = self.loose.as_ref().unwrap_or(&self.exact);
        let end =
            automaton.search_half(&Input::new(text).span(from..text.len()).earliest(true)).map(|half| half.offset());
        budget.spend(STEPS_TO_PASS_A_BYTE * (end.unwrap_or(text.len()) - from));
        end
    }

    /// The match that begins first in `within`.
    pub(super) fn first_match(&self, text: &str, within: Range<usize>, budget: &mut Budget) -> Option<(usize, usize)> {
        // To the end, and back to its start.
        budget.spend(2 * self.steps_for_a_byte() * within.len());
        self.exact.search(&Input::new(text).span(within)).map(|found| (found.start(), found.end()))
    }

    /// The end of the match that begins where `within` does.
    pub(super) fn end_of_match_at(&self, text: &str, within: Range<usize>, budget: &mut Budget) -> Option<usize> {
        budget.spend(self.steps_for_a_byte() * within.len());
        self.exact.search_half(&Input::new(text).span(within).anchored(Anchored::Yes)).map(|half| half.offset())
    }

    /// Where the verb of a match begins; the match's start if it has no separate verb.
    pub(super) fn verb_of(&self, text: &str, whole: Range<usize>, budget: &mut Budget) -> usize {
        let Some(verb) = self.verb else { return whole.start };
        budget.spend(STEPS_TO_JUDGE_A_BYTE * whole.len());
        let start = whole.start;
        let mut captures = self.exact.create_captures();
        self.exact.search_captures(&Input::new(text).span(whole).anchored(Anchored::Yes), &mut captures);
        captures.get_group(verb).map_or(start, |verb| verb.start)
    }

    fn steps_for_a_byte(&self) -> usize {
        match self.loose {
            None => STEPS_TO_PASS_A_BYTE,
            Some(_) => STEPS_TO_PASS_A_BYTE_BY_UNICODE,
        }
    }
}

fn build(pattern: &str) -> meta::Regex {
    meta::Regex::builder()
        .configure(meta::Config::new().hybrid_cache_capacity(MAX_MEMORY).onepass(false).dfa(false))
        .syntax(syntax::Config::new().utf8(true))
        .build(pattern)
        .expect("a test reads every pattern")
}
