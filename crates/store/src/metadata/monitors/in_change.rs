//! Rows of monitors and their runs in a change of a use case.

use askline_app::ports::{
    StoreResult,
    change::{MonitorRows, RunRows},
    changes::Subject,
};
use askline_domain::{
    citations::{found_changes::FoundChanges, run_change::RunChange},
    engines::Engine,
    monitors::{
        Monitor,
        failing_engine::{EngineRequests, MAX_SUMS_READ},
        run::MonitorRun,
        run_end::RunEnd,
    },
    shared::ids::{ChangeId, MonitorId, RunId, SiteId},
    sites::stored_time_zone,
};
use async_trait::async_trait;
use jiff::{Timestamp, tz::TimeZone};

use super::{
    citation_changes,
    rows::{TABLE, bound, read_monitor},
    run_rows,
};
use crate::{
    metadata::changes::change::Change,
    sql::{
        Row,
        rows::{RowReader, json_text},
        sql,
    },
};

/// An engine's requests in the latest ended runs of a site, in the order of their ends.
const ENDED_RUNS: &str = "SELECT s.run_id, CAST(SUM(s.samples + s.failed) AS BIGINT) AS requests, \
    CAST(SUM(s.unreadable) AS BIGINT) AS unreadable FROM \
    (SELECT run_id, samples, failed, unreadable FROM answer_sums WHERE site_id = $1 AND engine = $2 \
    ORDER BY slot_ms DESC LIMIT $3) s JOIN monitor_runs r ON r.id = s.run_id WHERE r.finished_ms IS NOT NULL \
    GROUP BY s.run_id ORDER BY MAX(r.finished_ms), MAX(r.rowid)";

#[async_trait]
impl MonitorRows for Change {
    async fn count_monitors(&mut self, site: SiteId) -> StoreResult<u32> {
        let count: i64 = sql("SELECT COUNT(*) FROM monitors WHERE site_id = $1 AND is_removed = 0")
            .bind(site)
            .value(self.connection())
            .await?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    async fn insert_monitor(&mut self, monitor: &Monitor) -> StoreResult<()> {
        self.concerns(Subject::Site(monitor.site_id));
        let insertion = bound(
            "INSERT INTO monitors (id, site_id, query, engines, cadence, samples_per_run, region, language, \
             competitors, enabled, next_run_ms, updated_ms, archived_ms, created_ms) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
            monitor,
        )?;
        insertion.bind(monitor.created_at).execute(self.connection()).await.map(|_| ())
    }

    async fn replace_monitor(&mut self, read: &Monitor, monitor: &Monitor) -> StoreResult<bool> {
        self.concerns(Subject::Site(monitor.site_id));
        // The schedule may have started a run since the monitor was read; a run that was due then is not due again.
        let update = bound(
            "UPDATE monitors SET query = $3, engines = $4, cadence = $5, samples_per_run = $6, region = $7, \
             language = $8, competitors = $9, enabled = $10, \
             next_run_ms = CASE WHEN cadence = $5 AND enabled = $10 AND (archived_ms IS NULL) = ($13 IS NULL) \
             THEN next_run_ms ELSE $11 END, updated_ms = $12, archived_ms = $13 \
             WHERE id = $1 AND site_id = $2 AND updated_ms = $14 AND is_removed = 0",
            monitor,
        )?;
        Ok(update.bind(read.updated_at).execute(self.connection()).await? > 0)
    }

    async fn remove_monitor(&mut self, site: SiteId, id: MonitorId) -> StoreResult<bool> {
        self.concerns(Subject::Site(site));
        // A server of an earlier release, which does not know the mark, starts no run of it either.
        let marked = sql("UPDATE monitors SET is_removed = 1, enabled = 0, next_run_ms = NULL \
             WHERE id = $1 AND site_id = $2 AND is_removed = 0")
        .bind(id)
        .bind(site)
        .execute(self.connection())
        .await?;
        if marked == 0 {
            return Ok(false);
        }
        // The job of the run in progress then finds nothing to do, and fails. All other rows are removed in pieces.
        sql("DELETE FROM monitor_runs WHERE monitor_id = $1 AND finished_ms IS NULL")
            .bind(id)
            .execute(self.connection())
            .await?;
        Ok(true)
    }
}

#[async_trait]
impl RunRows for Change {
    async fn has_monitor(&mut self, site: SiteId, id: MonitorId) -> StoreResult<bool> {
        let known = sql("SELECT 1 FROM monitors WHERE id = $1 AND site_id = $2 AND is_removed = 0").bind(id).bind(site);
        Ok(known.fetch_optional(self.connection()).await?.is_some())
    }

    async fn due_monitor(
        &mut self,
        id: MonitorId,
        now: Timestamp,
        until: Timestamp,
    ) -> StoreResult<Option<(Monitor, TimeZone)>> {
        let row = sql("SELECT m.*, s.timezone FROM monitors m JOIN sites s ON s.id = m.site_id \
             JOIN organizations o ON o.id = s.org_id WHERE m.id = $1 AND (m.next_run_ms <= $2 OR m.next_run_ms > $3) \
             AND m.is_removed = 0 AND s.is_removed = 0 AND o.is_removed = 0")
        .bind(id)
        .bind(now)
        .bind(until)
        .fetch_optional(self.connection())
        .await?;
        let Some(row) = row else { return Ok(None) };
        let monitor = read_monitor(&row)?;
        let zone = RowReader::new(&row, TABLE, "id").text("timezone")?;
        let zone = stored_time_zone(&zone, &monitor.site_id.to_string())?;
        Ok(Some((monitor, zone)))
    }

    async fn set_next_run(&mut self, id: MonitorId, at: Option<Timestamp>) -> StoreResult<()> {
        let setting = sql("UPDATE monitors SET next_run_ms = $1 WHERE id = $2").bind(at).bind(id);
        setting.execute(self.connection()).await.map(|_| ())
    }

    async fn is_run_open(&mut self, monitor: MonitorId) -> StoreResult<bool> {
        run_rows::is_running(self.connection(), monitor).await
    }

    async fn insert_run(&mut self, run: &MonitorRun) -> StoreResult<()> {
        run_rows::insert(self.connection(), run).await
    }

    async fn end_run(&mut self, run: RunId, end: &RunEnd, changes: &[RunChange], at: Timestamp) -> StoreResult<bool> {
        let updated = sql("UPDATE monitor_runs SET status = $1, failure = $2, credits_used = $3, finished_ms = $4, \
             changes = $5 WHERE id = $6 AND finished_ms IS NULL")
        .bind(end.status().as_str())
        .bind(end.failure.as_ref().map(json_text).transpose()?)
        .bind(end.credits_used)
        .bind(at)
        .bind(json_text(changes)?)
        .bind(run)
        .execute(self.connection())
        .await?;
        Ok(updated > 0)
    }

    async fn store_found_changes(
        &mut self,
        run: &MonitorRun,
        found: &FoundChanges,
        known: &[ChangeId],
        at: Timestamp,
    ) -> StoreResult<()> {
        citation_changes::store(self.connection(), run, found, known, at).await
    }

    async fn engine_requests(&mut self, site: SiteId, engine: Engine) -> StoreResult<Vec<EngineRequests>> {
        let read = |row: &Row| {
            let row = RowReader::new(row, "answer_sums", "run_id");
            Ok(EngineRequests {
                run: row.parsed("run_id")?,
                requests: row.number("requests")?,
                unreadable: row.number("unreadable")?,
            })
        };
        sql(ENDED_RUNS).bind(site).bind(engine.as_str()).bind(MAX_SUMS_READ).all(self.connection(), read).await
    }
}
