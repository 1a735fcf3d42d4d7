//! What an event is recognised by: 96 bits that stand for its site and its id, and the second in which it was taken.

use askline_domain::{
    event::{EVENT_IDS_REMEMBERED, Event, EventId},
    id::{Id as _, SiteId},
};
use jiff::Timestamp;
use sha2::{Digest as _, Sha256};

/// Bits of an entry that hold a time.
const TIME_BITS: u32 = 32;
const TIME: u128 = (1 << TIME_BITS) - 1;
/// For how many seconds an id is recognised.
const WINDOW: u32 = EVENT_IDS_REMEMBERED.as_secs().cast_unsigned() as u32;
/// An event whose own time is so near is remembered from that time on, and needs no second one in the file.
const NEAR_SECONDS: u32 = 60;

/// Unix seconds. Rounded up where something is remembered, so that it is never forgotten early.
pub(in crate::sqlite::events) type Seconds = u32;

/// An event as it is looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::sqlite::events) struct Identity {
    /// Site and id, mixed; the lower 32 bits are zero, and hold the time in an [`Entry`].
    pub(super) mixed: u128,
    /// The id alone, as runs of the first releases hold it.
    pub(super) plain: u128,
}

impl Identity {
    /// The identity of the event `id` of a site.
    ///
    /// SHA-256, so that nobody can make an id for his own site that is taken for a known one of another. At a hundred
    /// million ids two of them share 96 bits with a probability of 1 in 10^13. The result is stored and can never change.
    pub(in crate::sqlite::events) fn of(site: SiteId, id: EventId) -> Self {
        // In one piece: both fit one block of the hash.
        let mut both = [0; 32];
        both[..16].copy_from_slice(&site.bits().to_be_bytes());
        both[16..].copy_from_slice(&id.0.to_be_bytes());
        let digest = Sha256::digest(both);
        let (head, _) = digest.as_chunks::<16>();
        Self { mixed: u128::from_be_bytes(head[0]) & !TIME, plain: id.0 }
    }
}

/// An identity and when it was taken; ordered by identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::sqlite::events) struct Entry(pub(super) u128);

impl Entry {
    /// The entry of a stored event, from its columns `at` (milliseconds) and `taken`.
    pub(in crate::sqlite::events) fn of_stored(site: SiteId, id: EventId, at: i64, taken: Option<Seconds>) -> Self {
        Self(Identity::of(site, id).mixed | u128::from(taken.unwrap_or_else(|| own_seconds(at))))
    }

    /// The identity's part.
    pub(super) fn mixed(self) -> u128 {
        self.0 & !TIME
    }

    pub(super) fn taken(self) -> Seconds {
        (self.0 & TIME) as u32
    }

    pub(in crate::sqlite::events) fn to_bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }

    pub(super) fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(u128::from_be_bytes(bytes))
    }
}

/// Whether what was taken then still counts. A time that lies ahead does: the clock was set back.
pub(super) fn is_remembered(taken: Seconds, now: Seconds) -> bool {
    now.saturating_sub(taken) < WINDOW
}

/// Since when `event` is remembered that is stored `now`, and whether that must be kept beside its own time, as for an
/// event of the past that is imported.
pub(in crate::sqlite::events) fn taken_at(event: &Event, now: Timestamp) -> (Seconds, Option<Seconds>) {
    let (own, now) = (own_seconds(event.at.as_millisecond()), own_seconds(now.as_millisecond()));
    match now.checked_sub(own) {
        Some(0..=NEAR_SECONDS) => (own, None),
        _ => (now, Some(now)),
    }
}

/// Milliseconds as the next whole second.
fn own_seconds(milliseconds: i64) -> Seconds {
    let seconds = milliseconds.div_euclid(1_000) + i64::from(milliseconds.rem_euclid(1_000) > 0);
    Seconds::try_from(seconds.max(0)).unwrap_or(Seconds::MAX)
}

/// The time as what is remembered is compared with it: rounded down.
pub(in crate::sqlite::events) fn whole_seconds(now: Timestamp) -> Seconds {
    Seconds::try_from(now.as_second().max(0)).unwrap_or(Seconds::MAX)
}
