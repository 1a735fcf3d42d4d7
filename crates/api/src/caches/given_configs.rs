//! Sites whose public configuration was given, for when the store is away.

use std::{sync::Arc, time::Duration};

use askline_domain::shared::ids::SiteId;
use moka::sync::Cache;

use super::site_entry::SiteEntry;

/// As long as caches may give a public configuration when the service fails (`stale-if-error`).
const KEPT_FOR: Duration = Duration::from_secs(86_400);

/// The entry by which each site's configuration was given last. It may have changed since, so it is for what anyone may read only.
pub struct GivenConfigs(Cache<SiteId, Arc<SiteEntry>>);

impl GivenConfigs {
    /// Keeps at most `max_sites` sites.
    pub fn new(max_sites: u64) -> Self {
        Self(Cache::builder().max_capacity(max_sites).time_to_live(KEPT_FOR).build())
    }

    /// Notes that the configuration of this entry was given.
    pub fn note(&self, entry: &Arc<SiteEntry>) {
        let id = entry.site.id;
        if !self.0.get(&id).is_some_and(|given| Arc::ptr_eq(&given, entry)) {
            self.0.insert(id, Arc::clone(entry));
        }
    }

    /// Forgets a site that was deleted.
    pub fn forget(&self, id: SiteId) {
        self.0.invalidate(&id);
    }

    /// The entry that was given last.
    pub fn last(&self, id: SiteId) -> Option<Arc<SiteEntry>> {
        self.0.get(&id)
    }
}
