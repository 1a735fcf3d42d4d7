//! Since when Redis has answered this server.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use askline_domain::shared::clock::Clock;

use crate::limits::Counting;

/// Added to a span, for requests that were admitted while Redis came back.
const UNDER_WAY: Duration = Duration::from_secs(1);
/// Redis does not answer.
const AWAY: i64 = i64::MAX;
/// Redis has answered since before this server started.
const ALWAYS: i64 = i64::MIN;

/// Whether Redis answers, and for how long it has.
pub(super) struct Presence {
    clock: Arc<dyn Clock>,
    /// Microseconds of the clock.
    since: AtomicI64,
}

impl Presence {
    /// Of a Redis that has answered for long.
    pub(super) fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, since: AtomicI64::new(ALWAYS) }
    }

    pub(super) fn is_away(&self) -> bool {
        self.since.load(Ordering::SeqCst) == AWAY
    }

    /// Redis does not answer; returns whether that is new.
    pub(super) fn lose(&self) -> bool {
        self.since.swap(AWAY, Ordering::SeqCst) != AWAY
    }

    /// Redis answers again.
    pub(super) fn find(&self) {
        self.since.store(self.now(), Ordering::SeqCst);
    }

    /// Redis answers, but was away until now for others.
    pub(super) fn doubt(&self) {
        let _ = self.since.compare_exchange(ALWAYS, self.now(), Ordering::SeqCst, Ordering::SeqCst);
    }

    /// How to count requests of which Redis must know those of the last `span`.
    pub(super) fn counting(&self, span: Duration) -> Counting {
        match self.since.load(Ordering::SeqCst) {
            AWAY => Counting::Share,
            ALWAYS => Counting::Redis,
            since if self.now().saturating_sub(since) >= micros(span + UNDER_WAY) => Counting::Redis,
            _ => Counting::Both,
        }
    }

    fn now(&self) -> i64 {
        micros(self.clock.elapsed())
    }
}

fn micros(span: Duration) -> i64 {
    i64::try_from(span.as_micros()).unwrap_or(AWAY - 1)
}
