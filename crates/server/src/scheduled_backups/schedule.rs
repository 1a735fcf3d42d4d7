//! Computes when the next backup is due, from times that the caller passes.
//!
//! A process reads the wall clock once, to know how old the newest backup is. From then on it uses the monotonic clock.
//! A wall clock that jumps back therefore delays nothing, and one that jumps ahead causes no second backup.

use std::time::Duration;

use jiff::Timestamp;

/// The delay before the first retry after a failure. It doubles with each further failure, up to the longest delay.
const MIN_RETRY_DELAY: Duration = Duration::from_secs(10);
/// The longest delay before a retry, unless backups are more frequent.
const MAX_RETRY_DELAY: Duration = Duration::from_secs(3_600);

/// When a backup is due. Times are those of the monotonic clock.
#[derive(Debug, Clone, Copy)]
pub struct Schedule {
    every: Duration,
    next: Duration,
    failures: u32,
}

impl Schedule {
    /// A schedule that is due immediately, since the existing backups have not been checked yet.
    pub const fn unknown(every: Duration, elapsed: Duration) -> Self {
        Self { every, next: elapsed, failures: 0 }
    }

    /// Whether a backup is due.
    pub fn is_due(&self, elapsed: Duration) -> bool {
        elapsed >= self.next
    }

    /// The time until the next backup is due.
    pub fn wait(&self, elapsed: Duration) -> Duration {
        self.next.saturating_sub(elapsed)
    }

    /// Takes the times of the existing backups into account. A time in the future is ignored: the clock was wrong then, or is
    /// wrong now.
    pub fn saw(&mut self, made: impl IntoIterator<Item = Timestamp>, now: Timestamp, elapsed: Duration) {
        let newest = made.into_iter().filter(|at| *at <= now).max();
        let age = newest.and_then(|at| Duration::try_from(now.duration_since(at)).ok());
        self.next = elapsed + age.map_or(Duration::ZERO, |age| self.every.saturating_sub(age));
    }

    /// Records that a backup was made.
    pub fn made(&mut self, elapsed: Duration) {
        self.failures = 0;
        self.next = elapsed + self.every;
    }

    /// Records that an attempt failed.
    pub fn failed(&mut self, elapsed: Duration) {
        let delay = MIN_RETRY_DELAY.saturating_mul(1 << self.failures.min(16));
        self.failures = self.failures.saturating_add(1);
        self.next = elapsed + delay.min(MAX_RETRY_DELAY).min(self.every);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3_600);
    const NOON: Timestamp = Timestamp::constant(1_800_000_000, 0);

    fn hours(hours: i64) -> Timestamp {
        NOON + jiff::SignedDuration::from_hours(hours)
    }

    fn check(made: &[i64], due_in: u32) {
        let mut schedule = Schedule::unknown(6 * HOUR, HOUR);
        schedule.saw(made.iter().map(|ago| hours(-ago)), NOON, HOUR);
        assert_eq!(schedule.wait(HOUR), HOUR * due_in, "{made:?}");
        assert_eq!(schedule.is_due(HOUR), due_in == 0, "{made:?}");
    }

    #[test]
    fn the_first_is_due_when_the_newest_that_is_there_is_old_enough() {
        check(&[], 0);
        check(&[2], 4);
        check(&[30, 2, 9], 4);
        check(&[6], 0);
        check(&[600], 0);
        check(&[0], 6);
    }

    #[test]
    fn a_backup_from_the_future_neither_counts_nor_stops_the_next() {
        check(&[-1], 0);
        check(&[-20_000, 2], 4);
    }

    #[test]
    fn the_next_is_due_once_whatever_the_clock_says_meanwhile() {
        let mut schedule = Schedule::unknown(6 * HOUR, HOUR);
        schedule.made(HOUR);
        assert!(!schedule.is_due(6 * HOUR));
        assert!(schedule.is_due(7 * HOUR));
        // However late the check is, only one backup is made. Missed ones are not made later.
        schedule.made(100 * HOUR);
        assert!(!schedule.is_due(105 * HOUR));
    }

    #[test]
    fn retries_after_a_failure_back_off_and_are_never_later_than_the_next_backup() {
        let mut schedule = Schedule::unknown(HOUR / 4, HOUR);
        let mut waits = Vec::new();
        for _ in 0..8 {
            schedule.failed(HOUR);
            waits.push(schedule.wait(HOUR).as_secs());
        }
        assert_eq!(waits, [10, 20, 40, 80, 160, 320, 640, 900]);
        schedule.made(HOUR);
        schedule.failed(HOUR);
        assert_eq!(schedule.wait(HOUR).as_secs(), 10);
        let mut long = Schedule::unknown(100 * HOUR, HOUR);
        (0..100).for_each(|_| long.failed(HOUR));
        assert_eq!(long.wait(HOUR), HOUR);
    }
}
