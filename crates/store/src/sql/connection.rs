//! Where statements run: on a pool, or on one connection that a caller holds.

use askline_domain::ports::StoreResult;
use sqlx::{PgConnection, PgPool, Postgres, Sqlite, SqliteConnection, SqlitePool, Transaction, pool::PoolConnection};

use super::rows::{commit_error, store_error};

/// The lock that a change of the metadata holds, so that two never interleave: "ASKLmeta".
const WRITERS_TURN: i64 = 0x4153_4B4C_6D65_7461;

/// The connections of one engine.
#[derive(Clone)]
pub(crate) enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

impl Pool {
    /// A connection, for statements that follow each other.
    pub(crate) async fn acquire(&self) -> StoreResult<Connection> {
        Ok(match self {
            Self::Sqlite(pool) => Connection::Sqlite(pool.acquire().await.map_err(store_error)?),
            Self::Postgres(pool) => Connection::Postgres(pool.acquire().await.map_err(store_error)?),
        })
    }

    /// A transaction that changes something. Nothing else changes the metadata until it ends.
    pub(crate) async fn begin_change(&self) -> StoreResult<Connection> {
        Ok(match self {
            // IMMEDIATE: a transaction that reads first and writes later could otherwise fail as BUSY
            // without waiting, when another process wrote in between.
            Self::Sqlite(pool) => {
                Connection::SqliteChange(pool.begin_with("BEGIN IMMEDIATE").await.map_err(store_error)?)
            }
            Self::Postgres(pool) => {
                let mut transaction = pool.begin().await.map_err(store_error)?;
                let turn = sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(WRITERS_TURN);
                turn.execute(&mut *transaction).await.map_err(store_error)?;
                Connection::PostgresChange(transaction)
            }
        })
    }

    /// A transaction that sees one state of the database and changes nothing.
    pub(crate) async fn begin(&self) -> StoreResult<Connection> {
        Ok(match self {
            Self::Sqlite(pool) => Connection::SqliteChange(pool.begin().await.map_err(store_error)?),
            Self::Postgres(pool) => {
                const ONE_STATE: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                Connection::PostgresChange(pool.begin_with(ONE_STATE).await.map_err(store_error)?)
            }
        })
    }

    /// Lets go of every connection, once it is free; later statements find the pool closed.
    pub(crate) async fn close(&self) {
        match self {
            Self::Sqlite(pool) => pool.close().await,
            Self::Postgres(pool) => pool.close().await,
        }
    }

    /// Whether it was closed.
    pub(crate) fn is_closed(&self) -> bool {
        match self {
            Self::Sqlite(pool) => pool.is_closed(),
            Self::Postgres(pool) => pool.is_closed(),
        }
    }
}

/// A connection that a caller holds. One with a transaction that is dropped rolls it back.
pub(crate) enum Connection {
    Sqlite(PoolConnection<Sqlite>),
    SqliteChange(Transaction<'static, Sqlite>),
    Postgres(PoolConnection<Postgres>),
    PostgresChange(Transaction<'static, Postgres>),
}

impl Connection {
    /// Commits its transaction, if it has one.
    pub(crate) async fn commit(self) -> StoreResult<()> {
        match self {
            Self::SqliteChange(transaction) => transaction.commit().await.map_err(commit_error),
            Self::PostgresChange(transaction) => transaction.commit().await.map_err(commit_error),
            Self::Sqlite(_) | Self::Postgres(_) => Ok(()),
        }
    }

    pub(super) fn place(&mut self) -> Place<'_> {
        match self {
            Self::Sqlite(connection) => Place::Sqlite(connection),
            Self::SqliteChange(transaction) => Place::Sqlite(transaction),
            Self::Postgres(connection) => Place::Postgres(connection),
            Self::PostgresChange(transaction) => Place::Postgres(transaction),
        }
    }
}

/// What one statement runs on.
pub(crate) enum Place<'p> {
    SqlitePool(&'p SqlitePool),
    Sqlite(&'p mut SqliteConnection),
    PostgresPool(&'p PgPool),
    Postgres(&'p mut PgConnection),
}

impl<'p> From<&'p Pool> for Place<'p> {
    fn from(pool: &'p Pool) -> Self {
        match pool {
            Pool::Sqlite(pool) => Self::SqlitePool(pool),
            Pool::Postgres(pool) => Self::PostgresPool(pool),
        }
    }
}

impl<'p> From<&'p mut Connection> for Place<'p> {
    fn from(connection: &'p mut Connection) -> Self {
        connection.place()
    }
}
