//! Slots of a resource: while others wait, a holder gets no more than its share.
//!
//! A free slot is given at once, to any holder. When none is free, each holder has a queue, and slots that become free go
//! to the queues in turn.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::sync::oneshot;

use super::{
    holder::{self, Holder},
    registry::{Limits, Share, SharedResource},
};

/// How long requests wait for a slot, and how many.
#[derive(Debug, Clone, Copy)]
pub struct Waiting {
    /// The maximum number of requests of one holder that wait; further ones are refused at once.
    pub most: usize,
    /// How long a request of a holder waits.
    pub within: Duration,
    /// How long the service itself waits.
    pub service_within: Duration,
    /// How long a file waits that is being sent.
    pub file_within: Duration,
}

/// No slot became free in time, or too many requests of the holder wait already. Nothing was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many requests of the same caller use the {0} at the same time")]
pub struct NoSlot(&'static str);

/// The slots of a resource. Clones share them.
#[derive(Clone)]
pub struct FairSlots(Arc<Parts>);

struct Parts {
    resource: Arc<SharedResource>,
    waiting: Waiting,
    /// The number of slots that one holder has at most while another waits.
    share: usize,
    state: Mutex<State>,
}

/// A slot, released when it is dropped.
#[must_use = "the slot is released when this is dropped"]
pub struct FairSlot {
    slots: Option<FairSlots>,
    holder: Holder,
}

#[derive(Default)]
struct State {
    free: usize,
    queues: HashMap<Holder, Queue>,
    /// The holders whose requests wait, in the order of their turns.
    turns: VecDeque<Holder>,
}

/// What one holder has and waits for.
#[derive(Default)]
struct Queue {
    held: usize,
    waiting: VecDeque<oneshot::Sender<FairSlot>>,
}

impl FairSlots {
    /// Creates `total` slots, of which a holder gets at most half, rounded up, while another waits.
    pub fn new(name: &'static str, total: usize, waiting: Waiting) -> Self {
        let share = total.div_ceil(2).max(1);
        let each = Share::WhileOthersWait(share);
        let limits = Limits { name, total, organization: each, address: each, account: Share::None };
        let resource = SharedResource::register(limits);
        let state = State { free: total, ..State::default() };
        Self(Arc::new(Parts { resource, waiting, share, state: Mutex::new(state) }))
    }

    /// Takes a slot for the holder of the work that runs at the moment.
    pub async fn take(&self) -> Result<FairSlot, NoSlot> {
        self.take_for(holder::current()).await
    }

    /// Takes a slot for a holder.
    pub async fn take_for(&self, holder: Holder) -> Result<FairSlot, NoSlot> {
        let Waiting { most, within, service_within, file_within } = self.0.waiting;
        let receiver = {
            let mut state = self.lock();
            if state.free > 0 {
                state.free -= 1;
                state.queues.entry(holder).or_default().held += 1;
                return Ok(self.slot(holder));
            }
            match state.wait(holder, if holder == Holder::Service { usize::MAX } else { most }) {
                Some(receiver) => receiver,
                None => return Err(self.refused()),
            }
        };
        let within = match (holder, holder::sends_a_file()) {
            (Holder::Service, _) => service_within,
            (_, true) => file_within,
            _ => within,
        };
        match tokio::time::timeout(within, receiver).await {
            Ok(Ok(slot)) => Ok(slot),
            _ => Err(self.refused()),
        }
    }

    fn slot(&self, holder: Holder) -> FairSlot {
        self.0.resource.note_taken();
        FairSlot { slots: Some(self.clone()), holder }
    }

    fn refused(&self) -> NoSlot {
        self.0.resource.note_refused();
        NoSlot(self.0.resource.limits.name)
    }

    /// Gives the slot of a holder to the next request, or frees it.
    fn release(&self, mut holder: Holder) {
        loop {
            self.0.resource.note_released();
            let next = {
                let mut state = self.lock();
                state.give_back(holder);
                let next = state.next(self.0.share);
                match &next {
                    Some((next, _)) => state.queues.entry(*next).or_default().held += 1,
                    None => state.free += 1,
                }
                next
            };
            let Some((next, sender)) = next else { return };
            match sender.send(self.slot(next)) {
                Ok(()) => return,
                // The request ended at this moment: its slot goes to the one after it.
                Err(mut unused) => unused.slots = None,
            }
            holder = next;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for FairSlot {
    fn drop(&mut self) {
        if let Some(slots) = self.slots.take() {
            slots.release(self.holder);
        }
    }
}

impl State {
    /// Adds a request to the queue of its holder; `None` if the queue is full.
    fn wait(&mut self, holder: Holder, most: usize) -> Option<oneshot::Receiver<FairSlot>> {
        let queue = self.queues.entry(holder).or_default();
        if queue.waiting.len() >= most {
            queue.waiting.retain(|request| !request.is_closed());
        }
        if queue.waiting.len() >= most {
            return None;
        }
        let (sender, receiver) = oneshot::channel();
        queue.waiting.push_back(sender);
        if !self.turns.contains(&holder) {
            self.turns.push_back(holder);
        }
        Some(receiver)
    }

    fn give_back(&mut self, holder: Holder) {
        if let Some(queue) = self.queues.get_mut(&holder) {
            queue.held -= 1;
            if queue.held == 0 && queue.waiting.is_empty() {
                self.queues.remove(&holder);
            }
        }
    }

    /// Takes the request that gets the next slot out of its queue.
    fn next(&mut self, share: usize) -> Option<(Holder, oneshot::Sender<FairSlot>)> {
        let queues = &mut self.queues;
        self.turns.retain(|holder| {
            let Some(queue) = queues.get_mut(holder) else { return false };
            queue.waiting.retain(|request| !request.is_closed());
            let waits = !queue.waiting.is_empty();
            if !waits && queue.held == 0 {
                queues.remove(holder);
            }
            waits
        });
        let has_share = |holder: &Holder| self.queues.get(holder).is_some_and(|queue| queue.held < share);
        let turn = self.turns.iter().position(|holder| *holder == Holder::Service);
        let turn = turn.or_else(|| self.turns.iter().position(has_share)).unwrap_or(0);
        let holder = self.turns.remove(turn)?;
        let queue = self.queues.get_mut(&holder)?;
        let request = queue.waiting.pop_front()?;
        if !queue.waiting.is_empty() {
            self.turns.push_back(holder);
        }
        Some((holder, request))
    }
}

#[cfg(test)]
mod tests;
