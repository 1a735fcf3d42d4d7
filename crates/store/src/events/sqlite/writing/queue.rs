//! The writer's queue. Its length is limited; a full queue refuses immediately and never blocks the caller.

use std::{
    collections::VecDeque,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use askline_app::ports::{StoreError, StoreResult};

use super::{batch::Batch, writer::Writer};
use crate::events::{
    model::gathering::{Gathering, closed},
    sqlite::seen::Identity,
};

/// The maximum number of waiting tasks. Each is short, so more would mean that callers do not wait for the answers.
const MAX_TASKS: usize = 256;

/// Other work for the writer: one short transaction.
pub(crate) type Task = Box<dyn FnOnce(&mut Writer) + Send>;

/// What the writer does next.
pub(crate) enum Work {
    /// Batches for one commit, and then a task.
    Do(Vec<Batch>, Option<Task>),
    /// Nothing arrived for a while.
    Idle,
    /// Nothing more will arrive, and all work is done.
    Ended,
}

#[derive(Default)]
struct Waiting {
    gathering: Gathering<Vec<Identity>>,
    tasks: VecDeque<Task>,
}

/// The queue between the callers and the writer's thread.
pub(crate) struct Queue {
    max_events: usize,
    waiting: Mutex<Waiting>,
    arrived: Condvar,
}

impl Queue {
    pub(crate) fn new(max_events: usize) -> Self {
        Self { max_events, waiting: Mutex::default(), arrived: Condvar::new() }
    }

    /// Adds a batch, or refuses it immediately.
    pub(crate) fn push(&self, batch: Batch) -> StoreResult<()> {
        self.lock().gathering.push(batch, self.max_events)?;
        self.arrived.notify_one();
        Ok(())
    }

    /// Adds a task.
    pub(crate) fn push_task(&self, task: Task) -> StoreResult<()> {
        let mut waiting = self.lock();
        if waiting.gathering.is_closed() {
            return Err(closed());
        }
        if waiting.tasks.len() >= MAX_TASKS {
            return Err(StoreError::Unavailable("too many tasks wait for the writer".into()));
        }
        waiting.tasks.push_back(task);
        drop(waiting);
        self.arrived.notify_one();
        Ok(())
    }

    /// Takes waiting batches with up to `max_events` events and one task; waits up to `patience` if there is nothing
    /// to do.
    pub(crate) fn take(&self, max_events: usize, patience: Duration) -> Work {
        let idle = |waiting: &mut Waiting| {
            waiting.gathering.is_empty() && waiting.tasks.is_empty() && !waiting.gathering.is_closed()
        };
        let (mut waiting, _) =
            self.arrived.wait_timeout_while(self.lock(), patience, idle).unwrap_or_else(PoisonError::into_inner);
        let taken = waiting.gathering.take(max_events, None);
        let task = waiting.tasks.pop_front();
        match (taken.is_empty() && task.is_none(), waiting.gathering.is_closed()) {
            (false, _) => Work::Do(taken, task),
            (true, false) => Work::Idle,
            (true, true) => Work::Ended,
        }
    }

    /// Stops accepting work; what waits is still done.
    pub(crate) fn close(&self) {
        self.lock().gathering.close();
        self.arrived.notify_all();
    }

    /// Discards all work after the writer has ended: the dropped senders notify the callers that wait for answers.
    pub(crate) fn abandon(&self) {
        let mut waiting = self.lock();
        waiting.gathering.abandon();
        waiting.tasks.clear();
    }

    /// The number of waiting events.
    pub(crate) fn depth(&self) -> usize {
        self.lock().gathering.events()
    }

    /// Whether the queue has stopped accepting work.
    pub(crate) fn is_closed(&self) -> bool {
        self.lock().gathering.is_closed()
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
