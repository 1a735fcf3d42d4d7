//! Failed attempts of a webhook, and when they disable it.

use jiff::Timestamp;

use super::{Attempt, DisabledReason, MAX_FAILING_TIME, MAX_FAILURES_IN_A_ROW, TEST_MESSAGE};

/// The failed attempts of a webhook since its last success, without tests.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Failures {
    /// How many there are.
    pub in_a_row: u32,
    /// When the first of them failed.
    pub since: Option<Timestamp>,
    /// When the last of them failed.
    pub last_at: Option<Timestamp>,
    /// How many there are without a day's pause before one.
    pub in_stretch: u32,
    /// When the first of these failed.
    pub stretch_since: Option<Timestamp>,
}

impl Failures {
    /// The failures after an attempt at a message that ended at `at`, and why an enabled webhook is disabled by it.
    pub fn after(self, event: &str, attempt: &Attempt, at: Timestamp) -> (Self, Option<DisabledReason>) {
        if attempt.succeeded() {
            return (Self::default(), None);
        }
        // A failed test answers the person who requested it, and is no reason to stop sending events; a 410 always is.
        let after = if event == TEST_MESSAGE { self } else { self.with_one(at) };
        let is_long = after.stretch_since.is_some_and(|since| at.duration_since(since) >= MAX_FAILING_TIME);
        let reason = match (attempt.is_gone(), is_long && after.in_stretch >= MAX_FAILURES_IN_A_ROW) {
            (true, _) => Some(DisabledReason::Gone),
            (false, true) => Some(DisabledReason::TooManyFailures),
            (false, false) => None,
        };
        (after, reason)
    }

    fn with_one(self, at: Timestamp) -> Self {
        // A day without an attempt is no evidence about the receiver; failures before it are not part of this outage.
        let goes_on = self.last_at.is_some_and(|last| at.duration_since(last) <= MAX_FAILING_TIME);
        Self {
            in_a_row: self.in_a_row + 1,
            since: self.since.or(Some(at)),
            last_at: Some(at),
            in_stretch: if goes_on { self.in_stretch + 1 } else { 1 },
            stretch_since: if goes_on { self.stretch_since } else { Some(at) },
        }
    }
}
