//! Finds changes of a rate with bets on pairs of runs.
//!
//! The rate is that of one question and engine. For each run `k` the question is whether the rate is different from `k` on. Runs
//! are paired outward from there: the `j`-th run from `k` on with the `j`-th run before it. If nothing changed, either of the two
//! could have come first, so the difference `d = x(k+j) − x(k−1−j)` of their rates is as likely to be `+d` as `−d`, and no bet on
//! its sign is favorable. The wealth of a player who starts with 1 and bets the fraction `λ` of it each time,
//!
//! ```text
//! E(k) = Π (1 + λ·d(j)),   |λ| < 1,   averaged over a few λ,
//! ```
//!
//! is an e-process: it reaches `c` with a probability of at most `1/c`. The wealth for each `k` starts at that run and is dropped
//! [`MAX_PAIRS`] runs later. The largest of them decides.
//!
//! This holds for runs that could have come in any order. But today's answers resemble yesterday's. So the logarithm of the
//! wealth is divided by the resulting inflation of a mean's variance (`dependence`). The required wealth, [`MIN_WEALTH`], is
//! chosen so that the guarantee of `watch/simulation.rs` holds at a lag-one correlation of 0.5, with all those `k` checked again
//! after each run.
//!
//! Sources: G. Shafer, "Testing by betting", Journal of the Royal Statistical Society A 184 (2021), 407–431, for the wealth;
//! I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by betting", JRSS B 86 (2024), 1–27, for
//! bounded bets; S. Shekhar and A. Ramdas, "Nonparametric two-sample testing by betting", IEEE Transactions on Information
//! Theory 70 (2024), 1178–1203, for pairs; J. Shin, A. Ramdas and A. Rinaldo, "E-detectors", New England Journal of Statistics
//! in Data Science 2 (2023), 229–260, for a separate wealth for each run at which the change may have begun.

use super::dependence::inflation;

/// The minimum wealth of a clear change.
pub const MIN_WEALTH: f64 = 1_000.0;
/// The maximum number of pairs that are bet on: a change is searched for among this many latest runs, which are compared with the
/// same number of runs before.
pub const MAX_PAIRS: usize = 90;
/// The maximum number of runs that are read: the earlier ones show how much consecutive runs resemble each other.
pub const MAX_RUNS: usize = 3 * MAX_PAIRS;
/// The minimum number of runs: with fewer, no change could be clear, however large.
pub const MIN_RUNS: usize = 36;
/// A short series shows correlation only roughly, so the inflation is multiplied by 1 plus this number divided by the number of
/// runs. The number is ours, chosen by simulation.
const UNCERTAIN_RUNS: f64 = 12.0;
/// The fractions of the wealth that are bet on a rise; the same fractions are bet on a fall.
const BETS: [f64; 4] = [0.2, 0.4, 0.6, 0.85];

/// The runs of one question and engine, oldest first, and the wealth of the bets on each of them.
#[derive(Debug, Clone, Default)]
pub struct Watch {
    rates: Vec<f64>,
    wealth: Vec<[Wealth; 2]>,
}

/// The wealth of each bet.
type Wealth = [f64; BETS.len()];

/// The strongest evidence for a change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Evidence {
    /// The first run after the change.
    pub from: usize,
    /// Whether the rate rose.
    pub is_rise: bool,
    /// The wealth, after the correction for correlation.
    pub wealth: f64,
}

impl Evidence {
    /// Whether it is enough to report a change.
    pub fn is_clear(&self) -> bool {
        self.wealth >= MIN_WEALTH
    }
}

impl Watch {
    /// Watches these rates, oldest first.
    pub fn of(rates: impl IntoIterator<Item = f64>) -> Self {
        let mut watch = Self::default();
        rates.into_iter().for_each(|rate| watch.push(rate));
        watch
    }

    /// Adds the latest run.
    pub fn push(&mut self, rate: f64) {
        let latest = self.rates.len();
        self.rates.push(rate);
        self.wealth.push([[1.0; BETS.len()]; 2]);
        for from in self.candidates() {
            let step = rate - self.rates[2 * from - 1 - latest];
            if step != 0.0 {
                let [rise, fall] = &mut self.wealth[from];
                for ((rise, fall), bet) in rise.iter_mut().zip(fall).zip(BETS) {
                    *rise *= 1.0 + bet * step;
                    *fall *= 1.0 - bet * step;
                }
            }
        }
    }

    /// The strongest evidence for a change; `None` unless the bets on some run have gained something on average.
    pub fn evidence(&self) -> Option<Evidence> {
        self.strongest_above(0.0)
    }

    /// The strongest evidence for a change, if it is enough to report the change.
    pub fn clear(&self) -> Option<Evidence> {
        // The correction only lowers the wealth, so it is computed only for runs whose wealth is enough without it.
        self.strongest_above(MIN_WEALTH.ln()).filter(Evidence::is_clear)
    }

    /// The wealth of the bets on a change at this run and in this direction, after the correction for correlation.
    pub fn wealth_at(&self, from: usize, is_rise: bool) -> f64 {
        self.wealth
            .get(from)
            .map_or(0.0, |wealth| (log_mean(&wealth[usize::from(!is_rise)]) / self.inflation_at(from)).exp())
    }

    /// The inflation of variances by correlation, estimated from the latest runs, if the rate changed at `from`.
    pub fn inflation_at(&self, from: usize) -> f64 {
        let oldest = from.saturating_sub(MAX_RUNS - MAX_PAIRS);
        let seen = (self.rates.len() - oldest) as f64;
        inflation([&self.rates[oldest..from], &self.rates[from..]]) * (1.0 + UNCERTAIN_RUNS / seen)
    }

    /// The smallest difference that the watched runs, with the change halfway, would have shown in 80 of 100 cases; `None` if
    /// they would not have shown even the largest. This is an approximation: the growth of the wealth's logarithm with the best
    /// constant bet, minus the shortfall in unlucky cases. `watch/simulation.rs` checks how good it is.
    pub fn detectable(&self, samples: u64) -> Option<f64> {
        /// The shortfall in standard errors: less than the normal distribution's 80% point, since the change may be found at any
        /// of the runs.
        const MISSED: f64 = 0.4;
        let oldest = self.rates.len().saturating_sub(2 * MAX_PAIRS);
        let rates = &self.rates[oldest..];
        let (count, pairs) = (rates.len() as f64, (rates.len() / 2) as f64);
        if pairs < 1.0 {
            return None;
        }
        let rate = (rates.iter().sum::<f64>() + 0.5) / (count + 1.0);
        let spread = rates.iter().map(|one| (one - rate).powi(2)).sum::<f64>() / count;
        // The variance of a run relative to that of a single answer.
        let part = (spread / (rate * (1.0 - rate))).clamp(1.0 / samples.max(1) as f64, 1.0);
        let inflation = self.inflation_at(self.rates.len());
        let needed = MIN_WEALTH.ln() * inflation + (BETS.len() as f64).ln();
        let is_found = |difference: f64| {
            let other = if rate < 0.5 { rate + difference } else { rate - difference };
            if !(0.0..=1.0).contains(&other) {
                return false;
            }
            let variance = part * (rate * (1.0 - rate) + other * (1.0 - other));
            let bet = (difference / (variance + difference.powi(2))).min(BETS[BETS.len() - 1]);
            let growth = bet * difference - bet.powi(2) * (variance + difference.powi(2)) / 2.0;
            pairs * growth - MISSED * bet * (variance * inflation * pairs).sqrt() >= needed
        };
        (1..=100).map(|percent| f64::from(percent) / 100.0).find(|difference| is_found(*difference))
    }

    /// The runs at which a change is searched for: from there on, every run has a partner before it.
    fn candidates(&self) -> std::ops::Range<usize> {
        let count = self.rates.len();
        count.saturating_sub(MAX_PAIRS).max(count.div_ceil(2))..count
    }

    fn strongest_above(&self, least: f64) -> Option<Evidence> {
        let mut strongest: Option<(f64, Evidence)> = None;
        for from in self.candidates() {
            for (wealth, is_rise) in self.wealth[from].iter().zip([true, false]) {
                let log = log_mean(wealth);
                let beaten = strongest.as_ref().map_or(least.max(f64::MIN_POSITIVE), |(log, _)| *log);
                if log >= beaten {
                    let log = log / self.inflation_at(from);
                    if strongest.as_ref().is_none_or(|(most, _)| log > *most) {
                        strongest = Some((log, Evidence { from, is_rise, wealth: log.exp() }));
                    }
                }
            }
        }
        strongest.map(|(_, evidence)| evidence)
    }
}

fn log_mean(wealth: &Wealth) -> f64 {
    (wealth.iter().sum::<f64>() / BETS.len() as f64).ln()
}

#[cfg(test)]
mod simulation;
#[cfg(test)]
mod tests;
