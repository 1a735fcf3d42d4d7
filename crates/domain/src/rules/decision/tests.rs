//! The shared test cases, the reasons, and a comparison with a slow but simple implementation.

use proptest::prelude::*;
use serde::Deserialize;

use super::*;
use crate::{
    rules::{PRIORITY_DEFAULT, RuleMatch, RuleSettings},
    shared::{
        ids::{Id as _, PromptId, SiteId},
        rfc3339::parse_moment,
    },
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    name: String,
    /// Oldest first.
    rules: Vec<CaseRule>,
    /// The rules that are enabled, in the order in which they are tried.
    order: Vec<String>,
    pages: Vec<CasePage>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CaseRule {
    id: String,
    action: RuleActionType,
    #[serde(default = "yes")]
    enabled: bool,
    priority: Option<u16>,
    #[serde(default, rename = "match")]
    matching: RuleMatch,
    starts_at: Option<String>,
    ends_at: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CasePage {
    path: String,
    #[serde(default = "example_host")]
    host: String,
    #[serde(default = "english")]
    language: String,
    #[serde(default = "noon")]
    at: String,
    counting: Vec<String>,
}

fn yes() -> bool {
    true
}
fn example_host() -> String {
    "example.com".into()
}
fn english() -> String {
    "en".into()
}
fn noon() -> String {
    "2026-06-15T12:00:00.000Z".into()
}

fn action_of(kind: RuleActionType) -> RuleAction {
    match kind {
        RuleActionType::UsePrompt => RuleAction::UsePrompt { prompt_id: PromptId::from_bits(1) },
        RuleActionType::Prepend => RuleAction::Prepend { text: "a".into() },
        RuleActionType::Append => RuleAction::Append { text: "a".into() },
        RuleActionType::SetQuestions => RuleAction::SetQuestions { questions: vec![] },
        RuleActionType::HidePlatforms => RuleAction::HidePlatforms { platform_ids: vec![] },
        RuleActionType::HideWidget => RuleAction::HideWidget {},
    }
}

/// A rule whose id, and therefore its age, is determined by an index.
fn rule_at(place: usize, settings: RuleSettings) -> PromptRule {
    let (id, site_id) = (RuleId::from_bits(place as u128), SiteId::from_bits(1));
    PromptRule { id, site_id, settings, created_at: Timestamp::UNIX_EPOCH, updated_at: Timestamp::UNIX_EPOCH }
}

fn settings(kind: RuleActionType, priority: u16, matching: RuleMatch) -> RuleSettings {
    let (starts_at, ends_at) = (None, None);
    let action = action_of(kind);
    RuleSettings { name: "a".into(), enabled: true, priority, matching, action, starts_at, ends_at }
}

impl CaseRule {
    fn at_place(&self, place: usize) -> PromptRule {
        let moment = |text: &Option<String>| text.as_deref().map(|text| parse_moment(text).expect("a time"));
        let priority = self.priority.unwrap_or(PRIORITY_DEFAULT);
        let settings = RuleSettings {
            enabled: self.enabled,
            starts_at: moment(&self.starts_at),
            ends_at: moment(&self.ends_at),
            ..settings(self.action, priority, self.matching.clone())
        };
        rule_at(place, settings)
    }
}

#[test]
fn every_shared_case_is_decided_as_it_says() {
    let groups: Vec<Group> =
        serde_json::from_str(include_str!("../../../../../testdata/rule_cases.json")).expect("a list of groups");
    assert!(groups.iter().map(|group| group.pages.len()).sum::<usize>() >= 150);
    for Group { name, rules, order, pages } in groups {
        let ordered = OrderedRules::new(rules.iter().enumerate().map(|(place, rule)| rule.at_place(place)).collect());
        let name_of = |id: RuleId| rules[usize::try_from(id.bits()).expect("small")].id.clone();
        let enabled = ordered.iter().filter(|rule| rule.settings.enabled);
        assert_eq!(enabled.map(|rule| name_of(rule.id)).collect::<Vec<_>>(), order, "{name}");
        for CasePage { path, host, language, at, counting } in pages {
            let at = parse_moment(&at).expect("a time");
            let decision = ordered.decide(&RulePage { path: &path, host: &host, language: &language, at });
            let found: Vec<String> = decision.counting.iter().map(|rule| name_of(rule.id)).collect();
            assert_eq!(found, counting, "{name}: '{path}' on '{host}' in '{language}' at {at}");
            assert_eq!(decision.counting.len() + decision.skipped.len(), rules.len());
        }
    }
}

#[test]
fn a_rule_that_does_not_count_says_why() {
    let matching = RuleMatch {
        paths: vec!["/a/**".into()],
        exclude_paths: vec!["/a/b".into()],
        hosts: vec!["example.com".into()],
        languages: vec!["de".into()],
    };
    let mut rule = rule_at(0, settings(RuleActionType::Append, 1, matching));
    rule.settings.starts_at = Some(Timestamp::from_second(10).expect("a time"));
    rule.settings.ends_at = Some(Timestamp::from_second(20).expect("a time"));
    let reason = |rule: &PromptRule, path: &str, host: &str, language: &str, second: i64| {
        let ordered = OrderedRules::new(vec![rule.clone()]);
        let at = Timestamp::from_second(second).expect("a time");
        ordered.decide(&RulePage { path, host, language, at }).skipped.first().map(|(_, reason)| *reason)
    };
    assert_eq!(reason(&rule, "/a", "example.com", "de", 10), None);
    assert_eq!(reason(&rule, "/a", "example.com", "de", 9), Some(SkipReason::NotStarted));
    assert_eq!(reason(&rule, "/a", "example.com", "de", 20), Some(SkipReason::Ended));
    assert_eq!(reason(&rule, "/a", "example.org", "de", 10), Some(SkipReason::Host));
    assert_eq!(reason(&rule, "/b", "example.com", "de", 10), Some(SkipReason::Path));
    assert_eq!(reason(&rule, "/a/b", "example.com", "de", 10), Some(SkipReason::ExcludedPath));
    assert_eq!(reason(&rule, "/a", "example.com", "en", 10), Some(SkipReason::Language));
    rule.settings.enabled = false;
    assert_eq!(reason(&rule, "/a", "example.com", "de", 10), Some(SkipReason::Disabled));
}

/// A known attack, which took seconds of CPU time: rules full of wildcards, and one long path.
#[test]
fn what_a_site_s_rules_cost_on_a_page_is_bounded_by_their_text_and_not_by_their_wildcards() {
    let path = format!("/{}", "a".repeat(4_000));
    let rules: Vec<PromptRule> = (0..60)
        .map(|place| {
            let paths = (0..50).map(|number| format!("/{}b{number}*", "*a".repeat(100))).collect();
            rule_at(place, settings(RuleActionType::Append, 1, RuleMatch { paths, ..RuleMatch::default() }))
        })
        .collect();
    let words = |rule: &PromptRule| -> u64 {
        rule.settings.matching.paths.iter().map(|glob| (glob.len() as u64 + 1).div_ceil(64)).sum()
    };
    let most = rules.iter().map(words).sum::<u64>() * crate::shared::glob::PATH_UNITS_COMPARED as u64;
    let ordered = OrderedRules::new(rules);
    let decision = ordered.decide(&RulePage { path: &path, host: "", language: "", at: Timestamp::UNIX_EPOCH });
    assert!(decision.counting.is_empty());
    assert!((1..=most).contains(&decision.cost), "{} of {most}", decision.cost);
}

proptest! {
    #[test]
    fn what_counts_is_the_first_of_its_type_in_order(
        rules in prop::collection::vec((0_usize..6, 0_u16..3, prop::collection::vec("/[ab]{0,2}(/\\*\\*)?", 0..3)), 0..12),
        path in "/[ab]{0,2}(/[ab])?",
    ) {
        let made: Vec<PromptRule> = rules.iter().enumerate().map(|(place, (kind, priority, paths))| {
            let matching = RuleMatch { paths: paths.clone(), ..RuleMatch::default() };
            rule_at(place, settings(RuleActionType::EVERY[*kind], *priority, matching))
        }).collect();
        let page = RulePage { path: &path, host: "", language: "", at: Timestamp::UNIX_EPOCH };
        let takes = |rule: &PromptRule| {
            let paths = &rule.settings.matching.paths;
            paths.is_empty() || paths.iter().any(|glob| Glob::parse(glob).expect("a glob").matches(&path))
        };
        for kind in RuleActionType::EVERY {
            let of_kind = made.iter().filter(|rule| rule.settings.action.kind() == kind && takes(rule));
            let first = of_kind.min_by_key(|rule| rule.order()).map(|rule| rule.id);
            let ordered = OrderedRules::new(made.clone());
            let decision = ordered.decide(&page);
            let counting = decision.counting.iter().find(|rule| rule.settings.action.kind() == kind);
            prop_assert_eq!(counting.map(|rule| rule.id), first);
        }
    }
}
