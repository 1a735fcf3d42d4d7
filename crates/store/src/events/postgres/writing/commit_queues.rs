//! Batches of events that wait for a commit, in one queue per concurrent commit.
//!
//! The site of a batch's first event determines the queue, so that batches of one site rarely wait for each other's
//! lock.

use std::sync::{Mutex, MutexGuard, PoisonError};

use askline_app::ports::{StoreResult, events::Appended};
use askline_domain::{events::Event, requests::quota::AddressCaller, shared::ids::Id as _};
use tokio::sync::{Notify, oneshot};

use crate::{
    events::model::gathering::{self, Gathering},
    postgres::shares::EVENT_COMMITS_AT_ONCE,
};

/// Events of one caller.
pub(crate) type Batch = gathering::Batch<()>;

/// The queues.
pub(crate) struct CommitQueues {
    max_events: usize,
    gatherings: Mutex<[Gathering<()>; EVENT_COMMITS_AT_ONCE]>,
    pub(crate) arrived: [Notify; EVENT_COMMITS_AT_ONCE],
}

impl CommitQueues {
    pub(crate) fn new(max_events: usize) -> Self {
        Self { max_events, gatherings: Mutex::default(), arrived: Default::default() }
    }

    /// Adds a batch, or refuses it immediately.
    pub(crate) fn push(
        &self,
        events: Vec<Event>,
        sender: Option<AddressCaller>,
    ) -> StoreResult<oneshot::Receiver<StoreResult<Appended>>> {
        let first = events.first().map_or(0, |event| event.site.bits());
        let queue = (first % EVENT_COMMITS_AT_ONCE as u128) as usize;
        let (answer, answered) = oneshot::channel();
        let mut gatherings = self.lock();
        let elsewhere: usize = gatherings.iter().map(Gathering::events).sum::<usize>() - gatherings[queue].events();
        gatherings[queue]
            .push(Batch { events, extra: (), sender, answer }, self.max_events.saturating_sub(elsewhere))?;
        drop(gatherings);
        self.arrived[queue].notify_one();
        Ok(answered)
    }

    /// The number of waiting events.
    pub(crate) fn events(&self) -> usize {
        self.lock().iter().map(Gathering::events).sum()
    }

    /// Stops accepting batches; those that wait are still stored.
    pub(crate) fn close(&self) {
        self.lock().iter_mut().for_each(Gathering::close);
        self.arrived.iter().for_each(Notify::notify_one);
    }

    /// Whether the queues have stopped accepting batches.
    pub(crate) fn is_closed(&self) -> bool {
        self.lock()[0].is_closed()
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, [Gathering<()>; EVENT_COMMITS_AT_ONCE]> {
        self.gatherings.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
