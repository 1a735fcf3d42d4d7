//! The spellings of pages' addresses that the service itself read in canonical links.

use askline_domain::{pages::identity::CanonicalPage, shared::ids::SiteId};
use rusqlite::{Connection, params};

use crate::events::sqlite::reading::pages::site_number;

/// Stores the spellings of stored pages; returns how many changed.
pub(crate) fn write(connection: &Connection, site: SiteId, pages: &[CanonicalPage]) -> rusqlite::Result<usize> {
    let Some(site) = site_number(connection, site)? else { return Ok(0) };
    let mut update = connection
        .prepare_cached("UPDATE pages SET canonical = ?3 WHERE site = ?1 AND path = ?2 AND canonical IS NOT ?3")?;
    pages.iter().try_fold(0, |changed, CanonicalPage { page, spelling }| {
        Ok(changed + update.execute(params![site, page.as_str(), spelling])?)
    })
}
