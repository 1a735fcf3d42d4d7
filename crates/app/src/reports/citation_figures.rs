//! How often engines cite the site: counts, rates and intervals. The overview, the board and the list of pages use the
//! same figures.

use std::collections::{BTreeMap, HashMap};

use askline_domain::{
    analytics::filter::{AnalyticsFilter, PageFilter},
    citations::{
        statistics::{
            difference::{Difference, Period, between_periods},
            interval::Interval,
        },
        summary::{
            PageCitations, RunAnswers, Share, citation_interval, engines_that_answered, four_digits,
            questions_answered, share_of_page, total,
        },
    },
    engines::Engine,
    shared::{calendar::Window, ids::SiteId},
};
use jiff::{Timestamp, tz::TimeZone};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    ports::{StoreResult, all::Ports, monitors::CitationFilter},
    present_fields::every_field_present,
};

/// The answers of engines within a window.
pub struct CitationFigures {
    site: SiteId,
    answers: Vec<RunAnswers>,
    /// When the window begins and ends.
    bounds: (Timestamp, Timestamp),
    window: Window,
    zone: TimeZone,
    /// The answers that cite one of the pages that are shown, by page.
    of_pages: HashMap<String, Vec<PageCitations>>,
}

/// How often answers cite the site.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct CitationRate {
    /// The number of engines' answers.
    pub samples: u64,
    /// The number of answers that cite the site.
    pub cited_count: u64,
    /// The share of the answers that cite the site; null without answers.
    pub citation_rate: Option<f64>,
    /// The 95% interval of the true share; null without answers.
    pub interval95: Option<Interval>,
}

/// How often the answers of an engine cite the site.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(transform = every_field_present)]
pub struct EngineCitationRate {
    /// The engine.
    pub engine: Engine,
    /// How often its answers cite the site.
    #[serde(flatten)]
    pub rate: CitationRate,
}

impl CitationFigures {
    /// Reads the answers about a site.
    pub async fn read(ports: &Ports, site: SiteId, zone: &TimeZone, window: Window) -> StoreResult<Self> {
        let bounds = window.moments(zone);
        let answers = ports.monitors.run_answers(site, &every_answer(bounds)).await?;
        Ok(Self { site, answers, bounds, window, zone: zone.clone(), of_pages: HashMap::new() })
    }

    /// Adds the citations of these pages.
    pub async fn with_pages(mut self, ports: &Ports, paths: impl Iterator<Item = String>) -> StoreResult<Self> {
        let paths: Vec<String> = paths.collect();
        if self.answers.is_empty() || paths.is_empty() {
            return Ok(self);
        }
        for found in ports.monitors.page_citations(self.site, &every_answer(self.bounds), &paths).await? {
            self.of_pages.entry(found.path.clone()).or_default().push(found);
        }
        Ok(self)
    }

    /// The rate over all engines.
    pub fn total(&self) -> CitationRate {
        rate_of(self.answers.iter())
    }

    /// The rate as far as a filter can narrow it: of the site, or of one page whose citations were read. There is no
    /// rate for a platform or a folder.
    pub fn narrowed(&self, filter: &AnalyticsFilter) -> CitationRate {
        match (&filter.page, &filter.platform) {
            (None, None) => self.total(),
            (Some(PageFilter::Page(page)), None) => self.of_page(page),
            _ => CitationRate { samples: 0, cited_count: 0, citation_rate: None, interval95: None },
        }
    }

    fn of_page(&self, path: &str) -> CitationRate {
        let share = self.share_of_page(path);
        let of_page = self.of_pages.get(path).map_or(&[][..], Vec::as_slice);
        CitationRate {
            samples: self.total().samples,
            cited_count: of_page.iter().map(|one| one.cited).sum(),
            citation_rate: share.map(|share| share.rate),
            interval95: share.and_then(|share| share.interval95),
        }
    }

    /// Whether the rate over all engines differs from that of the previous window.
    pub fn difference_from(&self, before: &Self) -> Difference {
        between_periods(before.period(), self.period())
    }

    fn period(&self) -> Period<'_, &[RunAnswers]> {
        Period { answers: &self.answers, window: self.window, zone: &self.zone }
    }

    /// The rate of each engine that answered.
    pub fn by_engine(&self) -> Vec<EngineCitationRate> {
        let rate = |engine: Engine| rate_of(self.answers.iter().filter(move |one| one.engine == engine));
        engines_that_answered(&self.answers)
            .into_iter()
            .map(|engine| EngineCitationRate { engine, rate: rate(engine) })
            .collect()
    }

    /// The number of questions that were answered.
    pub fn questions(&self) -> u64 {
        questions_answered(&self.answers)
    }

    /// The share of all answers that cite a page; `None` without answers.
    pub fn share_of_page(&self, path: &str) -> Option<Share> {
        share_of_page(&self.answers, self.of_pages.get(path).map_or(&[], Vec::as_slice))
    }
}

/// How many answers of engines cite each path. Read from the metadata database, so a citation shows as soon as it is
/// stored.
pub async fn cited_paths(
    ports: &Ports,
    site: SiteId,
    zone: &TimeZone,
    window: Window,
) -> StoreResult<BTreeMap<String, i64>> {
    let (from, before) = window.moments(zone);
    let paths = ports.monitors.cited_paths(site, from, before).await?;
    Ok(paths.into_iter().map(|(path, count)| (path, i64::try_from(count).unwrap_or(i64::MAX))).collect())
}

fn every_answer((from, before): (Timestamp, Timestamp)) -> CitationFilter {
    CitationFilter { from, before, engine: None, monitor: None, cited: None }
}

fn rate_of<'a>(answers: impl Iterator<Item = &'a RunAnswers> + Clone) -> CitationRate {
    let counts = total(answers.clone());
    CitationRate {
        samples: counts.samples,
        cited_count: counts.cited,
        citation_rate: counts.citation_rate().map(four_digits),
        interval95: citation_interval(answers).map(Interval::with_four_digits),
    }
}
