//! Whether a site's count clearly differs from the previous window's.
//!
//! The test accounts for weekdays and for variation.
//!
//! Daily counts vary more than chance alone explains (a new link, a holiday), and weekdays differ. So each day is compared
//! with its weekday's mean over at least eight weeks before the window, and these days also give the dispersion: Pearson's
//! `φ`, with one mean for each weekday. Since the counts of adjacent days are correlated, the variance is multiplied by the
//! resulting inflation (`inflation`). The difference of the two windows' rates, divided by its standard error, is compared
//! with Student's distribution.
//!
//! Sources: P. McCullagh and J. A. Nelder, "Generalized Linear Models" (1989), §6.2, for overdispersed counts; M. Abramowitz
//! and I. A. Stegun, "Handbook of Mathematical Functions" (1964), 7.1.26 for the normal distribution; D. L. Wallace, "Bounds
//! on normal approximations to Student's and the chi-square distributions", Annals of Mathematical Statistics 30 (1959),
//! 1121–1130, for Student's.

use std::collections::BTreeMap;

use crate::{
    citations::statistics::dependence::inflation,
    shared::calendar::{Day, Window},
};

/// The minimum number of days before the window whose counts must be known.
pub const MIN_HISTORY_DAYS: i32 = 56;
/// The probability that any of the counts shown together is called changed although none changed.
const ALPHA: f64 = 0.05;
const WEEK: usize = 7;

/// The complete days of a window, the window before it, and a history of at least eight weeks before the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Compared {
    now: Window,
    before: Window,
    history: Window,
}

impl Compared {
    /// Compares a window with the one before it. Today is not complete. `None` if the window has no complete day.
    pub fn of(now: Window, before: Window, today: Day) -> Option<Self> {
        let over = Window { from: now.from, to: Day(now.to.0.min(today.0 - 1)) };
        let oldest = before.from.0.min(now.from.0 - MIN_HISTORY_DAYS);
        let history = Window { from: Day(oldest), to: Day(now.from.0 - 1) };
        (over.from <= over.to).then_some(Self { now: over, before, history })
    }

    /// The days whose counts must be known.
    pub fn days(self) -> Window {
        Window { from: self.history.from, to: self.now.to }
    }

    /// The probability of a difference at least as large if nothing changed, from 0 to 1; 1 if the history is too short or both
    /// windows are empty. Days that are missing in `counts` count as 0.
    pub fn rarity(self, counts: &BTreeMap<Day, i64>) -> f64 {
        // If the whole first week is empty, counting began later.
        let first = counts.iter().find(|(_, count)| **count > 0).map(|(day, _)| *day);
        if first.is_none_or(|first| first.0 >= self.history.from.0 + WEEK as i32) {
            return 1.0;
        }
        let of = |day: i32| counts.get(&Day(day)).copied().unwrap_or(0).max(0) as f64;
        let history: Vec<f64> = days(self.history).map(of).collect();
        let mut means = [0.0; WEEK];
        for (weekday, mean) in means.iter_mut().enumerate() {
            let values = days(self.history).filter(|day| weekday_of(*day) == weekday);
            let (sum, count) = values.fold((0.0, 0.0), |(sum, count), day| (sum + of(day), count + 1.0));
            // A weekday without any counts still gets a small mean, since the means are divisors.
            *mean = (sum + 0.5) / (count + 1.0);
        }
        let expected = |day: i32| means[weekday_of(day)];
        let residuals: Vec<f64> = days(self.history)
            .zip(&history)
            .map(|(day, count)| (count - expected(day)) / expected(day).sqrt())
            .collect();
        let degrees = (residuals.len() - WEEK) as f64;
        let dispersion = (residuals.iter().map(|residual| residual.powi(2)).sum::<f64>() / degrees).max(1.0);
        let resemblance = inflation([residuals.as_slice()]);
        let [(now, expected_now), (before, expected_before)] = [self.now, self.before].map(|window| {
            days(window).fold((0.0, 0.0), |(sum, exposure), day| (sum + of(day), exposure + expected(day)))
        });
        // The ratio of actual to expected counts over both windows together.
        let level = (now + before) / (expected_now + expected_before);
        let variance = dispersion * resemblance * level * (1.0 / expected_now + 1.0 / expected_before);
        if variance <= 0.0 {
            return 1.0;
        }
        let difference = (now / expected_now - before / expected_before).abs() / variance.sqrt();
        two_sided(difference, (degrees / resemblance).max(3.0))
    }
}

/// Whether a count with this rarity, one of `count` counts shown together, clearly changed. If none of them changed, the
/// probability that any is called changed is at most 5% (Bonferroni correction).
pub fn is_clear_among(rarity: f64, count: usize) -> bool {
    rarity * count as f64 <= ALPHA
}

fn days(window: Window) -> impl Iterator<Item = i32> {
    window.from.0..=window.to.0
}

fn weekday_of(day: i32) -> usize {
    day.rem_euclid(WEEK as i32).unsigned_abs() as usize
}

/// The two-sided tail probability of Student's distribution.
fn two_sided(value: f64, degrees: f64) -> f64 {
    let normal = (8.0 * degrees + 1.0) / (8.0 * degrees + 3.0) * (degrees * (value * value / degrees).ln_1p()).sqrt();
    // The complementary error function of `normal / √2`.
    let place = normal / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * place);
    let terms = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    terms.iter().rev().fold(0.0, |sum, term| (sum + term) * t) * (-place * place).exp()
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, rngs::SmallRng};

    use super::*;
    use crate::citations::statistics::simulated::seeded;

    /// A Poisson random number: how many exponentially distributed waits fit into one unit of time.
    fn poisson(mean: f64, random: &mut SmallRng) -> i64 {
        let (mut count, mut waited) = (0, -random.random::<f64>().ln() / mean);
        while waited < 1.0 {
            count += 1;
            waited -= random.random::<f64>().ln() / mean;
        }
        count
    }

    struct Site {
        /// The mean of a day.
        mean: f64,
        /// How much days vary beyond chance: the coefficient of variation of their levels.
        wavers: f64,
        /// How much a day's level depends on the day before.
        correlation: f64,
        /// The factor by which the mean changes at the start of the window.
        change: f64,
    }

    const NOW: Window = Window { from: Day(1_000), to: Day(1_029) };

    fn compared(now: Window) -> Compared {
        Compared::of(now, now.previous(), Day(now.to.0 + 1)).expect("days are over")
    }

    fn found(site: &Site, now: Window, draws: usize) -> f64 {
        let mut random = seeded(5);
        let compared = compared(now);
        let found = (0..draws).filter(|_| {
            let mut swing = 0.0;
            let counts = days(compared.days()).map(|day| {
                // Uniformly distributed, with mean 0 and variance 1.
                let news = (random.random::<f64>() - 0.5) * 12.0_f64.sqrt();
                swing = site.correlation * swing + (1.0 - site.correlation.powi(2)).sqrt() * news;
                let weekday = if weekday_of(day) < 2 { 0.5 } else { 1.2 };
                let change = if day >= now.from.0 { site.change } else { 1.0 };
                let mean = site.mean * weekday * change * (1.0 + site.wavers * swing).max(0.05);
                (Day(day), poisson(mean, &mut random))
            });
            is_clear_among(compared.rarity(&counts.collect()), 1)
        });
        found.count() as f64 / draws as f64
    }

    #[test]
    fn where_nothing_changed_a_count_is_called_changed_in_at_most_7_of_100_cases() {
        const DRAWS: usize = 400;
        for mean in [3.0, 30.0] {
            for (wavers, correlation) in [(0.0, 0.0), (0.4, 0.0), (0.3, 0.5)] {
                for now in [NOW, Window { from: Day(1_000), to: Day(1_006) }] {
                    let part = found(&Site { mean, wavers, correlation, change: 1.0 }, now, DRAWS);
                    println!("mean {mean}, wavers {wavers}, correlation {correlation}, {} days: {part:.4}", now.days());
                    assert!(
                        part <= 0.07 + 3.0 * (0.07 * 0.93 / DRAWS as f64).sqrt(),
                        "{mean} {wavers} {correlation}: {part}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_count_that_doubles_is_found() {
        let doubled = |mean, wavers, correlation| found(&Site { mean, wavers, correlation, change: 2.0 }, NOW, 100);
        assert!(doubled(3.0, 0.0, 0.0) >= 0.95);
        assert!(doubled(30.0, 0.4, 0.0) >= 0.95);
        assert!(doubled(30.0, 0.3, 0.5) >= 0.90);
    }

    #[test]
    fn without_eight_weeks_before_nothing_is_told() {
        let counts =
            |from: i32| (from..=NOW.to.0).map(|day| (Day(day), if day < NOW.from.0 { 1 } else { 90 })).collect();
        let oldest = compared(NOW).history.from.0;
        assert!(compared(NOW).rarity(&counts(oldest)) < 1e-6);
        assert!((compared(NOW).rarity(&counts(NOW.from.0 - 40)) - 1.0).abs() < 1e-12);
        assert!((compared(NOW).rarity(&BTreeMap::new()) - 1.0).abs() < 1e-12);
        assert_eq!(Compared::of(NOW, NOW.previous(), NOW.from), None, "no day is over");
        assert_eq!(compared(Window { from: Day(1_000), to: Day(1_006) }).days().days(), 63);
    }

    #[test]
    fn of_counts_shown_together_each_needs_a_rarer_difference() {
        assert!(is_clear_among(0.04, 1) && !is_clear_among(0.04, 2));
        assert!(is_clear_among(0.01, 5) && !is_clear_among(0.01, 6));
    }

    #[test]
    fn the_tail_is_the_one_of_the_tables() {
        for (value, degrees, part) in [(1.96, 1e6, 0.05), (2.262, 9.0, 0.05), (3.25, 9.0, 0.01), (0.0, 20.0, 1.0)] {
            assert!((two_sided(value, degrees) - part).abs() < 1e-3, "{value}: {}", two_sided(value, degrees));
        }
    }
}
