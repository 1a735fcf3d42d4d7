//! Reads raw events: those of a day, the newest, and those for a recount.

use std::{cmp::Reverse, collections::HashSet};

use askline_app::ports::{
    StoreResult,
    analytics::{MAX_RECENT_EVENTS, RECENT_MINUTES, Recent, RecentMinute},
    events::{Recount, StoredEvent},
};
use askline_domain::{
    analytics::page_day::PageDay,
    events::{CounterKind, EventId},
    shared::{calendar::Day, ids::SiteId},
};
use futures_util::TryStreamExt as _;
use jiff::{Timestamp, tz::TimeZone};
use sqlx::{AssertSqlSafe, Row as _};

use crate::{
    events::{
        model::{
            minutes::{by_sender, minute_of},
            recount::{Counters, PageDays, Recounting},
        },
        postgres::{
            raw_events::{EVENT_COLUMNS, PAGES_OF_EVENTS, read_event},
            site_key::key_of,
            writing::page_raises::waiting_days,
        },
    },
    sql::{Link, rows::store_error},
};

/// The days before and including a site's last one that can have events of the last half hour: no time zone is more than
/// a day from UTC.
const DAYS_OF_RECENT_EVENTS: i64 = 4;

/// Reads the ids of a day's events.
pub(crate) async fn read_event_ids(connection: &mut Link, site: SiteId, day: Day) -> sqlx::Result<HashSet<EventId>> {
    let ids: Vec<[u8; 16]> = sqlx::query_scalar("SELECT event_id FROM events WHERE site = $1 AND day = $2")
        .bind(key_of(site))
        .bind(day.0)
        .fetch_all(connection)
        .await?;
    Ok(ids.into_iter().map(|id| EventId(u128::from_be_bytes(id))).collect())
}

/// Reads the events and sums of the last half hour.
pub(crate) async fn read_recent(connection: &mut Link, site: SiteId, now: Timestamp) -> StoreResult<Recent> {
    let (first, last) = (minute_of(now) - RECENT_MINUTES + 1, minute_of(now));
    let minutes = read_minutes(connection, site, first, last).await.map_err(store_error)?;
    // No time zone is a whole day behind UTC, so no event of the last half hour has an earlier day. Fewer days mean
    // fewer partitions.
    let first_day = Day::of(now, &TimeZone::UTC).0 - 2;
    let days = read_days_from(connection, site, first_day).await.map_err(store_error)?;
    if days.is_empty() {
        let last_day = read_last_day(connection, site).await.map_err(store_error)?;
        let last_event_at = read_last(connection, site, last_day).await.map_err(store_error)?;
        return Ok(Recent { minutes, last_event_at, ..Recent::default() });
    }
    // A part for each day with events, so that each reads the end of its index. A day without would be sorted, and with
    // `enable_sort = off` that looks so expensive that PostgreSQL no longer compares other plans.
    let newest_of_day = |(index, _): (usize, &i32)| {
        format!(
            "(SELECT * FROM events WHERE site = $1 AND day = ${} ORDER BY place >> 8 DESC, place DESC LIMIT $2)",
            index + 3
        )
    };
    let parts: Vec<String> = days.iter().enumerate().map(newest_of_day).collect();
    // The parts are put in order below, and not in the statement, for the same reason.
    let text = format!("SELECT {EVENT_COLUMNS} FROM ({}) e {PAGES_OF_EVENTS}", parts.join(" UNION ALL "));
    let query = sqlx::query(AssertSqlSafe(text)).bind(key_of(site)).bind(i64::from(MAX_RECENT_EVENTS));
    let query = days.iter().fold(query, |query, day| query.bind(*day));
    let rows = query.fetch_all(&mut *connection).await.map_err(store_error)?;
    let mut events = rows.iter().map(|row| read_event(site, row)).collect::<StoreResult<Vec<_>>>()?;
    events.sort_by_key(|stored| Reverse((stored.event.day, stored.place)));
    events.truncate(MAX_RECENT_EVENTS as usize);
    let mut recent = Vec::new();
    let mut last_event_at = None;
    for StoredEvent { event, .. } in events {
        last_event_at = last_event_at.or(Some(event.at));
        if (first..=last).contains(&minute_of(event.at)) {
            recent.push(event);
        }
    }
    let (newest, automated) = by_sender(recent);
    Ok(Recent { minutes, newest, automated, last_event_at })
}

async fn read_minutes(connection: &mut Link, site: SiteId, first: i64, last: i64) -> sqlx::Result<Vec<RecentMinute>> {
    let rows = sqlx::query_as(
        "SELECT minute, views, asks, ai_referrals FROM event_site_minutes
         WHERE site = $1 AND minute BETWEEN $2 AND $3 ORDER BY minute",
    );
    let rows: Vec<(i64, i64, i64, i64)> = rows.bind(key_of(site)).bind(first).bind(last).fetch_all(connection).await?;
    let minute = |(minute, views, asks, ai_referrals)| RecentMinute { minute, views, asks, ai_referrals };
    Ok(rows.into_iter().map(minute).collect())
}

/// Reads the last recorded days, from `first_day` on, on which a site had events, newest first.
async fn read_days_from(connection: &mut Link, site: SiteId, first_day: i32) -> sqlx::Result<Vec<i32>> {
    let days =
        sqlx::query_scalar("SELECT day FROM event_site_days WHERE site = $1 AND day >= $2 ORDER BY day DESC LIMIT $3");
    days.bind(key_of(site)).bind(first_day).bind(DAYS_OF_RECENT_EVENTS).fetch_all(connection).await
}

/// Reads the last recorded day on which a site had events.
async fn read_last_day(connection: &mut Link, site: SiteId) -> sqlx::Result<Option<i32>> {
    let last = sqlx::query_scalar("SELECT day FROM event_site_days WHERE site = $1 ORDER BY day DESC LIMIT 1");
    last.bind(key_of(site)).fetch_optional(connection).await
}

/// Reads when the last stored event of `day`, a site's last day, happened. `None` if the day's events are past their
/// retention: then all others are too.
async fn read_last(connection: &mut Link, site: SiteId, day: Option<i32>) -> sqlx::Result<Option<Timestamp>> {
    let Some(day) = day else { return Ok(None) };
    let at: Option<i64> = sqlx::query_scalar(
        "SELECT at FROM events WHERE site = $1 AND day = $2 ORDER BY place >> 8 DESC, place DESC LIMIT 1",
    )
    .bind(key_of(site))
    .bind(day)
    .fetch_optional(connection)
    .await?;
    Ok(at.and_then(|at| Timestamp::from_millisecond(at).ok()))
}

/// Recounts `day` and compares the counters.
pub(crate) async fn read_recount(connection: &mut Link, site: SiteId, day: Day) -> StoreResult<Recount> {
    let counted = read_counters(connection, site, day).await.map_err(store_error)?;
    let mut counted_pages = read_page_days(connection, site, day).await.map_err(store_error)?;
    for (page, sums) in waiting_days(connection, site, day).await.map_err(store_error)? {
        counted_pages.entry(page).or_default().add_day(&PageDay { device_views: [0; 3], ..sums });
    }
    let mut recounting = Recounting::default();
    let text = format!("SELECT {EVENT_COLUMNS} FROM events e {PAGES_OF_EVENTS} WHERE e.site = $1 AND e.day = $2");
    let mut rows = sqlx::query(AssertSqlSafe(text)).bind(key_of(site)).bind(day.0).fetch(connection);
    while let Some(row) = rows.try_next().await.map_err(store_error)? {
        let event = read_event(site, &row)?.event;
        recounting.add(&event, row.try_get("page").map_err(store_error)?, |_| true);
    }
    Ok(recounting.compare(day, &counted, &counted_pages))
}

async fn read_counters(connection: &mut Link, site: SiteId, day: Day) -> sqlx::Result<Counters> {
    let kinds = CounterKind::EVERY.into_iter().filter(|kind| kind.is_recountable());
    let kinds: Vec<i16> = kinds.map(|kind| i16::from(kind as u8)).collect();
    let rows = sqlx::query_as(
        "SELECT kind, label, detail, value FROM event_site_counters WHERE site = $1 AND kind = ANY ($2) AND day = $3",
    );
    let rows: Vec<(i16, String, String, i64)> =
        rows.bind(key_of(site)).bind(kinds).bind(day.0).fetch_all(connection).await?;
    let counter = |(kind, label, detail, value)| ((u8::try_from(kind).unwrap_or_default(), label, detail), value);
    Ok(rows.into_iter().map(counter).collect())
}

async fn read_page_days(connection: &mut Link, site: SiteId, day: Day) -> sqlx::Result<PageDays> {
    let rows = sqlx::query(
        "SELECT page, views, ai_clicks, social_clicks, question_clicks, ai_referrals, views_without_widget FROM event_page_days
         WHERE site = $1 AND day = $2",
    );
    let mut days = PageDays::new();
    for row in rows.bind(key_of(site)).bind(day.0).fetch_all(connection).await? {
        let sums = PageDay {
            views: row.try_get(1)?,
            ai_clicks: row.try_get(2)?,
            social_clicks: row.try_get(3)?,
            question_clicks: row.try_get(4)?,
            ai_referrals: row.try_get(5)?,
            views_without_widget: row.try_get(6)?,
            ..PageDay::default()
        };
        days.insert(row.try_get(0)?, sums);
    }
    Ok(days)
}
