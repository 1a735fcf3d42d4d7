//! Where statements run: on a pool, or on a connection that a caller holds.

use askline_app::ports::StoreResult;
use sqlx::{Sqlite, SqlitePool, Transaction, pool::PoolConnection};

use super::{
    leased::{Leased, PostgresPool},
    queues::LockKeys,
    rows::{commit_error, store_error},
};

/// The connections to one database.
#[derive(Clone)]
pub(crate) enum Pool {
    Sqlite(SqlitePool),
    Postgres(PostgresPool),
}

impl Pool {
    /// Takes a connection for several statements.
    pub(crate) async fn acquire(&self) -> StoreResult<Connection> {
        Ok(match self {
            Self::Sqlite(pool) => Connection::Sqlite(pool.acquire().await.map_err(store_error)?),
            Self::Postgres(pool) => Connection::Postgres(pool.acquire().await.map_err(store_error)?),
        })
    }

    /// Begins a transaction that changes something. Until it ends, no other change with one of the same locks
    /// continues; on SQLite, no other change at all.
    pub(crate) async fn begin_change(&self, locks: LockKeys) -> StoreResult<Connection> {
        Ok(match self {
            // IMMEDIATE: a transaction that first reads and then writes could otherwise fail as BUSY without waiting,
            // if another process wrote in between.
            Self::Sqlite(pool) => {
                Connection::SqliteChange(pool.begin_with("BEGIN IMMEDIATE").await.map_err(store_error)?)
            }
            Self::Postgres(pool) => Connection::Postgres(pool.begin_change(locks).await?),
        })
    }

    /// Begins a transaction that sees one state of the database and changes nothing.
    pub(crate) async fn begin(&self) -> StoreResult<Connection> {
        Ok(match self {
            Self::Sqlite(pool) => Connection::SqliteChange(pool.begin().await.map_err(store_error)?),
            Self::Postgres(pool) => Connection::Postgres(pool.begin_snapshot().await?),
        })
    }

    /// Closes every connection once it is free; later statements fail because the pool is closed.
    pub(crate) async fn close(&self) {
        match self {
            Self::Sqlite(pool) => pool.close().await,
            Self::Postgres(pool) => pool.links.close().await,
        }
    }

    /// Returns why no connection can be opened at present, if that is known.
    pub(crate) fn trouble(&self) -> Option<String> {
        match self {
            Self::Sqlite(_) => None,
            Self::Postgres(pool) => pool.links.trouble(),
        }
    }

    /// Whether the pool was closed.
    pub(crate) fn is_closed(&self) -> bool {
        match self {
            Self::Sqlite(pool) => pool.is_closed(),
            Self::Postgres(pool) => pool.links.is_closed(),
        }
    }
}

/// A connection that a caller holds. Dropping it rolls back its transaction.
pub(crate) enum Connection {
    Sqlite(PoolConnection<Sqlite>),
    SqliteChange(Transaction<'static, Sqlite>),
    Postgres(Leased),
}

impl Connection {
    /// Commits its transaction, if it has one.
    pub(crate) async fn commit(self) -> StoreResult<()> {
        match self {
            Self::SqliteChange(transaction) => transaction.commit().await.map_err(commit_error),
            Self::Postgres(leased) => leased.commit().await,
            Self::Sqlite(_) => Ok(()),
        }
    }
}

/// Where one statement runs.
pub(crate) enum Executor<'p> {
    Pool(&'p Pool),
    Connection(&'p mut Connection),
}

impl<'p> From<&'p Pool> for Executor<'p> {
    fn from(pool: &'p Pool) -> Self {
        Self::Pool(pool)
    }
}

impl<'p> From<&'p mut Connection> for Executor<'p> {
    fn from(connection: &'p mut Connection) -> Self {
        Self::Connection(connection)
    }
}
