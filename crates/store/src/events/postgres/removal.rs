//! Removes all data of a site in short transactions. Other events can be stored in between.

use askline_app::ports::StoreResult;
use askline_domain::shared::ids::SiteId;
use futures_util::FutureExt as _;
use sqlx::AssertSqlSafe;

use super::{
    done_before::{days_to_look_at, plan_for_these_days},
    partitions,
    site_key::{SiteKey, key_of, lock_sites},
    store::Inner,
    writing::last_transactions::note_transaction,
};
use crate::sql::{Link, rows::store_error};

/// The maximum number of rows selected for removal in one transaction.
pub(super) const ROWS_AT_ONCE: u32 = 2_000;
/// How long the last transaction of a deleted site stays recorded at least, for nodes that have not seen it yet.
const NUMBERS_STAY: &str = "1 hour";

/// A table, and the columns, `site` first, by which its rows are selected.
type Table = (&'static str, &'static str);

/// Removed first, so that no reader folds these rows into rows that are already deleted; raw events are next.
const PAGE_RAISES: Table = ("event_page_raises", "site, place");

/// The site's other tables, in the order of removal. The one that shows that the site exists is the last.
const TABLES: [Table; 14] = [
    ("event_page_weeks", "site, week, page"),
    ("event_page_days", "site, day, page"),
    // A step removes all rows of a page's day and kind, even if they are more than [`ROWS_AT_ONCE`]: the index has no
    // labels.
    ("event_page_counters", "site, day, page, kind"),
    ("event_site_counters", "site, kind, day, label, detail"),
    ("event_crawler_pages", "site, day, path, crawler, purpose, evidence, status"),
    ("event_crawler_days", "site, day, crawler, purpose, evidence, status"),
    ("event_crawler_lines", "site, at, number"),
    ("event_log_states", "site, source"),
    ("event_log_batches", "site, source, name"),
    ("event_site_minutes", "site, slot"),
    ("event_site_days", "site, day"),
    ("event_labels", "site, kind, label, detail"),
    ("event_pages", "site, page"),
    ("event_books", "site"),
];

impl Inner {
    /// Removes all data of a site: first its waiting additions to pages and its raw events, then its other rows. The
    /// digests of its event ids stay until they expire, and its last transaction stays recorded for other nodes.
    pub(crate) async fn remove_site(&self, site: SiteId) -> StoreResult<()> {
        self.remove_rows(site, PAGE_RAISES).await?;
        self.change(move |connection| look_at_every_day(connection, site).boxed()).await?;
        while self.has_days_left(site).await? {
            let most = u64::from(ROWS_AT_ONCE);
            self.change(move |connection| remove_some_of_days(connection, site, i32::MAX, most).boxed()).await?;
            self.revisions.raise([site]);
        }
        for table in TABLES {
            self.remove_rows(site, table).await?;
        }
        self.change(move |connection| tell_removal(connection, site).boxed()).await?;
        self.revisions.raise([site]);
        Ok(())
    }

    /// Whether there are days on which a site may have raw events.
    async fn has_days_left(&self, site: SiteId) -> StoreResult<bool> {
        let mut connection = self.read.acquire().await.map_err(store_error)?;
        let (days, _) = days_to_look_at(&mut connection, &[key_of(site)], i32::MAX).await.map_err(store_error)?;
        Ok(!days.is_empty())
    }

    /// Returns the days after `last` that have a partition, oldest first.
    pub(super) async fn days_after(&self, last: i32) -> StoreResult<Vec<i32>> {
        let mut connection = self.read.acquire().await.map_err(store_error)?;
        let mut days = partitions::days(&mut connection).await.map_err(store_error)?;
        days.retain(|day| *day > last);
        Ok(days)
    }

    /// Removes all of a site's rows from a table.
    async fn remove_rows(&self, site: SiteId, table: Table) -> StoreResult<()> {
        loop {
            let done = self.change(move |connection| remove_some(connection, site, table).boxed()).await?;
            self.revisions.raise([site]);
            if done < u64::from(ROWS_AT_ONCE) {
                return Ok(());
            }
        }
    }
}

/// Notifies other nodes that a site is deleted, and removes the records of sites that were deleted long before.
async fn tell_removal(connection: &mut Link, site: SiteId) -> sqlx::Result<()> {
    sqlx::query(AssertSqlSafe(format!(
        "DELETE FROM event_turns t WHERE changed < now() - interval '{NUMBERS_STAY}'
         AND NOT EXISTS (SELECT 1 FROM event_books b WHERE b.site = t.site)"
    )))
    .execute(&mut *connection)
    .await?;
    note_transaction(connection, &[key_of(site)]).await
}

/// Resets the record of finished days, so that a removal checks all of them: no row of a removed site may stay.
async fn look_at_every_day(connection: &mut Link, site: SiteId) -> sqlx::Result<()> {
    lock_sites(connection, [site]).await?;
    let every = sqlx::query("UPDATE event_books SET removed_before = $2 WHERE site = $1");
    every.bind(key_of(site)).bind(i32::MIN).execute(connection).await.map(drop)
}

/// Removes at most `most` raw events of a site, from the oldest days before `end` that may have any; when these days
/// have no more events, records it.
pub(super) async fn remove_some_of_days(connection: &mut Link, site: SiteId, end: i32, most: u64) -> sqlx::Result<u64> {
    lock_sites(connection, [site]).await?;
    let key = key_of(site);
    let (days, next) = days_to_look_at(connection, &[key], end).await?;
    let removed = remove_rows(connection, key, &days, i64::MAX, most).await?;
    if removed < most {
        let noted = sqlx::query("UPDATE event_books SET removed_before = $2 WHERE site = $1 AND removed_before < $2");
        noted.bind(key).bind(next).execute(connection).await?;
    }
    Ok(removed)
}

/// Removes at most `most` raw events of these days that are older than `before`, in the order of their storage.
pub(super) async fn remove_rows(
    connection: &mut Link,
    site: SiteKey,
    days: &[i32],
    before: i64,
    most: u64,
) -> sqlx::Result<u64> {
    plan_for_these_days(connection).await?;
    let done = sqlx::query(
        "WITH old AS MATERIALIZED (
             SELECT day, place FROM events WHERE site = $1 AND day = ANY ($2) AND at < $3 ORDER BY place >> 8, place LIMIT $4
         ), ends AS MATERIALIZED (
             SELECT min(place) >> 8 AS first, max(place) >> 8 AS last FROM old
         )
         DELETE FROM events WHERE site = $1 AND day = ANY ($2)
             AND place >> 8 BETWEEN (SELECT first FROM ends) AND (SELECT last FROM ends)
             AND (day, place) IN (SELECT day, place FROM old)",
    );
    let done = done.bind(site).bind(days).bind(before).bind(i64::try_from(most).unwrap_or(i64::MAX));
    Ok(done.execute(connection).await?.rows_affected())
}

async fn remove_some(connection: &mut Link, site: SiteId, (table, columns): Table) -> sqlx::Result<u64> {
    lock_sites(connection, [site]).await?;
    let text = format!(
        "DELETE FROM {table} WHERE site = $1 AND ({columns}) IN (SELECT {columns} FROM {table} WHERE site = $1 LIMIT $2)"
    );
    let done = sqlx::query(AssertSqlSafe(text)).bind(key_of(site)).bind(i64::from(ROWS_AT_ONCE));
    Ok(done.execute(connection).await?.rows_affected())
}
