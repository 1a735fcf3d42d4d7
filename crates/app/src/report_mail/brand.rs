//! The brand of a report by email: that of its sites' only organization.

use askline_domain::{mail::MailBrand, shared::ids::OrgId, sites::Site};

use crate::ports::{StoreResult, organizations::OrganizationStore};

/// The brand of the organization of these sites; `None` if they belong to several, or if it has none.
pub(super) async fn of_sites(organizations: &dyn OrganizationStore, sites: &[Site]) -> StoreResult<Option<MailBrand>> {
    let Some(org) = sites.first().map(|site| site.org_id) else { return Ok(None) };
    if sites.iter().any(|site| site.org_id != org) {
        return Ok(None);
    }
    brand_of(organizations, org).await
}

/// The brand of an organization; `None` if it has none.
pub(crate) async fn brand_of(organizations: &dyn OrganizationStore, org: OrgId) -> StoreResult<Option<MailBrand>> {
    let Some(brand) = organizations.organization(org).await?.and_then(|organization| organization.brand) else {
        return Ok(None);
    };
    let logo = match &brand.logo {
        Some(digest) => organizations.organization_logo(org, digest).await?,
        None => None,
    };
    Ok(Some(MailBrand::new(brand, logo.as_deref())))
}
