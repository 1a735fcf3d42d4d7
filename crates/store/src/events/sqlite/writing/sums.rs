//! Adds the sums of a commit to the stored rows. This must run in the transaction that inserts the events.

use askline_domain::analytics::{page_day::PageDay, page_orders::PageNumber};
use rusqlite::{Connection, params};

use super::in_file::InFile;
use crate::events::{
    model::{
        name_cache::NameCache,
        stored::{Labels, SiteNumber},
        sums::{PageNews, Sums},
    },
    sqlite::reading::recent::write_minutes,
};

/// The end of an insert into `page_days` that adds to a row that exists.
macro_rules! raise_page_day {
    () => {
        "ON CONFLICT (site, day, page) DO UPDATE SET
            views = views + excluded.views,
            ai_clicks = ai_clicks + excluded.ai_clicks,
            social_clicks = social_clicks + excluded.social_clicks,
            question_clicks = question_clicks + excluded.question_clicks,
            ai_referrals = ai_referrals + excluded.ai_referrals,
            phone_views = phone_views + excluded.phone_views,
            tablet_views = tablet_views + excluded.tablet_views,
            desktop_views = desktop_views + excluded.desktop_views,
            views_without_widget = views_without_widget + excluded.views_without_widget"
    };
}
pub(super) use raise_page_day;

/// Adds the sums to the rows.
pub(crate) fn write(mut sums: Sums<'_>, connection: &Connection, names: &mut NameCache) -> rusqlite::Result<()> {
    let labels = sums.labels(&mut InFile(connection), names)?;
    write_site_counters(&sums, connection, &labels)?;
    write_page_counters(&sums, connection, &labels)?;
    write_minutes(connection, sums.take_minutes())?;
    write_page_days(connection, &sums.page_days())?;
    write_pages(connection, &sums.page_news())
}

fn write_site_counters<'e>(sums: &Sums<'e>, connection: &Connection, labels: &[Labels<'e>]) -> rusqlite::Result<()> {
    let mut raise = connection.prepare_cached(
        "INSERT INTO site_counters (site, kind, day, label, detail, value, hours) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT (site, kind, day, label, detail) DO UPDATE SET
            value = value + excluded.value, hours = add_hours(hours, excluded.hours)",
    )?;
    for one in sums.site_counters(labels) {
        let hours = one.hours.to_bytes();
        raise.execute(params![one.site, one.kind as u8, one.day, one.label, one.detail, one.value, hours])?;
    }
    Ok(())
}

fn write_page_counters<'e>(sums: &Sums<'e>, connection: &Connection, labels: &[Labels<'e>]) -> rusqlite::Result<()> {
    let mut raise = connection.prepare_cached(
        "INSERT INTO page_counters (site, day, page, kind, label, detail, value, hours)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT (site, day, page, kind, label, detail) DO UPDATE SET
            value = value + excluded.value, hours = add_hours(hours, excluded.hours)",
    )?;
    for (page, one) in sums.page_counters(labels) {
        let hours = one.hours.to_bytes();
        raise.execute(params![one.site, one.day, page, one.kind as u8, one.label, one.detail, one.value, hours])?;
    }
    Ok(())
}

fn write_page_days(connection: &Connection, rows: &[((SiteNumber, i32, PageNumber), PageDay)]) -> rusqlite::Result<()> {
    let mut raise = connection.prepare_cached(concat!(
        "INSERT INTO page_days
            (site, day, page, views, ai_clicks, social_clicks, question_clicks, ai_referrals,
             phone_views, tablet_views, desktop_views, views_without_widget)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
         ",
        raise_page_day!()
    ))?;
    for ((site, day, page), sum) in rows {
        let [phone, tablet, desktop] = sum.device_views;
        raise.execute(params![
            site,
            day,
            page,
            sum.views,
            sum.ai_clicks,
            sum.social_clicks,
            sum.question_clicks,
            sum.ai_referrals,
            phone,
            tablet,
            desktop,
            sum.views_without_widget
        ])?;
    }
    Ok(())
}

fn write_pages(connection: &Connection, pages: &[((SiteNumber, PageNumber), PageNews<'_>)]) -> rusqlite::Result<()> {
    let mut change = connection.prepare_cached(
        // The two-argument max and min are null if either argument is.
        "UPDATE pages SET title = coalesce(?2, title),
            spelling = iif(?6 IS NULL, spelling, nullif(?6, '')),
            last_click_at = coalesce(max(last_click_at, ?3), last_click_at, ?3),
            first_day = coalesce(min(first_day, ?4), first_day),
            last_day = coalesce(max(last_day, ?5), last_day)
         WHERE id = ?1",
    )?;
    for ((_, page), news) in pages {
        let (first, last) = news.days.unzip();
        change.execute(params![page, news.title, news.clicked_at, first, last, news.spelling])?;
    }
    Ok(())
}
