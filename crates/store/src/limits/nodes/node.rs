//! The servers on one database.
//!
//! Each reports that it runs and how it counts requests, and reads the same about the others. All times are those of
//! the database.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use askline_app::ports::{StoreError, StoreResult};
use jiff::{SignedDuration, Timestamp};

use super::outdated::is_outdated;
use crate::{
    limits::Counting,
    postgres::{
        connect_error::ConnectError,
        connecting::{connecting, links},
        options::PostgresOptions,
    },
    sql::{Links, rows::store_error},
};

/// The interval at which a server reports that it runs.
pub const BEAT_EVERY: Duration = Duration::from_millis(500);
/// The maximum duration of a heartbeat, so that one that hangs is followed by another.
const MAX_HEARTBEAT_TIME: Duration = Duration::from_secs(2);
const BEAT_MOST_MS: &str = "2000";
const COMMITS_WAIT: &str = "the database answers, but its commits wait for a synchronous replica that does not confirm them: start the \
    replica, or remove it from synchronous_standby_names";
/// Other servers consider a server stopped if it sent nothing for this long: long enough for several failed heartbeats.
pub(crate) const GONE_AFTER: Duration = Duration::from_secs(8);
/// Rows of servers that sent nothing for this long are removed when another server stops.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(3_600);

/// This server among the servers on the database.
pub struct Node {
    id: String,
    version: &'static str,
    links: Links,
    /// Whether the last heartbeat failed.
    has_failed: AtomicBool,
}

/// The result of a heartbeat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunningNodes {
    /// The number of running servers, including this one.
    pub nodes: u32,
    /// This server's position among them, from 0.
    pub place: u32,
    /// Whether another of them does not count through Redis alone.
    pub others_count_by_share: bool,
    /// How far this server's clock is ahead of the database's.
    pub ahead: SignedDuration,
    /// Whether a newer release has changed the tables so that this release can no longer read them.
    pub is_outdated: bool,
}

impl Node {
    /// Creates a server that the others do not know before its first [`Node::beat`].
    pub fn new(options: &PostgresOptions, id: String, version: &'static str) -> Result<Self, ConnectError> {
        let (connecting, _) = connecting(options)?;
        let connecting = connecting.reached(|server| {
            server.options([("statement_timeout", BEAT_MOST_MS), ("idle_in_transaction_session_timeout", BEAT_MOST_MS)])
        });
        let links = links(1, connecting, options);
        Ok(Self { id, version, links, has_failed: AtomicBool::new(false) })
    }

    /// Reports that this server runs and how it counts requests, and reads which others run. A server whose heartbeats
    /// fail is considered stopped. The error says so if commits wait for a replica.
    pub async fn beat(&self, counting: Counting) -> StoreResult<RunningNodes> {
        let told = tokio::time::timeout(MAX_HEARTBEAT_TIME, async {
            // A commit that waits holds the lock of this server's row, so the next heartbeat asks before it writes.
            if self.has_failed.load(Ordering::Relaxed) && self.do_commits_wait().await? {
                return Err(StoreError::Unavailable(COMMITS_WAIT.into()));
            }
            self.tell(counting).await
        });
        let outcome =
            told.await.unwrap_or_else(|_| Err(StoreError::Unavailable("the database does not answer".into())));
        self.has_failed.store(outcome.is_err(), Ordering::Relaxed);
        outcome
    }

    /// Whether a commit has been waiting for the confirmation of a replica for longer than a heartbeat may take.
    async fn do_commits_wait(&self) -> StoreResult<bool> {
        sqlx::query_scalar(
            "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'SyncRep' \
             AND clock_timestamp() - state_change > make_interval(secs => $1))",
        )
        .bind(BEAT_EVERY.as_secs_f64())
        .fetch_one(&mut self.links.acquire().await.map_err(store_error)?)
        .await
        .map_err(store_error)
    }

    async fn tell(&self, counting: Counting) -> StoreResult<RunningNodes> {
        let began = Timestamp::now();
        let mut transaction = self.links.begin().await.map_err(store_error)?;
        // `is_settled` is for older releases, whose servers agreed on how to count.
        let now: i64 = sqlx::query_scalar(
            "INSERT INTO nodes (id, version, counting, is_settled) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO UPDATE SET \
             seen = clock_timestamp(), counting = excluded.counting, is_settled = excluded.is_settled \
             RETURNING (extract(epoch FROM seen) * 1000)::bigint",
        )
        .bind(&self.id)
        .bind(self.version)
        .bind(counting.text())
        .bind(counting == Counting::Redis)
        .fetch_one(&mut transaction)
        .await
        .map_err(store_error)?;
        let own = began + began.duration_until(Timestamp::now()) / 2;
        let (nodes, place, others_count_by_share): (i64, i64, bool) = sqlx::query_as(
            "SELECT COUNT(*), COUNT(*) FILTER (WHERE id < $1), COALESCE(bool_or(id <> $1 AND counting <> $2), false) FROM nodes \
             WHERE id = $1 OR seen > clock_timestamp() - make_interval(secs => $3)",
        )
        .bind(&self.id)
        .bind(Counting::Redis.text())
        .bind(GONE_AFTER.as_secs_f64())
        .fetch_one(&mut transaction)
        .await
        .map_err(store_error)?;
        let is_outdated = is_outdated(&mut transaction).await.map_err(store_error)?;
        transaction.commit().await.map_err(store_error)?;
        // Half of the round trip is a better estimate than either end.
        let database = Timestamp::from_millisecond(now).unwrap_or(began);
        let small = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
        Ok(RunningNodes {
            nodes: small(nodes),
            place: small(place),
            others_count_by_share,
            ahead: database.duration_until(own),
            is_outdated,
        })
    }

    /// Removes this server's row immediately, and the rows of servers that stopped long ago.
    pub async fn leave(&self) -> StoreResult<()> {
        sqlx::query("DELETE FROM nodes WHERE id = $1 OR seen < clock_timestamp() - make_interval(secs => $2)")
            .bind(&self.id)
            .bind(FORGOTTEN_AFTER.as_secs_f64())
            .execute(&mut self.links.acquire().await.map_err(store_error)?)
            .await
            .map_err(store_error)?;
        self.links.close().await;
        Ok(())
    }
}
