//! Changes the settings of a site.

use askline_domain::{
    audit::{AuditDraft, Target, context::AuditContext},
    shared::ids::SiteId,
    sites::{Site, input::SiteEdit, visible::VisibleSites},
};
use serde_json::json;

use super::payload::check_room;
use crate::{
    error::UseCaseError,
    instance::Instance,
    policy_check::check_site_name,
    ports::{StoreResult, change::Scope, sites::SiteStore},
};

/// A site after a change.
pub struct Updated {
    /// The site.
    pub site: Site,
    /// Whether the change changed anything.
    pub is_changed: bool,
    /// Other sites of the organization with the same domain, if the domain was changed and the caller may see them.
    pub same_domain: Vec<Site>,
}

/// Changes the settings of a site. First calls `check_before` with the stored site, so that the caller can refuse. `visible` are
/// the sites that the caller may see.
pub async fn update<E: From<UseCaseError>>(
    instance: &Instance,
    (id, visible): (SiteId, &VisibleSites),
    edit: SiteEdit,
    check_before: impl FnOnce(&Site) -> Result<(), E>,
    context: &AuditContext,
) -> Result<Updated, E> {
    // Taken before the site is read, so that of two concurrent edits the second one sees the first.
    let _turn = instance.payload_write_locks.take(id).await;
    let sites = &instance.ports.sites;
    let (before, _) = sites.site(id).await.map_err(UseCaseError::from)?.ok_or(UseCaseError::NotFound("site"))?;
    check_before(&before)?;
    let change = edit.check().map_err(UseCaseError::from)?;
    let site = before.changed(&change, context.at);
    if site == before {
        return Ok(Updated { site, is_changed: false, same_domain: Vec::new() });
    }
    // Read before the change is stored: a failure of this read must not look as if nothing had been stored.
    let same_domain = if site.domain == before.domain {
        Vec::new()
    } else {
        sites.sites_of_domain(site.org_id, visible.listed(), &site.domain).await.map_err(UseCaseError::from)?
    };
    let same_domain = same_domain.into_iter().filter(|other| other.id != id).collect();
    // Of these settings, only the name is in the payload.
    if site.name != before.name {
        check_site_name(instance, &site).await?;
        check_room(instance, id, |source| source.site_name.clone_from(&site.name)).await?;
    }
    let targets = vec![Target::new("site", site.id, &*site.name)];
    let audit = context.entry(site.org_id, "site.updated", targets, json!(change));
    if !put(&**sites, &site, audit).await.map_err(UseCaseError::from)? {
        return Err(UseCaseError::NotFound("site").into());
    }
    Ok(Updated { site, is_changed: true, same_domain })
}

/// Stores the settings of a site. Returns false, with nothing stored, if its organization has no such site.
pub async fn put(sites: &dyn SiteStore, site: &Site, entry: AuditDraft) -> StoreResult<bool> {
    let mut change = sites.begin(&[Scope::of(&entry)]).await?;
    if !change.put_site(site).await? {
        return Ok(false);
    }
    change.audit(entry).await?;
    change.commit().await?;
    Ok(true)
}
