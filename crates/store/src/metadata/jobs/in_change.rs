//! Rows of jobs in a change of a use case.

use askline_app::ports::{StoreResult, change::JobRows, credits::CreditReservation};
use askline_domain::{
    jobs::{JobLease, JobOutcome, NewJob},
    organizations::ledger::CreditAccount,
    shared::ids::{JobId, OrgId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::ending;
use crate::metadata::{changes::change::Change, credits::account::current};

#[async_trait]
impl JobRows for Change {
    async fn enqueue(&mut self, job: &NewJob) -> StoreResult<()> {
        Change::enqueue(self, job).await
    }

    async fn end_try(&mut self, lease: JobLease, outcome: &JobOutcome, at: Timestamp) -> StoreResult<bool> {
        ending::end_try(self, lease, outcome, at).await
    }

    async fn reserve_for_job(
        &mut self,
        org: OrgId,
        job: JobId,
        amount: u32,
        at: Timestamp,
    ) -> StoreResult<CreditReservation> {
        Change::reserve_for_job(self, org, job, amount, at).await
    }

    async fn credit_account(&mut self, org: OrgId, at: Timestamp) -> StoreResult<Option<CreditAccount>> {
        current(self, org, at).await
    }

    async fn pay_for_job(
        &mut self,
        org: OrgId,
        job: JobId,
        used: u32,
        reason: &str,
        at: Timestamp,
    ) -> StoreResult<bool> {
        Change::pay_for_job(self, org, job, used, reason, at).await
    }
}
