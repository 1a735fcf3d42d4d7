//! The counters of one commit, summed in memory so that each row is written once.
//!
//! [`Sums::add`] touches nothing; [`Sums::write`] must run in the transaction that inserts the events.

use std::{borrow::Cow, collections::HashMap};

use askline_domain::{
    event::{Action, CounterKind, Detail, Event},
    visit_source::VisitKind,
};
use rusqlite::{Connection, params};

use super::{
    books::{Books, PageNumber, Place, SiteNumber},
    hours::Hours,
    recent::Minutes,
};

/// Both labels as they are stored.
type Labels<'l> = (Cow<'l, str>, Cow<'l, str>);

/// What is counted: site, kind, day and both labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct CounterKey<'e> {
    site: SiteNumber,
    kind: CounterKind,
    day: i32,
    label: &'e str,
    detail: Detail<'e>,
}

/// Additions to one row of `page_days`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct PageDay {
    pub(super) views: i64,
    pub(super) ai_clicks: i64,
    pub(super) social_clicks: i64,
    pub(super) question_clicks: i64,
    pub(super) ai_referrals: i64,
    /// Views on devices that are known: phones, tablets, desktops.
    pub(super) device_views: [i64; 3],
}

impl PageDay {
    /// Whether anything was done that belongs to a platform, a network or an assistant. Views belong to none.
    pub(super) fn has_platform(&self) -> bool {
        self.ai_clicks != 0 || self.social_clicks != 0 || self.question_clicks != 0 || self.ai_referrals != 0
    }

    /// Presses of AI buttons and suggested questions.
    pub(super) fn asks(&self) -> i64 {
        self.ai_clicks + self.question_clicks
    }

    /// Adds another day, or another page.
    pub(super) fn add_day(&mut self, more: &PageDay) {
        self.views += more.views;
        self.ai_clicks += more.ai_clicks;
        self.social_clicks += more.social_clicks;
        self.question_clicks += more.question_clicks;
        self.ai_referrals += more.ai_referrals;
        for (views, more) in self.device_views.iter_mut().zip(more.device_views) {
            *views += more;
        }
    }

    /// What one event of a person adds. A copy adds nothing, but shows that the page was used.
    pub(super) fn add(&mut self, event: &Event) {
        match &event.action {
            Action::View { source } => {
                self.views += 1;
                if let Some(device) = event.device {
                    self.device_views[device as usize] += 1;
                }
                let is_referral = source.as_ref().is_some_and(|source| source.kind == VisitKind::AiAssistant);
                self.ai_referrals += i64::from(is_referral);
            }
            Action::AiClick { .. } => self.ai_clicks += 1,
            Action::SocialClick { .. } => self.social_clicks += 1,
            Action::QuestionClick { .. } => self.question_clicks += 1,
            Action::Copy => {}
        }
    }
}

/// What changes of a page itself.
#[derive(Debug, Default)]
struct PageNews<'e> {
    title: Option<&'e str>,
    clicked_at: Option<i64>,
    /// The first and the last day that the page was not counted on before.
    days: Option<(i32, i32)>,
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

/// The sums.
#[derive(Debug, Default)]
pub(super) struct Sums<'e> {
    places: HashMap<CounterKey<'e>, usize>,
    /// The whole site's counters.
    counters: Vec<(CounterKey<'e>, Tally)>,
    /// The pages' counters; the second number is a place in `counters`.
    page_counters: HashMap<(PageNumber, usize), Tally>,
    minutes: Minutes,
    page_days: HashMap<(SiteNumber, i32, PageNumber), PageDay>,
    pages: HashMap<PageNumber, PageNews<'e>>,
}

impl<'e> Sums<'e> {
    /// Counts an event.
    pub(super) fn add(&mut self, Place { site, page }: Place, event: &'e Event) {
        for count in event.counts() {
            let key = CounterKey { site, kind: count.kind, day: event.day.0, label: count.label, detail: count.detail };
            let place = *self.places.entry(key).or_insert_with(|| {
                self.counters.push((key, Tally::default()));
                self.counters.len() - 1
            });
            self.counters[place].1.add(event.hour);
            // Of a page they stand in the row of its day, which is written anyway.
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
            let days = &mut self.pages.entry(page.number).or_default().days;
            *days = Some(days.map_or((day, day), |(first, last)| (first.min(day), last.max(day))));
        }
        if page.has_new_title {
            self.pages.entry(page.number).or_default().title = event.title.as_deref();
        }
        if event.is_click() {
            let news = self.pages.entry(page.number).or_default();
            news.clicked_at = news.clicked_at.max(Some(event.at.as_millisecond()));
        }
    }

    /// Raises the rows.
    pub(super) fn write(self, connection: &Connection, books: &mut Books) -> rusqlite::Result<()> {
        let labels = self
            .counters
            .iter()
            .map(|(key, _)| books.labels(connection, (key.site, key.kind, key.day), key.label, detail_text(key.detail)))
            .collect::<rusqlite::Result<Vec<_>>>()?;
        self.write_site_counters(connection, &labels)?;
        self.write_page_counters(connection, &labels)?;
        self.minutes.write(connection)?;
        write_page_days(connection, self.page_days)?;
        write_pages(connection, self.pages)
    }

    fn write_site_counters(&self, connection: &Connection, labels: &[Labels<'_>]) -> rusqlite::Result<()> {
        let mut raise = connection.prepare_cached(
            "INSERT INTO site_counters (site, kind, day, label, detail, value, hours) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
             ON CONFLICT (site, kind, day, label, detail) DO UPDATE SET
                value = value + excluded.value, hours = add_hours(hours, excluded.hours)",
        )?;
        for ((key, tally), (label, detail)) in self.counters.iter().zip(labels) {
            let hours = tally.hours.to_bytes();
            raise.execute(params![key.site, key.kind as u8, key.day, label, detail, tally.value, hours])?;
        }
        Ok(())
    }

    fn write_page_counters(&self, connection: &Connection, labels: &[Labels<'_>]) -> rusqlite::Result<()> {
        let mut rows: Vec<_> = self.page_counters.iter().map(|((page, place), tally)| (*page, *place, tally)).collect();
        // In the order of the table, so that neighbours are found in the page of the file just read.
        rows.sort_unstable_by_key(|(page, place, _)| {
            let key = self.counters[*place].0;
            (key.site, key.day, *page, key.kind)
        });
        let mut raise = connection.prepare_cached(
            "INSERT INTO page_counters (site, day, page, kind, label, detail, value, hours)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
             ON CONFLICT (site, day, page, kind, label, detail) DO UPDATE SET
                value = value + excluded.value, hours = add_hours(hours, excluded.hours)",
        )?;
        for (page, place, tally) in rows {
            let (key, (label, detail)) = (self.counters[place].0, &labels[place]);
            let hours = tally.hours.to_bytes();
            raise.execute(params![key.site, key.day, page, key.kind as u8, label, detail, tally.value, hours])?;
        }
        Ok(())
    }
}

/// A second label as it is stored.
pub(super) fn detail_text(detail: Detail<'_>) -> Cow<'_, str> {
    match detail {
        Detail::None => "".into(),
        Detail::Text(text) => text.into(),
        Detail::Question(id) => id.to_string().into(),
        Detail::Prompt(id) => id.to_string().into(),
    }
}

fn write_page_days(
    connection: &Connection,
    page_days: HashMap<(SiteNumber, i32, PageNumber), PageDay>,
) -> rusqlite::Result<()> {
    let mut rows: Vec<_> = page_days.into_iter().collect();
    rows.sort_unstable_by_key(|(key, _)| *key);
    let mut raise = connection.prepare_cached(
        "INSERT INTO page_days
            (site, day, page, views, ai_clicks, social_clicks, question_clicks, ai_referrals,
             phone_views, tablet_views, desktop_views)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
         ON CONFLICT (site, day, page) DO UPDATE SET
            views = views + excluded.views,
            ai_clicks = ai_clicks + excluded.ai_clicks,
            social_clicks = social_clicks + excluded.social_clicks,
            question_clicks = question_clicks + excluded.question_clicks,
            ai_referrals = ai_referrals + excluded.ai_referrals,
            phone_views = phone_views + excluded.phone_views,
            tablet_views = tablet_views + excluded.tablet_views,
            desktop_views = desktop_views + excluded.desktop_views",
    )?;
    for ((site, day, page), sum) in rows {
        let [phone, tablet, desktop] = sum.device_views;
        raise.execute(params![
            site,
            day,
            page,
            sum.views,
            sum.ai_clicks,
            sum.social_clicks,
            sum.question_clicks,
            sum.ai_referrals,
            phone,
            tablet,
            desktop
        ])?;
    }
    Ok(())
}

fn write_pages(connection: &Connection, pages: HashMap<PageNumber, PageNews<'_>>) -> rusqlite::Result<()> {
    let mut change = connection.prepare_cached(
        // The two-argument max is null if either is.
        "UPDATE pages SET title = coalesce(?2, title),
            last_click_at = coalesce(max(last_click_at, ?3), last_click_at, ?3),
            first_day = coalesce(min(first_day, ?4), first_day),
            last_day = coalesce(max(last_day, ?5), last_day)
         WHERE id = ?1",
    )?;
    for (page, news) in pages {
        let (first, last) = news.days.unzip();
        change.execute(params![page, news.title, news.clicked_at, first, last])?;
    }
    Ok(())
}
