//! Looks up the ids of old raw events, so that repeated imports count once.
//!
//! The store recognizes an id only for seven days after it was stored; a file may be imported again after months.

use std::collections::{HashMap, HashSet};

use askline_app::ports::{StoreResult, whole_stores::Events};
use askline_domain::{
    events::{EVENT_IDS_REMEMBERED, Event, EventId},
    shared::{calendar::Day, ids::SiteId},
};
use jiff::{Timestamp, tz::TimeZone};

/// With more ids than this in memory, all are dropped before another day is read. Exports are roughly in the order of
/// days, so one day is usually enough.
const MAX_IDS: usize = 4_000_000;

/// The ids of the events of the days that were needed so far.
pub struct PastIds {
    site: SiteId,
    /// The newest day that may contain events whose ids the store no longer remembers.
    newest: Day,
    days: HashMap<Day, HashSet<EventId>>,
    ids: usize,
}

impl PastIds {
    /// Reads nothing yet.
    pub fn new(site: SiteId, now: Timestamp) -> Self {
        // One more day, since every time zone differs from UTC by less than a day.
        let newest = Day(Day::of(now - EVENT_IDS_REMEMBERED, &TimeZone::UTC).0 + 1);
        Self { site, newest, days: HashMap::new(), ids: 0 }
    }

    /// Whether the event is among the raw events of its day. Always false for days after `newest`, whose repeats the
    /// store recognizes.
    pub async fn contains(&mut self, events: &dyn Events, event: &Event) -> StoreResult<bool> {
        if event.day > self.newest {
            return Ok(false);
        }
        if !self.days.contains_key(&event.day) {
            if self.ids > MAX_IDS {
                self.days.clear();
                self.ids = 0;
            }
            let ids = events.event_ids(self.site, event.day).await?;
            self.ids += ids.len();
            self.days.insert(event.day, ids);
        }
        Ok(self.days.get(&event.day).is_some_and(|ids| ids.contains(&event.event_id)))
    }
}
