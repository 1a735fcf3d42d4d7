//! What an event is recognized by.
//!
//! 96 bits that stand for its site and its id, and the second in which it was taken.

use askline_domain::{events::EventId, shared::ids::SiteId};

use crate::events::model::memory_of_ids::{Seconds, digest_of, own_seconds};

/// The bits of an entry that hold a time.
const TIME: u128 = Seconds::MAX as u128;

/// A site and an event's id, mixed. The lower 32 bits are zero, and hold the time in an [`Entry`]. At a hundred million
/// ids two of them share 96 bits with a probability of 1 in 10^13.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Identity(u128);

impl Identity {
    /// The identity of the event `id` of a site.
    pub(crate) fn of(site: SiteId, id: EventId) -> Self {
        Self(digest_of(site, id) & !TIME)
    }

    /// Its bits.
    pub(super) fn mixed(self) -> u128 {
        self.0
    }

    /// The entry of the event that was taken then.
    pub(super) fn taken(self, at: Seconds) -> Entry {
        Entry(self.0 | u128::from(at))
    }
}

/// An identity and its time; ordered by identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry(u128);

impl Entry {
    /// The entry of a stored event, from its columns `at` (milliseconds) and `taken`.
    pub(crate) fn of_stored(site: SiteId, id: EventId, at: i64, taken: Option<Seconds>) -> Self {
        Identity::of(site, id).taken(taken.unwrap_or_else(|| own_seconds(at)))
    }

    pub(super) fn identity(self) -> Identity {
        Identity(self.0 & !TIME)
    }

    pub(super) fn taken(self) -> Seconds {
        (self.0 & TIME) as u32
    }

    pub(crate) fn to_bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }

    pub(super) fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(u128::from_be_bytes(bytes))
    }
}
