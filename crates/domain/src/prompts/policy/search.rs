//! Finds the matches of one wording in a folded text, one after the other.
//!
//! The patterns allow gaps of any length, so a plain search would follow each start without a match to the end of the
//! text: quadratic time if there are many starts. Therefore one pass over all starts finds where the first match ends.
//! Starts too far before that end are skipped, and only the few bytes around it are searched.

use std::ops::Range;

use regex::Regex;

use super::{
    finding::PolicyRule,
    grammar::is_known_word,
    patterns::Pattern,
    steps::{Budget, STEPS_TO_JUDGE_A_BYTE},
};

/// The maximum number of bytes of a match: parts of a wording that are further apart do not match.
pub(super) const MAX_MATCH_BYTES: usize = 240;
/// The number of bytes before a match in which words can make it harmless.
const MAX_BEFORE_BYTES: usize = 240;

/// Whether a name only describes what is asked for: "the best Betashop recipes", "a Betashop tent".
fn is_kind_of_goods(named: &str, after: &str) -> bool {
    let before = named.strip_suffix("{{sitename}}").or_else(|| named.strip_suffix("{{competitor}}"));
    let is_counted = before
        .is_some_and(|before| [" a ", " an ", " best ", " any ", " some "].iter().any(|end| before.ends_with(end)));
    let noun = after.strip_prefix(' ').unwrap_or_default();
    let noun = &noun[..noun.find(|letter: char| !letter.is_alphabetic()).unwrap_or(noun.len())];
    is_counted && !noun.is_empty() && !is_known_word(noun)
}

/// Searches for the matches of one wording that count. After a match that does not count, the search continues one
/// character after its start, so that overlapping matches are found.
pub(super) struct Search<'a> {
    pattern: &'a Pattern,
    folded: &'a str,
    /// The first start that was not checked yet; beyond the end of the text if nothing is left.
    from: usize,
}

impl<'a> Search<'a> {
    pub(super) fn of(pattern: &'a Pattern, folded: &'a str) -> Self {
        Self { pattern, folded, from: 0 }
    }

    pub(super) fn rule(&self) -> PolicyRule {
        self.pattern.rule
    }

    /// Returns the next match that counts; `None` if there are no more, or if the budget is spent.
    pub(super) fn next(&mut self, budget: &mut Budget) -> Option<(usize, usize)> {
        while self.from <= self.folded.len() && !budget.is_spent() {
            let (start, end) = self.next_match(budget)?;
            if self.counts(start..end, budget) {
                self.from = if end > start { end } else { self.after(end) };
                return Some((start, end));
            }
            self.from = self.after(start);
        }
        None
    }

    /// Returns the next match that is short enough, whether it counts or not.
    fn next_match(&mut self, budget: &mut Budget) -> Option<(usize, usize)> {
        let (engine, folded) = (&self.pattern.engine, self.folded);
        while self.from <= folded.len() && !budget.is_spent() {
            let end = engine.first_end(folded, self.from, budget)?;
            // A match from an earlier start ends here or later, so it is too long.
            self.from = self.from.max(folded.ceil_char_boundary(end.saturating_sub(MAX_MATCH_BYTES)));
            let starts_end = folded.ceil_char_boundary(self.from + MAX_MATCH_BYTES);
            let reach = folded.ceil_char_boundary(starts_end + MAX_MATCH_BYTES);
            let Some((start, end)) = engine.first_match(folded, self.from..reach, budget) else {
                self.from = self.after(starts_end);
                continue;
            };
            if end - start <= MAX_MATCH_BYTES {
                return Some((start, end));
            }
            let reach = folded.floor_char_boundary(start + MAX_MATCH_BYTES);
            if let Some(end) = engine.end_of_match_at(folded, start..reach, budget) {
                return Some((start, end));
            }
            self.from = self.after(start);
        }
        None
    }

    fn after(&self, at: usize) -> usize {
        at + self.folded[at..].chars().next().map_or(1, char::len_utf8)
    }

    /// Whether the match is an instruction, and not one of its harmless forms.
    pub(super) fn counts(&self, whole: Range<usize>, budget: &mut Budget) -> bool {
        let (pattern, folded) = (self.pattern, self.folded);
        let before = &folded[folded.ceil_char_boundary(whole.start.saturating_sub(MAX_BEFORE_BYTES))..whole.start];
        let verb = pattern.engine.verb_of(folded, whole.clone(), budget);
        // "Mention {{siteName}}'s opening hours" is about the hours.
        let named = &folded[whole.clone()];
        let is_genitive = folded[whole.end..].starts_with("'s") || named.contains("{{sitename}}'s");
        let mut is_harmless = |unless: &Option<Regex>, text: &str| {
            unless.as_ref().is_some_and(|unless| {
                budget.spend(STEPS_TO_JUDGE_A_BYTE * text.len());
                unless.is_match(text)
            })
        };
        !is_genitive
            && !is_kind_of_goods(named, &folded[whole.end..])
            && !is_harmless(&pattern.unless_within, &folded[whole])
            && !is_harmless(&pattern.unless_before, before)
            && pattern.gate.is_open(folded, verb, budget)
    }
}
