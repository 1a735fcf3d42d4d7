//! Counts answers and citations per day.

use askline_domain::{
    citations::summary::{AnswerCounts, RunAnswers, counts_by_day, engines_that_answered},
    monitors::engine::Engine,
    shared::calendar::{Day, Window},
};
use jiff::tz::TimeZone;
use schemars::JsonSchema;
use serde::Serialize;

/// The answers of one day.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CitationDay {
    /// The date in the site's time zone.
    #[schemars(extend("format" = "date"))]
    pub date: String,
    /// The number of answers.
    pub samples: u64,
    /// The number of answers that cite the site.
    pub cited_count: u64,
}

/// The answers of one engine by day.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EngineTrend {
    /// The engine.
    pub engine: Engine,
    /// The numbers of answers, one for each row of `series`.
    pub samples: Vec<u64>,
    /// The numbers of answers that cite the site, one for each row of `series`.
    pub cited_counts: Vec<u64>,
}

/// One row for each day of the window, oldest first.
pub fn by_day(answers: &[RunAnswers], window: Window, zone: &TimeZone) -> Vec<CitationDay> {
    let counts = counts_by_day(answers, zone);
    let row = |day: Day| {
        let counts = counts.get(&day).copied().unwrap_or_default();
        CitationDay { date: day.date().to_string(), samples: counts.samples, cited_count: counts.cited }
    };
    window.iter().map(row).collect()
}

/// The series of each engine that has answers, in the service's order.
pub fn by_engine_and_day(answers: &[RunAnswers], window: Window, zone: &TimeZone) -> Vec<EngineTrend> {
    let trend = |engine: Engine| {
        let counts = counts_by_day(answers.iter().filter(|one| one.engine == engine), zone);
        let of_days =
            |part: fn(&AnswerCounts) -> u64| window.iter().map(|day| counts.get(&day).map_or(0, part)).collect();
        EngineTrend { engine, samples: of_days(|day| day.samples), cited_counts: of_days(|day| day.cited) }
    };
    engines_that_answered(answers).into_iter().map(trend).collect()
}
