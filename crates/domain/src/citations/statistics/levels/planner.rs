//! What a monitor would find and when, before its cadence and samples are chosen.
//!
//! The time is the one after which the bets on a change at a known day reach the required wealth in 80 of 100 cases: the growth of the
//! wealth's logarithm with the best bet, minus the shortfall in unlucky cases. `simulation.rs` checks how good it is.

use std::sync::LazyLock;

use jiff::civil::date;

use super::{
    bets::LARGEST_BET,
    level::{CellRun, CellRuns, Level, MAX_PAIRS},
    watch::LevelWatch,
};
use crate::{
    engines::Engine,
    shared::ids::{Id as _, MonitorId, RunId},
};

/// The differences that are planned for.
pub const DIFFERENCES: [f64; 4] = [0.2, 0.3, 0.4, 0.6];
/// The rate before the change.
pub const RATE: f64 = 0.3;
/// The likeness of a run's samples that is assumed.
const LIKENESS: f64 = 0.3;
/// The wealth is divided between eight bets, of which about two fit.
const BETS_PER_FITTING_BET: f64 = 4.0;
/// The shortfall of unlucky cases in standard errors: less than the normal distribution's 80% point, since the change may be found at
/// any of several days.
const MISSED_IN_ONE_CELL: f64 = 0.4;
/// The same for several cells, of which most must have changed visibly.
const MISSED_IN_SEVERAL: f64 = 0.9;

/// What a cadence with a number of samples would find.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The days from the first run until any change could be clear, however large.
    pub min_days: u32,
    /// For each of [`DIFFERENCES`] of a rate that was 30%: the days from the change until it is clear in 80 of 100 cases, if at least
    /// as many days were watched before; `None` if it would not be found.
    pub days_to_find: [Option<u32>; DIFFERENCES.len()],
}

/// Plans for cells that change alike (1: one question and engine), with a run of `samples` answers per cell every `days_per_run`
/// days.
pub fn plan(days_per_run: u32, samples: u32, cells: u32) -> Plan {
    let level = if cells > 1 { Level::Site } else { of_one_cell() };
    let find = |difference: f64| runs_to_find(level, difference, samples.max(1), cells.max(1));
    Plan {
        min_days: min_days(level) * days_per_run,
        days_to_find: DIFFERENCES.map(|difference| find(difference).map(|runs| runs * days_per_run)),
    }
}

/// The smallest number of days with runs on which a change of a level can be clear, however large: half of them before it.
pub fn min_days(level: Level) -> u32 {
    static OF_CELL: LazyLock<u32> = LazyLock::new(|| 2 * min_runs_after(of_one_cell()));
    static OF_SEVERAL: LazyLock<u32> = LazyLock::new(|| 2 * min_runs_after(Level::Site));
    if level.is_cell() { *OF_CELL } else { *OF_SEVERAL }
}

fn of_one_cell() -> Level {
    Level::Cell(MonitorId::from_bits(0), Engine::EVERY[0])
}

/// The smallest number of runs on each side of a change from no to all answers that make it clear.
fn min_runs_after(level: Level) -> u32 {
    let is_clear = |count: &i32| {
        let runs = (0..2 * count).map(|number| CellRun {
            day: date(2000, 1, 1).saturating_add(jiff::Span::new().days(number)),
            run: RunId::from_bits(0),
            rate: if number < *count { 0.0 } else { 1.0 },
            version: 0,
        });
        let cell = CellRuns { question: MonitorId::from_bits(0), engine: Engine::EVERY[0], runs: runs.collect() };
        let watch = LevelWatch::of(of_one_cell(), [&cell], jiff::civil::Date::MIN);
        watch.evidence().is_some_and(|found| found.wealth >= level.min_wealth())
    };
    (1..=MAX_PAIRS as i32).find(is_clear).unwrap_or(MAX_PAIRS as i32).unsigned_abs()
}

fn runs_to_find(level: Level, difference: f64, samples: u32, cells: u32) -> Option<u32> {
    let after = RATE + difference;
    // The variance of a run relative to that of a single answer.
    let part = (1.0 + f64::from(samples - 1) * LIKENESS) / f64::from(samples);
    let variance = part * (RATE * (1.0 - RATE) + after * (1.0 - after)) / f64::from(cells);
    let moment = variance + difference.powi(2);
    let bet = (difference / moment).min(LARGEST_BET);
    let growth = bet * difference - bet.powi(2) * moment / 2.0;
    let missed = if cells > 1 { MISSED_IN_SEVERAL } else { MISSED_IN_ONE_CELL };
    let is_found = |runs: &u32| {
        let runs = f64::from(*runs);
        let needed = level.min_wealth().ln() * (1.0 + 12.0 / (2.0 * runs)) + BETS_PER_FITTING_BET.ln();
        runs * growth - missed * bet * (variance * runs).sqrt() >= needed
    };
    (1..=MAX_PAIRS as u32).find(is_found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weekly_runs_need_seven_times_as_long() {
        let (daily, weekly) = (plan(1, 1, 1), plan(7, 1, 1));
        assert_eq!(weekly.min_days, 7 * daily.min_days);
        assert!((36..=44).contains(&daily.min_days), "{daily:?}");
        for (daily, weekly) in daily.days_to_find.iter().zip(weekly.days_to_find) {
            assert_eq!(daily.map(|days| 7 * days), weekly);
        }
    }

    #[test]
    fn more_samples_more_cells_and_larger_changes_are_found_sooner() {
        let days = |samples, cells| plan(1, samples, cells).days_to_find;
        println!("daily: one sample {:?}, three {:?}, twenty cells {:?}", days(1, 1), days(3, 1), days(1, 20));
        let sooner = |one: &[Option<u32>], other: &[Option<u32>]| {
            one.iter().zip(other).all(|(one, other)| match (one, other) {
                (Some(one), Some(other)) => one <= other,
                (_, None) => true,
                (None, Some(_)) => false,
            })
        };
        assert!(sooner(&days(3, 1), &days(1, 1)) && sooner(&days(5, 1), &days(3, 1)));
        assert!(sooner(&days(1, 20), &days(1, 1)));
        let one = days(1, 1);
        assert!(sooner(&one[1..], &one[..3]), "{one:?}");
        assert_eq!(one[0], None, "20 points are not found with one daily sample");
        assert!(days(1, 20)[0].is_some_and(|days| days <= 60), "twenty cells show them");
    }
}
