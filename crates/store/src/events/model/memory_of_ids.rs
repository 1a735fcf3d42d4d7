//! How long an event's id is remembered, so that a repeated event is recognized.

use askline_domain::{
    events::{EVENT_IDS_REMEMBERED, Event, EventId},
    shared::ids::{Id as _, SiteId},
};
use jiff::Timestamp;
use sha2::{Digest as _, Sha256};

/// The number of seconds for which an id is recognized.
pub(crate) const WINDOW: u32 = EVENT_IDS_REMEMBERED.as_secs().cast_unsigned() as u32;
/// An event whose own time is at most this long before the time of storing is remembered from its own time on, so that
/// no second time is stored.
const NEAR_SECONDS: u32 = 60;

/// Unix seconds. They are rounded up for events that are remembered, so that none is forgotten early.
pub(crate) type Seconds = u32;

/// The first 128 bits of the SHA-256 of a site and an event's id, of which each store keeps a part: nobody can choose
/// an id for their own site that collides with another site's. It is stored, so it can never change.
pub(crate) fn digest_of(site: SiteId, id: EventId) -> u128 {
    // Contiguous, so that both fit into one block of the hash.
    let mut both = [0; 32];
    both[..16].copy_from_slice(&site.bits().to_be_bytes());
    both[16..].copy_from_slice(&id.0.to_be_bytes());
    let digest = Sha256::digest(both);
    let (head, _) = digest.as_chunks::<16>();
    u128::from_be_bytes(head[0])
}

/// Whether an id that is remembered from `taken` on is still recognized. A time in the future is accepted: the clock
/// was set back.
pub(crate) fn is_remembered(taken: Seconds, now: Seconds) -> bool {
    now.saturating_sub(taken) < WINDOW
}

/// Returns the time from which an `event` that is stored `now` is remembered, and the time to store beside its own time
/// if the two differ, as for an imported event of the past.
pub(crate) fn taken_at(event: &Event, now: Timestamp) -> (Seconds, Option<Seconds>) {
    let (own, now) = (own_seconds(event.at.as_millisecond()), own_seconds(now.as_millisecond()));
    match now.checked_sub(own) {
        Some(0..=NEAR_SECONDS) => (own, None),
        _ => (now, Some(now)),
    }
}

/// Milliseconds, rounded up to whole seconds.
pub(crate) fn own_seconds(milliseconds: i64) -> Seconds {
    let seconds = milliseconds.div_euclid(1_000) + i64::from(milliseconds.rem_euclid(1_000) > 0);
    Seconds::try_from(seconds.max(0)).unwrap_or(Seconds::MAX)
}

/// The time that remembered times are compared with, rounded down to whole seconds.
pub(crate) fn whole_seconds(now: Timestamp) -> Seconds {
    Seconds::try_from(now.as_second().max(0)).unwrap_or(Seconds::MAX)
}
