//! Entries that are not in any run yet.
//!
//! They are rebuilt from raw events, and from the entries of removed events.

use std::collections::HashMap;

use askline_domain::{
    events::EventId,
    shared::ids::{Id as _, SiteId},
};
use rusqlite::{Connection, OptionalExtension as _};

use super::entry::Entry;

/// Returns the entries of events stored after `seq`, oldest first, including events that have been removed, and the
/// newest sequence number.
pub(super) fn unsealed_entries(connection: &Connection, seq: i64) -> rusqlite::Result<(Vec<Entry>, i64)> {
    let mut entries = Vec::new();
    let mut sites = HashMap::new();
    let mut statement =
        connection.prepare_cached("SELECT seq, event_id, site, at, taken FROM events WHERE seq > ?1 ORDER BY seq")?;
    let mut rows = statement.query([seq])?;
    while let Some(row) = rows.next()? {
        let number = row.get(2)?;
        let site = match sites.get(&number) {
            Some(site) => *site,
            None => *sites.entry(number).or_insert(site_of(connection, number)?),
        };
        let id = EventId(u128::from_be_bytes(row.get(1)?));
        let (at, taken) = (row.get(3)?, row.get(4)?);
        entries.push((row.get::<_, i64>(0)?, site.map(|site| Entry::of_stored(site, id, at, taken))));
    }
    let mut statement = connection.prepare_cached("SELECT seq, entry FROM removed_ids WHERE seq > ?1")?;
    let mut rows = statement.query([seq])?;
    while let Some(row) = rows.next()? {
        entries.push((row.get(0)?, Some(Entry::from_bytes(row.get(1)?))));
    }
    entries.sort_by_key(|(seq, _)| *seq);
    let last_seq = entries.last().map_or(seq, |(seq, _)| *seq);
    Ok((entries.into_iter().filter_map(|(_, entry)| entry).collect(), last_seq))
}

/// Returns a site by its number; `None` if it was removed by a release that did not keep the identities of removed
/// sites.
fn site_of(connection: &Connection, number: i64) -> rusqlite::Result<Option<SiteId>> {
    let bits: Option<Option<[u8; 16]>> = connection
        .prepare_cached("SELECT identity FROM sites WHERE id = ?1")?
        .query_row([number], |row| row.get(0))
        .optional()?;
    Ok(bits.flatten().map(|bits| SiteId::from_bits(u128::from_be_bytes(bits))))
}
