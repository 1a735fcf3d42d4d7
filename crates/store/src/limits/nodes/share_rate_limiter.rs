//! What this server has admitted within the span, and what it admits without Redis.

use std::sync::Arc;

use askline_app::ports::requests::rate_limiter::{Counted, RateLimiter};
use askline_domain::{
    requests::{
        quota::QuotaCaller,
        sliding_minute::{Admission, Decision},
    },
    shared::clock::Clock,
};
use async_trait::async_trait;

use super::Share;
use crate::limits::MemoryRateLimiter;

/// Counts what this server admits. It admits its share of each limit, or the whole of a limit that each server counts
/// separately.
pub struct ShareRateLimiter {
    own: MemoryRateLimiter,
    share: Arc<Share>,
}

impl ShareRateLimiter {
    /// Creates an empty limiter.
    pub fn new(share: Arc<Share>, clock: Arc<dyn Clock>) -> Self {
        Self { own: MemoryRateLimiter::new(clock), share }
    }

    /// Counts a request that Redis has admitted, regardless of the share.
    pub(crate) fn note(&self, mut counted: Counted) -> Counted {
        for (caller, admission) in counted.taken.iter_mut().flatten() {
            *admission = with_shared(self.own.note(*caller), *admission);
        }
        counted.decision.admission = counted.taken.iter().flatten().map(|(_, admission)| *admission).next();
        counted
    }

    fn part(&self, caller: QuotaCaller, limit: u32) -> u32 {
        if caller.is_of_node() { limit } else { self.share.of(limit) }
    }
}

/// Combines this server's admission with the time at which Redis counted it.
pub(crate) const fn with_shared(own: Admission, counted: Admission) -> Admission {
    match counted.shared() {
        Some(time) => own.with_shared(time),
        None => own,
    }
}

#[async_trait]
impl RateLimiter for ShareRateLimiter {
    async fn take(&self, caller: QuotaCaller, limit: u32) -> Decision {
        Decision { limit, ..self.own.take(caller, self.part(caller, limit)).await }
    }

    async fn peek(&self, caller: QuotaCaller, limit: u32) -> Decision {
        Decision { limit, ..self.own.peek(caller, self.part(caller, limit)).await }
    }

    async fn give_back(&self, caller: QuotaCaller, admission: Admission) {
        self.own.give_back(caller, admission).await;
    }
}
