//! The rows that a commit changes: each table by one statement, in the order of its key.
//!
//! Exact under the sites' locks.

use askline_domain::analytics::{page_day::PageDay, page_orders::PageNumber};
use sqlx::PgConnection;

use super::{
    counters::{CounterRows, OF_PAGES, OF_SITES},
    desk::Desk,
    site_key::SiteKey,
};
use crate::events::{
    books::{Labels, SiteNumber},
    minutes::Minutes,
    sums::{Addition, PageNews, Sums},
};

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
    let (mut of_sites, mut of_pages) = (CounterRows::new(), CounterRows::new());
    let add = |rows: &mut CounterRows, page, one: Addition<'_>| {
        let key = (one.site, one.day, page, one.kind as u8, one.label.to_owned(), one.detail.to_owned());
        rows.entry(key).or_default().add(one.value, one.hours);
    };
    sums.site_counters(labels).for_each(|one| add(&mut of_sites, 0, one));
    sums.page_counters(labels).for_each(|(page, one)| add(&mut of_pages, page, one));
    OF_SITES.write(connection, desk, of_sites).await?;
    OF_PAGES.write(connection, desk, of_pages).await?;
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
    let sites: Vec<SiteKey> = rows.iter().map(|((site, ..), _)| desk.key(*site)).collect();
    let days: Vec<i32> = rows.iter().map(|((_, day, _), _)| *day).collect();
    let pages: Vec<PageNumber> = rows.iter().map(|((.., page), _)| *page).collect();
    let sums = [
        column(|sums| sums.views),
        column(|sums| sums.ai_clicks),
        column(|sums| sums.social_clicks),
        column(|sums| sums.question_clicks),
        column(|sums| sums.ai_referrals),
        column(|sums| sums.device_views[0]),
        column(|sums| sums.device_views[1]),
        column(|sums| sums.device_views[2]),
    ];
    let bound = |statement| {
        let query = sqlx::query(statement).bind(&sites).bind(&days).bind(&pages);
        sums.iter().fold(query, |query, sums| query.bind(sums))
    };
    let raised = bound(
        "UPDATE event_page_days d SET
             views = d.views + q.views,
             ai_clicks = d.ai_clicks + q.ai_clicks,
             social_clicks = d.social_clicks + q.social_clicks,
             question_clicks = d.question_clicks + q.question_clicks,
             ai_referrals = d.ai_referrals + q.ai_referrals,
             phone_views = d.phone_views + q.phone_views,
             tablet_views = d.tablet_views + q.tablet_views,
             desktop_views = d.desktop_views + q.desktop_views
         FROM unnest($1::bytea[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
             $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[])
             AS q (site, day, page, views, ai_clicks, social_clicks, question_clicks, ai_referrals,
                 phone_views, tablet_views, desktop_views)
         WHERE d.site = q.site AND d.day = q.day AND d.page = q.page",
    );
    if raised.execute(&mut *connection).await?.rows_affected() == rows.len() as u64 {
        return Ok(());
    }
    let entered = bound(
        // Those that were raised stay as they are.
        "INSERT INTO event_page_days (site, day, page, views, ai_clicks, social_clicks, question_clicks, ai_referrals,
             phone_views, tablet_views, desktop_views)
         SELECT * FROM unnest($1::bytea[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
             $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[])
         ON CONFLICT (site, day, page) DO NOTHING",
    );
    entered.execute(connection).await.map(drop)
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
