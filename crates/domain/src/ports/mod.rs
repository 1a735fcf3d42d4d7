//! The ports: what the product needs from its stores and from external services.
//!
//! A port method is one atomic change, designed by what happens and not by tables.
//! What must be true together (a change, its audit entry) is passed as arguments
//! and is committed in one transaction. A missing row is `Ok(None)`, never an error.

mod accounts;
mod analytics;
mod answer_engine;
mod audit_log;
mod changes;
mod credits;
mod events;
mod generations;
mod idempotency;
mod install_probe;
mod jobs;
mod keys;
mod mail;
mod monitors;
mod organizations;
mod prompts;
mod proposed_rules;
mod rate_limiter;
mod rules;
mod sessions;
mod sites;
mod webhook_target;
mod webhooks;
mod whole_stores;

pub use accounts::*;
pub use analytics::*;
pub use answer_engine::*;
pub use audit_log::*;
pub use changes::*;
pub use credits::*;
pub use events::*;
pub use generations::*;
pub use idempotency::*;
pub use install_probe::*;
pub use jobs::*;
pub use keys::*;
pub use mail::*;
pub use monitors::*;
pub use organizations::*;
pub use prompts::*;
pub use proposed_rules::*;
pub use rate_limiter::*;
pub use rules::*;
pub use sessions::*;
pub use sites::*;
pub use webhook_target::*;
pub use webhooks::*;
pub use whole_stores::*;

/// Why a store could not do what was requested. Never about a mistake of the caller.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// Full, locked, overloaded or unreachable: the same request may succeed later.
    #[error("the store is not available: {0}")]
    Unavailable(String),
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
    /// The change was made before, by the same idempotent request. Nothing was stored now.
    #[error("the change of this idempotent request was made before")]
    DoneBefore,
    /// The grounds of the decision are no longer true. Nothing was stored.
    #[error("a role, an invitation, a key or the plan was changed at the same time")]
    GroundsChanged,
    /// The organization has reached its limit of records of idempotent requests. Nothing was stored.
    #[error("the organization has no room for another idempotent request")]
    TooManyRequestsKept {
        /// How long until the oldest expires.
        free_in: jiff::SignedDuration,
    },
    /// Anything else: a bug of ours.
    #[error("the store failed: {0}")]
    Internal(String),
}

/// What port methods return.
pub type StoreResult<T> = Result<T, StoreError>;
