//! Counters of one kind, in one statement: days and labels come from the same snapshot.

use std::collections::{BTreeSet, HashMap};

use askline_domain::{
    analytics::{
        BreakdownRow,
        series::{Slot, SlotValue},
    },
    calendar::{Day, Window},
    device::Device,
    event::CounterKind,
    id::{Id, SiteId},
    ports::{AnalyticsFilter, Counts, CountsQuestion, PageFilter, Split},
    visit_source::VisitKind,
};
use rusqlite::{CachedStatement, Connection, params};

use super::hours::Hours;

const OF_SITE: &str = "SELECT day, label, detail, value, hours FROM site_counters
    WHERE site = (SELECT id FROM sites WHERE site = ?1) AND kind = ?2 AND day BETWEEN ?3 AND ?4";

/// The pages with the path ?5.
const PAGE: &str = "SELECT id FROM pages WHERE site = (SELECT id FROM sites WHERE site = ?1) AND path = ?5";
/// The same and those below it: '0' is the character after '/'.
const FOLDER: &str = "SELECT id FROM pages WHERE site = (SELECT id FROM sites WHERE site = ?1) AND path = ?5
    UNION ALL SELECT id FROM pages WHERE site = (SELECT id FROM sites WHERE site = ?1)
        AND path >= ?5 || '/' AND path < ?5 || '0'";
/// One step per day and page: see the table for its order.
const OF_PAGES: &str = "SELECT counter.day, label, detail, value, hours
    FROM days CROSS JOIN wanted CROSS JOIN page_counters counter
    WHERE counter.site = (SELECT id FROM sites WHERE site = ?1) AND counter.day = days.day AND counter.page = wanted.id
      AND counter.kind = ?2";
/// Views by device stand in the rows of pages and days. ?2 keeps its place.
const DEVICES_OF_PAGES: &str = "SELECT counted.day, device.label, '',
        CASE device.label WHEN 'phone' THEN phone_views WHEN 'tablet' THEN tablet_views ELSE desktop_views END AS value, NULL
    FROM days CROSS JOIN wanted CROSS JOIN page_days counted CROSS JOIN device
    WHERE counted.site = (SELECT id FROM sites WHERE site = ?1) AND counted.day = days.day AND counted.page = wanted.id
      AND value > 0 AND ?2 IS NOT NULL";

/// Whether the question may take milliseconds: the kind can have a thousand rows a day, or a folder many pages.
pub(super) fn may_be_slow(filter: &AnalyticsFilter, questions: &[CountsQuestion]) -> bool {
    let has_many_rows =
        |kind| matches!(kind, CounterKind::Visit | CounterKind::QuestionClick | CounterKind::PromptClick);
    matches!(filter.page, Some(PageFilter::Folder(_))) || questions.iter().any(|question| has_many_rows(question.kind))
}

/// Reads the counters that a question is about.
pub(super) fn read_counts(
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

/// Reads how often assistants were asked on a site.
pub(super) fn read_asks(connection: &Connection, site: SiteId, window: Window) -> rusqlite::Result<i64> {
    let kinds = [CounterKind::AiClick as u8, CounterKind::QuestionClick as u8];
    connection
        .prepare_cached(
            "SELECT coalesce(sum(value), 0) FROM site_counters
             WHERE site = (SELECT id FROM sites WHERE site = ?1) AND kind IN (?2, ?3) AND day BETWEEN ?4 AND ?5",
        )?
        .query_row(params![site.bits().to_be_bytes(), kinds[0], kinds[1], window.from.0, window.to.0], |row| row.get(0))
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
            CounterKind::DeviceAsk => Some(Self { label: None, detail: Some(platform) }),
            CounterKind::View | CounterKind::Copy | CounterKind::Crawler | CounterKind::DeviceView => None,
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
    question: &CountsQuestion,
) -> rusqlite::Result<Counts> {
    let mut sums = Sums::default();
    let mut rows = statement.query(parameters)?;
    // By day: in the order of the primary key, or of the days that are gone through.
    while let Some(row) = rows.next()? {
        let (label, detail) = (row.get_ref(1)?.as_str()?, row.get_ref(2)?.as_str()?);
        if !labels.admits(label, detail) || question.label.is_some_and(|wanted| wanted != label) {
            continue;
        }
        let (day, value) = (Day(row.get(0)?), row.get(3)?);
        let last_hour = match question.cut {
            Some(cut) if day > cut.day => continue,
            Some(cut) if day == cut.day => cut.hour,
            _ => u8::MAX,
        };
        if !question.by_hour && last_hour == u8::MAX {
            sums.add(question, (label, detail), Slot { day, hour: 0 }, value);
            continue;
        }
        for (hour, value) in
            Hours::parts(row.get_ref(4)?.as_blob_or_null()?, value).filter(|(hour, _)| *hour <= last_hour)
        {
            let slot = Slot { day, hour: if question.by_hour { hour } else { 0 } };
            sums.add(question, (label, detail), slot, value);
        }
    }
    Ok(sums.into_counts())
}

#[derive(Default)]
struct Sums {
    by_slot: BySlot,
    split: HashMap<String, BySlot>,
    pairs: HashMap<String, HashMap<String, i64>>,
}

/// Values of slots that come in the order of their days.
#[derive(Default)]
struct BySlot(Vec<SlotValue>);

impl BySlot {
    fn add(&mut self, slot: Slot, value: i64) {
        // The hours of a day come in any order, with each of its rows.
        let of_day = self.0.iter_mut().rev().take_while(|known| known.slot.day == slot.day);
        match of_day.into_iter().find(|known| known.slot == slot) {
            Some(known) => known.value += value,
            None => self.0.push(SlotValue { slot, value }),
        }
    }

    fn sorted(mut self) -> Vec<SlotValue> {
        self.0.sort_unstable_by_key(|known| known.slot);
        self.0
    }
}

impl Sums {
    fn add(&mut self, question: &CountsQuestion, (label, detail): (&str, &str), slot: Slot, value: i64) {
        self.by_slot.add(slot, value);
        match question.split {
            Split::None => {}
            Split::Label => of_name(&mut self.split, label).add(slot, value),
            Split::Detail => of_name(&mut self.split, detail).add(slot, value),
        }
        *of_name(of_name(&mut self.pairs, label), detail) += value;
    }

    fn into_counts(self) -> Counts {
        let of_label = |(label, details): (String, HashMap<String, i64>)| {
            details.into_iter().map(move |(detail, value)| BreakdownRow { label: label.clone(), detail, value })
        };
        Counts {
            by_slot: self.by_slot.sorted(),
            breakdown: self.pairs.into_iter().flat_map(of_label).collect(),
            split: self.split.into_iter().map(|(label, values)| (label, values.sorted())).collect(),
        }
    }
}

/// What stands under a name. Names are copied once, not with every row.
fn of_name<'m, V: Default>(map: &'m mut HashMap<String, V>, name: &str) -> &'m mut V {
    if !map.contains_key(name) {
        map.insert(name.to_owned(), V::default());
    }
    map.get_mut(name).expect("it was entered where it was missing")
}
