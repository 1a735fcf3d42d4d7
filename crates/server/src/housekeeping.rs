//! What is done by the clock while the server runs. Everything here may be cut off at any time and is taken up again.

use std::{sync::Arc, time::Duration};

use askline_api::{app::App, resources::sites::take_up_removals};
use askline_domain::{
    citations::RAW_ANSWERS_KEPT,
    monitors::engine::EngineCatalogue,
    ports::{StoreResult, jobs::FINISHED_JOBS_KEPT, whole_stores::Metadata},
    shared::calendar::{Day, WINDOW_DAYS_MOST},
    webhooks::{DELIVERIES_KEPT, UNSENT_KEPT_MOST},
};
use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use metrics::gauge;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::time::MissedTickBehavior;

use crate::{
    disk_space::DiskWatch,
    listen::{Stop, stopped},
    measurements::UPKEEP_EVERY,
    stores::Stores,
};

/// How often uses of keys and sessions and sightings of widgets are written down.
const FLUSH_NOTES_EVERY: Duration = Duration::from_secs(5);
/// How often runs of monitors that are due are started.
const START_RUNS_EVERY: Duration = Duration::from_secs(60);
/// How often what is past its time is removed.
const REMOVE_OLD_EVERY: Duration = Duration::from_secs(3_600);
/// Raw events that one transaction removes: enough to come to an end, few enough to let writers in between.
const REMOVED_AT_ONCE_MOST: u32 = 5_000;
/// Keys, sites, deliveries or jobs that one transaction of the hourly round touches.
const ROWS_AT_ONCE_MOST: u32 = 500;
/// A breath between two such transactions.
const REMOVAL_PAUSE: Duration = Duration::from_millis(50);

/// Starts all of it. Each ends with the sign to stop.
pub fn start(app: App, stores: Stores, disk: Option<Arc<DiskWatch>>, recorder: PrometheusHandle, stop: Stop) {
    let noting = app.clone();
    tokio::spawn(every(FLUSH_NOTES_EVERY, stop.clone(), async move || {
        told("Uses could not be written down", noting.flush_notes().await);
    }));
    let measured = stores.clone();
    let measuring = app.clone();
    tokio::spawn(every(UPKEEP_EVERY, stop.clone(), async move || {
        gauge!("askline_event_queue_depth").set(measured.events.waiting() as f64);
        gauge!("askline_uptime_seconds").set(measuring.clock().elapsed().as_secs_f64());
        recorder.run_upkeep();
        if let Some(disk) = disk.clone() {
            // Asked elsewhere, since a disk that hangs would hold up a thread that answers.
            let _ = tokio::task::spawn_blocking(move || disk.look()).await;
        }
    }));
    let (scheduling, scheduled) = (app.clone(), stores.metadata.clone());
    tokio::spawn(every(START_RUNS_EVERY, stop.clone(), async move || {
        let started = start_due_runs(&*scheduled, &scheduling.settings().engines, scheduling.now()).await;
        told("Runs of monitors that are due could not be started", started);
        if scheduling.settings().mail
            && let Ok(health) = scheduled.mail_health().await
        {
            gauge!("askline_mails_waiting").set(health.waiting as f64);
            gauge!("askline_mail_failing").set(if health.failing_since.is_some() { 1.0 } else { 0.0 });
        }
    }));
    tokio::spawn(every(REMOVE_OLD_EVERY, stop, async move || {
        let now = app.now();
        told("Old idempotency records could not be removed", remove_old_records(&*stores.metadata, now).await);
        told("Ended sessions could not be removed", stores.metadata.remove_ended_sessions(now).await);
        told("Ended links could not be removed", remove_ended_tokens(&*stores.metadata, now).await);
        told("Browsers and addresses could not be forgotten", forget_old_visitors(&*stores.metadata, now).await);
        told("What was deleted could not be removed", take_up_removals(&app).await);
        told("Old events could not be removed", remove_old_events(&stores, now).await);
        told("Events that come with time could not be told", tell_what_time_brings(&*stores.metadata, now).await);
        told("Old deliveries, answers and jobs could not be removed", remove_old_work(&*stores.metadata, now).await);
    }));
}

/// Tells webhooks of keys that end soon and of sites where the widget is not seen any more; how many.
pub async fn tell_what_time_brings(metadata: &dyn Metadata, now: Timestamp) -> StoreResult<u64> {
    let mut told = 0;
    loop {
        let keys = metadata.tell_expiring_keys(now, ROWS_AT_ONCE_MOST).await?;
        let sites = metadata.tell_stale_sites(now, ROWS_AT_ONCE_MOST).await?;
        told += keys + sites;
        if keys.max(sites) < u64::from(ROWS_AT_ONCE_MOST) {
            return Ok(told);
        }
        tokio::time::sleep(REMOVAL_PAUSE).await;
    }
}

/// Forgets browsers and addresses by which accounts were known too long ago; how many.
pub async fn forget_old_visitors(metadata: &dyn Metadata, now: Timestamp) -> StoreResult<u64> {
    in_pieces(|| metadata.forget_visitors(now, ROWS_AT_ONCE_MOST)).await
}

/// Removes tokens of mailed links that have ended; how many.
pub async fn remove_ended_tokens(metadata: &dyn Metadata, now: Timestamp) -> StoreResult<u64> {
    in_pieces(|| metadata.remove_ended_tokens(now, ROWS_AT_ONCE_MOST)).await
}

/// Does a piece of work of at most [`ROWS_AT_ONCE_MOST`] rows again, with a pause between, until one is not full; how many rows in all.
async fn in_pieces<F: Future<Output = StoreResult<u64>>>(mut piece: impl FnMut() -> F) -> StoreResult<u64> {
    let mut all = 0;
    loop {
        let rows = piece().await?;
        all += rows;
        if rows < u64::from(ROWS_AT_ONCE_MOST) {
            return Ok(all);
        }
        tokio::time::sleep(REMOVAL_PAUSE).await;
    }
}

/// Starts the runs of monitors that are due; how many monitors were.
pub async fn start_due_runs(metadata: &dyn Metadata, catalogue: &EngineCatalogue, now: Timestamp) -> StoreResult<u64> {
    in_pieces(|| metadata.start_due_runs(now, ROWS_AT_ONCE_MOST, catalogue)).await
}

/// Removes the records of idempotent requests that are past their day; how many.
pub async fn remove_old_records(metadata: &dyn Metadata, now: Timestamp) -> StoreResult<u64> {
    in_pieces(|| metadata.remove_expired(now, ROWS_AT_ONCE_MOST)).await
}

/// Removes deliveries, raw answers and finished jobs that are past their time, and what is beyond the bound of unsent
/// messages; how many.
pub async fn remove_old_work(metadata: &dyn Metadata, now: Timestamp) -> StoreResult<u64> {
    let mut removed = 0;
    loop {
        let deliveries = metadata.remove_old_deliveries(now - DELIVERIES_KEPT, ROWS_AT_ONCE_MOST).await?;
        let jobs = metadata.remove_finished_jobs(now - FINISHED_JOBS_KEPT, ROWS_AT_ONCE_MOST).await?;
        let answers = metadata.remove_raw_answers(now - RAW_ANSWERS_KEPT, ROWS_AT_ONCE_MOST).await?;
        let unsent = metadata.remove_unsent_deliveries(UNSENT_KEPT_MOST, ROWS_AT_ONCE_MOST).await?;
        removed += deliveries + jobs + answers + unsent;
        if deliveries.max(jobs).max(answers).max(unsent) < u64::from(ROWS_AT_ONCE_MOST) {
            return Ok(removed);
        }
        tokio::time::sleep(REMOVAL_PAUSE).await;
    }
}

/// Removes raw events that are older than their organization's plan keeps them, and counts pages that were not counted for as
/// long, and for longer than any window of days, under the row of other pages: their names go. Every sum stays.
pub async fn remove_old_events(stores: &Stores, now: Timestamp) -> StoreResult<u64> {
    let kept = stores.metadata.retention_days().await?;
    let events: Vec<_> =
        kept.iter().map(|(site, days)| (*site, now - SignedDuration::from_hours(24 * i64::from(*days)))).collect();
    let removed = until_few(|| stores.events.remove_events(&events, REMOVED_AT_ONCE_MOST)).await?;
    let pages: Vec<_> = kept.iter().map(|(site, days)| (*site, pages_go_before(*days, now))).collect();
    until_few(|| stores.events.forget_pages(&pages, REMOVED_AT_ONCE_MOST)).await?;
    if removed > 0 {
        tracing::info!(events = removed, "Removed {removed} raw events past their retention");
    }
    Ok(removed)
}

/// The day before which pages must have been counted last, to be forgotten.
fn pages_go_before(days: u32, now: Timestamp) -> Day {
    let kept = i32::try_from(days).unwrap_or(i32::MAX).max(WINDOW_DAYS_MOST);
    // A day more, since no zone is a whole day away from UTC.
    Day(Day::of(now, &TimeZone::UTC).0 - kept - 1)
}

/// Removes again, with a breath in between, until there is less than one transaction removes; how much.
async fn until_few<F: Future<Output = StoreResult<u64>>>(remove: impl Fn() -> F) -> StoreResult<u64> {
    let mut removed = 0;
    loop {
        let count = remove().await?;
        removed += count;
        if count < u64::from(REMOVED_AT_ONCE_MOST) {
            return Ok(removed);
        }
        tokio::time::sleep(REMOVAL_PAUSE).await;
    }
}

async fn every(period: Duration, mut stop: Stop, mut work: impl AsyncFnMut()) {
    let mut interval = tokio::time::interval(period);
    interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            biased;
            () = stopped(&mut stop) => return,
            _ = interval.tick() => work().await,
        }
    }
}

fn told<T>(what: &str, result: StoreResult<T>) {
    if let Err(error) = result {
        tracing::warn!(%error, "{what}; it is tried again");
    }
}
