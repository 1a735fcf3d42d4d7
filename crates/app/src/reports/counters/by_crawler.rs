//! Requests of crawlers that ran the widget.

use askline_domain::events::CounterKind;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    Found, Report, labels,
    rows::{CrawlerRow, CrawlerSeries, CrawlerTotals},
};
use crate::{
    ports::analytics::{Counts, Split},
    reports::series::{MAX_PARTS, Previous, SeriesRow},
};

/// Requests of known crawlers, which are never counted as people.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CrawlerHits {
    /// Sums.
    pub totals: CrawlerTotals,
    /// One row for each day, or for each `interval`, oldest first, including those with 0.
    pub series: Vec<SeriesRow>,
    /// By crawler, most requests first.
    pub by_crawler: Vec<CrawlerRow>,
    /// The series by crawler: at most five and the rest; with `include=seriesByCrawler`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("type" = "array"))]
    pub series_by_crawler: Option<Vec<CrawlerSeries>>,
    /// The previous period, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<Previous<CrawlerTotals>>,
}

impl Report for CrawlerHits {
    const NAME: &'static str = "crawlers";
    const KINDS: &'static [CounterKind] = &[CounterKind::Crawler];
    const ROWS: Split = Split::Label;

    fn make(found: &Found<'_>) -> Self {
        let window = found.window;
        let totals = |counts: &[Counts]| CrawlerTotals { hits: counts[0].total(), days: window.days() };
        Self {
            totals: totals(&found.counts),
            series: found.series(),
            by_crawler: CrawlerRow::ranked(labels(&found.counts[0]), &found.changes(str::to_owned)),
            series_by_crawler: found.parts(MAX_PARTS, CrawlerSeries::of),
            previous: found.previous(totals),
        }
    }
    fn csv_series(&self) -> (&'static str, &[SeriesRow]) {
        ("hits", &self.series)
    }
    fn parts(&self) -> Vec<(&str, &[i64])> {
        CrawlerSeries::pairs(self.series_by_crawler.as_ref())
    }
}
