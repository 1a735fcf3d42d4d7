//! `GET /citations/:siteId/summary`: rates by engine, each with its interval.

use askline_domain::{
    citation_summary::{RunAnswers, citation_interval, total},
    citations::interval::Interval,
    engine::Engine,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::query::SummaryQuery;
use crate::{
    caller::{Call, SiteAccess},
    error::ApiError,
    input::{Input, Nothing},
    present_fields::every_field_present,
    reply::Reply,
};

/// How visible the site is in the answers of engines.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CitationSummary {
    /// Over all engines.
    pub totals: Rates,
    /// Every engine, in the service's order; those without answers have no rates.
    pub by_engine: Vec<EngineRates>,
}

/// The rates of one engine.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(transform = every_field_present)]
pub struct EngineRates {
    /// Which.
    pub engine: Engine,
    /// Its rates.
    #[serde(flatten)]
    pub rates: Rates,
}

/// Counts and rates over answers. Rates have four digits; failures never count.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CitationRates", transform = every_field_present)]
pub struct Rates {
    /// Answers.
    pub samples: u64,
    /// Times that there was no answer.
    pub failed_count: u64,
    /// Answers without a search.
    pub unsearched_count: u64,
    /// Answers that cite the site.
    pub cited_count: u64,
    /// Answers whose engine read the site and does not cite it.
    pub consulted_count: u64,
    /// Answers that name the site.
    pub mentioned_count: u64,
    /// The part of the answers that cite the site; null without answers.
    pub citation_rate: Option<f64>,
    /// The part of the answers that name the site; null without answers.
    pub mention_rate: Option<f64>,
    /// The site's part of all citations of the site and its competitors, each counted once in an answer; null when
    /// nobody is cited.
    pub share_of_voice: Option<f64>,
    /// The mean position over the answers that cite the site; null without any.
    pub average_position: Option<f64>,
    /// Where the true citation rate lies, in 95 of 100 cases ; `method` says how it was
    /// made, and with `too_few_runs` that nothing can be said yet. Null without answers.
    pub interval95: Option<Interval>,
}

impl Rates {
    /// The rates of these answers.
    pub fn of<'a>(answers: impl Iterator<Item = &'a RunAnswers> + Clone) -> Self {
        let counts = total(answers.clone());
        Self {
            samples: counts.samples,
            failed_count: counts.failed,
            unsearched_count: counts.unsearched,
            cited_count: counts.cited,
            consulted_count: counts.consulted_only,
            mentioned_count: counts.mentioned,
            citation_rate: counts.citation_rate().map(rounded),
            mention_rate: counts.mention_rate().map(rounded),
            share_of_voice: counts.share_of_voice().map(rounded),
            average_position: counts.average_position().map(rounded),
            interval95: citation_interval(answers).map(rounded_interval),
        }
    }
}

/// An interval with four digits. Its ends are rounded outwards, so that it holds what it held.
pub fn rounded_interval(interval: Interval) -> Interval {
    let (low, high) = ((interval.low * 10_000.0).floor(), (interval.high * 10_000.0).ceil());
    Interval { low: low / 10_000.0, high: high / 10_000.0, ..interval }
}

/// Four digits are enough for a rate, and the same in every client.
fn rounded(rate: f64) -> f64 {
    (rate * 10_000.0).round() / 10_000.0
}

/// `GET /citations/:siteId/summary`
pub async fn show_citation_summary(
    call: Call<SiteAccess>,
    input: Input<Nothing, SummaryQuery>,
) -> Result<Reply<CitationSummary>, ApiError> {
    let asked = input.query.asked(&call)?;
    let found = call.app.ports().monitors.run_answers(call.tenant.site.site.id, &asked.filter).await?;
    let of_engine = |engine: Engine| {
        let answers = found.iter().filter(move |one| one.engine == engine);
        EngineRates { engine, rates: Rates::of(answers) }
    };
    let engines = Engine::EVERY.into_iter().filter(|engine| asked.filter.engine.is_none_or(|wanted| wanted == *engine));
    let summary = CitationSummary { totals: Rates::of(found.iter()), by_engine: engines.map(of_engine).collect() };
    Ok(Reply::new(summary).range(asked.range))
}
