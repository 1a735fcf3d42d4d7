//! Rate limits across all servers, counted by Redis. While Redis cannot count for all, each server allows only its share.
//!
//! This server always counts all requests that it admitted within the span. While Redis does not answer, and for a span
//! after it answers again, a request is admitted only if this server's share allows it by that count. Redis also counts
//! as soon as it answers, so that it knows the whole span when it decides alone again.

use std::sync::Arc;

use askline_app::ports::requests::rate_limiter::{Counted, MAX_WINDOWS, RateLimiter, Windows};
use askline_domain::{
    requests::{
        quota::QuotaCaller,
        sliding_minute::{Admission, Decision, MINUTE},
    },
    shared::clock::Clock,
};
use async_trait::async_trait;

use super::{ConnectError, RedisOptions, shared_windows::SharedWindows};
use crate::limits::{
    Counting,
    nodes::{Share, ShareRateLimiter, share_rate_limiter::with_shared},
};

/// Counts requests together with other servers.
pub struct RedisRateLimiter {
    shared: Arc<SharedWindows>,
    /// What this server has admitted, however it was counted, and what each server counts separately.
    own: ShareRateLimiter,
}

impl RedisRateLimiter {
    /// Connects to Redis. If it cannot be reached, this server starts with its share of each limit.
    pub async fn connect(
        options: &RedisOptions,
        share: Arc<Share>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, ConnectError> {
        let own = ShareRateLimiter::new(share, Arc::clone(&clock));
        Ok(Self { shared: SharedWindows::connect(options, clock).await?, own })
    }

    /// Checks whether Redis still answers, even if there are no requests.
    pub async fn keep_up(&self) {
        self.shared.keep_up().await;
    }

    /// Called if other servers count by their shares when this server starts: Redis may not know what they have
    /// admitted.
    pub fn doubt_redis(&self) {
        self.shared.presence().doubt();
    }

    /// How requests with limits per minute are counted.
    pub fn counting(&self) -> Counting {
        self.shared.presence().counting(MINUTE)
    }

    /// How a request is counted.
    fn counting_of(&self, windows: &Windows) -> Counting {
        let span = windows.iter().flatten().map(|(caller, _)| caller.span()).max();
        self.shared.presence().counting(span.unwrap_or(MINUTE))
    }

    /// Counts through Redis alone; `None` if Redis is unavailable now, or was while it counted.
    async fn by_redis(&self, windows: &Windows) -> Option<Counted> {
        let counted = self.own.note(self.shared.ask(windows, true).await?);
        if counted.decision.admission.is_none() || self.counting_of(windows) == Counting::Redis {
            return Some(counted);
        }
        self.give_back_all(&counted).await;
        None
    }

    /// Counts by this server's share, and through Redis if it answers.
    async fn by_share(&self, windows: &Windows) -> Option<Counted> {
        let own = self.own.count(windows).await?;
        let is_admitted = own.decision.admission.is_some();
        // If Redis stops answering now, the request is still within the share.
        let Some(counted) = self.shared.ask(windows, is_admitted).await else { return Some(own) };
        if is_admitted && counted.decision.admission.is_none() {
            self.own.give_back_all(&own).await;
            return Some(counted);
        }
        Some(both(own, counted))
    }
}

#[async_trait]
impl RateLimiter for RedisRateLimiter {
    async fn take(&self, caller: QuotaCaller, limit: u32) -> Decision {
        let counted = self.count(&[Some((caller, limit)), None, None]).await;
        counted.map_or(Decision { admission: None, limit, remaining: 0, free_in: caller.span() }, |counted| {
            counted.decision
        })
    }

    async fn peek(&self, caller: QuotaCaller, limit: u32) -> Decision {
        let windows = [Some((caller, limit)), None, None];
        let counted = if caller.is_of_node() { None } else { self.shared.ask(&windows, false).await };
        match counted {
            Some(counted) if self.counting_of(&windows) == Counting::Redis => counted.decision,
            Some(counted) => tighter(self.own.peek(caller, limit).await, counted.decision),
            None => self.own.peek(caller, limit).await,
        }
    }

    async fn give_back(&self, caller: QuotaCaller, admission: Admission) {
        self.own.give_back(caller, admission).await;
        if let Some(time) = admission.shared() {
            self.shared.give_back(caller, time).await;
        }
    }

    async fn count(&self, windows: &Windows) -> Option<Counted> {
        windows.iter().flatten().next()?;
        if windows.iter().flatten().any(|(caller, _)| caller.is_of_node()) {
            return self.own.count(windows).await;
        }
        if self.counting_of(windows) == Counting::Redis
            && let Some(counted) = self.by_redis(windows).await
        {
            return Some(counted);
        }
        self.by_share(windows).await
    }
}

/// Combines the decisions about a request that this server and Redis have both admitted, or for which this server's
/// share is used up.
fn both(own: Counted, counted: Counted) -> Counted {
    let mut taken = [None; MAX_WINDOWS];
    for ((taken, own), counted) in taken.iter_mut().zip(own.taken).zip(counted.taken) {
        *taken = own.zip(counted).map(|((caller, own), (_, counted))| (caller, with_shared(own, counted)));
    }
    let admission = taken.iter().flatten().map(|(_, admission)| *admission).next();
    Counted { decision: Decision { admission, ..tighter(own.decision, counted.decision) }, taken }
}

/// Returns the decision with fewer requests left or, if these are equal, the longer wait.
fn tighter(one: Decision, other: Decision) -> Decision {
    std::cmp::min_by_key(one, other, |decision| (decision.remaining, std::cmp::Reverse(decision.free_in)))
}
