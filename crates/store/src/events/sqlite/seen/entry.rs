//! The identity by which an event is recognized.
//!
//! It consists of 96 bits derived from the event's site and id, and the second from which the event is remembered.

use askline_domain::{events::EventId, shared::ids::SiteId};

use crate::events::model::memory_of_ids::{Seconds, digest_of, own_seconds};

/// The number of an entry's last bits, which contain its time.
const TIME_BITS: u32 = 32;
const TIME: u128 = (1 << TIME_BITS) - 1;

/// An event's identity for lookups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Identity {
    /// The digest of site and id; its lower 32 bits are zero, and contain the time in an [`Entry`].
    pub(super) mixed: u128,
    /// The plain id, as it is stored in runs of the first releases.
    pub(crate) plain: u128,
}

impl Identity {
    /// Returns the identity of the event `id` of a site. Among a hundred million ids, two have the same 96 bits with a
    /// probability of 1 in 10^13.
    pub(crate) fn of(site: SiteId, id: EventId) -> Self {
        Self { mixed: digest_of(site, id) & !TIME, plain: id.0 }
    }
}

/// An identity and its time; ordered by identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry(pub(crate) u128);

impl Entry {
    /// Creates the entry of a stored event from its columns `at` (milliseconds) and `taken`.
    pub(crate) fn of_stored(site: SiteId, id: EventId, at: i64, taken: Option<Seconds>) -> Self {
        Self(Identity::of(site, id).mixed | u128::from(taken.unwrap_or_else(|| own_seconds(at))))
    }

    /// The part of the entry that is the identity.
    pub(super) fn mixed(self) -> u128 {
        self.0 & !TIME
    }

    pub(crate) fn taken(self) -> Seconds {
        (self.0 & TIME) as u32
    }

    pub(crate) fn to_bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }

    pub(super) fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(u128::from_be_bytes(bytes))
    }
}
