//! The simplest implementation of the queries: a list of events, scanned each time.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use askline_app::ports::{
    analytics::{Counts, CountsQuestion, RECENT_MINUTES, RecentMinute, Split},
    events::Appended,
};
use askline_domain::{
    analytics::{
        BreakdownRow, PageRow,
        filter::AnalyticsFilter,
        page_list::question::PageTotals,
        series::{Slot, SlotValue},
    },
    events::{Action, CounterKind, Event, EventId, visit_source::VisitKind},
    shared::{calendar::Window, ids::SiteId},
};
use jiff::Timestamp;

#[derive(Default)]
pub struct MemoryModel {
    ids: HashSet<(SiteId, EventId)>,
    pub events: Vec<Event>,
}

impl MemoryModel {
    pub fn append(&mut self, events: Vec<Event>) -> Appended {
        let mut appended = Appended::default();
        for event in events {
            if self.ids.insert((event.site, event.event_id)) {
                appended.stored += 1;
                self.events.push(event);
            } else {
                appended.repeated += 1;
            }
        }
        appended
    }

    fn of_people(&self, site: SiteId, window: Window) -> impl Iterator<Item = &Event> {
        self.of_window(site, window).filter(|event| event.crawler.is_none())
    }

    fn of_window(&self, site: SiteId, window: Window) -> impl Iterator<Item = &Event> {
        self.events.iter().filter(move |event| event.site == site && window.from <= event.day && event.day <= window.to)
    }

    pub fn counts(&self, site: SiteId, filter: &AnalyticsFilter, question: &CountsQuestion) -> Counts {
        let mut slots = BTreeMap::<Slot, i64>::new();
        let mut split = BTreeMap::<String, BTreeMap<Slot, i64>>::new();
        let mut pairs = BTreeMap::<(String, String), i64>::new();
        for event in self.of_window(site, question.window) {
            if filter.page.as_ref().is_some_and(|page| !page.admits(&event.path)) {
                continue;
            }
            // For single pages, views by device are known only by day.
            let has_hour = !(question.kind == CounterKind::DeviceView && filter.page.is_some());
            let hour = event.hour.filter(|_| has_hour).unwrap_or(0);
            if question.cut.is_some_and(|cut| (event.day, hour) > (cut.day, cut.hour)) {
                continue;
            }
            let Some((label, detail)) = labels_of(question.kind, event) else { continue };
            if question.label.is_some_and(|wanted| wanted != label) {
                continue;
            }
            let platform = match question.kind {
                CounterKind::AiClick
                | CounterKind::SocialClick
                | CounterKind::QuestionClick
                | CounterKind::PromptClick => Some(&label),
                CounterKind::Visit if label == "ai_assistant" => Some(&detail),
                CounterKind::DeviceAsk => Some(&detail),
                _ => None,
            };
            let is_of_any =
                matches!(question.kind, CounterKind::View | CounterKind::ViewWithoutWidget | CounterKind::DeviceView);
            if !is_of_any && filter.platform.is_some() && filter.platform.as_ref() != platform {
                continue;
            }
            let slot = Slot { day: event.day, hour: if question.by_hour { hour } else { 0 } };
            *slots.entry(slot).or_default() += 1;
            let name = match question.split {
                Split::None => None,
                Split::Label => Some(&label),
                Split::Detail => Some(&detail),
            };
            if let Some(name) = name {
                *split.entry(name.clone()).or_default().entry(slot).or_default() += 1;
            }
            *pairs.entry((label, detail)).or_default() += 1;
        }
        let values =
            |slots: BTreeMap<Slot, i64>| slots.into_iter().map(|(slot, value)| SlotValue { slot, value }).collect();
        Counts {
            by_slot: values(slots),
            breakdown: pairs
                .into_iter()
                .map(|((label, detail), value)| BreakdownRow { label, detail, value })
                .collect(),
            split: split.into_iter().map(|(label, slots)| (label, values(slots))).collect(),
        }
    }

    /// The activity of people in the half hour up to `now`, minute by minute.
    pub fn minutes(&self, site: SiteId, now: Timestamp) -> Vec<RecentMinute> {
        let minute_of = |at: Timestamp| at.as_second() / 60;
        let mut minutes = BTreeMap::<i64, RecentMinute>::new();
        for event in self.events.iter().filter(|event| event.site == site && event.crawler.is_none()) {
            let minute = minute_of(event.at);
            if !(minute_of(now) - RECENT_MINUTES + 1..=minute_of(now)).contains(&minute) {
                continue;
            }
            let sums = minutes.entry(minute).or_insert(RecentMinute { minute, ..RecentMinute::default() });
            match &event.action {
                Action::View { source, .. } => {
                    sums.views += 1;
                    let is_referral = source.as_ref().is_some_and(|source| source.kind == VisitKind::AiAssistant);
                    sums.ai_referrals += i64::from(is_referral);
                }
                Action::AiClick { .. } | Action::QuestionClick { .. } => sums.asks += 1,
                _ => {}
            }
        }
        minutes.into_values().collect()
    }

    /// The totals, and the pages that people used (on `platform`, if it is given), by path.
    pub fn pages(&self, site: SiteId, window: Window, platform: Option<&str>) -> (PageTotals, Vec<PageRow>) {
        let paths: BTreeSet<&str> = self.of_people(site, window).map(|event| event.path.as_str()).collect();
        let rows = paths.into_iter().map(|path| self.page(site, window, path, platform));
        let is_used = |row: &PageRow| row.ai_clicks + row.social_clicks + row.question_clicks + row.ai_referrals > 0;
        let rows: Vec<PageRow> = rows.filter(|row| platform.is_none() || is_used(row)).collect();
        let sum = |value: fn(&PageRow) -> i64| rows.iter().map(value).sum::<i64>().unsigned_abs();
        let totals = PageTotals {
            pages: rows.len() as u64,
            views: sum(|row| row.views),
            ai_clicks: sum(|row| row.ai_clicks),
            social_clicks: sum(|row| row.social_clicks),
            question_clicks: sum(|row| row.question_clicks),
        };
        (totals, rows)
    }

    /// The spelling of the latest event of a reader on a page.
    pub fn spelling(&self, site: SiteId, path: &str) -> Option<String> {
        let mut of_page = self.events.iter().filter(|event| event.site == site && event.path == path);
        of_page.rfind(|event| event.crawler.is_none())?.spelling.clone()
    }

    fn page(&self, site: SiteId, window: Window, path: &str, platform: Option<&str>) -> PageRow {
        let any = |name: Option<&str>| platform.is_none() || name == platform;
        let mut row = PageRow {
            path: Some(path.into()),
            previous_asks: None,
            spelling: self.spelling(site, path),
            title: None,
            views: 0,
            views_with_widget: 0,
            ai_clicks: 0,
            social_clicks: 0,
            question_clicks: 0,
            ai_referrals: 0,
            citations: 0,
            top_platform: None,
            last_click_at: None,
        };
        let mut platforms = BTreeMap::<&str, i64>::new();
        for event in self.of_people(site, window).filter(|event| event.path == path) {
            match &event.action {
                Action::View { source, with_widget } => {
                    row.views += 1;
                    row.views_with_widget += i64::from(*with_widget);
                    let assistant = source.as_ref().filter(|source| source.kind == VisitKind::AiAssistant);
                    row.ai_referrals += i64::from(assistant.is_some_and(|source| any(Some(&source.name))));
                }
                Action::AiClick { platform: clicked, .. } => {
                    *platforms.entry(clicked).or_default() += 1;
                    row.ai_clicks += i64::from(any(Some(clicked)));
                }
                Action::SocialClick { network } => row.social_clicks += i64::from(any(Some(network))),
                Action::QuestionClick { platform, .. } => row.question_clicks += i64::from(any(platform.as_deref())),
                Action::ItemClick { .. } | Action::Copy => {}
            }
        }
        let most = platforms.values().copied().max().unwrap_or(0);
        row.top_platform = match platform {
            Some(platform) => platforms.contains_key(platform).then(|| platform.into()),
            None => platforms.into_iter().find(|(_, value)| *value == most).map(|(name, _)| name.into()),
        };
        // Title and last click belong to the page, not to the window.
        for event in self.events.iter().filter(|event| event.site == site && event.path == path) {
            row.title = event.title.clone().or(row.title);
            if event.crawler.is_none() && !matches!(event.action, Action::View { .. }) {
                row.last_click_at = row.last_click_at.max(Some(event.at));
            }
        }
        row
    }
}

/// Returns the labels under which an event is counted, independently of `Event::counts`.
fn labels_of(kind: CounterKind, event: &Event) -> Option<(String, String)> {
    let pair = |label: &str, detail: &str| Some((label.to_owned(), detail.to_owned()));
    if let Some(crawler) = &event.crawler {
        return if kind == CounterKind::Crawler { pair(crawler, "") } else { None };
    }
    match (kind, &event.action) {
        (CounterKind::View, Action::View { .. }) => pair("", ""),
        (CounterKind::Visit, Action::View { source: Some(source), .. }) => pair(source.kind.as_str(), &source.name),
        (CounterKind::AiClick, Action::AiClick { platform, .. }) => pair(platform, ""),
        (CounterKind::PromptClick, Action::AiClick { platform, prompt_id }) => {
            pair(platform, &prompt_id.map(|id| id.to_string()).unwrap_or_default())
        }
        (CounterKind::SocialClick, Action::SocialClick { network }) => pair(network, ""),
        (CounterKind::QuestionClick, Action::QuestionClick { platform, question_id }) => {
            pair(platform.as_deref().unwrap_or(""), &question_id.to_string())
        }
        (CounterKind::ItemClick, Action::ItemClick { item_id }) => pair("", &item_id.to_string()),
        (CounterKind::Copy, Action::Copy) => pair("copy", ""),
        (CounterKind::ViewWithoutWidget, Action::View { with_widget: false, .. }) => pair("", ""),
        (CounterKind::LibraryView, Action::View { .. }) => pair(event.library?, ""),
        (CounterKind::DeviceView, Action::View { .. }) => pair(event.device?.as_str(), ""),
        (CounterKind::DeviceAsk, Action::AiClick { platform, .. }) => pair(event.device?.as_str(), platform),
        (CounterKind::DeviceAsk, Action::QuestionClick { platform, .. }) => {
            pair(event.device?.as_str(), platform.as_deref().unwrap_or(""))
        }
        _ => None,
    }
}
