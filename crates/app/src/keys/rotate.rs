//! Replaces a key with a new one that has the same settings. The old key expires after an overlap. Never exceeds the plan,
//! because both count as one key.

use askline_domain::{
    audit::{AuditDraft, context::AuditContext},
    keys::{ApiKey, KeyCreator, KeyRecord, KeyStatus},
    shared::ids::{AuditId, Id as _, KeyId},
    webhooks::message::Event,
};
use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use super::{
    create::{MadeKey, count_made, mail_maker, scopes},
    revoke::end,
};
use crate::{
    error::{Conflict, UseCaseError},
    ports::keys::KeyStore,
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
    let entry = context.entry(old.org_id, "key.rotated", targets, metadata);
    let old_ends_at = at + SignedDuration::from_secs(i64::from(overlap_seconds));
    let (record, replaced) = replace(keys, old.id, record, old_ends_at, entry).await?;
    Ok((MadeKey { record, key }, replaced))
}

/// Stores `new` as the replacement of `old`, in the same chain and with the same settings and lifetime. `old` expires at
/// `old_ends_at` (or earlier, if it would anyway), and other active keys of the chain are revoked, each with its own audit
/// entry in addition to `entry`. Returns the new key and the old one as they are now.
pub async fn replace(
    keys: &dyn KeyStore,
    old: KeyId,
    mut new: KeyRecord,
    old_ends_at: Timestamp,
    entry: AuditDraft,
) -> Result<(KeyRecord, KeyRecord), UseCaseError> {
    let at = new.created_at;
    let mut change = keys.begin(&scopes(&new)).await?;
    let replaced = change.key(old).await?.filter(|key| key.org_id == new.org_id);
    let mut replaced = replaced.ok_or(UseCaseError::NotFound("API key"))?;
    let status = replaced.status(at);
    if status != KeyStatus::Active || replaced.replaced_by_id.is_some() {
        return Err(Conflict::KeyNotRotatable(status).into());
    }
    // The settings as they are now: the key may have been narrowed since it was read.
    new = KeyRecord { expires_at: replaced.end_of_successor(at), ..new.with(replaced.settings()) };
    count_made(&mut *change, &new).await?;
    let older = change.active_keys_of_chain(replaced.chain_id, at).await?;
    replaced.hand_over_to(&mut new, old_ends_at);
    change.insert_key(&new).await?;
    mail_maker(&mut *change, &new).await?;
    change.replace_key(&replaced).await?;
    change.raise(&Event::of_rotation(&new, &replaced, at)).await?;
    change.audit(entry.clone()).await?;
    for mut key in older.into_iter().filter(|key| key.id != old) {
        let (id, metadata) = (AuditId::new(at, &mut rand::rng()), json!({ "reason": "rotated again" }));
        let entry = entry.beside(id, "key.revoked", vec![key.audit_target()], metadata);
        end(&mut *change, &mut key, at, entry).await?;
    }
    change.commit().await?;
    Ok((new, replaced))
}
