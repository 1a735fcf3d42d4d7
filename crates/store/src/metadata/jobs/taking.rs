//! Decides which jobs are taken.
//!
//! These are the jobs that have waited longest, as long as slots are free, and no more than an organization's share.

use askline_app::ports::{StoreResult, jobs::JobTaking};

use crate::sql::{Connection, Dialects, sql};

/// The number of jobs examined per wanted job before organizations are examined one by one.
const LOOKED_AT_EACH: i64 = 4;

/// The oldest jobs, each with the slot of its organization that it would take. These nearly always suffice. On
/// PostgreSQL they are locked, and jobs locked by another transaction (one that ends them, or removes their
/// organization) are skipped.
macro_rules! oldest {
    ($running:literal, $lock:literal) => {
        concat!(
            "WITH running (org_id, places) AS MATERIALIZED ( ",
            "SELECT org_id, COUNT(*) FROM jobs",
            $running,
            " ",
            "WHERE kind = $1 AND state = 'running' AND ready_ms > $2 GROUP BY org_id), ",
            "oldest AS MATERIALIZED ( ",
            "SELECT id, org_id, ready_ms FROM jobs WHERE kind = $1 AND ready_ms <= $2 ",
            "AND (org_id IS NULL OR org_id NOT IN (SELECT id FROM organizations WHERE is_removed = 1)) ORDER BY ready_ms, id LIMIT $5",
            $lock,
            "), ",
            "placed AS ( ",
            "SELECT id, ready_ms, ROW_NUMBER() OVER (PARTITION BY org_id ORDER BY ready_ms, id) + ",
            "COALESCE((SELECT places FROM running WHERE running.org_id = oldest.org_id), 0) AS place FROM oldest) ",
            "SELECT id FROM placed WHERE place <= $3 ORDER BY ready_ms, id LIMIT $4",
        )
    };
}

const OLDEST: Dialects =
    Dialects { sqlite: oldest!(" INDEXED BY jobs_running", ""), postgres: oldest!("", " FOR UPDATE SKIP LOCKED") };

/// The oldest jobs of each organization, found organization by organization: for when one has a backlog and no free
/// slot, and others wait behind it. It locks rows as the first query does. It costs a few steps for each organization
/// with jobs, but none per job.
macro_rules! oldest_of_each {
    ($running:literal, $each:literal, $jobs:expr) => {
        concat!(
            "WITH RECURSIVE waiting (org_id) AS ( ",
            "SELECT MIN(org_id) FROM jobs",
            $each,
            " WHERE kind = $1 AND ready_ms IS NOT NULL ",
            "UNION ALL ",
            "SELECT (SELECT MIN(org_id) FROM jobs",
            $each,
            " ",
            "WHERE kind = $1 AND ready_ms IS NOT NULL AND org_id > waiting.org_id) ",
            "FROM waiting WHERE org_id IS NOT NULL), ",
            "running (org_id, places) AS MATERIALIZED ( ",
            "SELECT org_id, COUNT(*) FROM jobs",
            $running,
            " ",
            "WHERE kind = $1 AND state = 'running' AND ready_ms > $2 GROUP BY org_id), ",
            "free (org_id, places) AS MATERIALIZED ( ",
            "SELECT org_id, $3 - COALESCE((SELECT places FROM running WHERE running.org_id = waiting.org_id), 0) ",
            "FROM waiting WHERE org_id IS NOT NULL ",
            "AND org_id NOT IN (SELECT id FROM organizations WHERE is_removed = 1)), ",
            "placed AS ( ",
            "SELECT job.id, job.ready_ms, free.places, ",
            "ROW_NUMBER() OVER (PARTITION BY free.org_id ORDER BY job.ready_ms, job.id) AS place FROM free JOIN ",
            $jobs,
            " WHERE free.places > 0) ",
            "SELECT id FROM placed WHERE place <= places ORDER BY ready_ms, id LIMIT $4",
        )
    };
}

const OLDEST_OF_EACH: Dialects = Dialects {
    sqlite: oldest_of_each!(
        " INDEXED BY jobs_running",
        " INDEXED BY jobs_of_each",
        "jobs job ON job.id IN (SELECT id FROM jobs INDEXED BY jobs_of_each WHERE kind = $1 AND ready_ms IS NOT NULL \
         AND org_id = free.org_id AND ready_ms <= $2 ORDER BY ready_ms, id LIMIT MIN($3, $4))"
    ),
    postgres: oldest_of_each!(
        "",
        "",
        "LATERAL (SELECT id, ready_ms FROM jobs WHERE kind = $1 AND ready_ms IS NOT NULL AND org_id = free.org_id \
         AND ready_ms <= $2 ORDER BY ready_ms, id LIMIT LEAST($3, $4) FOR UPDATE SKIP LOCKED) AS job ON TRUE"
    ),
};

/// Returns the ids of the jobs to take, within the transaction that takes them.
pub(super) async fn chosen(connection: &mut Connection, taking: &JobTaking) -> StoreResult<Vec<String>> {
    let kind = taking.kind.as_str();
    let running: i64 = sql("SELECT COUNT(*) FROM jobs WHERE kind = $1 AND state = 'running' AND ready_ms > $2")
        .bind(kind)
        .bind(taking.now)
        .value(&mut *connection)
        .await?;
    let room = (i64::from(taking.max_running) - running).min(i64::from(taking.max_jobs));
    if room <= 0 {
        return Ok(Vec::new());
    }
    let oldest: Vec<String> = sql(OLDEST)
        .bind(kind)
        .bind(taking.now)
        .bind(taking.max_running_each)
        .bind(room)
        .bind(room * LOOKED_AT_EACH)
        .values(&mut *connection)
        .await?;
    if oldest.len() as i64 == room || taking.max_running_each >= taking.max_running {
        return Ok(oldest);
    }
    sql(OLDEST_OF_EACH).bind(kind).bind(taking.now).bind(taking.max_running_each).bind(room).values(connection).await
}
