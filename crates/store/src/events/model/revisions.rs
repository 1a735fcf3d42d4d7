//! Numbers that grow with every commit, so that outdated cached answers are recognized. They are kept only in memory.

use std::{
    collections::HashMap,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use askline_domain::shared::ids::SiteId;

/// The number of commits so far.
#[derive(Debug, Default)]
pub(crate) struct Revisions {
    /// Changes whose sites are not known, such as commits by other processes to a file.
    foreign: AtomicU64,
    sites: Mutex<HashMap<SiteId, u64>>,
}

impl Revisions {
    /// Returns a number that grows whenever any data of the site may have changed.
    pub(crate) fn of(&self, site: SiteId) -> u64 {
        // Both only grow, so their sum only grows.
        self.foreign.load(Ordering::Acquire) + self.lock().get(&site).copied().unwrap_or(0)
    }

    /// Records a change of these sites.
    pub(crate) fn raise(&self, sites: impl IntoIterator<Item = SiteId>) {
        let mut known = self.lock();
        for site in sites {
            *known.entry(site).or_default() += 1;
        }
    }

    /// Records that any site may have changed.
    pub(crate) fn raise_all(&self) {
        self.foreign.fetch_add(1, Ordering::AcqRel);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<SiteId, u64>> {
        self.sites.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
