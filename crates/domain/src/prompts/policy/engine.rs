//! Searches for one wording with an automaton, and counts the cost.

use std::ops::Range;

use regex_automata::{Anchored, Input, meta, util::syntax};

use super::steps::{Budget, STEPS_TO_JUDGE_A_BYTE};

/// The memory of one automaton per thread that uses it, in bytes.
const MAX_MEMORY: usize = 256 * 1024;
/// Steps per byte of one pass.
const STEPS_TO_PASS_A_BYTE: usize = 1;
/// Steps per byte if word boundaries follow Unicode's rules, which state tables do not support.
const STEPS_TO_PASS_A_BYTE_BY_UNICODE: usize = 100;

/// The compiled pattern of one wording.
pub(super) struct Engine {
    exact: meta::Regex,
    /// The pattern without word boundaries, if those follow Unicode's rules: it finds everything that `exact` finds,
    /// and more, at the speed of a state table.
    loose: Option<meta::Regex>,
    /// The index of the capture group of the verb.
    verb: Option<usize>,
}

impl Engine {
    /// Compiles `pattern`. Its word boundaries are either marked as ASCII, or are `\b` and `\b{end-half}` by Unicode's
    /// rules.
    pub(super) fn of(pattern: &str) -> Self {
        let exact = build(pattern);
        let by_unicode = pattern.replace(r"(?-u:\b{end-half})", "").replace(r"(?-u:\b)", "").contains(r"\b");
        let loose = by_unicode.then(|| build(&pattern.replace(r"\b{end-half}", "").replace(r"\b", "")));
        let verb = exact.group_info().to_index(regex_automata::PatternID::ZERO, "v");
        Self { exact, loose, verb }
    }

    /// Returns a position such that no match starting at `from` or later ends before it; `None` if there is no match.
    pub(super) fn first_end(&self, text: &str, from: usize, budget: &mut Budget) -> Option<usize> {
        let automaton = self.loose.as_ref().unwrap_or(&self.exact);
        let end =
            automaton.search_half(&Input::new(text).span(from..text.len()).earliest(true)).map(|half| half.offset());
        budget.spend(STEPS_TO_PASS_A_BYTE * (end.unwrap_or(text.len()) - from));
        end
    }

    /// Returns the leftmost match in `within`.
    pub(super) fn first_match(&self, text: &str, within: Range<usize>, budget: &mut Budget) -> Option<(usize, usize)> {
        // The search runs to the end of the match, and back to its start.
        budget.spend(2 * self.steps_for_a_byte() * within.len());
        self.exact.search(&Input::new(text).span(within)).map(|found| (found.start(), found.end()))
    }

    /// Returns the end of the match that starts where `within` starts.
    pub(super) fn end_of_match_at(&self, text: &str, within: Range<usize>, budget: &mut Budget) -> Option<usize> {
        budget.spend(self.steps_for_a_byte() * within.len());
        self.exact.search_half(&Input::new(text).span(within).anchored(Anchored::Yes)).map(|half| half.offset())
    }

    /// Returns the start of the verb of a match; the start of the match if it has no separate verb.
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
