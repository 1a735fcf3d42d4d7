//! Reads the counters of what crawlers read.

use std::collections::BTreeMap;

use askline_app::ports::logs::crawler_reads::{CrawlerDay, PageCrawler, PageReads, SourceState};
use askline_domain::{
    analytics::filter::PageFilter,
    shared::{
        calendar::Window,
        ids::{Id as _, LogSourceId, SiteId},
    },
};
use sqlx::{Row as _, postgres::PgRow};

use crate::{
    events::{
        crawler_rows::{DayColumns, MAX_PAGE_CRAWLERS, PurposeColumns, RowReads, day_row, time_of},
        postgres::site_key::key_of,
    },
    sql::Link,
};

/// The reads of all pages by day and crawler.
pub(super) async fn days(connection: &mut Link, site: SiteId, window: Window) -> sqlx::Result<Vec<CrawlerDay>> {
    let rows = sqlx::query(
        "SELECT day, crawler, purpose, evidence, status, reads, last_at FROM event_crawler_days
         WHERE site = $1 AND day BETWEEN $2 AND $3",
    )
    .bind(key_of(site))
    .bind(window.from.0)
    .bind(window.to.0)
    .fetch_all(connection)
    .await?;
    days_of(rows)
}

/// The reads of one page by day and crawler. The list of days makes each one a look-up in the key.
pub(super) async fn of_page(
    connection: &mut Link,
    site: SiteId,
    page: &str,
    window: Window,
) -> sqlx::Result<Vec<CrawlerDay>> {
    let rows = sqlx::query(
        "SELECT day, crawler, purpose, evidence, status, reads, last_at FROM event_crawler_pages
         WHERE site = $1 AND day = ANY($2) AND path = $3",
    )
    .bind(key_of(site))
    .bind(days_in(window))
    .bind(page)
    .fetch_all(connection)
    .await?;
    days_of(rows)
}

fn days_in(window: Window) -> Vec<i32> {
    window.iter().map(|day| day.0).collect()
}

/// Those days of a window on which a crawler read the site.
async fn days_with_reads(connection: &mut Link, site: SiteId, window: Window) -> sqlx::Result<Vec<i32>> {
    sqlx::query_scalar("SELECT DISTINCT day FROM event_crawler_days WHERE site = $1 AND day BETWEEN $2 AND $3")
        .bind(key_of(site))
        .bind(window.from.0)
        .bind(window.to.0)
        .fetch_all(connection)
        .await
}

/// The reads of pages and folders. The lists make each day of each of them a look-up in the key; '0' follows '/'.
pub(super) async fn of_rows(
    connection: &mut Link,
    site: SiteId,
    rows: &[PageFilter],
    window: Window,
) -> sqlx::Result<Vec<PageReads>> {
    const OF_PAGES: &str = r#"SELECT p.path, p.purpose,
             (coalesce(sum(p.reads) FILTER (WHERE p.status = 'answered'), 0))::bigint, max(p.last_at)
         FROM unnest($2::int[]) AS d (day) CROSS JOIN unnest($3::text[]) AS f (path)
         JOIN event_crawler_pages p ON p.site = $1 AND p.day = d.day AND p.path = f.path COLLATE "C"
         WHERE p.evidence <> 'refuted' GROUP BY p.path, p.purpose"#;
    const BELOW_FOLDERS: &str = r#"SELECT f.path, p.purpose,
             (coalesce(sum(p.reads) FILTER (WHERE p.status = 'answered'), 0))::bigint, max(p.last_at)
         FROM unnest($2::int[]) AS d (day) CROSS JOIN unnest($3::text[]) AS f (path)
         JOIN event_crawler_pages p ON p.site = $1 AND p.day = d.day
             AND p.path >= (f.path || '/') COLLATE "C" AND p.path < (f.path || '0') COLLATE "C"
         WHERE p.evidence <> 'refuted' GROUP BY f.path, p.purpose"#;
    let (pages, folders) = RowReads::asked(rows);
    let days = days_with_reads(connection, site, window).await?;
    let mut reads = RowReads::default();
    for columns in by_purpose(connection, OF_PAGES, (site, &days), &pages).await? {
        reads.add_page(columns);
    }
    for columns in by_purpose(connection, BELOW_FOLDERS, (site, &days), &folders).await? {
        reads.add_below(columns);
    }
    Ok(reads.in_order(rows))
}

async fn by_purpose(
    connection: &mut Link,
    statement: &'static str,
    (site, days): (SiteId, &[i32]),
    paths: &[&str],
) -> sqlx::Result<Vec<PurposeColumns>> {
    if paths.is_empty() {
        return Ok(Vec::new());
    }
    let rows = sqlx::query(statement).bind(key_of(site)).bind(days).bind(paths).fetch_all(connection).await?;
    let columns = |row: &PgRow| {
        let (of, purpose, answered, last_at) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?, row.try_get(3)?);
        Ok(PurposeColumns { row: of, purpose, answered, last_at })
    };
    rows.iter().map(columns).collect()
}

fn days_of(rows: Vec<PgRow>) -> sqlx::Result<Vec<CrawlerDay>> {
    let mut days = Vec::with_capacity(rows.len());
    for row in rows {
        days.extend(day_row(DayColumns {
            day: row.try_get(0)?,
            crawler: row.try_get(1)?,
            purpose: row.try_get(2)?,
            evidence: row.try_get(3)?,
            status: row.try_get(4)?,
            reads: row.try_get(5)?,
            last_at: row.try_get(6)?,
        }));
    }
    days.sort_unstable();
    Ok(days)
}

/// The reads of each page by crawler.
pub(super) async fn pages(connection: &mut Link, site: SiteId, window: Window) -> sqlx::Result<Vec<PageCrawler>> {
    let rows = sqlx::query(
        "SELECT path, crawler, purpose, answered, unanswered, last_at FROM (
         SELECT path, crawler, purpose, (coalesce(sum(reads) FILTER (WHERE status = 'answered'), 0))::bigint AS answered,
             (coalesce(sum(reads) FILTER (WHERE status <> 'answered'), 0))::bigint AS unanswered,
             max(last_at) AS last_at
         FROM event_crawler_pages WHERE site = $1 AND day BETWEEN $2 AND $3 AND evidence <> 'refuted'
         GROUP BY path, crawler, purpose ORDER BY sum(reads) DESC, path, crawler, purpose LIMIT $4
         ) most ORDER BY path, crawler, purpose",
    )
    .bind(key_of(site))
    .bind(window.from.0)
    .bind(window.to.0)
    .bind(i64::from(MAX_PAGE_CRAWLERS))
    .fetch_all(connection)
    .await?;
    let mut pages = Vec::with_capacity(rows.len());
    for row in rows {
        let Ok(purpose) = row.try_get::<String, _>(2)?.parse() else { continue };
        pages.push(PageCrawler {
            page: row.try_get(0)?,
            crawler: row.try_get(1)?,
            purpose,
            answered: row.try_get::<i64, _>(3)?.unsigned_abs(),
            unanswered: row.try_get::<i64, _>(4)?.unsigned_abs(),
            last_at: time_of(row.try_get(5)?),
        });
    }
    Ok(pages)
}

/// The state of each source.
pub(super) async fn states(connection: &mut Link, site: SiteId) -> sqlx::Result<BTreeMap<LogSourceId, SourceState>> {
    let rows = sqlx::query(
        "SELECT source, lines, kept, unreadable, other_hosts, out_of_range, last_line_at, last_batch_at
         FROM event_log_states WHERE site = $1",
    )
    .bind(key_of(site))
    .fetch_all(connection)
    .await?;
    let mut states = BTreeMap::new();
    for row in rows {
        let number = |column: usize| row.try_get::<i64, _>(column).map(i64::unsigned_abs);
        let state = SourceState {
            lines: number(1)?,
            kept: number(2)?,
            unreadable: number(3)?,
            other_hosts: number(4)?,
            out_of_range: number(5)?,
            last_line_at: row.try_get::<Option<i64>, _>(6)?.map(time_of),
            last_batch_at: Some(time_of(row.try_get(7)?)),
        };
        states.insert(LogSourceId::from_bits(u128::from_be_bytes(row.try_get(0)?)), state);
    }
    Ok(states)
}
