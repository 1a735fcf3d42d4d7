//! `GET /jobs/:id`: the progress of background work. The input of a job is not shown.

use askline_app::present_fields::every_field_present;
use askline_domain::{
    identity::role::Role,
    jobs::{Job, JobFailure, JobProgress, JobState},
    shared::{ids::JobId, rfc3339::Moment},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::pipeline::{
    handling::{ApiError, Call, Input, OrgAccess, Reply},
    tenant::visible_job,
};

/// The job in the path.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobPath {
    /// Its id.
    pub job_id: JobId,
}

/// Background work.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Job", transform = every_field_present)]
pub struct JobView {
    /// The id.
    pub id: JobId,
    /// What it does, such as `webhook.delivery`.
    pub kind: String,
    /// Its state.
    pub state: JobState,
    /// The number of attempts so far, including a running one.
    pub attempts: u32,
    /// How far it is; null if that is not known.
    pub progress: Option<JobProgress>,
    /// Its result; null until it has succeeded.
    pub result: Option<Value>,
    /// Why the latest attempt failed; null if it did not.
    pub failure: Option<JobFailure>,
    /// When it was requested.
    pub created_at: Moment,
    /// When its latest attempt was due, or its next one is.
    pub due_at: Moment,
    /// When it ended. It can be read for 30 days after that.
    pub finished_at: Option<Moment>,
}

impl From<Job> for JobView {
    fn from(job: Job) -> Self {
        Self {
            id: job.id,
            kind: job.kind.to_string(),
            state: job.state,
            attempts: job.attempts,
            progress: job.progress,
            result: job.result,
            failure: job.failure,
            created_at: job.created_at.into(),
            due_at: job.due_at.into(),
            finished_at: job.finished_at.map(Moment),
        }
    }
}

/// Shows a job to sessions whose role may start such a job, and to the key or app that started it.
pub async fn show_job(call: Call<OrgAccess>, input: Input<JobPath>) -> Result<Reply<JobView>, ApiError> {
    let job = visible_job(&call.app, &call.tenant, input.path.job_id).await?;
    let program = call.caller.key_id();
    let started_here = |job: &Job| program.is_none() || job.started_by == program;
    let job = job.filter(started_here).ok_or_else(|| ApiError::not_found("job"))?;
    let needed = Role::needed_to_start(&job.kind);
    if call.tenant.role.is_some_and(|role| role < needed) {
        return Err(ApiError::forbidden(needed));
    }
    Ok(Reply::new(job.into()).no_store())
}
