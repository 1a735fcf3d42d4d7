//! Monitors: made, read, changed, deleted, run. Only members in a session may: a run costs credits.

mod change;
mod run;

use askline_app::{ports::monitors::MonitorState, present_fields::every_field_present};
use askline_domain::{
    citations::{competitor::Competitor, run_change::RunChange},
    jobs::JobFailure,
    monitors::{
        Monitor,
        cadence::Cadence,
        engine::{Engine, EngineCatalogue, EngineReadiness},
        run::{MonitorRun, PlannedEngine, RunPlan, RunStatus, RunTrigger, why_not_ready},
    },
    shared::{
        ids::{Id as _, JobId, MonitorId, RunId, SiteId},
        rfc3339::Moment,
    },
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use change::{create_monitor, delete_monitor, update_monitor};
pub use run::{EngineEstimate, RunEstimate, StartedRun, run_monitor};

use crate::pipeline::handling::{ApiError, Call, Input, Items, Nothing, PageQuery, Reply, SiteAccess};

/// The monitor of the path.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MonitorPath {
    monitor_id: MonitorId,
}

/// A monitor.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Monitor", transform = every_field_present)]
pub struct MonitorView {
    /// Its id.
    pub id: MonitorId,
    /// The site to look for.
    pub site_id: SiteId,
    /// The question.
    pub query: String,
    /// The engines that are asked.
    pub engines: Vec<Engine>,
    /// How often.
    pub cadence: Cadence,
    /// How many times each engine is asked in a run.
    pub samples_per_run: u8,
    /// The country of the search; null leaves it to the engine.
    pub region: Option<String>,
    /// The language that answers are wanted in; null leaves it to the engine.
    pub language: Option<String>,
    /// The competitors to look for.
    pub competitors: Vec<Competitor>,
    /// Whether it runs on schedule.
    pub enabled: bool,
    /// When it runs next on schedule; null for never.
    pub next_run_at: Option<Moment>,
    /// Its latest run; null when it never ran.
    pub last_run: Option<RunView>,
    /// Whether each of its engines can be asked, and what an answer costs.
    pub engine_status: Vec<EngineStatus>,
    /// Credits that a run takes if every engine that can be asked answers.
    pub credits_per_run: u32,
    /// When it was created.
    pub created_at: Moment,
    /// When it was last changed by someone.
    pub updated_at: Moment,
}

/// Whether an engine can be asked, and what an answer costs.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct EngineStatus {
    /// Which.
    pub engine: Engine,
    /// Whether it can be asked.
    pub readiness: EngineReadiness,
    /// Why it cannot be asked, and who can change that; null when it can.
    pub reason: Option<String>,
    /// The requested model; empty if none is configured.
    pub model: String,
    /// Credits of an answer. An engine that gives none costs nothing.
    pub credits_per_answer: u32,
}

/// A run of a monitor.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MonitorRun", transform = every_field_present)]
pub struct RunView {
    /// Its id.
    pub id: RunId,
    /// Whose run.
    pub monitor_id: MonitorId,
    /// The job that does it; null for one that could not begin.
    pub job_id: Option<JobId>,
    /// Who requested it.
    pub trigger: RunTrigger,
    /// Where it is.
    pub status: RunStatus,
    /// Why it failed; null unless it did.
    pub failure: Option<JobFailure>,
    /// Credits that were reserved for it.
    pub credits_reserved: u32,
    /// Credits that were paid for it; 0 until its end.
    pub credits_used: u32,
    /// When it was requested.
    pub started_at: Moment,
    /// When it ended.
    pub finished_at: Option<Moment>,
    /// For each engine that answered in this run and in an earlier one: its answers compared with the previous run, and
    /// the current clear change, if there is one. Empty until the run ends.
    pub changes: Vec<RunChange>,
}

impl From<MonitorRun> for RunView {
    fn from(run: MonitorRun) -> Self {
        Self {
            id: run.id,
            monitor_id: run.monitor_id,
            job_id: run.job_id,
            trigger: run.trigger,
            status: run.status,
            failure: run.failure,
            credits_reserved: run.credits_reserved,
            credits_used: run.credits_used,
            started_at: run.started_at.into(),
            finished_at: run.finished_at.map(Moment),
            changes: run.changes,
        }
    }
}

impl From<PlannedEngine> for EngineStatus {
    fn from(planned: PlannedEngine) -> Self {
        Self {
            engine: planned.engine,
            readiness: planned.readiness,
            reason: why_not_ready(planned.engine, planned.readiness),
            model: planned.model,
            credits_per_answer: planned.credits_per_answer,
        }
    }
}

impl MonitorView {
    fn of(monitor: Monitor, last_run: Option<MonitorRun>, catalogue: &EngineCatalogue) -> Self {
        let plan = RunPlan::of(&monitor.settings, catalogue);
        let settings = monitor.settings;
        Self {
            id: monitor.id,
            site_id: monitor.site_id,
            query: settings.query,
            engines: settings.engines,
            cadence: settings.cadence,
            samples_per_run: settings.samples_per_run,
            region: settings.region,
            language: settings.language,
            competitors: settings.competitors,
            enabled: settings.enabled,
            next_run_at: monitor.next_run_at.map(Moment),
            last_run: last_run.map(RunView::from),
            credits_per_run: plan.credits_most(),
            engine_status: plan.engines.into_iter().map(EngineStatus::from).collect(),
            created_at: monitor.created_at.into(),
            updated_at: monitor.updated_at.into(),
        }
    }
}

/// `GET /monitors/:siteId`
pub async fn list_monitors(
    call: Call<SiteAccess>,
    input: Input<Nothing, PageQuery>,
) -> Result<Reply<Items<MonitorView>>, ApiError> {
    let page = input.query.page()?;
    let found = call.app.ports().monitors.monitors(call.tenant.site.site.id, page).await?;
    let catalogue = &call.app.settings().engines;
    let views = found.map(|state| MonitorView::of(state.monitor, state.last_run, catalogue));
    Ok(Reply::page(views, page.limit, |view| view.id.bits()))
}

/// `GET /monitors/:siteId/engines`
pub async fn list_engines(call: Call<SiteAccess>, _: Input) -> Result<Reply<Items<EngineStatus>>, ApiError> {
    let offers = call.app.settings().engines.offers();
    let status = |offer| EngineStatus::from(PlannedEngine::from(offer));
    Ok(Reply::new(Items { items: offers.iter().map(status).collect() }))
}

async fn find(call: &Call<SiteAccess>, id: MonitorId) -> Result<MonitorState, ApiError> {
    let monitors = &call.app.ports().monitors;
    monitors.monitor(call.tenant.site.site.id, id).await?.ok_or_else(|| ApiError::not_found("monitor"))
}
