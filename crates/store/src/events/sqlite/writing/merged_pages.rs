//! Merges pages whose addresses are one page by the site's settings.
//!
//! A page whose path has another spelling than its identity gets that spelling, or is added to the page that has it. Raw
//! events follow first, in one pass over them; then counters and the page's row, in one transaction, so that every report is made
//! before or after it. No sum changes. What is merged has its spelling, so an interrupted merge continues where it ended.

use std::collections::HashMap;

use askline_domain::{analytics::page_orders::PageNumber, pages::identity::PageIdentifier, shared::ids::SiteId};
use rusqlite::{Connection, OptionalExtension as _, params};

use super::{
    in_file::InFile,
    memory::Memory,
    stale_pages::{StalePage, fold_counters},
};
use crate::events::{
    model::{name_tables::NameTables as _, stored::SiteNumber},
    sqlite::reading::pages::site_number,
};

/// The number of pages that one search reads.
const PAGES_READ: u32 = 5_000;
/// The maximum number of pages that one transaction gives another path.
pub(crate) const PAGES_AT_ONCE: usize = 500;
/// The number of raw events that one search reads.
const EVENTS_READ: u32 = 20_000;
/// The maximum number of raw events that one transaction changes.
pub(crate) const EVENTS_AT_ONCE: usize = 2_000;

/// A page that has another spelling than its identity.
#[derive(Debug, Clone)]
pub(crate) struct OtherSpelling {
    number: PageNumber,
    path: String,
    identity: String,
    /// How its address is spelled, if not as its identity.
    spelling: Option<String>,
}

/// Some pages of a site in the order of their paths, and where to continue.
pub(crate) struct FoundPages {
    pub(crate) pages: Vec<OtherSpelling>,
    /// The last path that was read; `None` at the end.
    pub(crate) last: Option<String>,
}

/// Finds pages after the path `after` that have another spelling than their identity.
pub(crate) fn find(
    connection: &Connection,
    site: SiteId,
    identifier: &PageIdentifier,
    after: &str,
) -> rusqlite::Result<FoundPages> {
    let Some(site) = site_number(connection, site)? else { return Ok(FoundPages { pages: Vec::new(), last: None }) };
    let mut read = connection
        .prepare_cached("SELECT id, path, spelling FROM pages WHERE site = ?1 AND path > ?2 ORDER BY path LIMIT ?3")?;
    let rows: Vec<(PageNumber, String, Option<String>)> = read
        .query_map(params![site, after, PAGES_READ], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<rusqlite::Result<_>>()?;
    let is_more = rows.len() == PAGES_READ as usize;
    let last = rows.last().map(|(_, path, _)| path.clone()).filter(|_| is_more);
    let pages = rows.into_iter().filter_map(|(number, path, spelling)| {
        let identity = identifier.of_text(&path);
        // A spelling that had another one would be found again and again.
        let is_other = *identity != *path && identifier.of_text(&identity) == identity;
        is_other.then(|| {
            let spelling = identifier.spelled_text(spelling.as_ref().unwrap_or(&path)).spelling;
            OtherSpelling { number, path, identity: identity.into_string(), spelling }
        })
    });
    Ok(FoundPages { pages: pages.collect(), last })
}

/// The pages that are added to others, with the pages to which they are added.
#[derive(Debug, Default)]
pub(crate) struct Targets {
    pages: HashMap<PageNumber, PageNumber>,
    /// How the addresses of these pages are spelled, if not as those to which they are added.
    spellings: HashMap<PageNumber, String>,
    /// The days of the pages, with all pages of a target one after another.
    pub(crate) days: Vec<StalePage>,
}

impl Targets {
    /// Adds pages that [`give_paths`] returned.
    pub(crate) fn of(mut found: Vec<MergedPage>) -> Self {
        found.sort_by_key(|merged| (merged.target, merged.page.number));
        let mut targets = Self::default();
        for MergedPage { page, target, spelling } in found {
            targets.pages.insert(page.number, target);
            targets.spellings.extend(spelling.map(|spelling| (page.number, spelling)));
            targets.days.push(page);
        }
        targets
    }
}

/// A page that is added to another one.
#[derive(Debug)]
pub(crate) struct MergedPage {
    page: StalePage,
    target: PageNumber,
    spelling: Option<String>,
}

/// What [`give_paths`] has done.
#[derive(Debug, Default)]
pub(crate) struct GivenPaths {
    /// The number of pages that have their spelling now.
    pub(crate) renamed: u64,
    /// The pages whose spelling another page has.
    pub(crate) others: Vec<MergedPage>,
}

/// Gives each page its spelling if no other page has it.
pub(crate) fn give_paths(
    memory: &mut Memory,
    connection: &Connection,
    site: SiteId,
    pages: &[OtherSpelling],
) -> rusqlite::Result<GivenPaths> {
    let mut given = GivenPaths::default();
    let Some(site) = site_number(connection, site)? else { return Ok(given) };
    // The cache has the pages under their earlier paths.
    memory.names.forget();
    for page in pages {
        let days = connection
            .prepare_cached("SELECT first_day, last_day FROM pages WHERE id = ?1 AND site = ?2 AND path = ?3")?
            .query_row(params![page.number, site, page.path], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        // Without this row, the page was removed or merged in the meantime.
        let Some((first_day, last_day)) = days else { continue };
        match InFile(connection).find_page(site, &page.identity)? {
            Some(target) => given.others.push(MergedPage {
                page: StalePage { number: page.number, first_day, last_day },
                target: target.number,
                spelling: page.spelling.clone(),
            }),
            None => {
                connection
                    .prepare_cached("UPDATE pages SET path = ?2, spelling = ?3 WHERE id = ?1")?
                    .execute(params![page.number, page.identity, page.spelling])?;
                given.renamed += 1;
            }
        }
    }
    Ok(given)
}

/// A raw event that gets another page, or another spelling of a path that has no page of its own.
#[derive(Debug, Clone)]
pub(crate) struct MovedEvent {
    number: i64,
    page: PageNumber,
    target: PageNumber,
    path: Option<String>,
}

/// Some raw events of a site that follow its pages, and where to continue.
#[derive(Debug, Default)]
pub(crate) struct FoundEvents {
    pub(crate) events: Vec<MovedEvent>,
    /// The day and the number of the last event that was read; `None` at the end.
    pub(crate) last: Option<(i64, i64)>,
}

/// The number of the last raw event that is stored; 0 without events.
pub(crate) fn last_event(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("SELECT coalesce(max(seq), 0) FROM events", [], |row| row.get(0))
}

/// Finds raw events of a site that follow its pages, after an event in the order of days and numbers.
pub(crate) fn find_events(
    connection: &Connection,
    site: SiteId,
    identifier: &PageIdentifier,
    targets: &Targets,
    (day, after): (i64, i64),
) -> rusqlite::Result<FoundEvents> {
    let Some(site) = site_number(connection, site)? else { return Ok(FoundEvents::default()) };
    let mut found = FoundEvents::default();
    let mut read = connection.prepare_cached(
        "SELECT day, seq, page, path FROM events INDEXED BY events_by_site_day
         WHERE site = ?1 AND (day, seq) > (?2, ?3) ORDER BY day, seq LIMIT ?4",
    )?;
    let mut rows = read.query(params![site, day, after, EVENTS_READ])?;
    let mut count = 0;
    while let Some(row) = rows.next()? {
        count += 1;
        found.last = Some((row.get(0)?, row.get(1)?));
        let (number, page, path): (i64, PageNumber, Option<String>) = (row.get(1)?, row.get(2)?, row.get(3)?);
        let spelled = path.as_deref().map(|path| identifier.of_text(path).into_string());
        let target = targets.pages.get(&page).copied().unwrap_or(page);
        if target != page || spelled != path {
            found.events.push(MovedEvent { number, page, target, path: spelled });
        }
    }
    found.last = found.last.filter(|_| count == EVENTS_READ);
    Ok(found)
}

/// Gives raw events their pages and paths.
pub(crate) fn move_events(connection: &Connection, events: &[MovedEvent]) -> rusqlite::Result<()> {
    // The number of an event that was removed in the meantime may be that of another one.
    let mut update =
        connection.prepare_cached("UPDATE events SET page = ?3, path = ?4 WHERE seq = ?1 AND page = ?2")?;
    for MovedEvent { number, page, target, path } in events {
        update.execute(params![number, page, target, path])?;
    }
    Ok(())
}

/// Adds all that is stored about these pages to others, and removes them. Events that were stored after the event `after` follow
/// first; returns the number of the last one, from which the next call continues.
pub(crate) fn merge(
    memory: &mut Memory,
    connection: &Connection,
    site: SiteId,
    pages: &[StalePage],
    targets: &Targets,
    after: i64,
) -> rusqlite::Result<i64> {
    let Some(site) = site_number(connection, site)? else { return Ok(after) };
    memory.names.forget();
    let last = move_new_events(connection, site, targets, after)?;
    for page in pages {
        let days = connection
            .prepare_cached("SELECT first_day, last_day FROM pages WHERE id = ?1 AND site = ?2")?
            .query_row(params![page.number, site], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let Some((first_day, last_day)) = days else { continue };
        if let Some(target) = targets.pages.get(&page.number) {
            let spelling = targets.spellings.get(&page.number).map(String::as_str);
            add_to(connection, site, (StalePage { number: page.number, first_day, last_day }, spelling), *target)?;
        }
    }
    Ok(last)
}

/// Servers have a site's settings a moment longer than they are stored, so events of an earlier spelling may follow.
fn move_new_events(connection: &Connection, site: SiteNumber, targets: &Targets, after: i64) -> rusqlite::Result<i64> {
    let mut last = after;
    let mut moved = Vec::new();
    // Without a condition on the site, whose index would lead through all of its events.
    let mut read = connection.prepare_cached("SELECT seq, page, path, site FROM events WHERE seq > ?1 ORDER BY seq")?;
    let mut rows = read.query([after])?;
    while let Some(row) = rows.next()? {
        last = row.get(0)?;
        let (page, path): (PageNumber, Option<String>) = (row.get(1)?, row.get(2)?);
        if row.get::<_, SiteNumber>(3)? == site
            && let Some(target) = targets.pages.get(&page)
        {
            moved.push(MovedEvent { number: last, page, target: *target, path });
        }
    }
    move_events(connection, &moved)?;
    Ok(last)
}

/// Adds all that is counted for a page to another one, and removes it. The address is spelled as that of the page that was seen last.
fn add_to(
    connection: &Connection,
    site: SiteNumber,
    (page, spelling): (StalePage, Option<&str>),
    target: PageNumber,
) -> rusqlite::Result<()> {
    fold_counters(connection, site, page, target)?;
    connection
        .prepare_cached(
            "UPDATE pages SET title = coalesce(pages.title, merged.title),
                spelling = iif(merged.last_day > pages.last_day, ?3, pages.spelling),
                canonical = coalesce(pages.canonical, merged.canonical),
                last_click_at = nullif(max(coalesce(pages.last_click_at, -1), coalesce(merged.last_click_at, -1)), -1),
                first_day = min(pages.first_day, merged.first_day), last_day = max(pages.last_day, merged.last_day)
             FROM pages AS merged WHERE pages.id = ?2 AND merged.id = ?1",
        )?
        .execute(params![page.number, target, spelling])?;
    connection.prepare_cached("DELETE FROM pages WHERE id = ?1")?.execute(params![page.number])?;
    Ok(())
}
