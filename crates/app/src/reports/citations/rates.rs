//! Citation rates with intervals, and whether the difference between two periods is clear.

use askline_domain::{
    citations::{
        statistics::{
            difference::{Difference, Period, between_periods},
            interval::{Interval, MeanInterval},
        },
        summary::{
            RunAnswers, citation_interval, four_digits, mention_interval, position_interval, total, voice_interval,
        },
    },
    engines::Engine,
    shared::calendar::Window,
};
use jiff::tz::TimeZone;
use schemars::JsonSchema;
use serde::Serialize;

use crate::present_fields::every_field_present;

/// The rates of one engine.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(transform = every_field_present)]
pub struct EngineRates {
    /// The engine.
    pub engine: Engine,
    /// Its rates.
    #[serde(flatten)]
    pub rates: Rates,
}

/// Counts and rates over answers. Rates are rounded to four decimal places; failed samples are not part of them.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CitationRates", transform = every_field_present)]
pub struct Rates {
    /// The number of samples that failed.
    pub failed_count: u64,
    /// Of these, responses that could not be read, or that point at sources which did not arrive. They say nothing about the site.
    pub unreadable_count: u64,
    /// The share of all samples whose response could not be read; null without samples.
    pub unreadable_rate: Option<f64>,
    /// Answers that the engine gave without a search.
    pub unsearched_count: u64,
    /// Answers for which the engine read the site but did not cite it.
    pub consulted_count: u64,
    /// How often the site is cited and mentioned.
    #[serde(flatten)]
    pub cited: CitedRates,
    /// Credits that the answers cost. Null for viewers, who do not see costs.
    pub credits: Option<u64>,
    /// Searches that the engines bill for the answers, as far as their responses say. Null for viewers.
    pub billed_queries: Option<u64>,
}

/// How often a site, or a competitor, is cited and mentioned in the answers in which it was looked for.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CitedRates {
    /// The number of answers.
    pub samples: u64,
    /// Answers that cite it.
    pub cited_count: u64,
    /// Answers that mention it.
    pub mentioned_count: u64,
    /// The share of the answers that cite it; null without answers.
    pub citation_rate: Option<f64>,
    /// The share of the answers that mention it; null without answers.
    pub mention_rate: Option<f64>,
    /// Its share of all citations of the site and its competitors, each counted once per answer; null if no answer cites any of them.
    pub share_of_voice: Option<f64>,
    /// The mean position over the answers that cite it; null without such answers.
    pub average_position: Option<f64>,
    /// The range that contains the true citation rate in 95 of 100 cases. `method` says how it was computed;
    /// `too_few_runs` means that there are too few runs to tell. It accounts for similar answers within a run and for
    /// runs that resemble earlier runs. Null without answers.
    pub interval95: Option<Interval>,
    /// The interval of the true mention rate, computed like `interval95`. Null without answers.
    pub mention_interval95: Option<Interval>,
    /// The interval of the true share of citations, computed like `interval95` over the citations of each run. Null if no answer
    /// cites any of them, and for competitors.
    pub share_of_voice_interval95: Option<Interval>,
    /// The 95% interval of the true mean position, over the runs. Null if fewer than four runs cite it.
    pub average_position_interval95: Option<MeanInterval>,
    /// The citation rate in the previous period. Null without `compare=previous`, and if there were no answers then.
    pub previous_citation_rate: Option<f64>,
    /// Whether the answers of this and the previous period differ; null without `compare=previous`. It does not say when a
    /// rate changed, or that it lasts. Each question and engine, and each competitor, is compared with itself. The
    /// differences of a list are tested together: on average, at most one list in twenty has a false one. Without one,
    /// `detectable` says which difference would have been found.
    pub difference: Option<Difference>,
}

/// A window, and the time zone of its days.
pub type Bounds<'z> = (Window, &'z TimeZone);

fn period<I>(answers: I, (window, zone): Bounds<'_>) -> Period<'_, I> {
    Period { answers, window, zone }
}

/// Tests the differences of a list, which are shown together: each must still be clear among all of them.
pub fn told_together<'a>(rates: impl Iterator<Item = &'a mut CitedRates>) {
    let mut told: Vec<&mut Difference> =
        rates.filter_map(|rates| rates.difference.as_mut()).filter(|difference| difference.is_told()).collect();
    let count = told.len();
    for difference in &mut told {
        **difference = difference.among(count);
    }
}

/// The answers from which rates are computed.
#[derive(Clone, Copy)]
pub struct Answers<'a> {
    /// The answers of the window.
    pub now: &'a [RunAnswers],
    /// The window.
    pub bounds: Bounds<'a>,
    /// The answers of the previous window, and that window, if requested.
    pub before: Option<(&'a [RunAnswers], Bounds<'a>)>,
    /// Whether costs are shown.
    pub costs: bool,
}

impl Answers<'_> {
    /// The rates over the answers for which `is_wanted` returns true.
    pub fn rates(self, is_wanted: impl Fn(&RunAnswers) -> bool) -> Rates {
        let now = || self.now.iter().filter(|one| is_wanted(one));
        let before = self.before.map(|(before, _)| before.iter().filter(|one| is_wanted(one)));
        let difference = self.before.map(|(before, bounds)| {
            let before = before.iter().filter(|one| is_wanted(one));
            between_periods(period(before, bounds), period(now(), self.bounds))
        });
        let counts = total(now());
        let cited = CitedRates {
            samples: counts.samples,
            cited_count: counts.cited,
            mentioned_count: counts.mentioned,
            citation_rate: counts.citation_rate().map(four_digits),
            mention_rate: counts.mention_rate().map(four_digits),
            share_of_voice: counts.share_of_voice().map(four_digits),
            average_position: counts.average_position().map(four_digits),
            interval95: citation_interval(now()).map(Interval::with_four_digits),
            mention_interval95: mention_interval(now()).map(Interval::with_four_digits),
            share_of_voice_interval95: voice_interval(now()).map(Interval::with_four_digits),
            average_position_interval95: position_interval(now()).map(MeanInterval::with_four_digits),
            previous_citation_rate: before.and_then(|before| total(before).citation_rate()).map(four_digits),
            difference,
        };
        Rates {
            failed_count: counts.failed,
            unreadable_count: counts.unreadable,
            unreadable_rate: counts.unreadable_rate().map(four_digits),
            unsearched_count: counts.unsearched,
            consulted_count: counts.consulted_only,
            cited,
            credits: self.costs.then_some(counts.credits),
            billed_queries: self.costs.then_some(counts.billed_queries),
        }
    }

    /// The rates of each of these engines, over the answers for which `is_wanted` returns true. Each difference is tested
    /// separately; see [`told_together`].
    pub fn by_engine(self, engines: &[Engine], is_wanted: impl Fn(&RunAnswers) -> bool) -> Vec<EngineRates> {
        let of_engine = |engine: Engine| self.rates(|one| one.engine == engine && is_wanted(one));
        engines.iter().map(|engine| EngineRates { engine: *engine, rates: of_engine(*engine) }).collect()
    }
}
