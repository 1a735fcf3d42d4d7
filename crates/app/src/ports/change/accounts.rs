//! Rows of accounts in a change.

use askline_domain::{
    identity::{grounds::SessionGround, secret::SecretDigest, user::User},
    shared::ids::UserId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::StoreResult;

/// Rows of accounts.
#[async_trait]
pub trait AccountRows: Send {
    /// Fails with [`crate::ports::StoreError::SessionEnded`] unless the session is open. It cannot end before the change.
    async fn compare_session(&mut self, ground: SessionGround) -> StoreResult<()>;
    /// Whether an address belongs to an account other than `own`, or can be restored by one at `at`.
    async fn is_address_taken(&mut self, email: &str, own: Option<UserId>, at: Timestamp) -> StoreResult<bool>;
    /// Whether there is any account.
    async fn has_accounts(&mut self) -> StoreResult<bool>;
    /// Ends the token of a sign-up, and all others for the same address. Returns false, with nothing changed, if the token is
    /// not valid at `at` or was created for another address.
    async fn finish_sign_up(&mut self, digest: SecretDigest, email: &str, at: Timestamp) -> StoreResult<bool>;
    /// Whether an account has this address now.
    async fn is_address_used(&mut self, email: &str) -> StoreResult<bool>;
    /// Stores a new account. The change must lock [`super::Scope::of_account`].
    async fn insert_account(&mut self, account: &User) -> StoreResult<()>;
    /// Confirms the address of an account, if it is still this one.
    async fn confirm_address(&mut self, account: UserId, email: &str, at: Timestamp) -> StoreResult<()>;
    /// Gives an account another address, which is not confirmed, and ends all emailed links. The change must lock
    /// [`super::Scope::Email`].
    async fn replace_address(&mut self, account: UserId, email: &str) -> StoreResult<()>;
}
