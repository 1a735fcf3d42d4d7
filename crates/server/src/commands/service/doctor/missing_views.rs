//! Whether views of any site stopped while its widget's configuration is still requested.

use askline_app::sites::missing_views;

use super::finding::{Finding, State, finding};
use crate::{commands::answer::now, stores::Stores};

const NAME: &str = "missing views";
/// The maximum number of sites that are named.
const MAX_NAMED: usize = 5;

/// The finding for all sites.
pub(super) async fn missing_views(stores: &Stores) -> Finding {
    match affected(stores).await {
        Ok(affected) if affected.is_empty() => {
            finding(NAME, Ok("no site lost its views while its widget is loaded".into()))
        }
        Ok(affected) => {
            let named = affected.iter().take(MAX_NAMED).cloned().collect::<Vec<_>>().join(", ");
            let text = format!(
                "sites that have had no event since a day, although browsers load their widget: {} ({named}); look for a content \
                 blocker that names the widget's host, such as stats. or analytics., for connect-src in the pages' Content \
                 Security Policy, and for a consent tool that never allows counting",
                affected.len()
            );
            Finding { name: NAME, state: State::Worry, text }
        }
        Err(text) => finding(NAME, Err(text)),
    }
}

/// The domain of each such site, with the first day without events.
async fn affected(stores: &Stores) -> Result<Vec<String>, String> {
    let mut affected = Vec::new();
    for (id, _) in stores.metadata.retention_days().await.map_err(|error| error.to_string())? {
        let Some((site, config)) = stores.metadata.site(id).await.map_err(|error| error.to_string())? else { continue };
        let zone = site.time_zone().map_err(|error| error.to_string())?;
        let of_site = (&site, &zone, &config.config);
        let found = missing_views::read((&*stores.metadata, &*stores.events), of_site, now()).await;
        if let Some(found) = found.map_err(|error| error.to_string())? {
            affected.push(format!("{} since {}", site.domain, found.since.date()));
        }
    }
    Ok(affected)
}
