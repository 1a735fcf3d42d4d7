//! The state of an event database: connections, queues, and what this process counts and caches.

use std::sync::{Arc, Mutex};

use askline_app::{
    ports::StoreResult,
    shares::fair_slots::{FairSlot, FairSlots},
};
use askline_domain::{analytics::page_orders::PageOrders, shared::clock::Clock};

use super::{options::EventServerOptions, partitions::Partitions, writing::commit_queues::CommitQueues};
use crate::{
    events::model::{revisions::Revisions, sender_bounds::SenderCounts},
    sql::{Links, no_slot},
};

/// The state that all methods of the store work on.
pub(crate) struct Inner {
    pub(crate) write: Links,
    pub(crate) read: Links,
    pub(crate) watching: Links,
    pub(crate) options: EventServerOptions,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) queues: CommitQueues,
    pub(crate) partitions: Partitions,
    /// What senders have added, as counted by this process alone.
    pub(crate) senders: Mutex<SenderCounts>,
    pub(crate) revisions: Revisions,
    pub(crate) page_orders: PageOrders,
    pub(crate) slow: FairSlots,
}

impl Inner {
    /// Waits for a slot for a question that may take long.
    pub(crate) async fn room(&self) -> StoreResult<FairSlot> {
        self.slow.take().await.map_err(no_slot)
    }
}
