//! The ports: what the product needs from its stores and from external services.
//!
//! What must be true together, such as a change and its audit entry, is committed in one transaction. A use case begins
//! it, fills it and commits it ([`change`]); where a subject has not moved to that yet, a port method is one atomic
//! change, designed around what happens and not around tables. A missing row is a result, such as `Ok(None)`, never an
//! error.

pub mod again;
pub mod all;
pub mod analytics;
pub mod audit_log;
pub mod change;
pub mod changes;
pub mod credits;
pub mod events;
pub mod identity;
pub mod invitation;
pub mod jobs;
pub mod keys;
pub mod logs;
pub mod mail;
pub mod monitors;
pub mod oauth;
pub mod organizations;
pub mod prompts;
pub mod requests;
pub mod rules;
pub mod service_accounts;
pub mod sites;
pub mod webhooks;
pub mod whole_stores;

use askline_domain::shared::calendar::UnreadableTime;

/// Why a store could not do what was requested. Never a mistake of the caller.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// Full, locked, overloaded or unreachable: the same request may succeed later.
    #[error("the store is not available: {0}")]
    Unavailable(String),
    /// The database rolled the change back: another change conflicted with it, or its connection ended before the
    /// commit. Nothing was stored, and the same change may succeed immediately; [`again::again_if_rolled_back`] repeats
    /// it.
    #[error("the store rolled the change back, and it can be tried again: {0}")]
    RolledBack(String),
    /// The answer to a commit did not arrive: the change may or may not have happened.
    #[error("whether the change was stored is not known: {0}")]
    Uncertain(String),
    /// A stored value that cannot be read back.
    #[error("the store holds a value that cannot be read: {table}.{column} of {id}")]
    Corrupt {
        /// The table.
        table: &'static str,
        /// The column.
        column: &'static str,
        /// The row.
        id: String,
    },
    /// The same idempotent request has already made the change. Nothing was stored now.
    #[error("the change of this idempotent request was made before")]
    DoneBefore,
    /// The preconditions of the decision are no longer true. Nothing was stored.
    #[error("a role, an invitation, a key or the plan was changed at the same time")]
    PreconditionsChanged,
    /// The session that asked for the change has ended. Nothing was stored.
    #[error("the session has ended")]
    SessionEnded,
    /// The account's password or address was changed, or it was locked, after the credentials for the change were
    /// checked. Nothing was stored.
    #[error("the account was changed after its credentials were checked")]
    AccountChanged,
    /// The organization has reached its limit of records of idempotent requests. Nothing was stored.
    #[error("the organization has no room for another idempotent request")]
    TooManyRequestsKept {
        /// How long until the oldest expires.
        free_in: jiff::SignedDuration,
    },
    /// Anything else: a defect of Askline.
    #[error("the store failed: {0}")]
    Internal(String),
}

impl From<UnreadableTime> for StoreError {
    fn from(UnreadableTime { object, field, id }: UnreadableTime) -> Self {
        Self::Corrupt { table: object, column: field, id }
    }
}

/// What port methods return.
pub type StoreResult<T> = Result<T, StoreError>;
