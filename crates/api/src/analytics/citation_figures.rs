//! How often engines cite the site, as the overview, the board and the pages tell it: counts of samples, rates, intervals.

use std::collections::{BTreeMap, HashMap};

use askline_domain::{
    calendar::Window,
    citation_summary::{PageCitations, RunAnswers, citation_interval, total},
    citations::{
        difference::{Difference, between_periods},
        interval::{Interval, interval95},
        samples::SampleCluster,
    },
    engine::Engine,
    id::{RunId, SiteId},
    ports::CitationFilter,
};
use jiff::tz::TimeZone;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    app::App,
    caller::{Call, SiteAccess},
    citations::rounded_interval,
    error::ApiError,
    present_fields::every_field_present,
};

/// The samples of a window.
pub(super) struct CitationFigures {
    answers: Vec<RunAnswers>,
    /// Those that cite one of the pages that are shown.
    of_pages: HashMap<String, Vec<PageCitations>>,
}

/// A rate with its interval. Four digits are enough for both, and the same in every client.
#[derive(Debug, Clone, Copy)]
pub(super) struct Share {
    pub(super) rate: f64,
    pub(super) interval95: Option<Interval>,
}

/// How often answers cite the site.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct CitationRate {
    /// Answers of engines.
    pub samples: u64,
    /// Those that cite the site.
    pub cited_count: u64,
    /// Their part; null without answers.
    pub citation_rate: Option<f64>,
    /// Where the true part lies, in 95 of 100 cases; null without answers.
    pub interval95: Option<Interval>,
}

/// How often the answers of an engine cite the site.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(transform = every_field_present)]
pub struct EngineCitationRate {
    /// Which.
    pub engine: Engine,
    /// How often.
    #[serde(flatten)]
    pub rate: CitationRate,
}

impl CitationFigures {
    /// Those of the site that is asked about.
    pub(super) async fn read(call: &Call<SiteAccess>, window: Window) -> Result<Self, ApiError> {
        let entry = &call.tenant.site;
        Self::of_site(&call.app, entry.site.id, &entry.time_zone, window).await
    }

    /// Those of a site.
    pub(super) async fn of_site(app: &App, site: SiteId, zone: &TimeZone, window: Window) -> Result<Self, ApiError> {
        let answers = app.ports().monitors.run_answers(site, &every_answer(zone, window)).await?;
        Ok(Self { answers, of_pages: HashMap::new() })
    }

    /// The same with what is known of these pages.
    pub(super) async fn with_pages(
        mut self,
        call: &Call<SiteAccess>,
        window: Window,
        paths: impl Iterator<Item = String>,
    ) -> Result<Self, ApiError> {
        let paths: Vec<String> = paths.collect();
        if self.answers.is_empty() || paths.is_empty() {
            return Ok(self);
        }
        let entry = &call.tenant.site;
        let filter = every_answer(&entry.time_zone, window);
        for found in call.app.ports().monitors.page_citations(entry.site.id, &filter, &paths).await? {
            self.of_pages.entry(found.path.clone()).or_default().push(found);
        }
        Ok(self)
    }

    /// The rate over all engines.
    pub(super) fn total(&self) -> CitationRate {
        rate_of(self.answers.iter())
    }

    /// Whether the rate over all engines differs from that of the window before.
    pub(super) fn difference_from(&self, before: &Self) -> Difference {
        between_periods(&before.answers, &self.answers)
    }

    /// The rate of each engine with answers.
    pub(super) fn by_engine(&self) -> Vec<EngineCitationRate> {
        let rate = |engine: Engine| rate_of(self.answers.iter().filter(move |one| one.engine == engine));
        let rates = Engine::EVERY.into_iter().map(|engine| EngineCitationRate { engine, rate: rate(engine) });
        rates.filter(|one| one.rate.samples > 0).collect()
    }

    /// Questions that were answered.
    pub(super) fn questions(&self) -> u64 {
        let asked = self.answers.iter().filter(|one| one.counts.samples > 0).map(|one| one.monitor);
        asked.collect::<std::collections::BTreeSet<_>>().len() as u64
    }

    /// The part of all answers that cite a page; `None` without answers.
    pub(super) fn share_of_page(&self, path: &str) -> Option<Share> {
        let mut clusters = BTreeMap::<RunId, SampleCluster>::new();
        for one in &self.answers {
            clusters
                .entry(one.run)
                .and_modify(|known| known.samples += one.counts.samples)
                .or_insert_with(|| one.citing(0));
        }
        for found in self.of_pages.get(path).into_iter().flatten() {
            if let Some(cluster) = clusters.get_mut(&found.run) {
                cluster.cited += found.cited;
            }
        }
        let clusters: Vec<SampleCluster> = clusters.into_values().collect();
        let sum = |value: fn(&SampleCluster) -> u64| clusters.iter().map(value).sum::<u64>();
        let (samples, cited) = (sum(|one| one.samples), sum(|one| one.cited.min(one.samples)));
        (samples > 0).then(|| Share {
            rate: rounded(cited as f64 / samples as f64),
            interval95: interval95(&clusters).map(rounded_interval),
        })
    }
}

fn every_answer(zone: &TimeZone, window: Window) -> CitationFilter {
    let (from, before) = window.moments(zone);
    CitationFilter { from, before, engine: None, monitor: None, cited: None }
}

fn rate_of<'a>(answers: impl Iterator<Item = &'a RunAnswers> + Clone) -> CitationRate {
    let counts = total(answers.clone());
    CitationRate {
        samples: counts.samples,
        cited_count: counts.cited,
        citation_rate: counts.citation_rate().map(rounded),
        interval95: citation_interval(answers).map(rounded_interval),
    }
}

fn rounded(rate: f64) -> f64 {
    (rate * 10_000.0).round() / 10_000.0
}
