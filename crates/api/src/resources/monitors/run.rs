//! Runs a monitor, or estimates what a run would cost.

use askline_app::{monitors, present_fields::every_field_present};
use askline_domain::{
    jobs::Job,
    monitors::run::{MonitorRun, PlannedEngine, RunPlan},
};
use schemars::JsonSchema;
use serde::Serialize;

use super::{EngineStatus, MonitorPath, find};
use crate::{
    pipeline::{
        handling::{ApiError, Call, Input, Reply, SiteAccess},
        request::estimate::{BegunOrEstimate, EstimateQuery},
    },
    resources::jobs::JobView,
};

/// A run that was started.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StartedRun {
    /// The run.
    pub run: MonitorRun,
    /// Its job, whose progress `GET /jobs/{jobId}` shows.
    pub job: JobView,
    /// Credits that are reserved for the run. Only received answers are charged, and the rest is released.
    pub credits_reserved: u32,
}

/// What a run may cost.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct RunEstimate {
    /// The credits that the run costs if every engine that can be asked answers every time.
    pub credits: u32,
    /// The credits that new work may use, before this run.
    pub available: i64,
    /// Whether that is enough.
    pub affordable: bool,
    /// What each engine may cost.
    pub engines: Vec<EngineEstimate>,
}

/// What an engine may cost in a run.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct EngineEstimate {
    /// Whether it can be asked, and what an answer costs.
    #[serde(flatten)]
    pub engine: EngineStatus,
    /// How many times it is asked.
    pub answers: u32,
    /// The credits that it costs if it answers every time.
    pub credits: u32,
}

/// `POST /monitors/:siteId/:monitorId/run`
pub async fn run_monitor(
    call: Call<SiteAccess>,
    input: Input<MonitorPath, EstimateQuery>,
) -> Result<Reply<BegunOrEstimate<StartedRun, RunEstimate>>, ApiError> {
    let monitor = find(&call, input.path.monitor_id).await?.monitor;
    let (at, org) = (call.request.at, call.tenant.organization.id);
    let plan = RunPlan::of(&monitor.settings, &call.app.settings().engines);
    if input.query.estimate {
        let account = call.app.ports().credits.credits(org, at).await?;
        let account = account.ok_or_else(|| ApiError::not_found("organization"))?;
        let estimate = RunEstimate::of(&plan, account.available());
        return Ok(Reply::nothing_begun(BegunOrEstimate::Estimate(estimate)));
    }
    let (store, context) = (&*call.app.ports().monitors, call.audit_context());
    let (run, job) = monitors::start_run(store, org, &monitor, plan, &context).await?;
    let credits_reserved = run.credits_reserved;
    let started = StartedRun { run, job: Job::from(job).into(), credits_reserved };
    Ok(Reply::new(BegunOrEstimate::Begun(Box::new(started))))
}

impl RunEstimate {
    fn of(plan: &RunPlan, available: i64) -> Self {
        let engine = |planned: &PlannedEngine| {
            let answers = if planned.is_ready() { u32::from(plan.question.samples) } else { 0 };
            let credits = planned.credits_per_answer.saturating_mul(answers);
            EngineEstimate { engine: planned.clone().into(), answers, credits }
        };
        let credits = plan.max_credits();
        let affordable = available >= i64::from(credits);
        Self { credits, available, affordable, engines: plan.engines.iter().map(engine).collect() }
    }
}
