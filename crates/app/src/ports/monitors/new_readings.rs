//! Stored answers that a new version of the rules reads again.

use std::collections::BTreeMap;

use askline_domain::{
    citations::{
        Citation,
        answer_reading::{AnswerReading, Watched},
    },
    engines::Engine,
    monitors::run::MonitorRun,
    shared::ids::{CitationId, OrgId},
};
use async_trait::async_trait;

use crate::ports::StoreResult;

/// A run with answers that an earlier version of the rules read.
#[derive(Debug, Clone)]
pub struct RunToRead {
    /// Its organization.
    pub org: OrgId,
    /// The run, which has ended.
    pub run: MonitorRun,
    /// What is searched for in its answers: the site as it is now, and the competitors of the run. `None` if the site is being
    /// removed.
    pub watched: Option<Watched>,
    /// The answers, without those that the new version has read already.
    pub answers: Vec<RawAnswerToRead>,
}

/// A stored answer and the response that it was read from.
#[derive(Debug, Clone, PartialEq)]
pub struct RawAnswerToRead {
    /// What is stored about the answer.
    pub citation: Citation,
    /// The response, or the beginning of it.
    pub body: String,
    /// Whether the body was cut.
    pub cut: bool,
    /// Where the redirects among its sources lead, as far as they were found; `None` if an earlier release stored the answer, which
    /// did not keep it.
    pub targets: Option<BTreeMap<String, String>>,
}

/// A stored answer as a new version of the rules reads it.
#[derive(Debug, Clone, PartialEq)]
pub struct NewReading {
    /// The answer.
    pub citation: CitationId,
    /// Its engine.
    pub engine: Engine,
    /// The version of the rules that read it before.
    pub from_version: u16,
    /// What it says, and the paths of the site's pages that it cites; `None` if it keeps its earlier reading.
    pub reading: Option<(AnswerReading, Vec<String>)>,
    /// Whether its outcome is another one than before.
    pub has_new_outcome: bool,
}

/// Stored answers that a new version of the rules reads again.
#[async_trait]
pub trait AnswerReadings: Send + Sync + 'static {
    /// The next ended run with raw answers that no version from `version` on has read; `None` if no such run is left.
    async fn run_to_read_again(&self, version: u16) -> StoreResult<Option<RunToRead>>;
    /// Stores the readings of a run's answers by `version`, with their sums. Answers that have been read by that version in the
    /// meantime, or were removed, are left out. From the last run of a monitor on, answers of an earlier version count as those of
    /// `version` if no outcome of their question and engine changed.
    async fn store_new_readings(&self, run: &RunToRead, version: u16, readings: &[NewReading]) -> StoreResult<()>;
}
