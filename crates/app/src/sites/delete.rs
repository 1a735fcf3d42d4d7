//! Deletes a site: nobody sees it from then on. [`super::gone`] removes what belongs to it.

use askline_domain::{
    audit::{AuditDraft, Target, context::AuditContext},
    shared::ids::{OrgId, SiteId},
    sites::Site,
};
use serde_json::json;

use crate::{
    error::UseCaseError,
    instance::Instance,
    ports::{StoreResult, change::Scope, sites::SiteStore},
};

/// Deletes a site. [`super::gone`] removes its rows and events later.
pub async fn delete(instance: &Instance, site: &Site, context: &AuditContext) -> Result<(), UseCaseError> {
    let targets = vec![Target::new("site", site.id, &*site.name)];
    let entry = context.entry(site.org_id, "site.deleted", targets, json!({ "domain": site.domain }));
    if remove(&*instance.ports.sites, (site.org_id, site.id), entry).await? {
        Ok(())
    } else {
        Err(UseCaseError::NotFound("site"))
    }
}

/// Marks a site as deleted. Returns false, with nothing stored, if the organization has no such site.
pub async fn remove(sites: &dyn SiteStore, (org, id): (OrgId, SiteId), entry: AuditDraft) -> StoreResult<bool> {
    let mut change = sites.begin(&[Scope::of(&entry)]).await?;
    if !change.remove_site(org, id, entry.occurred_at).await? {
        return Ok(false);
    }
    change.audit(entry).await?;
    change.commit().await?;
    Ok(true)
}
