//! The locks of changes, and queues for this process's changes with equal locks.
//!
//! Changes wait here before they take a connection: of several changes for one scope, only one has a connection (and
//! perhaps one that is being rolled back), and the rest of the pool is free for others.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::OwnedMutexGuard;

/// The number of queues at which empty ones are removed.
const QUEUES_KEPT: usize = 1_024;

/// What a change locks, in the order in which every change takes its locks.
#[derive(Debug, Default)]
pub(crate) struct LockKeys {
    /// A lock that many may hold at the same time, while nobody holds it exclusively.
    pub(crate) shared: Option<i64>,
    /// Exclusive locks; sorted, each once.
    pub(crate) alone: Vec<i64>,
}

/// A queue for each lock that is in use.
#[derive(Default)]
pub(super) struct Queues {
    queues: Mutex<HashMap<i64, Arc<tokio::sync::Mutex<()>>>>,
}

/// The locks of a change within this process, held until this is dropped.
pub(super) type OwnLocks = Vec<OwnedMutexGuard<()>>;

impl Queues {
    /// Waits for all of these locks, in order.
    pub(super) async fn wait(&self, keys: &[i64]) -> OwnLocks {
        let mut own = Vec::with_capacity(keys.len());
        for key in keys {
            own.push(self.queue(*key).lock_owned().await);
        }
        own
    }

    fn queue(&self, key: i64) -> Arc<tokio::sync::Mutex<()>> {
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        if queues.len() >= QUEUES_KEPT {
            queues.retain(|_, queue| Arc::strong_count(queue) > 1);
        }
        Arc::clone(queues.entry(key).or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn unused_queues_are_removed_and_held_queues_are_kept() {
        let queues = Queues::default();
        let held = queues.wait(&[-1]).await;
        for key in 0..5_000 {
            drop(queues.wait(&[key]).await);
        }
        assert!(queues.queues.lock().expect("nobody panics").len() <= QUEUES_KEPT);
        assert!(queues.queue(-1).try_lock().is_err(), "the lock was given twice");
        drop(held);
        assert!(queues.queue(-1).try_lock().is_ok());
    }
}
