//! Shows how far the evidence for a change is, before the change is clear.

use super::watch::{Evidence, LevelWatch};

/// The minimum number of days since a possible change for an estimate of the pace.
const MIN_DAYS_FOR_PACE: i64 = 7;
/// The minimum fraction for an estimate of the pace: below, chance moves the evidence as much as a change.
const MIN_FRACTION_FOR_PACE: f64 = 0.25;
/// The maximum number of days that is estimated. A change that needs longer may end before it is clear.
const MAX_DAYS_LEFT: f64 = 90.0;
/// The fraction of what is not clear is less than 1, also if the evidence is strong and only one part of the level moved.
const MAX_UNCLEAR: f64 = 0.99;

/// How far the evidence for a change is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Meter {
    /// The logarithm of the evidence as a fraction of what a clear change needs, from 0 to 1; 1 only if a change is clear.
    pub fraction: f64,
    /// Whether the evidence is for a rise; `None` without evidence.
    pub is_rise: Option<bool>,
    /// About how many days are left until the change is clear if the evidence grows as it did since the change; `None` if there is
    /// too little evidence for an estimate, if it is more than 90 days, and for a clear change.
    pub days_left: Option<u32>,
}

impl LevelWatch {
    /// The meter of the strongest evidence.
    pub fn meter(&self) -> Meter {
        let clear = self.clear();
        let Some(evidence) = clear.or_else(|| self.evidence()) else {
            return Meter { fraction: 0.0, is_rise: None, days_left: None };
        };
        let fraction = evidence.wealth.ln() / self.level().min_wealth().ln();
        if clear.is_some() {
            return Meter { fraction: 1.0, is_rise: Some(evidence.is_rise), days_left: None };
        }
        let fraction = fraction.clamp(0.0, MAX_UNCLEAR);
        Meter { fraction, is_rise: Some(evidence.is_rise), days_left: self.days_left(evidence, fraction) }
    }

    fn days_left(&self, evidence: Evidence, fraction: f64) -> Option<u32> {
        let days = i64::from((self.latest_day()? - evidence.from).get_days()) + 1;
        let left = days as f64 * (1.0 - fraction) / fraction;
        let is_known = days >= MIN_DAYS_FOR_PACE && fraction >= MIN_FRACTION_FOR_PACE && left <= MAX_DAYS_LEFT;
        is_known.then(|| left.ceil().max(1.0) as u32)
    }
}
