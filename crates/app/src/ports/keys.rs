//! Stored API keys.

use askline_domain::{
    audit::AuditDraft,
    identity::secret::SecretDigest,
    keys::{KeyRecord, KeyStatus},
    organizations::plan::Plan,
    shared::{
        ids::{KeyId, OrgId, UserId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreResult;

/// What the guard needs to know about a key.
#[derive(Debug, Clone, PartialEq)]
pub struct KeyGrant {
    /// The record.
    pub record: KeyRecord,
    /// The plan of its organization.
    pub plan: Plan,
}

/// The result of creating a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyCreation {
    /// Stored, with its audit entry.
    Created,
    /// The plan's limit of chains with an active key is reached; nothing was stored.
    LimitReached,
    /// The organization created [`askline_domain::organizations::bounds::MAX_KEYS_MADE_A_DAY`] keys today; nothing was stored.
    DayLimitReached,
}

/// The result of a rotation.
#[derive(Debug, Clone, PartialEq)]
pub enum KeyRotation {
    /// The new key is stored; this is the old one as it is now.
    Rotated(Box<KeyRecord>),
    /// The old key is no longer active, or was already replaced; nothing was stored.
    NotRotatable(KeyStatus),
    /// The organization created [`askline_domain::organizations::bounds::MAX_KEYS_MADE_A_DAY`] keys today; nothing was stored.
    DayLimitReached,
    /// There is no such key.
    Missing,
}

/// API keys. Only digests are stored.
#[async_trait]
pub trait KeyStore: Send + Sync + 'static {
    /// Stores a key, the first of its chain, unless `most_active` chains of its organization already have an active key.
    async fn create_key(&self, key: &KeyRecord, most_active: u32, audit: AuditDraft) -> StoreResult<KeyCreation>;
    /// The key with this digest, in any status. On the hot path of the API.
    async fn key_by_digest(&self, digest: SecretDigest) -> StoreResult<Option<KeyGrant>>;
    /// One key of an organization.
    async fn key(&self, org: OrgId, id: KeyId) -> StoreResult<Option<KeyRecord>>;
    /// The organization of a key, for the command line, which gets only the id.
    async fn organization_of_key(&self, id: KeyId) -> StoreResult<Option<OrgId>>;
    /// The keys of an organization, newest first; if `status` is given, only those that have it at `now`.
    async fn keys(
        &self,
        org: OrgId,
        status: Option<KeyStatus>,
        now: Timestamp,
        page: PageRequest,
    ) -> StoreResult<Page<KeyRecord>>;
    /// The active keys at `now` that an account made, newest first, at most `most`: in one organization, or in all.
    async fn active_keys_made_by(
        &self,
        maker: UserId,
        org: Option<OrgId>,
        now: Timestamp,
        most: u32,
    ) -> StoreResult<Vec<KeyRecord>>;
    /// Revokes a key. May be repeated: the time of the first call stays, and only that call writes an audit entry.
    async fn revoke_key(
        &self,
        org: OrgId,
        id: KeyId,
        at: Timestamp,
        audit: AuditDraft,
    ) -> StoreResult<Option<KeyRecord>>;
    /// Revokes every active key of the chain of `id`, if that one is active: an ended key gives no right over its
    /// replacement. Each revoked key gets its own audit entry, made from `audit`. Returns the revoked keys.
    async fn revoke_chain(&self, id: KeyId, at: Timestamp, audit: AuditDraft) -> StoreResult<Vec<KeyRecord>>;
    /// Stores `new` as the replacement of `old`, in the same chain. `old` expires at `old_ends_at` (or earlier, if it would
    /// anyway), and a key that `old` replaced is revoked now, with its own audit entry in addition to `audit`.
    async fn rotate_key(
        &self,
        old: KeyId,
        new: &KeyRecord,
        old_ends_at: Timestamp,
        now: Timestamp,
        audit: AuditDraft,
    ) -> StoreResult<KeyRotation>;
    /// Records when keys were last used. Never moves a time back.
    async fn touch_keys(&self, uses: &[(KeyId, Timestamp)]) -> StoreResult<()>;
}
