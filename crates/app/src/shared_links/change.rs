//! Changes a shared link.

use askline_domain::{
    audit::context::AuditContext,
    shared::ids::{OrgId, SharedLinkId, SiteId},
    shared_links::{SharedLink, input::SharedLinkEdit},
};
use serde_json::json;

use super::entry::{described, of_site, present};
use crate::{
    error::UseCaseError,
    ports::{change::Scope, sites::shared_links::SharedLinkStore},
};

/// Changes a link, with the hash of its new password if the edit has one; the next request in its sessions is decided by the new settings. Another password ends its sessions.
pub async fn change(
    links: &dyn SharedLinkStore,
    (org, site, id): (OrgId, SiteId, SharedLinkId),
    (edit, new_hash): (SharedLinkEdit, Option<Option<String>>),
    context: &AuditContext,
) -> Result<SharedLink, UseCaseError> {
    let mut change = links.begin(&[Scope::Organization(org)]).await?;
    let before = of_site(change.shared_link(id).await?, (org, site))?;
    let checked = edit.check(present(&before), context.at)?;
    let after = SharedLink {
        settings: checked.settings,
        expires_at: checked.expires_at,
        password_hash: new_hash.unwrap_or_else(|| before.password_hash.clone()),
        ..before.clone()
    };
    if before == after {
        return Ok(after);
    }
    change.replace_shared_link(&after).await?;
    if before.password_hash != after.password_hash {
        change.end_link_sessions(&after).await?;
    }
    let metadata = json!({ "siteId": site, "from": described(&before), "to": described(&after) });
    change.audit(context.entry(org, "shared_link.updated", vec![after.audit_target()], metadata)).await?;
    change.commit().await?;
    Ok(after)
}
