//! The clock of a machine, corrected to the database's time.
//!
//! Leases and everything else that expires therefore expire on all servers of a database at the same time.

use std::{
    sync::atomic::{AtomicI64, Ordering},
    time::Duration,
};

use askline_domain::shared::clock::{Clock, SystemClock};
use jiff::{SignedDuration, Timestamp};

/// Smaller differences are not corrected: the statement that measures them may take as long.
const AGREED: SignedDuration = SignedDuration::from_secs(1);

/// The machine's clock with a correction.
#[derive(Debug, Default)]
pub struct CommonClock<C = SystemClock> {
    own: C,
    /// Milliseconds that are subtracted from the machine's time.
    ahead: AtomicI64,
}

impl<C> CommonClock<C> {
    /// Corrects the clock. The machine's clock is ahead of the database's by `ahead`, or behind if that is negative.
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
