//! A clock that runs like that of Redis, and that tests can advance.

use std::{sync::Mutex, time::Duration};

use askline_domain::shared::clock::{Clock, SystemClock};
use jiff::{SignedDuration, Timestamp};

#[derive(Default)]
pub struct TestClock {
    machine: SystemClock,
    ahead: Mutex<Duration>,
}

impl TestClock {
    pub fn advance(&self, by: Duration) {
        *self.ahead.lock().unwrap() += by;
    }
}

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        self.machine.now() + SignedDuration::try_from(*self.ahead.lock().unwrap()).unwrap()
    }

    fn elapsed(&self) -> Duration {
        self.machine.elapsed() + *self.ahead.lock().unwrap()
    }
}
