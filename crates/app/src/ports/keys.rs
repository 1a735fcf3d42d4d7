//! Stored API keys.

use askline_domain::{
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

use super::{StoreResult, change::BeginChange};

/// What the guard needs to know about a key.
#[derive(Debug, Clone, PartialEq)]
pub struct KeyGrant {
    /// The record.
    pub record: KeyRecord,
    /// The plan of its organization.
    pub plan: Plan,
}

/// API keys. Only digests are stored. What changes them is in [`super::change::KeyRows`].
#[async_trait]
pub trait KeyStore: BeginChange {
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
    /// The keys that expire after `now` and until `until`, at most `most`, the earliest first: unless they were revoked or
    /// replaced, or their expiry was reported.
    async fn expiring_keys(&self, now: Timestamp, until: Timestamp, most: u32) -> StoreResult<Vec<(OrgId, KeyId)>>;
    /// Records when keys were last used. Never moves a time back.
    async fn touch_keys(&self, uses: &[(KeyId, Timestamp)]) -> StoreResult<()>;
}
