//! Removal of events past their retention, and of everything of a site. A day is dropped as a whole if possible;
//! otherwise rows are removed in short transactions, so that events are stored in between. A removed event leaves its
//! id behind: a repeat stays a repeat.

use std::collections::HashMap;

use askline_domain::{
    ports::StoreResult,
    shared::{calendar::Day, ids::SiteId},
};
use futures_util::FutureExt as _;
use jiff::{Timestamp, tz::TimeZone};
use sqlx::AssertSqlSafe;

use super::{
    partitions,
    site_key::{SiteKey, key_of, lock_sites},
    store::Inner,
    writing::last_transactions::{TransactionId, note_transaction},
};
use crate::{
    events::model::memory_of_ids::WINDOW,
    sql::{Link, rows::store_error},
};

/// Rows removed in one transaction.
pub(crate) const ROWS_AT_ONCE: u32 = 2_000;
/// Ids that are forgotten in one transaction.
const IDS_AT_ONCE: i64 = 10_000;
/// How long the transaction of a deleted site stays, for nodes that have yet to see it.
const TURNS_STAY: &str = "1 hour";

/// The tables of a site whose rows are removed with it, and the rest of their keys. The one that shows that the site
/// exists comes last.
const TABLES: [(&str, &str); 10] = [
    // First, so that nobody folds it into rows that are deleted already.
    ("event_page_raises", "site, place"),
    ("events", "site, day, place"),
    ("event_page_days", "site, day, page"),
    ("event_page_counters", "site, day, page, kind, label, detail"),
    ("event_site_counters", "site, kind, day, label, detail"),
    ("event_site_minutes", "site, slot"),
    ("event_site_days", "site, day"),
    ("event_labels", "site, kind, label, detail"),
    ("event_pages", "site, page"),
    ("event_books", "site"),
];

impl Inner {
    /// Removes raw events that are older than the time of their site; returns how many. Days of which nothing is kept
    /// are dropped whole.
    pub(crate) async fn remove_events(&self, older: &[(SiteId, Timestamp)], limit: u32) -> StoreResult<u64> {
        self.forget_ids().await?;
        let mut removed = self.drop_days(older, limit).await?;
        for (site, before) in older {
            while removed < u64::from(limit) {
                let most = ROWS_AT_ONCE.min(u32::try_from(u64::from(limit) - removed).unwrap_or(limit));
                let some = {
                    let (site, before) = (*site, *before);
                    self.change(move |connection| remove_before(connection, site, before, most).boxed()).await?
                };
                removed += some;
                if some < u64::from(most) {
                    break;
                }
            }
        }
        Ok(removed)
    }

    /// Drops the oldest days while nothing in them is kept; returns how many events they had. Stops at `limit`.
    async fn drop_days(&self, older: &[(SiteId, Timestamp)], limit: u32) -> StoreResult<u64> {
        // In no zone does a day end later than half a day after it ends in UTC; what is older than the next midnight is
        // all of it.
        let whole_before = |before: Timestamp| Day::of(before, &TimeZone::UTC).0 - 1;
        let first_kept: HashMap<SiteKey, i32> =
            older.iter().map(|(site, before)| (key_of(*site), whole_before(*before))).collect();
        let keeps = |day: i32, site: &SiteKey| first_kept.get(site).is_none_or(|first| day >= *first);
        let today = Day::of(self.clock.now(), &TimeZone::UTC).0;
        let end = first_kept.values().copied().max().unwrap_or(today);
        let mut connection = self.read.acquire().await.map_err(store_error)?;
        let mut removed = 0;
        for day in partitions::days(&mut connection).await.map_err(store_error)? {
            if day >= end || removed >= u64::from(limit) {
                break;
            }
            let sites = match partitions::sites_of_day(&mut connection, day).await {
                Err(error) if partitions::is_done_by_another(&error) => continue,
                sites => sites.map_err(store_error)?,
            };
            // A day without events may be about to get some: its partition costs little, and is dropped in time.
            let is_awaited = sites.is_empty() && day + DAYS_EMPTY >= today;
            if !is_awaited && !sites.iter().any(|site| keeps(day, site)) {
                removed += match partitions::drop_day(&self.write, day, |site| keeps(day, site)).await {
                    Err(error) if partitions::is_done_by_another(&error) => 0,
                    events => events.map_err(store_error)?,
                };
                self.partitions.forget();
            }
        }
        Ok(removed)
    }

    /// Forgets ids that are no longer recognized.
    async fn forget_ids(&self) -> StoreResult<()> {
        let before = self.clock.now().as_second() - i64::from(WINDOW);
        while self.change(move |connection| forget_ids(connection, before).boxed()).await? == IDS_AT_ONCE.unsigned_abs()
        {
        }
        Ok(())
    }

    /// Removes everything of a site, beginning with what most questions read.
    pub(crate) async fn remove_site(&self, site: SiteId) -> StoreResult<()> {
        for (table, columns) in TABLES {
            loop {
                let done = self.change(move |connection| remove_some(connection, site, table, columns).boxed()).await?;
                self.note_own(&[site], None);
                if done < u64::from(ROWS_AT_ONCE) {
                    break;
                }
            }
        }
        let transaction = self.change(move |connection| tell_removal(connection, site).boxed()).await?;
        self.note_own(&[site], Some(transaction));
        Ok(())
    }
}

/// How many days a partition without events is kept.
const DAYS_EMPTY: i32 = 3;
/// The lock under which ids are forgotten: "ASKLids ".
const FORGETTING: i64 = 0x4153_4B4C_6964_7320;

async fn forget_ids(connection: &mut Link, before: i64) -> sqlx::Result<u64> {
    // One node is enough for it.
    let is_first: bool =
        sqlx::query_scalar("SELECT pg_try_advisory_xact_lock($1)").bind(FORGETTING).fetch_one(&mut *connection).await?;
    if !is_first {
        return Ok(0);
    }
    // An id that is being renewed meanwhile stays: its time is checked again once it is this transaction's turn.
    sqlx::query(
        "DELETE FROM event_ids WHERE (site, event_id) IN (
             SELECT site, event_id FROM event_ids WHERE taken <= $1 ORDER BY taken LIMIT $2
         ) AND taken <= $1",
    )
    .bind(before)
    .bind(IDS_AT_ONCE)
    .execute(connection)
    .await
    .map(|done| done.rows_affected())
}

/// Tells other nodes that a site is deleted, and forgets those that were deleted long before.
async fn tell_removal(connection: &mut Link, site: SiteId) -> sqlx::Result<TransactionId> {
    sqlx::query(AssertSqlSafe(format!(
        "DELETE FROM event_turns t WHERE changed < now() - interval '{TURNS_STAY}'
         AND NOT EXISTS (SELECT 1 FROM event_books b WHERE b.site = t.site)"
    )))
    .execute(&mut *connection)
    .await?;
    note_transaction(connection, &[key_of(site)]).await
}

async fn remove_before(connection: &mut Link, site: SiteId, before: Timestamp, most: u32) -> sqlx::Result<u64> {
    // No zone is a whole day ahead of UTC, so older events are never on a later day than the next.
    let last_day = Day::of(before, &TimeZone::UTC).0 + 1;
    let done = sqlx::query(
        "DELETE FROM events WHERE site = $1 AND (day, place) IN (
             SELECT day, place FROM events WHERE site = $1 AND day <= $2 AND at < $3 ORDER BY day, place LIMIT $4
         )",
    );
    let done = done.bind(key_of(site)).bind(last_day).bind(before.as_millisecond()).bind(i64::from(most));
    Ok(done.execute(connection).await?.rows_affected())
}

async fn remove_some(
    connection: &mut Link,
    site: SiteId,
    table: &'static str,
    columns: &'static str,
) -> sqlx::Result<u64> {
    lock_sites(connection, [site]).await?;
    let text = format!(
        "DELETE FROM {table} WHERE site = $1 AND ({columns}) IN (SELECT {columns} FROM {table} WHERE site = $1 LIMIT $2)"
    );
    let done = sqlx::query(AssertSqlSafe(text)).bind(key_of(site)).bind(i64::from(ROWS_AT_ONCE));
    Ok(done.execute(connection).await?.rows_affected())
}
