//! Rows of sign-ins that wait for their second step in a change. The change must lock [`crate::ports::change::Scope::User`].

use askline_domain::identity::{second_factor::challenge::Challenge, secret::SecretDigest};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::StoreResult;

/// Rows of challenges for the second factor.
#[async_trait]
pub trait SignInRows: Send {
    /// Stores a challenge, and ends the account's oldest ones beyond the limit.
    async fn insert_challenge(&mut self, challenge: &Challenge) -> StoreResult<()>;
    /// The challenge with this digest, unless it has expired at `now`.
    async fn challenge(&mut self, digest: SecretDigest, now: Timestamp) -> StoreResult<Option<Challenge>>;
    /// Stores how many codes of a challenge were wrong.
    async fn put_wrong_codes_of_challenge(&mut self, digest: SecretDigest, wrong: u32) -> StoreResult<()>;
    /// Ends a challenge.
    async fn end_challenge(&mut self, digest: SecretDigest) -> StoreResult<()>;
}
