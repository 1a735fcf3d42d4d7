//! How far removals of a site have progressed, so that none repeats another's work. See `event_books`.
//!
//! Removals only increase both days, under the lock of the site. A commit with an event of an older day decreases them
//! under the same lock; deleting the site resets the first.

use std::collections::{BTreeMap, HashMap};

use askline_app::ports::StoreResult;
use askline_domain::shared::ids::SiteId;

use super::{
    partitions::{self, DAYS_AT_ONCE},
    site_key::{SiteKey, key_of, lock_sites},
    store::Inner,
};
use crate::sql::{Link, rows::store_error};

/// The maximum number of sites per transaction that removes. Each takes a lock, in addition to those of the days.
pub(super) const SITES_AT_ONCE: usize = 64;

/// How far the removals of a site have progressed.
#[derive(Debug, Clone, Copy)]
pub(super) struct DoneBefore {
    /// The site has no raw event before this day.
    pub(super) removed: i32,
    /// Its pages and labels of days before this one were forgotten.
    pub(super) forgotten: i32,
}

impl Inner {
    /// Reads the progress for each site that has events.
    pub(super) async fn done_before(&self) -> StoreResult<HashMap<SiteKey, DoneBefore>> {
        let rows = sqlx::query_as("SELECT site, removed_before, forgotten_before FROM event_books");
        let mut connection = self.read.acquire().await.map_err(store_error)?;
        let rows: Vec<(SiteKey, i32, i32)> = rows.fetch_all(&mut connection).await.map_err(store_error)?;
        Ok(rows.into_iter().map(|(site, removed, forgotten)| (site, DoneBefore { removed, forgotten })).collect())
    }
}

/// Groups sites by the day up to which work is to be done, in chunks that one transaction can process.
pub(super) fn in_chunks(sites: impl IntoIterator<Item = (SiteId, i32)>) -> Vec<(i32, Vec<SiteId>)> {
    let mut of_day = BTreeMap::<i32, Vec<SiteId>>::new();
    for (site, day) in sites {
        of_day.entry(day).or_default().push(site);
    }
    let chunks = |(day, sites): (i32, Vec<SiteId>)| {
        sites.chunks(SITES_AT_ONCE).map(|chunk| (day, chunk.to_vec())).collect::<Vec<_>>()
    };
    of_day.into_iter().flat_map(chunks).collect()
}

/// Returns the oldest day for which one of these sites may have raw events.
pub(super) async fn removed_before(connection: &mut Link, sites: &[SiteKey]) -> sqlx::Result<Option<i32>> {
    let oldest = sqlx::query_scalar("SELECT MIN(removed_before) FROM event_books WHERE site = ANY ($1)");
    oldest.bind(sites).fetch_one(connection).await
}

/// Returns the days before `end` that have a partition and for which these sites may have raw events, at most as many
/// as one transaction may check; and the first day that is left to check, or `end`.
pub(super) async fn days_to_look_at(
    connection: &mut Link,
    sites: &[SiteKey],
    end: i32,
) -> sqlx::Result<(Vec<i32>, i32)> {
    let Some(first) = removed_before(connection, sites).await?.filter(|first| *first < end) else {
        return Ok((Vec::new(), end));
    };
    let mut days = partitions::days(connection).await?;
    days.retain(|day| (first..end).contains(day));
    let next = days.get(DAYS_AT_ONCE).copied().unwrap_or(end);
    days.truncate(DAYS_AT_ONCE);
    Ok((days, next))
}

/// Returns those of these sites that have raw events on these days.
pub(super) async fn sites_with_events(
    connection: &mut Link,
    sites: &[SiteKey],
    days: &[i32],
) -> sqlx::Result<Vec<SiteKey>> {
    if days.is_empty() {
        return Ok(Vec::new());
    }
    plan_for_these_days(connection).await?;
    let with_events = sqlx::query_scalar(
        "SELECT b.site FROM event_books b WHERE b.site = ANY ($1)
         AND EXISTS (SELECT 1 FROM events e WHERE e.site = b.site AND e.day = ANY ($2))",
    );
    with_events.bind(sites).bind(days).fetch_all(connection).await
}

/// Checks a limited number of days before `end` for raw events, and returns the day before which it has checked.
/// Records that day for the sites without such events, and returns the other sites.
pub(super) async fn note_removed(
    connection: &mut Link,
    sites: Vec<SiteId>,
    end: i32,
) -> sqlx::Result<(Vec<SiteKey>, i32)> {
    lock_sites(connection, sites.iter().copied()).await?;
    let keys: Vec<SiteKey> = sites.iter().copied().map(key_of).collect();
    let (days, next) = days_to_look_at(connection, &keys, end).await?;
    let with_events = sites_with_events(connection, &keys, &days).await?;
    let without: Vec<SiteKey> = keys.into_iter().filter(|key| !with_events.contains(key)).collect();
    let noted = sqlx::query("UPDATE event_books SET removed_before = $2 WHERE site = ANY ($1) AND removed_before < $2");
    noted.bind(without).bind(next).execute(connection).await?;
    Ok((with_events, next))
}

/// Makes the server plan the statements of this transaction for their values, so that they lock only the partitions of
/// their days.
pub(super) async fn plan_for_these_days(connection: &mut Link) -> sqlx::Result<()> {
    sqlx::raw_sql("SET LOCAL plan_cache_mode = force_custom_plan").execute(connection).await.map(drop)
}
