//! Runs: started with their credits and job, ended with their cost and their events.

use std::collections::HashMap;

use askline_app::ports::{
    StoreResult,
    credits::CreditReservation,
    monitors::{EndedRun, MonitorState, OpenRun, RunStart, RunStore, RunWork},
};
use askline_domain::{
    audit::AuditDraft,
    citations::{answer_reading::Watched, citation_change::CitationChange},
    jobs::{JobLease, JobOutcome, NewJob},
    monitors::{Monitor, engine::Engine, run::MonitorRun, run_end::monitor_was_deleted},
    shared::ids::{MonitorId, RunId},
};
use async_trait::async_trait;
use jiff::{Timestamp, tz::TimeZone};

use super::{
    citation_changes, citations, failing_engines,
    run_rows::{TABLE, insert, is_running, read_run},
};
use crate::{
    metadata::{
        MetadataStore,
        changes::{change::Change, scope::Scope},
        jobs, sites,
    },
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
    async fn start_run(&self, run: &MonitorRun, job: &NewJob, audit: AuditDraft) -> StoreResult<RunStart> {
        let mut change = self.begin([Scope::Organization(job.org_id)]).await?;
        let known: Option<i64> = sql("SELECT 1 FROM monitors WHERE id = $1 AND site_id = $2 AND is_removed = 0")
            .bind(run.monitor_id)
            .bind(run.site_id)
            .optional_value(change.connection())
            .await?;
        if known.is_none() {
            return Ok(RunStart::Missing);
        }
        if is_running(change.connection(), run.monitor_id).await? {
            return Ok(RunStart::AlreadyRunning);
        }
        match change.reserve_for_job(job.org_id, job.id, run.credits_reserved, run.started_at).await? {
            CreditReservation::Reserved | CreditReservation::AlreadyReserved => {}
            CreditReservation::Missing => return Ok(RunStart::Missing),
            CreditReservation::Insufficient { available } => {
                // This change reports the shortage to webhooks.
                change.commit_without_notice().await?;
                return Ok(RunStart::Insufficient { available });
            }
        }
        insert(change.connection(), run).await?;
        change.enqueue(job).await?;
        change.append_audit(audit).await?;
        change.commit_without_notice().await?;
        Ok(RunStart::Started)
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

    async fn finish_run(&self, lease: JobLease, ended: Option<&EndedRun>, at: Timestamp) -> StoreResult<bool> {
        let Some(org) = jobs::rows::organization_of(self, lease.job).await? else { return Ok(false) };
        let mut change = self.begin([Scope::Organization(org)]).await?;
        let was_open = match ended {
            Some(ended) => store_end(&mut change, ended, at).await?,
            None => false,
        };
        let ended = ended.filter(|_| was_open);
        let outcome = match ended {
            Some(EndedRun { run, end, .. }) => {
                let reason = end.payment_reason(&run.plan.question.query);
                change.pay_for_job(org, lease.job, end.credits_used, &reason, at).await?;
                end.outcome(run.id)
            }
            None => JobOutcome::Failed(monitor_was_deleted()),
        };
        if !jobs::ending::end_try(&mut change, lease, &outcome, at).await? {
            return Ok(false);
        }
        if let Some(ended) = ended {
            citation_changes::store(change.connection(), ended, at).await?;
            for event in &ended.events {
                change.raise_event(event).await?;
            }
            failing_engines::report(&mut change, org, ended, at).await?;
        }
        change.commit_without_notice().await?;
        Ok(true)
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

/// Ends a run; false if it was deleted or has already ended.
async fn store_end(change: &mut Change, ended: &EndedRun, at: Timestamp) -> StoreResult<bool> {
    let EndedRun { run, end, changes, .. } = ended;
    let updated = sql("UPDATE monitor_runs SET status = $1, failure = $2, credits_used = $3, finished_ms = $4, \
         changes = $5 WHERE id = $6 AND finished_ms IS NULL")
    .bind(end.status().as_str())
    .bind(end.failure.as_ref().map(json_text).transpose()?)
    .bind(end.credits_used)
    .bind(at)
    .bind(json_text(changes)?)
    .bind(run.id)
    .execute(change.connection())
    .await?;
    Ok(updated > 0)
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
