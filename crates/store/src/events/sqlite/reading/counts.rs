//! Counters of one kind, read in one statement. So days and labels come from the same snapshot.

use std::collections::BTreeSet;

use askline_app::ports::analytics::{Counts, CountsQuestion};
use askline_domain::{
    analytics::filter::{AnalyticsFilter, PageFilter},
    events::{CounterKind, device::Device, visit_source::VisitKind},
    shared::{
        calendar::Window,
        ids::{Id, SiteId},
    },
};
use rusqlite::{CachedStatement, Connection, params};

use crate::events::model::counts::{CounterRow, LabelFilter, SummingUp};

const OF_SITE: &str = "SELECT day, label, detail, value, hours FROM site_counters
    WHERE site = (SELECT id FROM sites WHERE site = ?1) AND kind = ?2 AND day BETWEEN ?3 AND ?4";

/// The pages with the path ?5.
const PAGE: &str = "SELECT id FROM pages WHERE site = (SELECT id FROM sites WHERE site = ?1) AND path = ?5";
/// The page and those below it, its query parameters and hash routes included: each range ends before the next character.
const FOLDER: &str = "SELECT id FROM pages WHERE site = (SELECT id FROM sites WHERE site = ?1) AND path = ?5
    UNION ALL SELECT id FROM pages WHERE site = (SELECT id FROM sites WHERE site = ?1)
        AND path >= ?5 || '/' AND path < ?5 || '0'
    UNION ALL SELECT id FROM pages WHERE site = (SELECT id FROM sites WHERE site = ?1)
        AND path >= ?5 || '?' AND path < ?5 || '@'
    UNION ALL SELECT id FROM pages WHERE site = (SELECT id FROM sites WHERE site = ?1)
        AND path >= ?5 || '#' AND path < ?5 || '$'";
/// One step per day and page: see the table for its order.
const OF_PAGES: &str = "SELECT counter.day, label, detail, value, hours
    FROM days CROSS JOIN wanted CROSS JOIN page_counters counter
    WHERE counter.site = (SELECT id FROM sites WHERE site = ?1) AND counter.day = days.day AND counter.page = wanted.id
      AND counter.kind = ?2";
/// Views by device are in the rows of pages and days. ?2 is included so that parameters keep their numbers.
const DEVICES_OF_PAGES: &str = "SELECT counted.day, device.label, '',
        CASE device.label WHEN 'phone' THEN phone_views WHEN 'tablet' THEN tablet_views ELSE desktop_views END AS value, NULL
    FROM days CROSS JOIN wanted CROSS JOIN page_days counted CROSS JOIN device
    WHERE counted.site = (SELECT id FROM sites WHERE site = ?1) AND counted.day = days.day AND counted.page = wanted.id
      AND value > 0 AND ?2 IS NOT NULL";

/// Reads the counters that a question is about.
pub(crate) fn read_counts(
    connection: &Connection,
    site: SiteId,
    filter: &AnalyticsFilter,
    question: &CountsQuestion,
) -> rusqlite::Result<Counts> {
    let Some(labels) = LabelFilter::of(question.kind, filter.platform.as_deref()) else {
        return Ok(Counts::default());
    };
    let site = site.bits().to_be_bytes();
    let (kind, from, to) = (question.kind as u8, question.window.from.0, question.window.to.0);
    let (wanted, path) = match &filter.page {
        None => return sum_up(connection.prepare_cached(OF_SITE)?, params![site, kind, from, to], labels, question),
        Some(PageFilter::Page(path)) => (PAGE, path),
        Some(PageFilter::Folder(path)) => (FOLDER, path),
    };
    let statement = connection.prepare_cached(&of_pages(wanted, question.kind))?;
    sum_up(statement, params![site, kind, from, to, path], labels, question)
}

/// Reads how many asks a site had.
pub(crate) fn read_asks(connection: &Connection, site: SiteId, window: Window) -> rusqlite::Result<i64> {
    let kinds = [CounterKind::AiClick as u8, CounterKind::QuestionClick as u8];
    connection
        .prepare_cached(
            "SELECT coalesce(sum(value), 0) FROM site_counters
             WHERE site = (SELECT id FROM sites WHERE site = ?1) AND kind IN (?2, ?3) AND day BETWEEN ?4 AND ?5",
        )?
        .query_row(params![site.bits().to_be_bytes(), kinds[0], kinds[1], window.from.0, window.to.0], |row| row.get(0))
}

/// The paths of a site's pages, in their order.
pub(crate) fn read_page_paths(connection: &Connection, site: SiteId, limit: u32) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare_cached(
            "SELECT path FROM pages WHERE site = (SELECT id FROM sites WHERE site = ?1) ORDER BY path LIMIT ?2",
        )?
        .query_map(params![site.bits().to_be_bytes(), limit], |row| row.get(0))?
        .collect()
}

/// Whether a site has a page with this path.
pub(crate) fn read_knows_page(connection: &Connection, site: SiteId, path: &str) -> rusqlite::Result<bool> {
    connection
        .prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM pages WHERE site = (SELECT id FROM sites WHERE site = ?1) AND path = ?2)",
        )?
        .query_row(params![site.bits().to_be_bytes(), path], |row| row.get(0))
}

fn of_pages(wanted: &str, kind: CounterKind) -> String {
    let rows = if kind == CounterKind::DeviceView { DEVICES_OF_PAGES } else { OF_PAGES };
    let devices = Device::EVERY.map(|device| format!("('{}')", device.as_str())).join(", ");
    format!(
        "WITH RECURSIVE days (day) AS (SELECT ?3 UNION ALL SELECT day + 1 FROM days WHERE day < ?4),
            wanted (id) AS MATERIALIZED ({wanted}), device (label) AS (VALUES {devices})
         {rows}"
    )
}

/// One step per day, since a day has many labels that are not platforms: first the kind's days, then the labels of each
/// day.
const PLATFORMS: &str = "WITH RECURSIVE
    days (day) AS (
        SELECT min(day) FROM site_counters WHERE site = ?1 AND kind = ?2
        UNION ALL
        SELECT (SELECT min(day) FROM site_counters WHERE site = ?1 AND kind = ?2 AND day > days.day)
        FROM days WHERE day IS NOT NULL
    )
    SELECT DISTINCT iif(?3 IS NULL, label, detail) FROM days CROSS JOIN site_counters counter
    WHERE counter.site = ?1 AND counter.kind = ?2 AND counter.day = days.day AND (?3 IS NULL OR label = ?3)";

/// Reads every platform, network or assistant that was ever counted.
pub(crate) fn read_platforms(connection: &Connection, site: SiteId) -> rusqlite::Result<Vec<String>> {
    let Some(site) = super::pages::site_number(connection, site)? else { return Ok(Vec::new()) };
    let assistant = VisitKind::AiAssistant.as_str();
    let mut platforms = BTreeSet::new();
    for (kind, label) in [
        (CounterKind::AiClick, None),
        (CounterKind::SocialClick, None),
        (CounterKind::QuestionClick, None),
        (CounterKind::Visit, Some(assistant)),
    ] {
        let mut statement = connection.prepare_cached(PLATFORMS)?;
        let mut rows = statement.query(params![site, kind as u8, label])?;
        while let Some(row) = rows.next()? {
            platforms.insert(row.get::<_, String>(0)?);
        }
    }
    // The label of a question that was clicked without a platform.
    platforms.remove("");
    Ok(platforms.into_iter().collect())
}

fn sum_up(
    mut statement: CachedStatement<'_>,
    parameters: impl rusqlite::Params,
    labels: LabelFilter<'_>,
    question: &CountsQuestion,
) -> rusqlite::Result<Counts> {
    let mut sums = SummingUp::new(question, labels);
    let mut rows = statement.query(parameters)?;
    // Ordered by day: in the order of the primary key, or of the days that are read one by one.
    while let Some(row) = rows.next()? {
        sums.add(CounterRow {
            day: row.get(0)?,
            label: row.get_ref(1)?.as_str()?,
            detail: row.get_ref(2)?.as_str()?,
            value: row.get(3)?,
            hours: row.get_ref(4)?.as_blob_or_null()?,
        });
    }
    Ok(sums.into_counts())
}
