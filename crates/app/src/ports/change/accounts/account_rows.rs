//! Rows of accounts in a change.

use askline_domain::{
    identity::{
        address_state::PendingAddress,
        grounds::{ConfirmedGround, CredentialsGround, SessionGround},
        user::User,
    },
    organizations::member::Membership,
    shared::ids::UserId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::StoreResult;

/// Rows of accounts. A change of one must lock [`crate::ports::change::Scope::User`], and an account that is changed is among what the
/// commit notifies about.
#[async_trait]
pub trait AccountRows: Send {
    /// Fails with [`crate::ports::StoreError::SessionEnded`] unless the session is open. It cannot end before the change.
    async fn compare_session(&mut self, ground: SessionGround) -> StoreResult<()>;
    /// Fails with [`crate::ports::StoreError::AccountChanged`] unless the account still has these credentials, and is not
    /// locked.
    async fn compare_credentials(&mut self, ground: CredentialsGround) -> StoreResult<()>;
    /// Fails unless the session is open and the account still has these credentials.
    async fn compare_confirmed(&mut self, ground: ConfirmedGround) -> StoreResult<()>;
    /// An account and its memberships.
    async fn account(&mut self, id: UserId) -> StoreResult<Option<(User, Vec<Membership>)>>;
    /// The account that has this address now.
    async fn account_of_address(&mut self, email: &str) -> StoreResult<Option<User>>;
    /// Whether an address belongs to an account other than `own`, or can be restored by one at `at`.
    async fn is_address_taken(&mut self, email: &str, own: Option<UserId>, at: Timestamp) -> StoreResult<bool>;
    /// Whether there is any account.
    async fn has_accounts(&mut self) -> StoreResult<bool>;
    /// Stores a new account. The change must lock [`crate::ports::change::Scope::of_account`].
    async fn insert_account(&mut self, account: &User) -> StoreResult<()>;
    /// Confirms the address of an account, if it is still this one. What refused it is forgotten.
    async fn confirm_address(&mut self, account: UserId, email: &str, at: Timestamp) -> StoreResult<()>;
    /// Stores the address of an account, and when it was confirmed, if it was. What refused it is forgotten. The change must lock [`crate::ports::change::Scope::Email`].
    async fn put_address(&mut self, account: UserId, email: &str, confirmed_at: Option<Timestamp>) -> StoreResult<()>;
    /// Stores the address that an account requested.
    async fn put_pending_address(&mut self, account: UserId, pending: Option<&PendingAddress>) -> StoreResult<()>;
    /// Stores the hash of an account's password; `None` if it is to have none.
    async fn put_password(&mut self, account: UserId, hash: Option<&str>) -> StoreResult<()>;
    /// Makes every change that is under way with the account's present credentials fail.
    async fn raise_credential_version(&mut self, account: UserId) -> StoreResult<()>;
    /// Stores since when an account is locked; `None` if it is not.
    async fn put_locked(&mut self, account: UserId, since: Option<Timestamp>) -> StoreResult<()>;
}
