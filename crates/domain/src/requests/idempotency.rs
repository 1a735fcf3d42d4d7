//! Requests that may be sent twice and must be done once.
//!
//! What is stored about them, and how much of it.
//!
//! A record says that a change was made. It is stored only in the transaction of that change, so that
//! one never exists without the other.

use jiff::{SignedDuration, Timestamp};

use crate::identity::secret::SecretDigest;

/// How long a record is kept.
pub const IDEMPOTENCY_KEPT: SignedDuration = SignedDuration::from_hours(24);
/// Records of an organization. A request with a new key beyond them is refused.
pub const MAX_RECORDS_PER_ORGANIZATION: u32 = 100_000;
/// The newest records of a caller, which keep their answers.
pub const MAX_ANSWERS_PER_CALLER: u32 = 1_000;
/// Bytes of an answer that is kept. Of a larger one, only the id is kept.
pub const MAX_ANSWER_BYTES: usize = 64 * 1024;
/// Bytes of the answers kept for an organization; beyond them the oldest are dropped first.
pub const MAX_ANSWER_BYTES_PER_ORGANIZATION: u64 = 64 * 1024 * 1024;

/// One idempotent request: a caller, a route and the caller's key.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct IdempotencyTicket {
    /// `key_…` (the first key of a chain) or `usr_…`, or the client's address for routes without a caller.
    pub caller: String,
    /// Method, path with its ids, and query.
    pub route: String,
    /// The value of the `Idempotency-Key` header.
    pub key: String,
}

impl IdempotencyTicket {
    /// Identifies the ticket: short, however long its parts are.
    pub fn digest(&self) -> SecretDigest {
        // None of the three can contain a line feed.
        SecretDigest::of_bytes(format!("{}\n{}\n{}", self.caller, self.route, self.key).as_bytes())
    }
}

/// What is stored about an idempotent request together with its change. Contains no secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotencyRecord {
    /// The request.
    pub ticket: IdempotencyTicket,
    /// The SHA-256 of its body.
    pub body: SecretDigest,
    /// The HTTP status of its answer.
    pub status: u16,
    /// The id of what was made or changed; `None` if nothing was.
    pub made_id: Option<String>,
    /// When the request arrived.
    pub at: Timestamp,
}

/// The stored part of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAnswer {
    /// The HTTP status.
    pub status: u16,
    /// The id of what was made or changed; `None` if nothing was.
    pub made_id: Option<String>,
    /// `data` and `meta` as JSON text; `None` when the answer was too large, is too old, or was lost in a crash.
    pub body: Option<String>,
}

/// What is known about a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IdempotencyState {
    /// Nothing: it is to be done.
    New,
    /// It was done with this answer.
    Done(StoredAnswer),
    /// The key was used for another body.
    Reused,
    /// Nothing, and the organization has reached its limit of records.
    Full {
        /// How long until the oldest of them expires.
        free_in: SignedDuration,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caller_route_and_key_each_tell_requests_apart() {
        let ticket = |caller: &str, route: &str, key: &str| IdempotencyTicket {
            caller: caller.into(),
            route: route.into(),
            key: key.into(),
        };
        let digests: std::collections::HashSet<_> = [
            ticket("usr_1", "POST /a?", "k"),
            ticket("usr_2", "POST /a?", "k"),
            ticket("usr_1", "POST /b?", "k"),
            ticket("usr_1", "POST /a?", "k2"),
            ticket("usr_1", "POST /a", "?k"),
        ]
        .iter()
        .map(|ticket| ticket.digest().0)
        .collect();
        assert_eq!(digests.len(), 5);
    }
}
