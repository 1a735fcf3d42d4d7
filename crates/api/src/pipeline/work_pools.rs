//! Limited pools for work that is too heavy for the answering threads. So one caller's work does not block the others' requests.
//!
//! Each kind of work has a pool, and each holder may use only a share of it. A request that finds no slot waits briefly, unless
//! too many requests of its holder wait already, and then gets 503 with `Retry-After`. The slot belongs to the work: if a caller
//! disconnects, the slot is released only when the work has ended.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

pub use askline_app::shares::holder::Holder;
use askline_app::shares::{
    holder::inherited,
    registry::{Limits, Share as SlotShare, SharedResource},
};
use metrics::{counter, gauge};
use tokio::{
    runtime::Handle,
    sync::{OwnedSemaphorePermit, Semaphore},
};
use tracing::{Instrument as _, Span};

use crate::pipeline::error::{ApiError, Code};

/// How long a request waits for a slot.
const MAX_WAIT: Duration = Duration::from_secs(1);
/// How long a check of texts or a summary of citations waits for a slot: a person waits for it, and each takes less than a
/// second.
const MAX_WAIT_FOR_CHECKS: Duration = Duration::from_secs(5);
/// The maximum number of requests of one holder that wait for a slot of one pool; further ones are refused immediately.
const MAX_WAITING: usize = 32;
/// How long a caller that got no slot is asked to wait.
const RETRY_AFTER_SECONDS: u64 = 2;

/// A kind of work that has its own slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WorkPool {
    /// Uploaded files, from the start of the body on.
    Import,
    /// Batches of log lines, from the start of the body on.
    LogBatch,
    /// Downloaded files, until their last byte is read.
    Export,
    /// Lists of pages, which are searched, summed and sorted.
    PageList,
    /// Reports on many counters: the overview of a site, the board of all sites.
    Report,
    /// A check of a page of a customer's site.
    Verify,
    /// Sign-ins through an identity provider, which is asked.
    SignIn,
    /// A page tested against all rules of a site.
    RuleTrial,
    /// Texts checked against the prompt policy, and their effect on a configuration.
    Check,
    /// Citation rates with their intervals and differences, for every question and engine.
    Statistics,
}

/// When a request takes its slot, and where its work runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlotTiming {
    /// Before the body is read: it may be large, and waiting requests should not keep one in memory. The handler runs its work
    /// in the slot.
    BeforeTheBody,
    /// After the body has arrived: it is small, and a slow body should not occupy a slot. Then everything from parsing to
    /// serializing the response runs on a separate thread.
    AfterTheBody,
}

/// The limits of a pool.
struct Bounds {
    /// The name of the work, in errors and metrics.
    name: &'static str,
    /// The total number of slots.
    all: usize,
    /// The maximum number of slots of one holder.
    each: usize,
    /// How long a request waits for a slot.
    wait: Duration,
}

impl WorkPool {
    const EVERY: [WorkPool; 10] = [
        WorkPool::Import,
        WorkPool::LogBatch,
        WorkPool::Export,
        WorkPool::PageList,
        WorkPool::Report,
        WorkPool::Verify,
        WorkPool::SignIn,
        WorkPool::RuleTrial,
        WorkPool::Check,
        WorkPool::Statistics,
    ];

    /// When a request takes its slot, and where its work runs.
    pub const fn manner(self) -> SlotTiming {
        use WorkPool::{Check, Export, Import, LogBatch, PageList, Report, RuleTrial, SignIn, Statistics, Verify};
        match self {
            RuleTrial | Check | Statistics => SlotTiming::AfterTheBody,
            Import | LogBatch | Export | PageList | Report | Verify | SignIn => SlotTiming::BeforeTheBody,
        }
    }

    /// The name of the work, in errors and metrics.
    pub const fn name(self) -> &'static str {
        self.bounds().name
    }

    const fn bounds(self) -> Bounds {
        match self {
            // Each may use 32 MiB.
            WorkPool::Import => Bounds { name: "imports", all: 3, each: 1, wait: MAX_WAIT },
            // Each may use 64 MiB, and keeps a processor busy for up to a second.
            WorkPool::LogBatch => Bounds { name: "batches of log lines", all: 2, each: 1, wait: MAX_WAIT },
            // They wait for their clients most of the time, and use little memory.
            WorkPool::Export => Bounds { name: "exports", all: 16, each: 2, wait: MAX_WAIT },
            WorkPool::PageList => Bounds { name: "page lists", all: 4, each: 2, wait: MAX_WAIT },
            WorkPool::Report => Bounds { name: "reports", all: 8, each: 4, wait: MAX_WAIT },
            // They wait for the customer's server for up to twenty seconds.
            WorkPool::Verify => Bounds { name: "site checks", all: 16, each: 2, wait: MAX_WAIT },
            // They wait for the provider, for up to ten seconds a request; people behind one address share its part.
            WorkPool::SignIn => {
                Bounds { name: "sign-ins through providers", all: 32, each: 16, wait: MAX_WAIT_FOR_CHECKS }
            }
            // Each keeps a processor busy, usually only for a moment.
            WorkPool::RuleTrial => Bounds { name: "rule tests", all: 2, each: 1, wait: MAX_WAIT },
            // Each keeps a processor busy for milliseconds, and also waits for the store.
            WorkPool::Check => Bounds { name: "checks of texts", all: 6, each: 2, wait: MAX_WAIT_FOR_CHECKS },
            // A hundred questions to five engines, each compared over time, keep a processor busy for a part of a
            // second.
            WorkPool::Statistics => {
                Bounds { name: "summaries of citations", all: 4, each: 2, wait: MAX_WAIT_FOR_CHECKS }
            }
        }
    }
}

/// Runs the rest of a request on a separate thread. It continues to its end even if the caller disconnects.
pub(crate) async fn on_a_thread<T: Send + 'static>(
    work: impl Future<Output = T> + Send + 'static,
) -> Result<T, ApiError> {
    let runtime = Handle::current();
    let work = work.instrument(Span::current());
    tokio::task::spawn_blocking(move || runtime.block_on(work)).await.map_err(ApiError::internal)
}

/// The pools of an application.
pub(crate) struct Pools([Pool; WorkPool::EVERY.len()]);

impl Default for Pools {
    fn default() -> Self {
        Self(WorkPool::EVERY.map(|pool| Pool::new(pool.bounds())))
    }
}

impl Pools {
    /// Takes a slot for `holder` from this pool. Fails with 503 if none is free after a short wait.
    pub(crate) async fn take(&self, pool: WorkPool, holder: Holder) -> Result<Slot, ApiError> {
        self.0[pool as usize].take(holder).await
    }
}

/// One pool. Cheap to clone.
#[derive(Clone)]
struct Pool(Arc<PoolParts>);

struct PoolParts {
    bounds: Bounds,
    resource: Arc<SharedResource>,
    all: Arc<Semaphore>,
    shares: Mutex<HashMap<Holder, Share>>,
}

/// The share of one holder in a pool. Kept while a request waits or works for that holder.
struct Share {
    slots: Arc<Semaphore>,
    seats: usize,
}

impl Pool {
    fn new(bounds: Bounds) -> Self {
        let each = SlotShare::Always(bounds.each);
        let limits = Limits {
            name: bounds.name,
            total: bounds.all,
            organization: each,
            address: each,
            account: SlotShare::None,
        };
        let (resource, all) = (SharedResource::register(limits), Arc::new(Semaphore::new(bounds.all)));
        Self(Arc::new(PoolParts { bounds, resource, all, shares: Mutex::default() }))
    }

    async fn take(&self, holder: Holder) -> Result<Slot, ApiError> {
        let Some((seat, share)) = self.seat(holder) else { return Err(self.is_full()) };
        let both = async {
            // The holder's share first: a holder that uses its whole share must not block others while it waits.
            let of_share = share.acquire_owned().await.map_err(ApiError::internal)?;
            let of_all = Arc::clone(&self.0.all).acquire_owned().await.map_err(ApiError::internal)?;
            Ok::<_, ApiError>((of_share, of_all))
        };
        match tokio::time::timeout(self.0.bounds.wait, both).await {
            Ok(permits) => {
                let (of_share, of_all) = permits?;
                gauge!("askline_pool_slots_used", "pool" => self.0.bounds.name).increment(1);
                self.0.resource.note_taken();
                Ok(Slot { _of_share: of_share, _of_all: of_all, seat })
            }
            Err(_) => Err(self.is_full()),
        }
    }

    /// Counts a request that waits or works for `holder`; `None` if the maximum is reached.
    fn seat(&self, holder: Holder) -> Option<(Seat, Arc<Semaphore>)> {
        let mut shares = self.0.shares();
        let share = shares.entry(holder).or_insert_with(|| {
            let slots = Arc::new(Semaphore::new(self.0.bounds.each));
            Share { slots, seats: 0 }
        });
        if share.seats >= self.0.bounds.each + MAX_WAITING {
            return None;
        }
        share.seats += 1;
        Some((Seat { pool: self.clone(), holder }, Arc::clone(&share.slots)))
    }

    fn is_full(&self) -> ApiError {
        let name = self.0.bounds.name;
        counter!("askline_pool_refusals_total", "pool" => name).increment(1);
        self.0.resource.note_refused();
        ApiError {
            retry_after: Some(RETRY_AFTER_SECONDS),
            ..ApiError::new(
                Code::Unavailable,
                format!("Too many {name} at the same time. Nothing was done; try again soon."),
            )
        }
    }
}

impl PoolParts {
    fn shares(&self) -> MutexGuard<'_, HashMap<Holder, Share>> {
        self.shares.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Seat {
    pool: Pool,
    holder: Holder,
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut shares = self.pool.0.shares();
        if let Some(share) = shares.get_mut(&self.holder) {
            share.seats -= 1;
            if share.seats == 0 {
                shares.remove(&self.holder);
            }
        }
    }
}

/// A slot in a pool, released when it is dropped.
pub struct Slot {
    // Released before the seat, since a share without seats is removed.
    _of_share: OwnedSemaphorePermit,
    _of_all: OwnedSemaphorePermit,
    seat: Seat,
}

impl Drop for Slot {
    fn drop(&mut self) {
        gauge!("askline_pool_slots_used", "pool" => self.seat.pool.0.bounds.name).decrement(1);
        self.seat.pool.0.resource.note_released();
    }
}

impl Slot {
    /// Runs work that needs a processor on a separate thread. The slot is released when it ends.
    pub async fn run<T: Send + 'static>(self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, ApiError> {
        let in_place = move || {
            let _place = self;
            work()
        };
        tokio::task::spawn_blocking(in_place).await.map_err(ApiError::internal)
    }

    /// Runs work that mostly waits. The slot is released when it ends, even if the caller disconnects earlier.
    pub async fn finish<T: Send + 'static>(
        self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, ApiError> {
        let in_place = async move {
            let _place = self;
            work.await
        };
        tokio::spawn(inherited(in_place)).await.map_err(ApiError::internal)
    }
}

#[cfg(test)]
mod tests {
    use askline_domain::shared::ids::{Id as _, OrgId};
    use tokio::sync::oneshot;

    use super::*;

    /// A pool whose callers wait until the test ends.
    fn patient(all: usize, each: usize) -> Pool {
        Pool::new(Bounds { name: "tests", all, each, wait: Duration::MAX })
    }

    /// A pool whose callers do not wait.
    fn impatient(all: usize, each: usize) -> Pool {
        Pool::new(Bounds { name: "tests", all, each, wait: Duration::ZERO })
    }

    fn holder(number: u128) -> Holder {
        Holder::Organization(OrgId::from_bits(number))
    }

    fn check_refused(slot: Result<Slot, ApiError>) {
        let error = slot.err().expect("there is no slot");
        assert_eq!((error.code, error.retry_after), (Code::Unavailable, Some(RETRY_AFTER_SECONDS)));
    }

    #[tokio::test]
    async fn who_has_all_of_its_share_is_refused_while_others_are_served() {
        let pool = impatient(4, 2);
        let first = pool.take(holder(1)).await.expect("room");
        let _second = pool.take(holder(1)).await.expect("room");
        check_refused(pool.take(holder(1)).await);
        let _others = pool.take(holder(2)).await.expect("a share of its own");
        drop(first);
        let _third = pool.take(holder(1)).await.expect("room again");
    }

    #[tokio::test]
    async fn all_shares_together_are_bounded() {
        let pool = impatient(2, 1);
        let _places = [pool.take(holder(1)).await.expect("room"), pool.take(holder(2)).await.expect("room")];
        check_refused(pool.take(holder(3)).await);
    }

    #[tokio::test]
    async fn who_waits_gets_the_place_that_becomes_free() {
        let pool = patient(1, 1);
        let slot = pool.take(holder(1)).await.expect("room");
        let waiting = tokio::spawn({
            let pool = pool.clone();
            async move { pool.take(holder(2)).await.is_ok() }
        });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        drop(slot);
        assert!(waiting.await.expect("it ends"));
    }

    #[tokio::test]
    async fn a_slot_stays_with_the_work_when_the_caller_disconnects() {
        let pool = patient(1, 1);
        let slot = pool.take(holder(1)).await.expect("room");
        let (begin, begun) = oneshot::channel::<()>();
        let (end, ended) = oneshot::channel::<()>();
        let caller = tokio::spawn(slot.finish(async move {
            begin.send(()).expect("it is waited for");
            ended.await.is_ok()
        }));
        begun.await.expect("it begins");
        caller.abort();
        assert!(caller.await.is_err());
        assert_eq!(pool.0.all.available_permits(), 0, "the work still runs");
        end.send(()).expect("it waits");
        let _next = pool.take(holder(1)).await.expect("the work has ended");
    }

    #[tokio::test]
    async fn waiting_requests_are_bounded_and_no_holder_is_remembered_afterwards() {
        let pool = patient(1, 1);
        let slot = pool.take(holder(1)).await.expect("room");
        let waiting: Vec<_> = (0..MAX_WAITING)
            .map(|_| {
                let pool = pool.clone();
                tokio::spawn(async move { pool.take(holder(1)).await.is_ok() })
            })
            .collect();
        tokio::task::yield_now().await;
        check_refused(pool.take(holder(1)).await);
        drop(slot);
        for one in waiting {
            assert!(one.await.expect("it ends"));
        }
        assert!(pool.0.shares().is_empty());
    }
}
