//! The registry of the resources that callers share.
//!
//! It says how many slots each has, how many one caller may hold, and how many are in use.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, LazyLock, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicI64, AtomicU64, Ordering},
    },
};

/// The number of slots that one holder may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Share {
    /// At most this number, always.
    Always(usize),
    /// At most this number while another holder waits.
    WhileOthersWait(usize),
    /// Holders of this kind have no share of their own: the resource is not used for them, or their requests are limited
    /// before it.
    None,
}

/// The limits of a shared resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The name, in errors and metrics.
    pub name: &'static str,
    /// The total number of slots.
    pub total: usize,
    /// The share of an organization.
    pub organization: Share,
    /// The share of an address without an organization.
    pub address: Share,
    /// The share of an account.
    pub account: Share,
}

/// A resource in the registry, and its use.
#[derive(Debug)]
pub struct SharedResource {
    /// Its limits.
    pub limits: Limits,
    in_use: AtomicI64,
    refused: AtomicU64,
}

/// The resources by name. One that is created again, as by the second application of a test, replaces the earlier one.
static RESOURCES: LazyLock<Mutex<BTreeMap<&'static str, Arc<SharedResource>>>> = LazyLock::new(Mutex::default);

fn resources() -> MutexGuard<'static, BTreeMap<&'static str, Arc<SharedResource>>> {
    RESOURCES.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SharedResource {
    /// Adds a resource to the registry.
    pub fn register(limits: Limits) -> Arc<Self> {
        let resource = Arc::new(Self { limits, in_use: AtomicI64::new(0), refused: AtomicU64::new(0) });
        resources().insert(limits.name, Arc::clone(&resource));
        resource
    }

    /// Counts a slot that was taken.
    pub fn note_taken(&self) {
        self.in_use.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a slot that was released.
    pub fn note_released(&self) {
        self.in_use.fetch_sub(1, Ordering::Relaxed);
    }

    /// Counts a request that got no slot.
    pub fn note_refused(&self) {
        self.refused.fetch_add(1, Ordering::Relaxed);
    }

    /// The number of slots in use.
    pub fn in_use(&self) -> i64 {
        self.in_use.load(Ordering::Relaxed)
    }

    /// The number of requests that got no slot.
    pub fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }
}

/// Returns every shared resource, ordered by name.
pub fn every() -> Vec<Arc<SharedResource>> {
    resources().values().cloned().collect()
}
