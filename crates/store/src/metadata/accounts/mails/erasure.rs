//! Deletes the email of a job that has ended.

use askline_app::ports::StoreResult;
use askline_domain::shared::ids::JobId;

use crate::sql::{Connection, sql};

/// Deletes the email of a job that has ended.
pub(crate) async fn erase(connection: &mut Connection, job: JobId) -> StoreResult<()> {
    sql("DELETE FROM mails WHERE job_id = $1").bind(job).execute(connection).await.map(|_| ())
}
