//! Starts scheduled runs. Each monitor is a separate change, so that one that cannot run does not delay others.

use askline_domain::{
    engines::EngineCatalogue,
    jobs::JobFailure,
    monitors::{
        Monitor,
        cadence::NEXT_RUN_WITHIN,
        run::{INSUFFICIENT_CREDITS, MonitorRun, NOT_CONFIGURED, RunPlan, RunTrigger},
        run_end::RunEnd,
    },
    organizations::{credit_reservation::CreditReservation, ledger::LedgerReference},
    shared::ids::{MonitorId, OrgId},
    webhooks::message::Event,
};
use jiff::Timestamp;

use super::site_credits::{site_credits, tell_site_credits};
use crate::{
    credits,
    ports::{
        StoreResult,
        change::{Change, Scope},
        monitors::MonitorStore,
    },
};

/// Starts the runs that are due, at most `most`; returns how many monitors were due. A monitor that missed several runs runs
/// once; one whose run has not ended is skipped; a run that cannot be paid or has no engine is stored as failed. If the clock
/// was set back, so that the next run is further off than any cadence allows, the monitor gets a new next run.
pub async fn start_due_runs(
    monitors: &dyn MonitorStore,
    now: Timestamp,
    most: u32,
    catalogue: &EngineCatalogue,
) -> StoreResult<u64> {
    let due = monitors.due_monitors(now, now + NEXT_RUN_WITHIN, most).await?;
    let count = due.len() as u64;
    let mut first_error = None;
    for one in due {
        let started = match one {
            Ok((org, id)) => start_one(monitors, org, id, now, catalogue).await,
            Err(error) => Err(error),
        };
        // One unreadable row must not block the rows after it forever.
        if let Err(error) = started {
            first_error.get_or_insert(error);
        }
    }
    first_error.map_or(Ok(count), Err)
}

async fn start_one(
    monitors: &dyn MonitorStore,
    org: OrgId,
    id: MonitorId,
    now: Timestamp,
    catalogue: &EngineCatalogue,
) -> StoreResult<()> {
    let mut change = monitors.begin(&[Scope::Organization(org)]).await?;
    // Changed, deleted, or started by another process in the meantime.
    let Some((monitor, zone)) = change.due_monitor(id, now, now + NEXT_RUN_WITHIN).await? else { return Ok(()) };
    // A time later than any cadence allows was computed while the clock was ahead, and is replaced.
    let is_due = monitor.next_run_at.is_some_and(|due| due <= now);
    // Computed from now, not from when it was due: several missed runs become a single run.
    change.set_next_run(id, monitor.next_run(&zone, now)).await?;
    if is_due && !change.is_run_open(id).await? {
        start_run(&mut *change, org, &monitor, catalogue, now).await?;
    }
    change.commit_without_notice().await
}

async fn start_run(
    change: &mut dyn Change,
    org: OrgId,
    monitor: &Monitor,
    catalogue: &EngineCatalogue,
    now: Timestamp,
) -> StoreResult<()> {
    let plan = RunPlan::of(&monitor.settings, catalogue);
    let nobody = plan.why_nobody_is_ready();
    let (run, job) = MonitorRun::begin(monitor, org, plan, RunTrigger::Schedule, now, &mut rand::rng());
    if let Some(reason) = nobody {
        return refuse(change, org, run, JobFailure::new(NOT_CONFIGURED, reason)).await;
    }
    let of_site = site_credits(change, org, &run).await?;
    if let Some(reason) = of_site.and_then(|credits| credits.refusal(run.credits_reserved)) {
        return refuse(change, org, run, JobFailure::new(INSUFFICIENT_CREDITS, reason)).await;
    }
    match credits::reserve(change, org, &LedgerReference::job(job.id), run.credits_reserved, now).await? {
        CreditReservation::Reserved | CreditReservation::AlreadyReserved => {}
        CreditReservation::Missing => return Ok(()),
        CreditReservation::Insufficient { available } => {
            let reason = run.why_unpaid(available);
            return refuse(change, org, run, JobFailure::new(INSUFFICIENT_CREDITS, reason)).await;
        }
    }
    change.insert_run(&run).await?;
    change.enqueue(&job).await?;
    tell_site_credits(change, org, &run, of_site).await
}

/// Stores a run that cannot begin, and reports it like any other failed run.
async fn refuse(change: &mut dyn Change, org: OrgId, run: MonitorRun, failure: JobFailure) -> StoreResult<()> {
    let end = RunEnd { failure: Some(failure.clone()), ..RunEnd::of(&[]) };
    let run = run.refused(failure);
    change.insert_run(&run).await?;
    change.raise(&Event::of_run(org, &run, &end, run.started_at)).await
}
