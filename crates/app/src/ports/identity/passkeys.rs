//! Stored passkeys, and ceremonies that only this instance can read.

use askline_domain::{
    identity::{
        passkeys::{Passkey, ceremony::Ceremony},
        secret::Secret,
    },
    shared::ids::UserId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::{StoreResult, change::BeginChange};

/// Passkeys. Their rows change in [`crate::ports::change::PasskeyRows`].
#[async_trait]
pub trait PasskeyStore: BeginChange {
    /// The passkeys of an account, oldest first. At most [`askline_domain::identity::passkeys::MAX_PASSKEYS`] exist.
    async fn passkeys_of(&self, user: UserId) -> StoreResult<Vec<Passkey>>;
    /// The passkey with this id of its device.
    async fn passkey_by_credential(&self, credential_id: &[u8]) -> StoreResult<Option<Passkey>>;
    /// A ceremony as a text that only this instance can read or write.
    fn seal_ceremony(&self, ceremony: &Ceremony) -> StoreResult<Secret>;
    /// The ceremony of such a text; `None` if this instance did not write it.
    fn open_ceremony(&self, sealed: &str) -> StoreResult<Option<Ceremony>>;
    /// Forgets used ceremonies that expired before `now`, at most `most`; returns how many.
    async fn forget_used_ceremonies(&self, now: Timestamp, most: u32) -> StoreResult<u64>;
}
