//! A partition for each day of raw events.
//!
//! Any node creates it at the first event of the day, and it is dropped when everything in it is past its retention.

use std::{
    collections::{BTreeSet, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use sqlx::AssertSqlSafe;

use super::site_key::SiteKey;
use crate::sql::{Link, Links};

/// The advisory lock under which partitions are created and dropped: "ASKLdays".
const PARTITIONS: i64 = 0x4153_4B4C_6461_7973;

/// The maximum number of days whose events one transaction may read or remove. Each takes four locks in a removal, and
/// no transaction may take more than 256: the server's lock table has space for a few thousand.
pub(super) const DAYS_AT_ONCE: usize = 32;

/// The columns of a day's table. Columns of equal width are adjacent, the widest first, so that no bytes are lost to
/// padding. Tables that were created earlier have the order of the parent table.
const COLUMNS: &str = r#"place BIGINT NOT NULL, at BIGINT NOT NULL, page BIGINT NOT NULL, day INTEGER NOT NULL,
    type SMALLINT NOT NULL, hour SMALLINT, site BYTEA NOT NULL, event_id BYTEA NOT NULL, path TEXT COLLATE "C",
    title TEXT COLLATE "C", referrer TEXT COLLATE "C", utm_source TEXT COLLATE "C", utm_medium TEXT COLLATE "C",
    utm_campaign TEXT COLLATE "C", utm_term TEXT COLLATE "C", utm_content TEXT COLLATE "C", label TEXT COLLATE "C",
    detail TEXT COLLATE "C", detail_id BYTEA, crawler TEXT COLLATE "C""#;

/// The days whose partition is known to exist. Another node may have dropped one since: then storing into it fails, and
/// the caller must call [`Partitions::forget`].
#[derive(Debug, Default)]
pub(crate) struct Partitions(Mutex<HashSet<i32>>);

impl Partitions {
    /// Creates missing partitions for these days.
    pub(super) async fn ensure(&self, links: &Links, days: BTreeSet<i32>) -> sqlx::Result<()> {
        let missing: Vec<i32> = {
            let known = self.lock();
            days.into_iter().filter(|day| !known.contains(day)).collect()
        };
        for day in missing {
            make(links, day).await?;
            self.lock().insert(day);
        }
        Ok(())
    }

    /// Forgets which partitions are known to exist.
    pub(crate) fn forget(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<i32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Creates missing partitions of these days, for rows that come from another store.
pub(crate) async fn make_days(links: &Links, days: BTreeSet<i32>) -> sqlx::Result<()> {
    Partitions::default().ensure(links, days).await
}

/// The name of a day's partition.
pub(super) fn name(day: i32) -> String {
    format!("\"events_{day}\"")
}

async fn make(links: &Links, day: i32) -> sqlx::Result<()> {
    let mut transaction = links.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(PARTITIONS).execute(&mut transaction).await?;
    if !is_attached(&mut transaction, day).await? {
        // A partition that was detached but not dropped is attached again with its rows, and is dropped later.
        let table = format!("CREATE TABLE IF NOT EXISTS {} ({COLUMNS})", name(day));
        sqlx::raw_sql(AssertSqlSafe(table)).execute(&mut transaction).await?;
        attach(&mut transaction, day).await?;
    }
    transaction.commit().await
}

/// Attaches the table, because creating it as a partition would wait for all readers and writers of events, and block
/// later ones.
async fn attach(connection: &mut Link, day: i32) -> sqlx::Result<()> {
    let (name, next) = (name(day), i64::from(day) + 1);
    let attach = format!("ALTER TABLE events ATTACH PARTITION {name} FOR VALUES FROM ({day}) TO ({next})");
    sqlx::raw_sql(AssertSqlSafe(attach)).execute(connection).await.map(drop)
}

async fn is_attached(connection: &mut Link, day: i32) -> sqlx::Result<bool> {
    sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM pg_inherits WHERE inhrelid = to_regclass($1) AND inhparent = to_regclass('events'))",
    )
    .bind(name(day))
    .fetch_one(connection)
    .await
}

/// Returns the days that have a table, oldest first, including a table that was detached by a node that then stopped.
pub(crate) async fn days(connection: &mut Link) -> sqlx::Result<Vec<i32>> {
    let names: Vec<String> = sqlx::query_scalar(
        "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema() AND tablename LIKE 'events\\_%'",
    )
    .fetch_all(connection)
    .await?;
    let mut days: Vec<i32> = names.iter().filter_map(|name| name.strip_prefix("events_")?.parse().ok()).collect();
    days.sort_unstable();
    Ok(days)
}

/// Returns the sites with events in a day's table, with one index step per site. A distributed PostgreSQL does not
/// support such steps and reads the whole table.
pub(super) async fn sites_of_day(connection: &mut Link, day: i32) -> sqlx::Result<Vec<SiteKey>> {
    let name = name(day);
    let steps = format!(
        "WITH RECURSIVE sites AS (
             (SELECT site FROM {name} ORDER BY site LIMIT 1)
             UNION ALL
             SELECT next.site FROM sites CROSS JOIN LATERAL (
                 SELECT e.site FROM {name} e WHERE e.site > sites.site ORDER BY e.site LIMIT 1
             ) next
         )
         SELECT site FROM sites"
    );
    let is_within = connection.has_transaction;
    if is_within {
        sqlx::raw_sql("SAVEPOINT steps").execute(&mut *connection).await?;
    }
    match sqlx::query_scalar(AssertSqlSafe(steps)).fetch_all(&mut *connection).await {
        Err(error) if is_not_for_distributed(&error) => {
            if is_within {
                sqlx::raw_sql("ROLLBACK TO SAVEPOINT steps").execute(&mut *connection).await?;
            }
            let all = format!("SELECT DISTINCT site FROM {name}");
            sqlx::query_scalar(AssertSqlSafe(all)).fetch_all(connection).await
        }
        sites => sites,
    }
}

/// Whether an error means that a distributed PostgreSQL does not support the statement: "feature not supported", or
/// "internal error" if Citus is asked to detach without blocking others.
fn is_not_for_distributed(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    code.is_some_and(|code| ["0A000", "XX000"].contains(&code.as_ref()))
}

/// Whether an error means that another node was faster or is busy: the table is dropped, is no longer a partition, is
/// being detached, or is locked.
pub(super) fn is_done_by_another(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    code.is_some_and(|code| ["42P01", "42809", "55000", "40P01", "55P03"].contains(&code.as_ref()))
}

async fn detach(links: &Links, name: &str, way: &str) -> sqlx::Result<()> {
    let detach = format!("ALTER TABLE events DETACH PARTITION {name} {way}");
    sqlx::raw_sql(AssertSqlSafe(detach)).execute(&mut links.acquire().await?).await.map(drop)
}

/// Drops a day's partition with its content if no site keeps any event of the day; returns how many events it had. The
/// partition is detached first, in a way that blocks nobody if the server supports it, and events that arrived until
/// then are checked before the drop.
pub(super) async fn drop_day(links: &Links, day: i32, keeps: impl Fn(&SiteKey) -> bool) -> sqlx::Result<u64> {
    let name = name(day);
    let pending: Option<bool> =
        sqlx::query_scalar("SELECT inhdetachpending FROM pg_inherits WHERE inhrelid = to_regclass($1)")
            .bind(&name)
            .fetch_optional(&mut links.acquire().await?)
            .await?;
    if let Some(pending) = pending {
        let way = if pending { "FINALIZE" } else { "CONCURRENTLY" };
        match detach(links, &name, way).await {
            // This blocks readers and writers for a moment.
            Err(error) if is_not_for_distributed(&error) => detach(links, &name, "").await?,
            done => done?,
        }
    }
    let mut transaction = links.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(PARTITIONS).execute(&mut transaction).await?;
    let is_there: bool =
        sqlx::query_scalar("SELECT to_regclass($1) IS NOT NULL").bind(&name).fetch_one(&mut transaction).await?;
    // Another node may have dropped it, or attached it again.
    if !is_there || is_attached(&mut transaction, day).await? {
        return Ok(0);
    }
    if sites_of_day(&mut transaction, day).await?.iter().any(keeps) {
        attach(&mut transaction, day).await?;
        transaction.commit().await?;
        return Ok(0);
    }
    let count = format!("SELECT count(*) FROM {name}");
    let events: i64 = sqlx::query_scalar(AssertSqlSafe(count)).fetch_one(&mut transaction).await?;
    let table = format!("DROP TABLE {name}");
    sqlx::raw_sql(AssertSqlSafe(table)).execute(&mut transaction).await?;
    transaction.commit().await?;
    Ok(events.unsigned_abs())
}
