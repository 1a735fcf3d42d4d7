//! The locks of changes, and queues for changes of this process with equal locks.
//!
//! Changes wait here, and not on connections: among several for one scope, only one has a connection, and the rest
//! of the pool is free for others.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::OwnedMutexGuard;

/// Queues that are kept before empty ones are removed.
const QUEUES_KEPT: usize = 1_024;

/// What a change excludes others from, in the order in which every change takes it.
#[derive(Debug, Default)]
pub(crate) struct LockKeys {
    /// What many may hold at once, while nobody holds it alone.
    pub(crate) shared: Option<i64>,
    /// What only one may hold; sorted, each once.
    pub(crate) alone: Vec<i64>,
}

/// A queue for each lock that is taken.
#[derive(Default)]
pub(super) struct Queues {
    queues: Mutex<HashMap<i64, Arc<tokio::sync::Mutex<()>>>>,
}

/// The locks of a change, until it is dropped.
pub(super) type OwnLocks = Vec<OwnedMutexGuard<()>>;

impl Queues {
    /// Waits for all of these, in order.
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
    async fn queues_that_nobody_stands_in_are_removed_and_the_others_stay() {
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
