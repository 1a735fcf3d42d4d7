//! A one-time link of the operator.

use jiff::Timestamp;

use crate::{identity::secret::SecretDigest, shared::ids::UserId};

/// A token that the operator created, for a person who cannot sign in or for a demo.
#[derive(Debug, Clone)]
pub struct OneTimeToken {
    /// The account.
    pub user_id: UserId,
    /// SHA-256 of the token.
    pub digest: SecretDigest,
    /// When it expires.
    pub expires_at: Timestamp,
}
