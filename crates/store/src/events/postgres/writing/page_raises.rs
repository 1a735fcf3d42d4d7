//! What commits add to pages. Most of the rows that a commit changes belong to pages, and the next commit changes most
//! of them again. So a commit stores its additions as one row for each site, in its transaction, and they are folded
//! into the tables of pages when enough such rows of a site wait, or when those tables are about to be read.
//!
//! This is correct only under the sites' locks.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use askline_app::ports::StoreResult;
use askline_domain::{
    analytics::{page_day::PageDay, page_orders::PageNumber},
    shared::{calendar::Day, ids::SiteId},
};
use futures_util::FutureExt as _;
use serde::{Deserialize, Serialize};

use super::{
    counters::{CounterRowKey, CounterRows, OF_PAGES},
    page_tables::{PageSums, columns_of, day_of, write_page_days, write_page_news},
    working_set::WorkingSet,
};
use crate::{
    events::{
        model::{
            hours::Hours,
            stored::{Labels, SiteNumber},
            sums::{PageNews, Sums},
        },
        postgres::{
            site_key::{SiteKey, key_of, lock_sites, site_of},
            store::Inner,
        },
    },
    sql::{Link, Links, rows::store_error},
};

/// The number of rows of a site, including the new one, at which they are folded instead of waiting. Folding them takes
/// about as long as storing ten.
const MAX_WAITING: i32 = 32;
/// The maximum number of a site's counters in one commit that may wait. More would be written twice without a benefit.
const MAX_COUNTERS: usize = 4_000;

/// The additions to pages.
#[derive(Default)]
pub(crate) struct PageRaises<'e> {
    counters: CounterRows,
    days: PageSums,
    news: BTreeMap<(SiteNumber, PageNumber), PageNews<'e>>,
}

/// The additions to pages of one site, in their stored form.
#[derive(Serialize, Deserialize)]
struct Stored<'s> {
    #[serde(borrow)]
    counters: Vec<Counter<'s>>,
    /// Day, page, and the sums in the order of the table's columns.
    days: Vec<(i32, PageNumber, Vec<i64>)>,
    #[serde(borrow)]
    news: Vec<News<'s>>,
}

/// Day, page, kind, both labels, value, and each hour with its value.
#[derive(Serialize, Deserialize)]
struct Counter<'s>(
    i32,
    PageNumber,
    u8,
    #[serde(borrow)] Cow<'s, str>,
    #[serde(borrow)] Cow<'s, str>,
    i64,
    Vec<(u8, i64)>,
);

/// Page, title, time of the last click, first and last day.
#[derive(Serialize, Deserialize)]
struct News<'s>(PageNumber, #[serde(borrow)] Option<Cow<'s, str>>, Option<i64>, Option<(i32, i32)>);

impl<'e> PageRaises<'e> {
    /// Collects the additions of a commit.
    pub(crate) fn of(sums: &Sums<'e>, labels: &[Labels<'e>]) -> Self {
        let mut counters = CounterRows::new();
        for (page, one) in sums.page_counters(labels) {
            let key = CounterRowKey::of(page, &one);
            counters.entry(key).or_default().add(one.value, one.hours);
        }
        Self {
            counters,
            days: sums.page_days().into_iter().collect(),
            news: sums.page_news().into_iter().filter(|(_, news)| news.is_summed()).collect(),
        }
    }

    /// Stores the additions: usually they wait; for a site with enough waiting rows, or with more than
    /// [`MAX_COUNTERS`], all are written to the tables of pages.
    pub(crate) async fn store(self, connection: &mut Link, working: &mut WorkingSet) -> sqlx::Result<()> {
        let counters_of = |site| self.counters.keys().filter(|key| key.site == site).count();
        let is_full =
            |site: &SiteNumber| working.page_raises_of(*site) + 1 >= MAX_WAITING || counters_of(*site) > MAX_COUNTERS;
        let (full, others): (Vec<SiteNumber>, Vec<_>) = self.sites().into_iter().partition(is_full);
        let mut waiting = Vec::new();
        for site in others {
            waiting.push((working.key(site), working.last_place(site), self.stored(site)));
            *working.page_raises_mut(site) += 1;
        }
        write_waiting(connection, waiting).await?;
        if full.is_empty() {
            return Ok(());
        }
        let keys = full.iter().map(|site| working.key(*site)).collect();
        let taken = take_out(connection, keys).await?;
        let mut in_order = read_all(working, &taken)?;
        for site in full {
            in_order.push((site, self.stored(site)));
            *working.page_raises_mut(site) = 0;
        }
        PageRaises::sum_of(&in_order).write(connection, working).await
    }

    fn sites(&self) -> BTreeSet<SiteNumber> {
        let of_counters = self.counters.keys().map(|key| key.site);
        let of_days = self.days.keys().map(|(site, ..)| *site);
        of_counters.chain(of_days).chain(self.news.keys().map(|(site, _)| *site)).collect()
    }

    /// Adds up several commits in their order.
    fn sum_of(commits: &'e [(SiteNumber, Stored<'_>)]) -> Self {
        let mut sum = Self::default();
        commits.iter().for_each(|(site, stored)| sum.add(*site, stored));
        sum
    }

    /// Returns the additions to one site in their stored form.
    fn stored(&self, site: SiteNumber) -> Stored<'_> {
        let counters = self.counters.iter().filter(|(key, _)| key.site == site);
        let days = self.days.iter().filter(|((of, ..), _)| *of == site);
        let news = self.news.iter().filter(|((of, _), _)| *of == site);
        Stored {
            counters: counters
                .map(|(key, raise)| {
                    let (label, detail) = (key.label.as_str().into(), key.detail.as_str().into());
                    Counter(key.day, key.page, key.kind, label, detail, raise.value, raise.hours.iter().collect())
                })
                .collect(),
            days: days.map(|((_, day, page), sums)| (*day, *page, columns_of(sums).to_vec())).collect(),
            news: news
                .map(|((_, page), news)| News(*page, news.title.map(Cow::Borrowed), news.clicked_at, news.days))
                .collect(),
        }
    }

    /// Adds the additions of a later commit.
    fn add(&mut self, site: SiteNumber, stored: &'e Stored<'_>) {
        for Counter(day, page, kind, label, detail, value, hours) in &stored.counters {
            let (label, detail) = (label.to_string(), detail.to_string());
            let key = CounterRowKey { site, day: *day, page: *page, kind: *kind, label, detail };
            let mut of_hours = Hours::default();
            hours.iter().for_each(|(hour, value)| of_hours.add(*hour, *value));
            self.counters.entry(key).or_default().add(*value, &of_hours);
        }
        for (day, page, sums) in &stored.days {
            self.days.entry((site, *day, *page)).or_default().add_day(&day_of(sums));
        }
        for News(page, title, clicked_at, days) in &stored.news {
            let known = self.news.entry((site, *page)).or_default();
            known.title = title.as_deref().or(known.title);
            known.clicked_at = known.clicked_at.max(*clicked_at);
            known.days = match (known.days, *days) {
                (Some((first, last)), Some((from, to))) => Some((first.min(from), last.max(to))),
                (known, new) => known.or(new),
            };
        }
    }

    async fn write(self, connection: &mut Link, working: &WorkingSet) -> sqlx::Result<()> {
        OF_PAGES.write(connection, working, self.counters).await?;
        write_page_days(connection, working, &self.days).await?;
        write_page_news(connection, working, &self.news.into_iter().collect::<Vec<_>>()).await
    }
}

/// A row that waited: its site and the additions.
type Taken = (SiteKey, Vec<u8>);

fn read_all<'t>(working: &WorkingSet, taken: &'t [Taken]) -> sqlx::Result<Vec<(SiteNumber, Stored<'t>)>> {
    let read = |(key, stored): &'t Taken| {
        let stored = serde_json::from_slice(stored).map_err(|error| sqlx::Error::Decode(error.into()))?;
        Ok((working.number_of(site_of(*key)), stored))
    };
    taken.iter().map(read).collect()
}

async fn write_waiting(connection: &mut Link, rows: Vec<(SiteKey, i64, Stored<'_>)>) -> sqlx::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let json = |(.., stored): &(SiteKey, i64, Stored<'_>)| {
        serde_json::to_vec(stored).map_err(|error| sqlx::Error::Encode(error.into()))
    };
    sqlx::query(
        "INSERT INTO event_page_raises (site, place, additions) SELECT * FROM unnest($1::bytea[], $2::bigint[], $3::bytea[])",
    )
    .bind(rows.iter().map(|(key, ..)| *key).collect::<Vec<_>>())
    .bind(rows.iter().map(|(_, place, _)| *place).collect::<Vec<_>>())
    .bind(rows.iter().map(json).collect::<sqlx::Result<Vec<_>>>()?)
    .execute(connection)
    .await
    .map(drop)
}

/// Removes all waiting rows of these sites and returns them in the order in which they were stored.
async fn take_out(connection: &mut Link, sites: Vec<SiteKey>) -> sqlx::Result<Vec<Taken>> {
    let rows = sqlx::query_as(
        "WITH taken AS (DELETE FROM event_page_raises WHERE site = ANY ($1) RETURNING site, place, additions)
         SELECT site, additions FROM taken ORDER BY site, place",
    );
    rows.bind(sites).fetch_all(connection).await
}

/// Folds a site's waiting additions into the tables of pages.
pub(crate) async fn fold(connection: &mut Link, site: SiteId) -> sqlx::Result<()> {
    lock_sites(connection, [site]).await?;
    let taken = take_out(connection, vec![key_of(site)]).await?;
    if taken.is_empty() {
        return Ok(());
    }
    let working = WorkingSet::of(vec![site]);
    PageRaises::sum_of(&read_all(&working, &taken)?).write(connection, &working).await?;
    let nothing_waits = sqlx::query("UPDATE event_books SET page_raises = 0 WHERE site = $1").bind(key_of(site));
    nothing_waits.execute(connection).await.map(drop)
}

/// Folds the waiting additions of all sites, so that the tables of pages can be copied.
pub(crate) async fn fold_all(links: &Links) -> sqlx::Result<()> {
    let waiting = sqlx::query_scalar("SELECT DISTINCT site FROM event_page_raises");
    let sites: Vec<SiteKey> = waiting.fetch_all(&mut links.acquire().await?).await?;
    for site in sites {
        let mut link = links.begin().await?;
        fold(&mut link, site_of(site)).await?;
        link.commit().await?;
    }
    Ok(())
}

/// Returns the waiting additions to a day's pages. The caller adds them to the tables' rows, which it reads from the
/// same state of the database.
pub(crate) async fn waiting_days(
    connection: &mut Link,
    site: SiteId,
    day: Day,
) -> sqlx::Result<Vec<(PageNumber, PageDay)>> {
    let rows = sqlx::query_as("SELECT site, additions FROM event_page_raises WHERE site = $1");
    let waiting: Vec<Taken> = rows.bind(key_of(site)).fetch_all(connection).await?;
    let commits = read_all(&WorkingSet::of(vec![site]), &waiting)?;
    let days = commits.iter().flat_map(|(_, stored)| &stored.days).filter(|(of, ..)| *of == day.0);
    Ok(days.map(|(_, page, sums)| (*page, day_of(sums))).collect())
}

impl Inner {
    /// Folds a site's waiting additions; called before the tables of pages are read.
    pub(crate) async fn fold_pages(&self, site: SiteId) -> StoreResult<()> {
        let waits = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM event_page_raises WHERE site = $1)");
        let waits = waits.bind(key_of(site));
        let asked = self.reading().await?;
        let waits = asked.ask(async |connection| waits.fetch_one(connection).await.map_err(store_error)).await?;
        if waits { self.change(move |connection| fold(connection, site).boxed()).await } else { Ok(()) }
    }
}
