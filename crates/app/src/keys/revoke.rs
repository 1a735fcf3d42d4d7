//! Revokes one API key, or a leaked key with its whole chain.

use askline_domain::{
    audit::{Actor, context::AuditContext},
    keys::{KeyRecord, digest_of_well_formed},
};
use serde_json::json;

use crate::{
    error::UseCaseError,
    ports::{StoreResult, keys::KeyStore},
};

/// Revokes a key. Returns its record after that, and whether this call revoked it.
pub async fn revoke(
    keys: &dyn KeyStore,
    key: &KeyRecord,
    context: &AuditContext,
) -> Result<(KeyRecord, bool), UseCaseError> {
    let audit = context.entry(key.org_id, "key.revoked", vec![key.audit_target()], json!({}));
    let revoked = keys.revoke_key(key.org_id, key.id, context.at, audit).await?;
    let revoked = revoked.ok_or(UseCaseError::NotFound("API key"))?;
    let is_new = key.revoked_at.is_none() && revoked.revoked_at == Some(context.at);
    Ok((revoked, is_new))
}

/// Revokes a key that someone found, and its whole chain, if `found` is an active key. Returns the revoked keys.
pub async fn revoke_leaked(keys: &dyn KeyStore, found: &str, context: &AuditContext) -> StoreResult<Vec<KeyRecord>> {
    let Ok(digest) = digest_of_well_formed(found.trim()) else { return Ok(Vec::new()) };
    // Read from the store, not through the cache: made-up keys must not push real ones out of it.
    let Some(grant) = keys.key_by_digest(digest).await? else { return Ok(Vec::new()) };
    let key = grant.record;
    let context = AuditContext { actor: Actor::system("leaked-key report"), ..context.clone() };
    let audit = context.entry(key.org_id, "key.revoked", vec![key.audit_target()], json!({ "reason": "leaked" }));
    keys.revoke_chain(key.id, context.at, audit).await
}
