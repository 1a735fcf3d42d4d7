//! Rows of second factors in a change. The change must lock [`crate::ports::change::Scope::User`].

use askline_domain::{
    identity::{
        second_factor::{assurance::FactorSet, totp::TotpStep},
        secret::Secret,
    },
    shared::ids::UserId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::StoreResult;

/// An authenticator app of an account.
#[derive(Debug, Clone)]
pub struct TotpFactor {
    /// The secret that it shares with the service, in base32; never printed.
    pub secret: Secret,
    /// When it was requested.
    pub created_at: Timestamp,
    /// When its first code was given; `None` while it is being set up.
    pub confirmed_at: Option<Timestamp>,
    /// The last step whose code was used.
    pub last_step: TotpStep,
}

/// Rows of second factors.
#[async_trait]
pub trait FactorRows: Send {
    /// The authenticator app of an account, confirmed or not.
    async fn totp(&mut self, account: UserId) -> StoreResult<Option<TotpFactor>>;
    /// Stores the secret of an authenticator app that is not confirmed yet, in place of an earlier one.
    async fn put_totp(&mut self, account: UserId, secret: &Secret, at: Timestamp) -> StoreResult<()>;
    /// Stores that an authenticator app was confirmed.
    async fn confirm_totp(&mut self, account: UserId, at: Timestamp) -> StoreResult<()>;
    /// Stores the last step whose code was used.
    async fn put_totp_step(&mut self, account: UserId, step: TotpStep) -> StoreResult<()>;
    /// Deletes the authenticator app.
    async fn delete_totp(&mut self, account: UserId) -> StoreResult<()>;
    /// Deletes the second factors that an account got since `from`, without opening any secret; returns the kinds that are left.
    async fn delete_factors_since(&mut self, account: UserId, from: Timestamp) -> StoreResult<FactorSet>;
    /// Stores recovery codes as they are read when a person types them, as digests, in place of all earlier ones; none to delete them.
    async fn put_recovery_codes(&mut self, account: UserId, codes: &[Secret]) -> StoreResult<()>;
    /// Marks a recovery code as used; returns whether it was a code that was not used yet.
    async fn use_recovery_code(&mut self, account: UserId, code: &Secret, at: Timestamp) -> StoreResult<bool>;
    /// Stores which kinds of second factors the account has. Sessions lose the proofs of its factors if none is left.
    async fn put_factors(&mut self, account: UserId, factors: FactorSet) -> StoreResult<()>;
    /// Stores how many codes were wrong in a row.
    async fn put_wrong_codes(&mut self, account: UserId, wrong: u32) -> StoreResult<()>;
    /// Makes every browser of the account ask for the second factor again.
    async fn forget_remembered_browsers(&mut self, account: UserId) -> StoreResult<()>;
    /// Ends every sign-in of the account that waits for the second factor.
    async fn end_challenges(&mut self, account: UserId) -> StoreResult<()>;
}
