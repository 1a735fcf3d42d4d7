//! Events that wait to be stored while the previous commit runs. Their number is limited; beyond the limit they are
//! refused immediately, and the caller is never blocked. The code that uses this provides the lock and the waiting.

use std::collections::{HashSet, VecDeque};

use askline_app::ports::{StoreError, StoreResult, events::Appended};
use askline_domain::{events::Event, requests::quota::AddressCaller, shared::ids::SiteId};
use tokio::sync::oneshot;

/// A batch and the channel for its answer; `extra` is what a store has prepared for each event.
pub(crate) struct Batch<X> {
    pub(crate) events: Vec<Event>,
    pub(crate) extra: X,
    /// The sender, if the limits on events and new pages of one sender apply.
    pub(crate) sender: Option<AddressCaller>,
    pub(crate) answer: oneshot::Sender<StoreResult<Appended>>,
}

/// Batches in the order in which they arrived.
pub(crate) struct Gathering<X> {
    batches: VecDeque<Batch<X>>,
    events: usize,
    closed: bool,
}

impl<X> Default for Gathering<X> {
    fn default() -> Self {
        Self { batches: VecDeque::new(), events: 0, closed: false }
    }
}

impl<X> Gathering<X> {
    /// Adds a batch, or refuses it immediately if more than `max_events` events would wait. A batch that is alone may
    /// have any size.
    pub(crate) fn push(&mut self, batch: Batch<X>, max_events: usize) -> StoreResult<()> {
        if self.closed {
            return Err(closed());
        }
        if self.events > 0 && self.events + batch.events.len() > max_events {
            return Err(StoreError::Unavailable(format!("{} events wait to be stored", self.events)));
        }
        self.events += batch.events.len();
        self.batches.push_back(batch);
        Ok(())
    }

    /// Takes waiting batches with up to `max_events` events in total and, if `max_sites` is given, of up to that many
    /// sites. A batch is never split, so a single batch may exceed both.
    pub(crate) fn take(&mut self, max_events: usize, max_sites: Option<usize>) -> Vec<Batch<X>> {
        let mut taken = Vec::new();
        let mut events = 0;
        let mut sites: HashSet<SiteId> = HashSet::new();
        while let Some(batch) = self.batches.pop_front_if(|batch| {
            let mut more: HashSet<SiteId> = HashSet::new();
            if max_sites.is_some() {
                more.extend(batch.events.iter().map(|event| event.site).filter(|site| !sites.contains(site)));
            }
            let fits = events + batch.events.len() <= max_events
                && max_sites.is_none_or(|most| sites.len() + more.len() <= most);
            if events > 0 && !fits {
                return false;
            }
            sites.extend(more);
            true
        }) {
            events += batch.events.len();
            taken.push(batch);
        }
        self.events -= events;
        taken
    }

    /// Stops accepting batches; those that wait are still stored.
    pub(crate) fn close(&mut self) {
        self.closed = true;
    }

    /// Discards the waiting batches and stops accepting more: the dropped senders notify the callers that wait for
    /// answers.
    pub(crate) fn abandon(&mut self) {
        self.closed = true;
        self.events = 0;
        self.batches.clear();
    }

    /// The number of waiting events.
    pub(crate) fn events(&self) -> usize {
        self.events
    }

    /// Whether no batch waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.batches.is_empty()
    }

    /// Whether it has stopped accepting batches.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed
    }
}

/// The error of a closed database.
pub(crate) fn closed() -> StoreError {
    StoreError::Unavailable("the event database is closed".into())
}
