//! Rows of passkeys in a change. The change must lock [`crate::ports::change::Scope::User`].

use askline_domain::{
    identity::{passkeys::Passkey, secret::SecretDigest},
    shared::ids::{PasskeyId, UserId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::StoreResult;

/// Rows of passkeys.
#[async_trait]
pub trait PasskeyRows: Send {
    /// The passkeys of an account, oldest first.
    async fn passkeys(&mut self, account: UserId) -> StoreResult<Vec<Passkey>>;
    /// Stores a passkey; returns whether it was stored: not if one with this id of its device is stored for any account.
    async fn insert_passkey(&mut self, passkey: &Passkey) -> StoreResult<bool>;
    /// Stores what a use changed: the credential, the counter, whether it is backed up, and the time.
    async fn put_passkey_use(&mut self, passkey: &Passkey) -> StoreResult<()>;
    /// Stores another name of a passkey of an account; returns whether the account has it.
    async fn rename_passkey(&mut self, account: UserId, id: PasskeyId, name: &str) -> StoreResult<bool>;
    /// Deletes a passkey of an account; returns whether the account had it.
    async fn delete_passkey(&mut self, account: UserId, id: PasskeyId) -> StoreResult<bool>;
    /// Notes that a ceremony is used, until it expires; returns whether it was not used before.
    async fn use_ceremony(&mut self, digest: SecretDigest, expires_at: Timestamp) -> StoreResult<bool>;
}
