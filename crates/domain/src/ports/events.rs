//! Events at rest: appended in batches, acknowledged after the commit.

use std::collections::HashSet;

use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreResult;
use crate::{
    calendar::Day,
    event::{Event, EventId},
    id::SiteId,
    quota::AddressCaller,
};

/// What became of a batch.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Appended {
    /// Events stored and counted now.
    pub stored: u32,
    /// Events that were stored before under the same `eventId`, and were not counted again.
    pub repeated: u32,
    /// Places in the batch, from 0, of events that were not stored because their site, or the sender there, has as many of that
    /// day as it may.
    pub over_limit: Vec<usize>,
}

/// A place in the order in which the events of a site were stored. What it is made of is the store's own matter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct EventPlace(i64);

impl EventPlace {
    /// Before the first event.
    pub const START: Self = Self(0);

    /// For stores: the place behind what this number stands for.
    pub fn of_store(number: i64) -> Self {
        Self(number)
    }

    /// For stores: the number it was made from; 0 at the start.
    pub fn for_store(self) -> i64 {
        self.0
    }
}

/// A stored event, for exports.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredEvent {
    /// Its place in the store; grows with time.
    pub place: EventPlace,
    /// The event.
    pub event: Event,
}

/// The outcome of counting one day of a site again from its raw events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recount {
    /// The day.
    pub day: Day,
    /// Raw events of the day.
    pub events: u64,
    /// Counters that differ from the raw events: name, counted, recounted.
    pub differences: Vec<(String, i64, i64)>,
}

/// Events.
#[async_trait]
pub trait EventStore: Send + Sync + 'static {
    /// Stores events and raises the counters of those really stored, in one transaction, and returns after
    /// the commit is durable. A full queue is `Unavailable`.
    async fn append(&self, events: Vec<Event>) -> StoreResult<Appended> {
        self.append_from(events, None).await
    }
    /// The same of what an address sends, which may make only so many pages of a site known on a day, and send only a part of the
    /// events that a day takes. The address is counted in memory and stored nowhere.
    async fn append_from(&self, events: Vec<Event>, sender: Option<AddressCaller>) -> StoreResult<Appended>;
    /// Requests with events that wait to be stored.
    fn waiting(&self) -> usize;
    /// Raw events of a site in the order they were stored, from `after` on.
    async fn events_after(&self, site: SiteId, after: EventPlace, limit: u32) -> StoreResult<Vec<StoredEvent>>;
    /// The ids of the raw events of a day.
    async fn event_ids(&self, site: SiteId, day: Day) -> StoreResult<HashSet<EventId>>;
    /// Counts a day again.
    async fn recount(&self, site: SiteId, day: Day) -> StoreResult<Recount>;
    /// Removes raw events of sites that are older than the time beside each, at most `limit` in all; how many. Counters stay.
    /// A store that can let a whole day go at once may pass the limit by its events: they cost it nothing.
    async fn remove_events(&self, older: &[(SiteId, Timestamp)], limit: u32) -> StoreResult<u64>;
    /// Counts pages of sites that were last counted before the day beside each under the row of other pages, at most `limit`
    /// in all; how many. Sums stay as they are. Pages with raw events left keep their names.
    async fn forget_pages(&self, older: &[(SiteId, Day)], limit: u32) -> StoreResult<u64>;
    /// Removes everything of a site.
    async fn remove_site(&self, site: SiteId) -> StoreResult<()>;
}
