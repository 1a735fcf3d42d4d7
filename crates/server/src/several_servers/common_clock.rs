//! The time that all servers on one database go by. Each asks its own machine, and is set right by how far that is ahead of the
//! database's: a lease that one has taken has run out for another when it has for the first, and what expires does so everywhere at once.

use std::{
    sync::atomic::{AtomicI64, Ordering},
    time::Duration,
};

use askline_domain::shared::clock::{Clock, SystemClock};
use jiff::{SignedDuration, Timestamp};

/// A machine that is no further off than this keeps its own time: how far it is off is told by a statement that may take as long to
/// answer, and is known no better.
const AGREED: SignedDuration = SignedDuration::from_secs(1);

/// The machine's clock, set right where it is told to be off.
#[derive(Debug, Default)]
pub struct CommonClock<C = SystemClock> {
    own: C,
    /// Milliseconds that are taken off its time.
    ahead: AtomicI64,
}

impl<C> CommonClock<C> {
    /// Sets it right: the machine's clock is so far ahead, or behind if that is negative.
    pub fn set_right(&self, ahead: SignedDuration) {
        let milliseconds = i64::try_from(ahead.as_millis()).unwrap_or_default();
        let applied = SignedDuration::from_millis(self.ahead.load(Ordering::Relaxed));
        if (ahead - applied).abs() > AGREED {
            self.ahead.store(milliseconds, Ordering::Relaxed);
        }
    }
}

impl<C: Clock> Clock for CommonClock<C> {
    fn now(&self) -> Timestamp {
        let ahead = SignedDuration::from_millis(self.ahead.load(Ordering::Relaxed));
        let own = self.own.now();
        own.checked_sub(ahead).unwrap_or(own)
    }
    fn elapsed(&self) -> Duration {
        self.own.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use askline_domain::shared::clock::ManualClock;

    use super::*;

    const NOON: Timestamp = Timestamp::constant(1_800_000_000, 0);

    fn clock() -> CommonClock<ManualClock> {
        CommonClock { own: ManualClock::new(NOON), ahead: AtomicI64::new(0) }
    }

    #[test]
    fn a_machine_that_is_off_goes_by_the_others_time_until_it_is_right_again() {
        let clock = clock();
        for ahead in [30, -30, 0].map(SignedDuration::from_secs) {
            clock.set_right(ahead);
            assert_eq!(clock.now(), NOON - ahead);
        }
    }

    #[test]
    fn what_is_known_no_better_changes_nothing() {
        let clock = clock();
        for ahead in [900, -900, 0] {
            clock.set_right(SignedDuration::from_millis(ahead));
            assert_eq!(clock.now(), NOON);
        }
        clock.set_right(SignedDuration::from_secs(30));
        clock.set_right(SignedDuration::from_millis(30_900));
        assert_eq!(clock.now(), NOON - SignedDuration::from_secs(30));
    }

    #[test]
    fn spans_are_the_machines_own() {
        let clock = clock();
        let before = clock.elapsed();
        clock.set_right(SignedDuration::from_secs(30));
        assert_eq!(clock.elapsed(), before);
    }
}
