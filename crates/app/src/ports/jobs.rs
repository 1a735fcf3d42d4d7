//! Stored jobs. The store that makes a change also stores the job that it requests, in the same transaction.

use askline_domain::{
    jobs::{Job, JobKind, JobLease, JobOutcome, JobProgress, LeaseToken},
    shared::ids::{JobId, OrgId},
};
use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use super::StoreResult;

/// How long an ended job is kept.
pub const FINISHED_JOBS_KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Which jobs to take.
#[derive(Debug, Clone, PartialEq)]
pub struct JobTaking {
    /// Only jobs of this kind, so that no kind waits for another.
    pub kind: JobKind,
    /// The maximum number of jobs to take.
    pub max_jobs: u32,
    /// The maximum number of jobs of the kind under valid leases, including those taken now.
    pub max_running: u32,
    /// The maximum number of them for one organization, so that slow work of one leaves slots for others.
    pub max_running_each: u32,
    /// The token of the new leases.
    pub token: LeaseToken,
    /// The time.
    pub now: Timestamp,
    /// The end of the leases, unless they are renewed.
    pub lease_until: Timestamp,
}

/// Jobs.
#[async_trait]
pub trait JobStore: Send + Sync + 'static {
    /// Takes jobs that are due, or whose lease has expired; those that have waited longest come first.
    async fn take_jobs(&self, taking: &JobTaking) -> StoreResult<Vec<Job>>;
    /// Extends a lease. Returns false if it was lost: another process took the job, or it has ended.
    async fn renew_lease(&self, lease: JobLease, until: Timestamp) -> StoreResult<bool>;
    /// Records the progress of a job. Returns false if the lease was lost.
    async fn report_progress(&self, lease: JobLease, progress: JobProgress) -> StoreResult<bool>;
    /// Ends an attempt. Returns false, and stores nothing, if the lease was lost.
    async fn end_try(&self, lease: JobLease, outcome: &JobOutcome, at: Timestamp) -> StoreResult<bool>;
    /// Makes a job due at `at`, as if it had not been taken. Returns false if the lease was lost.
    async fn give_back(&self, lease: JobLease, at: Timestamp) -> StoreResult<bool>;
    /// One job of an organization.
    async fn job(&self, org: OrgId, id: JobId) -> StoreResult<Option<Job>>;
    /// When the next job of a kind is due or the next lease expires; may be in the past.
    async fn next_due(&self, kind: &JobKind) -> StoreResult<Option<Timestamp>>;
    /// How often this process has stored jobs since the store was opened. Read it before looking for work.
    fn stored_count(&self) -> u64;
    /// Waits until this process has stored jobs after the count was `seen`. Only `next_due` shows jobs of other
    /// processes.
    async fn stored_after(&self, seen: u64);
    /// Removes jobs that ended before `before`, at most `most`; returns how many.
    async fn remove_finished_jobs(&self, before: Timestamp, most: u32) -> StoreResult<u64>;
}
