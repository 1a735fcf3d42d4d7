//! Ids of old raw events, so that a file that is imported again counts once.
//!
//! The store recognizes an id only for seven days after it was stored; a file may be imported again after months.

use std::collections::{HashMap, HashSet};

use askline_app::ports::{StoreResult, whole_stores::Events};
use askline_domain::{
    events::{EVENT_IDS_REMEMBERED, Event, EventId},
    shared::{calendar::Day, ids::SiteId},
};
use jiff::{Timestamp, tz::TimeZone};

/// Ids kept in memory; beyond that all days are read again. Exports are in the order of days, so usually one day is needed.
const MAX_IDS: usize = 4_000_000;

/// The ids of the days that were asked for.
pub struct PastIds {
    site: SiteId,
    /// The newest day whose events are all older than the ids that the store remembers.
    newest: Day,
    days: HashMap<Day, HashSet<EventId>>,
    ids: usize,
}

impl PastIds {
    /// Nothing is read yet.
    pub fn new(site: SiteId, now: Timestamp) -> Self {
        // A day more, since no zone is a whole day away from UTC.
        let newest = Day(Day::of(now - EVENT_IDS_REMEMBERED, &TimeZone::UTC).0 + 1);
        Self { site, newest, days: HashMap::new(), ids: 0 }
    }

    /// Whether the event is among the raw events of its day. Of newer days the store knows by itself.
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
