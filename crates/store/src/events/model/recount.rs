//! Recounts a day from its raw events and compares the counters. It counts with the same function as the writer.

use std::collections::{BTreeMap, BTreeSet};

use askline_app::ports::events::Recount;
use askline_domain::{
    analytics::{OTHER, page_day::PageDay, page_orders::PageNumber},
    events::{CounterKind, Event},
    shared::calendar::Day,
};

use super::sums::detail_text;

/// Values by kind and both labels.
pub(crate) type Counters = BTreeMap<(u8, String, String), i64>;
/// Sums by page.
pub(crate) type PageDays = BTreeMap<PageNumber, PageDay>;

/// The sums of raw events.
#[derive(Debug, Default)]
pub(crate) struct Recounting {
    events: u64,
    counters: Counters,
    page_days: PageDays,
}

impl Recounting {
    /// Counts an event of the day under the kinds that were counted when it was stored.
    pub(crate) fn add(&mut self, event: &Event, page: PageNumber, is_counted: impl Fn(CounterKind) -> bool) {
        self.events += 1;
        for count in event.counts().filter(|count| is_counted(count.kind)) {
            let key = (count.kind as u8, count.label.to_owned(), detail_text(count.detail).into_owned());
            *self.counters.entry(key).or_default() += 1;
        }
        if event.crawler.is_none() {
            self.page_days.entry(page).or_default().add(event);
        }
    }

    /// Compares the sums with the stored counters.
    pub(crate) fn compare(self, day: Day, counted: &Counters, counted_pages: &PageDays) -> Recount {
        let mut recount = Recount { day, events: self.events, differences: Vec::new() };
        compare_counters(counted, &folded(self.counters, counted), &mut recount.differences);
        compare_pages(counted_pages, &self.page_days, &mut recount.differences);
        recount
    }
}

/// Assigns recounted pairs of labels to the rows in which the writer counted them. A pair without its own counter, or
/// with one that was added only later on the day, was counted as `other`; a surplus or deficit there is still a
/// difference.
fn folded(recounted: Counters, counted: &Counters) -> Counters {
    let mut folded = Counters::new();
    for (key, mut value) in recounted {
        let (kind, label, detail) = &key;
        let other = if detail.is_empty() { "" } else { OTHER };
        let places =
            [key.clone(), (*kind, label.clone(), other.to_owned()), (*kind, OTHER.to_owned(), other.to_owned())];
        for place in places {
            let sum = folded.entry(place.clone()).or_insert(0);
            let room = counted.get(&place).map_or(0, |counted| counted - *sum).clamp(0, value);
            *sum += room;
            value -= room;
        }
        // What no row accounts for is missing in the pair's own counter.
        *folded.entry(key).or_default() += value;
    }
    folded
}

fn compare_counters(counted: &Counters, recounted: &Counters, differences: &mut Vec<(String, i64, i64)>) {
    let keys: BTreeSet<_> = counted.keys().chain(recounted.keys()).collect();
    for key in keys {
        let value = |counters: &Counters| counters.get(key).copied().unwrap_or(0);
        let (was, is) = (value(counted), value(recounted));
        if was != is {
            let (kind, label, detail) = key;
            let name = [kind_name(*kind), label.as_str(), detail.as_str()];
            let name: Vec<_> = name.into_iter().filter(|part| !part.is_empty()).collect();
            differences.push((name.join(" "), was, is));
        }
    }
}

fn compare_pages(counted: &PageDays, recounted: &PageDays, differences: &mut Vec<(String, i64, i64)>) {
    let pages: BTreeSet<_> = counted.keys().chain(recounted.keys()).collect();
    for page in pages {
        let value = |days: &PageDays| days.get(page).copied().unwrap_or_default();
        let (was, is) = (value(counted), value(recounted));
        for (name, was, is) in [
            ("views", was.views, is.views),
            ("views_without_widget", was.views_without_widget, is.views_without_widget),
            ("ai_clicks", was.ai_clicks, is.ai_clicks),
            ("social_clicks", was.social_clicks, is.social_clicks),
            ("question_clicks", was.question_clicks, is.question_clicks),
            ("ai_referrals", was.ai_referrals, is.ai_referrals),
        ] {
            if was != is {
                differences.push((format!("page {page} {name}"), was, is));
            }
        }
    }
}

fn kind_name(kind: u8) -> &'static str {
    match CounterKind::EVERY.into_iter().find(|known| *known as u8 == kind) {
        Some(CounterKind::View) => "view",
        Some(CounterKind::AiClick) => "ai_click",
        Some(CounterKind::SocialClick) => "social_click",
        Some(CounterKind::QuestionClick) => "question_click",
        Some(CounterKind::Copy) => "copy",
        Some(CounterKind::Visit) => "visit",
        Some(CounterKind::Crawler) => "crawler",
        Some(CounterKind::PromptClick) => "prompt_click",
        Some(CounterKind::DeviceView) => "device_view",
        Some(CounterKind::DeviceAsk) => "device_ask",
        Some(CounterKind::ViewWithoutWidget) => "view_without_widget",
        Some(CounterKind::LibraryView) => "library_view",
        Some(CounterKind::ItemClick) => "item_click",
        None => "unknown",
    }
}
