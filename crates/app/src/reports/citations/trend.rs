//! Counts answers and citations per day and per week.

use askline_domain::{
    citations::{
        statistics::interval::Interval,
        summary::{
            AnswerCounts, RunAnswers, citation_interval, counts_by_day, engines_that_answered, four_digits, total,
        },
    },
    engines::Engine,
    shared::calendar::{Day, Window},
};
use jiff::tz::TimeZone;
use schemars::JsonSchema;
use serde::Serialize;

use crate::present_fields::every_field_present;

const WEEK_DAYS: i32 = 7;

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

/// The answers of a week: seven dates in the site's time zone, the last week ending with the period.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct CitationWeek {
    /// The first date.
    #[schemars(extend("format" = "date"))]
    pub from: String,
    /// The last date, included.
    #[schemars(extend("format" = "date"))]
    pub to: String,
    /// The number of answers.
    pub samples: u64,
    /// The number of answers that cite the site.
    pub cited_count: u64,
    /// The share of the answers that cite the site; null without answers.
    pub citation_rate: Option<f64>,
    /// The interval of that rate, computed like every `interval95`. Null without answers.
    pub interval95: Option<Interval>,
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

/// The whole weeks of the window, oldest first. Days before the first whole week are in no row.
pub fn by_week(answers: &[RunAnswers], window: Window, zone: &TimeZone) -> Vec<CitationWeek> {
    let mut weeks = vec![Vec::new(); usize::try_from(window.days() / WEEK_DAYS).unwrap_or_default()];
    let count = weeks.len();
    for one in answers {
        let before_end = window.to.0 - Day::of(one.first_at, zone).0;
        let Ok(from_end) = usize::try_from(before_end.div_euclid(WEEK_DAYS)) else { continue };
        if let Some(week) = count.checked_sub(1 + from_end).and_then(|place| weeks.get_mut(place)) {
            week.push(*one);
        }
    }
    let row = |(place, answers): (usize, Vec<RunAnswers>)| {
        let to = Day(window.to.0 - WEEK_DAYS * i32::try_from(count - 1 - place).unwrap_or_default());
        let counts = total(&answers);
        CitationWeek {
            from: Day(to.0 - WEEK_DAYS + 1).date().to_string(),
            to: to.date().to_string(),
            samples: counts.samples,
            cited_count: counts.cited,
            citation_rate: counts.citation_rate().map(four_digits),
            interval95: citation_interval(&answers).map(Interval::with_four_digits),
        }
    };
    weeks.into_iter().enumerate().map(row).collect()
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
