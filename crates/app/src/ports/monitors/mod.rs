//! Stored monitors, their runs and their findings.

pub mod answer_engine;

use askline_domain::{
    audit::AuditDraft,
    citations::{
        Citation, RawAnswer,
        answer_reading::{SourceOwner, Watched},
        run_change::{AnsweredRun, RunChange},
        summary::{CompetitorAnswers, PageCitations, RunAnswers},
    },
    jobs::{JobLease, NewJob},
    monitors::{
        Monitor,
        engine::{Engine, EngineCatalogue},
        run::MonitorRun,
        run_end::RunEnd,
    },
    shared::{
        ids::{CitationId, MonitorId, OrgId, RunId, SiteId},
        paging::{Page, PageRequest},
    },
    sites::attention::SiteStanding,
    webhooks::message::Event,
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreResult;

/// Paths in the counts of citations by page: the most cited ones.
pub const MAX_CITED_PATHS: u32 = 10_000;

/// The result of creating a monitor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MonitorCreation {
    /// It is stored.
    Created,
    /// The site has reached its limit; nothing changed.
    LimitReached,
}

/// A monitor and its latest run.
#[derive(Debug, Clone, PartialEq)]
pub struct MonitorState {
    /// The monitor.
    pub monitor: Monitor,
    /// Its latest run.
    pub last_run: Option<MonitorRun>,
}

/// The result of starting a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunStart {
    /// The run, its job and the reservation of its credits are stored.
    Started,
    /// Another run of the monitor has not ended; nothing changed.
    AlreadyRunning,
    /// Fewer credits are available; no run is stored.
    Insufficient {
        /// How many are available.
        available: i64,
    },
    /// There is no such monitor.
    Missing,
}

/// What is left to do of a run.
#[derive(Debug, Clone)]
pub struct RunWork {
    /// The run.
    pub run: MonitorRun,
    /// What answers are searched for.
    pub watched: Watched,
    /// The engines and samples whose outcome is stored already.
    pub done: Vec<(Engine, u8)>,
}

/// A run that has not ended.
#[derive(Debug, Clone)]
pub struct OpenRun {
    /// Its organization.
    pub org: OrgId,
    /// The run.
    pub run: MonitorRun,
    /// What its engines answered, and that they did not.
    pub citations: Vec<Citation>,
}

/// How a run ends.
#[derive(Debug, Clone)]
pub struct EndedRun {
    /// The run.
    pub run: MonitorRun,
    /// Its result.
    pub end: RunEnd,
    /// What changed since the runs before, engine by engine.
    pub changes: Vec<RunChange>,
    /// What webhooks are told.
    pub events: Vec<Event>,
}

/// A citation to be stored.
#[derive(Debug, Clone, Copy)]
pub struct NewCitation<'a> {
    /// The citation.
    pub citation: &'a Citation,
    /// The paths of the site's pages that it cites, each once.
    pub pages: &'a [String],
    /// The body that the engine sent.
    pub raw: Option<&'a str>,
    /// Citations that the run has in the end.
    pub total: u32,
}

/// Which citations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CitationFilter {
    /// The earliest time.
    pub from: Timestamp,
    /// The time before which they must be.
    pub before: Timestamp,
    /// Only this engine.
    pub engine: Option<Engine>,
    /// Only this monitor.
    pub monitor: Option<MonitorId>,
    /// Answers that cite the site, or answers that do not.
    pub cited: Option<bool>,
}

/// How often a page is cited.
#[derive(Debug, Clone, PartialEq)]
pub struct CitedUrlCount {
    /// Its address.
    pub url: String,
    /// Its host.
    pub domain: String,
    /// Its latest title.
    pub title: Option<String>,
    /// Its owner when it was cited.
    pub owner: SourceOwner,
    /// Answers that cite it.
    pub citations: u64,
    /// Whose answers.
    pub engines: Vec<Engine>,
    /// The first time.
    pub first_cited_at: Timestamp,
    /// The latest time.
    pub last_cited_at: Timestamp,
}

/// A row of the cited pages, after which the next ones follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CitedUrlPlace {
    /// How many answers cite it.
    pub citations: u64,
    /// Its address.
    pub url: String,
    /// Its owner.
    pub owner: SourceOwner,
}

/// The pages that are cited.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CitedUrls {
    /// Citations of pages by owner, in the order of [`SourceOwner::EVERY`], over all rows.
    pub by_owner: [u64; 3],
    /// The wanted rows.
    pub rows: Vec<CitedUrlCount>,
    /// Whether more rows follow.
    pub has_more: bool,
}

/// Monitors, their runs and citations. They are deleted with their site; runs and citations also with their monitor.
#[async_trait]
pub trait MonitorStore: Send + Sync + 'static {
    /// Stores a monitor, unless its site has reached its limit.
    async fn create_monitor(&self, monitor: &Monitor, audit: AuditDraft) -> StoreResult<MonitorCreation>;
    /// A monitor of a site and its latest run.
    async fn monitor(&self, site: SiteId, id: MonitorId) -> StoreResult<Option<MonitorState>>;
    /// The monitors of a site, newest first.
    async fn monitors(&self, site: SiteId, page: PageRequest) -> StoreResult<Page<MonitorState>>;
    /// Stores changed settings; the next run only if how often the monitor runs was changed, since the stored one may
    /// be later than the one that was read. False when the monitor was deleted or edited since it was `read`.
    async fn update_monitor(&self, read: &Monitor, monitor: &Monitor, audit: AuditDraft) -> StoreResult<bool>;
    /// Deletes a monitor with everything it found; false when it no longer exists. A run in progress ends as failed.
    async fn delete_monitor(&self, site: SiteId, id: MonitorId, audit: AuditDraft) -> StoreResult<bool>;
    /// Starts a run: reserves its credits, stores it and its job.
    async fn start_run(&self, run: &MonitorRun, job: &NewJob, audit: AuditDraft) -> StoreResult<RunStart>;
    /// Starts the runs that are due, at most `most`; returns how many monitors were due. One that was missed several
    /// times runs once; one whose run has not ended is skipped; one that cannot be paid or has no engine is stored as
    /// failed. One whose next run is further off than any cadence allows, since the clock was set back, gets a new next
    /// run.
    async fn start_due_runs(&self, now: Timestamp, most: u32, catalogue: &EngineCatalogue) -> StoreResult<u64>;
    /// What is left to do of a run; `None` when it was deleted or has ended.
    async fn run_work(&self, run: RunId) -> StoreResult<Option<RunWork>>;
    /// Stores a citation, once for each engine and sample of a run, and how far the job has come; false when the lease
    /// was lost, and then nothing is stored.
    async fn record_citation(&self, lease: JobLease, new: NewCitation<'_>) -> StoreResult<bool>;
    /// A run that has not ended, with everything that its engines answered; `None` when it was deleted.
    async fn open_run(&self, run: RunId) -> StoreResult<Option<OpenRun>>;
    /// The latest other runs in which the engine answered the same question, asked from the same region in the same
    /// language, and whose answers this version read, oldest first; and the change that the latest of them shows.
    async fn runs_before(
        &self,
        run: &MonitorRun,
        engine: Engine,
        reading_version: u16,
    ) -> StoreResult<(Vec<AnsweredRun>, Option<RunChange>)>;
    /// The site's pages that the engine cites: in this run after a gain, in the latest run before it that cites any after a
    /// loss.
    async fn own_urls(&self, run: &MonitorRun, change: &RunChange) -> StoreResult<Vec<String>>;
    /// Ends a run and its job, pays for the answers, and raises its events; without an end, or where the run was deleted
    /// since, ends the job as failed. False when the lease was lost, and then nothing is stored.
    async fn finish_run(&self, lease: JobLease, ended: Option<&EndedRun>, at: Timestamp) -> StoreResult<bool>;
    /// Citations of a site, newest first.
    async fn citations(&self, site: SiteId, filter: &CitationFilter, page: PageRequest) -> StoreResult<Page<Citation>>;
    /// A citation and its raw answer, while that is kept.
    async fn citation(&self, site: SiteId, id: CitationId) -> StoreResult<Option<(Citation, Option<RawAnswer>)>>;
    /// What each engine answered in each run, oldest run first. `cited` is ignored, and no raw answer is read.
    async fn run_answers(&self, site: SiteId, filter: &CitationFilter) -> StoreResult<Vec<RunAnswers>>;
    /// The same for each competitor, over the answers that were searched for it. `cited` is ignored.
    async fn competitor_answers(&self, site: SiteId, filter: &CitationFilter) -> StoreResult<Vec<CompetitorAnswers>>;
    /// How many of each run's answers cite each of these pages, for the pages and runs with any. `cited` is
    /// ignored.
    async fn page_citations(
        &self,
        site: SiteId,
        filter: &CitationFilter,
        paths: &[String],
    ) -> StoreResult<Vec<PageCitations>>;
    /// The pages that answers cite, most cited first, then by address. `cited` is ignored.
    async fn cited_urls(
        &self,
        site: SiteId,
        filter: &CitationFilter,
        owner: Option<SourceOwner>,
        after: Option<&CitedUrlPlace>,
        limit: u32,
    ) -> StoreResult<CitedUrls>;
    /// How many answers of a span of time cite each path of the site, for the [`MAX_CITED_PATHS`] most cited.
    async fn cited_paths(&self, site: SiteId, from: Timestamp, before: Timestamp) -> StoreResult<Vec<(String, u64)>>;
    /// The state of these sites, except those without monitors. Losses before `lost_since` are left out, and those of
    /// questions and engines that are no longer asked.
    async fn standings(&self, sites: &[SiteId], lost_since: Timestamp) -> StoreResult<Vec<SiteStanding>>;
    /// Removes raw answers that arrived before `before`, at most `most`; returns how many.
    async fn remove_raw_answers(&self, before: Timestamp, most: u32) -> StoreResult<u64>;
}
