//! Connections to PostgreSQL, each of which knows whether the server keeps prepared statements on it.
//!
//! Statements run only on a [`Link`]: see `unnamed` for connections that keep no prepared statements.

use std::{sync::Arc, time::Duration};

use futures_util::FutureExt as _;
use sqlx::{
    Connection as _, Executor as _, PgConnection, PgPool, Postgres, pool::PoolConnection, postgres::PgPoolOptions,
};
use tokio::time::{sleep, timeout};

use super::{
    reach::{QUIET, Reach, Way},
    servers::Servers,
};

/// How long to wait for the end of an abandoned transaction.
const END_WITHIN: Duration = Duration::from_secs(8);
/// The maximum number of times that a caller switches to another server before it gets an error.
const MAX_MOVES: u32 = 3;

/// Connections to one database.
#[derive(Clone)]
pub(crate) struct Links {
    pool: PgPool,
    keeps_statements: bool,
    reach: Arc<Reach>,
}

impl Links {
    /// Creates a pool for these servers; `keeps_statements` says whether statements stay prepared. Connections are
    /// opened when they are first needed.
    pub(crate) fn new(pool: PgPoolOptions, servers: Servers, keeps_statements: bool) -> Self {
        let way = Way::to(&servers);
        let chosen = way.choice().server;
        let pool = if servers.needs_primary() { with_a_primary(pool, &way, &servers) } else { pool };
        let pool = pool.connect_lazy_with(servers.each()[chosen].clone());
        Self { pool, keeps_statements, reach: Arc::new(Reach::new(way, servers, chosen)) }
    }

    /// Returns why no connection can be opened at present, if that is known.
    pub(crate) fn trouble(&self) -> Option<String> {
        self.reach.trouble()
    }

    /// Takes a connection. If none can be opened, the error says so, and that no statement was sent.
    pub(crate) async fn acquire(&self) -> sqlx::Result<Link> {
        let connection = self.connection().await.map_err(|error| self.reach.error(&self.pool, error))?;
        Ok(Link {
            connection: Some(connection),
            keeps_statements: self.keeps_statements,
            transaction: Transaction::None,
            _use: InUse::of(&self.reach),
        })
    }

    async fn connection(&self) -> sqlx::Result<PoolConnection<Postgres>> {
        let mut moves = 0;
        loop {
            let mut choices = self.reach.follow(&self.pool);
            let acquired = tokio::select! {
                acquired = self.connection_there() => acquired,
                Ok(()) = choices.changed(), if moves < MAX_MOVES => {
                    moves += 1;
                    continue;
                }
            };
            match acquired {
                Err(sqlx::Error::PoolClosed | sqlx::Error::PoolTimedOut) | Ok(_) => return acquired,
                Err(_) if moves < MAX_MOVES && self.reach.is_moved(&choices).await => moves += 1,
                Err(_) => return acquired,
            }
        }
    }

    /// Takes a connection to the server that the pool connects to.
    async fn connection_there(&self) -> sqlx::Result<PoolConnection<Postgres>> {
        let mut acquiring = std::pin::pin!(self.pool.acquire());
        loop {
            match timeout(QUIET, &mut acquiring).await {
                Ok(acquired) => return acquired,
                Err(_) => self.reach.look(&self.pool),
            }
            // Checked again only if another server may take over.
            if !self.reach.may_move() {
                return acquiring.await;
            }
        }
    }

    /// Begins a transaction.
    pub(crate) async fn begin(&self) -> sqlx::Result<Link> {
        let mut link = self.acquire().await?;
        link.begin("BEGIN").await?;
        Ok(link)
    }

    /// Closes every connection once it is free; later statements fail because the pool is closed.
    pub(crate) async fn close(&self) {
        self.pool.close().await;
    }

    /// Whether the pool was closed.
    pub(crate) fn is_closed(&self) -> bool {
        self.pool.is_closed()
    }
}

/// Changes the pool so that its connections lead to the server in use and never to a replica.
fn with_a_primary(pool: PgPoolOptions, way: &Arc<Way>, servers: &Servers) -> PgPoolOptions {
    let is_tested = pool.get_test_before_acquire();
    let (current, way, servers) = (Arc::clone(way), Arc::clone(way), servers.clone());
    pool.after_connect(move |connection, _| {
        let (way, servers) = (Arc::clone(&way), servers.clone());
        async move {
            // The server may be promoted while a caller waits; otherwise the caller's timeout ends this loop.
            while !servers.is_usable(connection).await? {
                way.look(&servers);
                sleep(QUIET).await;
            }
            Ok(())
        }
        .boxed()
    })
    // Tested below, since a former server may not answer.
    .test_before_acquire(false)
    .before_acquire(move |connection, known| {
        let is_current = known.age <= current.choice().since.elapsed();
        async move {
            if is_current && is_tested {
                connection.ping().await?;
            }
            Ok(is_current)
        }
        .boxed()
    })
}

/// The transaction of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Transaction {
    None,
    /// A transaction that the holder of the connection began.
    Asked,
    /// A transaction around a single statement, while that runs.
    OfStatement,
}

/// A connection that a caller holds. Dropping it rolls back its transaction.
#[derive(Debug)]
pub(crate) struct Link {
    /// `None` after it was returned.
    connection: Option<PoolConnection<Postgres>>,
    pub(super) keeps_statements: bool,
    pub(super) transaction: Transaction,
    _use: InUse,
}

/// Marks a connection of the pool as in use.
#[derive(Debug)]
struct InUse(Arc<Reach>);

impl InUse {
    fn of(reach: &Arc<Reach>) -> Self {
        reach.note_held();
        Self(Arc::clone(reach))
    }
}

impl Drop for InUse {
    fn drop(&mut self) {
        self.0.note_free();
    }
}

impl Link {
    /// Begins a transaction with this statement.
    pub(crate) async fn begin(&mut self, beginning: &'static str) -> sqlx::Result<()> {
        self.begin_as(Transaction::Asked, beginning).await
    }

    pub(super) async fn begin_as(&mut self, transaction: Transaction, beginning: &'static str) -> sqlx::Result<()> {
        // Set before the answer, since a caller may not wait for the answer.
        self.transaction = transaction;
        let begun = self.connection().execute(beginning).await;
        if begun.is_err() {
            self.transaction = Transaction::None;
        }
        begun.map(drop)
    }

    /// Commits the transaction, if there is one.
    pub(crate) async fn commit(&mut self) -> sqlx::Result<()> {
        self.end_by("COMMIT").await
    }

    /// Rolls back the transaction, if there is one.
    pub(crate) async fn roll_back(&mut self) -> sqlx::Result<()> {
        self.end_by("ROLLBACK").await
    }

    async fn end_by(&mut self, end: &'static str) -> sqlx::Result<()> {
        if self.has_transaction() {
            self.connection().execute(end).await?;
            self.transaction = Transaction::None;
        }
        Ok(())
    }

    /// Whether the connection has a transaction.
    pub(crate) fn has_transaction(&self) -> bool {
        self.transaction != Transaction::None
    }

    /// Closes the connection instead of returning it: what the server would send on it next has no recipient.
    pub(crate) fn close(mut self) {
        if let Some(mut connection) = self.connection.take() {
            connection.close_on_drop();
        }
    }

    /// Closes the connection immediately, without notifying the server.
    pub(crate) fn abandon(mut self) {
        drop(self.connection.take().map(PoolConnection::detach));
    }

    /// Returns the connection to the pool, once its transaction has ended.
    pub(crate) async fn give_back(mut self) {
        if let Some(connection) = self.connection.take() {
            end(connection, self.has_transaction()).await;
        }
    }

    pub(super) fn connection(&mut self) -> &mut PgConnection {
        self.connection.as_mut().expect("it is given back at the end alone")
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take()
            && self.has_transaction()
        {
            tokio::spawn(end(connection, true));
        }
    }
}

async fn end(mut connection: PoolConnection<Postgres>, has_transaction: bool) {
    if has_transaction && !matches!(timeout(END_WITHIN, connection.execute("ROLLBACK")).await, Ok(Ok(_))) {
        // The server rolls back when the connection closes.
        connection.close_on_drop();
    }
}
