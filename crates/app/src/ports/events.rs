//! Stored events: appended in batches, acknowledged after the commit.

use std::collections::HashSet;

use askline_domain::{
    events::{Event, EventId},
    pages::identity::{CanonicalPage, PageIdentifier},
    requests::quota::AddressCaller,
    shared::{calendar::Day, ids::SiteId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreResult;

/// The result of a batch.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Appended {
    /// Events stored and counted now.
    pub stored: u32,
    /// Events that were stored before under the same `eventId`, and were not counted again.
    pub repeated: u32,
    /// Indexes in the batch of events that were not stored because their site, or the sender at that site, has reached
    /// the limit of that day.
    pub over_limit: Vec<usize>,
}

/// A place in the order in which the events of a site were stored. Its meaning is internal to the store.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct EventPosition(i64);

impl EventPosition {
    /// Before the first event.
    pub const START: Self = Self(0);

    /// For stores: the place of the event with this number.
    pub fn of_store(number: i64) -> Self {
        Self(number)
    }

    /// For stores: the number of the place; 0 at the start.
    pub fn for_store(self) -> i64 {
        self.0
    }
}

/// A stored event, for exports.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredEvent {
    /// Its place in the store; grows with time.
    pub place: EventPosition,
    /// The event.
    pub event: Event,
}

/// The outcome of recounting one day of a site from its raw events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recount {
    /// The day.
    pub day: Day,
    /// Raw events of the day.
    pub events: u64,
    /// Counters that differ from the raw events: the name, the stored count and the recounted one.
    pub differences: Vec<(String, i64, i64)>,
}

/// Events.
#[async_trait]
pub trait EventStore: Send + Sync + 'static {
    /// Stores events and raises the counters of the newly stored ones, in one transaction, and returns after the commit
    /// is durable. Fails with `Unavailable` if the queue is full.
    async fn append(&self, events: Vec<Event>) -> StoreResult<Appended> {
        self.append_from(events, None).await
    }
    /// Like `append`, for the events of one IP address. Per site and day it may add only a limited number of new pages,
    /// and use only a part of the daily limit of events. The address is counted in memory and never stored.
    async fn append_from(&self, events: Vec<Event>, sender: Option<AddressCaller>) -> StoreResult<Appended>;
    /// The number of events that wait to be stored.
    fn waiting(&self) -> usize;
    /// Raw events of a site that were stored after `after`, in the order in which they were stored.
    async fn events_after(&self, site: SiteId, after: EventPosition, limit: u32) -> StoreResult<Vec<StoredEvent>>;
    /// The ids of the raw events of a day.
    async fn event_ids(&self, site: SiteId, day: Day) -> StoreResult<HashSet<EventId>>;
    /// Recounts a day.
    async fn recount(&self, site: SiteId, day: Day) -> StoreResult<Recount>;
    /// Removes the raw events of each site that are older than the time given for it, at most `limit` in total; returns
    /// how many. Counters stay. A store that can drop a whole day at once may exceed the limit by the events of that
    /// day, since dropping them costs nothing extra.
    async fn remove_events(&self, older: &[(SiteId, Timestamp)], limit: u32) -> StoreResult<u64>;
    /// For each site, moves the counters of pages that were last counted before the given day into the row of other
    /// pages, at most `limit` in total; returns how many. Sums stay the same. Pages with raw events left keep their
    /// names.
    async fn forget_pages(&self, older: &[(SiteId, Day)], limit: u32) -> StoreResult<u64>;
    /// Merges the rows of pages of a site that are one page: counters, raw events and the pages themselves. Every sum stays the
    /// same. Works in short transactions, each of which moves whole pages, and continues after an interruption. Returns how many
    /// pages got another path.
    async fn merge_pages(&self, site: SiteId, pages: &PageIdentifier) -> StoreResult<u64>;
    /// Stores how the canonical links spell pages, as the service itself read them; at most a few hundred pages. It is shown instead
    /// of the readers' latest spelling. Pages that are not stored are skipped.
    async fn record_canonical_pages(&self, site: SiteId, pages: Vec<CanonicalPage>) -> StoreResult<()>;
    /// Removes all data of a site.
    async fn remove_site(&self, site: SiteId) -> StoreResult<()>;
}
