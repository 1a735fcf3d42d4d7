//! Counters of one kind, in one statement: days and labels come from the same snapshot.

use std::collections::{BTreeSet, HashMap};

use askline_domain::{
    analytics::{BreakdownRow, DayValue},
    calendar::{Day, Window},
    event::CounterKind,
    id::{Id, SiteId},
    ports::{AnalyticsFilter, Counts},
    visit_source::VisitKind,
};
use rusqlite::{CachedStatement, Connection, params};

const OF_SITE: &str = "SELECT day, label, detail, value FROM site_counters
    WHERE site = (SELECT id FROM sites WHERE site = ?1) AND kind = ?2 AND day BETWEEN ?3 AND ?4";

/// One step per day: see the table for its order.
const OF_PAGE: &str = "WITH RECURSIVE days (day) AS (SELECT ?3 UNION ALL SELECT day + 1 FROM days WHERE day < ?4)
    SELECT counter.day, label, detail, value FROM days CROSS JOIN page_counters counter
    WHERE counter.site = (SELECT id FROM sites WHERE site = ?1) AND counter.day = days.day
      AND counter.page = (SELECT id FROM pages WHERE site = (SELECT id FROM sites WHERE site = ?1) AND path = ?5)
      AND counter.kind = ?2";

/// Whether the kind can have a thousand rows a day, so that the question may take milliseconds.
pub(super) fn may_be_slow(kind: CounterKind) -> bool {
    matches!(kind, CounterKind::Visit | CounterKind::QuestionClick | CounterKind::PromptClick)
}

/// Reads the counters of `kind`.
pub(super) fn read_counts(
    connection: &Connection,
    site: SiteId,
    kind: CounterKind,
    window: Window,
    filter: &AnalyticsFilter,
) -> rusqlite::Result<Counts> {
    let Some(labels) = LabelFilter::of(kind, filter.platform.as_deref()) else {
        return Ok(Counts::default());
    };
    let site = site.bits().to_be_bytes();
    let (kind, from, to) = (kind as u8, window.from.0, window.to.0);
    match &filter.page {
        None => sum_up(connection.prepare_cached(OF_SITE)?, params![site, kind, from, to], labels),
        Some(path) => sum_up(connection.prepare_cached(OF_PAGE)?, params![site, kind, from, to, path], labels),
    }
}

/// One step per day, since a day has many labels that are no platforms: the kind's days first, then the labels of each.
const PLATFORMS: &str = "WITH RECURSIVE
    days (day) AS (
        SELECT min(day) FROM site_counters WHERE site = ?1 AND kind = ?2
        UNION ALL
        SELECT (SELECT min(day) FROM site_counters WHERE site = ?1 AND kind = ?2 AND day > days.day)
        FROM days WHERE day IS NOT NULL
    )
    SELECT DISTINCT iif(?3 IS NULL, label, detail) FROM days CROSS JOIN site_counters counter
    WHERE counter.site = ?1 AND counter.kind = ?2 AND counter.day = days.day AND (?3 IS NULL OR label = ?3)";

/// Reads what was ever counted as a platform, a network or an assistant.
pub(super) fn read_platforms(connection: &Connection, site: SiteId) -> rusqlite::Result<Vec<String>> {
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
    // A question that was asked of no platform.
    platforms.remove("");
    Ok(platforms.into_iter().collect())
}

/// Which pairs of labels a filter by platform lets through.
#[derive(Debug, Clone, Copy)]
pub(super) struct LabelFilter<'f> {
    pub(super) label: Option<&'f str>,
    pub(super) detail: Option<&'f str>,
}

impl<'f> LabelFilter<'f> {
    /// `None`: the kind knows no platforms, so nothing of it belongs to one.
    pub(super) fn of(kind: CounterKind, platform: Option<&'f str>) -> Option<Self> {
        let Some(platform) = platform else { return Some(Self { label: None, detail: None }) };
        match kind {
            CounterKind::AiClick | CounterKind::SocialClick | CounterKind::QuestionClick | CounterKind::PromptClick => {
                Some(Self { label: Some(platform), detail: None })
            }
            CounterKind::Visit => Some(Self { label: Some(VisitKind::AiAssistant.as_str()), detail: Some(platform) }),
            CounterKind::View | CounterKind::Copy | CounterKind::Crawler => None,
        }
    }

    fn admits(self, label: &str, detail: &str) -> bool {
        self.label.is_none_or(|wanted| wanted == label) && self.detail.is_none_or(|wanted| wanted == detail)
    }
}

fn sum_up(
    mut statement: CachedStatement<'_>,
    parameters: impl rusqlite::Params,
    labels: LabelFilter<'_>,
) -> rusqlite::Result<Counts> {
    let mut by_day: Vec<DayValue> = Vec::new();
    let mut sums = HashMap::<String, HashMap<String, i64>>::new();
    let mut rows = statement.query(parameters)?;
    // In the order of the primary key, so by day.
    while let Some(row) = rows.next()? {
        let (label, detail) = (row.get_ref(1)?.as_str()?, row.get_ref(2)?.as_str()?);
        if !labels.admits(label, detail) {
            continue;
        }
        let (day, value) = (Day(row.get(0)?), row.get(3)?);
        match by_day.last_mut() {
            Some(last) if last.day == day => last.value += value,
            _ => by_day.push(DayValue { day, value }),
        }
        // Names are copied once, not with every row.
        let details = match sums.get_mut(label) {
            Some(details) => details,
            None => sums.entry(label.to_owned()).or_default(),
        };
        match details.get_mut(detail) {
            Some(sum) => *sum += value,
            None => drop(details.insert(detail.to_owned(), value)),
        }
    }
    let breakdown = sums
        .into_iter()
        .flat_map(|(label, details)| details.into_iter().map(move |(detail, value)| (label.clone(), detail, value)))
        .map(|(label, detail, value)| BreakdownRow { label, detail, value })
        .collect();
    Ok(Counts { by_day, breakdown })
}
