//! Brings the rows of pages together whose addresses are one page by the site's settings.
//!
//! A page whose path has another spelling than its identity gets that spelling, or is added to the page that has it: its
//! counters, its raw events and its row, in one transaction, so that every report is made before or after it. No sum changes.
//! What is merged has its spelling, so an interrupted merge continues where it ended.

use std::collections::{BTreeSet, HashMap};

use askline_app::ports::StoreResult;
use askline_domain::{analytics::page_orders::PageNumber, pages::identity::PageIdentifier, shared::ids::SiteId};
use futures_util::FutureExt as _;
use sqlx::{Row as _, postgres::PgRow};

use super::{
    site_key::{SiteKey, key_of},
    stale_pages::{Stale, fold_counters, fold_days},
    store::Inner,
    writing::{last_transactions::note_transaction, page_raises, working_set::WorkingSet},
};
use crate::{
    events::model::name_tables::NameTables as _,
    sql::{Link, rows::store_error},
};

/// The number of pages that one search reads.
const PAGES_READ: i64 = 5_000;
/// The maximum number of pages that one transaction gives another path.
const PAGES_AT_ONCE: usize = 1_000;

/// A page that has another spelling than its identity.
#[derive(Debug, Clone)]
struct OtherSpelling {
    number: PageNumber,
    path: String,
    identity: String,
    /// How its address is spelled, if not as its identity.
    spelling: Option<String>,
}

/// A page's row.
#[derive(Debug)]
struct PageRow {
    page: PageNumber,
    path: String,
    first_day: i32,
    last_day: i32,
    title: Option<String>,
    last_click_at: Option<i64>,
    first_title: Option<String>,
    canonical: Option<String>,
}

impl PageRow {
    fn read(row: &PgRow) -> sqlx::Result<Self> {
        Ok(Self {
            page: row.try_get("page")?,
            path: row.try_get("path")?,
            first_day: row.try_get("first_day")?,
            last_day: row.try_get("last_day")?,
            title: row.try_get("title")?,
            last_click_at: row.try_get("last_click_at")?,
            first_title: row.try_get("first_title")?,
            canonical: row.try_get("canonical")?,
        })
    }
}

/// A page that is added to the page `target`.
struct MergedPage<'p> {
    row: &'p PageRow,
    target: PageNumber,
    spelling: Option<&'p str>,
}

impl Inner {
    /// Merges the pages of a site that are one page; returns how many were changed.
    pub(crate) async fn merge_pages(&self, site: SiteId, identifier: &PageIdentifier) -> StoreResult<u64> {
        let (mut merged, mut after) = (0, String::new());
        loop {
            let read = sqlx::query_as(
                r#"SELECT page, path, spelling FROM event_pages WHERE site = $1 AND path > $2 COLLATE "C"
                   ORDER BY path COLLATE "C" LIMIT $3"#,
            );
            let read = read.bind(key_of(site)).bind(&after).bind(PAGES_READ);
            let mut connection = self.read.acquire().await.map_err(store_error)?;
            let rows: Vec<(PageNumber, String, Option<String>)> =
                read.fetch_all(&mut connection).await.map_err(store_error)?;
            drop(connection);
            let (is_more, last) = (rows.len() as i64 == PAGES_READ, rows.last().map(|(_, path, _)| path.clone()));
            let others: Vec<OtherSpelling> = rows
                .into_iter()
                .filter_map(|(number, path, spelling)| {
                    let identity = identifier.of_text(&path).into_string();
                    (identity != path).then(|| {
                        let spelling = identifier.spelled_text(spelling.as_ref().unwrap_or(&path)).spelling;
                        OtherSpelling { number, path, identity, spelling }
                    })
                })
                .collect();
            for piece in others.chunks(PAGES_AT_ONCE) {
                let piece = piece.to_vec();
                merged += self.change(move |connection| merge_some(connection, site, piece.clone()).boxed()).await?;
                self.revisions.raise([site]);
            }
            match last.filter(|_| is_more) {
                Some(last) => after = last,
                None => return Ok(merged),
            }
        }
    }
}

async fn merge_some(connection: &mut Link, site: SiteId, pages: Vec<OtherSpelling>) -> sqlx::Result<u64> {
    page_raises::fold(connection, site).await?;
    let key = key_of(site);
    let numbers: Vec<PageNumber> = pages.iter().map(|page| page.number).collect();
    let rows = sqlx::query(
        "SELECT page, path, first_day, last_day, title, last_click_at, first_title, canonical FROM event_pages
         WHERE site = $1 AND page = ANY ($2) ORDER BY page",
    )
    .bind(key)
    .bind(&numbers)
    .fetch_all(&mut *connection)
    .await?;
    let rows: Vec<PageRow> = rows.iter().map(PageRow::read).collect::<sqlx::Result<_>>()?;
    let spelled: HashMap<&str, &OtherSpelling> = pages.iter().map(|page| (page.path.as_str(), page)).collect();
    let mut working = WorkingSet::of(vec![site]);
    let wanted: BTreeSet<_> = pages.iter().map(|page| (0, page.identity.as_str())).collect();
    working.read_pages(connection, wanted).await?;
    let mut first_spellings: HashMap<&str, PageNumber> = HashMap::new();
    let (mut renamed, mut merged) = (Vec::new(), Vec::new());
    for row in &rows {
        // Without an identity, the page has got another path in the meantime.
        let Some(spelled) = spelled.get(row.path.as_str()) else { continue };
        let (identity, spelling) = (spelled.identity.as_str(), spelled.spelling.as_deref());
        let Ok(known) = working.find_page(0, identity);
        match known.map(|page| page.number).or_else(|| first_spellings.get(identity).copied()) {
            Some(target) => merged.push(MergedPage { row, target, spelling }),
            None => {
                first_spellings.insert(identity, row.page);
                renamed.push((row.page, identity, spelling));
            }
        }
    }
    rename(connection, key, &renamed).await?;
    if !merged.is_empty() {
        add_to_others(connection, &working, key, &merged).await?;
    }
    note_transaction(connection, &[key]).await?;
    Ok((renamed.len() + merged.len()) as u64)
}

/// Gives pages their paths, and the spellings of their addresses.
async fn rename(connection: &mut Link, key: SiteKey, pages: &[(PageNumber, &str, Option<&str>)]) -> sqlx::Result<()> {
    sqlx::query(
        "UPDATE event_pages p SET path = q.path, spelling = q.spelling
         FROM unnest($2::bigint[], $3::text[], $4::text[]) AS q (page, path, spelling)
         WHERE p.site = $1 AND p.page = q.page",
    )
    .bind(key)
    .bind(pages.iter().map(|(page, ..)| *page).collect::<Vec<_>>())
    .bind(pages.iter().map(|(_, path, _)| *path).collect::<Vec<_>>())
    .bind(pages.iter().map(|(.., spelling)| *spelling).collect::<Vec<_>>())
    .execute(connection)
    .await
    .map(drop)
}

/// Adds all that is stored about these pages to others, and removes their rows. An address is spelled as that of the page that was
/// seen last.
async fn add_to_others(
    connection: &mut Link,
    working: &WorkingSet,
    key: SiteKey,
    merged: &[MergedPage<'_>],
) -> sqlx::Result<()> {
    let targets: HashMap<PageNumber, PageNumber> = merged.iter().map(|one| (one.row.page, one.target)).collect();
    let days: Vec<(PageNumber, i32, i32)> =
        merged.iter().map(|MergedPage { row, .. }| (row.page, row.first_day, row.last_day)).collect();
    let stale = Stale::of(&days);
    let target = |page: PageNumber| targets.get(&page).copied().unwrap_or(page);
    fold_counters(connection, working, key, &stale, target).await?;
    fold_days(connection, working, key, &stale, target).await?;
    // A raw event without a title has the first title of its page.
    sqlx::query(
        "UPDATE events e SET page = q.target, title = coalesce(e.title, q.title)
         FROM unnest($2::bigint[], $3::bigint[], $4::text[]) AS q (page, target, title)
         WHERE e.site = $1 AND e.day BETWEEN $5 AND $6 AND e.page = q.page",
    )
    .bind(key)
    .bind(merged.iter().map(|one| one.row.page).collect::<Vec<_>>())
    .bind(merged.iter().map(|one| one.target).collect::<Vec<_>>())
    .bind(merged.iter().map(|one| one.row.first_title.as_deref().unwrap_or_default()).collect::<Vec<_>>())
    .bind(stale.first_day)
    .bind(stale.last_day)
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "UPDATE event_pages p SET title = coalesce(p.title, q.title), last_click_at = greatest(p.last_click_at, q.clicked_at),
             first_day = least(p.first_day, q.first_day), last_day = greatest(p.last_day, q.last_day),
             spelling = CASE WHEN q.last_day > p.last_day THEN q.spelling ELSE p.spelling END,
             canonical = coalesce(p.canonical, q.canonical)
         FROM (SELECT target, min(title) AS title, max(clicked_at) AS clicked_at, min(first_day) AS first_day,
                   max(last_day) AS last_day, (array_agg(spelling ORDER BY last_day DESC))[1] AS spelling,
                   min(canonical) AS canonical
               FROM unnest($2::bigint[], $3::text[], $4::bigint[], $5::int[], $6::int[], $7::text[], $8::text[])
                   AS one (target, title, clicked_at, first_day, last_day, spelling, canonical) GROUP BY target) q
         WHERE p.site = $1 AND p.page = q.target",
    )
    .bind(key)
    .bind(merged.iter().map(|one| one.target).collect::<Vec<_>>())
    .bind(merged.iter().map(|one| one.row.title.as_deref()).collect::<Vec<_>>())
    .bind(merged.iter().map(|one| one.row.last_click_at).collect::<Vec<_>>())
    .bind(merged.iter().map(|one| one.row.first_day).collect::<Vec<_>>())
    .bind(merged.iter().map(|one| one.row.last_day).collect::<Vec<_>>())
    .bind(merged.iter().map(|one| one.spelling).collect::<Vec<_>>())
    .bind(merged.iter().map(|one| one.row.canonical.as_deref()).collect::<Vec<_>>())
    .execute(&mut *connection)
    .await?;
    let removal = sqlx::query("DELETE FROM event_pages WHERE site = $1 AND page = ANY ($2)");
    removal.bind(key).bind(&stale.pages).execute(connection).await.map(drop)
}
