//! Starts runs as the use case does, with runs that a test chooses.

use askline_app::{
    error::{Conflict, UseCaseError},
    monitors::begin_run,
};
use askline_domain::{jobs::NewJob, monitors::run::MonitorRun, shared::ids::OrgId};

use crate::{backend::Metadata, samples::audit};

/// The result of starting a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunStart {
    Started,
    AlreadyRunning,
    Insufficient { reason: String },
    Missing,
}

pub async fn start(store: &impl Metadata, org: OrgId, run: &MonitorRun, job: &NewJob) -> RunStart {
    match begin_run(store, run, job, audit(org, "monitor.run_started")).await {
        Ok(()) => RunStart::Started,
        Err(UseCaseError::InConflict(Conflict::AlreadyRunning)) => RunStart::AlreadyRunning,
        Err(UseCaseError::InsufficientCredits(reason)) => RunStart::Insufficient { reason },
        Err(UseCaseError::NotFound(_)) => RunStart::Missing,
        Err(error) => panic!("{error}"),
    }
}
