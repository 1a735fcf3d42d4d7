//! The asks of each page: within a window, and by day.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
};

use askline_app::ports::analytics::MAX_ASKED_PAGES;
use askline_domain::{
    analytics::{clear_rows::ByDay, page_orders::PageNumber, series::Cut},
    events::CounterKind,
    shared::{
        calendar::{Day, Window},
        ids::SiteId,
    },
};
use rusqlite::{Connection, params};

use super::{merged_days, site_number};
use crate::events::model::{hours::Hours, stored::SiteNumber};

/// One step per day and page: see the table for its order.
const BY_DAY: &str = "WITH RECURSIVE days (day) AS (SELECT ?2 UNION ALL SELECT day + 1 FROM days WHERE day < ?3),
    wanted (id, path) AS MATERIALIZED (
        SELECT pages.id, pages.path FROM json_each(?4) asked CROSS JOIN pages
        WHERE pages.site = ?1 AND pages.path = asked.value
    )
    SELECT wanted.path, counted.day, ai_clicks + question_clicks AS asks
    FROM days CROSS JOIN wanted CROSS JOIN page_days counted
    WHERE counted.site = ?1 AND counted.day = days.day AND counted.page = wanted.id AND asks > 0";

/// Reads how much was asked about each page in the window, up to the cut.
pub(crate) fn read_asks_by_page(
    connection: &Connection,
    site: SiteId,
    window: Window,
    cut: Option<Cut>,
) -> rusqlite::Result<BTreeMap<String, i64>> {
    let Some(site) = site_number(connection, site)? else { return Ok(BTreeMap::new()) };
    let mut asks = HashMap::<PageNumber, i64>::new();
    let whole_days = cut.map_or(window, |cut| Window { to: Day(cut.day.0 - 1), ..window });
    merged_days::each_page(connection, Some(site), whole_days, None, |page, sums| {
        if sums.asks() > 0 {
            asks.insert(page, sums.asks());
        }
        Ok(())
    })?;
    if let Some(cut) = cut {
        add_hours(connection, site, cut, &mut asks)?;
    }
    let mut asks: Vec<_> = asks.into_iter().collect();
    asks.sort_unstable_by_key(|(page, asks)| (Reverse(*asks), *page));
    asks.truncate(MAX_ASKED_PAGES);
    let mut path = connection.prepare_cached("SELECT path FROM pages WHERE id = ?1")?;
    asks.into_iter().map(|(page, asks)| Ok((path.query_row([page], |row| row.get(0))?, asks))).collect()
}

/// Adds the hours of the last day.
fn add_hours(
    connection: &Connection,
    site: SiteNumber,
    cut: Cut,
    asks: &mut HashMap<PageNumber, i64>,
) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(
        "SELECT page, value, hours FROM page_counters WHERE site = ?1 AND day = ?2 AND kind IN (?3, ?4)",
    )?;
    let (ai_click, question_click) = (CounterKind::AiClick as u8, CounterKind::QuestionClick as u8);
    let mut rows = statement.query(params![site, cut.day.0, ai_click, question_click])?;
    while let Some(row) = rows.next()? {
        let counted = Hours::until(row.get_ref(2)?.as_blob_or_null()?, row.get(1)?, cut.hour);
        if counted > 0 {
            *asks.entry(row.get(0)?).or_default() += counted;
        }
    }
    Ok(())
}

/// Reads how much was asked about these pages on each day.
pub(crate) fn read_asks_by_day(
    connection: &Connection,
    site: SiteId,
    window: Window,
    pages: &[String],
) -> rusqlite::Result<BTreeMap<String, ByDay>> {
    let Some(site) = site_number(connection, site)? else { return Ok(BTreeMap::new()) };
    let asked = serde_json::to_string(pages).unwrap_or_default();
    let mut statement = connection.prepare_cached(BY_DAY)?;
    let mut rows = statement.query(params![site, window.from.0, window.to.0, asked])?;
    let mut by_page = BTreeMap::<String, ByDay>::new();
    while let Some(row) = rows.next()? {
        by_page.entry(row.get(0)?).or_default().insert(Day(row.get(1)?), row.get(2)?);
    }
    Ok(by_page)
}
