//! Decides which rules apply on a page, and why others do not. The widget decides in the same way, in
//! `widget/src/extras/rules.ts`; `testdata/rule_cases.json` tests both implementations. The time is a field of the
//! page, so the decision depends only on its input.
//!
//! # Semantics
//!
//! 1. Rules are sorted once: the lowest priority value, then the longest literal prefix among the rule's `paths`, then
//!    the oldest.
//! 2. A rule matches a page when it is enabled, the time is at or after `startsAt` and before `endsAt`, each nonempty list of
//!    `hosts`, `paths` and `languages` has an entry for the page, and `excludePaths` has none.
//! 3. A host is compared as `location.hostname` writes it; paths by [`crate::shared::glob`]; a language in any casing,
//!    by the whole tag or the page's primary language (`pt` matches `pt-BR`, `pt-BR` does not match `pt`), `*` matches
//!    all.
//! 4. For each type of action, the first matching rule applies.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    rules::{PromptRule, RuleAction, RuleActionType, RuleMatch},
    shared::{
        glob::{Glob, compared_path},
        ids::RuleId,
        language_tag::{ANY_LANGUAGE, primary_language},
    },
};

/// What rules are matched against.
#[derive(Debug, Clone, Copy)]
pub struct RulePage<'a> {
    /// The path, percent-encoded as in an address.
    pub path: &'a str,
    /// The host name, without port.
    pub host: &'a str,
    /// The page's language, as a tag.
    pub language: &'a str,
    /// The time of the visit.
    pub at: Timestamp,
}

/// Why a rule does not apply on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SkipReason {
    /// The rule is disabled.
    Disabled,
    /// The rule has not started yet.
    NotStarted,
    /// The rule has ended.
    Ended,
    /// The page's host is not one of the rule's hosts.
    Host,
    /// The page's path matches none of the rule's paths.
    Path,
    /// The page's path is one that the rule excludes.
    ExcludedPath,
    /// The page's language is not one of the rule's languages.
    Language,
    /// An earlier rule with the same type of action applies.
    Overruled,
}

/// The rules that apply on a page, and those that do not.
#[derive(Debug)]
pub struct Decision<'a> {
    /// The rules that apply, in order; at most one of each type of action.
    pub counting: Vec<&'a PromptRule>,
    /// The rules that do not apply, in order, each with the reason.
    pub skipped: Vec<(RuleId, SkipReason)>,
    /// The word operations of matching the path: at most ⌈glob / 64⌉ for each byte of the path and each glob.
    pub cost: u64,
}

impl Decision<'_> {
    /// The action of this type that applies, if any.
    pub fn action(&self, kind: RuleActionType) -> Option<&RuleAction> {
        self.counting.iter().map(|rule| &rule.settings.action).find(|action| action.kind() == kind)
    }
}

/// A site's rules, in order. Globs are parsed for each decision, since the rules of many sites are kept in memory for
/// the payload, and rules are decided here only to test them.
#[derive(Debug)]
pub struct OrderedRules(Vec<PromptRule>);

impl OrderedRules {
    /// Sorts the rules.
    pub fn new(mut rules: Vec<PromptRule>) -> Self {
        rules.sort_by_cached_key(PromptRule::order);
        Self(rules)
    }

    /// The rules, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &PromptRule> {
        self.0.iter()
    }

    /// Decides which rules apply on a page. In the worst case, the maximum number of rules and the longest path take
    /// seconds of CPU time, so do not call it on threads that answer requests.
    pub fn decide(&self, page: &RulePage<'_>) -> Decision<'_> {
        let path = compared_path(page.path);
        let mut decision = Decision { counting: Vec::new(), skipped: Vec::with_capacity(self.0.len()), cost: 0 };
        let mut taken = [false; RuleActionType::EVERY.len()];
        for rule in &self.0 {
            let place = rule.settings.action.kind() as usize;
            match rule.skip_reason(page, &path, &mut decision.cost) {
                Some(reason) => decision.skipped.push((rule.id, reason)),
                None if taken[place] => decision.skipped.push((rule.id, SkipReason::Overruled)),
                None => {
                    taken[place] = true;
                    decision.counting.push(rule);
                }
            }
        }
        decision
    }
}

impl PromptRule {
    /// Whether the rule's paths include a page, whatever its host and language are. Adds what that costs.
    pub fn includes_path(&self, path: &str, cost: &mut u64) -> bool {
        let path = compared_path(path);
        let mut takes = |globs: &[String]| {
            globs.iter().any(|glob| Glob::parse(glob).is_ok_and(|glob| glob.matches_normal(&path, cost)))
        };
        let RuleMatch { paths, exclude_paths, .. } = &self.settings.matching;
        (paths.is_empty() || takes(paths)) && !takes(exclude_paths)
    }

    fn skip_reason(&self, page: &RulePage<'_>, path: &str, cost: &mut u64) -> Option<SkipReason> {
        let settings = &self.settings;
        let matching = &settings.matching;
        // Stored globs were checked; one that still cannot be parsed matches no page.
        let mut takes = |globs: &[String]| {
            globs.iter().any(|glob| Glob::parse(glob).is_ok_and(|glob| glob.matches_normal(path, cost)))
        };
        if !settings.enabled {
            Some(SkipReason::Disabled)
        } else if settings.starts_at.is_some_and(|start| page.at < start) {
            Some(SkipReason::NotStarted)
        } else if settings.ends_at.is_some_and(|end| page.at >= end) {
            Some(SkipReason::Ended)
        } else if !matching.hosts.is_empty() && !matching.hosts.iter().any(|host| host == page.host) {
            Some(SkipReason::Host)
        } else if !matching.paths.is_empty() && !takes(&matching.paths) {
            Some(SkipReason::Path)
        } else if takes(&matching.exclude_paths) {
            Some(SkipReason::ExcludedPath)
        } else if !matching.languages.is_empty() && !matching.languages.iter().any(|one| is_of(page.language, one)) {
            Some(SkipReason::Language)
        } else {
            None
        }
    }
}

/// Whether a page in `language` matches the language `asked` of a rule.
fn is_of(language: &str, asked: &str) -> bool {
    asked == ANY_LANGUAGE
        || asked.eq_ignore_ascii_case(language)
        || asked.eq_ignore_ascii_case(primary_language(language))
}

#[cfg(test)]
mod tests;
