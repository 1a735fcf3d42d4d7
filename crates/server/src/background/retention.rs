//! Removes what is past its time: events, records of repeats, tokens, browsers, deliveries, answers, jobs.

use askline_domain::{
    citations::RAW_ANSWERS_KEPT,
    ports::{StoreResult, jobs::FINISHED_JOBS_KEPT, whole_stores::Metadata},
    shared::calendar::{Day, WINDOW_DAYS_MOST},
    webhooks::{DELIVERIES_KEPT, UNSENT_KEPT_MOST},
};
use jiff::{SignedDuration, Timestamp, tz::TimeZone};

use super::repeat::{ROWS_AT_ONCE_MOST, in_pieces};
use crate::stores::Stores;

/// Raw events that one transaction removes: enough to come to an end, few enough to let writers in between.
const REMOVED_AT_ONCE_MOST: u32 = 5_000;

/// Removes raw events that are older than their organization's plan keeps them, and counts pages that were not counted for as
/// long, and for longer than any window of days, under the row of other pages: their names go. Every sum stays.
pub async fn remove_old_events(stores: &Stores, now: Timestamp) -> StoreResult<u64> {
    let kept = stores.metadata.retention_days().await?;
    let events: Vec<_> =
        kept.iter().map(|(site, days)| (*site, now - SignedDuration::from_hours(24 * i64::from(*days)))).collect();
    let removed = in_pieces(REMOVED_AT_ONCE_MOST, || async {
        Ok([stores.events.remove_events(&events, REMOVED_AT_ONCE_MOST).await?])
    })
    .await?;
    let pages: Vec<_> = kept.iter().map(|(site, days)| (*site, pages_go_before(*days, now))).collect();
    in_pieces(REMOVED_AT_ONCE_MOST, || async { Ok([stores.events.forget_pages(&pages, REMOVED_AT_ONCE_MOST).await?]) })
        .await?;
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

/// Removes the records of idempotent requests that are past their day; how many.
pub async fn remove_old_records(metadata: &dyn Metadata, now: Timestamp) -> StoreResult<u64> {
    in_pieces(ROWS_AT_ONCE_MOST, || async { Ok([metadata.remove_expired(now, ROWS_AT_ONCE_MOST).await?]) }).await
}

/// Removes tokens of mailed links that have ended; how many.
pub async fn remove_ended_tokens(metadata: &dyn Metadata, now: Timestamp) -> StoreResult<u64> {
    in_pieces(ROWS_AT_ONCE_MOST, || async { Ok([metadata.remove_ended_tokens(now, ROWS_AT_ONCE_MOST).await?]) }).await
}

/// Forgets browsers and addresses by which accounts were known too long ago; how many.
pub async fn forget_old_visitors(metadata: &dyn Metadata, now: Timestamp) -> StoreResult<u64> {
    in_pieces(ROWS_AT_ONCE_MOST, || async { Ok([metadata.forget_visitors(now, ROWS_AT_ONCE_MOST).await?]) }).await
}

/// Removes deliveries, raw answers and finished jobs that are past their time, and what is beyond the bound of unsent
/// messages; how many.
pub async fn remove_old_work(metadata: &dyn Metadata, now: Timestamp) -> StoreResult<u64> {
    in_pieces(ROWS_AT_ONCE_MOST, || async {
        let deliveries = metadata.remove_old_deliveries(now - DELIVERIES_KEPT, ROWS_AT_ONCE_MOST).await?;
        let jobs = metadata.remove_finished_jobs(now - FINISHED_JOBS_KEPT, ROWS_AT_ONCE_MOST).await?;
        let answers = metadata.remove_raw_answers(now - RAW_ANSWERS_KEPT, ROWS_AT_ONCE_MOST).await?;
        Ok([deliveries, jobs, answers, metadata.remove_unsent_deliveries(UNSENT_KEPT_MOST, ROWS_AT_ONCE_MOST).await?])
    })
    .await
}
