//! Records what canonical links tell that the service itself read.
//!
//! They tell how addresses are spelled, and which query parameters make pages.

use askline_domain::{
    audit::{AuditDraft, Target, context::AuditContext},
    pages::{
        canonical_parameters::CanonicalParameters,
        identity::PageIdentifier,
        settings::{PageSettings, QueryParameter},
        sitemap::is_same_site,
    },
    sites::{Site, SiteSettings},
};
use jiff::Timestamp;
use serde_json::json;
use url::Url;

use crate::ports::{StoreResult, again::again_if_rolled_back, change::Scope, events::EventStore, sites::SiteStore};

/// Stores what the canonical links of a site's pages tell. `links` are pairs of a page's address as it was read and the address in its
/// canonical link.
///
/// A new site gets the proposed parameters at once, as long as it has no event and its owner has chosen nothing: then no stored page
/// changes.
pub async fn record(
    (sites, events): (&dyn SiteStore, &dyn EventStore),
    site: &Site,
    links: &[(Url, Url)],
    at: Timestamp,
) -> StoreResult<()> {
    // A page may have been redirected to another site, which says nothing about this one.
    let Ok(home) = Url::parse(&format!("https://{}/", site.domain)) else { return Ok(()) };
    let links: Vec<_> = links.iter().filter(|(read, _)| is_same_site(read, &home)).cloned().collect();
    let identifier = PageIdentifier::new(&site.pages);
    let pages: Vec<_> =
        links.iter().filter_map(|(read, canonical)| identifier.canonical_page(read, canonical)).collect();
    if !pages.is_empty() {
        events.record_canonical_pages(site.id, pages).await?;
    }
    let named = CanonicalParameters::of(&links);
    if named.is_empty() {
        return Ok(());
    }
    let known = again_if_rolled_back(|| sites.record_canonical_parameters(site, &named)).await?;
    let proposed = known.proposed(&site.pages);
    let is_new = site.sightings.first_seen_at.is_none() && site.pages == PageSettings::default();
    if proposed.is_empty() || !is_new {
        return Ok(());
    }
    let query_parameters = proposed.into_iter().map(|name| QueryParameter { name, paths: Vec::new() }).collect();
    let pages = PageSettings { query_parameters, ..PageSettings::default() };
    let targets = vec![Target::new("site", site.id, &*site.name)];
    let context = AuditContext::system("page reading", at);
    let audit = context.entry(site.org_id, "site.updated", targets, json!({ "pages": pages }));
    let changed = site.with(SiteSettings { pages, ..site.settings.clone() }, at);
    again_if_rolled_back(|| set_first_pages(sites, site, &changed, audit.clone())).await.map(drop)
}

/// Stores the settings for pages of a site that has no event, and was not changed since it was `read`; returns whether it did.
pub async fn set_first_pages(sites: &dyn SiteStore, read: &Site, site: &Site, entry: AuditDraft) -> StoreResult<bool> {
    let mut change = sites.begin(&[Scope::Organization(site.org_id)]).await?;
    let stored = change.site(site.id).await?;
    if stored.is_none_or(|now| now.updated_at != read.updated_at || now.sightings.first_seen_at.is_some()) {
        return Ok(false);
    }
    change.put_site(site).await?;
    change.audit(entry).await?;
    change.commit().await?;
    Ok(true)
}
