//! Creates and changes monitors, and starts and ends their runs.

use askline_domain::{
    audit::{AuditDraft, Target, context::AuditContext},
    citations::{
        answer_reading::own_hosts,
        found_changes::{ChangesBefore, EndingRun, FoundChanges, found_changes},
        run_change::{RunChange, run_changes},
    },
    jobs::{JobLease, NewJob},
    monitors::{
        Monitor,
        engine::Engine,
        failing_engine::unreadable_engines,
        input::{MonitorEdit, NewMonitor},
        run::{MonitorRun, RunPlan, RunTrigger},
        run_end::RunEnd,
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
        StoreError, StoreResult,
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

/// Ends a run and its job: charges for its answers, compares them with the previous run, and finds the changes of citation rates that
/// become clear with it. If the run was deleted or has ended, only the job ends, as failed. Returns false, and stores nothing, if the
/// lease was lost. May be repeated, since nothing is stored before the end.
pub async fn finish_run(monitors: &dyn MonitorStore, lease: JobLease, run: RunId, at: Timestamp) -> StoreResult<bool> {
    let Some(open) = monitors.open_run(run).await? else {
        return monitors.finish_run(lease, None, at).await;
    };
    let OpenRun { org, run, citations, .. } = &open;
    let end = RunEnd::of(citations);
    let before = monitors.changes_before(run, at).await?;
    let known = before.known.iter().map(|change| change.id).collect();
    let (changes, found) = find_changes(&open, before, at).await?;
    let mut events = vec![Event::of_run(*org, run, &end, at)];
    for change in found.new.iter().filter(|change| change.is_reported()) {
        let urls = monitors.own_urls(change).await?;
        events.extend(Event::of_citation_change(*org, change, &urls, at));
    }
    let unreadable = unreadable_engines(citations);
    let ended = EndedRun { run: open.run, end, changes, found, known, events, unreadable };
    monitors.finish_run(lease, Some(&ended), at).await
}

/// Compares a run with the runs before it, and finds the changes that become clear with it. For the largest sites that needs about a
/// second, so it is done on a thread for blocking work.
async fn find_changes(
    open: &OpenRun,
    before: ChangesBefore,
    at: Timestamp,
) -> StoreResult<(Vec<RunChange>, FoundChanges)> {
    let (run, zone) = (&open.run, open.zone.clone());
    let (id, monitor, site, query) = (run.id, run.monitor_id, run.site_id, run.plan.question.query.clone());
    let engines: Vec<Engine> = run.plan.engines.iter().map(|planned| planned.engine).collect();
    let finding = move || {
        let ending = EndingRun { id, monitor, site, query: &query, at, zone: &zone };
        (run_changes(ending, &before, &engines), found_changes(ending, &before, &mut rand::rng()))
    };
    tokio::task::spawn_blocking(finding).await.map_err(|error| StoreError::Internal(error.to_string()))
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
