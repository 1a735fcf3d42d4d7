//! Rows of jobs in a change of a use case.

use askline_app::ports::{StoreResult, change::JobRows};
use askline_domain::jobs::{JobLease, JobOutcome, NewJob};
use async_trait::async_trait;
use jiff::Timestamp;

use super::ending;
use crate::metadata::changes::change::Change;

#[async_trait]
impl JobRows for Change {
    async fn enqueue(&mut self, job: &NewJob) -> StoreResult<()> {
        Change::enqueue(self, job).await
    }

    async fn end_try(&mut self, lease: JobLease, outcome: &JobOutcome, at: Timestamp) -> StoreResult<bool> {
        ending::end_try(self, lease, outcome, at).await
    }
}
