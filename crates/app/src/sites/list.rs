//! Lists of sites.

use askline_domain::{
    shared::{
        ids::{Id as _, OrgId, SiteId},
        paging::{MAX_PAGE_ROWS, PageRequest},
    },
    sites::Site,
};

use crate::ports::{StoreResult, sites::SiteStore};

/// Every site of an organization, newest first; only those in `among` if given.
pub async fn every_site(sites: &dyn SiteStore, org: OrgId, among: Option<&[SiteId]>) -> StoreResult<Vec<Site>> {
    let mut found: Vec<Site> = Vec::new();
    loop {
        let before = found.last().map(|site| site.id.bits());
        let page = PageRequest { limit: MAX_PAGE_ROWS, before };
        let page = sites.sites(org, among, page).await?;
        let is_last = !page.has_more || page.items.is_empty();
        found.extend(page.items);
        if is_last {
            return Ok(found);
        }
    }
}

/// The ids among `named` that belong to the organization's sites.
pub async fn own_ids(sites: &dyn SiteStore, org: OrgId, named: &[SiteId]) -> StoreResult<Vec<SiteId>> {
    Ok(every_site(sites, org, Some(named)).await?.iter().map(|site| site.id).collect())
}
