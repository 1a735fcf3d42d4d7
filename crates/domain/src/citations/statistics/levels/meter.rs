//! Shows how far the evidence for a change is, before the change is clear.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    planner::min_days,
    watch::{Evidence, LevelWatch},
};

/// The minimum number of days since a possible change for an estimate of the pace.
const MIN_DAYS_FOR_PACE: i64 = 7;
/// The minimum fraction for an estimate of the pace: below, chance moves the evidence as much as a change.
const MIN_FRACTION_FOR_PACE: f64 = 0.25;
/// The maximum number of days that is estimated. A change that needs longer may end before it is clear.
const MAX_DAYS_LEFT: f64 = 90.0;
/// The fraction of what is not clear is less than 1, also if the evidence is strong and only one part of the level moved.
const MAX_UNCLEAR: f64 = 0.99;

/// What can be said about when a change becomes clear.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outlook {
    /// The change is clear: it is in the list of changes.
    Clear,
    /// Too few days have answers: no change could be clear yet, however large. `daysLeft` says when the first one could be.
    TooEarly,
    /// There is little or no evidence: chance alone often shows as much.
    Weak,
    /// The evidence grows: `daysLeft` says when the change is clear at this pace.
    Growing,
    /// The evidence grows so slowly that the change would not be clear within 90 days.
    Slow,
    /// Most of the evidence is about one engine or question, which has a row of its own: however much there is, it is not of this level.
    OnePart,
}

/// How far the evidence for a change is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Meter {
    /// The logarithm of the evidence as a fraction of what a clear change needs, from 0 to 1; 1 only if a change is clear.
    pub fraction: f64,
    /// Whether the evidence is for a rise; `None` without evidence.
    pub is_rise: Option<bool>,
    /// The first day after the possible change; `None` without evidence.
    pub from: Option<Date>,
    /// What can be said about when it becomes clear.
    pub outlook: Outlook,
    /// About how many days are left: see [`Outlook::TooEarly`] and [`Outlook::Growing`]; `None` with any other outlook.
    pub days_left: Option<u32>,
}

impl LevelWatch {
    /// The meter of the strongest evidence.
    pub fn meter(&self) -> Meter {
        let clear = self.clear();
        let evidence = clear.or_else(|| self.evidence());
        let fraction = evidence.map_or(0.0, |found| found.wealth.ln() / self.level().min_wealth().ln());
        let (outlook, days_left) = match evidence {
            _ if clear.is_some() => (Outlook::Clear, None),
            _ if self.days_until_possible() > 0 => (Outlook::TooEarly, Some(self.days_until_possible())),
            Some(_) if fraction >= 1.0 => (Outlook::OnePart, None),
            Some(evidence) => self.pace(evidence, fraction),
            None => (Outlook::Weak, None),
        };
        Meter {
            fraction: if clear.is_some() { 1.0 } else { fraction.clamp(0.0, MAX_UNCLEAR) },
            is_rise: evidence.map(|found| found.is_rise),
            from: evidence.map(|found| found.from),
            outlook,
            days_left,
        }
    }

    fn pace(&self, evidence: Evidence, fraction: f64) -> (Outlook, Option<u32>) {
        let Some(latest) = self.latest_day() else { return (Outlook::Weak, None) };
        let days = i64::from((latest - evidence.from).get_days()) + 1;
        if days < MIN_DAYS_FOR_PACE || fraction < MIN_FRACTION_FOR_PACE {
            return (Outlook::Weak, None);
        }
        if !self.is_of_most_parts(&evidence) {
            return (Outlook::OnePart, None);
        }
        let left = (days as f64 * (1.0 - fraction) / fraction).ceil().max(1.0);
        if left <= MAX_DAYS_LEFT { (Outlook::Growing, Some(left as u32)) } else { (Outlook::Slow, None) }
    }

    /// About how many days pass until a change can be clear, if answers arrive as often as until now; 0 if one can be clear already.
    fn days_until_possible(&self) -> u32 {
        let needed = min_days(self.level());
        let seen = u32::try_from(self.days_seen()).unwrap_or(u32::MAX);
        if seen >= needed {
            return 0;
        }
        let between = match (self.first_day(), self.latest_day()) {
            (Some(first), Some(latest)) if seen > 1 => f64::from((latest - first).get_days()) / f64::from(seen - 1),
            _ => 1.0,
        };
        (f64::from(needed - seen) * between.max(1.0)).ceil() as u32
    }
}
