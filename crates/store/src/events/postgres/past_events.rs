//! Removal of raw events past their retention. A day is dropped as a whole if possible; otherwise rows are removed in
//! short transactions, so that events can be stored in between. The id of a removed event stays stored, so that a
//! repeat is still recognized.
//!
//! A day is checked when it becomes too old for a site, and again only if an event of it is stored later, however many
//! days and sites there are. Days that are partly too old are checked every time.

use std::collections::{BTreeSet, HashMap};

use askline_app::ports::StoreResult;
use askline_domain::shared::{calendar::Day, ids::SiteId};
use futures_util::FutureExt as _;
use jiff::{Timestamp, tz::TimeZone};
use sqlx::AssertSqlSafe;

use super::{
    done_before::{in_chunks, note_removed},
    partitions,
    removal::{ROWS_AT_ONCE, remove_rows, remove_some_of_days},
    site_key::{SiteKey, key_of, site_of},
    store::Inner,
    writing::ids::stored_time,
};
use crate::{
    events::model::memory_of_ids::WINDOW,
    sql::{Link, rows::store_error},
};

/// The maximum number of ids that are forgotten in one transaction.
const IDS_AT_ONCE: i64 = 10_000;
/// The number of days for which a partition without events is kept.
const DAYS_EMPTY: i32 = 3;
/// The advisory lock under which ids are forgotten: "ASKLids ".
const FORGETTING: i64 = 0x4153_4B4C_6964_7320;

/// The first day of a site that is kept at least in part. In no time zone does a day end later than half a day after it
/// ends in UTC, so every event of an earlier day is old.
fn first_kept(before: Timestamp) -> i32 {
    Day::of(before, &TimeZone::UTC).0 - 1
}

/// The last day that can contain old events: no time zone is a whole day ahead of UTC.
fn last_in_part(before: Timestamp) -> i32 {
    Day::of(before, &TimeZone::UTC).0 + 1
}

/// A running removal: the sites with events, and which of their events are kept.
struct Removal {
    /// For each site, the time before which events are old, and the day before which all events are already removed.
    sites: HashMap<SiteKey, (Timestamp, i32)>,
    /// No site keeps any event before this day.
    kept_by_nobody: i32,
    limit: u64,
    removed: u64,
}

impl Removal {
    fn keeps(&self, day: i32, site: &SiteKey) -> bool {
        self.sites.get(site).is_none_or(|(before, _)| day >= first_kept(*before))
    }

    fn left(&self) -> u64 {
        self.limit.saturating_sub(self.removed)
    }

    /// The ranges of days that became old for some site since the last removal.
    fn newly_old(&self) -> BTreeSet<(i32, i32)> {
        let spans = self.sites.values().map(|(before, removed)| (*removed, first_kept(*before)));
        spans.filter(|(removed, kept)| removed < kept).collect()
    }

    /// Groups the sites by their times.
    fn by_time(&self) -> HashMap<Timestamp, Vec<SiteKey>> {
        let mut by_time = HashMap::<Timestamp, Vec<SiteKey>>::new();
        for (site, (before, _)) in &self.sites {
            by_time.entry(*before).or_default().push(*site);
        }
        by_time
    }
}

impl Inner {
    /// Removes raw events that are older than their site's time; returns how many. Days of which nothing is kept are
    /// dropped as a whole. Stops at `limit`, which the last dropped day may exceed.
    pub(crate) async fn remove_events(&self, older: &[(SiteId, Timestamp)], limit: u32) -> StoreResult<u64> {
        self.forget_ids().await?;
        let done = self.done_before().await?;
        let older: HashMap<SiteKey, Timestamp> = older.iter().map(|(site, before)| (key_of(*site), *before)).collect();
        let today = Day::of(self.clock.now(), &TimeZone::UTC).0;
        // Nothing is removed from a site for which no time is given.
        let kept = |site: &SiteKey| older.get(site).map_or(i32::MIN, |before| first_kept(*before));
        let mut removal = Removal {
            kept_by_nobody: done.keys().map(kept).min().unwrap_or(today + 1),
            sites: done
                .into_iter()
                .filter_map(|(site, done)| Some((site, (*older.get(&site)?, done.removed))))
                .collect(),
            limit: limit.into(),
            removed: 0,
        };
        let days = self.days_after(i32::MIN).await?;
        self.drop_days(&mut removal, &days, today).await?;
        self.remove_newly_old(&mut removal).await?;
        self.remove_of_last_days(&mut removal, &days, today).await?;
        Ok(removal.removed)
    }

    /// Drops days whose events no site keeps, among those that are old for every site or became old for one.
    async fn drop_days(&self, removal: &mut Removal, days: &[i32], today: i32) -> StoreResult<()> {
        let newly_old = removal.newly_old();
        for day in days {
            let is_old = *day < removal.kept_by_nobody
                || newly_old.iter().any(|(removed, kept)| (*removed..*kept).contains(day));
            if is_old && removal.left() > 0 {
                self.drop_day(removal, *day, today).await?;
            }
        }
        Ok(())
    }

    /// Drops a day if no site keeps any of its events.
    async fn drop_day(&self, removal: &mut Removal, day: i32, today: i32) -> StoreResult<()> {
        let sites = {
            // The connection is returned to the pool before the day is dropped, which takes a while.
            let mut connection = self.read.acquire().await.map_err(store_error)?;
            match partitions::sites_of_day(&mut connection, day).await {
                Err(error) if partitions::is_done_by_another(&error) => return Ok(()),
                sites => sites.map_err(store_error)?,
            }
        };
        // A day without events may soon get some. Its partition costs little and is dropped later.
        let is_awaited = sites.is_empty() && day + DAYS_EMPTY >= today;
        if is_awaited || sites.iter().any(|site| removal.keeps(day, site)) {
            return Ok(());
        }
        let dropped = partitions::drop_day(&self.write, day, |site| removal.keeps(day, site)).await;
        self.partitions.forget();
        match dropped {
            Err(error) if partitions::is_done_by_another(&error) => {}
            events => removal.removed += events.map_err(store_error)?,
        }
        Ok(())
    }

    /// Removes the rows of days that became old for their site but were not dropped, and records how far this got.
    async fn remove_newly_old(&self, removal: &mut Removal) -> StoreResult<()> {
        let sites = removal.sites.iter().map(|(site, (before, removed))| (*site, first_kept(*before), *removed));
        let sites = sites.filter(|(_, kept, removed)| removed < kept).map(|(site, kept, _)| (site_of(site), kept));
        for (end, sites) in in_chunks(sites) {
            let mut next = i32::MIN;
            while next < end {
                let noted = self.change(|connection| note_removed(connection, sites.clone(), end).boxed());
                let with_events;
                (with_events, next) = noted.await?;
                for site in &with_events {
                    self.remove_before_day(removal, site_of(*site), next).await?;
                    if removal.left() == 0 {
                        return Ok(());
                    }
                }
                if !with_events.is_empty() {
                    // The next round records it.
                    next = i32::MIN;
                }
            }
        }
        Ok(())
    }

    /// Removes the raw events of a site before a day.
    async fn remove_before_day(&self, removal: &mut Removal, site: SiteId, end: i32) -> StoreResult<()> {
        loop {
            let most = u64::from(ROWS_AT_ONCE).min(removal.left());
            let some = self.change(move |connection| remove_some_of_days(connection, site, end, most).boxed()).await?;
            removal.removed += some;
            if some < most || removal.left() == 0 {
                return Ok(());
            }
        }
    }

    /// Removes rows of the days that are partly old.
    async fn remove_of_last_days(&self, removal: &mut Removal, days: &[i32], today: i32) -> StoreResult<()> {
        for (before, sites) in removal.by_time() {
            for day in days {
                if !(first_kept(before)..=last_in_part(before)).contains(day) || removal.left() == 0 {
                    continue;
                }
                let found = {
                    let mut connection = self.read.acquire().await.map_err(store_error)?;
                    match sites_with_older(&mut connection, *day, &sites, before).await {
                        Err(error) if partitions::is_done_by_another(&error) => continue,
                        found => found.map_err(store_error)?,
                    }
                };
                let Some(found) = found else {
                    self.drop_day(removal, *day, today).await?;
                    continue;
                };
                for site in found {
                    self.remove_of_day(removal, site, *day, before).await?;
                }
            }
        }
        Ok(())
    }

    /// Removes raw events of a site and day that are older than `before`.
    async fn remove_of_day(
        &self,
        removal: &mut Removal,
        site: SiteKey,
        day: i32,
        before: Timestamp,
    ) -> StoreResult<()> {
        while removal.left() > 0 {
            let most = u64::from(ROWS_AT_ONCE).min(removal.left());
            let before = before.as_millisecond();
            let some = self
                .change(move |connection| {
                    async move { remove_rows(connection, site, &[day], before, most).await }.boxed()
                })
                .await?;
            removal.removed += some;
            if some < most {
                break;
            }
        }
        Ok(())
    }

    /// Removes ids that are too old for a repeat to be recognized.
    async fn forget_ids(&self) -> StoreResult<()> {
        let before = self.clock.now().as_second() - i64::from(WINDOW);
        // A digest may be stored twice, so more rows than the limit may be removed.
        while self.change(move |connection| forget_ids(connection, before).boxed()).await? >= IDS_AT_ONCE.unsigned_abs()
        {
        }
        Ok(())
    }
}

async fn forget_ids(connection: &mut Link, before: i64) -> sqlx::Result<u64> {
    // One node is enough for this.
    let is_first: bool =
        sqlx::query_scalar("SELECT pg_try_advisory_xact_lock($1)").bind(FORGETTING).fetch_one(&mut *connection).await?;
    if !is_first {
        return Ok(0);
    }
    sqlx::query(
        "DELETE FROM event_ids WHERE digest IN (
             SELECT digest FROM event_ids WHERE taken / 3600 <= $1 / 3600 AND taken <= $1 LIMIT $2
         ) AND taken <= $1",
    )
    .bind(stored_time(before))
    .bind(IDS_AT_ONCE)
    .execute(connection)
    .await
    .map(|done| done.rows_affected())
}

/// Returns those of these sites that have older events in a day's table; `None` if the table is empty.
async fn sites_with_older(
    connection: &mut Link,
    day: i32,
    sites: &[SiteKey],
    before: Timestamp,
) -> sqlx::Result<Option<Vec<SiteKey>>> {
    let table = partitions::name(day);
    let some = format!("SELECT EXISTS (SELECT 1 FROM {table})");
    let has_some: bool = sqlx::query_scalar(AssertSqlSafe(some)).fetch_one(&mut *connection).await?;
    if !has_some {
        return Ok(None);
    }
    let older = format!("SELECT DISTINCT site FROM {table} WHERE site = ANY ($1) AND at < $2");
    let older = sqlx::query_scalar(AssertSqlSafe(older)).bind(sites).bind(before.as_millisecond());
    older.fetch_all(connection).await.map(Some)
}
