//! The last half hour of sites: its minutes, and who sent its events.

use std::{cmp::Reverse, collections::HashMap};

use askline_app::ports::analytics::RecentMinute;
use askline_domain::events::{Action, Event, crawler::AUTOMATED_BROWSER, visit_source::VisitKind};
use jiff::Timestamp;

use super::stored::SiteNumber;

/// The number of slots in the ring of minutes: the minutes that can be queried, and a few more.
const SLOTS: i64 = 32;

/// What a commit adds to the minutes of sites.
#[derive(Debug, Default)]
pub(crate) struct Minutes(HashMap<(SiteNumber, i64), RecentMinute>);

impl Minutes {
    /// Counts an event that a person caused.
    pub(crate) fn add(&mut self, site: SiteNumber, event: &Event) {
        let minute = minute_of(event.at);
        let sums = self.0.entry((site, minute)).or_insert(RecentMinute { minute, ..RecentMinute::default() });
        match &event.action {
            Action::View { source, .. } => {
                sums.views += 1;
                let is_referral = source.as_ref().is_some_and(|source| source.kind == VisitKind::AiAssistant);
                sums.ai_referrals += i64::from(is_referral);
            }
            Action::AiClick { .. } | Action::QuestionClick { .. } => sums.asks += 1,
            Action::SocialClick { .. } | Action::ItemClick { .. } | Action::Copy => {}
        }
    }

    /// Returns the additions (site, slot and sums) in the order of the table. A file of old events may have a thousand
    /// minutes, of which only the newest are recent.
    pub(crate) fn into_rows(self) -> Vec<(SiteNumber, i64, RecentMinute)> {
        let mut newest = HashMap::<SiteNumber, i64>::new();
        for (site, minute) in self.0.keys() {
            let known = newest.entry(*site).or_insert(*minute);
            *known = (*known).max(*minute);
        }
        let recent = self.0.into_iter().filter(|((site, minute), _)| *minute > newest[site] - SLOTS);
        let mut rows: Vec<_> = recent.map(|((site, minute), sums)| (site, minute.rem_euclid(SLOTS), sums)).collect();
        rows.sort_unstable_by_key(|(site, slot, _)| (*site, *slot));
        rows
    }
}

/// The minute of a time, counted from 1970.
pub(crate) fn minute_of(at: Timestamp) -> i64 {
    at.as_second().div_euclid(60)
}

/// The events of people, and those of automated browsers, each newest first. Those of crawlers are dropped.
pub(crate) fn by_sender(events: Vec<Event>) -> (Vec<Event>, Vec<Event>) {
    let (mut people, mut automated) = (Vec::new(), Vec::new());
    for event in events {
        match event.crawler.as_deref() {
            None => people.push(event),
            Some(name) if name == AUTOMATED_BROWSER.name => automated.push(event),
            Some(_) => {}
        }
    }
    // Imported events are stored in the order of their file.
    people.sort_by_key(|event| Reverse(event.at));
    automated.sort_by_key(|event| Reverse(event.at));
    (people, automated)
}
