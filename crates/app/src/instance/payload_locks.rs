//! Allows one write at a time to each site's payload. Within this process, the next write is checked only after the previous one
//! is stored.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use askline_domain::shared::ids::SiteId;
use tokio::sync::OwnedMutexGuard;

/// The right to write something that the payload of a site shows. Only one write has it at a time: two writes that each fit must
/// not both be stored if they do not fit together.
pub struct PayloadWriteLock {
    _turn: OwnedMutexGuard<()>,
}

/// The turns of all sites that are being changed.
#[derive(Default)]
pub(crate) struct PayloadWriteLocks(Mutex<HashMap<SiteId, Weak<tokio::sync::Mutex<()>>>>);

impl PayloadWriteLocks {
    /// Waits for the turn of a site.
    pub(crate) async fn take(&self, site: SiteId) -> PayloadWriteLock {
        let turn = {
            let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            // Only turns that a request holds or waits for are kept.
            turns.retain(|_, turn| turn.strong_count() > 0);
            match turns.get(&site).and_then(Weak::upgrade) {
                Some(turn) => turn,
                None => {
                    let turn = Arc::default();
                    turns.insert(site, Arc::downgrade(&turn));
                    turn
                }
            }
        };
        PayloadWriteLock { _turn: turn.lock_owned().await }
    }
}
