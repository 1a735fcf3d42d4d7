//! Starts scheduled runs. Each monitor is a separate change, so that one that cannot run does not delay others.

use askline_app::ports::{StoreResult, credits::CreditReservation};
use askline_domain::{
    jobs::JobFailure,
    monitors::{
        Monitor,
        cadence::NEXT_RUN_WITHIN,
        engine::EngineCatalogue,
        run::{INSUFFICIENT_CREDITS, MonitorRun, NOT_CONFIGURED, RunPlan, RunTrigger},
        run_end::RunEnd,
    },
    shared::ids::OrgId,
    sites::stored_time_zone,
    webhooks::message::Event,
};
use jiff::Timestamp;

use super::{
    rows::{TABLE, read_monitor},
    run_rows,
};
use crate::{
    metadata::{
        MetadataStore,
        changes::{change::Change, scope::Scope},
    },
    sql::{Row, rows::RowReader, sql},
};

pub(super) async fn start_due(
    store: &MetadataStore,
    now: Timestamp,
    most: u32,
    catalogue: &EngineCatalogue,
) -> StoreResult<u64> {
    let due = sql("SELECT m.id, s.org_id FROM monitors m JOIN sites s ON s.id = m.site_id \
         JOIN organizations o ON o.id = s.org_id WHERE (m.next_run_ms <= $1 OR m.next_run_ms > $2) \
         AND m.is_removed = 0 AND s.is_removed = 0 AND o.is_removed = 0 ORDER BY m.next_run_ms, m.id LIMIT $3")
    .bind(now)
    .bind(now + NEXT_RUN_WITHIN)
    .bind(most)
    .fetch_all(&store.inner.read)
    .await?;
    let mut first_error = None;
    for row in &due {
        // One unreadable row must not block the rows after it forever.
        if let Err(error) = start_one(store, &RowReader::new(row, TABLE, "id"), now, catalogue).await {
            first_error.get_or_insert(error);
        }
    }
    first_error.map_or(Ok(due.len() as u64), Err)
}

async fn start_one(
    store: &MetadataStore,
    due: &RowReader<'_, Row>,
    now: Timestamp,
    catalogue: &EngineCatalogue,
) -> StoreResult<()> {
    let (id, org): (String, OrgId) = (due.text("id")?, due.parsed("org_id")?);
    let mut change = store.begin([Scope::Organization(org)]).await?;
    let row = sql("SELECT m.*, s.timezone FROM monitors m JOIN sites s ON s.id = m.site_id \
         JOIN organizations o ON o.id = s.org_id WHERE m.id = $1 AND (m.next_run_ms <= $2 OR m.next_run_ms > $3) \
         AND m.is_removed = 0 AND s.is_removed = 0 AND o.is_removed = 0")
    .bind(&id)
    .bind(now)
    .bind(now + NEXT_RUN_WITHIN)
    .fetch_optional(change.connection())
    .await?;
    // Changed, deleted, or started by another process in the meantime.
    let Some(row) = row else { return Ok(()) };
    let monitor = read_monitor(&row)?;
    let reader = RowReader::new(&row, TABLE, "id");
    // A time later than any cadence allows was computed while the clock was ahead, and is replaced.
    let is_due = monitor.next_run_at.is_some_and(|due| due <= now);
    let zone = stored_time_zone(&reader.text("timezone")?, &monitor.site_id.to_string())?;
    // Computed from now, not from when it was due: several missed runs become a single run.
    let next = monitor.settings.next_run(monitor.id, &zone, now);
    sql("UPDATE monitors SET next_run_ms = $1 WHERE id = $2").bind(next).bind(id).execute(change.connection()).await?;
    if is_due && !run_rows::is_running(change.connection(), monitor.id).await? {
        start_run(&mut change, org, &monitor, catalogue, now).await?;
    }
    change.commit_without_notice().await
}

async fn start_run(
    change: &mut Change,
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
    match change.reserve_for_job(org, job.id, run.credits_reserved, now).await? {
        CreditReservation::Reserved | CreditReservation::AlreadyReserved => {}
        CreditReservation::Missing => return Ok(()),
        CreditReservation::Insufficient { available } => {
            let reason = run.why_unpaid(available);
            return refuse(change, org, run, JobFailure::new(INSUFFICIENT_CREDITS, reason)).await;
        }
    }
    run_rows::insert(change.connection(), &run).await?;
    change.enqueue(&job).await
}

/// Stores a run that cannot begin, and reports it like any other failed run.
async fn refuse(change: &mut Change, org: OrgId, run: MonitorRun, failure: JobFailure) -> StoreResult<()> {
    let end = RunEnd { failure: Some(failure.clone()), ..RunEnd::of(&[]) };
    let run = run.refused(failure);
    run_rows::insert(change.connection(), &run).await?;
    change.raise_event(&Event::of_run(org, &run, &end, run.started_at)).await
}
