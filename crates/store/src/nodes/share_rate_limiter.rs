//! Limits of which each node grants its part, counted in its memory.

use std::sync::Arc;

use askline_domain::{
    ports::requests::rate_limiter::{Counted, RateLimiter, Windows},
    requests::{
        quota::QuotaCaller,
        sliding_minute::{Admission, Decision},
    },
    shared::clock::Clock,
};
use async_trait::async_trait;

use super::Agreement;
use crate::memory::MemoryRateLimiter;

/// Grants this node's part of each limit, and the whole of what is counted separately for each node.
pub struct ShareRateLimiter {
    own: MemoryRateLimiter,
    agreement: Arc<Agreement>,
    clock: Arc<dyn Clock>,
}

impl ShareRateLimiter {
    /// An empty limiter.
    pub fn new(agreement: Arc<Agreement>, clock: Arc<dyn Clock>) -> Self {
        Self { own: MemoryRateLimiter::new(Arc::clone(&clock)), agreement, clock }
    }

    /// Counts requests that were admitted elsewhere, by what all nodes count together.
    pub(crate) fn note(&self, counted: &Counted) {
        counted.taken.iter().flatten().for_each(|(caller, _)| self.own.note(*caller));
    }

    /// Forgets the latest request of a caller.
    pub(crate) fn give_back_latest(&self, caller: QuotaCaller) {
        self.own.give_back_latest(caller);
    }

    fn part(&self, caller: QuotaCaller, limit: u32) -> u32 {
        match caller.is_of_node() {
            true => limit,
            false => self.agreement.share().of(self.clock.elapsed(), limit),
        }
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

    async fn count(&self, windows: &Windows) -> Option<Counted> {
        let parts = windows.map(|window| window.map(|(caller, limit)| (caller, self.part(caller, limit))));
        let mut counted = self.own.count(&parts).await?;
        // The reported limit is the whole one, although only a part was used.
        let part = counted.decision.limit;
        let whole = windows.iter().flatten().zip(parts.iter().flatten()).find(|(_, (_, known))| *known == part);
        if let Some(((_, limit), _)) = whole {
            counted.decision.limit = *limit;
        }
        Some(counted)
    }
}
