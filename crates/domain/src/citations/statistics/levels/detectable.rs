//! Which lasting change of a cell its runs would have found, and when.
//!
//! A change may have begun on any day. The more runs there are on both sides of that day, the smaller the changes that are found: at
//! most [`MAX_PAIRS`] on each side are compared. A change that began only a few runs ago cannot be clear, however large it is. So
//! "no clear change" is a statement about a difference *and* a day.
//!
//! The difference is an approximation: the growth of the wealth's logarithm with the best bet, minus the shortfall in unlucky cases.
//! The tests simulate how often it is found, for daily and weekly runs, samples and weeks.

use jiff::civil::Date;

use super::{
    bets::LARGEST_BET,
    level::{CellRuns, Level, MAX_PAIRS},
    watch::{LevelWatch, UNCERTAIN_DAYS},
};
use crate::shared::ids::RunId;

/// The shortfall of unlucky cases in standard errors: less than the normal distribution's 80% point, since the change may be found at
/// any of several days. Chosen by simulation, like the two that follow.
const MISSED: f64 = 0.3;
/// What is added with half as many pairs as the maximum: the inflation is estimated from them, too.
const MISSED_WITH_FEW_PAIRS: f64 = 0.8;
/// What is added where the inflation by resemblance is two.
const MISSED_WITH_RESEMBLANCE: f64 = 0.8;
/// The exponent of the inflation, because short series show too little of it.
const RAISED: f64 = 1.05;
/// The wealth is divided between eight bets, of which about two fit.
const BETS_PER_FITTING_BET: f64 = 4.0;

/// What the runs of a cell would have found in 80 of 100 cases.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Detectable {
    /// The smallest difference of the rate, from 0 to 1, if the change began on the day `from`.
    pub difference: f64,
    /// The day of the change for which that difference is smallest.
    pub from: Date,
    /// The first run of that day.
    pub from_run: RunId,
    /// The first run of the first day from which on it is too early to tell: not even the largest change since then would have been
    /// found.
    pub too_early_from_run: RunId,
}

/// What the watch over a cell from the day `since` on would have found. The runs are read by one version of the rules, and each has
/// about `samples` answers. `None` if no change could have been found, however large.
pub fn detectable(cell: &CellRuns, since: Date, samples: u64) -> Option<Detectable> {
    let watch = LevelWatch::of(cell.level(), [cell], since);
    let rates = watch.rates_by_day();
    let pairs = (rates.len() / 2).min(MAX_PAIRS);
    let from = rates.len() - pairs;
    let runs = Runs::of(&rates[rates.len().saturating_sub(2 * MAX_PAIRS)..], samples, watch.inflation_at(from));
    let difference = runs.smallest_difference(cell.level(), pairs)?;
    // With the largest number of pairs, a change is found; so there is a smallest number with which one is.
    let needed = (1..=pairs).find(|pairs| runs.smallest_difference(cell.level(), *pairs).is_some()).unwrap_or(pairs);
    let days = watch.days();
    let too_early = (days.len() - needed + 1).min(days.len() - 1);
    Some(Detectable { difference, from: days[from].0, from_run: days[from].1, too_early_from_run: days[too_early].1 })
}

/// What the runs of a cell show about their rate.
struct Runs {
    rate: f64,
    /// The variance of a run relative to that of a single answer.
    part: f64,
    inflation: f64,
}

impl Runs {
    fn of(rates: &[f64], samples: u64, inflation: f64) -> Self {
        let count = rates.len() as f64;
        let rate = (rates.iter().sum::<f64>() + 0.5) / (count + 1.0);
        let spread = rates.iter().map(|one| (one - rate).powi(2)).sum::<f64>() / count.max(1.0);
        let part = (spread / (rate * (1.0 - rate))).clamp(1.0 / samples.max(1) as f64, 1.0);
        Self { rate, part, inflation }
    }

    /// The smallest difference, in whole points, that this many runs on each side of a change show in 80 of 100 cases.
    fn smallest_difference(&self, level: Level, pairs: usize) -> Option<f64> {
        let needed = level.min_wealth().ln() * self.inflation.powf(RAISED) + BETS_PER_FITTING_BET.ln();
        let pairs = pairs as f64;
        let resemblance = (self.inflation - 1.0 - UNCERTAIN_DAYS / (2.0 * pairs)).clamp(0.0, 1.0);
        let few = MAX_PAIRS as f64 / pairs - 1.0;
        let missed = MISSED + MISSED_WITH_RESEMBLANCE * resemblance + MISSED_WITH_FEW_PAIRS * few;
        let is_found = |difference: &f64| {
            let other = if self.rate < 0.5 { self.rate + difference } else { self.rate - difference };
            if !(0.0..=1.0).contains(&other) {
                return false;
            }
            let variance = self.part * (self.rate * (1.0 - self.rate) + other * (1.0 - other));
            let moment = variance + difference.powi(2);
            let bet = (difference / moment).min(LARGEST_BET);
            let growth = bet * difference - bet.powi(2) * moment / 2.0;
            pairs * growth - missed * bet * (variance * self.inflation * pairs).sqrt() >= needed
        };
        (1..=100).map(|percent| f64::from(percent) / 100.0).find(is_found)
    }
}

#[cfg(test)]
mod tests;
