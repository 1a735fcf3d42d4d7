//! The end of a mail, with its job.

use askline_app::ports::StoreResult;
use askline_domain::shared::ids::JobId;

use crate::sql::{Connection, sql};

/// Removes the mail of a job that has ended.
pub(crate) async fn erase(connection: &mut Connection, job: JobId) -> StoreResult<()> {
    sql("DELETE FROM mails WHERE job_id = $1").bind(job.to_string()).execute(connection).await.map(|_| ())
}
