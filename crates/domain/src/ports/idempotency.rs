//! Requests that may be sent twice and must be done once.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use super::StoreResult;

/// How long an answer is kept for its repeat.
pub const IDEMPOTENCY_KEPT: SignedDuration = SignedDuration::from_hours(24);

/// One idempotent request: a caller, a route and the caller's key.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct IdempotencyTicket {
    /// `key_…` or `usr_…`, or the client's address for routes without a caller.
    pub caller: String,
    /// Method, path with its ids, and query.
    pub route: String,
    /// What the caller sent in `Idempotency-Key`.
    pub key: String,
}

/// What was stored of the first answer. Holds no secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAnswer {
    /// The HTTP status.
    pub status: u16,
    /// `data` or `error` as JSON text.
    pub body: String,
}

/// Whether a request is to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IdempotencyState {
    /// It is new: do it, then `complete` or `abandon`.
    New,
    /// The same is being done, or was cut off in the middle: its outcome is not known.
    InProgress,
    /// It was done with this answer.
    Done(StoredAnswer),
    /// The key was used for another body.
    Reused,
}

/// Remembers answers for their repeats.
#[async_trait]
pub trait IdempotencyStore: Send + Sync + 'static {
    /// Claims a ticket for the body with this SHA-256; expired records count as absent.
    async fn begin(&self, ticket: &IdempotencyTicket, body: [u8; 32], now: Timestamp) -> StoreResult<IdempotencyState>;
    /// Stores the answer of a claimed ticket.
    async fn complete(&self, ticket: &IdempotencyTicket, answer: &StoredAnswer) -> StoreResult<()>;
    /// Gives a claim up: nothing was done, the caller may try again.
    async fn abandon(&self, ticket: &IdempotencyTicket) -> StoreResult<()>;
    /// Removes records older than [`IDEMPOTENCY_KEPT`]; how many.
    async fn remove_expired(&self, now: Timestamp) -> StoreResult<u64>;
}
