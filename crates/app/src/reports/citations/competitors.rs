//! The citation rates of competitors, computed like the site's. Each is based on the answers in which that competitor
//! was looked for.

use std::collections::{BTreeMap, BTreeSet};

use askline_domain::citations::{
    statistics::interval::Interval,
    summary::{CompetitorAnswers, RunAnswers, citation_interval, four_digits, total},
};
use schemars::JsonSchema;
use serde::Serialize;

use super::rates::{Answers, Bounds, CitedRates, told_together};
use crate::present_fields::every_field_present;

/// The maximum number of competitors in one response.
const MAX_COMPETITORS: usize = 100;

/// The rates of a competitor, over the answers in which it was looked for; computed like those of the site. `shareOfVoice` is its
/// share of all citations of the site and its competitors in the period, so that the shares of the site and of all competitors
/// add up to 1; it has no interval.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct CompetitorRates {
    /// Its domain.
    pub domain: String,
    /// Its rates.
    #[serde(flatten)]
    pub rates: CitedRates,
    /// How often the site is cited in the same answers. Only this rate can be compared with the competitor's: the site's rate over
    /// all answers includes questions for which the competitor was not looked for.
    pub site_on_same_answers: SameAnswers,
}

/// How often the site is cited in the answers in which a competitor was looked for.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct SameAnswers {
    /// The number of answers.
    pub samples: u64,
    /// Answers that cite the site.
    pub cited_count: u64,
    /// The share of the answers that cite the site; null without answers.
    pub citation_rate: Option<f64>,
    /// The interval of that rate, computed like every `interval95`. Null without answers.
    pub interval95: Option<Interval>,
}

impl SameAnswers {
    /// The site's answers of the runs and engines in which the competitor was looked for.
    fn of(of_site: &[RunAnswers], of_competitor: &[RunAnswers]) -> Self {
        let asked: BTreeSet<_> = of_competitor.iter().map(|one| (one.run, one.engine)).collect();
        let same = || of_site.iter().filter(|one| asked.contains(&(one.run, one.engine)));
        let counts = total(same());
        Self {
            samples: counts.samples,
            cited_count: counts.cited,
            citation_rate: counts.citation_rate().map(four_digits),
            interval95: citation_interval(same()).map(Interval::with_four_digits),
        }
    }
}

/// The rates of each competitor, most cited first, then by domain. `of_site` are the answers of the window, and `before` is the previous
/// window, if requested.
///
/// Shares have one denominator, that of the site's own share: all citations of the site and its competitors. Together with the site's,
/// they add up to 1. They have no interval, because a competitor is looked for in some of these answers only.
pub fn by_competitor(
    now: Vec<CompetitorAnswers>,
    of_site: &[RunAnswers],
    bounds: Bounds<'_>,
    before: Option<(Vec<CompetitorAnswers>, Bounds<'_>)>,
) -> Vec<CompetitorRates> {
    let counts = total(of_site);
    let citations = counts.cited + counts.competitors_cited;
    let now = by_domain(now);
    let before = before.map(|(answers, bounds)| (by_domain(answers), bounds));
    let mut rates: Vec<CompetitorRates> = now
        .into_iter()
        .map(|(domain, now)| {
            let before =
                before.as_ref().map(|(before, bounds)| (before.get(&domain).map_or(&[][..], |of| of), *bounds));
            let mut rates = Answers { now: &now, bounds, before, costs: false }.rates(|_| true).cited;
            rates.share_of_voice = (citations > 0).then(|| four_digits(rates.cited_count as f64 / citations as f64));
            rates.share_of_voice_interval95 = None;
            let site_on_same_answers = SameAnswers::of(of_site, &now);
            CompetitorRates { domain, rates, site_on_same_answers }
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
