//! The counters of one commit, summed in memory before they are written.
//!
//! It writes nothing: the store adds these sums to its rows, in the transaction that inserts the events.

use std::{borrow::Cow, collections::HashMap};

use askline_domain::{
    analytics::{page_day::PageDay, page_orders::PageNumber},
    events::{CounterKind, Detail, Event},
};

use super::{
    hours::Hours,
    minutes::Minutes,
    name_cache::{NameCache, Target, spelling_of},
    name_tables::NameTables,
    stored::{Labels, SiteNumber},
};

/// A counter's key: site, kind, day and both labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct CounterKey<'e> {
    site: SiteNumber,
    kind: CounterKind,
    day: i32,
    label: &'e str,
    detail: Detail<'e>,
}

/// Changes to a page itself.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct PageNews<'e> {
    pub(crate) title: Option<&'e str>,
    /// How its address is spelled now, empty if as its path.
    pub(crate) spelling: Option<&'e str>,
    pub(crate) clicked_at: Option<i64>,
    /// The first and the last newly counted day of the page.
    pub(crate) days: Option<(i32, i32)>,
}

impl PageNews<'_> {
    /// Whether anything but the spelling changes.
    pub(crate) fn is_summed(&self) -> bool {
        self.title.is_some() || self.clicked_at.is_some() || self.days.is_some()
    }
}

/// How often something happened, and in which hours.
#[derive(Debug, Default)]
struct Tally {
    value: i64,
    hours: Hours,
}

impl Tally {
    fn add(&mut self, hour: Option<u8>) {
        self.value += 1;
        if let Some(hour) = hour {
            self.hours.add(hour, 1);
        }
    }
}

/// The sums of one commit.
#[derive(Debug, Default)]
pub(crate) struct Sums<'e> {
    places: HashMap<CounterKey<'e>, usize>,
    /// The whole site's counters.
    counters: Vec<(CounterKey<'e>, Tally)>,
    /// The pages' counters; the second number is an index into `counters`.
    page_counters: HashMap<(PageNumber, usize), Tally>,
    minutes: Minutes,
    page_days: HashMap<(SiteNumber, i32, PageNumber), PageDay>,
    pages: HashMap<(SiteNumber, PageNumber), PageNews<'e>>,
}

impl<'e> Sums<'e> {
    /// Counts an event.
    pub(crate) fn add(&mut self, Target { site, page }: Target, event: &'e Event) {
        for count in event.counts() {
            let key = CounterKey { site, kind: count.kind, day: event.day.0, label: count.label, detail: count.detail };
            let place = *self.places.entry(key).or_insert_with(|| {
                self.counters.push((key, Tally::default()));
                self.counters.len() - 1
            });
            self.counters[place].1.add(event.hour);
            // For a page, views by device are in the row of its day, which is written anyway.
            if count.kind != CounterKind::DeviceView {
                self.page_counters.entry((page.number, place)).or_default().add(event.hour);
            }
        }
        if event.crawler.is_none() {
            self.page_days.entry((site, event.day.0, page.number)).or_default().add(event);
            self.minutes.add(site, event);
        }
        if page.is_new_day {
            let day = event.day.0;
            let days = &mut self.pages.entry((site, page.number)).or_default().days;
            *days = Some(days.map_or((day, day), |(first, last)| (first.min(day), last.max(day))));
        }
        if page.has_new_title {
            self.pages.entry((site, page.number)).or_default().title = event.title.as_deref();
        }
        if page.has_new_spelling {
            self.pages.entry((site, page.number)).or_default().spelling = spelling_of(event);
        }
        if event.is_click() {
            let news = self.pages.entry((site, page.number)).or_default();
            news.clicked_at = news.clicked_at.max(Some(event.at.as_millisecond()));
        }
    }

    /// Returns the labels under which each of the counters is raised, in the order of the counters.
    pub(crate) fn labels<S: NameTables>(
        &self,
        tables: &mut S,
        names: &mut NameCache,
    ) -> Result<Vec<Labels<'e>>, S::Error> {
        let each = self.counters.iter();
        each.map(|(key, _)| names.labels(tables, (key.site, key.kind, key.day), key.label, detail_text(key.detail)))
            .collect()
    }

    /// Returns the additions to the counters of whole sites; `labels` are those from [`Sums::labels`]. Labels that were
    /// merged appear more than once.
    pub(crate) fn site_counters<'s>(&'s self, labels: &'s [Labels<'e>]) -> impl Iterator<Item = Addition<'s>> {
        self.counters.iter().zip(labels).map(|((key, tally), labels)| Addition::of(key, tally, labels))
    }

    /// Returns the additions to the counters of pages, in the order of their tables, so that adjacent rows are read
    /// together.
    pub(crate) fn page_counters<'s>(
        &'s self,
        labels: &'s [Labels<'e>],
    ) -> impl Iterator<Item = (PageNumber, Addition<'s>)> {
        let mut rows: Vec<_> = self.page_counters.iter().map(|((page, place), tally)| (*page, *place, tally)).collect();
        rows.sort_unstable_by_key(|(page, place, _)| {
            let key = self.counters[*place].0;
            (key.site, key.day, *page, key.kind)
        });
        rows.into_iter()
            .map(|(page, place, tally)| (page, Addition::of(&self.counters[place].0, tally, &labels[place])))
    }

    /// Takes the additions to the minutes.
    pub(crate) fn take_minutes(&mut self) -> Minutes {
        std::mem::take(&mut self.minutes)
    }

    /// Returns the additions to the days of pages, in the order of their table: site, day, page.
    pub(crate) fn page_days(&self) -> Vec<((SiteNumber, i32, PageNumber), PageDay)> {
        let mut rows: Vec<_> = self.page_days.iter().map(|(key, sums)| (*key, *sums)).collect();
        rows.sort_unstable_by_key(|(key, _)| *key);
        rows
    }

    /// Returns changes to the pages themselves, in the order of site and page.
    pub(crate) fn page_news(&self) -> Vec<((SiteNumber, PageNumber), PageNews<'e>)> {
        let mut rows: Vec<_> = self.pages.iter().map(|(key, news)| (*key, *news)).collect();
        rows.sort_unstable_by_key(|(key, _)| *key);
        rows
    }
}

/// The addition to one counter.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Addition<'s> {
    pub(crate) site: SiteNumber,
    pub(crate) kind: CounterKind,
    pub(crate) day: i32,
    pub(crate) label: &'s str,
    pub(crate) detail: &'s str,
    pub(crate) value: i64,
    pub(crate) hours: &'s Hours,
}

impl<'s> Addition<'s> {
    fn of(key: &CounterKey<'_>, tally: &'s Tally, (label, detail): &'s Labels<'_>) -> Self {
        let CounterKey { site, kind, day, .. } = *key;
        Self { site, kind, day, label, detail, value: tally.value, hours: &tally.hours }
    }
}

/// The stored form of a second label.
pub(crate) fn detail_text(detail: Detail<'_>) -> Cow<'_, str> {
    match detail {
        Detail::None => "".into(),
        Detail::Text(text) => text.into(),
        Detail::Question(id) => id.to_string().into(),
        Detail::Prompt(id) => id.to_string().into(),
        Detail::Item(id) => id.to_string().into(),
    }
}
