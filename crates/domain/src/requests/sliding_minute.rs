//! An exact sliding window: no caller exceeds its limit in any minute (or hour).
//!
//! The window stores the time of every admitted request of the last span, so there is no bucket edge to exploit and no
//! approximation. Refused requests are not stored: a 429 never prolongs the wait.
//!
//! No crate is used, since rate-limiting crates approximate the span by buckets or by a steady rate.

use std::{collections::VecDeque, time::Duration};

/// The span of limits per minute.
pub const MINUTE: Duration = Duration::from_secs(60);
/// The span of limits per hour, such as those of sign-in attempts from any address and of emails.
pub const HOUR: Duration = Duration::from_secs(3_600);

/// The admitted requests of one caller within the last span, oldest first.
#[derive(Debug)]
pub struct SlidingWindow {
    span: Duration,
    /// When the requests were admitted.
    admitted: VecDeque<Duration>,
}

/// The time at which a request was admitted, which is needed to release it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Admission {
    at: Duration,
    shared: Option<Duration>,
}

impl Admission {
    /// Returns the admission with the time at which the store that all nodes share counted it, by the store's clock.
    #[must_use]
    pub const fn with_shared(self, time: Duration) -> Self {
        Self { shared: Some(time), ..self }
    }

    /// When the store that all nodes share counted the request; `None` if only this node did.
    pub const fn shared(self) -> Option<Duration> {
        self.shared
    }
}

/// The decision about a request, and the state of the caller's limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decision {
    /// The admission; `None` if the request is refused.
    pub admission: Option<Admission>,
    /// The current limit.
    pub limit: u32,
    /// The number of further requests that would be admitted now.
    pub remaining: u32,
    /// How long until at least one further request would be admitted; zero if it would be now.
    pub free_in: Duration,
}

impl SlidingWindow {
    /// Creates an empty window of `span`.
    pub fn of(span: Duration) -> Self {
        Self { span, admitted: VecDeque::new() }
    }

    /// Admits or refuses a request at `now`, a time that never goes back.
    ///
    /// The limit is an argument and not stored, so that a change of plan takes effect with the next request.
    pub fn take(&mut self, now: Duration, limit: u32) -> Decision {
        self.forget_older(now);
        let admission = (self.used() < limit).then(|| {
            self.admitted.push_back(now);
            Admission { at: now, shared: None }
        });
        self.state(now, limit, admission)
    }

    /// Returns the state of the limit without a request.
    pub fn peek(&mut self, now: Duration, limit: u32) -> Decision {
        self.forget_older(now);
        self.state(now, limit, None)
    }

    /// Counts a request that another limiter has admitted at `now`.
    pub fn note(&mut self, now: Duration) -> Admission {
        self.forget_older(now);
        self.admitted.push_back(now);
        Admission { at: now, shared: None }
    }

    /// Releases an admission that should not count, such as that of a request that the service itself failed to answer.
    pub fn give_back(&mut self, admission: Admission) {
        if let Ok(place) = self.admitted.binary_search(&admission.at) {
            self.admitted.remove(place);
        }
    }

    /// Whether no request of the last span is stored, so that the window can be dropped.
    pub fn is_idle(&mut self, now: Duration) -> bool {
        self.forget_older(now);
        self.admitted.is_empty()
    }

    fn used(&self) -> u32 {
        u32::try_from(self.admitted.len()).unwrap_or(u32::MAX)
    }

    fn state(&self, now: Duration, limit: u32, admission: Option<Admission>) -> Decision {
        let remaining = limit.saturating_sub(self.used());
        let free_in = if remaining > 0 {
            Duration::ZERO
        } else {
            // If the limit was lowered, several requests must expire before one is admitted.
            let leaving = self.admitted.len().saturating_sub(limit.max(1) as usize);
            self.admitted.get(leaving).map_or(self.span, |oldest| (*oldest + self.span).saturating_sub(now))
        };
        Decision { admission, limit, remaining, free_in }
    }

    /// Removes expired requests. A request expires exactly one span after its admission.
    fn forget_older(&mut self, now: Duration) {
        while self.admitted.front().is_some_and(|oldest| now.saturating_sub(*oldest) >= self.span) {
            self.admitted.pop_front();
        }
        if self.admitted.is_empty() && self.admitted.capacity() > 64 {
            self.admitted.shrink_to_fit();
        }
    }
}

impl Decision {
    /// The whole seconds, at least one, after which a refused request would be admitted.
    pub fn retry_after_seconds(&self) -> u64 {
        let whole = self.free_in.as_secs() + u64::from(self.free_in.subsec_nanos() > 0);
        whole.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition, implemented directly: admit if fewer than `limit` were admitted in the span before.
    fn model(times: &[u64], limit: usize, span: Duration) -> Vec<bool> {
        let mut admitted: Vec<u64> = Vec::new();
        times
            .iter()
            .map(|now| {
                let recent = admitted.iter().filter(|at| now - **at < span.as_millis() as u64).count();
                let admit = recent < limit;
                if admit {
                    admitted.push(*now);
                }
                admit
            })
            .collect()
    }

    proptest! {
        #[test]
        fn it_admits_just_what_a_list_of_timestamps_admits(
            gaps in prop::collection::vec(prop_oneof![0_u64..30_000, 0_u64..3_700_000], 1..200),
            limit in 1_u32..20,
            span in prop::sample::select(vec![MINUTE, HOUR]),
        ) {
            let times: Vec<u64> = gaps
                .iter()
                .scan(0, |now, gap| { *now += gap; Some(*now) })
                .collect();
            let mut window = SlidingWindow::of(span);
            let ours: Vec<bool> = times
                .iter()
                .map(|ms| window.take(Duration::from_millis(*ms), limit).admission.is_some())
                .collect();
            prop_assert_eq!(ours, model(&times, limit as usize, span));
        }

        #[test]
        fn the_promised_wait_is_enough_and_not_a_second_too_long(
            gaps in prop::collection::vec(0_u64..5_000_000, 1..60),
            limit in 1_u32..8,
        ) {
            let mut window = SlidingWindow::of(MINUTE);
            let mut now = Duration::ZERO;
            for gap in gaps {
                now += Duration::from_micros(gap);
                let decision = window.take(now, limit);
                if decision.admission.is_none() {
                    let wait = Duration::from_secs(decision.retry_after_seconds());
                    prop_assert!(window.peek(now + wait, limit).remaining > 0);
                    prop_assert!(decision.free_in <= wait);
                    prop_assert!(wait <= decision.free_in + Duration::from_secs(1));
                    return Ok(());
                }
            }
        }

        #[test]
        fn what_is_given_back_can_be_taken_again(limit in 1_u32..50) {
            let mut window = SlidingWindow::of(MINUTE);
            let now = Duration::from_secs(1);
            let admissions: Vec<_> = (0..limit).filter_map(|_| window.take(now, limit).admission).collect();
            prop_assert_eq!(window.take(now, limit).admission, None);
            for admission in &admissions {
                window.give_back(*admission);
            }
            prop_assert_eq!(window.peek(now, limit).remaining, limit);
        }
    }

    #[test]
    fn a_lowered_limit_waits_until_enough_have_left() {
        let mut window = SlidingWindow::of(MINUTE);
        for second in 0..4 {
            window.take(Duration::from_secs(second), 4);
        }
        let decision = window.take(Duration::from_secs(10), 2);
        assert_eq!(decision.remaining, 0);
        // The requests of seconds 0, 1 and 2 must expire: four are stored, and at most one may remain.
        assert_eq!(decision.free_in, Duration::from_secs(52));
    }

    #[test]
    fn a_limit_of_zero_admits_nothing() {
        assert_eq!(SlidingWindow::of(MINUTE).take(Duration::ZERO, 0).admission, None);
    }
}
