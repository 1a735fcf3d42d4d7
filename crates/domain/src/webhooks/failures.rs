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
        let gone = attempt.is_gone().then_some(DisabledReason::Gone);
        // A failed test answers the person who requested it, and is no reason to stop sending events; a 410 always is.
        if event == TEST_MESSAGE {
            return (self, gone);
        }
        let after = self.with_one(at);
        let too_many = after.is_too_long(at).then_some(DisabledReason::TooManyFailures);
        (after, gone.or(too_many))
    }

    fn is_too_long(&self, at: Timestamp) -> bool {
        self.in_stretch >= MAX_FAILURES_IN_A_ROW
            && self.stretch_since.is_some_and(|since| at.duration_since(since) >= MAX_FAILING_TIME)
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

#[cfg(test)]
mod tests {
    use super::*;

    const EVENT: &str = "site.stale";

    fn failed(status: u16) -> Attempt {
        Attempt { status: Some(status), failure: Some("It was refused.".into()), ..Attempt::default() }
    }

    fn at(hour: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + hour * 3_600).expect("a timestamp")
    }

    /// The failures after events that failed at these hours, and the reason after the last.
    fn after(hours: impl IntoIterator<Item = i64>) -> (Failures, Option<DisabledReason>) {
        let next = |(before, _): (Failures, _), hour| before.after(EVENT, &failed(500), at(hour));
        hours.into_iter().fold((Failures::default(), None), next)
    }

    #[test]
    fn twenty_failures_without_a_days_pause_disable_a_webhook_if_the_first_is_a_day_old() {
        for (what, hours, reason) in [
            ("twenty within less than a day", (0..20).collect(), None),
            ("nineteen in a day", (0..18).chain([24]).collect(), None),
            ("the twentieth after a day", (0..19).chain([24]).collect(), Some(DisabledReason::TooManyFailures)),
            ("the twenty-first after a day", (0..20).chain([24]).collect(), Some(DisabledReason::TooManyFailures)),
            ("one after more than a day without any", (0..20).chain([44]).collect::<Vec<_>>(), None),
        ] {
            assert_eq!(after(hours).1, reason, "{what}");
        }
        assert_eq!(after((0..20).chain([44])).0.in_a_row, 21);
    }

    #[test]
    fn a_failed_test_counts_never_and_disables_a_webhook_only_with_410() {
        let (many, _) = after(0..20);
        assert_eq!(many.after(TEST_MESSAGE, &failed(500), at(30)), (many, None));
        assert_eq!(many.after(TEST_MESSAGE, &failed(410), at(30)), (many, Some(DisabledReason::Gone)));
        assert_eq!(Failures::default().after(EVENT, &failed(410), at(0)).1, Some(DisabledReason::Gone));
    }

    #[test]
    fn a_success_ends_the_failures() {
        let accepted = Attempt { status: Some(204), ..Attempt::default() };
        assert_eq!(after(0..20).0.after(EVENT, &accepted, at(24)), (Failures::default(), None));
    }
}
