//! What is known of the events of one database: connections, queues, and what this process noted.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use askline_domain::{
    analytics::page_orders::PageOrders,
    ports::StoreResult,
    shared::{clock::Clock, ids::SiteId},
};
use tokio::sync::Semaphore;

use super::{
    commit_queues::CommitQueues, last_transactions::TransactionId, options::EventServerOptions, partitions::Partitions,
};
use crate::{
    events::{gathering::closed, revisions::Revisions, sender_bounds::SenderCounts},
    sql::Links,
};

/// What every method of the store works on.
pub(super) struct Inner {
    pub(super) write: Links,
    pub(super) read: Links,
    pub(super) watching: Links,
    pub(super) options: EventServerOptions,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) queues: CommitQueues,
    pub(super) partitions: Partitions,
    /// What senders added, counted by this process alone.
    pub(super) senders: Mutex<SenderCounts>,
    pub(super) revisions: Revisions,
    pub(super) own_transactions: Mutex<HashMap<SiteId, TransactionId>>,
    pub(super) page_orders: PageOrders,
    pub(super) slow: Semaphore,
}

impl Inner {
    pub(super) fn own_transactions(&self) -> MutexGuard<'_, HashMap<SiteId, TransactionId>> {
        self.own_transactions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A slot for a question that may take long.
    pub(super) async fn room(&self) -> StoreResult<tokio::sync::SemaphorePermit<'_>> {
        self.slow.acquire().await.map_err(|_| closed())
    }
}
