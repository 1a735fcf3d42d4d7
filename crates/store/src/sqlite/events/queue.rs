//! The writer's queue. Bounded; a full queue refuses at once and never blocks the caller.

use std::{
    collections::VecDeque,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use askline_domain::ports::{StoreError, StoreResult};

use super::{seen::Identity, writer::Writer};
use crate::events::gathering::{self, Gathering, closed};

/// Removals that may wait; each is short, so more of them mean that their callers do not wait for the answers.
const CHORES_MOST: usize = 256;

/// A batch with the identity of each event.
pub(super) type Batch = gathering::Batch<Vec<Identity>>;

/// Other work for the writer: one short transaction.
pub(super) type Chore = Box<dyn FnOnce(&mut Writer) + Send>;

/// What the writer does next.
pub(super) enum Work {
    /// Batches for one commit, and then a chore.
    Do(Vec<Batch>, Option<Chore>),
    /// Nothing arrived for a while.
    Idle,
    /// Nothing more will arrive, and all is done.
    Ended,
}

#[derive(Default)]
struct Waiting {
    gathering: Gathering<Vec<Identity>>,
    chores: VecDeque<Chore>,
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

    /// Adds a batch, or refuses at once.
    pub(super) fn push(&self, batch: Batch) -> StoreResult<()> {
        self.lock().gathering.push(batch, self.events_most)?;
        self.arrived.notify_one();
        Ok(())
    }

    /// Adds a chore.
    pub(super) fn push_chore(&self, chore: Chore) -> StoreResult<()> {
        let mut waiting = self.lock();
        if waiting.gathering.is_closed() {
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

    /// Takes all waiting batches, up to `events_most` events, or waits for one.
    pub(super) fn take(&self, events_most: usize, patience: Duration) -> Work {
        let idle = |waiting: &mut Waiting| {
            waiting.gathering.is_empty() && waiting.chores.is_empty() && !waiting.gathering.is_closed()
        };
        let (mut waiting, _) =
            self.arrived.wait_timeout_while(self.lock(), patience, idle).unwrap_or_else(PoisonError::into_inner);
        let taken = waiting.gathering.take(events_most);
        let chore = waiting.chores.pop_front();
        match (taken.is_empty() && chore.is_none(), waiting.gathering.is_closed()) {
            (false, _) => Work::Do(taken, chore),
            (true, false) => Work::Idle,
            (true, true) => Work::Ended,
        }
    }

    /// Accepts nothing more; what waits is still done.
    pub(super) fn close(&self) {
        self.lock().gathering.close();
        self.arrived.notify_all();
    }

    /// The writer has ended: the dropped sender tells callers that wait for it.
    pub(super) fn abandon(&self) {
        let mut waiting = self.lock();
        waiting.gathering.abandon();
        waiting.chores.clear();
    }

    /// Events that wait.
    pub(super) fn depth(&self) -> usize {
        self.lock().gathering.events()
    }

    /// Whether it accepts nothing more.
    pub(super) fn is_closed(&self) -> bool {
        self.lock().gathering.is_closed()
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
