//! Finds the changes that a run shows, for each engine. They are stored with the run, so that all reports agree.
//!
//! All of them come from one decision: [`Watch`] over the runs of a question and engine. A change becomes clear with
//! some run, is reported then, and stays reported for [`MAX_PAIRS`] runs or until another change is clear. The runs
//! before a clear change are no longer considered, so no change is reported twice.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::statistics::{
    difference::{Difference, DifferenceMethod},
    samples::Group,
    watch::{MAX_PAIRS, MIN_RUNS, Watch},
};
use crate::{
    monitors::engine::Engine,
    shared::{
        ids::RunId,
        rfc3339::{Moment, as_moment},
    },
};

/// The maximum evidence that is stored: it fits an integer, and no list is so long that more evidence would matter.
const MAX_EVIDENCE: f64 = 1e12;

/// An engine's answers in a run, compared with the previous run, and the change that all runs together show.
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
    /// Whether the runs up to this one show a clear change; `change` says which.
    #[serde(flatten)]
    pub difference: Difference,
    /// Whether every answer of this run cites the site and no answer of the previous run did, or vice versa. It says
    /// nothing about the next run.
    pub flipped: bool,
    /// The current clear change; null without one.
    pub change: Option<ClearChange>,
    /// The first run that is considered: the first one after the latest clear change, or else the oldest one that was
    /// read.
    pub watched_from_run_id: Option<RunId>,
}

/// A clear change of the citation rate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClearChange {
    /// Whether the rate rose or fell.
    pub direction: Direction,
    /// When it became clear. That is later than the change itself, often by weeks, because one run says little.
    #[serde(serialize_with = "as_moment")]
    #[schemars(with = "Moment")]
    pub clear_since: Timestamp,
    /// The run with which it became clear.
    pub clear_since_run_id: RunId,
    /// The first run after the change, according to an estimate.
    pub from_run_id: RunId,
    /// The citation rate before the change, over at most 90 runs.
    pub rate_before: f64,
    /// The citation rate from the change until it became clear.
    pub rate_after: f64,
    /// How strong the evidence is; 1,000 is enough for one question and engine.
    pub evidence: f64,
    /// Whether it became clear with this run.
    pub is_new: bool,
}

/// Whether a rate rose or fell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// It rose.
    Up,
    /// It fell.
    Down,
}

/// A change as it is stored. Earlier releases compared a run only with the one before it, which shows no lasting
/// change.
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
    change: Option<ClearChange>,
    watched_from_run_id: Option<RunId>,
}

impl From<StoredRunChange> for RunChange {
    fn from(stored: StoredRunChange) -> Self {
        let now = Group { samples: stored.samples, cited: stored.cited_count };
        let previous = Group { samples: stored.previous_samples, cited: stored.previous_cited_count };
        let difference = stored.difference.filter(|_| stored.watched_from_run_id.is_some());
        Self {
            engine: stored.engine,
            previous_run_id: stored.previous_run_id,
            samples: stored.samples,
            cited_count: stored.cited_count,
            previous_samples: stored.previous_samples,
            previous_cited_count: stored.previous_cited_count,
            difference: difference.unwrap_or(Difference::TOO_FEW),
            flipped: is_flipped(now, previous),
            change: stored.change,
            watched_from_run_id: stored.watched_from_run_id,
        }
    }
}

/// A run of a question and engine, and its answers.
pub type AnsweredRun = (RunId, Group);

impl RunChange {
    /// What the latest of these runs (of one question and engine, oldest first) says about change; `before` is the
    /// result of the previous run. `None` if there is no previous run.
    pub fn of(engine: Engine, runs: &[AnsweredRun], before: Option<&Self>, at: Timestamp) -> Option<Self> {
        let [.., (previous_run_id, previous), (run_id, now)] = runs else { return None };
        let known = before.and_then(|before| before.watched_from_run_id);
        let place_of = |id: RunId| runs.iter().position(|(run, _)| *run == id);
        let first = known.and_then(place_of).unwrap_or(0);
        let watch = Watch::of(runs[first..].iter().map(|(_, group)| group.rate()));
        let found = watch.clear();
        let standing = before.and_then(|before| before.change.clone()).and_then(|standing| {
            let clear_since = place_of(standing.clear_since_run_id)?;
            (runs.len() - 1 - clear_since < MAX_PAIRS).then(|| standing.grown(runs))
        });
        let change = match found {
            Some(found) => {
                let from = first + found.from;
                let oldest = first.max(from.saturating_sub(MAX_PAIRS));
                Some(ClearChange {
                    direction: if found.is_rise { Direction::Up } else { Direction::Down },
                    clear_since: at,
                    clear_since_run_id: *run_id,
                    from_run_id: runs[from].0,
                    rate_before: rate_of(&runs[oldest..from]),
                    rate_after: rate_of(&runs[from..]),
                    evidence: found.wealth.min(MAX_EVIDENCE),
                    // The first check of an earlier release's runs does not report past changes.
                    is_new: known.is_some() || runs.len() <= MIN_RUNS,
                })
            }
            None => standing,
        };
        let watched_from = if found.is_some() { change.as_ref().map(|change| change.from_run_id) } else { None };
        let detectable = if change.is_none() { watch.detectable(now.samples) } else { None };
        Some(Self {
            engine,
            previous_run_id: *previous_run_id,
            samples: now.samples,
            cited_count: now.cited,
            previous_samples: previous.samples,
            previous_cited_count: previous.cited,
            difference: match (&change, runs.len() - first < MIN_RUNS) {
                (Some(_), _) => Difference::told(true, DifferenceMethod::BettingByRun),
                (None, true) => Difference::TOO_FEW,
                (None, false) => Difference::told(false, DifferenceMethod::BettingByRun).or_from(detectable),
            },
            flipped: is_flipped(*now, *previous),
            change,
            watched_from_run_id: Some(watched_from.unwrap_or(runs[first].0)),
        })
    }

    /// Which event this run sends to webhooks: `Some(true)` for a gain, `Some(false)` for a loss, `None` for no event.
    pub fn told(&self) -> Option<bool> {
        self.change.as_ref().filter(|change| change.is_new).map(|change| change.direction == Direction::Up)
    }

    /// The evidence for the current change, for [`marked_together`](super::statistics::watch::marked_together).
    pub fn evidence(&self) -> f64 {
        self.change.as_ref().map_or(0.0, |change| change.evidence)
    }
}

impl ClearChange {
    /// This change after later runs, which may add evidence.
    fn grown(self, runs: &[AnsweredRun]) -> Self {
        let Some(from) = runs.iter().position(|(run, _)| *run == self.from_run_id) else {
            return Self { is_new: false, ..self };
        };
        let watch = Watch::of(runs.iter().map(|(_, group)| group.rate()));
        let evidence = watch.wealth_at(from, self.direction == Direction::Up);
        Self { is_new: false, evidence: self.evidence.max(evidence.min(MAX_EVIDENCE)), ..self }
    }
}

fn rate_of(runs: &[AnsweredRun]) -> f64 {
    runs.iter().fold(Group::default(), |sum, (_, group)| sum.plus(*group)).rate()
}

/// Whether all samples of one run cite the site and no sample of the other does.
fn is_flipped(now: Group, before: Group) -> bool {
    let (all, none) = (|run: Group| run.cited == run.samples, |run: Group| run.cited == 0);
    (all(now) && none(before)) || (none(now) && all(before))
}

#[cfg(test)]
mod tests;
