//! The asks of each page: within a window, and by day.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
};

use askline_app::ports::analytics::MAX_ASKED_PAGES;
use askline_domain::{
    analytics::{clear_rows::ByDay, series::Cut},
    events::CounterKind,
    shared::{
        calendar::{Day, Window},
        ids::SiteId,
    },
};
use futures_util::TryStreamExt as _;
use sqlx::{AssertSqlSafe, Row as _};

use super::pages::{ROWS, Scope};
use crate::{
    events::{
        model::hours::Hours,
        postgres::{site_key::key_of, weeks::Parts},
    },
    sql::Link,
};

const BY_PAGE: &str = "SELECT p.path, s.asks
    FROM (SELECT page, sum(ai_clicks + question_clicks)::bigint AS asks FROM {rows} GROUP BY page) s
    JOIN event_pages p ON p.site = $1 AND p.page = s.page
    WHERE s.asks > 0 ORDER BY s.asks DESC, s.page LIMIT $8";

/// The counters of one day, with their hours.
const OF_DAY: &str = "SELECT p.path, c.value, c.hours
    FROM event_page_counters c JOIN event_pages p ON p.site = c.site AND p.page = c.page
    WHERE c.site = $1 AND c.day = $2 AND c.kind IN ($3, $4)";

/// One step per day and page: see the table for its order.
const BY_DAY: &str = r#"WITH wanted AS MATERIALIZED (
        SELECT p.page, p.path FROM unnest($4::text[]) AS q (path)
        JOIN event_pages p ON p.site = $1 AND p.path = q.path COLLATE "C"
    )
    SELECT wanted.path, c.day, (c.ai_clicks + c.question_clicks)::bigint
    FROM generate_series($2::int, $3::int) AS d (day) CROSS JOIN wanted
    JOIN event_page_days c ON c.site = $1 AND c.day = d.day AND c.page = wanted.page
    WHERE c.ai_clicks + c.question_clicks > 0"#;

/// Reads how much was asked about each page in the window, up to the cut.
pub(crate) async fn read_asks_by_page(
    connection: &mut Link,
    site: SiteId,
    window: Window,
    cut: Option<Cut>,
) -> sqlx::Result<BTreeMap<String, i64>> {
    let whole_days = cut.map_or(window, |cut| Window { to: Day(cut.day.0 - 1), ..window });
    let mut asks = HashMap::<String, i64>::new();
    if whole_days.from <= whole_days.to {
        let mut scope = Scope { connection, site: key_of(site), window: whole_days };
        let Parts { weeks, before, after } = Parts::of(scope.extended_window().await?);
        let mut query = sqlx::query(AssertSqlSafe(BY_PAGE.replace("{rows}", ROWS))).bind(scope.site);
        for range in [weeks, before, after] {
            query = query.bind(*range.start()).bind(*range.end());
        }
        let mut rows = query.bind(MAX_ASKED_PAGES as i64).fetch(&mut *scope.connection);
        while let Some(row) = rows.try_next().await? {
            asks.insert(row.try_get(0)?, row.try_get(1)?);
        }
    }
    if let Some(cut) = cut {
        let kinds = [CounterKind::AiClick, CounterKind::QuestionClick].map(|kind| i16::from(kind as u8));
        let query = sqlx::query(OF_DAY).bind(key_of(site)).bind(cut.day.0).bind(kinds[0]).bind(kinds[1]);
        let mut rows = query.fetch(connection);
        while let Some(row) = rows.try_next().await? {
            let counted = Hours::until(row.try_get(2)?, row.try_get(1)?, cut.hour);
            if counted > 0 {
                *asks.entry(row.try_get(0)?).or_default() += counted;
            }
        }
    }
    let mut asks: Vec<_> = asks.into_iter().collect();
    asks.sort_unstable_by(|(a, of_a), (b, of_b)| (Reverse(of_a), a).cmp(&(Reverse(of_b), b)));
    asks.truncate(MAX_ASKED_PAGES);
    Ok(asks.into_iter().collect())
}

/// Reads how much was asked about these pages on each day.
pub(crate) async fn read_asks_by_day(
    connection: &mut Link,
    site: SiteId,
    window: Window,
    pages: &[String],
) -> sqlx::Result<BTreeMap<String, ByDay>> {
    let query = sqlx::query(BY_DAY).bind(key_of(site)).bind(window.from.0).bind(window.to.0).bind(pages);
    let mut rows = query.fetch(connection);
    let mut by_page = BTreeMap::<String, ByDay>::new();
    while let Some(row) = rows.try_next().await? {
        by_page.entry(row.try_get(0)?).or_default().insert(Day(row.try_get(1)?), row.try_get(2)?);
    }
    Ok(by_page)
}
