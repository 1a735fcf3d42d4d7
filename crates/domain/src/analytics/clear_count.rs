//! Whether a site's count clearly differs from the previous window's.
//!
//! The test accounts for weekdays and for variation.
//!
//! Daily counts vary more than chance alone explains (a new link, a holiday), and weekdays differ. So days are weighed with their
//! weekday's mean over at least eight weeks before the window. The dispersion `φ` and the correlation of adjacent days are estimated
//! from how far each of these days is from the mean of the same weekday one week earlier and one week later: a site that grew in
//! these weeks, in a step or steadily, would otherwise seem to vary so much that nothing could be clear. The variance is multiplied
//! by `φ` and by the inflation through correlation (`inflation`). The difference of the two windows' rates, divided by its
//! standard error, is compared with Student's distribution.
//!
//! Sources: P. McCullagh and J. A. Nelder, "Generalized Linear Models" (1989), §6.2, for overdispersed counts; J. von Neumann, R. H.
//! Kent, H. R. Bellinson and B. I. Hart, "The mean square successive difference", Annals of Mathematical Statistics 12 (1941),
//! 153–162, for a variance that a moving mean does not inflate.

use std::collections::BTreeMap;

use crate::{
    citations::statistics::{dependence::inflation, student::two_sided},
    shared::calendar::{Day, Window},
};

/// The minimum number of days before the window whose counts must be known.
pub const MIN_HISTORY_DAYS: i32 = 56;
/// The probability that any of the counts shown together is called changed although none changed.
const ALPHA: f64 = 0.05;
const WEEK: usize = 7;
/// The exponent of the inflation by correlation: eight weeks show too little of it. Chosen by simulation.
const RESEMBLANCE_RAISED: f64 = 1.3;
/// The variance of a day minus the mean of two others, relative to a day's.
const VARIANCE_OF_DIFFERENCE: f64 = 1.5;

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

    /// What the counts say about the two windows; `None` if the history is too short to tell. Days that are missing in `counts`
    /// count as 0.
    pub fn evidence(self, counts: &BTreeMap<Day, i64>) -> Option<Evidence> {
        // If the whole first week is empty, counting began later.
        let first = counts.iter().find(|(_, count)| **count > 0).map(|(day, _)| *day);
        if first.is_none_or(|first| first.0 >= self.history.from.0 + WEEK as i32) {
            return None;
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
        let compared = compared_with_neighbors(&history);
        // Neighboring differences share days, so each counts as two thirds.
        let degrees = compared.len() as f64 / VARIANCE_OF_DIFFERENCE;
        // Sums rather than a mean of ratios: busy days make most of a window's variance.
        let (squares, variances) = compared
            .iter()
            .fold((0.0, 0.0), |sums, (difference, variance)| (sums.0 + difference * difference, sums.1 + variance));
        let differences: Vec<f64> = compared.iter().map(|(difference, _)| *difference).collect();
        let resemblance = inflation([differences.as_slice()]).powf(RESEMBLANCE_RAISED);
        let [(now, expected_now), (before, expected_before)] = [self.now, self.before].map(|window| {
            days(window).fold((0.0, 0.0), |(sum, exposure), day| (sum + of(day), exposure + expected(day)))
        });
        Some(Evidence {
            now,
            before,
            expected_now,
            expected_before,
            dispersion: (squares / variances).max(1.0),
            resemblance,
            degrees,
        })
    }

    /// The probability of a difference at least as large if nothing changed, from 0 to 1; 1 if the history is too short or both
    /// windows are empty. Days that are missing in `counts` count as 0.
    pub fn rarity(self, counts: &BTreeMap<Day, i64>) -> f64 {
        self.evidence(counts).map_or(1.0, |evidence| evidence.rarity())
    }
}

/// What the days of two windows and the weeks before them say about a difference.
#[derive(Debug, Clone, Copy)]
pub struct Evidence {
    /// The sum of the window's complete days.
    now: f64,
    before: f64,
    expected_now: f64,
    expected_before: f64,
    /// How much more days vary than by chance.
    dispersion: f64,
    /// The inflation of the variance through correlation.
    resemblance: f64,
    degrees: f64,
}

/// The counts at which a difference would be clear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClearBounds {
    /// From this count on, the rise would be clear; `None` if no count could be.
    pub from: Option<i64>,
    /// Up to this count, the fall would be clear; `None` if not even 0 would be.
    pub until: Option<i64>,
}

impl Evidence {
    /// The sum of the window's complete days, on which the test is based.
    pub fn complete(&self) -> i64 {
        self.now as i64
    }

    /// The sum of the complete days of both windows.
    pub fn counted(&self) -> i64 {
        (self.now + self.before) as i64
    }

    /// The probability of a difference at least as large if nothing changed, from 0 to 1; 1 if both windows are empty.
    pub fn rarity(&self) -> f64 {
        self.rarity_of(self.now)
    }

    /// The probability if the window had this sum.
    fn rarity_of(&self, now: f64) -> f64 {
        let Self { before, expected_now, expected_before, .. } = *self;
        // The ratio of actual to expected counts over both windows together.
        let level = (now + before) / (expected_now + expected_before);
        let variance = self.dispersion * self.resemblance * level * (1.0 / expected_now + 1.0 / expected_before);
        if variance <= 0.0 {
            return 1.0;
        }
        let difference = (now / expected_now - before / expected_before).abs() / variance.sqrt();
        two_sided(difference, (self.degrees / self.resemblance).max(3.0))
    }

    /// The sums of the window's complete days at which the difference would be clear, if `together` counts are shown together.
    pub fn clear_bounds(&self, together: usize) -> ClearBounds {
        let is_clear = |now: i64| is_clear_among(self.rarity_of(now as f64), together);
        // The sum that would be no difference at all.
        let level = (self.before / self.expected_before * self.expected_now).round() as i64;
        let mut beyond = level.max(1);
        while !is_clear(beyond) && beyond < MAX_COUNT {
            beyond *= 2;
        }
        let from = is_clear(beyond).then(|| first(level, beyond, is_clear));
        let until = (level > 0 && is_clear(0)).then(|| first(0, level, |now| !is_clear(now)) - 1);
        ClearBounds { from, until }
    }
}

/// The largest count for which a bound is sought.
const MAX_COUNT: i64 = 1 << 40;

/// The first number after `low`, up to `high`, of which `is` holds. It must hold of `high` and of all numbers after the first.
fn first(mut low: i64, mut high: i64, is: impl Fn(i64) -> bool) -> i64 {
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if is(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

/// Whether a count with this rarity, one of `count` counts shown together, clearly changed. If none of them changed, the
/// probability that any is called changed is at most 5% (Bonferroni correction).
pub fn is_clear_among(rarity: f64, count: usize) -> bool {
    rarity * count as f64 <= ALPHA
}

/// For each day with a week before and after it: its difference to the mean of both neighbors a week away, and the variance of that
/// difference for counts without further variation.
fn compared_with_neighbors(counts: &[f64]) -> Vec<(f64, f64)> {
    let weeks = counts.windows(2 * WEEK + 1).map(|days| (days[0], days[WEEK], days[2 * WEEK]));
    weeks
        .map(|(earlier, day, later)| {
            let mean = (earlier + day + later + 0.5) / 3.0;
            (day - (earlier + later) / 2.0, VARIANCE_OF_DIFFERENCE * mean)
        })
        .collect()
}

fn days(window: Window) -> impl Iterator<Item = i32> {
    window.from.0..=window.to.0
}

fn weekday_of(day: i32) -> usize {
    day.rem_euclid(WEEK as i32).unsigned_abs() as usize
}

#[cfg(test)]
mod tests {
    use rand::RngExt as _;

    use super::*;
    use crate::citations::statistics::simulated::{poisson, seeded};

    struct Site {
        /// The mean of a day.
        mean: f64,
        /// How much days vary beyond chance: the coefficient of variation of their levels.
        wavers: f64,
        /// How much a day's level depends on the day before.
        correlation: f64,
        /// The factor by which the mean changes at the start of the window.
        change: f64,
        history: Past,
    }

    /// What the weeks before both windows were like.
    #[derive(Debug, Clone, Copy)]
    enum Past {
        Level,
        /// The mean doubled 35 days before the window.
        Doubled,
        /// The mean halved 35 days before the window.
        Halved,
        /// The mean grew by 2% a day until 35 days before the window.
        Grew,
        /// Hardly any count at weekends.
        Weekly,
    }

    const EVERY_PAST: [Past; 5] = [Past::Level, Past::Doubled, Past::Halved, Past::Grew, Past::Weekly];

    impl Past {
        /// The mean of a day, relative to that of the windows; `before` is the number of days until the window.
        fn level(self, day: i32, before: i32) -> f64 {
            let is_weekend = weekday_of(day) < 2;
            let weekday = match self {
                Self::Weekly => {
                    if is_weekend {
                        0.1
                    } else {
                        1.36
                    }
                }
                _ => {
                    if is_weekend {
                        0.5
                    } else {
                        1.2
                    }
                }
            };
            weekday
                * match self {
                    Self::Doubled if before > 35 => 0.5,
                    Self::Halved if before > 35 => 2.0,
                    Self::Grew if before > 35 => 0.98_f64.powi(before - 35),
                    _ => 1.0,
                }
        }
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
                let change = if day >= now.from.0 { site.change } else { 1.0 };
                let level = site.history.level(day, now.from.0 - day) * change * (1.0 + site.wavers * swing).max(0.05);
                (Day(day), if level > 0.0 { poisson(site.mean * level, &mut random) } else { 0 })
            });
            is_clear_among(compared.rarity(&counts.collect()), 1)
        });
        found.count() as f64 / draws as f64
    }

    fn check_unchanged(draws: usize) {
        let mut wrong = Vec::new();
        for mean in [3.0, 30.0] {
            for (wavers, correlation) in [(0.0, 0.0), (0.4, 0.0), (0.3, 0.5)] {
                for now in [NOW, Window { from: Day(1_000), to: Day(1_006) }] {
                    for history in EVERY_PAST {
                        let part = found(&Site { mean, wavers, correlation, change: 1.0, history }, now, draws);
                        let case = format!(
                            "mean {mean}, wavers {wavers}, correlation {correlation}, {history:?}, {} days",
                            now.days()
                        );
                        println!("{case}: {part:.4}");
                        if part > 0.05 + 3.0 * (0.05 * 0.95 / draws as f64).sqrt() {
                            wrong.push(format!("{case}: {part:.4}"));
                        }
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn unchanged_counts_are_called_changed_in_at_most_5_of_100_cases_whatever_the_weeks_before() {
        check_unchanged(150);
    }

    #[test]
    #[ignore = "long: run by make test-long"]
    fn unchanged_counts_are_called_changed_in_at_most_5_of_100_cases_in_many_draws() {
        check_unchanged(2_000);
    }

    #[test]
    fn a_count_that_doubles_or_falls_to_zero_is_found_whatever_the_weeks_before() {
        for history in EVERY_PAST {
            for change in [2.0, 0.0] {
                let part =
                    |mean, wavers, correlation| found(&Site { mean, wavers, correlation, change, history }, NOW, 60);
                let parts = [part(3.0, 0.0, 0.0), part(30.0, 0.4, 0.0), part(30.0, 0.3, 0.5)];
                println!("{history:?}, times {change}: {parts:?}");
                // After weeks that were twice as busy, they also vary more.
                let correlated = if matches!(history, Past::Halved) { 0.5 } else { 0.65 };
                let is_found = parts[0] >= 0.85 && parts[1] >= 0.85 && parts[2] >= correlated;
                assert!(is_found, "{history:?}, times {change}: {parts:?}");
            }
        }
    }

    #[test]
    fn without_eight_weeks_of_history_no_change_is_reported() {
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
    fn a_count_at_its_bound_is_clear_and_one_inside_is_not() {
        let mut random = seeded(7);
        let mut with_fall = 0;
        for mean in [0.5, 3.0, 40.0] {
            let compared = compared(NOW);
            let counts: BTreeMap<Day, i64> =
                days(compared.days()).map(|day| (Day(day), poisson(mean, &mut random))).collect();
            let evidence = compared.evidence(&counts).expect("eight weeks");
            assert_eq!(evidence.complete(), days(NOW).map(|day| counts[&Day(day)]).sum::<i64>());
            let bounds = evidence.clear_bounds(5);
            let clear_at = |sum: i64| {
                let mut counts = counts.clone();
                counts.extend(days(NOW).map(|day| (Day(day), 0)));
                counts.insert(NOW.to, sum);
                is_clear_among(compared.rarity(&counts), 5)
            };
            let from = bounds.from.expect("some rise is clear");
            assert!(clear_at(from) && !clear_at(from - 1), "mean {mean}: {bounds:?}");
            if let Some(until) = bounds.until {
                assert!(clear_at(until) && !clear_at(until + 1), "mean {mean}: {bounds:?}");
                with_fall += 1;
            }
        }
        assert!(with_fall > 0);
    }

    #[test]
    fn of_counts_shown_together_each_needs_a_rarer_difference() {
        assert!(is_clear_among(0.04, 1) && !is_clear_among(0.04, 2));
        assert!(is_clear_among(0.01, 5) && !is_clear_among(0.01, 6));
    }
}
