//! How long an event's id is remembered so that a repeat is recognized, and from when on.

use askline_domain::events::{EVENT_IDS_REMEMBERED, Event};
use jiff::Timestamp;

/// For how many seconds an id is recognized.
pub(crate) const WINDOW: u32 = EVENT_IDS_REMEMBERED.as_secs().cast_unsigned() as u32;
/// An event whose own time is this close is remembered from that time on, and needs no second time in the file.
const NEAR_SECONDS: u32 = 60;

/// Unix seconds. Rounded up where something is remembered, so that it is never forgotten early.
pub(crate) type Seconds = u32;

/// Whether what was taken then still counts. A time in the future counts: the clock was set back.
pub(crate) fn is_remembered(taken: Seconds, now: Seconds) -> bool {
    now.saturating_sub(taken) < WINDOW
}

/// Since when an `event` that is stored `now` is remembered, and whether that time must be stored beside its own, as
/// for an imported event of the past.
pub(crate) fn taken_at(event: &Event, now: Timestamp) -> (Seconds, Option<Seconds>) {
    let (own, now) = (own_seconds(event.at.as_millisecond()), own_seconds(now.as_millisecond()));
    match now.checked_sub(own) {
        Some(0..=NEAR_SECONDS) => (own, None),
        _ => (now, Some(now)),
    }
}

/// Milliseconds as the next whole second.
pub(crate) fn own_seconds(milliseconds: i64) -> Seconds {
    let seconds = milliseconds.div_euclid(1_000) + i64::from(milliseconds.rem_euclid(1_000) > 0);
    Seconds::try_from(seconds.max(0)).unwrap_or(Seconds::MAX)
}

/// The time that remembered times are compared with: rounded down.
pub(crate) fn whole_seconds(now: Timestamp) -> Seconds {
    Seconds::try_from(now.as_second().max(0)).unwrap_or(Seconds::MAX)
}
