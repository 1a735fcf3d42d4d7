//! The tables of pages: their days, and data of the pages themselves.

use askline_domain::analytics::{page_day::PageDay, page_orders::PageNumber};

use super::working_set::WorkingSet;
use crate::{
    events::{
        model::{stored::SiteNumber, sums::PageNews},
        postgres::site_key::SiteKey,
    },
    sql::Link,
};

/// Adds to the days of pages.
pub(crate) async fn write_page_days(
    connection: &mut Link,
    working: &WorkingSet,
    rows: &[((SiteNumber, i32, PageNumber), PageDay)],
) -> sqlx::Result<()> {
    let column = |of: fn(&PageDay) -> i64| rows.iter().map(|(_, sums)| of(sums)).collect::<Vec<i64>>();
    let sites: Vec<SiteKey> = rows.iter().map(|((site, ..), _)| working.key(*site)).collect();
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
        column(|sums| sums.views_without_widget),
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
             desktop_views = d.desktop_views + q.desktop_views,
             views_without_widget = d.views_without_widget + q.views_without_widget
         FROM unnest($1::bytea[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
             $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[])
             AS q (site, day, page, views, ai_clicks, social_clicks, question_clicks, ai_referrals,
                 phone_views, tablet_views, desktop_views, views_without_widget)
         WHERE d.site = q.site AND d.day = q.day AND d.page = q.page",
    );
    if raised.execute(&mut *connection).await?.rows_affected() == rows.len() as u64 {
        return Ok(());
    }
    let entered = bound(
        // Rows that were raised above stay unchanged.
        "INSERT INTO event_page_days (site, day, page, views, ai_clicks, social_clicks, question_clicks, ai_referrals,
             phone_views, tablet_views, desktop_views, views_without_widget)
         SELECT * FROM unnest($1::bytea[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
             $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[])
         ON CONFLICT (site, day, page) DO NOTHING",
    );
    entered.execute(connection).await.map(drop)
}

/// Writes changes to the pages themselves.
pub(super) async fn write_page_news(
    connection: &mut Link,
    working: &WorkingSet,
    rows: &[((SiteNumber, PageNumber), PageNews<'_>)],
) -> sqlx::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        // greatest and least ignore nulls.
        "UPDATE event_pages p SET title = coalesce(q.title, p.title), last_click_at = greatest(p.last_click_at, q.clicked_at),
             first_day = least(p.first_day, q.first_day), last_day = greatest(p.last_day, q.last_day)
         FROM unnest($1::bytea[], $2::bigint[], $3::text[], $4::bigint[], $5::int[], $6::int[])
             AS q (site, page, title, clicked_at, first_day, last_day)
         WHERE p.site = q.site AND p.page = q.page",
    )
    .bind(rows.iter().map(|((site, _), _)| working.key(*site)).collect::<Vec<_>>())
    .bind(rows.iter().map(|((_, page), _)| *page).collect::<Vec<_>>())
    .bind(rows.iter().map(|(_, news)| news.title).collect::<Vec<_>>())
    .bind(rows.iter().map(|(_, news)| news.clicked_at).collect::<Vec<_>>())
    .bind(rows.iter().map(|(_, news)| news.days.map(|(first, _)| first)).collect::<Vec<_>>())
    .bind(rows.iter().map(|(_, news)| news.days.map(|(_, last)| last)).collect::<Vec<_>>())
    .execute(connection)
    .await
    .map(drop)
}
