//! The tables of pages: their days and weeks, and data of the pages themselves.

use std::collections::BTreeMap;

use askline_domain::analytics::{page_day::PageDay, page_orders::PageNumber};

use super::working_set::WorkingSet;
use crate::{
    events::{
        model::{stored::SiteNumber, sums::PageNews},
        postgres::{site_key::SiteKey, weeks::week_of},
    },
    sql::Link,
};

/// The sums of a page over a day or a week.
struct SumsTable {
    /// Raises existing rows.
    raise: &'static str,
    /// Inserts missing rows. Rows that were raised before stay unchanged.
    enter: &'static str,
}

macro_rules! sums_table {
    ($table:literal, $period:literal) => {
        SumsTable {
            raise: concat!(
                "UPDATE ",
                $table,
                " s SET views = s.views + q.views, ai_clicks = s.ai_clicks + q.ai_clicks,
                     social_clicks = s.social_clicks + q.social_clicks, question_clicks = s.question_clicks + q.question_clicks,
                     ai_referrals = s.ai_referrals + q.ai_referrals, phone_views = s.phone_views + q.phone_views,
                     tablet_views = s.tablet_views + q.tablet_views, desktop_views = s.desktop_views + q.desktop_views,
                     views_without_widget = s.views_without_widget + q.views_without_widget
                 FROM unnest($1::bytea[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
                     $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[])
                     AS q (site, period, page, views, ai_clicks, social_clicks, question_clicks, ai_referrals,
                         phone_views, tablet_views, desktop_views, views_without_widget)
                 WHERE s.site = q.site AND s.",
                $period,
                " = q.period AND s.page = q.page"
            ),
            enter: concat!(
                "INSERT INTO ",
                $table,
                " (site, ",
                $period,
                ", page, views, ai_clicks, social_clicks, question_clicks, ai_referrals,
                     phone_views, tablet_views, desktop_views, views_without_widget)
                 SELECT * FROM unnest($1::bytea[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
                     $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[])
                 ON CONFLICT DO NOTHING"
            ),
        }
    };
}

const DAYS: SumsTable = sums_table!("event_page_days", "day");
const WEEKS: SumsTable = sums_table!("event_page_weeks", "week");

/// Returns the sums of a page in the order of the columns of its tables.
pub(super) fn columns_of(day: &PageDay) -> [i64; 9] {
    let [phones, tablets, desktops] = day.device_views;
    let PageDay { views, views_without_widget, ai_clicks, social_clicks, question_clicks, ai_referrals, .. } = *day;
    [views, ai_clicks, social_clicks, question_clicks, ai_referrals, phones, tablets, desktops, views_without_widget]
}

/// Reads a day from stored columns. A row that was stored before a column was added lacks it and has no counts there.
pub(super) fn day_of(columns: &[i64]) -> PageDay {
    let column = |place: usize| columns.get(place).copied().unwrap_or(0);
    PageDay {
        views: column(0),
        ai_clicks: column(1),
        social_clicks: column(2),
        question_clicks: column(3),
        ai_referrals: column(4),
        device_views: [column(5), column(6), column(7)],
        views_without_widget: column(8),
    }
}

/// The sums of pages by site, period and page.
pub(crate) type PageSums = BTreeMap<(SiteNumber, i32, PageNumber), PageDay>;

/// Adds to the days of pages, and to the weeks of these days.
pub(crate) async fn write_page_days(connection: &mut Link, working: &WorkingSet, days: &PageSums) -> sqlx::Result<()> {
    let mut weeks = PageSums::new();
    for ((site, day, page), sums) in days {
        weeks.entry((*site, week_of(*day), *page)).or_default().add_day(sums);
    }
    write_sums(connection, working, &DAYS, days).await?;
    write_sums(connection, working, &WEEKS, &weeks).await
}

async fn write_sums(
    connection: &mut Link,
    working: &WorkingSet,
    table: &SumsTable,
    rows: &PageSums,
) -> sqlx::Result<()> {
    let sites: Vec<SiteKey> = rows.keys().map(|(site, ..)| working.key(*site)).collect();
    let periods: Vec<i32> = rows.keys().map(|(_, period, _)| *period).collect();
    let pages: Vec<PageNumber> = rows.keys().map(|(.., page)| *page).collect();
    let columns: Vec<[i64; 9]> = rows.values().map(columns_of).collect();
    let sums: [Vec<i64>; 9] = std::array::from_fn(|column| columns.iter().map(|row| row[column]).collect());
    let bound = |statement| {
        let query = sqlx::query(statement).bind(&sites).bind(&periods).bind(&pages);
        sums.iter().fold(query, |query, sums| query.bind(sums))
    };
    let raised = bound(table.raise).execute(&mut *connection).await?.rows_affected();
    if raised < rows.len() as u64 {
        bound(table.enter).execute(connection).await?;
    }
    Ok(())
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
