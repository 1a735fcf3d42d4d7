//! Sends batches of events to the server in parallel lanes.
//!
//! Each lane commits the batches that arrived during its last commit, and answers afterwards. A site stays in its lane,
//! so that its batches do not wait for each other's lock.

use std::{
    collections::BTreeSet,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use askline_domain::{
    events::Event,
    ports::{StoreError, StoreResult, events::Appended},
    requests::quota::AddressCaller,
    shared::ids::Id as _,
};
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use tokio::sync::{Notify, oneshot};
use tracing::{error, info};

use super::{
    Inner,
    append::{Ids, Senders, Stored, append, is_known_id},
};
use crate::{
    events::{
        day_bounds::DayLimits,
        gathering::{self, Gathering},
    },
    sql::{
        Link,
        rows::{TAKEN_BACK_LATE, commit_error, store_error},
    },
};

/// Commits that run at once.
pub(in crate::postgres) const LANES: usize = 3;
/// How often a commit is tried that failed for a reason that may pass.
const TRIES: u32 = 4;
/// Commits that look ids up after one that met a known id: repeats seldom come alone.
const LOOKED_UP: u32 = 32;
/// How long one try may take, and the number of events that add a second. A frozen or unreachable server holds a lane
/// no longer: it ends no statement itself.
const TRY_WITHIN: Duration = Duration::from_secs(10);
const EVENTS_A_SECOND: usize = 500;
/// No try takes longer. A removal may take this long, however small it is.
const MAX_TRY: Duration = Duration::from_secs(40);

/// Events of one caller.
pub(super) type Batch = gathering::Batch<()>;

/// The lanes.
pub(super) struct Lanes {
    events_most: usize,
    gatherings: Mutex<[Gathering<()>; LANES]>,
    arrived: [Notify; LANES],
}

impl Lanes {
    pub(super) fn new(events_most: usize) -> Self {
        Self { events_most, gatherings: Mutex::default(), arrived: Default::default() }
    }

    /// Adds a batch, or refuses at once.
    pub(super) fn push(
        &self,
        events: Vec<Event>,
        sender: Option<AddressCaller>,
    ) -> StoreResult<oneshot::Receiver<StoreResult<Appended>>> {
        let first = events.first().map_or(0, |event| event.site.bits());
        let lane = (first % LANES as u128) as usize;
        let (answer, answered) = oneshot::channel();
        let mut gatherings = self.lock();
        let elsewhere: usize = gatherings.iter().map(Gathering::events).sum::<usize>() - gatherings[lane].events();
        gatherings[lane]
            .push(Batch { events, extra: (), sender, answer }, self.events_most.saturating_sub(elsewhere))?;
        drop(gatherings);
        self.arrived[lane].notify_one();
        Ok(answered)
    }

    /// Events that wait.
    pub(super) fn events(&self) -> usize {
        self.lock().iter().map(Gathering::events).sum()
    }

    /// Accepts nothing more; what waits is still stored.
    pub(super) fn close(&self) {
        self.lock().iter_mut().for_each(Gathering::close);
        self.arrived.iter().for_each(Notify::notify_one);
    }

    /// Whether it accepts nothing more.
    pub(super) fn is_closed(&self) -> bool {
        self.lock()[0].is_closed()
    }

    fn lock(&self) -> MutexGuard<'_, [Gathering<()>; LANES]> {
        self.gatherings.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Empties a lane when its work ends, even by a panic, so that nobody waits forever.
struct AbandonAtEnd {
    inner: Arc<Inner>,
    lane: usize,
}

impl Drop for AbandonAtEnd {
    fn drop(&mut self) {
        self.inner.lanes.lock()[self.lane].abandon();
    }
}

/// Works until the lanes are closed and this one is empty.
pub(super) async fn run(inner: Arc<Inner>, lane: usize) {
    let _abandoned = AbandonAtEnd { inner: Arc::clone(&inner), lane };
    let mut course = Course::default();
    loop {
        let (batches, closed) = {
            let mut gatherings = inner.lanes.lock();
            (gatherings[lane].take(inner.options.commit_events_most), gatherings[lane].is_closed())
        };
        if !batches.is_empty() {
            store(&inner, batches, &mut course).await;
        } else if closed {
            return;
        } else {
            inner.lanes.arrived[lane].notified().await;
        }
    }
}

/// What a lane knows from its last commits.
#[derive(Default)]
struct Course {
    is_failing: bool,
    /// The number of coming commits that look ids up.
    looks_up: u32,
}

/// Stores batches in one commit; if that fails because of one of them, each in its own.
async fn store(inner: &Inner, batches: Vec<Batch>, course: &mut Course) {
    match try_to_store(inner, &batches, &mut course.looks_up).await {
        Ok(stored) => {
            if std::mem::take(&mut course.is_failing) {
                info!("Events are stored again");
            }
            for (batch, appended) in batches.into_iter().zip(stored.answers) {
                // A caller that has gone away meanwhile needs no answer.
                let _ = batch.answer.send(Ok(appended));
            }
        }
        Err(StoreError::Internal(_)) if batches.len() > 1 => {
            for batch in batches {
                Box::pin(store(inner, vec![batch], course)).await;
            }
        }
        Err(error) => {
            match &error {
                StoreError::Internal(_) => error!(%error, "A batch of events cannot be stored"),
                _ if !std::mem::replace(&mut course.is_failing, true) => {
                    error!(%error, "Events cannot be stored; they are refused until the database can be written again");
                }
                _ => {}
            }
            for batch in batches {
                let _ = batch.answer.send(Err(error.clone()));
            }
        }
    }
}

/// Tries until it is stored, or known to be impossible. A commit whose answer was lost is tried again, too: if it did
/// store, the ids are known by then, and the try waits for the lock of its sites.
async fn try_to_store(inner: &Inner, batches: &[Batch], looks_up: &mut u32) -> StoreResult<Stored> {
    let days: BTreeSet<i32> = batches.iter().flat_map(|batch| &batch.events).map(|event| event.day.0).collect();
    let journal = Mutex::default();
    let mut uncertain = None;
    let mut ids = if *looks_up > 0 { Ids::LookedUp } else { Ids::New };
    *looks_up = looks_up.saturating_sub(1);
    for attempt in 1.. {
        let stored = match inner.partitions.ensure(&inner.write, days.clone()).await {
            Ok(()) => {
                let (limits, now) = (inner.options.day_limits(), inner.clock.now());
                let senders = Senders { counts: &inner.senders, journal: &journal };
                inner.transaction(&Appending { batches, ids, limits, now, senders }).await
            }
            Err(error) => Err(Failure::of(error)),
        };
        match stored {
            Ok(stored) => {
                inner.note_own(&stored.sites, stored.turn);
                return Ok(stored);
            }
            Err(Failure { error, may_be_over, is_known_id }) => {
                if let StoreError::Uncertain(_) = error {
                    uncertain = Some(error.clone());
                }
                if !may_be_over || attempt >= TRIES {
                    Senders { counts: &inner.senders, journal: &journal }.take_back();
                    // That the last try stored nothing does not show that those before stored nothing.
                    return Err(uncertain.unwrap_or(error));
                }
                ids = Ids::LookedUp;
                if is_known_id {
                    *looks_up = LOOKED_UP;
                } else {
                    inner.partitions.forget();
                }
            }
        }
    }
    Err(StoreError::Internal("it is tried at least once".into()))
}

/// Why a transaction failed, and whether another try may succeed.
pub(super) struct Failure {
    error: StoreError,
    may_be_over: bool,
    /// Whether an id was assumed to be new that is known.
    is_known_id: bool,
}

impl Failure {
    /// An error before the commit: nothing was stored.
    pub(super) fn of(error: sqlx::Error) -> Self {
        let is_known_id = is_known_id(&error);
        let may_be_over = match &error {
            _ if is_known_id => true,
            sqlx::Error::Database(inner) => {
                let code = inner.code().unwrap_or_default().into_owned();
                // Serialization failures, deadlocks, an operator's stop, and a day whose partition another node has
                // dropped.
                ["40001", "40P01", "23514"].contains(&code.as_str())
                    || TAKEN_BACK_LATE.contains(&code.as_str())
                    || ["08", "57"].iter().any(|class| code.starts_with(class) && code != "57014")
            }
            // The wait was long enough.
            sqlx::Error::Io(error) => error.kind() != std::io::ErrorKind::TimedOut,
            sqlx::Error::Protocol(_) | sqlx::Error::Tls(_) => true,
            _ => false,
        };
        Self { error: store_error(error), may_be_over, is_known_id }
    }

    fn of_commit(error: sqlx::Error) -> Self {
        match commit_error(error) {
            error @ StoreError::Uncertain(_) => Self { error, may_be_over: true, is_known_id: false },
            error => Self { may_be_over: matches!(error, StoreError::Unavailable(_)), error, is_known_id: false },
        }
    }
}

/// The work of one transaction.
pub(super) trait Work: Send + Sync {
    type Done: Send;
    /// How long it may take.
    fn within(&self) -> Duration {
        MAX_TRY
    }
    fn run(&self, connection: &mut Link) -> impl Future<Output = sqlx::Result<Self::Done>> + Send;
}

impl<T: Send, F> Work for F
where
    F: for<'c> Fn(&'c mut Link) -> BoxFuture<'c, sqlx::Result<T>> + Send + Sync,
{
    type Done = T;
    fn run(&self, connection: &mut Link) -> impl Future<Output = sqlx::Result<T>> + Send {
        self(connection)
    }
}

struct Appending<'b> {
    batches: &'b [Batch],
    ids: Ids,
    limits: DayLimits,
    now: Timestamp,
    senders: Senders<'b>,
}

impl Work for Appending<'_> {
    type Done = Stored;

    fn within(&self) -> Duration {
        let events: usize = self.batches.iter().map(|batch| batch.events.len()).sum();
        (TRY_WITHIN + Duration::from_secs((events / EVENTS_A_SECOND) as u64)).min(MAX_TRY)
    }

    async fn run(&self, connection: &mut Link) -> sqlx::Result<Stored> {
        append(connection, self.batches, self.ids, self.limits, self.now, self.senders).await
    }
}

impl Inner {
    /// Runs `work` in a transaction: all of it is durable, or none of it, or the answer to the commit was lost.
    async fn transaction<W: Work>(&self, work: &W) -> Result<W::Done, Failure> {
        let mut link = self.write.acquire().await.map_err(Failure::of)?;
        let commits = AtomicBool::new(false);
        let done = tokio::time::timeout(work.within(), async {
            link.begin("BEGIN").await.map_err(Failure::of)?;
            let value = work.run(&mut link).await.map_err(Failure::of)?;
            commits.store(true, Ordering::Relaxed);
            link.commit().await.map_err(Failure::of_commit)?;
            Ok(value)
        });
        match done.await {
            Ok(done) => done,
            Err(_) => {
                // Further answers on this connection have no recipient.
                link.abandon();
                let message = format!("PostgreSQL did not answer within {:?}", work.within());
                let error = if commits.load(Ordering::Relaxed) {
                    StoreError::Uncertain(message)
                } else {
                    StoreError::Unavailable(message)
                };
                Err(Failure { error, may_be_over: false, is_known_id: false })
            }
        }
    }

    /// The same, tried again where that may help. Doing `work` twice must be harmless.
    pub(super) async fn change<T: Send>(
        &self,
        work: impl for<'c> Fn(&'c mut Link) -> BoxFuture<'c, sqlx::Result<T>> + Send + Sync,
    ) -> StoreResult<T> {
        for attempt in 1.. {
            match self.transaction(&work).await {
                Ok(value) => return Ok(value),
                Err(failure) if failure.may_be_over && attempt < TRIES => {}
                Err(failure) => return Err(failure.error),
            }
        }
        Err(StoreError::Internal("it is tried at least once".into()))
    }
}
