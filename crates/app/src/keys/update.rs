//! Changes the settings of an API key, and limits the key that it replaced. It takes effect like a revocation: with the
//! next request, and with the change of a request that is under way.

use askline_domain::{
    audit::context::AuditContext,
    identity::role::Role,
    keys::{KeyRecord, KeySettings, KeyStatus, edit::KeyEdit},
    shared::{
        ids::{KeyId, OrgId},
        rfc3339::Moment,
    },
};
use serde_json::{Value, json};

use super::revoke::end;
use crate::{
    error::{Conflict, UseCaseError},
    ports::{
        StoreResult,
        change::{Change, Scope},
        keys::KeyStore,
        sites::SiteStore,
    },
    sites::own_ids,
};

/// Why a replaced key is changed or revoked, in audit entries.
const REASON: &str = "its replacement was narrowed";

/// Changes an active key that was not replaced, as far as the caller's own `role` allows: a key gets no scope beyond it. A
/// key that may do more afterwards needs a fresh proof; whether it may is decided on the key as it is in the change, and
/// noted in the audit entry. The key that it replaced, while that one is active, may do no more than this one afterwards.
pub async fn update(
    (keys, sites): (&dyn KeyStore, &dyn SiteStore),
    (org, id): (OrgId, KeyId),
    edit: KeyEdit,
    (role, has_fresh_proof): (Role, bool),
    context: &AuditContext,
) -> Result<KeyRecord, UseCaseError> {
    let own_sites = own_ids(sites, org, &edit.named_sites()).await?;
    let mut change = keys.begin(&[Scope::Organization(org)]).await?;
    let key = change.key(id).await?.filter(|key| key.org_id == org).ok_or(UseCaseError::NotFound("API key"))?;
    let status = key.status(context.at);
    if status != KeyStatus::Active || key.replaced_by_id.is_some() {
        return Err(Conflict::KeyNotChangeable(status).into());
    }
    let before = key.settings();
    let mut after = edit.check(before.clone(), &own_sites, context.at)?;
    if before.site_ids != after.site_ids {
        after.site_ids = change.sites_to_store(org, &after.site_ids).await?;
    }
    if before == after {
        return Ok(key);
    }
    if let Some(needed) = role.lacks_for(before.scopes_beyond(after.scopes)) {
        return Err(UseCaseError::NeedsRole(needed));
    }
    let is_widened = before.is_widened_by(&after);
    if is_widened && !has_fresh_proof {
        return Err(UseCaseError::FreshProofNeeded);
    }
    let mut metadata = differences(&before, &after);
    metadata["widened"] = is_widened.into();
    let key = key.with(after);
    change.replace_key_settings(&key).await?;
    change.audit(context.entry(org, "key.updated", vec![key.audit_target()], metadata)).await?;
    for replaced in change.active_keys_of_chain(key.chain_id, context.at).await? {
        if replaced.id != key.id {
            limit_replaced(&mut *change, replaced, &key, context).await?;
        }
    }
    change.commit().await?;
    Ok(key)
}

/// Limits a replaced key to what its replacement may do, or revokes it if nothing would be left. The entry names both.
async fn limit_replaced(
    change: &mut dyn Change,
    mut replaced: KeyRecord,
    key: &KeyRecord,
    context: &AuditContext,
) -> StoreResult<()> {
    let before = replaced.settings();
    let targets = vec![replaced.audit_target(), key.audit_target()];
    match before.within(&key.settings()) {
        Some(after) if after == before => Ok(()),
        Some(after) => {
            let mut metadata = differences(&before, &after);
            metadata["widened"] = false.into();
            metadata["reason"] = REASON.into();
            change.replace_key_settings(&replaced.with(after)).await?;
            change.audit(context.entry(key.org_id, "key.updated", targets, metadata)).await
        }
        None => {
            let entry = context.entry(key.org_id, "key.revoked", targets, json!({ "reason": REASON }));
            end(change, &mut replaced, context.at, entry).await
        }
    }
}

/// The changed settings before and after, as an audit entry names them.
fn differences(before: &KeySettings, after: &KeySettings) -> Value {
    let [mut from, mut to] = [before, after].map(|settings| {
        json!({
            "name": settings.name,
            "scopes": settings.scopes,
            "siteIds": settings.site_ids,
            "allowedIps": settings.allowed_ips,
            "expiresAt": settings.expires_at.map(Moment),
        })
    });
    if let (Some(from), Some(to)) = (from.as_object_mut(), to.as_object_mut()) {
        let same: Vec<String> = from.keys().filter(|name| from.get(*name) == to.get(*name)).cloned().collect();
        for name in same {
            from.remove(&name);
            to.remove(&name);
        }
    }
    json!({ "from": from, "to": to })
}
