//! Connections to PostgreSQL with a time limit for every answer.
//!
//! A connection whose answer was not awaited never goes back to the pool: what it would answer next belongs to another
//! caller.

use std::sync::Arc;

use askline_app::ports::{StoreError, StoreResult};
use futures_util::{StreamExt as _, stream::BoxStream};
use sqlx::postgres::PgRow;
use tokio::time::{error::Elapsed, timeout};

use super::{
    link::{Link, Links},
    queues::{LockKeys, OwnLocks, Queues},
    rows::{is_outdated, may_try_again, store_error},
    statement::{PostgresQuery, Statement},
    time_limit::{ANSWER_WITHIN, TimeLimit},
    transcript::{Answered, Transcript},
};

/// How often a transaction is begun, when a connection turns out to be dead or the server rolls it back.
const MAX_BEGINNINGS: u32 = 3;

/// Begins a transaction that changes something.
const CHANGE: &str = "BEGIN";

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
    /// A connection. The pool checks whether it is alive.
    pub(super) async fn acquire(&self) -> sqlx::Result<Leased> {
        let link = self.links.acquire().await?;
        Ok(Leased { link: Some(link), is_busy: false, locks: Vec::new(), again: None })
    }

    /// A transaction with these locks. It is done again if the server rolls it back: see [`Transcript`].
    pub(super) async fn begin_change(&self, locks: LockKeys) -> StoreResult<Leased> {
        let begun = async {
            let own = self.queues.wait(&locks.alone).await;
            let mut leased = self.begin_with(CHANGE, &locks).await.map_err(store_error)?;
            leased.locks = own;
            leased.again =
                Some(Again { links: self.links.clone(), locks, transcript: Transcript::default(), beginnings: 1 });
            Ok(leased)
        };
        let late = || StoreError::Unavailable("a change that must come first has not ended in time".into());
        timeout(ANSWER_WITHIN, begun).await.map_err(|_| late())?
    }

    /// A transaction that sees one state of the database.
    pub(super) async fn begin_snapshot(&self) -> StoreResult<Leased> {
        const ONE_STATE: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
        self.begin_with(ONE_STATE, &LockKeys::default()).await.map_err(store_error)
    }

    /// Begins a transaction. Nothing is changed yet, so a failure that may not happen again is tried again.
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

    /// Why no connection can be made at present, as far as it is known.
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

/// A connection that a caller holds. Dropping one with a transaction rolls it back.
pub(crate) struct Leased {
    /// `None` while it is replaced, and at the end.
    link: Option<Link>,
    /// An answer is awaited, or was abandoned.
    is_busy: bool,
    /// Released after the transaction.
    locks: OwnLocks,
    /// For a change, as long as it can be done again.
    again: Option<Again>,
}

/// What is needed to do a change again.
struct Again {
    links: Links,
    locks: LockKeys,
    transcript: Transcript,
    beginnings: u32,
}

impl Leased {
    /// The connection, for one statement; the caller must pass its outcome to [`Self::answered`].
    pub(super) fn ask(&mut self) -> sqlx::Result<&mut Link> {
        let not_connected = |why| sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::NotConnected, why));
        if std::mem::replace(&mut self.is_busy, true) {
            return Err(not_connected("an earlier answer was not waited for"));
        }
        self.link.as_mut().ok_or_else(|| not_connected("the change was given up"))
    }

    /// The outcome of a statement.
    pub(super) fn answered<T>(&mut self, outcome: Result<sqlx::Result<T>, Elapsed>) -> sqlx::Result<T> {
        match outcome {
            Ok(answer) => {
                // A connection with outdated statements is closed as well, and they with it.
                self.is_busy = matches!(&answer, Err(error) if is_outdated(error));
                answer
            }
            Err(_) => Err(late()),
        }
    }

    /// Records the answer to a statement of a change.
    pub(super) fn note(&mut self, statement: Statement, answer: &impl Answered) {
        if let Some(again) = &mut self.again {
            again.transcript.note(statement, answer.answer());
        }
    }

    /// Whether a change with a statement that failed with this error was done again up to that statement, with the same
    /// answers.
    pub(super) async fn is_done_again(&mut self, error: &sqlx::Error) -> bool {
        if !may_try_again(error) {
            return false;
        }
        while let Some(mut again) = self.again.take_if(|again| again.beginnings < MAX_BEGINNINGS) {
            again.beginnings += 1;
            match self.do_again(&again).await {
                Ok(is_same) => {
                    self.again = Some(again);
                    return is_same;
                }
                Err(error) if may_try_again(&error) => self.again = Some(again),
                Err(_) => return false,
            }
        }
        false
    }

    async fn do_again(&mut self, again: &Again) -> sqlx::Result<bool> {
        if let Some(link) = self.link.take() {
            link.give_back().await;
        }
        self.link = Some(again.links.acquire().await?);
        self.is_busy = false;
        self.begin(CHANGE, &again.locks).await?;
        let outcome = timeout(ANSWER_WITHIN, again.transcript.run(self.ask()?)).await;
        self.answered(outcome)
    }

    /// Row by row, each with the time limit.
    pub(super) fn fetch(
        &mut self,
        query: PostgresQuery,
        limit: TimeLimit,
    ) -> sqlx::Result<BoxStream<'_, sqlx::Result<PgRow>>> {
        // Streamed rows are not recorded.
        self.again = None;
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
            // A function's rows come in their order, so the locks are taken in the order of the list.
            let taking = sqlx::query("SELECT pg_advisory_xact_lock(key) FROM unnest($1::bigint[]) AS key");
            let outcome = timeout(ANSWER_WITHIN, taking.bind(&locks.alone).execute(self.ask()?)).await;
            self.answered(outcome)?;
        }
        Ok(())
    }

    /// Commits the transaction, if there is one.
    pub(super) async fn commit(mut self) -> sqlx::Result<()> {
        if self.link.as_ref().is_some_and(Link::has_transaction) {
            let outcome = timeout(ANSWER_WITHIN, self.ask()?.commit()).await;
            self.answered(outcome)?;
        }
        Ok(())
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
