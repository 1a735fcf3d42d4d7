//! Runs as rows, and back.

use askline_app::ports::StoreResult;
use askline_domain::{
    citations::summary::{AnswerCounts, RunAnswers},
    monitors::run::{MonitorRun, RunPlan},
    shared::ids::MonitorId,
};

use crate::sql::{
    Connection, Row,
    rows::{RowReader, json_text},
    sql,
};

pub(super) const TABLE: &str = "monitor_runs";

pub(super) async fn is_running(connection: &mut Connection, monitor: MonitorId) -> StoreResult<bool> {
    sql("SELECT 1 FROM monitor_runs WHERE monitor_id = $1 AND finished_ms IS NULL")
        .bind(monitor)
        .fetch_optional(connection)
        .await
        .map(|row| row.is_some())
}

pub(super) async fn insert(connection: &mut Connection, run: &MonitorRun) -> StoreResult<()> {
    sql("INSERT INTO monitor_runs (id, monitor_id, site_id, job_id, started_by, question, engines, status, failure, \
         credits_reserved, credits_used, started_ms, finished_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)")
    .bind(run.id)
    .bind(run.monitor_id)
    .bind(run.site_id)
    .bind(run.job_id)
    .bind(run.trigger.as_str())
    .bind(json_text(&run.plan.question)?)
    .bind(json_text(&run.plan.engines)?)
    .bind(run.status.as_str())
    .bind(run.failure.as_ref().map(json_text).transpose()?)
    .bind(run.credits_reserved)
    .bind(run.credits_used)
    .bind(run.started_at)
    .bind(run.finished_at)
    .execute(connection)
    .await
    .map(|_| ())
}

pub(super) fn read_run(row: &Row) -> StoreResult<MonitorRun> {
    let row = RowReader::new(row, TABLE, "id");
    Ok(MonitorRun {
        id: row.parsed("id")?,
        monitor_id: row.parsed("monitor_id")?,
        site_id: row.parsed("site_id")?,
        job_id: row.optional_parsed("job_id")?,
        trigger: row.parsed("started_by")?,
        plan: RunPlan { question: row.json("question")?, engines: row.json("engines")? },
        status: row.parsed("status")?,
        failure: row.optional_json("failure")?,
        credits_reserved: row.number("credits_reserved")?,
        credits_used: row.number("credits_used")?,
        started_at: row.time("started_ms")?,
        finished_at: row.optional_time("finished_ms")?,
        changes: row.json("changes")?,
    })
}

/// Reads the run and engine of a sum over answers.
pub(super) fn of_run(row: &RowReader<'_, Row>, counts: AnswerCounts) -> StoreResult<RunAnswers> {
    Ok(RunAnswers {
        run: row.parsed("run_id")?,
        monitor: row.parsed("monitor_id")?,
        engine: row.parsed("engine")?,
        first_at: row.time("first_ms")?,
        reading_version: row.number("reading_version")?,
        counts,
    })
}
