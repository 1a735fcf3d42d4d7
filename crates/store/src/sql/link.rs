//! Connections to PostgreSQL, each of which knows whether the server keeps prepared statements on it.
//!
//! Statements run only on a [`Link`]: see `unnamed` for connections that keep no prepared statements.

use std::{
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use futures_util::FutureExt as _;
use sqlx::{
    AssertSqlSafe, Connection as _, Executor as _, PgConnection, PgPool, Postgres, pool::PoolConnection,
    postgres::PgPoolOptions,
};
use tokio::{
    sync::watch,
    time::{sleep, timeout},
};

use super::{
    reach::{Choice, QUIET, Way},
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
    servers: Servers,
    way: Arc<Way>,
    /// The server that the pool connects to.
    followed: Arc<AtomicUsize>,
    /// How many connections callers hold.
    held: Arc<AtomicUsize>,
}

impl Links {
    /// Creates a pool for these servers; `keeps_statements` says whether statements stay prepared. Connections are
    /// opened when they are first needed.
    pub(crate) fn new(pool: PgPoolOptions, servers: Servers, keeps_statements: bool) -> Self {
        let way = Way::to(&servers);
        let chosen = way.choice().server;
        let pool = if servers.needs_primary() { with_a_primary(pool, &way, &servers) } else { pool };
        let pool = pool.connect_lazy_with(servers.each()[chosen].clone());
        Self {
            pool,
            keeps_statements,
            servers,
            way,
            followed: Arc::new(AtomicUsize::new(chosen)),
            held: Arc::default(),
        }
    }

    /// Returns why no connection can be opened at present, if that is known.
    pub(crate) fn trouble(&self) -> Option<String> {
        self.way.trouble()
    }

    /// Takes a connection. If none can be opened, the error says so, and that no statement was sent.
    pub(crate) async fn acquire(&self) -> sqlx::Result<Link> {
        let connection = self.connection().await.map_err(|error| self.way.error(&self.servers, error))?;
        self.way.note_reached();
        Ok(Link {
            connection: Some(connection),
            keeps_statements: self.keeps_statements,
            has_transaction: false,
            _held: Held::of(&self.held),
        })
    }

    async fn connection(&self) -> sqlx::Result<PoolConnection<Postgres>> {
        for _ in 0..MAX_MOVES {
            let mut choices = self.follow();
            let acquired = tokio::select! {
                acquired = self.connection_there() => acquired,
                Ok(()) = choices.changed() => continue,
            };
            match acquired {
                Err(sqlx::Error::PoolClosed | sqlx::Error::PoolTimedOut) | Ok(_) => return acquired,
                Err(_) if self.way.is_moved(&self.servers, &choices).await => {}
                Err(_) => return acquired,
            }
        }
        self.follow();
        self.connection_there().await
    }

    /// Makes the pool connect to the chosen server; the returned receiver notices later choices.
    fn follow(&self) -> watch::Receiver<Choice> {
        let choices = self.way.choices();
        let Choice { server, .. } = *choices.borrow();
        if self.followed.swap(server, Ordering::AcqRel) != server {
            self.pool.set_connect_options(self.servers.each()[server].clone());
        }
        choices
    }

    /// Takes a connection to the server that the pool connects to. While that takes long, the reason is looked for,
    /// unless callers hold all connections.
    async fn connection_there(&self) -> sqlx::Result<PoolConnection<Postgres>> {
        let mut acquiring = pin!(self.pool.acquire());
        loop {
            match timeout(QUIET, &mut acquiring).await {
                Ok(acquired) => return acquired,
                Err(_) if self.is_full() => {}
                Err(_) => self.way.look(&self.servers),
            }
        }
    }

    fn is_full(&self) -> bool {
        self.held.load(Ordering::Acquire) >= self.pool.options().get_max_connections() as usize
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

/// Counts a connection while a caller holds it.
#[derive(Debug)]
struct Held(Arc<AtomicUsize>);

impl Held {
    fn of(held: &Arc<AtomicUsize>) -> Self {
        held.fetch_add(1, Ordering::AcqRel);
        Self(Arc::clone(held))
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

/// A connection that a caller holds. Dropping it rolls back its transaction.
#[derive(Debug)]
pub(crate) struct Link {
    /// `None` after it was returned.
    connection: Option<PoolConnection<Postgres>>,
    pub(super) keeps_statements: bool,
    pub(crate) has_transaction: bool,
    _held: Held,
}

impl Link {
    /// Begins a transaction with these statements.
    pub(crate) async fn begin(&mut self, beginning: impl Into<String>) -> sqlx::Result<()> {
        // Set before the answer, since a caller may not wait for it, and a later statement may be the one that fails.
        self.has_transaction = true;
        self.connection().execute(AssertSqlSafe(beginning.into())).await.map(drop)
    }

    /// Commits the transaction, if there is one.
    pub(crate) async fn commit(&mut self) -> sqlx::Result<()> {
        if self.has_transaction {
            self.connection().execute("COMMIT").await?;
            self.has_transaction = false;
        }
        Ok(())
    }

    /// Rolls back the transaction.
    pub(super) async fn roll_back(&mut self) -> sqlx::Result<()> {
        self.connection().execute("ROLLBACK").await?;
        self.has_transaction = false;
        Ok(())
    }

    /// Closes the connection instead of returning it: what the server would send on it next has no recipient. The
    /// server rolls back its transaction then.
    pub(crate) fn close(mut self) {
        self.close_on_drop();
    }

    /// Closes the connection when it is dropped, as [`Self::close`] does.
    pub(super) fn close_on_drop(&mut self) {
        self.connection.as_mut().expect("it is given back at the end alone").close_on_drop();
        self.has_transaction = false;
    }

    /// Closes the connection immediately, without notifying the server.
    pub(crate) fn abandon(mut self) {
        drop(self.connection.take().map(PoolConnection::detach));
    }

    pub(super) fn connection(&mut self) -> &mut PgConnection {
        self.connection.as_mut().expect("it is given back at the end alone")
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take()
            && self.has_transaction
        {
            tokio::spawn(end_transaction(connection));
        }
    }
}

async fn end_transaction(mut connection: PoolConnection<Postgres>) {
    if !matches!(timeout(END_WITHIN, connection.execute("ROLLBACK")).await, Ok(Ok(_))) {
        // The server rolls back when the connection closes.
        connection.close_on_drop();
    }
}
