//! Starts runs of monitors on request, and ends them.

use std::collections::BTreeMap;

use askline_domain::{
    annotations::{Annotation, OwnAnnotation},
    audit::{AuditDraft, context::AuditContext},
    citations::{
        changed_models::{COMPARED_ANSWERS, changed_from, models_of},
        found_changes::{ChangesBefore, EndingRun, FoundChanges, found_changes},
        run_change::{RunChange, run_changes},
    },
    engines::Engine,
    jobs::{JobLease, JobOutcome, NewJob},
    monitors::{
        Monitor,
        failing_engine::{begins_to_fail, unreadable_engines},
        run::{MonitorRun, RunPlan, RunTrigger},
        run_end::{RunEnd, monitor_was_deleted},
    },
    organizations::{credit_reservation::CreditReservation, ledger::LedgerReference},
    shared::ids::{ChangeId, OrgId, RunId},
    webhooks::message::Event,
};
use jiff::Timestamp;

use super::{
    settings::entry_about,
    site_credits::{site_credits, tell_site_credits},
};
use crate::{
    credits,
    error::{Conflict, UseCaseError},
    ports::{
        StoreError, StoreResult,
        change::{Change, Scope},
        monitors::{MonitorStore, OpenRun},
    },
};

/// How a run ends.
#[derive(Debug, Clone)]
pub struct EndedRun {
    /// The run.
    pub run: MonitorRun,
    /// Its result.
    pub end: RunEnd,
    /// Its answers compared with those of the previous run, engine by engine.
    pub changes: Vec<RunChange>,
    /// The changes of citation rates that became clear with it.
    pub found: FoundChanges,
    /// The latest change of each rate of the site, with which `found` was decided.
    pub known: Vec<ChangeId>,
    /// The events that are sent to webhooks.
    pub events: Vec<Event>,
    /// The engines with an unreadable response in the run, each with what was missing.
    pub unreadable: BTreeMap<Engine, String>,
    /// Askline's notes on the charts about engines that answer with another model.
    pub notes: Vec<Annotation>,
}

/// Starts a run with this plan on request, if the monitor is not archived, an engine can be asked, no run is in progress, and
/// enough credits are available. Returns the run with its job.
pub async fn start_run(
    monitors: &dyn MonitorStore,
    org: OrgId,
    monitor: &Monitor,
    plan: RunPlan,
    context: &AuditContext,
) -> Result<(MonitorRun, NewJob), UseCaseError> {
    if monitor.is_archived() {
        return Err(Conflict::MonitorArchived.into());
    }
    if let Some(reason) = plan.why_nobody_is_ready() {
        return Err(Conflict::NoEngineReady(reason).into());
    }
    let (run, job) = MonitorRun::begin(monitor, org, plan, RunTrigger::Manual, context.at, &mut rand::rng());
    let entry = entry_about(monitor, org, "monitor.run_started", context).making(run.id);
    begin_run(monitors, &run, &job, entry).await?;
    Ok((run, job))
}

/// Stores a run that begins, and its job, and reserves its credits.
pub async fn begin_run(
    monitors: &dyn MonitorStore,
    run: &MonitorRun,
    job: &NewJob,
    entry: AuditDraft,
) -> Result<(), UseCaseError> {
    let absent = || UseCaseError::NotFound("monitor");
    let mut change = monitors.begin(&[Scope::Organization(job.org_id)]).await?;
    if !change.has_monitor(run.site_id, run.monitor_id).await? {
        return Err(absent());
    }
    if change.is_run_open(run.monitor_id).await? {
        return Err(Conflict::AlreadyRunning.into());
    }
    let of_site = site_credits(&mut *change, job.org_id, run).await?;
    if let Some(refusal) = of_site.and_then(|credits| credits.refusal(run.credits_reserved)) {
        return Err(UseCaseError::InsufficientCredits(refusal));
    }
    let work = LedgerReference::job(job.id);
    match credits::reserve(&mut *change, job.org_id, &work, run.credits_reserved, run.started_at).await? {
        CreditReservation::Reserved | CreditReservation::AlreadyReserved => {}
        CreditReservation::Missing => return Err(absent()),
        CreditReservation::Insufficient { available } => {
            // This change reports the shortage to webhooks.
            change.commit_without_notice().await?;
            return Err(UseCaseError::InsufficientCredits(run.why_unpaid(available)));
        }
    }
    change.insert_run(run).await?;
    change.enqueue(job).await?;
    tell_site_credits(&mut *change, job.org_id, run, of_site).await?;
    change.audit(entry).await?;
    change.commit_without_notice().await?;
    Ok(())
}

/// Ends a run and its job: charges for its answers, compares them with the previous run, and finds the changes of citation rates that
/// become clear with it. If the run was deleted or has ended, only the job ends, as failed. Returns false, and stores nothing, if the
/// lease was lost. May be repeated, since nothing is stored before the end.
pub async fn finish_run(monitors: &dyn MonitorStore, lease: JobLease, run: RunId, at: Timestamp) -> StoreResult<bool> {
    let Some(open) = monitors.open_run(run).await? else {
        return end_run(monitors, lease, None, at).await;
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
    let (unreadable, notes) = (unreadable_engines(citations), notes_of_models(monitors, &open, at).await?);
    let ended = EndedRun { run: open.run, end, changes, found, known, events, unreadable, notes };
    end_run(monitors, lease, Some(&ended), at).await
}

/// Stores how a run ended, and ends its job. Without `ended`, or if the run was deleted or has ended in the meantime, only the
/// job ends, as failed. Returns false, and stores nothing, if the lease was lost. Fails with [`StoreError::RolledBack`] if
/// another run of the site has stored a change since `known` was read.
pub async fn end_run(
    monitors: &dyn MonitorStore,
    lease: JobLease,
    ended: Option<&EndedRun>,
    at: Timestamp,
) -> StoreResult<bool> {
    let Some(org) = monitors.organization_of_job(lease.job).await? else { return Ok(false) };
    let mut change = monitors.begin(&[Scope::Organization(org)]).await?;
    let was_open = match ended {
        Some(ended) => change.end_run(ended.run.id, &ended.end, &ended.changes, at).await?,
        None => false,
    };
    let ended = ended.filter(|_| was_open);
    let outcome = match ended {
        Some(EndedRun { run, end, .. }) => {
            let reason = end.payment_reason(&run.plan.question.query);
            credits::settle(&mut *change, org, &LedgerReference::job(lease.job), end.credits_used, &reason, at).await?;
            end.outcome(run.id)
        }
        None => JobOutcome::Failed(monitor_was_deleted()),
    };
    if !change.end_try(lease, &outcome, at).await? {
        return Ok(false);
    }
    if let Some(ended) = ended {
        change.store_found_changes(&ended.run, &ended.found, &ended.known, at).await?;
        for event in &ended.events {
            change.raise(event).await?;
        }
        report_failing(&mut *change, org, ended, at).await?;
        for note in &ended.notes {
            change.insert_own_annotation(note).await?;
        }
    }
    change.commit_without_notice().await?;
    Ok(true)
}

/// Raises an event for each engine that begins to send unreadable responses with this run, which has ended in the same change. Changes
/// of an organization happen one after the other, so of runs that end at the same time only one reports the engine.
async fn report_failing(change: &mut dyn Change, org: OrgId, ended: &EndedRun, at: Timestamp) -> StoreResult<()> {
    for (engine, reason) in &ended.unreadable {
        let mut requests = change.engine_requests(ended.run.site_id, *engine).await?;
        // Of runs that end in the same millisecond, this one is the last.
        requests.sort_by_key(|one| one.run == ended.run.id);
        if let Some(failing) = begins_to_fail(&requests) {
            change.raise(&Event::of_failing_engine(org, &ended.run, (*engine, reason), &failing, at)).await?;
        }
    }
    Ok(())
}

/// What is noted about engines that answer with another model since this run.
async fn notes_of_models(monitors: &dyn MonitorStore, open: &OpenRun, at: Timestamp) -> StoreResult<Vec<Annotation>> {
    let mut notes = Vec::new();
    for (engine, model) in models_of(&open.citations) {
        let latest = monitors.latest_models(&open.run, engine, COMPARED_ANSWERS).await?;
        if let Some(before) = changed_from(&model, &latest) {
            let what = OwnAnnotation::Model { engine, model: &model, before };
            notes.push(Annotation::own(open.run.site_id, what, at, &open.zone));
        }
    }
    Ok(notes)
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
