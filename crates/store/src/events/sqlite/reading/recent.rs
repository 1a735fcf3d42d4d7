//! The last half hour of a site.
//!
//! It consists of a ring of minutes that the writer advances, and the newest raw events.

use askline_app::ports::{
    StoreResult,
    analytics::{MAX_RECENT_EVENTS, RECENT_MINUTES, Recent, RecentMinute},
};
use askline_domain::shared::ids::SiteId;
use jiff::Timestamp;
use rusqlite::{Connection, params};

use super::pages::site_number;
use crate::{
    events::{
        model::{
            minutes::{Minutes, by_sender, minute_of},
            stored::SiteNumber,
        },
        sqlite::event_row::{EVENT_COLUMNS, EVENT_TABLES, read_event},
    },
    sql::rows::rusqlite_error,
};

/// Adds to the minutes; a minute that is older than its slot's current minute is skipped.
pub(crate) fn write_minutes(connection: &Connection, minutes: Minutes) -> rusqlite::Result<()> {
    let mut raise = connection.prepare_cached(
        "INSERT INTO site_minutes (site, slot, minute, views, asks, ai_referrals) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (site, slot) DO UPDATE SET
            views = iif(minute = excluded.minute, views, 0) + excluded.views,
            asks = iif(minute = excluded.minute, asks, 0) + excluded.asks,
            ai_referrals = iif(minute = excluded.minute, ai_referrals, 0) + excluded.ai_referrals,
            minute = excluded.minute
         WHERE excluded.minute >= minute",
    )?;
    for (site, slot, sums) in minutes.into_rows() {
        raise.execute(params![site, slot, sums.minute, sums.views, sums.asks, sums.ai_referrals])?;
    }
    Ok(())
}

/// Reads the events and sums of the last half hour.
pub(crate) fn read_recent(connection: &Connection, site: SiteId, now: Timestamp) -> StoreResult<Recent> {
    let Some(number) = site_number(connection, site).map_err(rusqlite_error)? else { return Ok(Recent::default()) };
    let first_minute = minute_of(now) - RECENT_MINUTES + 1;
    let minutes = read_minutes(connection, number, first_minute, minute_of(now)).map_err(rusqlite_error)?;
    let mut statement = connection
        .prepare_cached(&format!(
            "SELECT {EVENT_COLUMNS} FROM {EVENT_TABLES} WHERE e.site = ?1 ORDER BY e.day DESC, e.seq DESC LIMIT ?2"
        ))
        .map_err(rusqlite_error)?;
    let mut rows = statement.query(params![number, MAX_RECENT_EVENTS]).map_err(rusqlite_error)?;
    let (mut recent, mut last_event_at) = (Vec::new(), None);
    while let Some(row) = rows.next().map_err(rusqlite_error)? {
        let event = read_event(site, row)?.event;
        last_event_at.get_or_insert(event.at);
        if (first_minute..=minute_of(now)).contains(&minute_of(event.at)) {
            recent.push(event);
        }
    }
    let (newest, automated) = by_sender(recent);
    Ok(Recent { minutes, newest, automated, last_event_at })
}

fn read_minutes(
    connection: &Connection,
    site: SiteNumber,
    first: i64,
    last: i64,
) -> rusqlite::Result<Vec<RecentMinute>> {
    connection
        .prepare_cached(
            "SELECT minute, views, asks, ai_referrals FROM site_minutes
             WHERE site = ?1 AND minute BETWEEN ?2 AND ?3 ORDER BY minute",
        )?
        .query_map(params![site, first, last], |row| {
            Ok(RecentMinute { minute: row.get(0)?, views: row.get(1)?, asks: row.get(2)?, ai_referrals: row.get(3)? })
        })?
        .collect()
}
