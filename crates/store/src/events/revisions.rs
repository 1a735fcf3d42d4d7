//! Numbers that grow with every commit, so that kept answers are known to be old. Memory only.

use std::{
    collections::HashMap,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use askline_domain::id::SiteId;

/// How often anything was committed.
#[derive(Debug, Default)]
pub(crate) struct Revisions {
    /// Commits by other processes: of which sites they were is not known.
    foreign: AtomicU64,
    sites: Mutex<HashMap<SiteId, u64>>,
}

impl Revisions {
    /// Grows whenever anything of the site may have changed.
    pub(crate) fn of(&self, site: SiteId) -> u64 {
        // Both only grow, so their sum does.
        self.foreign.load(Ordering::Acquire) + self.lock().get(&site).copied().unwrap_or(0)
    }

    /// This process has committed something of the sites.
    pub(crate) fn raise(&self, sites: impl IntoIterator<Item = SiteId>) {
        let mut known = self.lock();
        for site in sites {
            *known.entry(site).or_default() += 1;
        }
    }

    /// Another process has committed something.
    pub(crate) fn raise_all(&self) {
        self.foreign.fetch_add(1, Ordering::AcqRel);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<SiteId, u64>> {
        self.sites.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
