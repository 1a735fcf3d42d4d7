//! Closes runs whose jobs end without closing them.

use askline_app::ports::StoreResult;
use askline_domain::{
    jobs::JobOutcome,
    monitors::run_end::{RunEnd, failure_of_job},
    shared::ids::{JobId, OrgId},
    webhooks::message::Event,
};
use jiff::Timestamp;

use super::{citations, run_rows::read_run};
use crate::{
    metadata::changes::change::Change,
    sql::{rows::json_text, sql},
};

/// Closes the run of a job that ended without closing it, for example after too many interruptions. The citations found
/// so far are kept and cost nothing.
pub(crate) async fn close_with_job(
    change: &mut Change,
    org: OrgId,
    job: JobId,
    outcome: &JobOutcome,
    at: Timestamp,
) -> StoreResult<()> {
    let failure = failure_of_job(outcome);
    let run = sql("UPDATE monitor_runs SET status = 'failed', failure = $1, finished_ms = $2 \
         WHERE job_id = $3 AND finished_ms IS NULL RETURNING *")
    .bind(json_text(&failure)?)
    .bind(at)
    .bind(job)
    .optional(change.connection(), read_run)
    .await?;
    let Some(run) = run else { return Ok(()) };
    for statement in [
        "UPDATE citations SET credits_used = 0 WHERE run_id = $1",
        "UPDATE answer_sums SET credits = 0 WHERE run_id = $1",
    ] {
        sql(statement).bind(run.id).execute(change.connection()).await?;
    }
    let found = citations::of_run(change.connection(), run.id).await?;
    let end = RunEnd { failure: Some(failure), ..RunEnd::of(&found) };
    change.raise_event(&Event::of_run(org, &run, &end, at)).await
}
