//! The rows that a commit changes: each table by one statement, in the order of its key.
//!
//! Values are added to what stands there; hours are read before and written whole, which is exact under the sites' locks.

use askline_domain::analytics::{page_day::PageDay, page_orders::PageNumber};
use std::collections::BTreeMap;

use sqlx::{PgConnection, Row as _};

use super::{desk::Desk, site_key::SiteKey};
use crate::events::{
    books::{Labels, SiteNumber},
    hours::Hours,
    minutes::Minutes,
    sums::{PageNews, Sums},
};

/// What a counter is raised by.
#[derive(Default)]
pub(super) struct Raise {
    value: i64,
    hours: Hours,
}

impl Raise {
    pub(super) fn add(&mut self, value: i64, hours: &Hours) {
        self.value += value;
        self.hours.add_all(hours);
    }
}

/// Site, kind, day and both labels.
type SiteCounters = BTreeMap<(SiteNumber, u8, i32, String, String), Raise>;
/// Site, day, page, kind and both labels.
pub(super) type CounterRows = BTreeMap<(SiteNumber, i32, PageNumber, u8, String, String), Raise>;

/// Writes what is new of sites, pages, days and labels.
pub(super) async fn write_desk(connection: &mut PgConnection, desk: &Desk) -> sqlx::Result<()> {
    write_books(connection, desk).await?;
    write_new_pages(connection, desk).await?;
    write_days(connection, desk).await?;
    write_labels(connection, desk).await
}

/// Raises the counters.
pub(super) async fn write_sums<'e>(
    connection: &mut PgConnection,
    desk: &Desk,
    mut sums: Sums<'e>,
    labels: &[Labels<'e>],
) -> sqlx::Result<()> {
    let mut of_sites = SiteCounters::new();
    for one in sums.site_counters(labels) {
        let key = (one.site, one.kind as u8, one.day, one.label.to_owned(), one.detail.to_owned());
        of_sites.entry(key).or_default().add(one.value, one.hours);
    }
    let mut of_pages = CounterRows::new();
    for (page, one) in sums.page_counters(labels) {
        let key = (one.site, one.day, page, one.kind as u8, one.label.to_owned(), one.detail.to_owned());
        of_pages.entry(key).or_default().add(one.value, one.hours);
    }
    write_site_counters(connection, desk, of_sites).await?;
    write_page_counters(connection, desk, of_pages).await?;
    write_minutes(connection, desk, sums.take_minutes()).await?;
    write_page_days(connection, desk, &sums.page_days()).await?;
    write_page_news(connection, desk, &sums.page_news()).await
}

/// Writes what the sites give out next.
pub(super) async fn write_books(connection: &mut PgConnection, desk: &Desk) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO event_books (site, next_place, next_page) SELECT * FROM unnest($1::bytea[], $2::bigint[], $3::bigint[])
         ON CONFLICT (site) DO UPDATE SET next_place = excluded.next_place, next_page = excluded.next_page",
    )
    .bind(desk.keys())
    .bind(&desk.next_places)
    .bind(&desk.next_pages)
    .execute(connection)
    .await
    .map(drop)
}

/// Enters the pages that are new.
pub(super) async fn write_new_pages(connection: &mut PgConnection, desk: &Desk) -> sqlx::Result<()> {
    if desk.new_pages.is_empty() {
        return Ok(());
    }
    let keys: Vec<SiteKey> = desk.new_pages.iter().map(|(site, ..)| desk.key(*site)).collect();
    let numbers: Vec<i64> = desk.new_pages.iter().map(|(_, number, ..)| *number).collect();
    let paths: Vec<&str> = desk.new_pages.iter().map(|(_, _, path, _)| path.as_str()).collect();
    let days: Vec<i32> = desk.new_pages.iter().map(|(.., day)| *day).collect();
    sqlx::query(
        "INSERT INTO event_pages (site, page, path, first_day, last_day)
         SELECT site, page, path, day, day FROM unnest($1::bytea[], $2::bigint[], $3::text[], $4::int[])
             AS q (site, page, path, day)",
    )
    .bind(keys)
    .bind(numbers)
    .bind(paths)
    .bind(days)
    .execute(connection)
    .await
    .map(drop)
}

async fn write_days(connection: &mut PgConnection, desk: &Desk) -> sqlx::Result<()> {
    let rows: Vec<_> = desk.changed_days.iter().collect();
    let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    sqlx::query(
        "INSERT INTO event_site_days (site, day, events, new_pages, new_referrers, new_pairs)
         SELECT * FROM unnest($1::bytea[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
         ON CONFLICT (site, day) DO UPDATE SET events = excluded.events, new_pages = excluded.new_pages,
             new_referrers = excluded.new_referrers, new_pairs = excluded.new_pairs",
    )
    .bind(rows.iter().map(|((site, _), _)| desk.key(*site)).collect::<Vec<_>>())
    .bind(rows.iter().map(|((_, day), _)| *day).collect::<Vec<_>>())
    .bind(rows.iter().map(|(_, used)| number(used.events)).collect::<Vec<_>>())
    .bind(rows.iter().map(|(_, used)| i64::from(used.new_pages)).collect::<Vec<_>>())
    .bind(rows.iter().map(|(_, used)| i64::from(used.new_referrers)).collect::<Vec<_>>())
    .bind(rows.iter().map(|(_, used)| i64::from(used.new_pairs)).collect::<Vec<_>>())
    .execute(connection)
    .await
    .map(drop)
}

async fn write_labels(connection: &mut PgConnection, desk: &Desk) -> sqlx::Result<()> {
    if desk.changed_labels.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> = desk.changed_labels.iter().collect();
    sqlx::query(
        "INSERT INTO event_labels (site, kind, label, detail, last_day)
         SELECT * FROM unnest($1::bytea[], $2::smallint[], $3::text[], $4::text[], $5::int[])
         ON CONFLICT (site, kind, label, detail) DO UPDATE SET last_day = excluded.last_day",
    )
    .bind(rows.iter().map(|((site, ..), _)| desk.key(*site)).collect::<Vec<_>>())
    .bind(rows.iter().map(|((_, kind, ..), _)| i16::from(*kind)).collect::<Vec<_>>())
    .bind(rows.iter().map(|((_, _, label, _), _)| label.as_str()).collect::<Vec<_>>())
    .bind(rows.iter().map(|((.., detail), _)| detail.as_str()).collect::<Vec<_>>())
    .bind(rows.iter().map(|(_, day)| **day).collect::<Vec<_>>())
    .execute(connection)
    .await
    .map(drop)
}

async fn write_site_counters(
    connection: &mut PgConnection,
    desk: &Desk,
    mut counters: SiteCounters,
) -> sqlx::Result<()> {
    let keys: Vec<SiteKey> = counters.keys().map(|(site, ..)| desk.key(*site)).collect();
    let kinds: Vec<i16> = counters.keys().map(|(_, kind, ..)| i16::from(*kind)).collect();
    let days: Vec<i32> = counters.keys().map(|(_, _, day, ..)| *day).collect();
    let labels: Vec<String> = counters.keys().map(|(.., label, _)| label.clone()).collect();
    let details: Vec<String> = counters.keys().map(|(.., detail)| detail.clone()).collect();
    let stored = sqlx::query(
        r#"SELECT q.number, c.hours
           FROM unnest($1::bytea[], $2::smallint[], $3::int[], $4::text[], $5::text[]) WITH ORDINALITY
               AS q (site, kind, day, label, detail, number)
           JOIN event_site_counters c ON c.site = q.site AND c.kind = q.kind AND c.day = q.day
               AND c.label = q.label COLLATE "C" AND c.detail = q.detail COLLATE "C""#,
    );
    let stored = stored.bind(&keys).bind(&kinds).bind(&days).bind(&labels).bind(&details);
    add_hours(counters.values_mut().collect(), &stored.fetch_all(&mut *connection).await?)?;
    sqlx::query(
        "INSERT INTO event_site_counters AS c (site, kind, day, label, detail, value, hours)
         SELECT * FROM unnest($1::bytea[], $2::smallint[], $3::int[], $4::text[], $5::text[], $6::bigint[], $7::bytea[])
         ON CONFLICT (site, kind, day, label, detail) DO UPDATE SET
             value = c.value + excluded.value, hours = excluded.hours",
    )
    .bind(keys)
    .bind(kinds)
    .bind(days)
    .bind(labels)
    .bind(details)
    .bind(counters.values().map(|raise| raise.value).collect::<Vec<_>>())
    .bind(counters.values().map(|raise| raise.hours.to_bytes()).collect::<Vec<_>>())
    .execute(connection)
    .await
    .map(drop)
}

/// Raises counters of pages.
pub(super) async fn write_page_counters(
    connection: &mut PgConnection,
    desk: &Desk,
    mut counters: CounterRows,
) -> sqlx::Result<()> {
    if counters.is_empty() {
        return Ok(());
    }
    let keys: Vec<SiteKey> = counters.keys().map(|(site, ..)| desk.key(*site)).collect();
    let days: Vec<i32> = counters.keys().map(|(_, day, ..)| *day).collect();
    let pages: Vec<i64> = counters.keys().map(|(_, _, page, ..)| *page).collect();
    let kinds: Vec<i16> = counters.keys().map(|(_, _, _, kind, ..)| i16::from(*kind)).collect();
    let labels: Vec<String> = counters.keys().map(|(.., label, _)| label.clone()).collect();
    let details: Vec<String> = counters.keys().map(|(.., detail)| detail.clone()).collect();
    let stored = sqlx::query(
        r#"SELECT q.number, c.hours
           FROM unnest($1::bytea[], $2::int[], $3::bigint[], $4::smallint[], $5::text[], $6::text[]) WITH ORDINALITY
               AS q (site, day, page, kind, label, detail, number)
           JOIN event_page_counters c ON c.site = q.site AND c.day = q.day AND c.page = q.page AND c.kind = q.kind
               AND c.label = q.label COLLATE "C" AND c.detail = q.detail COLLATE "C""#,
    );
    let stored = stored.bind(&keys).bind(&days).bind(&pages).bind(&kinds).bind(&labels).bind(&details);
    add_hours(counters.values_mut().collect(), &stored.fetch_all(&mut *connection).await?)?;
    sqlx::query(
        "INSERT INTO event_page_counters AS c (site, day, page, kind, label, detail, value, hours)
         SELECT * FROM unnest($1::bytea[], $2::int[], $3::bigint[], $4::smallint[], $5::text[], $6::text[],
             $7::bigint[], $8::bytea[])
         ON CONFLICT (site, day, page, kind, label, detail) DO UPDATE SET
             value = c.value + excluded.value, hours = excluded.hours",
    )
    .bind(keys)
    .bind(days)
    .bind(pages)
    .bind(kinds)
    .bind(labels)
    .bind(details)
    .bind(counters.values().map(|raise| raise.value).collect::<Vec<_>>())
    .bind(counters.values().map(|raise| raise.hours.to_bytes()).collect::<Vec<_>>())
    .execute(connection)
    .await
    .map(drop)
}

/// Adds the hours that stand in the rows by their places, from one on.
fn add_hours(mut raises: Vec<&mut Raise>, rows: &[sqlx::postgres::PgRow]) -> sqlx::Result<()> {
    for row in rows {
        let place = usize::try_from(row.try_get::<i64, _>(0)? - 1).unwrap_or(usize::MAX);
        let stored: Option<&[u8]> = row.try_get(1)?;
        if let (Some(raise), Some(stored)) = (raises.get_mut(place), stored) {
            raise.hours.add_all(&Hours::of_bytes(stored));
        }
    }
    Ok(())
}

/// Raises the minutes; one that is older than what stands in its slot is past, and stays out.
async fn write_minutes(connection: &mut PgConnection, desk: &Desk, minutes: Minutes) -> sqlx::Result<()> {
    let rows = minutes.into_rows();
    sqlx::query(
        "INSERT INTO event_site_minutes AS m (site, slot, minute, views, asks, ai_referrals)
         SELECT * FROM unnest($1::bytea[], $2::smallint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
         ON CONFLICT (site, slot) DO UPDATE SET
             views = CASE WHEN m.minute = excluded.minute THEN m.views ELSE 0 END + excluded.views,
             asks = CASE WHEN m.minute = excluded.minute THEN m.asks ELSE 0 END + excluded.asks,
             ai_referrals = CASE WHEN m.minute = excluded.minute THEN m.ai_referrals ELSE 0 END + excluded.ai_referrals,
             minute = excluded.minute
         WHERE excluded.minute >= m.minute",
    )
    .bind(rows.iter().map(|(site, ..)| desk.key(*site)).collect::<Vec<_>>())
    .bind(rows.iter().map(|(_, slot, _)| i16::try_from(*slot).unwrap_or_default()).collect::<Vec<_>>())
    .bind(rows.iter().map(|(.., sums)| sums.minute).collect::<Vec<_>>())
    .bind(rows.iter().map(|(.., sums)| sums.views).collect::<Vec<_>>())
    .bind(rows.iter().map(|(.., sums)| sums.asks).collect::<Vec<_>>())
    .bind(rows.iter().map(|(.., sums)| sums.ai_referrals).collect::<Vec<_>>())
    .execute(connection)
    .await
    .map(drop)
}

/// Raises the days of pages.
pub(super) async fn write_page_days(
    connection: &mut PgConnection,
    desk: &Desk,
    rows: &[((SiteNumber, i32, PageNumber), PageDay)],
) -> sqlx::Result<()> {
    let column = |of: fn(&PageDay) -> i64| rows.iter().map(|(_, sums)| of(sums)).collect::<Vec<i64>>();
    sqlx::query(
        "INSERT INTO event_page_days AS d (site, day, page, views, ai_clicks, social_clicks, question_clicks, ai_referrals,
             phone_views, tablet_views, desktop_views)
         SELECT * FROM unnest($1::bytea[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
             $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[])
         ON CONFLICT (site, day, page) DO UPDATE SET
             views = d.views + excluded.views,
             ai_clicks = d.ai_clicks + excluded.ai_clicks,
             social_clicks = d.social_clicks + excluded.social_clicks,
             question_clicks = d.question_clicks + excluded.question_clicks,
             ai_referrals = d.ai_referrals + excluded.ai_referrals,
             phone_views = d.phone_views + excluded.phone_views,
             tablet_views = d.tablet_views + excluded.tablet_views,
             desktop_views = d.desktop_views + excluded.desktop_views",
    )
    .bind(rows.iter().map(|((site, ..), _)| desk.key(*site)).collect::<Vec<_>>())
    .bind(rows.iter().map(|((_, day, _), _)| *day).collect::<Vec<_>>())
    .bind(rows.iter().map(|((.., page), _)| *page).collect::<Vec<_>>())
    .bind(column(|sums| sums.views))
    .bind(column(|sums| sums.ai_clicks))
    .bind(column(|sums| sums.social_clicks))
    .bind(column(|sums| sums.question_clicks))
    .bind(column(|sums| sums.ai_referrals))
    .bind(column(|sums| sums.device_views[0]))
    .bind(column(|sums| sums.device_views[1]))
    .bind(column(|sums| sums.device_views[2]))
    .execute(connection)
    .await
    .map(drop)
}

async fn write_page_news(
    connection: &mut PgConnection,
    desk: &Desk,
    rows: &[((SiteNumber, PageNumber), PageNews<'_>)],
) -> sqlx::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        // greatest and least pass over what is null.
        "UPDATE event_pages p SET title = coalesce(q.title, p.title), last_click_at = greatest(p.last_click_at, q.clicked_at),
             first_day = least(p.first_day, q.first_day), last_day = greatest(p.last_day, q.last_day)
         FROM unnest($1::bytea[], $2::bigint[], $3::text[], $4::bigint[], $5::int[], $6::int[])
             AS q (site, page, title, clicked_at, first_day, last_day)
         WHERE p.site = q.site AND p.page = q.page",
    )
    .bind(rows.iter().map(|((site, _), _)| desk.key(*site)).collect::<Vec<_>>())
    .bind(rows.iter().map(|((_, page), _)| *page).collect::<Vec<_>>())
    .bind(rows.iter().map(|(_, news)| news.title).collect::<Vec<_>>())
    .bind(rows.iter().map(|(_, news)| news.clicked_at).collect::<Vec<_>>())
    .bind(rows.iter().map(|(_, news)| news.days.map(|(first, _)| first)).collect::<Vec<_>>())
    .bind(rows.iter().map(|(_, news)| news.days.map(|(_, last)| last)).collect::<Vec<_>>())
    .execute(connection)
    .await
    .map(drop)
}
