//! Creates and changes monitors, and starts and ends their runs.

use askline_domain::{
    audit::{AuditDraft, Target, context::AuditContext},
    citations::{answer_reading::own_hosts, run_change::RunChange},
    jobs::{JobLease, NewJob},
    monitors::{
        Monitor,
        input::{MonitorEdit, NewMonitor},
        run::{MonitorRun, RunPlan, RunTrigger},
        run_end::{RunEnd, answers_of},
    },
    shared::ids::{Id as _, MonitorId, OrgId, RunId},
    sites::Site,
    webhooks::message::Event,
};
use jiff::{Timestamp, tz::TimeZone};
use serde_json::json;

use crate::{
    error::{Changed, Conflict, Limit, UseCaseError},
    ports::{
        StoreResult,
        monitors::{EndedRun, MonitorCreation, MonitorStore, OpenRun, RunStart},
    },
};

/// The maximum number of characters of a question that the audit log shows as the name of its monitor.
const MAX_NAME_CHARACTERS: usize = 100;

/// Creates a monitor of a site whose time zone is `zone`.
pub async fn create(
    monitors: &dyn MonitorStore,
    (site, zone): (&Site, &TimeZone),
    new: NewMonitor,
    context: &AuditContext,
) -> Result<Monitor, UseCaseError> {
    let settings = new.check(&own_hosts(&site.domain, &site.allowed_origins))?;
    let id = MonitorId::new(context.at, &mut rand::rng());
    let monitor = Monitor::new(id, site.id, settings, zone, context.at);
    let audit = entry_about(&monitor, site.org_id, "monitor.created", context);
    match monitors.create_monitor(&monitor, audit).await? {
        MonitorCreation::Created => Ok(monitor),
        MonitorCreation::LimitReached => Err(UseCaseError::LimitReached(Limit::Monitors)),
    }
}

/// Changes a monitor that was read as `before`.
pub async fn change(
    monitors: &dyn MonitorStore,
    (site, zone): (&Site, &TimeZone),
    before: Monitor,
    edit: MonitorEdit,
    context: &AuditContext,
) -> Result<Monitor, UseCaseError> {
    let settings = edit.check(&before.settings, &own_hosts(&site.domain, &site.allowed_origins))?;
    if settings == before.settings {
        return Ok(before);
    }
    let monitor = before.edited(settings, zone, context.at);
    let audit = entry_about(&monitor, site.org_id, "monitor.updated", context);
    match monitors.update_monitor(&before, &monitor, audit).await? {
        true => Ok(monitor),
        false => Err(UseCaseError::ChangedMeanwhile(Changed::Monitor)),
    }
}

/// Starts a run with this plan on request, if an engine can be asked, no run is in progress, and enough credits are
/// available. Returns the run with its job.
pub async fn start_run(
    monitors: &dyn MonitorStore,
    org: OrgId,
    monitor: &Monitor,
    plan: RunPlan,
    context: &AuditContext,
) -> Result<(MonitorRun, NewJob), UseCaseError> {
    if let Some(reason) = plan.why_nobody_is_ready() {
        return Err(Conflict::NoEngineReady(reason).into());
    }
    let (run, job) = MonitorRun::begin(monitor, org, plan, RunTrigger::Manual, context.at, &mut rand::rng());
    let audit = entry_about(monitor, org, "monitor.run_started", context).making(run.id);
    match monitors.start_run(&run, &job, audit).await? {
        RunStart::Started => Ok((run, job)),
        RunStart::AlreadyRunning => Err(Conflict::AlreadyRunning.into()),
        RunStart::Insufficient { available } => Err(UseCaseError::InsufficientCredits(run.why_unpaid(available))),
        RunStart::Missing => Err(UseCaseError::NotFound("monitor")),
    }
}

/// Ends a run and its job: charges for its answers, and reports what changed since the previous runs. If the run was
/// deleted or has ended, only the job ends, as failed. Returns false, and stores nothing, if the lease was lost. May be
/// repeated, since nothing is stored before the end.
pub async fn finish_run(monitors: &dyn MonitorStore, lease: JobLease, run: RunId, at: Timestamp) -> StoreResult<bool> {
    let Some(OpenRun { org, run, citations }) = monitors.open_run(run).await? else {
        return monitors.finish_run(lease, None, at).await;
    };
    let end = RunEnd::of(&citations);
    let (mut changes, mut events) = (Vec::new(), vec![Event::of_run(org, &run, &end, at)]);
    for engine in run.plan.engines.iter().map(|planned| planned.engine) {
        let Some((reading_version, now)) = answers_of(engine, &citations) else { continue };
        let (mut runs, said) = monitors.runs_before(&run, engine, reading_version).await?;
        runs.push((run.id, now));
        let Some(change) = RunChange::of(engine, &runs, said.as_ref(), at) else { continue };
        if change.told().is_some() {
            let urls = monitors.own_urls(&run, &change).await?;
            events.extend(Event::of_citation_change(org, &run, &change, &urls, at));
        }
        changes.push(change);
    }
    monitors.finish_run(lease, Some(&EndedRun { run, end, changes, events }), at).await
}

/// The audit entry about a monitor.
pub fn entry_about(monitor: &Monitor, org: OrgId, action: &str, context: &AuditContext) -> AuditDraft {
    let settings = &monitor.settings;
    let name: String = settings.query.chars().take(MAX_NAME_CHARACTERS).collect();
    let metadata = json!({
        "siteId": monitor.site_id, "engines": settings.engines, "cadence": settings.cadence,
        "samplesPerRun": settings.samples_per_run, "enabled": settings.enabled,
    });
    context.entry(org, action, vec![Target::new("monitor", monitor.id, name)], metadata)
}
