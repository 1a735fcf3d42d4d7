//! A day counted again from its raw events, by the same function that the writer counts with.

use std::collections::BTreeMap;

use askline_domain::{
    analytics::OTHER,
    calendar::Day,
    event::CounterKind,
    id::SiteId,
    ports::{Recount, StoreResult, StoredEvent},
};
use rusqlite::{Connection, params};

use super::{
    books::{PageNumber, SiteNumber},
    event_row::{EVENT_COLUMNS, EVENT_TABLES, read_event},
    pages::site_number,
    sums::{PageDay, detail_text},
};
use crate::sql::rows::rusqlite_error;

type Counters = BTreeMap<(u8, String, String), i64>;
type PageDays = BTreeMap<PageNumber, PageDay>;

/// Counts `day` again and compares.
pub(super) fn read_recount(connection: &Connection, site: SiteId, day: Day) -> StoreResult<Recount> {
    let mut recount = Recount { day, events: 0, differences: Vec::new() };
    let Some(number) = site_number(connection, site).map_err(rusqlite_error)? else { return Ok(recount) };
    let counted = read_counters(connection, number, day).map_err(rusqlite_error)?;
    let counted_pages = read_page_days(connection, number, day).map_err(rusqlite_error)?;
    let since = read_counted_since(connection).map_err(rusqlite_error)?;
    let mut counters = Counters::new();
    let mut page_days = PageDays::new();
    let mut statement = connection
        .prepare_cached(&format!("SELECT {EVENT_COLUMNS} FROM {EVENT_TABLES} WHERE e.site = ?1 AND e.day = ?2"))
        .map_err(rusqlite_error)?;
    let mut rows = statement.query(params![number, day.0]).map_err(rusqlite_error)?;
    while let Some(row) = rows.next().map_err(rusqlite_error)? {
        let StoredEvent { place, event } = read_event(site, row)?;
        recount.events += 1;
        let is_counted = |kind: CounterKind| since.get(&(kind as u8)).is_none_or(|since| place.for_store() > *since);
        for count in event.counts().filter(|count| is_counted(count.kind)) {
            let key = (count.kind as u8, count.label.to_owned(), detail_text(count.detail).into_owned());
            *counters.entry(key).or_default() += 1;
        }
        if event.crawler.is_none() {
            let page = row.get("page").map_err(rusqlite_error)?;
            page_days.entry(page).or_default().add(&event);
        }
    }
    compare_counters(&counted, &folded(counters, &counted), &mut recount.differences);
    compare_pages(&counted_pages, &page_days, &mut recount.differences);
    Ok(recount)
}

/// Puts recounted pairs of labels where the writer counted them. One without a counter of its own, or that got it only
/// later on the day, went to `other`; what stands there too much or too little is still a difference.
fn folded(recounted: Counters, counted: &Counters) -> Counters {
    let mut folded = Counters::new();
    for (key, mut value) in recounted {
        let (kind, label, detail) = &key;
        let other = if detail.is_empty() { "" } else { OTHER };
        let places =
            [key.clone(), (*kind, label.clone(), other.to_owned()), (*kind, OTHER.to_owned(), other.to_owned())];
        for place in places {
            let sum = folded.entry(place.clone()).or_insert(0);
            let room = counted.get(&place).map_or(0, |counted| counted - *sum).clamp(0, value);
            *sum += room;
            value -= room;
        }
        // What fits nowhere is missing in its own counter.
        *folded.entry(key).or_default() += value;
    }
    folded
}

fn compare_counters(counted: &Counters, recounted: &Counters, differences: &mut Vec<(String, i64, i64)>) {
    let mut keys: Vec<_> = counted.keys().chain(recounted.keys()).collect();
    keys.sort_unstable();
    keys.dedup();
    for key in keys {
        let value = |counters: &Counters| counters.get(key).copied().unwrap_or(0);
        let (was, is) = (value(counted), value(recounted));
        if was != is {
            let (kind, label, detail) = key;
            let name = [kind_name(*kind), label.as_str(), detail.as_str()];
            let name: Vec<_> = name.into_iter().filter(|part| !part.is_empty()).collect();
            differences.push((name.join(" "), was, is));
        }
    }
}

fn compare_pages(counted: &PageDays, recounted: &PageDays, differences: &mut Vec<(String, i64, i64)>) {
    let mut pages: Vec<_> = counted.keys().chain(recounted.keys()).collect();
    pages.sort_unstable();
    pages.dedup();
    for page in pages {
        let value = |days: &PageDays| days.get(page).copied().unwrap_or_default();
        let (was, is) = (value(counted), value(recounted));
        for (name, was, is) in [
            ("views", was.views, is.views),
            ("ai_clicks", was.ai_clicks, is.ai_clicks),
            ("social_clicks", was.social_clicks, is.social_clicks),
            ("question_clicks", was.question_clicks, is.question_clicks),
            ("ai_referrals", was.ai_referrals, is.ai_referrals),
        ] {
            if was != is {
                differences.push((format!("page {page} {name}"), was, is));
            }
        }
    }
}

fn kind_name(kind: u8) -> &'static str {
    match CounterKind::EVERY.into_iter().find(|known| *known as u8 == kind) {
        Some(CounterKind::View) => "view",
        Some(CounterKind::AiClick) => "ai_click",
        Some(CounterKind::SocialClick) => "social_click",
        Some(CounterKind::QuestionClick) => "question_click",
        Some(CounterKind::Copy) => "copy",
        Some(CounterKind::Visit) => "visit",
        Some(CounterKind::Crawler) => "crawler",
        Some(CounterKind::PromptClick) => "prompt_click",
        Some(CounterKind::DeviceView) => "device_view",
        Some(CounterKind::DeviceAsk) => "device_ask",
        None => "unknown",
    }
}

/// The last event that was stored before a kind was counted, of the kinds that came later than the file.
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
        "SELECT page, views, ai_clicks, social_clicks, question_clicks, ai_referrals FROM page_days
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
                ..PageDay::default()
            };
            Ok((row.get(0)?, sums))
        })?
        .collect()
}
