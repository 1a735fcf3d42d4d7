//! Rows of API keys in a change.

use askline_domain::{
    keys::KeyRecord,
    shared::ids::{KeyId, OrgId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::StoreResult;

/// Rows of API keys. A written key is among what the commit notifies about.
#[async_trait]
pub trait KeyRows: Send {
    /// A key, of any organization and in any status.
    async fn key(&mut self, id: KeyId) -> StoreResult<Option<KeyRecord>>;
    /// The keys of a chain that are active at `at`, oldest first.
    async fn active_keys_of_chain(&mut self, chain: KeyId, at: Timestamp) -> StoreResult<Vec<KeyRecord>>;
    /// The number of an organization's chains with a key that is active at `at`.
    async fn count_active_chains(&mut self, org: OrgId, at: Timestamp) -> StoreResult<u32>;
    /// Stores a new key.
    async fn insert_key(&mut self, key: &KeyRecord) -> StoreResult<()>;
    /// Stores what can change of a key: its expiry, its replacement and its revocation.
    async fn replace_key(&mut self, key: &KeyRecord) -> StoreResult<()>;
    /// Stores the settings of a key. If its expiry changes, it may be reported again.
    async fn replace_key_settings(&mut self, key: &KeyRecord) -> StoreResult<()>;
    /// Marks that the expiry of a key was reported at `at`. `None`, with nothing stored, if that was done before, or if
    /// the key was revoked or replaced or has expired.
    async fn mark_expiry_reported(&mut self, id: KeyId, at: Timestamp) -> StoreResult<Option<KeyRecord>>;
}
