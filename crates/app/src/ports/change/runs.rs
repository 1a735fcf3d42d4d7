//! Rows of monitors, their runs and their jobs in a change.

use askline_domain::{
    citations::{found_changes::FoundChanges, run_change::RunChange},
    engines::Engine,
    jobs::{JobLease, JobOutcome, NewJob},
    monitors::{Monitor, failing_engine::EngineRequests, run::MonitorRun, run_end::RunEnd},
    shared::ids::{ChangeId, MonitorId, RunId, SiteId},
};
use async_trait::async_trait;
use jiff::{Timestamp, tz::TimeZone};

use crate::ports::StoreResult;

/// Rows of monitors. Their site is among what the commit notifies about.
#[async_trait]
pub trait MonitorRows: Send {
    /// The number of monitors of a site.
    async fn count_monitors(&mut self, site: SiteId) -> StoreResult<u32>;
    /// Stores a new monitor.
    async fn insert_monitor(&mut self, monitor: &Monitor) -> StoreResult<()>;
    /// Stores changed settings. Stores the time of the next run only if the schedule was changed, enabled or disabled, since the
    /// stored time may be later than the one that was read. Returns false if the monitor was deleted or edited since it was
    /// `read`.
    async fn replace_monitor(&mut self, read: &Monitor, monitor: &Monitor) -> StoreResult<bool>;
    /// Deletes a monitor; returns false if the site has no such monitor. The job of a run in progress fails, and its rows are
    /// removed later.
    async fn remove_monitor(&mut self, site: SiteId, id: MonitorId) -> StoreResult<bool>;
}

/// Rows of the runs of monitors.
#[async_trait]
pub trait RunRows: Send {
    /// Whether a site has this monitor.
    async fn has_monitor(&mut self, site: SiteId, id: MonitorId) -> StoreResult<bool>;
    /// A monitor whose next run is due at `now`, or later than `until`, and the time zone of its site; `None` if it is
    /// neither, or was deleted.
    async fn due_monitor(
        &mut self,
        id: MonitorId,
        now: Timestamp,
        until: Timestamp,
    ) -> StoreResult<Option<(Monitor, TimeZone)>>;
    /// Stores when the next run of a monitor is due; `None` if it has no schedule.
    async fn set_next_run(&mut self, id: MonitorId, at: Option<Timestamp>) -> StoreResult<()>;
    /// Whether a run of the monitor has not ended.
    async fn is_run_open(&mut self, monitor: MonitorId) -> StoreResult<bool>;
    /// Stores a new run.
    async fn insert_run(&mut self, run: &MonitorRun) -> StoreResult<()>;
    /// Stores how a run ended at `at`, and its answers compared with those of the previous run. Returns false, with nothing
    /// stored, if it was deleted or has already ended.
    async fn end_run(&mut self, run: RunId, end: &RunEnd, changes: &[RunChange], at: Timestamp) -> StoreResult<bool>;
    /// Stores the changes of citation rates that became clear with a run. Fails with
    /// [`crate::ports::StoreError::RolledBack`] if the latest changes of the site's rates are no longer `known`.
    async fn store_found_changes(
        &mut self,
        run: &MonitorRun,
        found: &FoundChanges,
        known: &[ChangeId],
        at: Timestamp,
    ) -> StoreResult<()>;
    /// An engine's requests in the latest ended runs of a site, in the order of their ends.
    async fn engine_requests(&mut self, site: SiteId, engine: Engine) -> StoreResult<Vec<EngineRequests>>;
}

/// Rows of jobs.
#[async_trait]
pub trait JobRows: Send {
    /// Stores a job, which the commit makes known to the tasks that wait for work.
    async fn enqueue(&mut self, job: &NewJob) -> StoreResult<()>;
    /// Ends an attempt at a job; false if the lease was lost: drop the change. At the end of a job this frees the credits
    /// that are still reserved for it, closes a monitor's run that is still open, and deletes the job's email.
    async fn end_try(&mut self, lease: JobLease, outcome: &JobOutcome, at: Timestamp) -> StoreResult<bool>;
}
