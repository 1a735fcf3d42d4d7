//! The sums of each page over several days, page by page. The rows of each day are ordered by page, so all days are
//! read side by side, with only one row of each in memory.

use std::{cmp::Reverse, collections::BinaryHeap};

use askline_domain::{
    analytics::{page_day::PageDay, page_orders::PageNumber},
    events::CounterKind,
    shared::calendar::Window,
};
use rusqlite::{Connection, Rows, params};

use crate::events::model::{counts::LabelFilter, stored::SiteNumber};

/// The rows of a day.
const OF_DAY: &str =
    "SELECT page, views, ai_clicks, social_clicks, question_clicks, ai_referrals, views_without_widget FROM page_days
    WHERE site = ?1 AND day = ?2 ORDER BY page";

/// The rows of a day with only the clicks and visits of one platform, network or assistant. Views belong to no platform
/// and are included. A sum that is zero for all platforms is zero for each.
const OF_DAY_AND_PLATFORM: &str = "SELECT page, views,
        CASE ai_clicks WHEN 0 THEN 0 ELSE (SELECT coalesce(sum(value), 0) FROM page_counters c
            WHERE c.site = ?1 AND c.day = ?2 AND c.page = d.page AND kind = ?3 AND label = ?4) END,
        CASE social_clicks WHEN 0 THEN 0 ELSE (SELECT coalesce(sum(value), 0) FROM page_counters c
            WHERE c.site = ?1 AND c.day = ?2 AND c.page = d.page AND kind = ?5 AND label = ?4) END,
        CASE question_clicks WHEN 0 THEN 0 ELSE (SELECT coalesce(sum(value), 0) FROM page_counters c
            WHERE c.site = ?1 AND c.day = ?2 AND c.page = d.page AND kind = ?6 AND label = ?4) END,
        CASE ai_referrals WHEN 0 THEN 0 ELSE (SELECT coalesce(sum(value), 0) FROM page_counters c
            WHERE c.site = ?1 AND c.day = ?2 AND c.page = d.page AND kind = ?7 AND label = ?8 AND detail = ?9) END,
        views_without_widget
    FROM page_days d WHERE site = ?1 AND day = ?2 ORDER BY page";

/// Calls `take` for each page that was active in the window with its sums, in the order of the page numbers.
pub(super) fn each_page(
    connection: &Connection,
    site: Option<SiteNumber>,
    window: Window,
    platform: Option<&str>,
    mut take: impl FnMut(PageNumber, PageDay) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let text = if platform.is_some() { OF_DAY_AND_PLATFORM } else { OF_DAY };
    let days = window.from.0..=window.to.0;
    let mut statements = days.clone().map(|_| connection.prepare(text)).collect::<rusqlite::Result<Vec<_>>>()?;
    let mut rows = Vec::with_capacity(statements.len());
    for (statement, day) in statements.iter_mut().zip(days) {
        rows.push(match platform {
            None => statement.query(params![site, day])?,
            Some(platform) => {
                let visits = LabelFilter::of(CounterKind::Visit, Some(platform));
                statement.query(params![
                    site,
                    day,
                    CounterKind::AiClick as u8,
                    platform,
                    CounterKind::SocialClick as u8,
                    CounterKind::QuestionClick as u8,
                    CounterKind::Visit as u8,
                    visits.and_then(|filter| filter.label),
                    visits.and_then(|filter| filter.detail),
                ])?
            }
        });
    }
    // The next page of each day, and its sums by day.
    let mut heads = BinaryHeap::with_capacity(rows.len());
    let mut next_sums = vec![PageDay::default(); rows.len()];
    for (day, rows) in rows.iter_mut().enumerate() {
        heads.extend(next_page(rows, &mut next_sums[day])?.map(|page| Reverse((page, day))));
    }
    let mut current: Option<(PageNumber, PageDay)> = None;
    while let Some(Reverse((next, day))) = heads.pop() {
        match &mut current {
            Some((page, sums)) if *page == next => sums.add_day(&next_sums[day]),
            _ => {
                if let Some((page, sums)) = current.replace((next, next_sums[day])) {
                    take(page, sums)?;
                }
            }
        }
        heads.extend(next_page(&mut rows[day], &mut next_sums[day])?.map(|page| Reverse((page, day))));
    }
    match current {
        Some((page, sums)) => take(page, sums),
        None => Ok(()),
    }
}

/// Reads the next row of a day: returns its page and replaces `sums`.
fn next_page(rows: &mut Rows<'_>, sums: &mut PageDay) -> rusqlite::Result<Option<PageNumber>> {
    let Some(row) = rows.next()? else { return Ok(None) };
    *sums = PageDay {
        views: row.get(1)?,
        ai_clicks: row.get(2)?,
        social_clicks: row.get(3)?,
        question_clicks: row.get(4)?,
        ai_referrals: row.get(5)?,
        views_without_widget: row.get(6)?,
        // The list of pages does not show them.
        device_views: [0; 3],
    };
    row.get(0).map(Some)
}
