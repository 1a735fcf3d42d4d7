//! Compares the answers of a run with those of the previous run, for each engine.
//!
//! Says nothing about the rate: a change of it is a [`CitationChange`], which is stored on its own and only added here.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    citation_change::CitationChange,
    found_changes::{ChangesBefore, EndingRun, PastAnswers, day_of, known_since},
    statistics::{
        difference::{Difference, DifferenceMethod},
        levels::{CellRun, CellRuns, Level, detectable},
        samples::Group,
    },
};
use crate::{
    engines::Engine,
    shared::{
        ids::{MonitorId, RunId},
        rfc3339::{Moment, as_moment_or_null},
    },
};

/// An engine's answers in a run, compared with the previous run, and the current clear change of the rate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", from = "StoredRunChange")]
#[schemars(!from, extend("required" = [
    "engine", "previousRunId", "samples", "citedCount", "previousSamples", "previousCitedCount", "different", "method",
    "detectable", "detectableAt", "tooEarlySince", "newReadingSince", "flipped", "change"
]))]
pub struct RunChange {
    /// The engine.
    pub engine: Engine,
    /// The previous run: the latest one in which the same model answered the same question.
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
    /// When the change of `detectable` would have begun: the difference is smallest for a change in the middle of the compared runs.
    /// Null without `detectable`.
    #[serde(serialize_with = "as_moment_or_null")]
    #[schemars(with = "Option<Moment>")]
    pub detectable_at: Option<Timestamp>,
    /// From this moment on it is too early to tell: not even the largest change since then would have been found in 80 of 100 cases.
    /// Null without `detectable`.
    #[serde(serialize_with = "as_moment_or_null")]
    #[schemars(with = "Option<Moment>")]
    pub too_early_since: Option<Timestamp>,
    /// When the oldest of the compared runs began, if a new version of the rules that read answers is the reason that none before it
    /// are compared: the earlier answers were read by an earlier version, with other results. Null if all runs are compared.
    #[serde(serialize_with = "as_moment_or_null")]
    #[schemars(with = "Option<Moment>")]
    pub new_reading_since: Option<Timestamp>,
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
    detectable_at: Option<Timestamp>,
    too_early_since: Option<Timestamp>,
    new_reading_since: Option<Timestamp>,
}

impl From<StoredRunChange> for RunChange {
    fn from(stored: StoredRunChange) -> Self {
        let now = Group { samples: stored.samples, cited: stored.cited_count };
        let previous = Group { samples: stored.previous_samples, cited: stored.previous_cited_count };
        // Earlier releases compared a run only with the one before it, or stated what another test would have found.
        let difference = stored.difference.filter(|_| stored.detectable_at.is_some());
        Self {
            engine: stored.engine,
            previous_run_id: stored.previous_run_id,
            samples: stored.samples,
            cited_count: stored.cited_count,
            previous_samples: stored.previous_samples,
            previous_cited_count: stored.previous_cited_count,
            difference: difference.unwrap_or(Difference::TOO_FEW),
            detectable_at: stored.detectable_at,
            too_early_since: stored.too_early_since,
            new_reading_since: stored.new_reading_since,
            flipped: is_flipped(now, previous),
            change: None,
        }
    }
}

impl RunChange {
    /// Compares the answers of an engine in a run with those of the previous run, and says which lasting change the runs would have
    /// found. `None` if the engine gave no answer, or there is no previous run.
    fn of(engine: Engine, ending: &EndingRun<'_>, before: &ChangesBefore) -> Option<Self> {
        let of_engine = || before.of_question.iter().filter(|one| one.engine == engine && one.group.samples > 0);
        // If an upgrade changed the rules during the run, only the later answers count.
        let now = of_engine().filter(|one| one.run == ending.id).max_by_key(|one| one.reading_version)?;
        let compared: Vec<&PastAnswers> = of_engine().filter(|one| one.version == now.version).collect();
        let previous = compared.iter().rev().find(|one| one.run != ending.id)?;
        let is_older = |one: &&PastAnswers| one.reading_version < now.reading_version && one.run < compared[0].run;
        let run_at = |run: RunId| compared.iter().find(|one| one.run == run).map(|one| one.first_at);
        let since = known_since(&before.known, ending.zone).get(&Level::Cell(ending.monitor, engine)).copied();
        let cell = CellRuns {
            question: ending.monitor,
            engine,
            runs: compared
                .iter()
                .map(|one| CellRun {
                    day: day_of(one.first_at, ending.zone),
                    run: one.run,
                    rate: one.group.rate(),
                    version: one.version,
                })
                .collect(),
        };
        let found = detectable(&cell, since.unwrap_or(jiff::civil::Date::MIN), now.group.samples);
        Some(Self {
            engine,
            previous_run_id: previous.run,
            samples: now.group.samples,
            cited_count: now.group.cited,
            previous_samples: previous.group.samples,
            previous_cited_count: previous.group.cited,
            difference: found.map_or(Difference::TOO_FEW, |found| {
                Difference::told(false, DifferenceMethod::BettingByRun).or_from(Some(found.difference))
            }),
            detectable_at: found.and_then(|found| run_at(found.from_run)),
            too_early_since: found.and_then(|found| run_at(found.too_early_from_run)),
            new_reading_since: of_engine().any(|one| is_older(&one)).then_some(compared[0].first_at),
            flipped: is_flipped(now.group, previous.group),
            change: None,
        })
    }

    /// This with the current stored change, from which `different` follows.
    pub fn with_change(self, change: Option<CitationChange>) -> Self {
        match &change {
            Some(_) => Self {
                difference: Difference::told(true, DifferenceMethod::BettingByRun),
                detectable_at: None,
                too_early_since: None,
                change,
                ..self
            },
            None => self,
        }
    }
}

/// Compares the answers of each of these engines in a run that ends with those of the runs before it.
pub fn run_changes(ending: EndingRun<'_>, before: &ChangesBefore, engines: &[Engine]) -> Vec<RunChange> {
    engines.iter().filter_map(|engine| RunChange::of(*engine, &ending, before)).collect()
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
