//! When an instance was down, from the signs of life that its servers store.
//!
//! It never trusts a clock that jumped: what a jump looks like is no outage.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

/// An instance that gave no sign of life for at least this long was down. A restart and an upgrade take less.
pub const LEAST_OUTAGE: SignedDuration = SignedDuration::from_mins(10);
/// Clocks of servers, and a wall clock and a monotonic one, may differ by this much without a jump.
const CLOCK_TOLERANCE: SignedDuration = SignedDuration::from_secs(30);
/// A site has a note if it had views on the day on which the instance went down, or on one of so many days before.
pub const DAYS_WITH_VIEWS: i32 = 7;

/// A time in which no server of an instance ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outage {
    /// The last sign of life before.
    pub from: Timestamp,
    /// The first sign of life after.
    pub to: Timestamp,
}

/// The last sign of life of an instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignOfLife {
    /// When it was given.
    pub seen: Timestamp,
    /// The outage that sites have no notes about yet.
    pub outage: Option<Outage>,
}

impl SignOfLife {
    /// The sign of a server at `now`, after the last sign of any server. `pause` is how long ago this server gave its own
    /// last sign, by a monotonic clock; `None` if it just started. A clock that is set forward while the server runs makes no
    /// outage, because the pause is short. An outage that ends later than `now` was found with a clock that was ahead.
    pub fn after(last: Option<Self>, now: Timestamp, pause: Option<Duration>) -> Self {
        let Some(last) = last else { return Self { seen: now, outage: None } };
        let untold = last.outage.filter(|outage| outage.to <= now + CLOCK_TOLERANCE);
        let was_silent = pause.is_none_or(|pause| pause >= LEAST_OUTAGE.unsigned_abs());
        let outage = if was_silent && now.duration_since(last.seen) >= LEAST_OUTAGE {
            Some(Outage { from: untold.map_or(last.seen, |outage| outage.from), to: now })
        } else {
            untold
        };
        Self { seen: now, outage }
    }
}

impl Outage {
    /// The outage by the clock as it is at `now`, `since` after the outage was found, by a monotonic clock. A clock that was
    /// set right in the meantime moves the end; `None` if too little remains.
    pub fn by_clock(self, now: Timestamp, since: Duration) -> Option<Self> {
        let jump = now.duration_since(self.to) - SignedDuration::try_from(since).unwrap_or(SignedDuration::MAX);
        if jump.abs() <= CLOCK_TOLERANCE {
            return Some(self);
        }
        let right = Self { to: self.to.checked_add(jump).ok()?, ..self };
        (right.to.duration_since(right.from) >= LEAST_OUTAGE).then_some(right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: i64 = 60;
    const NEVER_BEFORE: Option<Duration> = None;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + seconds).expect("a timestamp")
    }

    const fn own(seconds: u64) -> Option<Duration> {
        Some(Duration::from_secs(seconds))
    }

    fn outage(from: i64, to: i64) -> Outage {
        Outage { from: at(from), to: at(to) }
    }

    #[test]
    fn a_long_silence_is_an_outage_but_a_short_restart_or_a_jump_of_a_clock_is_not() {
        // The last sign is from 0. What happened, now, this server's own pause, and the outage.
        for (what, now, pause, found) in [
            ("a start after ten minutes", 10 * MINUTE, NEVER_BEFORE, Some((0, 10 * MINUTE))),
            ("a start after a week", 7 * 1_440 * MINUTE, NEVER_BEFORE, Some((0, 7 * 1_440 * MINUTE))),
            ("a short restart", 10 * MINUTE - 1, NEVER_BEFORE, None),
            ("a start with a clock that was set back", -3_600 * MINUTE, NEVER_BEFORE, None),
            ("the next sign of a running server", MINUTE, own(60), None),
            ("a clock that was set forward while the server ran", 5_000 * MINUTE, own(60), None),
            ("a clock that was set back while the server ran", -5_000 * MINUTE, own(60), None),
            ("a database that was away while the server ran", 11 * MINUTE, own(660), Some((0, 11 * MINUTE))),
            ("another server that ran while this one was silent", MINUTE, own(3_600), None),
        ] {
            let sign = SignOfLife::after(Some(SignOfLife { seen: at(0), outage: None }), at(now), pause);
            let found = found.map(|(from, to)| outage(from, to));
            assert_eq!(sign, SignOfLife { seen: at(now), outage: found }, "{what}");
        }
        assert_eq!(SignOfLife::after(None, at(0), NEVER_BEFORE), SignOfLife { seen: at(0), outage: None });
    }

    #[test]
    fn an_outage_waits_for_its_notes_is_extended_by_the_next_and_is_dropped_if_its_end_is_in_the_future() {
        let last = Some(SignOfLife { seen: at(3_600), outage: Some(outage(0, 3_600)) });
        for (what, now, pause, found) in [
            ("the next sign", 3_660, own(60), Some(outage(0, 3_600))),
            ("another server, whose clock is a little behind", 3_599, NEVER_BEFORE, Some(outage(0, 3_600))),
            ("a start after another outage", 7_200, NEVER_BEFORE, Some(outage(0, 7_200))),
            ("a start with a clock that is right again", 60, NEVER_BEFORE, None),
        ] {
            assert_eq!(SignOfLife::after(last, at(now), pause).outage, found, "{what}");
        }
    }

    #[test]
    fn a_clock_that_is_set_right_after_the_start_moves_the_end_of_the_outage() {
        let found = outage(0, 3_600);
        for (what, now, since, left) in [
            ("a steady clock", 3_605, 5, Some(found)),
            ("a clock that is corrected a little", 3_585, 5, Some(found)),
            ("a clock that was half an hour ahead", 1_805, 5, Some(outage(0, 1_800))),
            ("a clock that was an hour ahead", 5, 5, None),
            ("a clock that was behind", 7_205, 5, Some(outage(0, 7_200))),
        ] {
            assert_eq!(found.by_clock(at(now), Duration::from_secs(since)), left, "{what}");
        }
    }
}
