//! A clear change of a citation rate: stored once, shown everywhere as stored.
//!
//! Nothing else may say that a citation rate changed. The object is stored in the transaction that ends the run which made the
//! change clear. Afterwards only its strength, its end, its note and what it is a part of may change.

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::statistics::{levels::Level, samples::Group};
use crate::{
    engines::Engine,
    present_fields::every_field_present,
    shared::{
        ids::{ChangeId, MonitorId, RunId, SiteId},
        rfc3339::{Moment, as_moment, as_moment_or_null},
    },
};

/// How long a change is current, from the moment at which it became clear, unless another change of the same rate ends it earlier.
pub const CURRENT_FOR: SignedDuration = SignedDuration::from_hours(90 * 24);
/// The evidence of a change that is very sure, as a multiple of the evidence that makes a change clear.
const VERY_SURE: f64 = 100.0;

/// Which rate changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChangeLevel {
    /// The rate of one question and one engine.
    Cell,
    /// The rate of one question over all engines.
    Question,
    /// The rate of one engine over all questions.
    Engine,
    /// The rate over all questions and engines.
    Site,
}

words! { ChangeLevel, "a level of a change": Cell = "cell", Question = "question", Engine = "engine", Site = "site" }

/// Whether a rate rose or fell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChangeDirection {
    /// It rose.
    Rise,
    /// It fell.
    Fall,
}

words! { ChangeDirection, "a direction of a change": Rise = "rise", Fall = "fall" }

/// How strong the evidence for a change is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChangeStrength {
    /// The evidence is enough to report the change.
    Sure,
    /// The evidence is a hundred times as strong as that.
    VerySure,
}

words! { ChangeStrength, "a strength of evidence": Sure = "sure", VerySure = "very_sure" }

/// What is to be known about a change besides its figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChangeNote {
    /// It was already clear when this level was tested for the first time, after an upgrade. No message was sent.
    ClearBeforeUpgrade,
    /// A later version of the rules that read answers does not confirm it. It was reported with the rules of its time.
    NotConfirmedByNewReading,
}

words! {
    ChangeNote, "a note about a change":
    ClearBeforeUpgrade = "clear_before_upgrade", NotConfirmedByNewReading = "not_confirmed_by_new_reading"
}

/// The answers before or after a change, and the rate to show for them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangedRate {
    /// The number of answers.
    pub samples: u64,
    /// The number of answers that cite the site.
    pub cited_count: u64,
    /// The citation rate of the runs that were compared, each question and engine with itself. It is drawn toward that of the other
    /// side, because a change is found when its difference looks largest.
    pub rate: f64,
}

/// A clear change of a citation rate.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct CitationChange {
    /// Its id.
    pub id: ChangeId,
    /// The site.
    pub site_id: SiteId,
    /// Which rate changed.
    pub level: ChangeLevel,
    /// The monitor of the question; null for the levels `engine` and `site`.
    pub monitor_id: Option<MonitorId>,
    /// The question when the change became clear; null for the levels `engine` and `site`.
    pub query: Option<String>,
    /// The engine; null for the levels `question` and `site`.
    pub engine: Option<Engine>,
    /// Whether the rate rose or fell.
    pub direction: ChangeDirection,
    /// The first run after the change, according to an estimate.
    pub first_run_id: RunId,
    /// When that run began.
    #[serde(serialize_with = "as_moment")]
    #[schemars(with = "Moment")]
    pub first_run_at: Timestamp,
    /// The run with which the change became clear.
    pub clear_run_id: RunId,
    /// When the change became clear. That is later than the change itself, often by weeks, because one run says little.
    #[serde(serialize_with = "as_moment")]
    #[schemars(with = "Moment")]
    pub clear_at: Timestamp,
    /// The answers before the change, over at most 90 runs or days.
    pub before: ChangedRate,
    /// The answers from the change until it became clear.
    pub after: ChangedRate,
    /// How strong the evidence is, including that of later runs.
    pub strength: ChangeStrength,
    /// The version of the rules that read the answers.
    pub reading_version: u16,
    /// The change of a higher level that explains this one; null without one. Messages are sent about that change alone.
    pub part_of: Option<ChangeId>,
    /// What else is to be known about the change; null without a note.
    pub note: Option<ChangeNote>,
    /// When another clear change of the same rate ended it; null until then.
    #[serde(serialize_with = "as_moment_or_null")]
    #[schemars(with = "Option<Moment>")]
    pub ended_at: Option<Timestamp>,
    /// Whether tables, overviews and lists of what needs attention show it: it became clear within the last 90 days, no other
    /// change ended it, and its question is still asked.
    pub is_current: bool,
}

impl CitationChange {
    /// Which rate changed; `None` if the stored ids do not fit the level.
    pub fn changed_level(&self) -> Option<Level> {
        self.level.with(self.monitor_id, self.engine)
    }

    /// Whether the rate rose.
    pub fn is_rise(&self) -> bool {
        self.direction == ChangeDirection::Rise
    }

    /// Whether messages are sent about it: neither a change of a higher level nor an upgrade explains it.
    pub fn is_reported(&self) -> bool {
        self.part_of.is_none() && self.note != Some(ChangeNote::ClearBeforeUpgrade)
    }
}

/// The changes that no other one of them explains.
pub fn unexplained(current: &[CitationChange]) -> impl Iterator<Item = &CitationChange> {
    let is_shown = |id: ChangeId| current.iter().any(|change| change.id == id);
    current.iter().filter(move |change| !change.part_of.is_some_and(is_shown))
}

impl ChangeLevel {
    /// The level with the ids of its question and engine; `None` if they do not fit it.
    pub fn with(self, monitor: Option<MonitorId>, engine: Option<Engine>) -> Option<Level> {
        match (self, monitor, engine) {
            (Self::Cell, Some(monitor), Some(engine)) => Some(Level::Cell(monitor, engine)),
            (Self::Question, Some(monitor), None) => Some(Level::Question(monitor)),
            (Self::Engine, None, Some(engine)) => Some(Level::Engine(engine)),
            (Self::Site, None, None) => Some(Level::Site),
            _ => None,
        }
    }
}

impl From<Level> for ChangeLevel {
    fn from(level: Level) -> Self {
        match level {
            Level::Cell(..) => Self::Cell,
            Level::Question(_) => Self::Question,
            Level::Engine(_) => Self::Engine,
            Level::Site => Self::Site,
        }
    }
}

impl ChangeDirection {
    /// The direction of a rise, or else of a fall.
    pub fn of_rise(is_rise: bool) -> Self {
        if is_rise { Self::Rise } else { Self::Fall }
    }
}

impl ChangeStrength {
    /// The strength of evidence that is this many times as strong as that of a change that is just clear.
    pub fn of(evidence: f64) -> Self {
        if evidence >= VERY_SURE { Self::VerySure } else { Self::Sure }
    }
}

/// Whether answers that a later version of the rules read contradict a change: they were given before and after it, at least
/// ten runs on each side, and show less than a third of its difference.
pub fn is_contradicted(change: &CitationChange, before: &[Group], after: &[Group]) -> bool {
    /// Fewer runs say too little against a change that was clear.
    const MIN_RUNS_READ_AGAIN: usize = 10;
    if before.len().min(after.len()) < MIN_RUNS_READ_AGAIN {
        return false;
    }
    let sum = |runs: &[Group]| runs.iter().fold(Group::default(), |sum, run| sum.plus(*run)).rate();
    let told = change.after.rate - change.before.rate;
    let found = sum(after) - sum(before);
    found / told < 1.0 / 3.0
}

#[cfg(test)]
mod tests;
