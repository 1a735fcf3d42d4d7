//! Removal in short transactions on the writer's thread. Events can be stored in between.
//!
//! The id of a removed event stays stored until it is sealed, so that a repeat is still recognized.

use askline_domain::{
    events::EventId,
    shared::{
        calendar::Day,
        ids::{Id, SiteId},
    },
};
use jiff::{Timestamp, tz::TimeZone};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::memory::Memory;
use crate::events::{
    model::stored::SiteNumber,
    sqlite::seen::{Entry, SeenIds},
};

/// The maximum number of rows removed in one transaction, which takes some ten milliseconds.
pub(crate) const ROWS_AT_ONCE: u32 = 2_000;

/// Removes at most `most` raw events of a site that are older than `before`; returns how many.
pub(crate) fn remove_before(
    memory: &mut Memory,
    connection: &Connection,
    site: SiteId,
    before: Timestamp,
    most: u32,
) -> rusqlite::Result<u32> {
    // No time zone is a whole day ahead of UTC, so older events are never on a later day than this.
    let last_day = Day::of(before, &TimeZone::UTC).0 + 1;
    let rows = connection
        .prepare_cached(
            "SELECT seq, event_id, at, taken FROM events INDEXED BY events_by_site_day
             WHERE site = (SELECT id FROM sites WHERE site = ?1) AND day <= ?2 AND at < ?3 LIMIT ?4",
        )?
        .query_map(params![site.bits().to_be_bytes(), last_day, before.as_millisecond(), most], |row| {
            read_removed(row, Some(site))
        })?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    remove_events(&memory.seen, connection, &rows)?;
    Ok(u32::try_from(rows.len()).unwrap_or(most))
}

/// Clears a site's id in its row: from now on the site has no events and no counters. Returns whether it had a row.
pub(crate) fn detach_site(memory: &mut Memory, connection: &Connection, site: SiteId) -> rusqlite::Result<bool> {
    memory.names.forget();
    let changed = connection
        .prepare_cached("UPDATE sites SET site = NULL WHERE site = ?1")?
        .execute([site.bits().to_be_bytes()])?;
    Ok(changed > 0)
}

/// Whether there is no detached site.
pub(super) fn nothing_remains(connection: &Connection) -> rusqlite::Result<bool> {
    connection
        .prepare_cached("SELECT NOT EXISTS (SELECT 1 FROM sites WHERE site IS NULL)")?
        .query_row([], |row| row.get(0))
}

/// Removes some rows of a detached site. Returns true only if there are no detached sites, and is called until it does.
pub(crate) fn clear_remains(memory: &mut Memory, connection: &Connection) -> rusqlite::Result<bool> {
    let detached: Option<(SiteNumber, Option<[u8; 16]>)> = connection
        .prepare_cached("SELECT id, identity FROM sites WHERE site IS NULL LIMIT 1")?
        .query_row([], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((site, bits)) = detached else { return Ok(true) };
    let identity = bits.map(|bits| SiteId::from_bits(u128::from_be_bytes(bits)));
    let events = connection
        .prepare_cached(
            "SELECT seq, event_id, at, taken FROM events INDEXED BY events_by_site_day WHERE site = ?1 LIMIT ?2",
        )?
        .query_map(params![site, ROWS_AT_ONCE], |row| read_removed(row, identity))?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    if !events.is_empty() {
        remove_events(&memory.seen, connection, &events)?;
        return Ok(false);
    }
    for removal in [
        "DELETE FROM page_days WHERE (site, day, page) IN
            (SELECT site, day, page FROM page_days WHERE site = ?1 LIMIT ?2)",
        "DELETE FROM page_counters WHERE (site, day, page, kind, label, detail) IN
            (SELECT site, day, page, kind, label, detail FROM page_counters WHERE site = ?1 LIMIT ?2)",
        "DELETE FROM site_counters WHERE (site, kind, day, label, detail) IN
            (SELECT site, kind, day, label, detail FROM site_counters WHERE site = ?1 LIMIT ?2)",
        "DELETE FROM crawler_pages WHERE (site, day, path, crawler, purpose, evidence, status) IN
            (SELECT site, day, path, crawler, purpose, evidence, status FROM crawler_pages WHERE site = ?1 LIMIT ?2)",
        "DELETE FROM crawler_days WHERE (site, day, crawler, purpose, evidence, status) IN
            (SELECT site, day, crawler, purpose, evidence, status FROM crawler_days WHERE site = ?1 LIMIT ?2)",
        "DELETE FROM crawler_lines WHERE (site, at, number) IN
            (SELECT site, at, number FROM crawler_lines WHERE site = ?1 LIMIT ?2)",
        "DELETE FROM log_states WHERE site = ?1 AND ?2 > 0",
        "DELETE FROM log_batches WHERE (site, source, name) IN
            (SELECT site, source, name FROM log_batches WHERE site = ?1 LIMIT ?2)",
        "DELETE FROM site_minutes WHERE site = ?1 AND ?2 > 0",
        "DELETE FROM site_days WHERE (site, day) IN (SELECT site, day FROM site_days WHERE site = ?1 LIMIT ?2)",
        "DELETE FROM known_labels WHERE (site, kind, label, detail) IN
            (SELECT site, kind, label, detail FROM known_labels WHERE site = ?1 LIMIT ?2)",
        "DELETE FROM pages WHERE id IN (SELECT id FROM pages WHERE site = ?1 LIMIT ?2)",
    ] {
        if connection.prepare_cached(removal)?.execute(params![site, ROWS_AT_ONCE])? > 0 {
            return Ok(false);
        }
    }
    connection.prepare_cached("DELETE FROM sites WHERE id = ?1")?.execute([site])?;
    Ok(false)
}

/// Reads the sequence number and the entry of an event to be removed; without an entry if the site is deleted and its
/// identity is unknown.
fn read_removed(row: &Row<'_>, site: Option<SiteId>) -> rusqlite::Result<(i64, Option<Entry>)> {
    let id = EventId(u128::from_be_bytes(row.get(1)?));
    let entry = match site {
        Some(site) => Some(Entry::of_stored(site, id, row.get(2)?, row.get(3)?)),
        None => None,
    };
    Ok((row.get(0)?, entry))
}

fn remove_events(seen: &SeenIds, connection: &Connection, events: &[(i64, Option<Entry>)]) -> rusqlite::Result<()> {
    let mut leave_entry = connection.prepare_cached("INSERT INTO removed_ids (seq, entry) VALUES (?1, ?2)")?;
    let mut delete = connection.prepare_cached("DELETE FROM events WHERE seq = ?1")?;
    for (seq, entry) in events {
        if let Some(entry) = entry
            && *seq > seen.sealed_sequence()
        {
            leave_entry.execute(params![seq, entry.to_bytes()])?;
        }
        delete.execute([seq])?;
    }
    Ok(())
}
