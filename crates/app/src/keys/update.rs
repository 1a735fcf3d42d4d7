//! Changes the settings of an API key. It takes effect like a revocation: with the next request.

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

use crate::{
    error::{Conflict, UseCaseError},
    ports::{change::Scope, keys::KeyStore, sites::SiteStore},
    sites::own_ids,
};

/// Changes an active key that was not replaced, as far as the caller's own `role` allows: a key gets no scope beyond it. A key that may do more afterwards needs a fresh proof. Whether
/// the key may do more afterwards is decided on the key as it is in the change, and noted in the audit entry.
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
    let after = edit.check(before.clone(), &own_sites, context.at)?;
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
    change.commit().await?;
    Ok(key)
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
