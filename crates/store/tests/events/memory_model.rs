//! The simplest thing that answers the same questions: a list of events, gone through each time.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use askline_domain::{
    analytics::{BreakdownRow, DayValue, PageRow},
    calendar::{Day, Window},
    event::{Action, CounterKind, Event, EventId},
    id::SiteId,
    ports::{AnalyticsFilter, Appended, Counts, PageTotals},
    visit_source::VisitKind,
};

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

    pub fn counts(&self, site: SiteId, kind: CounterKind, window: Window, filter: &AnalyticsFilter) -> Counts {
        let mut days = BTreeMap::<Day, i64>::new();
        let mut labels = BTreeMap::<(String, String), i64>::new();
        for event in self.of_window(site, window) {
            if filter.page.as_ref().is_some_and(|page| *page != event.path) {
                continue;
            }
            let Some((label, detail)) = labels_of(kind, event) else { continue };
            let platform = match kind {
                CounterKind::AiClick
                | CounterKind::SocialClick
                | CounterKind::QuestionClick
                | CounterKind::PromptClick => Some(&label),
                CounterKind::Visit if label == "ai_assistant" => Some(&detail),
                _ => None,
            };
            if filter.platform.is_some() && filter.platform.as_ref() != platform {
                continue;
            }
            *days.entry(event.day).or_default() += 1;
            *labels.entry((label, detail)).or_default() += 1;
        }
        Counts {
            by_day: days.into_iter().map(|(day, value)| DayValue { day, value }).collect(),
            breakdown: labels
                .into_iter()
                .map(|((label, detail), value)| BreakdownRow { label, detail, value })
                .collect(),
        }
    }

    /// All pages by path.
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

    fn page(&self, site: SiteId, window: Window, path: &str, platform: Option<&str>) -> PageRow {
        let any = |name: Option<&str>| platform.is_none() || name == platform;
        let mut row = PageRow {
            path: Some(path.into()),
            title: None,
            views: 0,
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
                Action::View { source } => {
                    row.views += 1;
                    let assistant = source.as_ref().filter(|source| source.kind == VisitKind::AiAssistant);
                    row.ai_referrals += i64::from(assistant.is_some_and(|source| any(Some(&source.name))));
                }
                Action::AiClick { platform: pressed, .. } => {
                    *platforms.entry(pressed).or_default() += 1;
                    row.ai_clicks += i64::from(any(Some(pressed)));
                }
                Action::SocialClick { network } => row.social_clicks += i64::from(any(Some(network))),
                Action::QuestionClick { platform, .. } => row.question_clicks += i64::from(any(platform.as_deref())),
                Action::Copy => {}
            }
        }
        let most = platforms.values().copied().max().unwrap_or(0);
        row.top_platform = match platform {
            Some(platform) => platforms.contains_key(platform).then(|| platform.into()),
            None => platforms.into_iter().find(|(_, value)| *value == most).map(|(name, _)| name.into()),
        };
        // Title and last click are of the page, not of the window.
        for event in self.events.iter().filter(|event| event.site == site && event.path == path) {
            row.title = event.title.clone().or(row.title);
            if event.crawler.is_none() && !matches!(event.action, Action::View { .. }) {
                row.last_click_at = row.last_click_at.max(Some(event.at));
            }
        }
        row
    }
}

/// Under which labels an event is counted, written apart from `Event::counts`.
fn labels_of(kind: CounterKind, event: &Event) -> Option<(String, String)> {
    let pair = |label: &str, detail: &str| Some((label.to_owned(), detail.to_owned()));
    if let Some(crawler) = &event.crawler {
        return if kind == CounterKind::Crawler { pair(crawler, "") } else { None };
    }
    match (kind, &event.action) {
        (CounterKind::View, Action::View { .. }) => pair("", ""),
        (CounterKind::Visit, Action::View { source: Some(source) }) => pair(source.kind.as_str(), &source.name),
        (CounterKind::AiClick, Action::AiClick { platform, .. }) => pair(platform, ""),
        (CounterKind::PromptClick, Action::AiClick { platform, prompt_id }) => {
            pair(platform, &prompt_id.map(|id| id.to_string()).unwrap_or_default())
        }
        (CounterKind::SocialClick, Action::SocialClick { network }) => pair(network, ""),
        (CounterKind::QuestionClick, Action::QuestionClick { platform, question_id }) => {
            pair(platform.as_deref().unwrap_or(""), &question_id.to_string())
        }
        (CounterKind::Copy, Action::Copy) => pair("copy", ""),
        _ => None,
    }
}
