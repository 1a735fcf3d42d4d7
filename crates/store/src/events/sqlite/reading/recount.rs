//! Recounts a day from its raw events, and compares the result with the counters. It counts with the same function as
//! the writer.

use std::collections::BTreeMap;

use askline_app::ports::{
    StoreResult,
    events::{Recount, StoredEvent},
};
use askline_domain::{
    analytics::page_day::PageDay,
    events::CounterKind,
    shared::{calendar::Day, ids::SiteId},
};
use rusqlite::{Connection, params};

use super::pages::site_number;
use crate::{
    events::{
        model::{
            recount::{Counters, PageDays, Recounting},
            stored::SiteNumber,
        },
        sqlite::event_row::{EVENT_COLUMNS, EVENT_TABLES, read_event},
    },
    sql::rows::rusqlite_error,
};

/// Recounts `day` and compares the counters.
pub(crate) fn read_recount(connection: &Connection, site: SiteId, day: Day) -> StoreResult<Recount> {
    let Some(number) = site_number(connection, site).map_err(rusqlite_error)? else {
        return Ok(Recount { day, events: 0, differences: Vec::new() });
    };
    let counted = read_counters(connection, number, day).map_err(rusqlite_error)?;
    let counted_pages = read_page_days(connection, number, day).map_err(rusqlite_error)?;
    let since = read_counted_since(connection).map_err(rusqlite_error)?;
    let mut recounting = Recounting::default();
    let mut statement = connection
        .prepare_cached(&format!("SELECT {EVENT_COLUMNS} FROM {EVENT_TABLES} WHERE e.site = ?1 AND e.day = ?2"))
        .map_err(rusqlite_error)?;
    let mut rows = statement.query(params![number, day.0]).map_err(rusqlite_error)?;
    while let Some(row) = rows.next().map_err(rusqlite_error)? {
        let StoredEvent { place, event } = read_event(site, row)?;
        let is_counted = |kind: CounterKind| since.get(&(kind as u8)).is_none_or(|since| place.for_store() > *since);
        recounting.add(&event, row.get("page").map_err(rusqlite_error)?, is_counted);
    }
    Ok(recounting.compare(day, &counted, &counted_pages))
}

/// For each kind that was added after the file was created: the last event that was stored before the kind was counted.
fn read_counted_since(connection: &Connection) -> rusqlite::Result<BTreeMap<u8, i64>> {
    let mut statement = connection.prepare_cached("SELECT kind, seq FROM counted_since")?;
    statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

fn read_counters(connection: &Connection, site: SiteNumber, day: Day) -> rusqlite::Result<Counters> {
    let mut counters = Counters::new();
    let mut statement = connection
        .prepare_cached("SELECT label, detail, value FROM site_counters WHERE site = ?1 AND kind = ?2 AND day = ?3")?;
    for kind in CounterKind::EVERY.into_iter().filter(|kind| kind.is_recountable()) {
        let mut rows = statement.query(params![site, kind as u8, day.0])?;
        while let Some(row) = rows.next()? {
            counters.insert((kind as u8, row.get(0)?, row.get(1)?), row.get(2)?);
        }
    }
    Ok(counters)
}

fn read_page_days(connection: &Connection, site: SiteNumber, day: Day) -> rusqlite::Result<PageDays> {
    let mut statement = connection.prepare_cached(
        "SELECT page, views, ai_clicks, social_clicks, question_clicks, ai_referrals, views_without_widget FROM page_days
         WHERE site = ?1 AND day = ?2",
    )?;
    statement
        .query_map(params![site, day.0], |row| {
            let sums = PageDay {
                views: row.get(1)?,
                ai_clicks: row.get(2)?,
                social_clicks: row.get(3)?,
                question_clicks: row.get(4)?,
                ai_referrals: row.get(5)?,
                views_without_widget: row.get(6)?,
                ..PageDay::default()
            };
            Ok((row.get(0)?, sums))
        })?
        .collect()
}
