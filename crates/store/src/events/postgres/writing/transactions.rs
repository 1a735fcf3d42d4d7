//! Transactions that change events, repeated if that may help, each attempt within a time limit.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use askline_app::ports::{StoreError, StoreResult};
use futures_util::future::BoxFuture;

use crate::{
    events::postgres::store::Inner,
    sql::{
        Link,
        rows::{commit_error, may_try_again, store_error},
    },
};

/// The maximum number of attempts at a transaction that fails for a temporary reason.
pub(super) const TRIES: u32 = 4;
/// The maximum duration of one attempt. A removal may take this long, however small it is.
pub(super) const MAX_TRY: Duration = Duration::from_secs(40);

/// Why a transaction failed, and whether another attempt may succeed.
pub(crate) struct Failure {
    pub(crate) error: StoreError,
    pub(super) may_be_over: bool,
}

impl Failure {
    /// Creates a failure from an error before the commit: nothing was stored.
    pub(crate) fn of(error: sqlx::Error) -> Self {
        // If another node has dropped the partition of a day, no partition accepts the row.
        let is_of_dropped_day = error.as_database_error().is_some_and(|inner| inner.code().as_deref() == Some("23514"));
        let may_be_over = is_of_dropped_day || may_try_again(&error);
        Self { error: store_error(error), may_be_over }
    }

    fn of_commit(error: sqlx::Error) -> Self {
        match commit_error(error) {
            error @ StoreError::Uncertain(_) => Self { error, may_be_over: true },
            error => Self { may_be_over: matches!(error, StoreError::Unavailable(_)), error },
        }
    }
}

/// The work of one transaction.
pub(crate) trait Work: Send + Sync {
    type Done: Send;
    /// The maximum duration.
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

impl Inner {
    /// Runs `work` in a transaction. If it succeeds, all of it is durable. If it fails, nothing was stored, unless the
    /// answer to the commit was lost ([`StoreError::Uncertain`]).
    pub(crate) async fn transaction<W: Work>(&self, work: &W) -> Result<W::Done, Failure> {
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
                Err(Failure { error, may_be_over: false })
            }
        }
    }

    /// Runs `work` in a transaction, up to [`TRIES`] times if that may help. Doing `work` twice must be harmless.
    pub(crate) async fn change<T: Send>(
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
