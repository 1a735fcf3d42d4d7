//! Connections to PostgreSQL with a time limit for every answer.
//!
//! A connection whose answer was not awaited never returns to the pool: its next answer would go to another caller.

use std::{fmt::Write as _, sync::Arc};

use askline_app::ports::{StoreError, StoreResult};
use futures_util::{StreamExt as _, stream::BoxStream};
use sqlx::postgres::PgRow;
use tokio::time::{error::Elapsed, timeout};

use super::{
    link::{Link, Links},
    queues::{LockKeys, OwnLocks, Queues},
    rows::{change_error, commit_error, is_not_committed, is_outdated, may_try_again, store_error},
    statement::{ANSWER_WITHIN, PostgresQuery},
};

/// The number of dead connections after which a beginning is given up.
const MAX_DEAD: u32 = 2;

/// Connections to one database.
#[derive(Clone)]
pub(crate) struct PostgresPool {
    pub(super) links: Links,
    queues: Arc<Queues>,
}

impl From<Links> for PostgresPool {
    fn from(links: Links) -> Self {
        Self { links, queues: Arc::default() }
    }
}

impl PostgresPool {
    /// Takes a connection. The pool checks whether it is alive.
    pub(super) async fn acquire(&self) -> sqlx::Result<Leased> {
        let link = self.links.acquire().await?;
        Ok(Leased { link, is_busy: false, is_change: false, _locks: Vec::new() })
    }

    /// Waits until no other change of this process has one of these locks.
    pub(super) async fn wait_for(&self, locks: &LockKeys) -> StoreResult<OwnLocks> {
        timeout(ANSWER_WITHIN, self.queues.wait(&locks.alone)).await.map_err(|_| blocked())
    }

    /// Begins a transaction with these locks, which this process holds already.
    pub(super) async fn begin_change(&self, locks: LockKeys, own: OwnLocks) -> StoreResult<Leased> {
        let beginning = beginning_of_change(&locks);
        let begun = self.begin(&beginning, change_error);
        let mut leased = timeout(ANSWER_WITHIN, begun).await.map_err(|_| blocked())??;
        (leased.is_change, leased._locks) = (true, own);
        Ok(leased)
    }

    /// Begins a transaction that sees one state of the database.
    pub(super) async fn begin_snapshot(&self) -> StoreResult<Leased> {
        self.begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", store_error).await
    }

    /// Takes a connection and begins a transaction on it, again on another one if the first is dead.
    async fn begin(&self, beginning: &str, error: fn(sqlx::Error) -> StoreError) -> StoreResult<Leased> {
        let mut failed = 0;
        loop {
            let mut leased = self.acquire().await.map_err(store_error)?;
            let outcome = timeout(ANSWER_WITHIN, leased.ask().map_err(store_error)?.begin(beginning)).await;
            match leased.answered(outcome) {
                Err(dead) if failed < MAX_DEAD && may_try_again(&dead) => failed += 1,
                outcome => return outcome.map(|()| leased).map_err(error),
            }
        }
    }
}

/// Begins a transaction and takes its locks in their order, with one message.
fn beginning_of_change(locks: &LockKeys) -> String {
    let mut beginning = String::from("BEGIN");
    if let Some(key) = locks.shared {
        let _ = write!(beginning, "; SELECT pg_advisory_xact_lock_shared({key})");
    }
    for key in &locks.alone {
        let _ = write!(beginning, "; SELECT pg_advisory_xact_lock({key})");
    }
    beginning
}

/// A connection that a caller holds. Dropping it rolls back its transaction.
pub(crate) struct Leased {
    link: Link,
    /// Whether an answer is awaited or was abandoned.
    is_busy: bool,
    /// Whether its transaction changes something.
    is_change: bool,
    /// Locks within this process.
    _locks: OwnLocks,
}

impl Leased {
    /// Returns the connection for one statement, whose outcome the caller must pass to [`Self::answered`].
    pub(super) fn ask(&mut self) -> sqlx::Result<&mut Link> {
        if std::mem::replace(&mut self.is_busy, true) {
            let why = "an earlier answer was not waited for";
            return Err(sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::NotConnected, why)));
        }
        Ok(&mut self.link)
    }

    /// Records the outcome of a statement.
    pub(super) fn answered<T>(&mut self, outcome: Result<sqlx::Result<T>, Elapsed>) -> sqlx::Result<T> {
        match outcome {
            Ok(answer) => {
                // A connection with outdated prepared statements is also closed, which drops them.
                self.is_busy = matches!(&answer, Err(error) if is_outdated(error));
                answer
            }
            Err(_) => Err(late()),
        }
    }

    /// Returns what an error of a statement means to its caller.
    pub(super) fn error(&self, error: sqlx::Error) -> StoreError {
        if self.is_change { change_error(error) } else { store_error(error) }
    }

    /// Fetches row by row, with the time limit for each row.
    pub(super) fn fetch(&mut self, query: PostgresQuery) -> sqlx::Result<BoxStream<'_, sqlx::Result<PgRow>>> {
        self.ask()?;
        let Self { link, is_busy, .. } = self;
        let rows = query.fetch(link);
        Ok(futures_util::stream::unfold(Some((rows, is_busy)), move |reading| async move {
            let (mut rows, is_busy) = reading?;
            match timeout(ANSWER_WITHIN, rows.next()).await {
                Ok(Some(row)) => Some((row, Some((rows, is_busy)))),
                Ok(None) => {
                    *is_busy = false;
                    None
                }
                Err(_) => Some((Err(late()), None)),
            }
        })
        .boxed())
    }

    /// Commits the transaction, if there is one.
    pub(super) async fn commit(mut self) -> StoreResult<()> {
        let outcome = timeout(ANSWER_WITHIN, self.ask().map_err(store_error)?.commit()).await;
        self.answered(outcome)
            .map_err(|error| if is_not_committed(&error) { change_error(error) } else { commit_error(error) })
    }
}

impl Drop for Leased {
    fn drop(&mut self) {
        if self.is_busy {
            self.link.close_on_drop();
        }
    }
}

fn blocked() -> StoreError {
    StoreError::Unavailable("a change that must come first has not ended in time".into())
}

fn late() -> sqlx::Error {
    sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::TimedOut, "PostgreSQL has not answered in time"))
}
