//! Removes expired data: events, records of idempotent requests, tokens, browsers, deliveries, answers, jobs.

use askline_app::ports::{
    StoreResult, jobs::FINISHED_JOBS_KEPT, logs::crawler_reads::BATCHES_KEPT, whole_stores::Metadata,
};
use askline_domain::{
    alert_mails::due::ALERTS_KEPT,
    channels::message::MESSAGES_KEPT,
    citations::RAW_ANSWERS_KEPT,
    logs::newest::LINES_KEPT,
    requests::log::{MAX_REQUESTS, MAX_REQUESTS_OF_KEY, USE_DAYS},
    shared::calendar::{Day, MAX_WINDOW_DAYS},
    webhooks::{DELIVERIES_KEPT, EVENTS_KEPT, MAX_UNSENT_KEPT},
};
use jiff::{SignedDuration, Timestamp, tz::TimeZone};

use super::repeat::{MAX_ROWS_AT_ONCE, in_pieces};
use crate::stores::Stores;

/// The maximum number of raw events, or of pages, that one piece of work removes, unless it drops a whole day: enough
/// to finish in reasonable time, few enough that other writers get a turn.
const MAX_REMOVED_AT_ONCE: u32 = 5_000;

/// Removes raw events past the retention of their organization's plan. Pages whose last count is older than
/// the retention, and than the longest period of a query, are merged into the row of other pages and lose their names; no
/// sum changes. What crawlers read goes with the names of pages, names of batches that may be repeated no more, and lines of
/// crawlers after two days. Returns the number of removed events.
pub async fn remove_old_events(stores: &Stores, now: Timestamp) -> StoreResult<u64> {
    let kept = stores.metadata.retention_days().await?;
    let events: Vec<_> =
        kept.iter().map(|(site, days)| (*site, now - SignedDuration::from_hours(24 * i64::from(*days)))).collect();
    let removed = in_pieces(MAX_REMOVED_AT_ONCE, || async {
        Ok([stores.events.remove_events(&events, MAX_REMOVED_AT_ONCE).await?])
    })
    .await?;
    let pages: Vec<_> = kept.iter().map(|(site, days)| (*site, pages_go_before(*days, now))).collect();
    in_pieces(MAX_REMOVED_AT_ONCE, || async { Ok([stores.events.forget_pages(&pages, MAX_REMOVED_AT_ONCE).await?]) })
        .await?;
    let batches = now - BATCHES_KEPT;
    in_pieces(MAX_REMOVED_AT_ONCE, || async {
        Ok([stores.events.remove_old_reads(&pages, batches, MAX_REMOVED_AT_ONCE).await?])
    })
    .await?;
    let lines = now - LINES_KEPT;
    in_pieces(MAX_REMOVED_AT_ONCE, || async {
        Ok([stores.events.remove_old_lines(lines, MAX_REMOVED_AT_ONCE).await?])
    })
    .await?;
    if removed > 0 {
        tracing::info!(events = removed, "Removed {removed} raw events past their retention");
    }
    Ok(removed)
}

/// Pages that were last counted before this day are forgotten.
fn pages_go_before(days: u32, now: Timestamp) -> Day {
    let kept = i32::try_from(days).unwrap_or(i32::MAX).max(MAX_WINDOW_DAYS);
    // One more day is kept, since every time zone differs from UTC by less than a day.
    Day(Day::of(now, &TimeZone::UTC).0 - kept - 1)
}

/// Removes expired records of idempotent requests. Returns how many.
pub async fn remove_old_records(metadata: &dyn Metadata, now: Timestamp) -> StoreResult<u64> {
    in_pieces(MAX_ROWS_AT_ONCE, || async { Ok([metadata.remove_expired(now, MAX_ROWS_AT_ONCE).await?]) }).await
}

/// Removes expired tokens of links in emails. Returns how many.
pub async fn remove_ended_tokens(metadata: &dyn Metadata, now: Timestamp) -> StoreResult<u64> {
    in_pieces(MAX_ROWS_AT_ONCE, || async {
        let challenges = metadata.remove_ended_challenges(now, MAX_ROWS_AT_ONCE).await?;
        Ok([metadata.remove_ended_tokens(now, MAX_ROWS_AT_ONCE).await?, challenges])
    })
    .await
}

/// Forgets used answers of passkeys that could not be used any more anyway. Returns how many.
pub async fn forget_used_ceremonies(metadata: &dyn Metadata, now: Timestamp) -> StoreResult<u64> {
    in_pieces(MAX_ROWS_AT_ONCE, || async { Ok([metadata.forget_used_ceremonies(now, MAX_ROWS_AT_ONCE).await?]) }).await
}

/// Forgets emails that no limit counts any more. Returns how many.
pub async fn forget_counted_mails(metadata: &dyn Metadata, now: Timestamp) -> StoreResult<u64> {
    in_pieces(MAX_ROWS_AT_ONCE, || async { Ok([metadata.forget_counted_mails(now, MAX_ROWS_AT_ONCE).await?]) }).await
}

/// Removes expired records of the browsers and addresses that accounts used. Returns how many.
pub async fn forget_old_visitors(metadata: &dyn Metadata, now: Timestamp) -> StoreResult<u64> {
    in_pieces(MAX_ROWS_AT_ONCE, || async { Ok([metadata.forget_visitors(now, MAX_ROWS_AT_ONCE).await?]) }).await
}

/// Removes logged requests beyond their maximum, and uses of keys that are no longer shown. Returns how many.
pub async fn remove_old_requests(metadata: &dyn Metadata, now: Timestamp) -> StoreResult<u64> {
    let mut removed = 0;
    for end in metadata.request_log_ends(MAX_REQUESTS_OF_KEY, MAX_REQUESTS).await? {
        removed +=
            in_pieces(MAX_ROWS_AT_ONCE, || async { Ok([metadata.remove_requests(&end, MAX_ROWS_AT_ONCE).await?]) })
                .await?;
    }
    let before = Day(Day::of(now, &TimeZone::UTC).0 - USE_DAYS + 1);
    let uses =
        in_pieces(MAX_ROWS_AT_ONCE, || async { Ok([metadata.remove_uses(before, MAX_ROWS_AT_ONCE).await?]) }).await?;
    Ok(removed + uses)
}

/// Removes old deliveries, messages to channels, alerts by email, events, raw answers and finished jobs, and unsent messages beyond their maximum. Returns how many.
pub async fn remove_old_work(metadata: &dyn Metadata, now: Timestamp) -> StoreResult<u64> {
    in_pieces(MAX_ROWS_AT_ONCE, || async {
        let deliveries = metadata.remove_old_deliveries(now - DELIVERIES_KEPT, MAX_ROWS_AT_ONCE).await?;
        let events = metadata.remove_old_webhook_events(now - EVENTS_KEPT, MAX_ROWS_AT_ONCE).await?;
        let messages = metadata.remove_old_messages(now - MESSAGES_KEPT, MAX_ROWS_AT_ONCE).await?;
        let alerts = metadata.remove_old_alert_mails(now - ALERTS_KEPT, MAX_ROWS_AT_ONCE).await?;
        let jobs = metadata.remove_finished_jobs(now - FINISHED_JOBS_KEPT, MAX_ROWS_AT_ONCE).await?;
        let answers = metadata.remove_raw_answers(now - RAW_ANSWERS_KEPT, MAX_ROWS_AT_ONCE).await?;
        Ok([
            deliveries,
            events,
            messages,
            alerts,
            jobs,
            answers,
            metadata.remove_unsent_deliveries(MAX_UNSENT_KEPT, MAX_ROWS_AT_ONCE).await?,
        ])
    })
    .await
}
