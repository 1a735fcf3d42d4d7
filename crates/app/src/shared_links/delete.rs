//! Deletes a shared link, which ends its sessions.

use askline_domain::{
    audit::context::AuditContext,
    shared::ids::{OrgId, SharedLinkId, SiteId},
};

use super::entry::{described, of_site};
use crate::{
    error::UseCaseError,
    ports::{change::Scope, sites::shared_links::SharedLinkStore},
};

/// Deletes a link: its token and its sessions are refused from now on.
pub async fn delete(
    links: &dyn SharedLinkStore,
    (org, site, id): (OrgId, SiteId, SharedLinkId),
    context: &AuditContext,
) -> Result<(), UseCaseError> {
    let mut change = links.begin(&[Scope::Organization(org)]).await?;
    let link = of_site(change.shared_link(id).await?, (org, site))?;
    change.delete_shared_link(&link).await?;
    change.audit(context.entry(org, "shared_link.deleted", vec![link.audit_target()], described(&link))).await?;
    change.commit().await?;
    Ok(())
}
