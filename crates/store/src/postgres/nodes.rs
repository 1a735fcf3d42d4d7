//! The servers on one database.
//!
//! Each reports that it runs and how it counts requests, and learns the same about the others. Times are the
//! database's.

use std::{sync::Arc, time::Duration};

use askline_domain::{
    ports::{StoreError, StoreResult},
    shared::clock::Clock,
};
use jiff::{SignedDuration, Timestamp};

use super::{
    ConnectError, PostgresOptions,
    connecting::{connecting, pool},
    layout,
};
use crate::{
    nodes::{Agreement, Counting, GONE_AFTER, Standing},
    sql::{Link, Links, rows::store_error},
};

/// How often a server reports that it runs.
pub const BEAT_EVERY: Duration = Duration::from_millis(500);
/// How long a beat may take: one that hangs must not keep the others from agreeing.
const BEAT_MOST: Duration = Duration::from_secs(2);
const BEAT_MOST_MS: &str = "2000";
/// Rows of servers that were missing for this long are removed.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(3_600);
/// The lock under which servers agree, one after the other: "ASKLnode".
const AGREEING: i64 = 0x4153_4B4C_6E6F_6465;

/// This server among the others.
pub struct Node {
    id: String,
    version: &'static str,
    links: Links,
    agreement: Arc<Agreement>,
    clock: Arc<dyn Clock>,
}

/// The result of a beat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Company {
    /// Running servers, including this one.
    pub nodes: u32,
    /// How far this server's clock is ahead of the database's.
    pub ahead: SignedDuration,
    /// Whether a newer release has changed the tables so that this one cannot read them any more.
    pub is_outdated: bool,
}

impl Node {
    /// A server that the others do not know before its first [`Node::beat`].
    pub fn new(
        options: &PostgresOptions,
        id: String,
        version: &'static str,
        agreement: Arc<Agreement>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, ConnectError> {
        let (connecting, _) = connecting(options)?;
        let connecting = connecting
            .options([("statement_timeout", BEAT_MOST_MS), ("idle_in_transaction_session_timeout", BEAT_MOST_MS)]);
        let links = Links::new(pool(1, connecting), options.keeps_statements());
        Ok(Self { id, version, links, agreement, clock })
    }

    /// Reports that this server runs, learns which others do, and agrees with them on how requests are counted. A
    /// server whose beats fail counts as gone, for itself sooner than for the others.
    pub async fn beat(&self) -> StoreResult<Company> {
        tokio::time::timeout(BEAT_MOST, self.tell())
            .await
            .unwrap_or_else(|_| Err(StoreError::Unavailable("the database does not answer".into())))
    }

    async fn tell(&self) -> StoreResult<Company> {
        let (began, heard) = (Timestamp::now(), self.clock.elapsed());
        let mut transaction = self.links.begin().await.map_err(store_error)?;
        sqlx::query("SELECT pg_advisory_xact_lock($1)")
            .bind(AGREEING)
            .execute(&mut transaction)
            .await
            .map_err(store_error)?;
        let (others, before) = self.others(&mut transaction).await?;
        let next = self.agreement.next(&others);
        let now: i64 = sqlx::query_scalar(
            "INSERT INTO nodes (id, version, counting, is_settled) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO UPDATE SET \
             seen = clock_timestamp(), counting = excluded.counting, is_settled = excluded.is_settled \
             RETURNING (extract(epoch FROM seen) * 1000)::bigint",
        )
        .bind(&self.id)
        .bind(self.version)
        .bind(next.text())
        .bind(self.agreement.standing().is_settled)
        .fetch_one(&mut transaction)
        .await
        .map_err(store_error)?;
        let own = began + began.duration_until(Timestamp::now()) / 2;
        let is_outdated = layout::is_outdated(&mut transaction).await.map_err(store_error)?;
        transaction.commit().await.map_err(store_error)?;
        let nodes = u32::try_from(others.len() + 1).unwrap_or(u32::MAX);
        self.agreement.told(next, heard, before, nodes);
        // Half of the round trip is a better guess than either end.
        let database = Timestamp::from_millisecond(now).unwrap_or(began);
        Ok(Company { nodes, ahead: database.duration_until(own), is_outdated })
    }

    /// The standings of the other living servers, and how many of them come before this one.
    async fn others(&self, transaction: &mut Link) -> StoreResult<(Vec<Standing>, u32)> {
        let rows: Vec<(bool, String, bool)> = sqlx::query_as(
            "SELECT id < $1, counting, is_settled FROM nodes \
             WHERE id <> $1 AND seen > clock_timestamp() - make_interval(secs => $2)",
        )
        .bind(&self.id)
        .bind(GONE_AFTER.as_secs_f64())
        .fetch_all(transaction)
        .await
        .map_err(store_error)?;
        let before = rows.iter().filter(|(is_before, _, _)| *is_before).count();
        let standings = rows.iter().map(|(_, counting, is_settled)| match Counting::of_text(counting) {
            Some(counting) => Standing { counting, is_settled: *is_settled },
            // A later release may report anything: neither way of counting is compatible with it.
            None => Standing { counting: Counting::Together, is_settled: false },
        });
        Ok((standings.collect(), u32::try_from(before).unwrap_or(u32::MAX)))
    }

    /// Leaves at once, and removes the rows of servers that left long ago.
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
