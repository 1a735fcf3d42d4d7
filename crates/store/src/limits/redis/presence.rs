//! Whether Redis answers this server, and since when.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use askline_domain::shared::clock::Clock;

use crate::limits::Counting;

/// Added to a span, for requests that were being admitted when Redis came back.
const UNDER_WAY: Duration = Duration::from_secs(1);
/// The value while Redis does not answer.
const AWAY: i64 = i64::MAX;
/// The value if Redis has answered since before this server started.
const ALWAYS: i64 = i64::MIN;

/// Whether Redis answers, and since when.
pub(super) struct Presence {
    clock: Arc<dyn Clock>,
    /// Microseconds of the clock, or `AWAY` or `ALWAYS`.
    since: AtomicI64,
}

impl Presence {
    /// Starts with a Redis that has always answered.
    pub(super) fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, since: AtomicI64::new(ALWAYS) }
    }

    pub(super) fn is_away(&self) -> bool {
        self.since.load(Ordering::SeqCst) == AWAY
    }

    /// Records that Redis does not answer; returns whether that is new.
    pub(super) fn lose(&self) -> bool {
        self.since.swap(AWAY, Ordering::SeqCst) != AWAY
    }

    /// Records that Redis answers again.
    pub(super) fn find(&self) {
        self.since.store(self.now(), Ordering::SeqCst);
    }

    /// Records that Redis answers, but did not answer other servers until now.
    pub(super) fn doubt(&self) {
        let _ = self.since.compare_exchange(ALWAYS, self.now(), Ordering::SeqCst, Ordering::SeqCst);
    }

    /// How to count requests, given that Redis must know all requests of the last `span` to count alone.
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
