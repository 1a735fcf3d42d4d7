//! Watches for changes by other processes.

use std::{
    sync::{Arc, Weak},
    time::{Duration, Instant},
};

use askline_app::ports::{StoreResult, changes::Subject};

use crate::{metadata::Inner, sql::Pool};

/// The position in the rows of `changes` up to which they were read.
pub(crate) trait ReadChanges: Default + Send + 'static {
    /// How often a database is checked. The port promises that changes are noticed within a second.
    const INTERVAL: Duration;

    /// Returns what changed since the previous check.
    fn look(&mut self, watching: &Pool) -> impl Future<Output = StoreResult<Vec<Subject>>> + Send;
}

/// Checks for changes by other processes until the store is dropped or closed.
pub(crate) fn watch<P: ReadChanges>(store: &Arc<Inner>) {
    tokio::spawn(keep_looking(Arc::downgrade(store), store.watching.clone(), P::default()));
}

async fn keep_looking<P: ReadChanges>(store: Weak<Inner>, watching: Pool, mut position: P) {
    let mut interval = tokio::time::interval(P::INTERVAL);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut failing = false;
    loop {
        interval.tick().await;
        let Some(store) = store.upgrade().filter(|_| !watching.is_closed()) else { return };
        let begun = Instant::now();
        match position.look(&watching).await {
            Ok(mut changed) => {
                changed.sort_unstable();
                changed.dedup();
                if !changed.is_empty() {
                    store.changes.note(&changed);
                }
                store.changes.note_look(begun);
                failing = false;
            }
            Err(error) if !failing => {
                tracing::warn!(%error, "Changes by other processes cannot be seen; trying again");
                failing = true;
            }
            Err(_) => {}
        }
    }
}
