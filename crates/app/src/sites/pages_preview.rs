//! Compares other settings for pages with those of a site, over what is stored. Changes nothing.

use askline_domain::{
    citations::cited_pages::CitedPages,
    pages::{
        identity::PageIdentifier,
        preview::{MAX_ADDRESSES_EXAMINED, MAX_PAGES_EXAMINED, PagesPreview, StoredPages, preview},
        settings::PageSettings,
    },
    sites::Site,
};

use crate::{error::UseCaseError, instance::Instance};

/// What a site's pages would be by `settings`.
pub async fn preview_pages(
    instance: &Instance,
    site: &Site,
    settings: &PageSettings,
) -> Result<PagesPreview, UseCaseError> {
    let paths = instance.ports.analytics.page_paths(site.id, MAX_PAGES_EXAMINED).await?;
    let addresses = instance.ports.monitors.own_addresses(site.id, MAX_ADDRESSES_EXAMINED).await?;
    let is_complete = paths.len() < MAX_PAGES_EXAMINED as usize && addresses.len() < MAX_ADDRESSES_EXAMINED as usize;
    let own = CitedPages::new(site);
    let addresses = addresses.iter().filter_map(|address| own.own_address(address)).collect();
    let stored = StoredPages { paths, addresses, is_complete };
    Ok(preview(&stored, &PageIdentifier::new(&site.pages), &PageIdentifier::new(settings)))
}
