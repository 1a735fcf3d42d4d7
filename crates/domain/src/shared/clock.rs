//! Time as a parameter: `domain` and `app` read it only from a `Clock`.

use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

use jiff::{SignedDuration, Timestamp};

/// A wall clock and a monotonic clock.
pub trait Clock: Send + Sync + 'static {
    /// Wall-clock time. It may jump; use it for what is stored and shown.
    fn now(&self) -> Timestamp;
    /// Time since the clock was created. It never goes back; use it to measure durations.
    fn elapsed(&self) -> Duration;
}

/// The machine's clocks.
#[derive(Debug)]
pub struct SystemClock {
    started: Instant,
}

impl Default for SystemClock {
    fn default() -> Self {
        Self { started: Instant::now() }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
    fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

/// A clock that stands still until a test advances it.
#[derive(Debug)]
pub struct ManualClock {
    time: Mutex<(Timestamp, Duration)>,
}

impl ManualClock {
    /// A clock that shows `now`.
    pub fn new(now: Timestamp) -> Self {
        // Not zero, so that subtracting one window cannot underflow right at the start.
        Self { time: Mutex::new((now, Duration::from_secs(86_400))) }
    }

    /// Advances both clocks.
    pub fn advance(&self, by: Duration) {
        let mut time = self.time.lock().expect("no holder of this lock panics");
        time.0 += SignedDuration::try_from(by).expect("a test moves by less than 292 years");
        time.1 += by;
    }

    /// Makes the wall clock jump, as NTP or an operator may; the monotonic time is unchanged.
    pub fn jump_to(&self, now: Timestamp) {
        self.time.lock().expect("no holder of this lock panics").0 = now;
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        self.time.lock().expect("no holder of this lock panics").0
    }
    fn elapsed(&self) -> Duration {
        self.time.lock().expect("no holder of this lock panics").1
    }
}

/// Cuts a time to whole milliseconds, the precision of everything stored and shown.
pub fn whole_milliseconds(at: Timestamp) -> Timestamp {
    Timestamp::from_millisecond(at.as_millisecond()).expect("a timestamp's own milliseconds are in range")
}
