//! Exact sliding minutes, kept in memory or shared between nodes.

use async_trait::async_trait;

use crate::{
    quota::QuotaCaller,
    sliding_minute::{Admission, Decision},
};

/// Counts requests of callers over the last 60 seconds.
#[async_trait]
pub trait RateLimiter: Send + Sync + 'static {
    /// Asks for one request under `limit` per minute.
    async fn take(&self, caller: QuotaCaller, limit: u32) -> Decision;
    /// What `take` would say, without asking for a request.
    async fn peek(&self, caller: QuotaCaller, limit: u32) -> Decision;
    /// Gives back a request that the service itself failed to answer.
    async fn give_back(&self, caller: QuotaCaller, admission: Admission);
}
