//! Where statements run: on a pool, or on a connection that a caller holds.

use std::time::Duration;

use askline_app::{
    ports::{StoreError, StoreResult},
    shares::fair_slots::{FairSlot, FairSlots, NoSlot, Waiting},
};
use sqlx::{Sqlite, SqlitePool, Transaction, pool::PoolConnection};

use super::{
    leased::{Leased, PostgresPool},
    link::Links,
    queues::LockKeys,
    rows::{commit_error, store_error},
};

/// How long a read waits for a connection, and how many reads of one holder.
pub(crate) const READS: Waiting = Waiting {
    most: 64,
    within: Duration::from_secs(2),
    service_within: Duration::from_secs(5),
    file_within: Duration::from_secs(60),
};
/// The same for changes, each of which takes milliseconds.
const CHANGES: Waiting = Waiting { most: 256, within: Duration::from_secs(5), ..READS };

/// The connections to one database. Each is taken with a slot, so that callers share them fairly: see
/// [`askline_app::shares`].
#[derive(Clone)]
pub(crate) struct Pool {
    pub(super) connections: Connections,
    pub(super) slots: FairSlots,
}

/// The connections of a pool.
#[derive(Clone)]
pub(crate) enum Connections {
    Sqlite(SqlitePool),
    Postgres(PostgresPool),
}

impl From<SqlitePool> for Connections {
    fn from(pool: SqlitePool) -> Self {
        Self::Sqlite(pool)
    }
}

impl From<Links> for Connections {
    fn from(links: Links) -> Self {
        Self::Postgres(links.into())
    }
}

impl Pool {
    /// Creates a pool of `total` connections that only read.
    pub(crate) fn of_readers(name: &'static str, connections: impl Into<Connections>, total: u32) -> Self {
        Self { connections: connections.into(), slots: FairSlots::new(name, total as usize, READS) }
    }

    /// Creates a pool of `total` connections that change data.
    pub(crate) fn of_writers(name: &'static str, connections: impl Into<Connections>, total: u32) -> Self {
        Self { connections: connections.into(), slots: FairSlots::new(name, total as usize, CHANGES) }
    }

    /// Takes a connection for several statements.
    pub(crate) async fn acquire(&self) -> StoreResult<Connection> {
        let slot = self.slots.take().await.map_err(no_slot)?;
        Ok(match &self.connections {
            Connections::Sqlite(pool) => Connection::Sqlite(pool.acquire().await.map_err(store_error)?, slot),
            Connections::Postgres(pool) => Connection::Postgres(pool.acquire().await.map_err(store_error)?, slot),
        })
    }

    /// Begins a transaction that changes something. Until it ends, no other change with one of the same locks
    /// continues; on SQLite, no other change at all.
    pub(crate) async fn begin_change(&self, locks: LockKeys) -> StoreResult<Connection> {
        Ok(match &self.connections {
            Connections::Sqlite(pool) => {
                let slot = self.slots.take().await.map_err(no_slot)?;
                // IMMEDIATE: a transaction that first reads and then writes could otherwise fail as BUSY without
                // waiting, if another process wrote in between.
                Connection::SqliteChange(pool.begin_with("BEGIN IMMEDIATE").await.map_err(store_error)?, slot)
            }
            Connections::Postgres(pool) => {
                // A change that waits for an earlier one of the same organization takes no slot.
                let own = pool.wait_for(&locks).await?;
                let slot = self.slots.take().await.map_err(no_slot)?;
                Connection::Postgres(pool.begin_change(locks, own).await?, slot)
            }
        })
    }

    /// Begins a transaction that sees one state of the database and changes nothing.
    pub(crate) async fn begin(&self) -> StoreResult<Connection> {
        let slot = self.slots.take().await.map_err(no_slot)?;
        Ok(match &self.connections {
            Connections::Sqlite(pool) => Connection::SqliteChange(pool.begin().await.map_err(store_error)?, slot),
            Connections::Postgres(pool) => Connection::Postgres(pool.begin_snapshot().await?, slot),
        })
    }

    /// Closes every connection once it is free; later statements fail because the pool is closed.
    pub(crate) async fn close(&self) {
        match &self.connections {
            Connections::Sqlite(pool) => pool.close().await,
            Connections::Postgres(pool) => pool.links.close().await,
        }
    }

    /// Returns why no connection can be opened at present, if that is known.
    pub(crate) fn trouble(&self) -> Option<String> {
        match &self.connections {
            Connections::Sqlite(_) => None,
            Connections::Postgres(pool) => pool.links.trouble(),
        }
    }

    /// Whether the pool was closed.
    pub(crate) fn is_closed(&self) -> bool {
        match &self.connections {
            Connections::Sqlite(pool) => pool.is_closed(),
            Connections::Postgres(pool) => pool.links.is_closed(),
        }
    }
}

/// What it means that no connection became free in time.
pub(crate) fn no_slot(error: NoSlot) -> StoreError {
    StoreError::Unavailable(error.to_string())
}

/// A connection that a caller holds, with its slot. Dropping it rolls back its transaction.
pub(crate) enum Connection {
    Sqlite(PoolConnection<Sqlite>, FairSlot),
    SqliteChange(Transaction<'static, Sqlite>, FairSlot),
    Postgres(Leased, FairSlot),
}

impl Connection {
    /// Commits its transaction, if it has one.
    pub(crate) async fn commit(self) -> StoreResult<()> {
        match self {
            Self::SqliteChange(transaction, _slot) => transaction.commit().await.map_err(commit_error),
            Self::Postgres(leased, _slot) => leased.commit().await,
            Self::Sqlite(_connection, _slot) => Ok(()),
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
