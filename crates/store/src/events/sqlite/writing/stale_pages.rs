//! Folds pages that were not counted for a long time.
//!
//! Their counters move to the row of other pages, and their names are removed. So the names of a flood of invented
//! addresses are removed from the file, and no sum changes.
//!
//! This happens in short transactions on the writer's thread, so that events can be stored in between.

use askline_domain::{
    analytics::{OTHER_PAGE, page_orders::PageNumber},
    shared::{
        calendar::Day,
        ids::{Id as _, SiteId},
    },
};
use rusqlite::{Connection, OptionalExtension as _, params};

use super::{in_file::InFile, memory::Memory, removal::ROWS_AT_ONCE, sums::raise_page_day};
use crate::events::{
    model::{name_cache::number_of_other_page, stored::SiteNumber},
    sqlite::reading::pages::site_number,
};

/// The maximum number of pages found by one search.
pub(crate) const PAGES_AT_ONCE: u32 = 1_000;
/// The maximum number of days of pages that one transaction reads, which takes some ten milliseconds.
const DAYS_AT_ONCE: i64 = 2_000;

/// A page that was last counted long ago.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StalePage {
    pub(super) number: PageNumber,
    pub(super) first_day: i64,
    pub(super) last_day: i64,
}

/// Finds some pages of a site that were last counted before `before`; none while raw events of earlier days are left.
pub(crate) fn find_stale_pages(
    connection: &Connection,
    site: SiteId,
    before: Day,
    limit: u32,
) -> rusqlite::Result<Vec<StalePage>> {
    let Some(site) = site_number(connection, site)? else { return Ok(Vec::new()) };
    let raw_event: Option<i64> = connection
        .prepare_cached("SELECT 1 FROM events INDEXED BY events_by_site_day WHERE site = ?1 AND day < ?2 LIMIT 1")?
        .query_row(params![site, before.0], |row| row.get(0))
        .optional()?;
    if raw_event.is_some() {
        return Ok(Vec::new());
    }
    connection
        .prepare_cached(
            "SELECT id, first_day, last_day FROM pages WHERE site = ?1 AND last_day < ?2 AND path <> ?3 LIMIT ?4",
        )?
        .query_map(params![site, before.0, OTHER_PAGE, limit], |row| {
            Ok(StalePage { number: row.get(0)?, first_day: row.get(1)?, last_day: row.get(2)? })
        })?
        .collect()
}

/// Splits pages into pieces that one transaction can read.
pub(crate) fn pieces(pages: &[StalePage]) -> impl Iterator<Item = Vec<StalePage>> {
    let mut rest = pages;
    std::iter::from_fn(move || {
        let mut days = 0;
        let fits = |page: &&StalePage| {
            let is_first = days == 0;
            days += page.last_day - page.first_day + 1;
            is_first || days <= DAYS_AT_ONCE
        };
        let piece: Vec<StalePage> = rest.iter().take_while(fits).copied().collect();
        rest = &rest[piece.len()..];
        (!piece.is_empty()).then_some(piece)
    })
}

/// Moves the counters of these pages to the row of other pages; returns how many pages were moved.
pub(crate) fn fold_pages(
    memory: &mut Memory,
    connection: &Connection,
    site: SiteId,
    pages: &[StalePage],
    before: Day,
) -> rusqlite::Result<u32> {
    let Some(site) = site_number(connection, site)? else { return Ok(0) };
    // The cache may contain the pages under numbers that are about to be deleted.
    memory.names.forget();
    let other = number_of_other_page(&mut InFile(connection), site)?;
    let mut folded = 0;
    for page in pages {
        let removed = connection
            .prepare_cached(
                "DELETE FROM pages WHERE id = ?1 AND site = ?2 AND first_day = ?3 AND last_day = ?4 AND last_day < ?5",
            )?
            .execute(params![page.number, site, page.first_day, page.last_day, before.0])?;
        // If no row was deleted, the page was counted in the meantime.
        if removed > 0 {
            fold_counters(connection, site, *page, other)?;
            folded += 1;
        }
    }
    Ok(folded)
}

/// Adds the counters of a page to those of another one.
pub(super) fn fold_counters(
    connection: &Connection,
    site: SiteNumber,
    page: StalePage,
    other: PageNumber,
) -> rusqlite::Result<()> {
    let StalePage { number, first_day, last_day } = page;
    for addition in [
        "INSERT INTO page_counters (site, day, page, kind, label, detail, value, hours)
         WITH RECURSIVE days (day) AS (SELECT ?3 UNION ALL SELECT day + 1 FROM days WHERE day < ?4)
         SELECT counter.site, counter.day, ?5, kind, label, detail, value, hours FROM days CROSS JOIN page_counters counter
         WHERE counter.site = ?1 AND counter.day = days.day AND counter.page = ?2
         ON CONFLICT (site, day, page, kind, label, detail) DO UPDATE SET
            value = value + excluded.value, hours = add_hours(hours, excluded.hours)",
        concat!(
            "INSERT INTO page_days (site, day, page, views, ai_clicks, social_clicks, question_clicks, ai_referrals,
            phone_views, tablet_views, desktop_views, views_without_widget)
         WITH RECURSIVE days (day) AS (SELECT ?3 UNION ALL SELECT day + 1 FROM days WHERE day < ?4)
         SELECT counted.site, counted.day, ?5, views, ai_clicks, social_clicks, question_clicks, ai_referrals,
            phone_views, tablet_views, desktop_views, views_without_widget
         FROM days CROSS JOIN page_days counted
         WHERE counted.site = ?1 AND counted.day = days.day AND counted.page = ?2
         ",
            raise_page_day!()
        ),
    ] {
        connection.prepare_cached(addition)?.execute(params![site, number, first_day, last_day, other])?;
    }
    for removal in [
        "DELETE FROM page_counters WHERE site = ?1 AND page = ?2 AND day IN
            (WITH RECURSIVE days (day) AS (SELECT ?3 UNION ALL SELECT day + 1 FROM days WHERE day < ?4) SELECT day FROM days)",
        "DELETE FROM page_days WHERE site = ?1 AND page = ?2 AND day IN
            (WITH RECURSIVE days (day) AS (SELECT ?3 UNION ALL SELECT day + 1 FROM days WHERE day < ?4) SELECT day FROM days)",
    ] {
        connection.prepare_cached(removal)?.execute(params![site, number, first_day, last_day])?;
    }
    Ok(())
}

/// Removes some labels that were last counted before `before`, and the records of what earlier days used of their
/// limits; returns whether more may be left. The counters of the labels stay.
pub(crate) fn forget_old_labels(
    memory: &mut Memory,
    connection: &Connection,
    site: SiteId,
    before: Day,
) -> rusqlite::Result<bool> {
    memory.names.forget();
    let mut is_more = false;
    for removal in [
        "DELETE FROM known_labels WHERE (site, kind, label, detail) IN
            (SELECT site, kind, label, detail FROM known_labels
             WHERE site = (SELECT id FROM sites WHERE site = ?1) AND last_day < ?2 LIMIT ?3)",
        "DELETE FROM site_days WHERE (site, day) IN
            (SELECT site, day FROM site_days WHERE site = (SELECT id FROM sites WHERE site = ?1) AND day < ?2 LIMIT ?3)",
    ] {
        let removed = connection
            .prepare_cached(removal)?
            .execute(params![site.bits().to_be_bytes(), before.0, ROWS_AT_ONCE])?;
        is_more |= removed == ROWS_AT_ONCE as usize;
    }
    Ok(is_more)
}
