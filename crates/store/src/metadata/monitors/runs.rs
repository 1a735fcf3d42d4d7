//! Runs of monitors, as they are read.

use std::collections::HashMap;

use askline_app::ports::{
    StoreResult,
    monitors::{MonitorState, OpenRun, RunStore, RunWork},
};
use askline_domain::{
    citations::{answer_reading::Watched, citation_change::CitationChange},
    engines::Engine,
    monitors::Monitor,
    shared::ids::{JobId, MonitorId, OrgId, RunId},
};
use async_trait::async_trait;
use jiff::{Timestamp, tz::TimeZone};

use super::{
    citations,
    run_rows::{TABLE, read_run},
};
use crate::{
    metadata::{MetadataStore, jobs, sites},
    sql::{
        Connection, Dialects,
        rows::{RowReader, json_text},
        sql,
    },
};

/// The maximum number of pages that an event about a gain or a loss lists.
const MAX_TOLD_URLS: i64 = 20;

#[async_trait]
impl RunStore for MetadataStore {
    async fn due_monitors(
        &self,
        now: Timestamp,
        until: Timestamp,
        most: u32,
    ) -> StoreResult<Vec<StoreResult<(OrgId, MonitorId)>>> {
        let due = sql("SELECT m.id, s.org_id FROM monitors m JOIN sites s ON s.id = m.site_id \
             JOIN organizations o ON o.id = s.org_id WHERE (m.next_run_ms <= $1 OR m.next_run_ms > $2) \
             AND m.is_removed = 0 AND s.is_removed = 0 AND o.is_removed = 0 ORDER BY m.next_run_ms, m.id LIMIT $3")
        .bind(now)
        .bind(until)
        .bind(most)
        .fetch_all(&self.inner.read)
        .await?;
        let read = |row| {
            let row = RowReader::new(row, "monitors", "id");
            Ok((row.parsed("org_id")?, row.parsed("id")?))
        };
        Ok(due.iter().map(read).collect())
    }

    async fn organization_of_job(&self, job: JobId) -> StoreResult<Option<OrgId>> {
        jobs::rows::organization_of(self, job).await
    }

    async fn run_work(&self, id: RunId) -> StoreResult<Option<RunWork>> {
        let mut connection = self.inner.read.acquire().await?;
        let run = sql("SELECT * FROM monitor_runs WHERE id = $1 AND finished_ms IS NULL")
            .bind(id)
            .optional(&mut connection, read_run)
            .await?;
        let Some(run) = run else { return Ok(None) };
        // The site was deleted in the meantime.
        let Some(site) = sites::site_of(&mut connection, run.site_id).await? else { return Ok(None) };
        let rows = sql("SELECT id, engine, sample FROM citations WHERE run_id = $1")
            .bind(id)
            .fetch_all(&mut connection)
            .await?;
        let done = rows.iter().map(|row| {
            let row = RowReader::new(row, citations::TABLE, "id");
            Ok((row.parsed("engine")?, row.number("sample")?))
        });
        let watched = Watched::new(&site, &run.plan.question.competitors);
        Ok(Some(RunWork { watched, done: done.collect::<StoreResult<_>>()?, run }))
    }

    async fn open_run(&self, id: RunId) -> StoreResult<Option<OpenRun>> {
        let mut connection = self.inner.read.acquire().await?;
        let row = sql("SELECT r.*, s.org_id, s.timezone FROM monitor_runs r JOIN sites s ON s.id = r.site_id \
             WHERE r.id = $1 AND r.finished_ms IS NULL")
        .bind(id)
        .fetch_optional(&mut connection)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let (org, zone) = {
            let row = RowReader::new(&row, TABLE, "id");
            // A zone that cannot be read must not keep the run from ending; days are then those of UTC.
            (row.parsed("org_id")?, TimeZone::get(&row.text("timezone")?).unwrap_or(TimeZone::UTC))
        };
        let citations = citations::of_run(&mut connection, id).await?;
        Ok(Some(OpenRun { org, run: read_run(&row)?, zone, citations }))
    }

    async fn own_urls(&self, change: &CitationChange) -> StoreResult<Vec<String>> {
        let mut connection = self.inner.read.acquire().await?;
        match (change.is_rise(), change.monitor_id) {
            (true, _) => own_urls_of(&mut connection, change.clear_run_id, change.engine).await,
            (false, Some(monitor)) => own_urls_before(&mut connection, monitor, change).await,
            (false, None) => Ok(Vec::new()),
        }
    }
}

/// Returns each monitor with its latest run. The order of rows is the order of runs, even if the clock was set back.
pub(super) async fn with_last_runs(store: &MetadataStore, monitors: Vec<Monitor>) -> StoreResult<Vec<MonitorState>> {
    let ids: Vec<MonitorId> = monitors.iter().map(|monitor| monitor.id).collect();
    let rows = sql(Dialects {
        sqlite: "SELECT r.* FROM json_each($1) m JOIN monitor_runs r ON r.rowid = \
                 (SELECT rowid FROM monitor_runs WHERE monitor_id = m.value ORDER BY rowid DESC LIMIT 1)",
        postgres: "SELECT r.* FROM jsonb_array_elements_text($1::jsonb) AS m (value) CROSS JOIN LATERAL \
                   (SELECT * FROM monitor_runs WHERE monitor_id = m.value ORDER BY rowid DESC LIMIT 1) r",
    })
    .bind(json_text(&ids)?)
    .fetch_all(&store.inner.read)
    .await?;
    let mut runs = HashMap::new();
    for row in &rows {
        let run = read_run(row)?;
        runs.insert(run.monitor_id, run);
    }
    let state = |monitor: Monitor| MonitorState { last_run: runs.remove(&monitor.id), monitor };
    Ok(monitors.into_iter().map(state).collect())
}

async fn own_urls_of(connection: &mut Connection, run: RunId, engine: Option<Engine>) -> StoreResult<Vec<String>> {
    sql("SELECT DISTINCT u.url FROM citations c JOIN citation_urls u ON u.citation_id = c.id \
         WHERE c.run_id = $1 AND ($2 IS NULL OR c.engine = $2) AND u.owner = 'own' AND u.page_known = 1 ORDER BY u.url LIMIT $3")
    .bind(run)
    .bind(engine.map(|engine| engine.as_str()))
    .bind(MAX_TOLD_URLS)
    .values(connection)
    .await
}

/// Returns the site's pages cited in the latest run that cites any, among the runs of a question before a change.
async fn own_urls_before(
    connection: &mut Connection,
    monitor: MonitorId,
    change: &CitationChange,
) -> StoreResult<Vec<String>> {
    let cited_in: Option<String> =
        sql("SELECT r.id FROM monitor_runs r JOIN citations c ON c.run_id = r.id WHERE r.monitor_id = $1 \
         AND ($2 IS NULL OR c.engine = $2) AND c.cited = 1 \
         AND r.rowid < (SELECT rowid FROM monitor_runs WHERE id = $3) ORDER BY r.rowid DESC LIMIT 1")
        .bind(monitor)
        .bind(change.engine.map(|engine| engine.as_str()))
        .bind(change.first_run_id)
        .optional_value(&mut *connection)
        .await?;
    match cited_in.and_then(|id| id.parse().ok()) {
        Some(id) => own_urls_of(connection, id, change.engine).await,
        None => Ok(Vec::new()),
    }
}
