//! Compares the answers of a run with those of the previous run, for each engine.
//!
//! Says nothing about the rate: a change of it is a [`CitationChange`], which is stored on its own and only added here.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    citation_change::CitationChange,
    statistics::{
        difference::{Difference, DifferenceMethod},
        levels::Level,
        samples::Group,
        watch::{MIN_RUNS, Watch},
    },
};
use crate::{
    monitors::engine::Engine,
    shared::ids::{MonitorId, RunId},
};

/// An engine's answers in a run, compared with the previous run, and the current clear change of the rate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", from = "StoredRunChange")]
#[schemars(!from, extend("required" = [
    "engine", "previousRunId", "samples", "citedCount", "previousSamples", "previousCitedCount", "different", "method",
    "detectable", "flipped", "change"
]))]
pub struct RunChange {
    /// The engine.
    pub engine: Engine,
    /// The previous run: the latest one in which the engine answered the same question.
    pub previous_run_id: RunId,
    /// The number of answers in this run.
    pub samples: u64,
    /// The number of answers in this run that cite the site.
    pub cited_count: u64,
    /// The number of answers in the previous run.
    pub previous_samples: u64,
    /// The number of answers in the previous run that cite the site.
    pub previous_cited_count: u64,
    /// `different` is true exactly if `change` is not null.
    #[serde(flatten)]
    pub difference: Difference,
    /// Whether every answer of this run cites the site and no answer of the previous run did, or vice versa. It says
    /// nothing about the rate: the next run may answer as before.
    pub flipped: bool,
    /// The current clear change of the rate of this question and engine, as `list_changes` returns it; null without one.
    pub change: Option<CitationChange>,
}

/// What is stored with a run. Its change of the rate is stored on its own.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredRunChange {
    engine: Engine,
    previous_run_id: RunId,
    samples: u64,
    cited_count: u64,
    previous_samples: u64,
    previous_cited_count: u64,
    #[serde(flatten)]
    difference: Option<Difference>,
}

impl From<StoredRunChange> for RunChange {
    fn from(stored: StoredRunChange) -> Self {
        let now = Group { samples: stored.samples, cited: stored.cited_count };
        let previous = Group { samples: stored.previous_samples, cited: stored.previous_cited_count };
        // Earlier releases compared a run only with the one before it, which shows no lasting change.
        let difference = stored.difference.filter(|one| one.method == DifferenceMethod::BettingByRun);
        let change = Self {
            engine: stored.engine,
            previous_run_id: stored.previous_run_id,
            samples: stored.samples,
            cited_count: stored.cited_count,
            previous_samples: stored.previous_samples,
            previous_cited_count: stored.previous_cited_count,
            difference: difference.unwrap_or(Difference::TOO_FEW),
            flipped: is_flipped(now, previous),
            change: None,
        };
        change.with_change(None)
    }
}

/// A run of a question and engine, and its answers.
pub type AnsweredRun = (RunId, Group);

impl RunChange {
    /// Compares the latest of these runs (of one question and engine, oldest first) with the previous one. `None` if there is no
    /// previous run.
    pub fn of(engine: Engine, runs: &[AnsweredRun]) -> Option<Self> {
        let [.., (previous_run_id, previous), (_, now)] = runs else { return None };
        let watch = || Watch::of(runs.iter().map(|(_, group)| group.rate()));
        Some(Self {
            engine,
            previous_run_id: *previous_run_id,
            samples: now.samples,
            cited_count: now.cited,
            previous_samples: previous.samples,
            previous_cited_count: previous.cited,
            difference: if runs.len() < MIN_RUNS {
                Difference::TOO_FEW
            } else {
                Difference::told(false, DifferenceMethod::BettingByRun).or_from(watch().detectable(now.samples))
            },
            flipped: is_flipped(*now, *previous),
            change: None,
        })
    }

    /// This with the current stored change, from which `different` follows.
    pub fn with_change(self, change: Option<CitationChange>) -> Self {
        let difference = match &change {
            Some(_) => Difference::told(true, DifferenceMethod::BettingByRun),
            None if self.difference.different == Some(true) => Difference::told(false, DifferenceMethod::BettingByRun),
            None => self.difference,
        };
        Self { difference, change, ..self }
    }
}

/// The comparisons of a run of this monitor, each with the current change of its question and engine.
pub fn with_changes(runs: Vec<RunChange>, monitor: MonitorId, current: &[CitationChange]) -> Vec<RunChange> {
    let of = |engine: Engine| {
        let level = Level::Cell(monitor, engine);
        current.iter().find(|change| change.changed_level() == Some(level)).cloned()
    };
    let with_change = |run: RunChange| {
        let change = of(run.engine);
        run.with_change(change)
    };
    runs.into_iter().map(with_change).collect()
}

/// Whether all samples of one run cite the site and no sample of the other does.
fn is_flipped(now: Group, before: Group) -> bool {
    let (all, none) = (|run: Group| run.cited == run.samples, |run: Group| run.cited == 0);
    (all(now) && none(before)) || (none(now) && all(before))
}

#[cfg(test)]
mod tests;
