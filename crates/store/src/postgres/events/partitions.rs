//! A partition for each day of raw events: made when the first event of the day comes, through whichever node, and dropped when
//! all that is in it is past its time.

use std::{
    collections::{BTreeSet, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use sqlx::{AssertSqlSafe, Connection as _, PgConnection, PgPool};

/// The lock under which partitions are made and dropped: "ASKLdays".
const PARTITIONS: i64 = 0x4153_4B4C_6461_7973;

/// The days whose partition is known to be there. Another node may have dropped one since: then the COPY into it fails and
/// [`Partitions::forget`] is right.
#[derive(Debug, Default)]
pub(super) struct Partitions(Mutex<HashSet<i32>>);

impl Partitions {
    /// Makes what is missing for these days.
    pub(super) async fn ensure(&self, pool: &PgPool, days: BTreeSet<i32>) -> sqlx::Result<()> {
        let missing: Vec<i32> = {
            let known = self.lock();
            days.into_iter().filter(|day| !known.contains(day)).collect()
        };
        for day in missing {
            make(pool, day).await?;
            self.lock().insert(day);
        }
        Ok(())
    }

    /// Believes nothing any more.
    pub(super) fn forget(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<i32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The name of a day's partition.
fn name(day: i32) -> String {
    format!("\"events_{day}\"")
}

async fn make(pool: &PgPool, day: i32) -> sqlx::Result<()> {
    let mut transaction = pool.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(PARTITIONS).execute(&mut *transaction).await?;
    if !is_attached(&mut transaction, day).await? {
        let name = name(day);
        // What was detached and not dropped is past its time. Attached rather than made as a partition: that would wait for
        // everybody who reads or writes events, and they for it.
        let steps = format!(
            "DROP TABLE IF EXISTS {name};
             CREATE TABLE {name} (LIKE events INCLUDING ALL);
             ALTER TABLE events ATTACH PARTITION {name} FOR VALUES FROM ({day}) TO ({});",
            i64::from(day) + 1
        );
        sqlx::raw_sql(AssertSqlSafe(steps)).execute(&mut *transaction).await?;
    }
    transaction.commit().await
}

async fn is_attached(connection: &mut PgConnection, day: i32) -> sqlx::Result<bool> {
    sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM pg_inherits WHERE inhrelid = to_regclass($1) AND inhparent = to_regclass('events'))",
    )
    .bind(name(day))
    .fetch_one(connection)
    .await
}

/// The days that have a partition, oldest first.
pub(super) async fn days(connection: &mut PgConnection) -> sqlx::Result<Vec<i32>> {
    let names: Vec<String> = sqlx::query_scalar(
        "SELECT c.relname::text FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
         WHERE i.inhparent = to_regclass('events')",
    )
    .fetch_all(connection)
    .await?;
    let mut days: Vec<i32> = names.iter().filter_map(|name| name.strip_prefix("events_")?.parse().ok()).collect();
    days.sort_unstable();
    Ok(days)
}

/// Drops a day's partition with all that is in it, unless another node is at it; whether it did. Detached first in a way that
/// lets everybody read and write meanwhile.
pub(super) async fn drop_day(pool: &PgPool, day: i32) -> sqlx::Result<bool> {
    // A connection of its own: should this fail, the lock ends with it.
    let mut connection = pool.acquire().await?.detach();
    // Held by the session, since a detachment that lets others go on is no part of a transaction.
    let (locked,): (bool,) =
        sqlx::query_as("SELECT pg_try_advisory_lock($1)").bind(PARTITIONS).fetch_one(&mut connection).await?;
    if locked {
        let name = name(day);
        let pending: Option<bool> =
            sqlx::query_scalar("SELECT inhdetachpending FROM pg_inherits WHERE inhrelid = to_regclass($1)")
                .bind(&name)
                .fetch_optional(&mut connection)
                .await?;
        let way = if pending == Some(true) { "FINALIZE" } else { "CONCURRENTLY" };
        if pending.is_some() {
            let detach = format!("ALTER TABLE events DETACH PARTITION {name} {way}");
            sqlx::raw_sql(AssertSqlSafe(detach)).execute(&mut connection).await?;
        }
        let drop = format!("DROP TABLE IF EXISTS {name}");
        sqlx::raw_sql(AssertSqlSafe(drop)).execute(&mut connection).await?;
        // The server notices a closed connection later than whoever asks next.
        sqlx::query("SELECT pg_advisory_unlock($1)").bind(PARTITIONS).execute(&mut connection).await?;
    }
    connection.close().await?;
    Ok(locked)
}
