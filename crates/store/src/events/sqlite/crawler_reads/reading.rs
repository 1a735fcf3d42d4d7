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
use rusqlite::{Connection, Row, params};

use crate::events::crawler_rows::{DayColumns, MAX_PAGE_CRAWLERS, PurposeColumns, RowReads, day_row, time_of};

/// The reads of all pages by day and crawler.
pub(super) fn days(connection: &Connection, site: SiteId, window: Window) -> rusqlite::Result<Vec<CrawlerDay>> {
    let mut statement = connection.prepare_cached(
        "SELECT day, crawler, purpose, evidence, status, reads, last_at FROM crawler_days
         WHERE site = (SELECT id FROM sites WHERE site = ?1) AND day BETWEEN ?2 AND ?3",
    )?;
    let rows = statement.query_map(params![site.bits().to_be_bytes(), window.from.0, window.to.0], day_of)?;
    let mut days: Vec<CrawlerDay> = rows.filter_map(Result::transpose).collect::<rusqlite::Result<_>>()?;
    days.sort_unstable();
    Ok(days)
}

/// The reads of one page by day and crawler. The list of days makes each one a look-up in the key.
pub(super) fn of_page(
    connection: &Connection,
    site: SiteId,
    page: &str,
    window: Window,
) -> rusqlite::Result<Vec<CrawlerDay>> {
    let list = days_in(window);
    let mut statement = connection.prepare_cached(
        "SELECT day, crawler, purpose, evidence, status, reads, last_at FROM crawler_pages
         WHERE site = (SELECT id FROM sites WHERE site = ?1) AND day IN (SELECT value FROM json_each(?2)) AND path = ?3",
    )?;
    let rows = statement.query_map(params![site.bits().to_be_bytes(), list, page], day_of)?;
    let mut days: Vec<CrawlerDay> = rows.filter_map(Result::transpose).collect::<rusqlite::Result<_>>()?;
    days.sort_unstable();
    Ok(days)
}

/// The days of a window as a list that a statement reads.
fn days_in(window: Window) -> String {
    serde_json::json!(window.iter().map(|day| day.0).collect::<Vec<_>>()).to_string()
}

/// Those days of a window on which a crawler read the site, as such a list.
fn days_with_reads(connection: &Connection, site: SiteId, window: Window) -> rusqlite::Result<String> {
    let mut statement = connection.prepare_cached(
        "SELECT json_group_array(DISTINCT day) FROM crawler_days
         WHERE site = (SELECT id FROM sites WHERE site = ?1) AND day BETWEEN ?2 AND ?3",
    )?;
    statement.query_row(params![site.bits().to_be_bytes(), window.from.0, window.to.0], |row| row.get(0))
}

/// The reads of pages and folders. The lists make each day of each of them a look-up in the key; '0' follows '/'.
pub(super) fn of_rows(
    connection: &Connection,
    site: SiteId,
    rows: &[PageFilter],
    window: Window,
) -> rusqlite::Result<Vec<PageReads>> {
    const OF_PAGES: &str =
        "SELECT p.path, p.purpose, sum(CASE p.status WHEN 'answered' THEN p.reads ELSE 0 END), max(p.last_at)
         FROM json_each(?2) d CROSS JOIN json_each(?3) f CROSS JOIN crawler_pages p
         WHERE p.site = (SELECT id FROM sites WHERE site = ?1) AND p.day = d.value AND p.path = f.value
             AND p.evidence <> 'refuted'
         GROUP BY p.path, p.purpose";
    const BELOW_FOLDERS: &str =
        "SELECT f.value, p.purpose, sum(CASE p.status WHEN 'answered' THEN p.reads ELSE 0 END), max(p.last_at)
         FROM json_each(?2) d CROSS JOIN json_each(?3) f CROSS JOIN crawler_pages p
         WHERE p.site = (SELECT id FROM sites WHERE site = ?1) AND p.day = d.value
             AND p.path >= f.value || '/' AND p.path < f.value || '0' AND p.evidence <> 'refuted'
         GROUP BY f.value, p.purpose";
    let (pages, folders) = RowReads::asked(rows);
    let days = days_with_reads(connection, site, window)?;
    let mut reads = RowReads::default();
    by_purpose(connection, OF_PAGES, (site, &days), &pages, |columns| reads.add_page(columns))?;
    by_purpose(connection, BELOW_FOLDERS, (site, &days), &folders, |columns| reads.add_below(columns))?;
    Ok(reads.in_order(rows))
}

fn by_purpose(
    connection: &Connection,
    statement: &str,
    (site, days): (SiteId, &str),
    paths: &[&str],
    mut each: impl FnMut(PurposeColumns),
) -> rusqlite::Result<()> {
    if paths.is_empty() {
        return Ok(());
    }
    let mut statement = connection.prepare_cached(statement)?;
    let paths = serde_json::json!(paths).to_string();
    let mut rows = statement.query(params![site.bits().to_be_bytes(), days, paths])?;
    while let Some(row) = rows.next()? {
        let (of, purpose, answered, last_at) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
        each(PurposeColumns { row: of, purpose, answered, last_at });
    }
    Ok(())
}

fn day_of(row: &Row<'_>) -> rusqlite::Result<Option<CrawlerDay>> {
    Ok(day_row(DayColumns {
        day: row.get(0)?,
        crawler: row.get(1)?,
        purpose: row.get(2)?,
        evidence: row.get(3)?,
        status: row.get(4)?,
        reads: row.get(5)?,
        last_at: row.get(6)?,
    }))
}

/// The reads of each page by crawler.
pub(super) fn pages(connection: &Connection, site: SiteId, window: Window) -> rusqlite::Result<Vec<PageCrawler>> {
    let mut statement = connection.prepare_cached(
        "SELECT * FROM (SELECT path, crawler, purpose, sum(CASE status WHEN 'answered' THEN reads ELSE 0 END),
             sum(CASE status WHEN 'answered' THEN 0 ELSE reads END), max(last_at)
         FROM crawler_pages
         WHERE site = (SELECT id FROM sites WHERE site = ?1) AND day BETWEEN ?2 AND ?3 AND evidence <> 'refuted'
         GROUP BY path, crawler, purpose ORDER BY sum(reads) DESC, path, crawler, purpose LIMIT ?4)
         ORDER BY path, crawler, purpose",
    )?;
    let rows = statement.query_map(
        params![site.bits().to_be_bytes(), window.from.0, window.to.0, MAX_PAGE_CRAWLERS],
        |row| {
            let purpose: String = row.get(2)?;
            let (page, crawler) = (row.get(0)?, row.get(1)?);
            let (answered, unanswered): (i64, i64) = (row.get(3)?, row.get(4)?);
            let last_at = time_of(row.get(5)?);
            Ok(purpose.parse().ok().map(|purpose| PageCrawler {
                page,
                crawler,
                purpose,
                answered: answered.unsigned_abs(),
                unanswered: unanswered.unsigned_abs(),
                last_at,
            }))
        },
    )?;
    rows.filter_map(Result::transpose).collect()
}

/// The state of each source.
pub(super) fn states(connection: &Connection, site: SiteId) -> rusqlite::Result<BTreeMap<LogSourceId, SourceState>> {
    let mut statement = connection.prepare_cached(
        "SELECT source, lines, kept, unreadable, other_hosts, out_of_range, last_line_at, last_batch_at FROM log_states
         WHERE site = (SELECT id FROM sites WHERE site = ?1)",
    )?;
    let rows = statement.query_map([site.bits().to_be_bytes()], |row| {
        let number = |column: usize| row.get::<_, i64>(column).map(i64::unsigned_abs);
        let state = SourceState {
            lines: number(1)?,
            kept: number(2)?,
            unreadable: number(3)?,
            other_hosts: number(4)?,
            out_of_range: number(5)?,
            last_line_at: row.get::<_, Option<i64>>(6)?.map(time_of),
            last_batch_at: Some(time_of(row.get(7)?)),
        };
        Ok((LogSourceId::from_bits(u128::from_be_bytes(row.get(0)?)), state))
    })?;
    rows.collect()
}
