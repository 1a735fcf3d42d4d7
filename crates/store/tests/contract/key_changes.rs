//! Changes of keys by the use cases, with records and times that a test chooses.

use askline_app::{
    error::{Conflict, Limit, UseCaseError},
    keys,
    ports::StoreResult,
};
use askline_domain::{
    audit::{AuditDraft, context::AuditContext},
    keys::{KeyRecord, KeyStatus},
    shared::ids::{KeyId, OrgId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::backend::{Metadata, unexpected};

/// The result of creating a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyCreation {
    Created,
    LimitReached,
    DayLimitReached,
}

/// The result of a rotation; with the old key as it is now.
#[derive(Debug, Clone, PartialEq)]
pub enum KeyRotation {
    Rotated(Box<KeyRecord>),
    NotRotatable(KeyStatus),
    DayLimitReached,
    Missing,
}

#[async_trait]
pub trait KeyChanges {
    async fn create_key(&self, key: &KeyRecord, most: u32, entry: AuditDraft) -> StoreResult<KeyCreation>;
    async fn revoke_key(&self, org: OrgId, id: KeyId, at: Timestamp) -> StoreResult<Option<KeyRecord>>;
    async fn revoke_chain(&self, org: OrgId, leaked: KeyId, at: Timestamp) -> StoreResult<Vec<KeyRecord>>;
    /// Rotates at `now`, which becomes the time at which `new` was created.
    async fn rotate_key(
        &self,
        old: KeyId,
        new: &KeyRecord,
        old_ends_at: Timestamp,
        now: Timestamp,
        entry: AuditDraft,
    ) -> StoreResult<KeyRotation>;
}

#[async_trait]
impl<S: Metadata> KeyChanges for S {
    async fn create_key(&self, key: &KeyRecord, most: u32, entry: AuditDraft) -> StoreResult<KeyCreation> {
        match keys::add(self, key, most, entry).await {
            Ok(true) => Ok(KeyCreation::Created),
            Ok(false) => Ok(KeyCreation::LimitReached),
            Err(UseCaseError::LimitReached(Limit::KeysMadeToday)) => Ok(KeyCreation::DayLimitReached),
            Err(error) => unexpected(error),
        }
    }

    async fn revoke_key(&self, org: OrgId, id: KeyId, at: Timestamp) -> StoreResult<Option<KeyRecord>> {
        match keys::revoke(self, org, id, &AuditContext::system("contract", at)).await {
            Ok((key, _)) => Ok(Some(key)),
            Err(UseCaseError::NotFound(_)) => Ok(None),
            Err(error) => unexpected(error),
        }
    }

    async fn revoke_chain(&self, org: OrgId, leaked: KeyId, at: Timestamp) -> StoreResult<Vec<KeyRecord>> {
        keys::revoke_chain(self, org, leaked, &AuditContext::system("contract", at)).await
    }

    async fn rotate_key(
        &self,
        old: KeyId,
        new: &KeyRecord,
        old_ends_at: Timestamp,
        now: Timestamp,
        entry: AuditDraft,
    ) -> StoreResult<KeyRotation> {
        let new = KeyRecord { created_at: now, ..new.clone() };
        match keys::replace(self, old, new, old_ends_at, entry).await {
            Ok((_, replaced)) => Ok(KeyRotation::Rotated(Box::new(replaced))),
            Err(UseCaseError::InConflict(Conflict::KeyNotRotatable(status))) => Ok(KeyRotation::NotRotatable(status)),
            Err(UseCaseError::LimitReached(Limit::KeysMadeToday)) => Ok(KeyRotation::DayLimitReached),
            Err(UseCaseError::NotFound(_)) => Ok(KeyRotation::Missing),
            Err(error) => unexpected(error),
        }
    }
}
