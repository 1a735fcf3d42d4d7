//! Replaces a key with a new one that has the same settings. The old key expires after an overlap. Never exceeds the plan,
//! because both count as one key.

use askline_domain::{
    audit::context::AuditContext,
    keys::{ApiKey, KeyCreator, KeyRecord},
    shared::ids::{Id as _, KeyId},
};
use jiff::SignedDuration;
use serde_json::json;

use super::create::MadeKey;
use crate::{
    error::{Conflict, Limit, UseCaseError},
    ports::keys::{KeyRotation, KeyStore},
};

/// Replaces a key. Both keys count as one of the plan's keys and share one limit per minute. The new key gets the
/// original lifetime of the old one. If the old key is itself a replacement, the key before it is revoked immediately.
/// Returns the new key, and the old one as it is now.
pub async fn rotate(
    keys: &dyn KeyStore,
    old: &KeyRecord,
    overlap_seconds: u32,
    creator: Option<KeyCreator>,
    context: &AuditContext,
) -> Result<(MadeKey, KeyRecord), UseCaseError> {
    let at = context.at;
    let key = ApiKey::generate(&mut rand::rng());
    let record = old.successor(KeyId::new(at, &mut rand::rng()), &key, creator, at);
    let targets = vec![old.audit_target(), record.audit_target()];
    let metadata = json!({ "replacedById": record.id, "overlapSeconds": overlap_seconds });
    let audit = context.entry(old.org_id, "key.rotated", targets, metadata);
    let old_ends_at = at + SignedDuration::from_secs(i64::from(overlap_seconds));
    match keys.rotate_key(old.id, &record, old_ends_at, at, audit).await? {
        KeyRotation::Rotated(replaced) => Ok((MadeKey { record, key }, *replaced)),
        KeyRotation::NotRotatable(status) => Err(Conflict::KeyNotRotatable(status).into()),
        KeyRotation::DayLimitReached => Err(UseCaseError::LimitReached(Limit::KeysMadeToday)),
        KeyRotation::Missing => Err(UseCaseError::NotFound("API key")),
    }
}
