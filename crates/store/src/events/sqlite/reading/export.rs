//! Reads a site's raw events in the order in which they were stored.

use std::collections::HashSet;

use askline_app::ports::{
    StoreResult,
    events::{EventPosition, StoredEvent},
};
use askline_domain::{
    events::EventId,
    shared::{calendar::Day, ids::SiteId},
};
use rusqlite::{Connection, params};

use super::pages::site_number;
use crate::{
    events::{
        model::stored::SiteNumber,
        sqlite::event_row::{EVENT_COLUMNS, EVENT_TABLES, read_event},
    },
    sql::rows::rusqlite_error,
};

/// The maximum number of events read at a time, whatever the limit.
const MAX_EVENTS: u32 = 10_000;

/// Reads up to `limit` events that were stored after `after`, in order.
pub(crate) fn read_events_after(
    connection: &Connection,
    site: SiteId,
    after: EventPosition,
    limit: u32,
) -> StoreResult<Vec<StoredEvent>> {
    let Some(number) = site_number(connection, site).map_err(rusqlite_error)? else { return Ok(Vec::new()) };
    let sequences =
        sequences_after(connection, number, after.for_store(), limit.min(MAX_EVENTS)).map_err(rusqlite_error)?;
    let mut statement = connection
        .prepare_cached(&format!("SELECT {EVENT_COLUMNS} FROM {EVENT_TABLES} WHERE e.seq = ?1"))
        .map_err(rusqlite_error)?;
    sequences
        .into_iter()
        .map(|sequence| statement.query_row([sequence], |row| Ok(read_event(site, row))).map_err(rusqlite_error)?)
        .collect()
}

/// Reads the ids of a day's events.
pub(crate) fn read_event_ids(connection: &Connection, site: SiteId, day: Day) -> rusqlite::Result<HashSet<EventId>> {
    let Some(site) = site_number(connection, site)? else { return Ok(HashSet::new()) };
    connection
        .prepare_cached("SELECT event_id FROM events INDEXED BY events_by_site_day WHERE site = ?1 AND day = ?2")?
        .query_map(params![site, day.0], |row| Ok(EventId(u128::from_be_bytes(row.get(0)?))))?
        .collect()
}

/// Returns the next sequence numbers, using the index over site and day: an index over the site alone would make every
/// insert more expensive. The order of days is close to the order of storing, so usually only one or two days are read.
fn sequences_after(connection: &Connection, site: SiteNumber, after: i64, limit: u32) -> rusqlite::Result<Vec<i64>> {
    let mut days = Vec::new();
    let mut next_day = connection
        .prepare_cached("SELECT min(day) FROM events INDEXED BY events_by_site_day WHERE site = ?1 AND day > ?2")?;
    let mut first = connection.prepare_cached(
        "SELECT min(seq) FROM events INDEXED BY events_by_site_day WHERE site = ?1 AND day = ?2 AND seq > ?3",
    )?;
    let mut day = i64::MIN;
    while let Some(next) = next_day.query_row(params![site, day], |row| row.get::<_, Option<i64>>(0))? {
        day = next;
        let first: Option<i64> = first.query_row(params![site, day, after], |row| row.get(0))?;
        days.extend(first.map(|first| (first, day)));
    }
    days.sort_unstable();
    let mut sequences: Vec<i64> = Vec::new();
    let mut of_day = connection.prepare_cached(
        "SELECT seq FROM events INDEXED BY events_by_site_day
         WHERE site = ?1 AND day = ?2 AND seq > ?3 AND seq < ?4 ORDER BY seq LIMIT ?5",
    )?;
    for (first, day) in days {
        let bound = if sequences.len() < limit as usize { i64::MAX } else { sequences.last().copied().unwrap_or(0) };
        if first >= bound {
            break;
        }
        let found = of_day.query_map(params![site, day, after, bound, limit], |row| row.get(0))?;
        sequences.extend(found.collect::<rusqlite::Result<Vec<i64>>>()?);
        sequences.sort_unstable();
        sequences.truncate(limit as usize);
    }
    Ok(sequences)
}
