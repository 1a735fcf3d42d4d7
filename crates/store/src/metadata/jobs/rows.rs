//! Reads jobs from their rows.

use askline_app::ports::StoreResult;
use askline_domain::{
    jobs::{Job, JobState},
    shared::ids::{JobId, OrgId},
};

use crate::{
    metadata::MetadataStore,
    sql::{Row, rows::RowReader, sql},
};

pub(super) const TABLE: &str = "jobs";

/// The organization of a job, which is the scope of reports about it; `None` if the job has no organization or is
/// deleted.
pub(crate) async fn organization_of(store: &MetadataStore, job: JobId) -> StoreResult<Option<OrgId>> {
    let row = sql("SELECT id, org_id FROM jobs WHERE id = $1").bind(job).fetch_optional(&store.inner.read).await?;
    Ok(row.map(|row| RowReader::new(&row, TABLE, "id").optional_parsed("org_id")).transpose()?.flatten())
}

pub(super) fn read_job(row: &Row) -> StoreResult<Job> {
    let row = RowReader::new(row, TABLE, "id");
    let state: JobState = row.parsed("state")?;
    let lease_until = match state {
        JobState::Running => Some(row.time("ready_ms")?),
        _ => None,
    };
    Ok(Job {
        id: row.parsed("id")?,
        org_id: row.optional_parsed("org_id")?,
        site_id: row.optional_parsed("site_id")?,
        kind: row.parsed("kind")?,
        input: row.json("input")?,
        state,
        attempts: row.number("attempts")?,
        due_at: row.time("due_ms")?,
        lease_until,
        progress: row.optional_json("progress")?,
        result: row.optional_json("result")?,
        failure: row.optional_json("failure")?,
        started_by: row.optional_parsed("started_by")?,
        created_at: row.time("created_ms")?,
        finished_at: row.optional_time("finished_ms")?,
    })
}
