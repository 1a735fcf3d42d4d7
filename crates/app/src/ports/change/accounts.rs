//! Rows of accounts in a change.

use askline_domain::{
    identity::{grounds::SessionGround, user::User},
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
    /// Stores a new account. The change must lock [`super::Scope::of_account`].
    async fn insert_account(&mut self, account: &User) -> StoreResult<()>;
    /// Confirms the address of an account, if it is still this one.
    async fn confirm_address(&mut self, account: UserId, email: &str, at: Timestamp) -> StoreResult<()>;
}
