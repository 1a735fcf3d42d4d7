//! Stored second factors, and sign-ins that wait for one.

use askline_domain::{
    identity::{second_factor::challenge::Challenge, secret::SecretDigest},
    shared::ids::UserId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::{StoreResult, change::BeginChange};

/// A browser that does not ask for the second factor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RememberedBrowser {
    /// Its name for itself; empty if it sent none.
    pub user_agent: String,
    /// Since when it is remembered.
    pub since: Timestamp,
    /// Until when.
    pub until: Timestamp,
}

/// What an account has to sign in with, beside its password.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FactorOverview {
    /// Since when an authenticator app is set up; `None` if none is.
    pub totp_since: Option<Timestamp>,
    /// How many recovery codes were not used yet.
    pub recovery_codes_left: u32,
    /// The browsers that do not ask for the second factor, newest first.
    pub remembered_browsers: Vec<RememberedBrowser>,
}

/// Second factors. Their rows change in [`crate::ports::change::FactorRows`].
#[async_trait]
pub trait FactorStore: BeginChange {
    /// The challenge with this digest, unless it has expired at `now`.
    async fn open_challenge(&self, digest: SecretDigest, now: Timestamp) -> StoreResult<Option<Challenge>>;
    /// What an account has at `now`.
    async fn factors_of(&self, user: UserId, now: Timestamp) -> StoreResult<FactorOverview>;
    /// Whether a browser of the account does not ask for the second factor at `now`.
    async fn is_remembered(&self, user: UserId, browser: SecretDigest, now: Timestamp) -> StoreResult<bool>;
    /// Makes the key exist with which secrets are sealed, if it may be made. Called before a change, which must not wait for it.
    async fn prepare(&self) -> StoreResult<()>;
    /// Removes challenges that expired before `now`, at most `most`; returns how many.
    async fn remove_ended_challenges(&self, now: Timestamp, most: u32) -> StoreResult<u64>;
}
