//! The events of sites that are gone. They are in another database than the sites, and follow them; what is broken off is
//! taken up again, since the store remembers which sites are gone until their events are.

use askline_domain::{id::SiteId, ports::StoreResult};

use crate::app::App;

/// Removes the events of sites that are gone, also when the caller goes away meanwhile. A failure is logged and left to
/// [`take_up_removals`].
pub(crate) async fn remove_events_of_gone_sites(app: &App, sites: Vec<SiteId>) {
    let app = app.clone();
    let removal = tokio::spawn(async move { remove_all(&app, &sites).await });
    if let Ok(Err(error)) = removal.await {
        tracing::warn!(%error, "Events of sites that are gone could not be removed; it is tried again");
    }
}

/// Removes the events of sites that went earlier, `at_once` sites at a time; how many sites.
pub async fn take_up_removals(app: &App, at_once: u32) -> StoreResult<u64> {
    let mut done = 0;
    loop {
        let sites = app.ports().sites.removed_sites(at_once).await?;
        if sites.is_empty() {
            return Ok(done);
        }
        remove_all(app, &sites).await?;
        done += sites.len() as u64;
    }
}

async fn remove_all(app: &App, sites: &[SiteId]) -> StoreResult<()> {
    for site in sites {
        app.ports().events.remove_site(*site).await?;
        app.ports().sites.forget_removed_site(*site).await?;
    }
    Ok(())
}
