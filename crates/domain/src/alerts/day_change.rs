//! Whether the visits of a finished day are clearly more or fewer than usual.
//!
//! A day is compared with the same weekdays of eight weeks. If nothing changed, its count follows a negative binomial distribution
//! with their mean `m`. Its variance is `m × φ × 9/8`: `φ` says how much more the counts vary than by chance, and the ninth eighth is
//! the uncertainty of a mean of eight. `φ` is the larger of two estimates, each Pearson's `Σ (x − m)² / m / degrees`: of these eight
//! days alone, and of all days of the eight weeks around the means of their weekdays. The second is steadier, the first knows
//! weekdays that vary more than others. The simulation next to this file shows how often a steady site raises an alarm.
//!
//! Source: P. McCullagh and J. A. Nelder, "Generalized Linear Models" (1989), §6.2.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::shared::calendar::Day;

/// The number of weeks that a day is compared with.
pub const BASELINE_WEEKS: i32 = 8;
/// With fewer visits to be expected, a day says too little.
pub const MIN_EXPECTED_VISITS: f64 = 20.0;
/// The minimum change of a day, as a share of what was expected: on a busy site a smaller one is clear, and no news.
const MIN_CHANGE: f64 = 0.25;
/// The maximum probability of a day as low, or as high, as an alarm if nothing changed. Chosen by simulation.
const MAX_TAIL: f64 = 0.000_3;
/// Above this mean the normal distribution is used: there the two differ less than the estimates of the spread.
const MAX_SUMMED: f64 = 20_000.0;
/// The point of the normal distribution with the probability [`MAX_TAIL`] beyond it.
const NORMAL_POINT: f64 = 3.432;
const WEEK: i32 = 7;

/// Visits of a site by day.
pub type DailyVisits = BTreeMap<Day, i64>;

/// Which way visits changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Fewer than usual.
    Dropped,
    /// More than usual.
    Risen,
}

/// A day with clearly more or fewer visits than usual.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DayChange {
    /// Which way.
    pub direction: Direction,
    /// The day.
    pub day: Day,
    /// Its visits.
    pub visits: i64,
    /// The mean of the same weekdays of the eight weeks.
    pub expected: f64,
}

/// Compares a finished day with the same weekdays of the eight weeks before `until`, which is this day or an earlier one. `None` if
/// the day is as usual, if too little is expected, or if counting began within these weeks. Days that are missing count as 0.
pub fn change_of(day: Day, until: Day, counts: &DailyVisits) -> Option<DayChange> {
    let on = |day: i32| counts.get(&Day(day)).copied().unwrap_or(0).max(0);
    let of_weekday =
        |last: i32| -> Vec<f64> { (0..BASELINE_WEEKS).map(|week| on(last - week * WEEK) as f64).collect() };
    // The last day before `until` with the weekday of `day`.
    let last = until.0 - 1 - (until.0 - 1 - day.0).rem_euclid(WEEK);
    let first_week = until.0 - BASELINE_WEEKS * WEEK..until.0 - (BASELINE_WEEKS - 1) * WEEK;
    if first_week.map(on).sum::<i64>() == 0 {
        return None;
    }
    let (visits, expected) = (on(day.0), mean(&of_weekday(last)));
    if expected < MIN_EXPECTED_VISITS || (visits as f64 - expected).abs() < MIN_CHANGE * expected {
        return None;
    }
    let weekdays: Vec<Vec<f64>> = (1..=WEEK).map(|ago| of_weekday(until.0 - ago)).collect();
    let all = dispersion(weekdays.iter().map(Vec::as_slice));
    let spread = dispersion([of_weekday(last).as_slice()]).max(all).max(1.0);
    let variance = expected * spread * f64::from(BASELINE_WEEKS + 1) / f64::from(BASELINE_WEEKS);
    let direction = if (visits as f64) < expected { Direction::Dropped } else { Direction::Risen };
    is_beyond(direction, visits, expected, variance).then_some(DayChange { direction, day, visits, expected })
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// How much more counts vary around the means of their groups than by chance.
fn dispersion<'g>(groups: impl IntoIterator<Item = &'g [f64]>) -> f64 {
    let (mut squares, mut variance) = (0.0, 0.0);
    for group in groups {
        let mean = mean(group);
        squares += group.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
        variance += mean * (group.len() - 1) as f64;
    }
    if variance > 0.0 { squares / variance } else { 1.0 }
}

/// Whether a count as far from the mean has at most the probability [`MAX_TAIL`]. The variance is larger than the mean.
fn is_beyond(direction: Direction, count: i64, mean: f64, variance: f64) -> bool {
    if mean > MAX_SUMMED {
        return (count as f64 - mean).abs() / variance.sqrt() >= NORMAL_POINT;
    }
    match direction {
        Direction::Dropped => sum_up_to(count, mean, variance) <= MAX_TAIL,
        // A count so high that its sum would be slow to compute is beyond every point.
        Direction::Risen if count as f64 > 4.0 * MAX_SUMMED => true,
        Direction::Risen => 1.0 - sum_up_to(count - 1, mean, variance) <= MAX_TAIL,
    }
}

/// The probability of at most `most` in a negative binomial distribution, summed from 0 on.
fn sum_up_to(most: i64, mean: f64, variance: f64) -> f64 {
    let size = mean * mean / (variance - mean);
    let (ratio, mut logarithm) = ((mean / (size + mean)).ln(), size * (size / (size + mean)).ln());
    let mut sum = 0.0;
    for count in 0..=most {
        sum += logarithm.exp();
        let count = count as f64;
        logarithm += ((count + size) / (count + 1.0)).ln() + ratio;
    }
    sum
}

#[cfg(test)]
mod simulation;

#[cfg(test)]
mod tests {
    use super::*;

    const TODAY: i32 = 20_000;

    /// Ten weeks before [`TODAY`] with these visits a day, and `last` on that day.
    fn steady(usual: i64, last: i64) -> DailyVisits {
        let usual = (1..=70).map(|ago| (Day(TODAY - ago), usual + i64::from(ago % 3) - 1));
        usual.chain([(Day(TODAY), last)]).collect()
    }

    fn change(counts: &DailyVisits) -> Option<(Direction, i64)> {
        change_of(Day(TODAY), Day(TODAY), counts).map(|change| (change.direction, change.visits))
    }

    #[test]
    fn a_clear_drop_and_a_clear_rise_are_found() {
        assert_eq!(change(&steady(100, 40)), Some((Direction::Dropped, 40)));
        assert_eq!(change(&steady(100, 0)), Some((Direction::Dropped, 0)));
        assert_eq!(change(&steady(100, 180)), Some((Direction::Risen, 180)));
        for usual in [80, 100, 120] {
            assert_eq!(change(&steady(100, usual)), None, "{usual}");
        }
        assert_eq!(change(&steady(1_000_000, 500_000)), Some((Direction::Dropped, 500_000)));
        assert_eq!(change(&steady(1_000_000, 900_000)), None, "clear, and no news");
        assert_eq!(change(&steady(100, i64::MAX)), Some((Direction::Risen, i64::MAX)));
    }

    #[test]
    fn a_day_with_less_than_twenty_expected_says_nothing() {
        assert_eq!(change(&steady(19, 0)), None);
        assert_eq!(change(&steady(22, 0)), Some((Direction::Dropped, 0)));
    }

    #[test]
    fn a_site_that_began_within_the_eight_weeks_is_not_compared() {
        let mut counts = steady(100, 0);
        counts.retain(|day, _| day.0 >= TODAY - 49);
        assert_eq!(change(&counts), None);
        counts.insert(Day(TODAY - 50), 100);
        counts.insert(Day(TODAY), 2_000);
        assert_eq!(change(&counts), Some((Direction::Risen, 2_000)));
    }

    #[test]
    fn a_day_is_compared_with_its_own_weekday() {
        let weekly = |day: i32| if day.rem_euclid(7) < 2 { 40 } else { 200 };
        let counts: DailyVisits = (TODAY - 80..TODAY + 7).map(|day| (Day(day), weekly(day))).collect();
        for day in TODAY..TODAY + 7 {
            assert_eq!(change_of(Day(day), Day(TODAY), &counts), None, "{day}");
            let mut changed = counts.clone();
            changed.insert(Day(day), weekly(day) / 4);
            let found = change_of(Day(day), Day(TODAY), &changed).expect("a drop");
            assert_eq!((found.direction, found.expected), (Direction::Dropped, weekly(day) as f64));
        }
    }

    /// Sums of the probabilities that a table of the Poisson and of a negative binomial distribution gives.
    #[test]
    fn the_distribution_is_the_textbooks() {
        // Almost Poisson with mean 20: P(X ≤ 10) = 0.010812.
        assert!((sum_up_to(10, 20.0, 20.000_1) - 0.010_812).abs() < 1e-5);
        // Size 5, probability 0.2: mean 20, variance 100; P(X ≤ 5) = P(at least 5 of 10 succeed) = 0.032793.
        assert!((sum_up_to(5, 20.0, 100.0) - 0.032_793).abs() < 1e-5);
        // Both sides of the border between the sum and the normal distribution agree within a tenth of the point.
        for direction in [Direction::Dropped, Direction::Risen] {
            let sign = if direction == Direction::Dropped { -1.0 } else { 1.0 };
            let deviation = (MAX_SUMMED * 4.0_f64).sqrt();
            let at = |points: f64, mean: f64| {
                is_beyond(direction, (mean + sign * points * deviation) as i64, mean, mean * 4.0)
            };
            for mean in [MAX_SUMMED, MAX_SUMMED + 1.0] {
                assert!(at(3.6, mean) && !at(3.3, mean), "{mean}");
            }
        }
    }
}
