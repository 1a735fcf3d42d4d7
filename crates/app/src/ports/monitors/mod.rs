//! Stored monitors, their runs and their findings.

pub mod answer_engine;
pub mod cited_pages;
pub mod new_readings;

use std::collections::BTreeMap;

use askline_domain::{
    board::attention::SiteCitationState,
    citations::{
        Citation, RawAnswer,
        answer_reading::{SourceOwner, Watched},
        change_evidence::ChangeEvidence,
        citation_change::{ChangeLevel, CitationChange},
        competitor::Competitor,
        found_changes::ChangesBefore,
        summary::{CompetitorAnswers, PageCitations, RunAnswers},
    },
    engines::Engine,
    jobs::JobLease,
    monitors::{Monitor, run::MonitorRun},
    shared::{
        ids::{CitationId, JobId, MonitorId, OrgId, RunId, SiteId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;
use jiff::{Timestamp, tz::TimeZone};

use self::{cited_pages::CitedPagesStore, new_readings::AnswerReadings};
use super::{StoreResult, change::BeginChange};

/// The maximum number of paths in the counts of citations by page: the most cited ones.
pub const MAX_CITED_PATHS: u32 = 10_000;

/// A monitor and its latest run.
#[derive(Debug, Clone, PartialEq)]
pub struct MonitorState {
    /// The monitor.
    pub monitor: Monitor,
    /// Its latest run.
    pub last_run: Option<MonitorRun>,
}

/// The remaining work of a run.
#[derive(Debug, Clone)]
pub struct RunWork {
    /// The run.
    pub run: MonitorRun,
    /// What is searched for in the answers.
    pub watched: Watched,
    /// The engines and samples whose outcome is already stored.
    pub done: Vec<(Engine, u8)>,
}

/// A run that has not ended.
#[derive(Debug, Clone)]
pub struct OpenRun {
    /// Its organization.
    pub org: OrgId,
    /// The run.
    pub run: MonitorRun,
    /// The time zone of its site; UTC if that cannot be read.
    pub zone: TimeZone,
    /// The answers of its engines, including those that failed.
    pub citations: Vec<Citation>,
}

/// A citation to be stored.
#[derive(Debug, Clone, Copy)]
pub struct NewCitation<'a> {
    /// The citation.
    pub citation: &'a Citation,
    /// The paths of the site's pages that it cites, each once.
    pub pages: &'a [String],
    /// The response body of the engine.
    pub raw: Option<&'a str>,
    /// Where redirects among the answer's sources lead, which are kept with the body.
    pub targets: &'a BTreeMap<String, String>,
    /// The number of citations that the run has at its end.
    pub total: u32,
}

/// Which citations are returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CitationFilter {
    /// The earliest time.
    pub from: Timestamp,
    /// The end of the time range, exclusive.
    pub before: Timestamp,
    /// Only this engine.
    pub engine: Option<Engine>,
    /// Only this monitor.
    pub monitor: Option<MonitorId>,
    /// With true, only answers that cite the site; with false, only those that do not.
    pub cited: Option<bool>,
}

/// Which clear changes of citation rates are returned.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ChangeFilter {
    /// Only those that became clear at this time or later.
    pub since: Option<Timestamp>,
    /// Only those of this level.
    pub level: Option<ChangeLevel>,
}

/// How often a page is cited.
#[derive(Debug, Clone, PartialEq)]
pub struct CitedUrlCount {
    /// Its address.
    pub url: String,
    /// Its host.
    pub domain: String,
    /// One of the titles that engines gave it: the last in alphabetical order.
    pub title: Option<String>,
    /// Its owner when it was cited.
    pub owner: SourceOwner,
    /// The number of answers that cite it.
    pub citations: u64,
    /// The engines that gave these answers.
    pub engines: Vec<Engine>,
    /// When it was first cited.
    pub first_cited_at: Timestamp,
    /// When it was last cited.
    pub last_cited_at: Timestamp,
}

/// How often the answers of an engine to a question cite a page of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CitingAnswers {
    /// The monitor of the question.
    pub monitor: MonitorId,
    /// The question.
    pub query: String,
    /// The engine.
    pub engine: Engine,
    /// The number of answers.
    pub citations: u64,
    /// When the last of them was given.
    pub last_cited_at: Timestamp,
}

/// The row of the cited pages after which the next rows follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CitedUrlPosition {
    /// How many answers cite it.
    pub citations: u64,
    /// Its address.
    pub url: String,
    /// Its owner.
    pub owner: SourceOwner,
}

/// The pages that answers cite.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CitedUrls {
    /// The number of citations of pages by owner, in the order of [`SourceOwner::EVERY`], over all rows.
    pub by_owner: [u64; 3],
    /// The requested rows.
    pub rows: Vec<CitedUrlCount>,
    /// Whether more rows follow.
    pub has_more: bool,
}

/// Monitors, their runs and citations. They are deleted with their site; runs and citations also with their monitor. What changes
/// monitors is in [`super::change::MonitorRows`].
#[async_trait]
pub trait MonitorStore:
    RunStore + CitationStore + CitationSums + CitationChangeStore + AnswerReadings + CitedPagesStore
{
    /// A monitor of a site and its latest run.
    async fn monitor(&self, site: SiteId, id: MonitorId) -> StoreResult<Option<MonitorState>>;
    /// The monitors of a site, newest first.
    async fn monitors(&self, site: SiteId, page: PageRequest) -> StoreResult<Page<MonitorState>>;
    /// The competitors of all monitors of a site, those of the newest monitor first: each domain once, with all its aliases.
    async fn competitors(&self, site: SiteId) -> StoreResult<Vec<Competitor>>;
}

/// Runs of monitors. What changes them is in [`super::change::RunRows`].
#[async_trait]
pub trait RunStore: BeginChange {
    /// The monitors whose next run is due at `now`, or later than `until`, at most `most`, each with its organization; an
    /// error for each whose row cannot be read.
    async fn due_monitors(
        &self,
        now: Timestamp,
        until: Timestamp,
        most: u32,
    ) -> StoreResult<Vec<StoreResult<(OrgId, MonitorId)>>>;
    /// The organization of a job.
    async fn organization_of_job(&self, job: JobId) -> StoreResult<Option<OrgId>>;
    /// The remaining work of a run; `None` if the run or its site was deleted, or the run has ended.
    async fn run_work(&self, run: RunId) -> StoreResult<Option<RunWork>>;
    /// A run that has not ended, with everything that its engines answered; `None` if it was deleted or has ended.
    async fn open_run(&self, run: RunId) -> StoreResult<Option<OpenRun>>;
    /// Up to 20 of the site's pages that answers cite: for a rise, in the run that made it clear; for a fall, in the latest run of the
    /// question before it that cites any. Empty for a fall of the rate of all questions.
    async fn own_urls(&self, change: &CitationChange) -> StoreResult<Vec<String>>;
}

/// Clear changes of citation rates. Those of deleted monitors are left out.
#[async_trait]
pub trait CitationChangeStore: Send + Sync + 'static {
    /// The changes of a site, newest first.
    async fn citation_changes(
        &self,
        site: SiteId,
        filter: &ChangeFilter,
        page: PageRequest,
        now: Timestamp,
    ) -> StoreResult<Page<CitationChange>>;
    /// The current changes of these sites, newest first.
    async fn current_changes(&self, sites: &[SiteId], now: Timestamp) -> StoreResult<Vec<CitationChange>>;
    /// The evidence for changes of a site that are not clear yet, strongest first, at most `limit` rates; only of this question and
    /// of it with each engine, if one is given. Left out are rates that are no longer asked, and what was measured more than [`SHOWN_FOR`](askline_domain::citations::change_evidence::SHOWN_FOR) ago.
    async fn change_evidence(
        &self,
        site: SiteId,
        question: Option<MonitorId>,
        now: Timestamp,
        limit: u32,
    ) -> StoreResult<Vec<ChangeEvidence>>;
    /// Those of these sites that have enabled monitors, with their current changes.
    async fn standings(&self, sites: &[SiteId], now: Timestamp) -> StoreResult<Vec<SiteCitationState>>;
    /// What is needed to decide which changes become clear with a run, whose answers are stored already.
    async fn changes_before(&self, run: &MonitorRun, now: Timestamp) -> StoreResult<ChangesBefore>;
    /// The models of an engine's latest answers about a site in other runs, the latest first, at most `most`.
    async fn latest_models(&self, run: &MonitorRun, engine: Engine, most: u32) -> StoreResult<Vec<String>>;
}

/// What engines answered in runs.
#[async_trait]
pub trait CitationStore: Send + Sync + 'static {
    /// Stores a citation, once for each engine and sample of a run, and the job's progress. Returns false, and stores nothing, if
    /// the lease was lost.
    async fn record_citation(&self, lease: JobLease, new: NewCitation<'_>) -> StoreResult<bool>;
    /// Citations of a site, newest first.
    async fn citations(&self, site: SiteId, filter: &CitationFilter, page: PageRequest) -> StoreResult<Page<Citation>>;
    /// A citation and its raw answer, as long as that is kept.
    async fn citation(&self, site: SiteId, id: CitationId) -> StoreResult<Option<(Citation, Option<RawAnswer>)>>;
    /// Removes raw answers that arrived before `before`, at most `most`; returns how many.
    async fn remove_raw_answers(&self, before: Timestamp, most: u32) -> StoreResult<u64>;
}

/// Sums over citations, which are kept by run, engine and quarter of an hour. They are exact for days in any time zone: a filter whose
/// `from` is within a quarter leaves out that quarter. A deleted monitor's answers are left out.
#[async_trait]
pub trait CitationSums: Send + Sync + 'static {
    /// What each engine answered in each run, oldest run first. `cited` is ignored, and no raw answer is read.
    async fn run_answers(&self, site: SiteId, filter: &CitationFilter) -> StoreResult<Vec<RunAnswers>>;
    /// Like [`Self::run_answers`] for each competitor, over the answers that were searched for it. `cited` is ignored.
    async fn competitor_answers(&self, site: SiteId, filter: &CitationFilter) -> StoreResult<Vec<CompetitorAnswers>>;
    /// How many of each run's answers cite each of these pages; pages and runs without citations are left out. `cited` is
    /// ignored.
    async fn page_citations(
        &self,
        site: SiteId,
        filter: &CitationFilter,
        paths: &[String],
    ) -> StoreResult<Vec<PageCitations>>;
    /// The answers that cite a page of the site, by question and engine: a row at most for each monitor and engine, in no
    /// particular order. `cited` is ignored.
    async fn citing_answers(
        &self,
        site: SiteId,
        filter: &CitationFilter,
        path: &str,
    ) -> StoreResult<Vec<CitingAnswers>>;
    /// The pages that answers cite, most cited first, then by address; only those of `owner`, if given. `cited` is
    /// ignored.
    async fn cited_urls(
        &self,
        site: SiteId,
        filter: &CitationFilter,
        owner: Option<SourceOwner>,
        after: Option<&CitedUrlPosition>,
        limit: u32,
    ) -> StoreResult<CitedUrls>;
    /// How many answers in a time range cite each path of the site, for the [`MAX_CITED_PATHS`] most cited.
    async fn cited_paths(&self, site: SiteId, from: Timestamp, before: Timestamp) -> StoreResult<Vec<(String, u64)>>;
    /// Makes the sums of at most `most` runs after `after` again, from their answers and in the order of their ids. Returns the
    /// last of these runs and their number; `None` if no run follows.
    async fn recount_runs(&self, after: Option<RunId>, most: u32) -> StoreResult<Option<(RunId, u64)>>;
    /// Adds the answers that servers of an earlier release stored. Returns the number of runs that had some.
    async fn add_missing_answers(&self) -> StoreResult<u64>;
}
