//! The citation rates of competitors, computed like the site's. Each is based on the answers in which that competitor
//! was looked for.

use std::collections::BTreeMap;

use askline_domain::citations::summary::{CompetitorAnswers, RunAnswers};
use schemars::JsonSchema;
use serde::Serialize;

use super::rates::{Answers, Bounds, CitedRates, told_together};
use crate::present_fields::every_field_present;

/// The maximum number of competitors in one response.
const MAX_COMPETITORS: usize = 100;

/// The rates of a competitor, over the answers in which it was looked for; computed like those of the site.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct CompetitorRates {
    /// Its domain.
    pub domain: String,
    /// Its rates.
    #[serde(flatten)]
    pub rates: CitedRates,
}

/// The rates of each competitor, most cited first, then by domain. `before` is the previous window, if requested.
pub fn by_competitor(
    now: Vec<CompetitorAnswers>,
    bounds: Bounds<'_>,
    before: Option<(Vec<CompetitorAnswers>, Bounds<'_>)>,
) -> Vec<CompetitorRates> {
    let now = by_domain(now);
    let before = before.map(|(answers, bounds)| (by_domain(answers), bounds));
    let mut rates: Vec<CompetitorRates> = now
        .into_iter()
        .map(|(domain, now)| {
            let before =
                before.as_ref().map(|(before, bounds)| (before.get(&domain).map_or(&[][..], |of| of), *bounds));
            let rates = Answers { now: &now, bounds, before, costs: false }.rates(|_| true).cited;
            CompetitorRates { domain, rates }
        })
        .collect();
    rates.sort_by(|one, other| {
        other.rates.cited_count.cmp(&one.rates.cited_count).then_with(|| one.domain.cmp(&other.domain))
    });
    rates.truncate(MAX_COMPETITORS);
    told_together(rates.iter_mut().map(|one| &mut one.rates));
    rates
}

fn by_domain(answers: Vec<CompetitorAnswers>) -> BTreeMap<String, Vec<RunAnswers>> {
    let mut found: BTreeMap<String, Vec<RunAnswers>> = BTreeMap::new();
    for one in answers {
        found.entry(one.domain).or_default().push(one.answers);
    }
    found
}
