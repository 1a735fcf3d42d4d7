//! Folds pages that were not counted for a long time.
//!
//! Their counters move to the row of other pages, and their names are removed. No sum changes. This happens in short
//! transactions, so that events can be stored in between.

use std::collections::BTreeSet;

use askline_app::ports::StoreResult;
use askline_domain::{
    analytics::{OTHER_PAGE, page_day::PageDay, page_orders::PageNumber},
    shared::{calendar::Day, ids::SiteId},
};
use futures_util::FutureExt as _;
use sqlx::{Row as _, postgres::PgRow};

use super::{
    done_before::{days_to_look_at, in_chunks, sites_with_events},
    removal::ROWS_AT_ONCE,
    site_key::{SiteKey, key_of, lock_sites},
    store::Inner,
    weeks::week_of,
    writing::{
        counters::{CounterRowKey, CounterRows, OF_PAGES},
        last_transactions::note_transaction,
        page_raises,
        page_tables::{PageSums, write_page_days},
        raising::{write_new_pages, write_next_numbers},
        working_set::WorkingSet,
    },
};
use crate::{
    events::model::{hours::Hours, name_cache::number_of_other_page},
    sql::{Link, rows::store_error},
};

/// The maximum number of pages that are folded in one transaction.
const PAGES_AT_ONCE: u32 = 500;

impl Inner {
    /// Moves the counters of pages that were last counted before their site's day to the row of other pages, for at
    /// most `limit` pages; returns how many. A site that is done is checked again only when its day has changed or an
    /// event of an older day was stored.
    pub(crate) async fn forget_pages(&self, older: &[(SiteId, Day)], limit: u32) -> StoreResult<u64> {
        let done = self.done_before().await?;
        let is_left =
            |(site, before): &&(SiteId, Day)| done.get(&key_of(*site)).is_some_and(|done| done.forgotten < before.0);
        let mut forgotten = 0;
        for (before, sites) in in_chunks(older.iter().filter(is_left).map(|(site, before)| (*site, before.0))) {
            let before = Day(before);
            let is_removed = |site: &SiteId| done.get(&key_of(*site)).is_some_and(|done| done.removed >= before.0);
            let stale = self.sites_with_stale_pages(&sites, before).await?;
            for site in &sites {
                if forgotten == limit {
                    return Ok(forgotten.into());
                }
                if stale.contains(&key_of(*site)) || !is_removed(site) {
                    forgotten += self.forget_pages_of(*site, before, limit - forgotten).await?;
                }
            }
            if forgotten == limit {
                return Ok(forgotten.into());
            }
            let removed: Vec<SiteId> = sites.into_iter().filter(is_removed).collect();
            self.forget_labels(removed.clone(), before, false).await?;
            self.change(|connection| note_forgotten(connection, removed.clone(), before).boxed()).await?;
        }
        Ok(forgotten.into())
    }

    /// Returns those of these sites that may have pages last counted before a day. Additions that wait are not
    /// considered.
    async fn sites_with_stale_pages(&self, sites: &[SiteId], before: Day) -> StoreResult<Vec<SiteKey>> {
        let stale = sqlx::query_scalar(
            r#"SELECT DISTINCT site FROM event_pages
               WHERE site = ANY ($1) AND last_day < $2 AND path <> $3 COLLATE "C""#,
        );
        let stale = stale.bind(sites.iter().copied().map(key_of).collect::<Vec<_>>()).bind(before.0).bind(OTHER_PAGE);
        let mut connection = self.read.acquire().await.map_err(store_error)?;
        stale.fetch_all(&mut connection).await.map_err(store_error)
    }

    /// Moves the counters of at most `limit` pages of one site, and removes its old labels; returns how many pages.
    async fn forget_pages_of(&self, site: SiteId, before: Day, limit: u32) -> StoreResult<u32> {
        let (mut forgotten, mut has_raw_events) = (0, true);
        while forgotten < limit {
            let most = PAGES_AT_ONCE.min(limit - forgotten);
            let folded = self.change(move |connection| fold_some(connection, site, before, most).boxed()).await?;
            let Folded { pages: some, has_raw_events: has_some } = folded;
            has_raw_events = has_some;
            if some > 0 {
                self.revisions.raise([site]);
            }
            forgotten += some;
            if some < most {
                break;
            }
        }
        self.forget_labels(vec![site], before, has_raw_events).await?;
        Ok(forgotten)
    }

    async fn forget_labels(&self, sites: Vec<SiteId>, before: Day, has_raw_events: bool) -> StoreResult<()> {
        while self
            .change(|connection| forget_old_labels(connection, sites.clone(), before, has_raw_events).boxed())
            .await?
        {}
        Ok(())
    }
}

/// Records that these sites have nothing left to forget from days before `before`, except sites that got events of such
/// days in the meantime.
async fn note_forgotten(connection: &mut Link, sites: Vec<SiteId>, before: Day) -> sqlx::Result<()> {
    lock_sites(connection, sites.iter().copied()).await?;
    let noted = sqlx::query(
        "UPDATE event_books SET forgotten_before = $2
         WHERE site = ANY ($1) AND forgotten_before < $2 AND removed_before >= $2",
    );
    let keys: Vec<SiteKey> = sites.iter().copied().map(key_of).collect();
    noted.bind(keys).bind(before.0).execute(connection).await.map(drop)
}

/// Whether a site has raw events of days before `before`.
async fn has_raw_events(connection: &mut Link, key: SiteKey, before: Day) -> sqlx::Result<bool> {
    let (days, next) = days_to_look_at(connection, &[key], before.0).await?;
    // If there are more days than one transaction may check, it may have some.
    Ok(next < before.0 || !sites_with_events(connection, &[key], &days).await?.is_empty())
}

/// What a transaction has folded.
struct Folded {
    pages: u32,
    /// Whether the site has raw events of days before `before`.
    has_raw_events: bool,
}

/// Folds up to `most` pages; none while raw events of days before `before` are left, since these need their pages.
async fn fold_some(connection: &mut Link, site: SiteId, before: Day, most: u32) -> sqlx::Result<Folded> {
    page_raises::fold(connection, site).await?;
    let key = key_of(site);
    let has_raw_events = has_raw_events(connection, key, before).await?;
    if has_raw_events {
        return Ok(Folded { pages: 0, has_raw_events });
    }
    let stale: Vec<(PageNumber, i32, i32)> = sqlx::query_as(
        r#"DELETE FROM event_pages WHERE site = $1 AND page IN (
               SELECT page FROM event_pages WHERE site = $1 AND last_day < $2 AND path <> $3 COLLATE "C" LIMIT $4
           ) RETURNING page, first_day, last_day"#,
    )
    .bind(key)
    .bind(before.0)
    .bind(OTHER_PAGE)
    .bind(i64::from(most))
    .fetch_all(&mut *connection)
    .await?;
    if stale.is_empty() {
        return Ok(Folded { pages: 0, has_raw_events });
    }
    let stale = Stale::of(&stale);
    let mut working = WorkingSet::of(vec![site]);
    working.read_next_numbers(connection).await?;
    working.read_pages(connection, BTreeSet::from([(0, OTHER_PAGE)])).await?;
    let Ok(other) = number_of_other_page(&mut working, 0);
    write_next_numbers(connection, &working).await?;
    write_new_pages(connection, &working).await?;
    fold_counters(connection, &working, key, &stale, |_| other).await?;
    fold_days(connection, &working, key, &stale, |_| other).await?;
    note_transaction(connection, &[key]).await?;
    Ok(Folded { pages: u32::try_from(stale.pages.len()).unwrap_or(most), has_raw_events })
}

/// Pages to be removed, and the range of days in which they were counted.
pub(super) struct Stale {
    pub(super) pages: Vec<PageNumber>,
    pub(super) first_day: i32,
    pub(super) last_day: i32,
}

impl Stale {
    pub(super) fn of(pages: &[(PageNumber, i32, i32)]) -> Self {
        Self {
            pages: pages.iter().map(|(page, ..)| *page).collect(),
            first_day: pages.iter().map(|(_, first, _)| *first).min().unwrap_or_default(),
            last_day: pages.iter().map(|(.., last)| *last).max().unwrap_or_default(),
        }
    }

    /// Removes the pages' rows of those days, with a statement that returns the removed rows.
    async fn take_out(&self, connection: &mut Link, key: SiteKey, removal: &'static str) -> sqlx::Result<Vec<PgRow>> {
        let rows = sqlx::query(removal).bind(key).bind(&self.pages).bind(self.first_day).bind(self.last_day);
        rows.fetch_all(connection).await
    }
}

/// Adds the counters of pages to those of the page that `target` names.
pub(super) async fn fold_counters(
    connection: &mut Link,
    working: &WorkingSet,
    key: SiteKey,
    stale: &Stale,
    target: impl Fn(PageNumber) -> PageNumber,
) -> sqlx::Result<()> {
    let removal = "DELETE FROM event_page_counters WHERE site = $1 AND page = ANY ($2)
             AND day = ANY (ARRAY(SELECT generate_series($3::int, $4::int)))
         RETURNING day, kind, label, detail, value, hours, page";
    let mut counters = CounterRows::new();
    for row in stale.take_out(connection, key, removal).await? {
        let kind = u8::try_from(row.try_get::<i16, _>(1)?).unwrap_or_default();
        let hours: Option<&[u8]> = row.try_get(5)?;
        let counter = CounterRowKey {
            site: 0,
            day: row.try_get(0)?,
            page: target(row.try_get(6)?),
            kind,
            label: row.try_get(2)?,
            detail: row.try_get(3)?,
        };
        counters.entry(counter).or_default().add(row.try_get(4)?, &hours.map(Hours::of_bytes).unwrap_or_default());
    }
    OF_PAGES.write(connection, working, counters).await
}

/// Adds the days and weeks of pages to those of the page that `target` names.
pub(super) async fn fold_days(
    connection: &mut Link,
    working: &WorkingSet,
    key: SiteKey,
    stale: &Stale,
    target: impl Fn(PageNumber) -> PageNumber,
) -> sqlx::Result<()> {
    let removal =
        "DELETE FROM event_page_days WHERE site = $1 AND page = ANY ($2)
             AND day = ANY (ARRAY(SELECT generate_series($3::int, $4::int)))
         RETURNING day, views, ai_clicks, social_clicks, question_clicks, ai_referrals, phone_views, tablet_views, desktop_views,
             views_without_widget, page";
    let mut days = PageSums::new();
    for row in stale.take_out(connection, key, removal).await? {
        let sums = PageDay {
            views: row.try_get(1)?,
            ai_clicks: row.try_get(2)?,
            social_clicks: row.try_get(3)?,
            question_clicks: row.try_get(4)?,
            ai_referrals: row.try_get(5)?,
            device_views: [row.try_get(6)?, row.try_get(7)?, row.try_get(8)?],
            views_without_widget: row.try_get(9)?,
        };
        days.entry((0, row.try_get(0)?, target(row.try_get(10)?))).or_default().add_day(&sums);
    }
    let weeks = "DELETE FROM event_page_weeks WHERE site = $1 AND page = ANY ($2)
             AND week = ANY (ARRAY(SELECT generate_series($3::int, $4::int)))";
    let weeks = sqlx::query(weeks).bind(key).bind(&stale.pages).bind(week_of(stale.first_day));
    weeks.bind(week_of(stale.last_day)).execute(&mut *connection).await?;
    write_page_days(connection, working, &days).await
}

/// Removes some labels that were last counted before `before`, and the records of what earlier days used of their
/// limits; returns whether more may be left. The counters of the labels stay. A day with raw events keeps its record,
/// without what it used, and so does the last day while the site has raw events: they are how events are found.
async fn forget_old_labels(
    connection: &mut Link,
    sites: Vec<SiteId>,
    before: Day,
    has_raw_events: bool,
) -> sqlx::Result<bool> {
    lock_sites(connection, sites.iter().copied()).await?;
    let keys: Vec<SiteKey> = sites.iter().copied().map(key_of).collect();
    let mut is_more = false;
    let unused_days = if has_raw_events {
        "DELETE FROM event_site_days WHERE (site, day) IN
            (SELECT site, day FROM event_site_days d WHERE site = ANY ($1) AND day < $2
             AND day < (SELECT MAX(day) FROM event_site_days newest WHERE newest.site = d.site)
             AND NOT EXISTS (SELECT FROM events e WHERE e.site = d.site AND e.day = d.day) LIMIT $3)"
    } else {
        "DELETE FROM event_site_days WHERE (site, day) IN
            (SELECT site, day FROM event_site_days WHERE site = ANY ($1) AND day < $2 LIMIT $3)"
    };
    for removal in [
        "DELETE FROM event_labels WHERE (site, kind, label, detail) IN
            (SELECT site, kind, label, detail FROM event_labels WHERE site = ANY ($1) AND last_day < $2 LIMIT $3)",
        "UPDATE event_site_days SET events = 0, new_pages = 0, new_referrers = 0, new_pairs = 0 WHERE (site, day) IN
            (SELECT site, day FROM event_site_days WHERE site = ANY ($1) AND day < $2
             AND (events, new_pages, new_referrers, new_pairs) <> (0, 0, 0, 0) LIMIT $3)",
        unused_days,
    ] {
        let done = sqlx::query(removal).bind(&keys).bind(before.0).bind(i64::from(ROWS_AT_ONCE));
        is_more |= done.execute(&mut *connection).await?.rows_affected() == u64::from(ROWS_AT_ONCE);
    }
    Ok(is_more)
}
