//! Connections to PostgreSQL with a time limit for every answer.
//!
//! A connection whose answer was not awaited never returns to the pool: its next answer would go to another caller.

use std::sync::Arc;

use askline_app::ports::{StoreError, StoreResult};
use futures_util::{StreamExt as _, stream::BoxStream};
use sqlx::postgres::PgRow;
use tokio::time::{error::Elapsed, timeout};

use super::{
    link::{Link, Links},
    queues::{LockKeys, OwnLocks, Queues},
    rows::{change_error, commit_error, is_not_committed, is_outdated, may_try_again, store_error},
    statement::PostgresQuery,
    time_limit::{ANSWER_WITHIN, TimeLimit},
};

/// The maximum number of attempts to begin a transaction if a connection is dead or the server rolls it back.
const MAX_BEGINNINGS: u32 = 3;

/// Connections to one database.
#[derive(Clone)]
pub(crate) struct PostgresPool {
    links: Links,
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
        Ok(Leased { link: Some(link), is_busy: false, locks: Vec::new(), is_change: false })
    }

    /// Begins a transaction with these locks.
    pub(super) async fn begin_change(&self, locks: LockKeys) -> StoreResult<Leased> {
        let begun = async {
            let own = self.queues.wait(&locks.alone).await;
            let mut leased = self.begin_with("BEGIN", &locks).await.map_err(store_error)?;
            (leased.locks, leased.is_change) = (own, true);
            Ok(leased)
        };
        let late = || StoreError::Unavailable("a change that must come first has not ended in time".into());
        timeout(ANSWER_WITHIN, begun).await.map_err(|_| late())?
    }

    /// Begins a transaction that sees one state of the database.
    pub(super) async fn begin_snapshot(&self) -> StoreResult<Leased> {
        const ONE_STATE: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
        self.begin_with(ONE_STATE, &LockKeys::default()).await.map_err(store_error)
    }

    /// Begins a transaction. Nothing is changed yet, so a failure that may be temporary leads to another attempt.
    async fn begin_with(&self, beginning: &'static str, locks: &LockKeys) -> sqlx::Result<Leased> {
        let mut beginnings = 1;
        loop {
            let mut leased = self.acquire().await?;
            match leased.begin(beginning, locks).await {
                Ok(()) => return Ok(leased),
                Err(error) if beginnings < MAX_BEGINNINGS && may_try_again(&error) => beginnings += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// Returns why no connection can be opened at present, if that is known.
    pub(crate) fn trouble(&self) -> Option<String> {
        self.links.trouble()
    }

    pub(super) async fn close(&self) {
        self.links.close().await;
    }

    pub(super) fn is_closed(&self) -> bool {
        self.links.is_closed()
    }
}

/// A connection that a caller holds. Dropping it rolls back its transaction.
pub(crate) struct Leased {
    /// `None` after it was returned.
    link: Option<Link>,
    /// Whether an answer is awaited or was abandoned.
    is_busy: bool,
    /// Locks within this process, released after the transaction.
    locks: OwnLocks,
    /// Whether its transaction changes something.
    is_change: bool,
}

impl Leased {
    /// Returns the connection for one statement, whose outcome the caller must pass to [`Self::answered`].
    pub(super) fn ask(&mut self) -> sqlx::Result<&mut Link> {
        if std::mem::replace(&mut self.is_busy, true) {
            let why = "an earlier answer was not waited for";
            return Err(sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::NotConnected, why)));
        }
        Ok(self.link.as_mut().expect("it is given back at the end alone"))
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
    pub(super) fn fetch(
        &mut self,
        query: PostgresQuery,
        limit: TimeLimit,
    ) -> sqlx::Result<BoxStream<'_, sqlx::Result<PgRow>>> {
        self.ask()?;
        let Self { link, is_busy, .. } = self;
        let rows = query.fetch(link.as_mut().expect("it was asked for"));
        Ok(futures_util::stream::unfold(Some((rows, is_busy)), move |reading| async move {
            let (mut rows, is_busy) = reading?;
            match timeout(limit.duration(), rows.next()).await {
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

    async fn begin(&mut self, beginning: &'static str, locks: &LockKeys) -> sqlx::Result<()> {
        let outcome = timeout(ANSWER_WITHIN, self.ask()?.begin(beginning)).await;
        self.answered(outcome)?;
        if let Some(shared) = locks.shared {
            let taking = sqlx::query("SELECT pg_advisory_xact_lock_shared($1)").bind(shared);
            let outcome = timeout(ANSWER_WITHIN, taking.execute(self.ask()?)).await;
            self.answered(outcome)?;
        }
        if !locks.alone.is_empty() {
            // A function returns rows in order, so the locks are taken in the order of the list.
            let taking = sqlx::query("SELECT pg_advisory_xact_lock(key) FROM unnest($1::bigint[]) AS key");
            let outcome = timeout(ANSWER_WITHIN, taking.bind(&locks.alone).execute(self.ask()?)).await;
            self.answered(outcome)?;
        }
        Ok(())
    }

    /// Commits the transaction, if there is one.
    pub(super) async fn commit(mut self) -> StoreResult<()> {
        if !self.link.as_ref().is_some_and(Link::has_transaction) {
            return Ok(());
        }
        let outcome = timeout(ANSWER_WITHIN, self.ask().map_err(store_error)?.commit()).await;
        self.answered(outcome).map_err(|error| match is_not_committed(&error) {
            true => change_error(error),
            false => commit_error(error),
        })
    }
}

impl Drop for Leased {
    fn drop(&mut self) {
        let Some(link) = self.link.take() else { return };
        if self.is_busy {
            // The server rolls back when the connection closes.
            return link.close();
        }
        if link.has_transaction() {
            let locks = std::mem::take(&mut self.locks);
            tokio::spawn(async move {
                link.give_back().await;
                drop(locks);
            });
        }
    }
}

fn late() -> sqlx::Error {
    sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::TimedOut, "PostgreSQL has not answered in time"))
}
