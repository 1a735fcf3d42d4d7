//! What changed between a run and the one before, engine by engine; stored with the run, so that what is shown and what
//! webhooks are told is one thing.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    difference::{Difference, DifferenceMethod, between_runs, is_changed_in_every_sample},
    samples::Group,
};
use crate::{engine::Engine, id::RunId};

/// An engine's answers in a run beside those in the run before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunChange {
    /// Which engine.
    pub engine: Engine,
    /// The run that it is compared with: the latest one in which the engine answered the same question.
    pub previous_run_id: RunId,
    /// Answers now.
    pub samples: u64,
    /// Answers now that cite the site.
    pub cited_count: u64,
    /// Answers in the run before.
    pub previous_samples: u64,
    /// Answers in the run before that cite the site.
    pub previous_cited_count: u64,
    /// Whether the difference is real.
    #[serde(flatten)]
    pub difference: Difference,
}

impl RunChange {
    /// What changed since the run before, which comes first in `before`, newest first; `None` without one.
    pub fn of(engine: Engine, now: Group, before: &[(RunId, Group)]) -> Option<Self> {
        let groups: Vec<Group> = before.iter().map(|(_, group)| *group).collect();
        let (previous_run_id, previous) = *before.first()?;
        Some(Self {
            engine,
            previous_run_id,
            samples: now.samples,
            cited_count: now.cited,
            previous_samples: previous.samples,
            previous_cited_count: previous.cited,
            difference: between_runs(now, &groups)?,
        })
    }

    /// Whether webhooks are told, and of what: true of a gain, false of a loss. What every sample changed in is told also
    /// when each run had but one; beyond that only what is rare among the runs before.
    pub fn told(&self) -> Option<bool> {
        let (now, previous) = self.groups();
        let is_real = is_changed_in_every_sample(now, previous)
            || self.difference == Difference { different: Some(true), method: DifferenceMethod::RankAmongRuns };
        is_real.then_some(now.rate() > previous.rate())
    }

    fn groups(&self) -> (Group, Group) {
        let group = |samples, cited| Group { samples, cited };
        (group(self.samples, self.cited_count), group(self.previous_samples, self.previous_cited_count))
    }
}
