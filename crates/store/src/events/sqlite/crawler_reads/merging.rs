//! Gives the counters of pages the pages' present identity, a day at a time.

use askline_app::ports::StoreResult;
use askline_domain::{pages::identity::PageIdentifier, shared::ids::SiteId};
use rusqlite::{Connection, params};

use crate::events::sqlite::{EventDatabase, reading::pages::site_number};

impl EventDatabase {
    /// Adds the reads of pages that are one page by now. No sum changes.
    pub(in crate::events::sqlite) async fn merge_read_pages(
        &self,
        site: SiteId,
        identifier: &PageIdentifier,
    ) -> StoreResult<()> {
        let mut after = i32::MIN;
        loop {
            let identifier = identifier.clone();
            let next = self.write(move |_, connection| merge_day(connection, site, &identifier, after)).await?;
            match next {
                Some(day) => after = day,
                None => return Ok(()),
            }
        }
    }
}

/// Merges the pages of the next day after `after`; returns that day.
fn merge_day(
    connection: &Connection,
    site: SiteId,
    identifier: &PageIdentifier,
    after: i32,
) -> rusqlite::Result<Option<i32>> {
    let Some(site) = site_number(connection, site)? else { return Ok(None) };
    let next = "SELECT min(day) FROM crawler_pages WHERE site = ?1 AND day > ?2";
    let day: Option<i32> = connection.prepare_cached(next)?.query_row(params![site, after], |row| row.get(0))?;
    let Some(day) = day else { return Ok(None) };
    let paths: Vec<String> = connection
        .prepare_cached("SELECT DISTINCT path FROM crawler_pages WHERE site = ?1 AND day = ?2")?
        .query_map(params![site, day], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let mut add = connection.prepare_cached(
        "INSERT INTO crawler_pages (site, day, path, crawler, purpose, evidence, status, reads, last_at)
         SELECT site, day, ?4, crawler, purpose, evidence, status, reads, last_at FROM crawler_pages
         WHERE site = ?1 AND day = ?2 AND path = ?3
         ON CONFLICT DO UPDATE SET reads = reads + excluded.reads, last_at = max(last_at, excluded.last_at)",
    )?;
    let mut remove =
        connection.prepare_cached("DELETE FROM crawler_pages WHERE site = ?1 AND day = ?2 AND path = ?3")?;
    for path in paths {
        let identity = identifier.of_text(&path);
        if identity.as_str() != path {
            add.execute(params![site, day, path, identity.as_str()])?;
            remove.execute(params![site, day, path])?;
        }
    }
    Ok(Some(day))
}
