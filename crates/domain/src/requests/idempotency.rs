//! Idempotent requests: requests that may be sent twice, but must be processed once.
//!
//! This module defines what is stored about them, and how much.
//!
//! The record of a request that changed something is stored in the transaction of that change, so that neither exists
//! without the other. If a request changed nothing, its record is stored with the response.

use jiff::{SignedDuration, Timestamp};

use crate::secret::SecretDigest;

/// How long a record is stored.
pub const IDEMPOTENCY_KEPT: SignedDuration = SignedDuration::from_hours(24);
/// The maximum number of records of an organization. Beyond it, a request with a new key is refused.
pub const MAX_RECORDS_PER_ORGANIZATION: u32 = 100_000;
/// The maximum number of records of a caller that include the response: the newest ones.
pub const MAX_ANSWERS_PER_CALLER: u32 = 1_000;
/// The maximum number of bytes of a stored response. For a larger one, only the id is stored.
pub const MAX_ANSWER_BYTES: usize = 64 * 1024;
/// The maximum number of bytes of all stored responses of an organization; beyond it, the oldest are removed first.
pub const MAX_ANSWER_BYTES_PER_ORGANIZATION: u64 = 64 * 1024 * 1024;

/// Identifies an idempotent request: a caller, a route and the caller's key.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct IdempotencyTicket {
    /// `key_…` (the first key of a chain of rotations) or `usr_…`, or the client's address for routes without a caller.
    pub caller: String,
    /// The method, the path with its ids, and the query.
    pub route: String,
    /// The value of the `Idempotency-Key` header.
    pub key: String,
}

impl IdempotencyTicket {
    /// A digest that identifies the ticket; it is short even if the parts are long.
    pub fn digest(&self) -> SecretDigest {
        // None of the three can contain a line feed.
        SecretDigest::of_bytes(format!("{}\n{}\n{}", self.caller, self.route, self.key).as_bytes())
    }
}

/// What is stored about an idempotent request. Contains no secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotencyRecord {
    /// The request.
    pub ticket: IdempotencyTicket,
    /// The SHA-256 of the request body.
    pub body: SecretDigest,
    /// The HTTP status of the response.
    pub status: u16,
    /// The id of the object that was created or changed; `None` if there was no such object.
    pub made_id: Option<String>,
    /// When the request arrived.
    pub at: Timestamp,
}

/// The stored part of a response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAnswer {
    /// The HTTP status.
    pub status: u16,
    /// The id of the object that was created or changed; `None` if there was no such object.
    pub made_id: Option<String>,
    /// `data` and `meta` as JSON text; `None` if the response was too large, was displaced by newer ones, or was lost
    /// in a crash.
    pub body: Option<String>,
}

/// What is known about an idempotent request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IdempotencyState {
    /// It is new and is to be processed.
    New,
    /// It was processed with this response.
    Done(StoredAnswer),
    /// Its key was used with another body.
    Reused,
    /// It is new, but the organization has reached its limit of records.
    Full {
        /// How long until the oldest record expires.
        free_in: SignedDuration,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caller_route_and_key_each_distinguish_requests() {
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
