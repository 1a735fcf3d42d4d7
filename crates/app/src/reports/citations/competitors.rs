//! The citation rates of competitors, computed like the site's. Each is based on the answers in which that competitor
//! was looked for.

use std::collections::BTreeMap;

use askline_domain::citations::{
    statistics::{
        difference::Difference,
        interval::{Interval, MeanInterval},
    },
    summary::{CompetitorAnswers, RunAnswers},
};
use schemars::JsonSchema;
use serde::Serialize;

use super::rates::{Answers, Bounds, Rates, told_together};
use crate::present_fields::every_field_present;

/// Competitors in one answer.
const MAX_COMPETITORS: usize = 100;

/// The rates of a competitor, over the answers in which it was looked for; made as those of the site.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct CompetitorRates {
    /// Its domain.
    pub domain: String,
    /// Answers in which it was looked for.
    pub samples: u64,
    /// Answers that cite it.
    pub cited_count: u64,
    /// Answers that name it.
    pub mentioned_count: u64,
    /// The share of the answers that cite it; null without answers.
    pub citation_rate: Option<f64>,
    /// The share of the answers that name it; null without answers.
    pub mention_rate: Option<f64>,
    /// Its share of all citations of the site and its competitors, each counted once in an answer; null when nobody is cited.
    pub share_of_voice: Option<f64>,
    /// Its mean position over the answers that cite it; null without any.
    pub average_position: Option<f64>,
    /// Where its true citation rate lies, in 95 of 100 cases. Null without answers.
    pub interval95: Option<Interval>,
    /// Where its true mention rate lies. Null without answers.
    pub mention_interval95: Option<Interval>,
    /// Where its true share of voice lies. Null when nobody is cited.
    pub share_of_voice_interval95: Option<Interval>,
    /// Where its true mean position lies. Null where fewer than four runs cite it.
    pub average_position_interval95: Option<MeanInterval>,
    /// Its citation rate in the period before: with `compare=previous`, else null; null as well where nothing was answered.
    pub previous_citation_rate: Option<f64>,
    /// Whether its citation rate differs from that of the period before: with `compare=previous`, else null. Tested
    /// together with those of all other competitors.
    pub difference: Option<Difference>,
}

/// The rates of each competitor, most cited first, then by domain. `before` is the window before, where it was asked for.
pub fn by_competitor(
    now: Vec<CompetitorAnswers>,
    bounds: Bounds,
    before: Option<(Vec<CompetitorAnswers>, Bounds)>,
) -> Vec<CompetitorRates> {
    let now = by_domain(now);
    let before = before.map(|(answers, bounds)| (by_domain(answers), bounds));
    let mut rates: Vec<(String, Rates)> = now
        .into_iter()
        .map(|(domain, now)| {
            let before =
                before.as_ref().map(|(before, bounds)| (before.get(&domain).map_or(&[][..], |of| of), *bounds));
            let rates = Answers { now: &now, bounds, before, costs: false }.rates(|_| true);
            (domain, rates)
        })
        .collect();
    rates.sort_by(|(one, of_one), (other, of_other)| {
        of_other.cited_count.cmp(&of_one.cited_count).then_with(|| one.cmp(other))
    });
    rates.truncate(MAX_COMPETITORS);
    told_together(rates.iter_mut().map(|(_, rates)| rates));
    rates.into_iter().map(|(domain, rates)| CompetitorRates::of(domain, rates)).collect()
}

fn by_domain(answers: Vec<CompetitorAnswers>) -> BTreeMap<String, Vec<RunAnswers>> {
    let mut found: BTreeMap<String, Vec<RunAnswers>> = BTreeMap::new();
    for one in answers {
        found.entry(one.domain).or_default().push(one.answers);
    }
    found
}

impl CompetitorRates {
    fn of(domain: String, rates: Rates) -> Self {
        Self {
            domain,
            samples: rates.samples,
            cited_count: rates.cited_count,
            mentioned_count: rates.mentioned_count,
            citation_rate: rates.citation_rate,
            mention_rate: rates.mention_rate,
            share_of_voice: rates.share_of_voice,
            average_position: rates.average_position,
            interval95: rates.interval95,
            mention_interval95: rates.mention_interval95,
            share_of_voice_interval95: rates.share_of_voice_interval95,
            average_position_interval95: rates.average_position_interval95,
            previous_citation_rate: rates.previous_citation_rate,
            difference: rates.difference,
        }
    }
}
