//! Commits the batches of each queue, and then answers their callers. A commit contains the batches that arrived during
//! the previous one, up to a limit.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
    time::Duration,
};

use askline_app::ports::{StoreError, StoreResult};
use jiff::Timestamp;
use tracing::{error, info};

use super::{
    append::{Senders, Stored, append},
    commit_queues::Batch,
    transactions::{Failure, MAX_TRY, TRIES, Work},
};
use crate::{
    events::{model::day_bounds::DayLimits, postgres::store::Inner},
    sql::Link,
};

/// The maximum number of sites per commit, each of which takes a lock. A batch is never split.
const MAX_SITES: usize = 128;
/// The maximum duration of one attempt without events. A frozen or unreachable PostgreSQL does not end statements, and
/// must block a queue only for a limited time.
const TRY_WITHIN: Duration = Duration::from_secs(10);
/// The number of events that extend an attempt by a second, up to [`MAX_TRY`].
const EVENTS_A_SECOND: usize = 500;

/// Empties a queue when its task ends, even by a panic, so that no caller waits forever.
struct AbandonAtEnd {
    inner: Arc<Inner>,
    queue: usize,
}

impl Drop for AbandonAtEnd {
    fn drop(&mut self) {
        self.inner.queues.lock()[self.queue].abandon();
    }
}

/// Runs until the queues are closed and this queue is empty.
pub(crate) async fn run(inner: Arc<Inner>, queue: usize) {
    let _abandoned = AbandonAtEnd { inner: Arc::clone(&inner), queue };
    let mut is_failing = false;
    loop {
        let (batches, closed) = {
            let mut gatherings = inner.queues.lock();
            (gatherings[queue].take(inner.options.max_commit_events, Some(MAX_SITES)), gatherings[queue].is_closed())
        };
        if !batches.is_empty() {
            store(&inner, batches, &mut is_failing).await;
        } else if closed {
            return;
        } else {
            inner.queues.arrived[queue].notified().await;
        }
    }
}

/// Stores batches in one commit; if that fails because of one of them, stores each in a separate commit.
async fn store(inner: &Inner, batches: Vec<Batch>, is_failing: &mut bool) {
    match try_to_store(inner, &batches).await {
        Ok(stored) => {
            if std::mem::take(is_failing) {
                info!("Events are stored again");
            }
            for (batch, appended) in batches.into_iter().zip(stored.answers) {
                // A caller that has gone away in the meantime needs no answer.
                let _ = batch.answer.send(Ok(appended));
            }
        }
        Err(StoreError::Internal(_)) if batches.len() > 1 => {
            for batch in batches {
                Box::pin(store(inner, vec![batch], is_failing)).await;
            }
        }
        Err(error) => {
            match &error {
                StoreError::Internal(_) => error!(%error, "A batch of events cannot be stored"),
                _ if !std::mem::replace(is_failing, true) => {
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

/// Tries up to [`TRIES`] times, as long as another attempt may help and none exceeds its time limit. A commit whose
/// answer was lost with its connection is also repeated: the next attempt waits for the locks of the events' sites, and
/// finds the ids of the events if the lost commit did store them.
async fn try_to_store(inner: &Inner, batches: &[Batch]) -> StoreResult<Stored> {
    let days: BTreeSet<i32> = batches.iter().flat_map(|batch| &batch.events).map(|event| event.day.0).collect();
    let journal = Mutex::default();
    let mut uncertain = None;
    for attempt in 1.. {
        let stored = match inner.partitions.ensure(&inner.write, days.clone()).await {
            Ok(()) => {
                let (limits, now) = (inner.options.day_limits(), inner.clock.now());
                let senders = Senders { counts: &inner.senders, journal: &journal };
                inner.transaction(&Appending { batches, limits, now, senders }).await
            }
            Err(error) => Err(Failure::of(error)),
        };
        match stored {
            Ok(stored) => {
                inner.revisions.raise(stored.sites.iter().copied());
                return Ok(stored);
            }
            Err(Failure { error, may_be_over }) => {
                if let StoreError::Uncertain(_) = error {
                    uncertain = Some(error.clone());
                }
                if !may_be_over || attempt >= TRIES {
                    Senders { counts: &inner.senders, journal: &journal }.take_back();
                    // Even if the last attempt stored nothing, an earlier one may have.
                    return Err(uncertain.unwrap_or(error));
                }
                inner.partitions.forget();
            }
        }
    }
    Err(StoreError::Internal("it is tried at least once".into()))
}

struct Appending<'b> {
    batches: &'b [Batch],
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
        append(connection, self.batches, self.limits, self.now, self.senders).await
    }
}
