//! Revokes one API key, or a leaked key with its whole chain.

use askline_domain::{
    audit::{Actor, AuditDraft, context::AuditContext},
    keys::{KeyRecord, KeyStatus, digest_of_well_formed},
    shared::ids::{KeyId, OrgId},
    webhooks::{EventName, message::Event},
};
use jiff::Timestamp;
use serde_json::json;

use crate::{
    error::UseCaseError,
    ports::{
        StoreResult,
        change::{Change, Scope},
        keys::KeyStore,
    },
};

/// Revokes a key of an organization. Returns its record after that, and whether this call revoked it: the time of the
/// first call stays, and only that call writes an audit entry.
pub async fn revoke(
    keys: &dyn KeyStore,
    org: OrgId,
    id: KeyId,
    context: &AuditContext,
) -> Result<(KeyRecord, bool), UseCaseError> {
    let mut change = keys.begin(&[Scope::Organization(org)]).await?;
    let key = change.key(id).await?.filter(|key| key.org_id == org);
    let mut key = key.ok_or(UseCaseError::NotFound("API key"))?;
    if key.revoked_at.is_some() {
        return Ok((key, false));
    }
    let entry = context.entry(org, "key.revoked", vec![key.audit_target()], json!({}));
    end(&mut *change, &mut key, context.at, entry).await?;
    change.commit().await?;
    Ok((key, true))
}

/// Revokes a key that someone found, and its whole chain, if `found` is an active key. Returns the revoked keys.
pub async fn revoke_leaked(keys: &dyn KeyStore, found: &str, context: &AuditContext) -> StoreResult<Vec<KeyRecord>> {
    let Ok(digest) = digest_of_well_formed(found.trim()) else { return Ok(Vec::new()) };
    // Read from the store, not through the cache: made-up keys must not push real ones out of it.
    let Some(grant) = keys.key_by_digest(digest).await? else { return Ok(Vec::new()) };
    let context = AuditContext { actor: Actor::system("leaked-key report"), request: None, ..context.clone() };
    revoke_chain(keys, grant.record.org_id, grant.record.id, &context).await
}

/// Revokes every active key of the chain of a leaked key, if that one is active: an ended key gives no right over its
/// replacement. Each gets an audit entry of its own. Returns the revoked keys.
pub async fn revoke_chain(
    keys: &dyn KeyStore,
    org: OrgId,
    leaked: KeyId,
    context: &AuditContext,
) -> StoreResult<Vec<KeyRecord>> {
    let mut change = keys.begin(&[Scope::Organization(org)]).await?;
    let leaked = change.key(leaked).await?;
    let leaked = leaked.filter(|key| key.org_id == org && key.status(context.at) == KeyStatus::Active);
    let Some(leaked) = leaked else { return Ok(Vec::new()) };
    let mut ended = change.active_keys_of_chain(leaked.chain_id, context.at).await?;
    for key in &mut ended {
        let entry = context.entry(org, "key.revoked", vec![key.audit_target()], json!({ "reason": "leaked" }));
        end(&mut *change, key, context.at, entry).await?;
    }
    change.commit().await?;
    Ok(ended)
}

/// Revokes an active key at `at`, with its event and its audit entry.
pub(super) async fn end(
    change: &mut dyn Change,
    key: &mut KeyRecord,
    at: Timestamp,
    entry: AuditDraft,
) -> StoreResult<()> {
    key.revoke(at);
    change.replace_key(key).await?;
    change.raise(&Event::of_key(EventName::KeyRevoked, key, at)).await?;
    change.audit(entry).await
}
