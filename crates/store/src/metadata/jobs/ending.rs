//! Ends an attempt, or a job together with everything that belongs to it.

use askline_app::ports::StoreResult;
use askline_domain::{
    jobs::{JobKind, JobLease, JobOutcome, JobState},
    mail::MAIL_JOB,
    monitors::run::MONITOR_JOB,
    organizations::ledger::LedgerReference,
};
use jiff::Timestamp;

use super::rows::TABLE;
use crate::{
    metadata::{changes::change::Change, credits::reservations::settle, monitors::closing::close_with_job},
    sql::{
        rows::{RowReader, json_text, milliseconds},
        sql,
    },
};

/// Ends an attempt within a change; false if the lease was lost, in which case the change must be dropped. At the end
/// of a job, this frees the credits that are still reserved for it, closes a monitor's run that is still open (a caller
/// that pays for the run and ends it does so before), and deletes the job's email.
pub(crate) async fn end_try(
    change: &mut Change,
    lease: JobLease,
    outcome: &JobOutcome,
    at: Timestamp,
) -> StoreResult<bool> {
    let (state, result, failure, due_at) = match outcome {
        JobOutcome::Succeeded(result) => (JobState::Succeeded, Some(json_text(result)?), None, None),
        JobOutcome::Failed(failure) => (JobState::Failed, None, Some(json_text(failure)?), None),
        JobOutcome::Retry { failure, due_at } => (JobState::Queued, None, Some(json_text(failure)?), Some(*due_at)),
    };
    let ended =
        sql("UPDATE jobs SET state = $1, result = $2, failure = $3, due_ms = COALESCE($4, due_ms), ready_ms = $4, \
         finished_ms = $5, lease = NULL WHERE id = $6 AND lease = $7 AND state = 'running' RETURNING id, org_id, kind")
        .bind(state.as_str())
        .bind(result)
        .bind(failure)
        .bind(due_at)
        .bind(due_at.is_none().then(|| milliseconds(at)))
        .bind(lease.job)
        .bind(lease.token.number())
        .fetch_optional(change.connection())
        .await?;
    let Some(ended) = ended else { return Ok(false) };
    if state != JobState::Queued {
        let ended = RowReader::new(&ended, TABLE, "id");
        let kind: JobKind = ended.parsed("kind")?;
        if let Some(org) = ended.optional_parsed("org_id")? {
            settle(change, org, &LedgerReference::job(lease.job), 0, "", at).await?;
            if kind == MONITOR_JOB {
                close_with_job(change, org, lease.job, outcome, at).await?;
            }
        }
        if kind == MAIL_JOB {
            sql("DELETE FROM mails WHERE job_id = $1").bind(lease.job).execute(change.connection()).await?;
        }
    }
    Ok(true)
}
