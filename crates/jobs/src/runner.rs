//! The job runner.
//!
//! Takes due jobs, runs a limited number of each kind at the same time, and ends or gives back jobs before it stops.
//!
//! Each kind has its own loop, so that no kind waits for another. A handler that panics costs one attempt of one job.

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use askline_app::ports::{
    StoreResult,
    again::again_if_rolled_back,
    jobs::{JobStore, JobTaking},
};
use askline_domain::{
    jobs::{Job, JobFailure, JobKind, JobLease, JobOutcome, JobProgress, LeaseToken, wait_after},
    shared::{
        clock::{Clock, whole_milliseconds},
        ids::JobId,
    },
};
use async_trait::async_trait;
use futures_util::FutureExt as _;
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use tokio::{sync::watch, task::JoinSet};
use tracing::Instrument as _;

/// How long a lease is valid. A job of a process that was killed is taken again after this time.
pub const LEASE: SignedDuration = SignedDuration::from_secs(30);
/// How often a lease is renewed while its job runs.
const RENEW_EVERY: Duration = Duration::from_secs(10);
/// The longest time until jobs of other processes and jumps of the clock are noticed.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// The shortest wait between two checks that found nothing.
const LOOK_PAUSE: Duration = Duration::from_millis(50);
/// How long running jobs may continue after the signal to stop before they are given back.
const FINISH_WITHIN: Duration = Duration::from_secs(5);

/// How a handler ended.
#[derive(Debug, Clone, PartialEq)]
pub enum JobEnd {
    /// The handler stored the outcome itself, in the transaction of its work.
    Stored,
    /// It succeeded, with this result.
    Succeeded(Value),
    /// It failed, and is not retried.
    Failed(JobFailure),
    /// It failed, and is retried unless all attempts are used up.
    Retry(JobFailure),
    /// Like `Retry`, after a wait that the handler chose.
    RetryAfter(JobFailure, SignedDuration),
    /// It has not started: its turn comes after this wait. This does not count as an attempt.
    NotYet(SignedDuration),
}

/// The work of one kind of job. It must tolerate running twice for the same job.
#[async_trait]
pub trait JobHandler: Send + Sync + 'static {
    /// The kind.
    fn kind(&self) -> JobKind;
    /// The maximum number of jobs of this kind at the same time.
    fn max_running(&self) -> u32;
    /// The maximum number of them for one organization.
    fn max_running_each(&self) -> u32 {
        self.max_running()
    }
    /// The maximum number of attempts before a job fails.
    fn max_attempts(&self) -> u32;
    /// Does the work. An error of a store counts as a failed attempt.
    async fn run(&self, job: &Job, held: &HeldJob) -> StoreResult<JobEnd>;
}

/// A job whose lease this process holds.
#[derive(Clone)]
pub struct HeldJob {
    store: Arc<dyn JobStore>,
    lease: JobLease,
}

impl HeldJob {
    /// The lease, for port methods that end the job together with its work.
    pub fn lease(&self) -> JobLease {
        self.lease
    }

    /// Reports the progress of the job.
    pub async fn report_progress(&self, progress: JobProgress) -> StoreResult<()> {
        again_if_rolled_back(|| self.store.report_progress(self.lease, progress)).await.map(|_| ())
    }
}

/// Counts an attempt in the metrics, and counts it as running until this is dropped, however it ends.
struct Counted(metrics::Gauge);

impl Counted {
    fn new(kind: &JobKind) -> Self {
        metrics::counter!("askline_job_attempts_total", "kind" => kind.to_string()).increment(1);
        let running = metrics::gauge!("askline_jobs_running", "kind" => kind.to_string());
        running.increment(1);
        Self(running)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.decrement(1);
    }
}

/// Runs jobs. Cheap to clone.
#[derive(Clone)]
pub struct JobRunner {
    store: Arc<dyn JobStore>,
    clock: Arc<dyn Clock>,
    handlers: Arc<[Arc<dyn JobHandler>]>,
    finish_within: Duration,
}

impl JobRunner {
    /// Creates a runner with these handlers, one for each kind. Jobs of other kinds are not taken.
    pub fn new(store: Arc<dyn JobStore>, clock: Arc<dyn Clock>, handlers: Vec<Arc<dyn JobHandler>>) -> Self {
        Self { store, clock, handlers: handlers.into(), finish_within: FINISH_WITHIN }
    }

    /// Sets this time limit for running jobs after the signal to stop.
    pub fn finishing_within(self, finish_within: Duration) -> Self {
        Self { finish_within, ..self }
    }

    /// Runs jobs until the signal to stop; jobs that have not ended soon after it are given back.
    pub async fn run(&self, stop: watch::Receiver<bool>) {
        let mut loops = JoinSet::new();
        for handler in self.handlers.iter() {
            loops.spawn(self.clone().run_kind(Arc::clone(handler), stop.clone()));
        }
        while loops.join_next().await.is_some() {}
    }

    /// Runs what is due now, and what becomes due in the meantime, to its end; returns the number of attempts. For
    /// commands and tests.
    pub async fn run_due(&self) -> StoreResult<usize> {
        let mut tries = 0;
        loop {
            let before = tries;
            for handler in self.handlers.iter() {
                let mut running = JoinSet::new();
                for (job, held) in self.take(&**handler, handler.max_running()).await? {
                    tries += 1;
                    running.spawn(self.clone().run_one(Arc::clone(handler), job, held));
                }
                running.join_all().await;
            }
            if tries == before {
                return Ok(tries);
            }
        }
    }

    async fn run_kind(self, handler: Arc<dyn JobHandler>, mut stop: watch::Receiver<bool>) {
        let mut running = JoinSet::new();
        let (cut_off, cut) = watch::channel(false);
        loop {
            let seen = self.store.stored_count();
            let room = (handler.max_running() as usize).saturating_sub(running.len());
            let taken = if room == 0 { Ok(Vec::new()) } else { self.take(&*handler, room as u32).await };
            let wait = match taken {
                Ok(jobs) => {
                    // Due jobs that were not taken wait for a slot, of their organization or of all processes together:
                    // a job must end first. This loop is woken if it runs that job.
                    let nothing_free = room > 0 && jobs.is_empty();
                    for (job, held) in jobs {
                        let work = self.clone().run_one(Arc::clone(&handler), job, held.clone());
                        running.spawn(self.clone().until_cut_off(work, held, cut.clone()));
                    }
                    let until_next = self.until_next(&handler.kind()).await;
                    if nothing_free && until_next == LOOK_PAUSE { LOOK_EVERY } else { until_next }
                }
                Err(error) => {
                    tracing::warn!(%error, job.kind = %handler.kind(), "Jobs cannot be taken; trying again");
                    LOOK_EVERY
                }
            };
            let has_room = running.len() < handler.max_running() as usize;
            tokio::select! {
                biased;
                _ = stop.wait_for(|stopped| *stopped) => break,
                Some(_) = running.join_next() => {}
                () = self.store.stored_after(seen), if has_room => {}
                () = tokio::time::sleep(wait), if has_room => {}
            }
        }
        let all_ended = async { while running.join_next().await.is_some() {} };
        if tokio::time::timeout(self.finish_within, all_ended).await.is_err() {
            let _ = cut_off.send(true);
            while running.join_next().await.is_some() {}
        }
    }

    /// Does `work`, but gives the job back if it is interrupted.
    async fn until_cut_off(self, work: impl Future<Output = ()>, held: HeldJob, mut cut: watch::Receiver<bool>) {
        tokio::select! {
            biased;
            () = work => return,
            _ = cut.wait_for(|is_cut| *is_cut) => {}
        }
        match again_if_rolled_back(|| self.store.give_back(held.lease, self.now())).await {
            Ok(_) => tracing::info!(job.id = %held.lease.job, "A job is given back, to be run after the restart"),
            Err(error) => tracing::warn!(%error, job.id = %held.lease.job, "A job could not be given back"),
        }
    }

    /// Takes due jobs. Checks with a read whether there are any, so that an idle runner blocks no writer.
    async fn take(&self, handler: &dyn JobHandler, max_jobs: u32) -> StoreResult<Vec<(Job, HeldJob)>> {
        let now = self.now();
        if self.store.next_due(&handler.kind()).await?.is_none_or(|due| due > now) {
            return Ok(Vec::new());
        }
        let token = LeaseToken::random(&mut rand::rng());
        let taking = JobTaking {
            kind: handler.kind(),
            max_jobs,
            max_running: handler.max_running(),
            max_running_each: handler.max_running_each(),
            token,
            now,
            lease_until: now + LEASE,
        };
        let jobs = again_if_rolled_back(|| self.store.take_jobs(&taking)).await?;
        let held = |job: JobId| HeldJob { store: Arc::clone(&self.store), lease: JobLease { job, token } };
        Ok(jobs
            .into_iter()
            .map(|job| {
                let held = held(job.id);
                (job, held)
            })
            .collect())
    }

    async fn until_next(&self, kind: &JobKind) -> Duration {
        match self.store.next_due(kind).await {
            Ok(Some(due)) => {
                let wait = Duration::try_from(due.duration_since(self.now())).unwrap_or_default();
                wait.clamp(LOOK_PAUSE, LOOK_EVERY)
            }
            _ => LOOK_EVERY,
        }
    }

    async fn run_one(self, handler: Arc<dyn JobHandler>, job: Job, held: HeldJob) {
        let _counted = Counted::new(&job.kind);
        // More attempts than its handler allows: each was interrupted, most likely with the whole process.
        if job.attempts > handler.max_attempts() {
            let text = format!("The work was started {} times and never finished.", job.attempts - 1);
            return self.end(&job, &held, JobOutcome::Failed(JobFailure::new("INTERRUPTED", text))).await;
        }
        // For traces, not for the log: the layer that exports traces recognizes the span by this target.
        let span =
            tracing::info_span!(target: "askline_traces", "job", otel.name = %job.kind, askline.job_id = %job.id);
        let work = AssertUnwindSafe(handler.run(&job, &held).instrument(span)).catch_unwind();
        let ended = tokio::select! {
            ended = work => ended,
            () = self.keep(held.lease) => {
                tracing::warn!(job.id = %job.id, "The lease of a job was lost; its work is interrupted");
                return;
            }
        };
        let outcome = match ended {
            Ok(Ok(JobEnd::Stored)) => return,
            Ok(Ok(JobEnd::Succeeded(result))) => JobOutcome::Succeeded(result),
            Ok(Ok(JobEnd::Failed(failure))) => JobOutcome::Failed(failure),
            Ok(Ok(JobEnd::Retry(failure))) => self.again(&*handler, &job, failure, None),
            Ok(Ok(JobEnd::NotYet(wait))) => {
                let due_at = whole_milliseconds(self.now() + wait);
                if let Err(error) = again_if_rolled_back(|| self.store.give_back(held.lease, due_at)).await {
                    tracing::warn!(%error, job.id = %job.id, "A job could not be postponed; it is taken when its lease ends");
                }
                return;
            }
            Ok(Ok(JobEnd::RetryAfter(failure, wait))) => self.again(&*handler, &job, failure, Some(wait)),
            Ok(Err(error)) => {
                tracing::warn!(%error, job.id = %job.id, job.kind = %job.kind, "A job could not reach its store");
                self.again(
                    &*handler,
                    &job,
                    JobFailure::new("UNAVAILABLE", "The service could not store what was done."),
                    None,
                )
            }
            Err(_) => {
                tracing::error!(job.id = %job.id, job.kind = %job.kind, "A job panicked");
                self.again(&*handler, &job, JobFailure::new("INTERNAL_ERROR", "The service failed."), None)
            }
        };
        self.end(&job, &held, outcome).await;
    }

    /// Retries the job, if an attempt is left: after `wait`, or after a wait that grows with each attempt.
    fn again(
        &self,
        handler: &dyn JobHandler,
        job: &Job,
        failure: JobFailure,
        wait: Option<SignedDuration>,
    ) -> JobOutcome {
        if job.attempts >= handler.max_attempts() {
            return JobOutcome::Failed(failure);
        }
        let wait = wait.unwrap_or_else(|| wait_after(job.attempts, &mut rand::rng()));
        JobOutcome::Retry { failure, due_at: whole_milliseconds(self.now() + wait) }
    }

    async fn end(&self, job: &Job, held: &HeldJob, outcome: JobOutcome) {
        match again_if_rolled_back(|| self.store.end_try(held.lease, &outcome, self.now())).await {
            Ok(true) => {}
            Ok(false) => tracing::warn!(job.id = %job.id, "The lease of a job was lost; its outcome is not stored"),
            // The lease expires, and the job is run again.
            Err(error) => tracing::warn!(%error, job.id = %job.id, "The outcome of a job could not be stored"),
        }
    }

    /// Renews a lease until it is lost.
    async fn keep(&self, lease: JobLease) {
        loop {
            tokio::time::sleep(RENEW_EVERY).await;
            match self.store.renew_lease(lease, self.now() + LEASE).await {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => tracing::warn!(%error, job.id = %lease.job, "A lease could not be renewed; trying again"),
            }
        }
    }

    fn now(&self) -> Timestamp {
        whole_milliseconds(self.clock.now())
    }
}
