//! What waits for the writer. Bounded; a full queue refuses at once and never blocks the caller.

use std::{
    collections::VecDeque,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use askline_domain::{
    event::Event,
    ports::{Appended, StoreError, StoreResult},
};
use tokio::sync::oneshot;

use super::{seen::Identity, writer::Writer};

/// Removals that may wait; each is short, so more of them mean that nobody waits for the answers.
const CHORES_MOST: usize = 256;

/// A batch and where its answer goes.
pub(super) struct Batch {
    pub(super) events: Vec<Event>,
    /// One for each event.
    pub(super) identities: Vec<Identity>,
    pub(super) answer: oneshot::Sender<StoreResult<Appended>>,
}

/// Other work for the writer: one short transaction.
pub(super) type Chore = Box<dyn FnOnce(&mut Writer) + Send>;

/// What the writer does next.
pub(super) enum Work {
    /// Batches for one commit, and then a chore.
    Do(Vec<Batch>, Option<Chore>),
    /// Nothing came for a while.
    Idle,
    /// Nothing will come any more, and all is done.
    Ended,
}

#[derive(Default)]
struct Waiting {
    batches: VecDeque<Batch>,
    events: usize,
    chores: VecDeque<Chore>,
    closed: bool,
}

/// The queue between the callers and the writer's thread.
pub(super) struct Queue {
    events_most: usize,
    waiting: Mutex<Waiting>,
    arrived: Condvar,
}

impl Queue {
    pub(super) fn new(events_most: usize) -> Self {
        Self { events_most, waiting: Mutex::default(), arrived: Condvar::new() }
    }

    /// Adds a batch, or says at once that it cannot. Alone in the queue, a batch may have any size.
    pub(super) fn push(&self, batch: Batch) -> StoreResult<()> {
        let mut waiting = self.lock();
        if waiting.closed {
            return Err(closed());
        }
        if waiting.events > 0 && waiting.events + batch.events.len() > self.events_most {
            return Err(StoreError::Unavailable(format!("{} events wait to be stored", waiting.events)));
        }
        waiting.events += batch.events.len();
        waiting.batches.push_back(batch);
        drop(waiting);
        self.arrived.notify_one();
        Ok(())
    }

    /// Adds a chore.
    pub(super) fn push_chore(&self, chore: Chore) -> StoreResult<()> {
        let mut waiting = self.lock();
        if waiting.closed {
            return Err(closed());
        }
        if waiting.chores.len() >= CHORES_MOST {
            return Err(StoreError::Unavailable("too many removals wait".into()));
        }
        waiting.chores.push_back(chore);
        drop(waiting);
        self.arrived.notify_one();
        Ok(())
    }

    /// Takes all that has gathered, up to `events_most` events, or waits for it.
    pub(super) fn take(&self, events_most: usize, patience: Duration) -> Work {
        let idle = |waiting: &mut Waiting| waiting.batches.is_empty() && waiting.chores.is_empty() && !waiting.closed;
        let (mut waiting, _) =
            self.arrived.wait_timeout_while(self.lock(), patience, idle).unwrap_or_else(PoisonError::into_inner);
        let mut taken = Vec::new();
        let mut events = 0;
        while let Some(batch) =
            waiting.batches.pop_front_if(|batch| events == 0 || events + batch.events.len() <= events_most)
        {
            events += batch.events.len();
            taken.push(batch);
        }
        waiting.events -= events;
        let chore = waiting.chores.pop_front();
        match (taken.is_empty() && chore.is_none(), waiting.closed) {
            (false, _) => Work::Do(taken, chore),
            (true, false) => Work::Idle,
            (true, true) => Work::Ended,
        }
    }

    /// Takes nothing more; what waits is still done.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.arrived.notify_all();
    }

    /// The writer is gone: nobody may wait for it. Whoever does is told by the dropped sender.
    pub(super) fn abandon(&self) {
        let mut waiting = self.lock();
        waiting.closed = true;
        waiting.events = 0;
        waiting.batches.clear();
        waiting.chores.clear();
    }

    /// Events that wait.
    pub(super) fn depth(&self) -> usize {
        self.lock().events
    }

    /// Whether it takes nothing more.
    pub(super) fn is_closed(&self) -> bool {
        self.lock().closed
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The answer of a database that is closed.
pub(super) fn closed() -> StoreError {
    StoreError::Unavailable("the event database is closed".into())
}
