//! The evidence for changes of citation rates that are not clear yet.
//!
//! It says how far the evidence is, and never that a rate changed: only a [`CitationChange`] says so. It is measured with each run, and
//! stored with it, so that showing it needs no statistics.

use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    citation_change::{ChangeDirection, ChangeLevel, CitationChange},
    statistics::{
        levels::{LevelChange, Meter, Outlook, explained_by},
        samples::Group,
    },
    summary::four_digits,
};
use crate::{
    engines::Engine,
    present_fields::every_field_present,
    shared::{
        ids::{ChangeId, MonitorId},
        rfc3339::{Moment, as_moment},
    },
};

/// How long a measurement is shown. Rates that are asked less often have no pace.
pub const SHOWN_FOR: SignedDuration = SignedDuration::from_hours(28 * 24);

/// Answers before or after a possible change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ComparedAnswers {
    /// The number of answers.
    pub samples: u64,
    /// The number of answers that cite the site.
    pub cited_count: u64,
}

/// What a run measured about a possible change of a rate.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct MeasuredEvidence {
    /// Whether the evidence is for a rise or a fall; null without any evidence.
    pub direction: Option<ChangeDirection>,
    /// The first day of the possible change, in the site's time zone; null without any evidence.
    #[schemars(with = "Option<String>", extend("format" = "date"))]
    pub possible_since: Option<Date>,
    /// How far the evidence is, from 0 to 1: a clear change needs 1. It grows about evenly while a change lasts.
    pub fraction: f64,
    /// What can be said about when the change becomes clear.
    pub outlook: Outlook,
    /// With the outlook `growing`, about how many days are left until the change is clear at this pace; with `too_early`, about how many
    /// days pass before any change could be clear; null otherwise.
    pub days_left: Option<u32>,
    /// The answers before the possible change; null without any evidence.
    pub before: Option<ComparedAnswers>,
    /// The answers since the possible change; null without any evidence.
    pub after: Option<ComparedAnswers>,
}

/// The evidence for a change of a citation rate that is not clear yet.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct ChangeEvidence {
    /// Which rate the evidence is about.
    pub level: ChangeLevel,
    /// The monitor of the question; null for the levels `engine` and `site`.
    pub monitor_id: Option<MonitorId>,
    /// The question; null for the levels `engine` and `site`.
    pub query: Option<String>,
    /// The engine; null for the levels `question` and `site`.
    pub engine: Option<Engine>,
    /// What the latest run measured.
    #[serde(flatten)]
    pub measured: MeasuredEvidence,
    /// The clear change of a higher level that explains the evidence; null without one.
    pub part_of: Option<ChangeId>,
    /// When it was measured: at the end of the latest run.
    #[serde(serialize_with = "as_moment")]
    #[schemars(with = "Moment")]
    pub measured_at: Timestamp,
}

impl MeasuredEvidence {
    /// What a meter shows, with the answers before and after the possible change; `None` for a clear change.
    pub fn of(meter: Meter, sides: impl FnOnce(Date) -> [Group; 2]) -> Option<Self> {
        let compared = |group: &Group| ComparedAnswers { samples: group.samples, cited_count: group.cited };
        let sides = meter.from.map(sides);
        (meter.outlook != Outlook::Clear).then(|| Self {
            direction: meter.is_rise.map(ChangeDirection::of_rise),
            possible_since: meter.from,
            fraction: four_digits(meter.fraction),
            outlook: meter.outlook,
            days_left: meter.days_left,
            before: sides.as_ref().map(|[before, _]| compared(before)),
            after: sides.as_ref().map(|[_, after]| compared(after)),
        })
    }

    /// The difference between the rates after and before the possible change, from −1 to 1.
    fn difference(&self) -> Option<f64> {
        let rate = |side: ComparedAnswers| Group { samples: side.samples, cited: side.cited_count }.rate();
        Some(rate(self.after?) - rate(self.before?))
    }
}

impl ChangeEvidence {
    /// Adds which of these current changes explains the evidence: one cause is not counted twice. `zone` is that of the site.
    pub fn explained_by(mut self, current: &[CitationChange], zone: &TimeZone) -> Self {
        let level = self.level.with(self.monitor_id, self.engine);
        if let (Some(level), Some(from), Some(difference)) =
            (level, self.measured.possible_since, self.measured.difference())
        {
            let mut changes = vec![LevelChange { level, from, difference }];
            let mut ids = Vec::new();
            for change in current {
                if let Some(level) = change.changed_level() {
                    let from = change.first_run_at.to_zoned(zone.clone()).date();
                    changes.push(LevelChange { level, from, difference: change.after.rate - change.before.rate });
                    ids.push(change.id);
                }
            }
            self.part_of = explained_by(&changes)[0].map(|index| ids[index - 1]);
        }
        self
    }
}

#[cfg(test)]
mod tests;
