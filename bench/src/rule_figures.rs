//! Figures of rules: how many pages per second can be matched against rules.

use std::{hint::black_box, time::Instant};

use askline_domain::{
    rules::{
        PromptRule, RuleAction, RuleMatch, RuleSettings,
        decision::{OrderedRules, RulePage},
    },
    shared::ids::{Id as _, RuleId, SiteId},
};
use jiff::Timestamp;

const RULES: u16 = 100;
const PAGES: usize = 1_000;
const ROUNDS: usize = 200;

/// Prints how many addresses per second one core matches against 100 rules of all common kinds.
pub fn print() {
    let rules = OrderedRules::new((0..RULES).map(rule).collect());
    let paths: Vec<String> =
        (0..PAGES).map(|page| format!("/section-{}/2026/{:02}/article-{page}", page % 60, page % 12)).collect();
    let started = Instant::now();
    for _ in 0..ROUNDS {
        for path in &paths {
            let page = RulePage { path, host: "example.com", language: "en-GB", at: Timestamp::UNIX_EPOCH };
            black_box(rules.decide(&page).counting.len());
        }
    }
    let per_second = (PAGES * ROUNDS) as f64 / started.elapsed().as_secs_f64();
    println!(
        "{:<52} {:>10.0}/s {:>11} {:>8} {:>8}",
        "addresses decided against 100 rules, one core", per_second, "", "", "200,000/s"
    );
}

fn rule(place: u16) -> PromptRule {
    let section = place / 2;
    let paths = match place % 5 {
        0 => vec![format!("/section-{section}/**")],
        1 => vec![format!("/section-{section}/2026/*/article-*"), format!("/old-{section}/*")],
        2 => vec![format!("/section-{section}/2026/01/article-{section}")],
        3 => vec!["/**/print".into()],
        _ => vec![],
    };
    let matching = RuleMatch {
        paths,
        exclude_paths: vec![format!("/section-{section}/private/**")],
        languages: vec!["en".into()],
        ..RuleMatch::default()
    };
    let settings = RuleSettings {
        name: "rule".into(),
        enabled: true,
        priority: place,
        matching,
        action: RuleAction::Append { text: "Thanks.".into() },
        starts_at: None,
        ends_at: None,
    };
    let (id, site_id, at) = (RuleId::from_bits(place.into()), SiteId::from_bits(1), Timestamp::UNIX_EPOCH);
    PromptRule { id, site_id, settings, created_at: at, updated_at: at }
}
