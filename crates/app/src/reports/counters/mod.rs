//! Reports of counters: their types, and how they are computed.
//!
//! The sum of `series`, the total and the sum of each breakdown are equal. They are computed from the same rows, except
//! the breakdown by prompt, which gets a row for what it lacks. Only the breakdown of visits by assistant leaves visits
//! out.

mod by_crawler;
mod by_item;
mod by_prompt;
mod reading;
pub mod rows;

use askline_domain::{
    analytics::{
        OTHER,
        parts::{Part, parts},
        ranked,
        series::Rows,
    },
    events::{CounterKind, asked_question::AskedQuestion, visit_source::VisitKind},
    shared::calendar::Window,
};
use schemars::JsonSchema;
use serde::Serialize;

pub use by_crawler::CrawlerHits;
pub use by_item::ItemClicks;
pub use by_prompt::clicks_by_prompt;
pub use reading::read;

use self::rows::*;
use super::{
    question::ReportedSite,
    row_changes::{RowChanges, Tested},
    series::{MAX_PARTS, Previous, SeriesRow, series},
};
use crate::ports::analytics::{Counts, Split};

/// A report that is computed from counters of some kinds.
pub trait Report: Serialize + JsonSchema + Send + 'static {
    /// Its name, for the cache of responses.
    const NAME: &'static str;
    /// The counters from which it is computed.
    const KINDS: &'static [CounterKind];
    /// The label that names its rows.
    const ROWS: Split;
    /// Computes it.
    fn make(found: &Found<'_>) -> Self;
    /// The name of the value in a CSV file, and its rows.
    fn csv_series(&self) -> (&'static str, &[SeriesRow]);
    /// The series by label, if requested.
    fn parts(&self) -> Vec<(&str, &[i64])>;
}

/// What was counted, from which a report is computed.
pub struct Found<'f> {
    /// The days.
    pub window: Window,
    /// The rows of its series.
    pub rows: Rows,
    /// The counters of the report's kinds, in their order.
    pub counts: Vec<Counts>,
    /// The rows and counters of the previous window.
    pub before: Option<(Rows, Vec<Counts>)>,
    /// The days by which its rows are tested, and the counters of these days, split by row; if it is compared.
    pub tested: Option<(Tested, Vec<Counts>)>,
    /// The label that names its rows.
    pub rows_by: Split,
    /// Whether the series by label are requested.
    pub with_parts: bool,
    /// The site.
    pub site: ReportedSite<'f>,
}

impl Found<'_> {
    fn series(&self) -> Vec<SeriesRow> {
        series(&self.rows, &self.counts)
    }

    fn previous<T>(&self, totals: impl Fn(&[Counts]) -> T) -> Option<Previous<T>> {
        let (rows, counts) = self.before.as_ref()?;
        Some(Previous { totals: totals(counts), series: series(rows, counts) })
    }

    /// Its rows beside the previous window. `name` is the name of a row, given its label.
    fn changes(&self, name: impl Fn(&str) -> String) -> RowChanges {
        let (Some((_, before)), Some((tested, days))) = (&self.before, &self.tested) else {
            return RowChanges::default();
        };
        RowChanges::of_counts(self.rows_by, before, *tested, days, name)
    }

    fn parts<P>(&self, most: usize, make: impl Fn(Part) -> P) -> Option<Vec<P>> {
        let split = self.counts.iter().flat_map(|counts| counts.split.clone());
        self.with_parts.then(|| parts(&self.rows, most, split).into_iter().map(make).collect())
    }
}

/// Clicks on an assistant's button. Questions are not included.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AiClicks {
    /// Sums.
    pub totals: AiTotals,
    /// One row for each day, or for each `interval`, oldest first, including those with 0.
    pub series: Vec<SeriesRow>,
    /// By platform, most clicks first.
    pub by_platform: Vec<PlatformRow>,
    /// By prompt, most clicks first; with `include=byPrompt`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("type" = "array"))]
    pub by_prompt: Option<Vec<PromptRow>>,
    /// The series by platform: at most five and the rest; with `include=seriesByPlatform`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("type" = "array"))]
    pub series_by_platform: Option<Vec<PlatformSeries>>,
    /// The previous period, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<Previous<AiTotals>>,
}

/// Clicks on share buttons.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SocialClicks {
    /// Sums.
    pub totals: SocialTotals,
    /// One row for each day, or for each `interval`, oldest first, including those with 0.
    pub series: Vec<SeriesRow>,
    /// By network, most clicks first.
    pub by_network: Vec<NetworkRow>,
    /// The series by network: at most five and the rest; with `include=seriesByNetwork`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("type" = "array"))]
    pub series_by_network: Option<Vec<NetworkSeries>>,
    /// The previous period, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<Previous<SocialTotals>>,
}

/// Clicks on a question, suggested or the reader's own.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuestionClicks {
    /// Sums.
    pub totals: QuestionTotals,
    /// One row for each day, or for each `interval`, oldest first, including those with 0.
    pub series: Vec<SeriesRow>,
    /// By question, most clicks first.
    pub by_question: Vec<QuestionRow>,
    /// By the assistant in which they were opened; `none` if the widget did not report it.
    pub by_platform: Vec<PlatformRow>,
    /// The series by platform: at most five and the rest; with `include=seriesByPlatform`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("type" = "array"))]
    pub series_by_platform: Option<Vec<PlatformSeries>>,
    /// The previous period, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<Previous<QuestionTotals>>,
}

/// Shares through every channel: assistants, networks and copies.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Shares {
    /// Sums.
    pub totals: ShareTotals,
    /// One row for each day, or for each `interval`, oldest first, including those with 0.
    pub series: Vec<SeriesRow>,
    /// By channel, most used first.
    pub by_channel: Vec<ChannelRow>,
    /// The series by channel: at most five and the rest; with `include=seriesByChannel`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("type" = "array"))]
    pub series_by_channel: Option<Vec<ChannelSeries>>,
    /// The previous period, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<Previous<ShareTotals>>,
}

/// Visits by source.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Referrals {
    /// Sums.
    pub totals: VisitTotals,
    /// One row for each day, or for each `interval`, oldest first, including those with 0.
    pub series: Vec<SeriesRow>,
    /// By referrer, most visits first.
    pub by_referrer: Vec<ReferrerRow>,
    /// By kind of source, most visits first.
    pub by_type: Vec<TypeRow>,
    /// The visits from AI assistants, by assistant, most visits first.
    pub by_assistant: Vec<PlatformRow>,
    /// The series by kind of source; with `include=seriesByType`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("type" = "array"))]
    pub series_by_type: Option<Vec<TypeSeries>>,
    /// The previous period, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<Previous<VisitTotals>>,
}

fn labels(counts: &Counts) -> impl Iterator<Item = (String, i64)> {
    counts.breakdown.iter().map(|row| (row.label.clone(), row.value))
}

fn details(counts: &Counts) -> impl Iterator<Item = (String, i64)> {
    counts.breakdown.iter().map(|row| (row.detail.clone(), row.value))
}

/// A question as callers name it: `own` in place of the id under which readers' own questions are counted.
pub fn asked_question(counted: &str) -> String {
    counted.parse().map_or_else(|_| counted.to_owned(), |id| AskedQuestion::of_counted(id).to_string())
}

/// The name of a platform in a row: `none` if the widget did not report where a question was opened.
pub fn named(platform: &str) -> String {
    if platform.is_empty() { "none".into() } else { platform.into() }
}

impl Report for AiClicks {
    const NAME: &'static str = "ai";
    const KINDS: &'static [CounterKind] = &[CounterKind::AiClick];
    const ROWS: Split = Split::Label;

    fn make(found: &Found<'_>) -> Self {
        let window = found.window;
        let totals = |counts: &[Counts]| AiTotals { ai_clicks: counts[0].total(), days: window.days() };
        Self {
            totals: totals(&found.counts),
            series: found.series(),
            by_platform: PlatformRow::ranked(labels(&found.counts[0]), &found.changes(str::to_owned)),
            by_prompt: None,
            series_by_platform: found.parts(MAX_PARTS, PlatformSeries::of),
            previous: found.previous(totals),
        }
    }
    fn csv_series(&self) -> (&'static str, &[SeriesRow]) {
        ("aiClicks", &self.series)
    }
    fn parts(&self) -> Vec<(&str, &[i64])> {
        PlatformSeries::pairs(self.series_by_platform.as_ref())
    }
}

impl Report for SocialClicks {
    const NAME: &'static str = "social";
    const KINDS: &'static [CounterKind] = &[CounterKind::SocialClick];
    const ROWS: Split = Split::Label;

    fn make(found: &Found<'_>) -> Self {
        let window = found.window;
        let totals = |counts: &[Counts]| SocialTotals { social_clicks: counts[0].total(), days: window.days() };
        Self {
            totals: totals(&found.counts),
            series: found.series(),
            by_network: NetworkRow::ranked(labels(&found.counts[0]), &found.changes(str::to_owned)),
            series_by_network: found.parts(MAX_PARTS, NetworkSeries::of),
            previous: found.previous(totals),
        }
    }
    fn csv_series(&self) -> (&'static str, &[SeriesRow]) {
        ("socialClicks", &self.series)
    }
    fn parts(&self) -> Vec<(&str, &[i64])> {
        NetworkSeries::pairs(self.series_by_network.as_ref())
    }
}

impl Report for QuestionClicks {
    const NAME: &'static str = "questions";
    const KINDS: &'static [CounterKind] = &[CounterKind::QuestionClick];
    const ROWS: Split = Split::Detail;

    fn make(found: &Found<'_>) -> Self {
        let window = found.window;
        let totals = |counts: &[Counts]| QuestionTotals { question_clicks: counts[0].total(), days: window.days() };
        let changes = found.changes(asked_question);
        let by_platform = labels(&found.counts[0]).map(|(platform, value)| (named(&platform), value));
        Self {
            totals: totals(&found.counts),
            series: found.series(),
            by_question: ranked(details(&found.counts[0]).map(|(id, value)| (asked_question(&id), value)))
                .into_iter()
                .map(|(question_id, value)| QuestionRow {
                    question: found.site.question_text(&question_id),
                    other: question_id == OTHER,
                    before: changes.row(&question_id),
                    question_id,
                    value,
                })
                .collect(),
            by_platform: PlatformRow::ranked(by_platform, &RowChanges::default()),
            series_by_platform: found
                .parts(MAX_PARTS, |(platform, values)| PlatformSeries::of((named(&platform), values))),
            previous: found.previous(totals),
        }
    }
    fn csv_series(&self) -> (&'static str, &[SeriesRow]) {
        ("questionClicks", &self.series)
    }
    fn parts(&self) -> Vec<(&str, &[i64])> {
        PlatformSeries::pairs(self.series_by_platform.as_ref())
    }
}

impl Report for Shares {
    const NAME: &'static str = "shares";
    const KINDS: &'static [CounterKind] = &[CounterKind::AiClick, CounterKind::SocialClick, CounterKind::Copy];
    const ROWS: Split = Split::Label;

    fn make(found: &Found<'_>) -> Self {
        let window = found.window;
        let totals = |counts: &[Counts]| {
            let (ai_clicks, social_clicks, copies) = (counts[0].total(), counts[1].total(), counts[2].total());
            let shares = ai_clicks + social_clicks + copies;
            ShareTotals { shares, ai_clicks, social_clicks, copies, days: window.days() }
        };
        Self {
            totals: totals(&found.counts),
            series: found.series(),
            by_channel: ChannelRow::ranked(found.counts.iter().flat_map(labels), &found.changes(str::to_owned)),
            series_by_channel: found.parts(MAX_PARTS, ChannelSeries::of),
            previous: found.previous(totals),
        }
    }
    fn csv_series(&self) -> (&'static str, &[SeriesRow]) {
        ("shares", &self.series)
    }
    fn parts(&self) -> Vec<(&str, &[i64])> {
        ChannelSeries::pairs(self.series_by_channel.as_ref())
    }
}

impl Report for Referrals {
    const NAME: &'static str = "referrers";
    const KINDS: &'static [CounterKind] = &[CounterKind::Visit];
    const ROWS: Split = Split::Detail;

    fn make(found: &Found<'_>) -> Self {
        let window = found.window;
        let totals = |counts: &[Counts]| VisitTotals { visits: counts[0].total(), days: window.days() };
        Self {
            totals: totals(&found.counts),
            series: found.series(),
            by_referrer: ReferrerRow::ranked(details(&found.counts[0]), &found.changes(str::to_owned)),
            by_type: ranked(labels(&found.counts[0]))
                .into_iter()
                .map(|(kind, value)| TypeRow { kind, value })
                .collect(),
            by_assistant: PlatformRow::ranked(
                found.counts[0]
                    .breakdown
                    .iter()
                    .filter(|row| row.label == VisitKind::AiAssistant.as_str())
                    .map(|row| (row.detail.clone(), row.value)),
                &RowChanges::default(),
            ),
            series_by_type: found.parts(usize::MAX, |(kind, values)| TypeSeries { kind, values }),
            previous: found.previous(totals),
        }
    }
    fn csv_series(&self) -> (&'static str, &[SeriesRow]) {
        ("visits", &self.series)
    }
    fn parts(&self) -> Vec<(&str, &[i64])> {
        let parts = self.series_by_type.iter().flatten();
        parts.map(|part| (part.kind.as_str(), part.values.as_slice())).collect()
    }
}
