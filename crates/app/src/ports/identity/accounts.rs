//! Stored links of emails, and the accounts that they open.

use askline_domain::{
    identity::{links::PendingSignUp, secret::SecretDigest, token::TokenPurpose, user::User},
    organizations::member::Membership,
    shared::ids::UserId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::{StoreResult, change::BeginChange};

/// The account that an emailed token was created for.
#[derive(Debug, Clone, PartialEq)]
pub struct TokenAccount {
    /// The account.
    pub user: User,
    /// Its memberships.
    pub memberships: Vec<Membership>,
    /// The address that the token was sent to.
    pub email: String,
}

/// Accounts, by the links that were emailed to them. Their rows change in [`crate::ports::change::AccountRows`] and
/// [`crate::ports::change::MailedLinkRows`].
#[async_trait]
pub trait AccountStore: BeginChange {
    /// The account of the token with this digest, if the token is valid at `now` and the account is not locked.
    async fn token_account(
        &self,
        purpose: TokenPurpose,
        digest: SecretDigest,
        now: Timestamp,
    ) -> StoreResult<Option<TokenAccount>>;
    /// The id of the account that has this address.
    async fn account_of_address(&self, email: &str) -> StoreResult<Option<UserId>>;
    /// The sign-up of the token with this digest, if the token is valid at `now`.
    async fn pending_sign_up(&self, digest: SecretDigest, now: Timestamp) -> StoreResult<Option<PendingSignUp>>;
    /// Removes tokens that expired before `now`, at most `most`; returns how many.
    async fn remove_ended_tokens(&self, now: Timestamp, most: u32) -> StoreResult<u64>;
}
