//! Creates, reads, changes, deletes and runs monitors. Only sessions with the role member or higher may do so: a run
//! costs credits.

mod change;
mod run;

use askline_app::{ports::monitors::MonitorState, present_fields::every_field_present};
use askline_domain::{
    citations::run_change::with_changes,
    engines::{Engine, EngineCatalogue, EngineReadiness},
    monitors::{
        Monitor,
        choices::{MonitorChoice, choices},
        run::{MonitorRun, PlannedEngine, RunPlan, why_not_ready},
    },
    shared::ids::{Id as _, MonitorId},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use change::{create_monitor, delete_monitor, update_monitor};
pub use run::{EngineEstimate, RunEstimate, StartedRun, run_monitor};

use crate::pipeline::handling::{ApiError, Call, Input, Items, Nothing, PageQuery, Reply, SiteAccess};

/// The maximum number of engines that are read from a list of names.
const MAX_NAMES: usize = 20;

/// The monitor in the path.
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
    /// Its settings and schedule.
    #[serde(flatten)]
    pub monitor: Monitor,
    /// Its latest run; null if it never ran.
    pub last_run: Option<MonitorRun>,
    /// Whether each of its engines can be asked, and what an answer costs.
    pub engine_status: Vec<EngineStatus>,
    /// The credits that a run costs if every engine that can be asked answers.
    pub credits_per_run: u32,
}

/// Whether an engine can be asked, and what an answer costs.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct EngineStatus {
    /// The engine.
    pub engine: Engine,
    /// Whether it can be asked.
    pub readiness: EngineReadiness,
    /// Why it cannot be asked, and who can change that; null if it can.
    pub reason: Option<String>,
    /// The requested model; empty if none is configured.
    pub model: String,
    /// The credits that an answer costs. An engine that gives no answer costs nothing.
    pub credits_per_answer: u32,
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
        let credits_per_run = plan.max_credits();
        let engine_status = plan.engines.into_iter().map(EngineStatus::from).collect();
        Self { monitor, last_run, engine_status, credits_per_run }
    }
}

/// `GET /monitors/:siteId`
pub async fn list_monitors(
    call: Call<SiteAccess>,
    input: Input<Nothing, PageQuery>,
) -> Result<Reply<Items<MonitorView>>, ApiError> {
    let page = input.query.page()?;
    let (store, site) = (&call.app.ports().monitors, call.tenant.site.site.id);
    let mut found = store.monitors(site, page).await?;
    add_changes(&call, &mut found.items).await?;
    let catalogue = &call.app.settings().engines;
    let views = found.map(|state| MonitorView::of(state.monitor, state.last_run, catalogue));
    Ok(Reply::page(views, page.limit, |view| view.monitor.id.bits()))
}

/// `GET /monitors/:siteId/engines`
pub async fn list_engines(call: Call<SiteAccess>, _: Input) -> Result<Reply<Items<EngineStatus>>, ApiError> {
    let offers = call.app.settings().engines.offers();
    let status = |offer| EngineStatus::from(PlannedEngine::from(offer));
    Ok(Reply::new(Items { items: offers.iter().map(status).collect() }))
}

/// Query parameters of the list of choices.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChoicesQuery {
    /// The engines to ask, separated by commas; every engine if it is left out. They decide the price.
    #[schemars(extend("example" = "openai,perplexity"))]
    pub engines: Option<String>,
}

/// `GET /monitors/:siteId/choices`
pub async fn list_monitor_choices(
    call: Call<SiteAccess>,
    input: Input<Nothing, ChoicesQuery>,
) -> Result<Reply<Items<MonitorChoice>>, ApiError> {
    let engines = match input.query.engines {
        None => Engine::EVERY.to_vec(),
        Some(names) => {
            let read: Result<Vec<Engine>, _> =
                names.split(',').take(MAX_NAMES).map(str::trim).map(str::parse).collect();
            read.map_err(|error| ApiError::parameter("engines", format!("engines: {error}.")))?
        }
    };
    Ok(Reply::new(Items { items: choices(&call.app.settings().engines, &engines) }))
}

async fn find(call: &Call<SiteAccess>, id: MonitorId) -> Result<MonitorState, ApiError> {
    let monitors = &call.app.ports().monitors;
    monitors.monitor(call.tenant.site.site.id, id).await?.ok_or_else(|| ApiError::not_found("monitor"))
}

/// Adds the current changes of citation rates to the latest run of each monitor.
async fn add_changes(call: &Call<SiteAccess>, monitors: &mut [MonitorState]) -> Result<(), ApiError> {
    let site = call.tenant.site.site.id;
    let current = call.app.ports().monitors.current_changes(&[site], call.request.at).await?;
    for run in monitors.iter_mut().filter_map(|state| state.last_run.as_mut()) {
        run.changes = with_changes(std::mem::take(&mut run.changes), run.monitor_id, &current);
    }
    Ok(())
}
