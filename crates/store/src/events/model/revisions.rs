//! Numbers that grow with every commit, so that cached answers are known to be outdated. Memory only.

use std::{
    collections::HashMap,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use askline_domain::shared::ids::SiteId;

/// How many commits there were.
#[derive(Debug, Default)]
pub(crate) struct Revisions {
    /// Commits by other processes: their sites are not known.
    foreign: AtomicU64,
    sites: Mutex<HashMap<SiteId, u64>>,
}

impl Revisions {
    /// Grows whenever any data of the site may have changed.
    pub(crate) fn of(&self, site: SiteId) -> u64 {
        // Both only grow, so their sum does.
        self.foreign.load(Ordering::Acquire) + self.lock().get(&site).copied().unwrap_or(0)
    }

    /// Notes a commit of this process to the sites.
    pub(crate) fn raise(&self, sites: impl IntoIterator<Item = SiteId>) {
        let mut known = self.lock();
        for site in sites {
            *known.entry(site).or_default() += 1;
        }
    }

    /// Notes a commit of another process.
    pub(crate) fn raise_all(&self) {
        self.foreign.fetch_add(1, Ordering::AcqRel);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<SiteId, u64>> {
        self.sites.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
