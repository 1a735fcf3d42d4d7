//! Whether a rate differs between two periods: a permutation test on whole weeks.
//!
//! If nothing changed, the weeks of both periods could have come in any order. So the weeks are reassigned to the periods,
//! in all ways or in many random ways, and the difference is clear if hardly any assignment shows one as large. Whole weeks
//! are reassigned, for all questions at once, since answers of the same week resemble each other more than those of
//! different weeks, for any question. Each question and engine is compared only with itself, so that asking other questions
//! changes nothing. If runs resemble each other strongly, adjacent weeks do as well; so the difference of each assignment is
//! multiplied by the resulting inflation of the standard error of a mean.
//!
//! Sources: R. A. Fisher, "The Design of Experiments" (1935), §21; M. H. Gail, S. D. Mark, R. J. Carroll, S. B. Green
//! and D. Pee, "On design considerations and randomization-based inference for community intervention trials",
//! Statistics in Medicine 15 (1996), 1069–1092, for clusters; B. Phipson and G. K. Smyth, "Permutation p-values should
//! never be zero", SAGMB 9 (2010), for counting the real assignment among those drawn.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;
use rand::{SeedableRng as _, rngs::SmallRng, seq::SliceRandom as _};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{samples::Group, student::student_point};
use crate::{
    citations::summary::RunAnswers,
    engines::Engine,
    shared::{
        calendar::{Day, Window},
        ids::MonitorId,
        steps,
    },
};

/// The maximum probability of a false alarm when nothing changed.
const ALPHA: f64 = 0.05;
/// The minimum number of whole weeks with answers in each period.
pub const MIN_WEEKS: usize = 4;
const DAYS_OF_WEEK: i32 = 7;
/// The maximum correlation of adjacent weeks that is used.
const MAX_CORRELATION: f64 = 0.9;
/// The minimum of the squared deviations: weeks that never differ may do so once.
const MIN_SPREAD: f64 = 0.5;
/// The maximum number of assignments for which every one is computed.
const MAX_WAYS_ENUMERATED: f64 = 4_000.0;
/// The number of assignments that are drawn if there are more.
const DEALS: u32 = 1_999;
/// A fixed seed: the same query draws the same assignments.
const SEED: u64 = 0x05ee_d0fd_ea15;

/// Whether a figure differs clearly from the previous one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("required" = ["different", "method", "detectable"]))]
pub struct Difference {
    /// True: a clear change. False: no clear change; `detectable` says what would have been clear. Null: no change could have
    /// been clear; `method` says why.
    pub different: Option<bool>,
    /// How the figures were compared, or why they were not.
    pub method: DifferenceMethod,
    /// If there is no clear change: the smallest difference of the rate, from 0 to 1, that this many runs would have shown
    /// in 80 of 100 cases, in this list; null if they would have shown none, or if there are too few runs.
    #[serde(default)]
    pub detectable: Option<f64>,
    /// The test of two periods that led to this.
    #[serde(skip)]
    test: Option<WeeksTest>,
}

/// What a test on weeks showed, and could have shown.
#[derive(Debug, Clone, Copy, PartialEq)]
struct WeeksTest {
    /// The share of the assignments with a difference at least as large.
    rarity: f64,
    /// The smallest share that was possible.
    rarest: f64,
    /// The standard error of the difference of the rates.
    error: f64,
    /// The degrees of freedom of that standard error.
    degrees: f64,
}

/// How figures were compared, or why they were not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DifferenceMethod {
    /// Two periods were compared, with a permutation test on whole weeks.
    PermutationByWeek,
    /// Two periods were not compared: one of them has answers in fewer than four whole weeks, or they vary so much that not even
    /// the largest change would have been found. Compare longer periods.
    TooShort,
    /// Two periods were not compared: in so few weeks, no change is rare enough to be clear among all results of the list. Compare
    /// longer periods, such as 90 days.
    ListTooLong,
    /// The runs of a question and engine were compared, with a test that is repeated after every run.
    #[serde(alias = "bets_on_runs")]
    BettingByRun,
    /// No change could have been found, however large: there are too few runs, or they resemble each other too much.
    #[serde(alias = "permuted_runs", alias = "every_sample", alias = "same_rate", alias = "rank_among_runs")]
    TooFewRuns,
}

impl Difference {
    /// The result if there are too few runs.
    pub const TOO_FEW: Self =
        Self { different: None, method: DifferenceMethod::TooFewRuns, detectable: None, test: None };
    const TOO_SHORT: Self = Self { method: DifferenceMethod::TooShort, ..Self::TOO_FEW };

    /// The result of a comparison.
    pub fn told(different: bool, method: DifferenceMethod) -> Self {
        Self { different: Some(different), method, ..Self::TOO_FEW }
    }

    /// Sets the detectable difference.
    pub fn or_from(self, detectable: Option<f64>) -> Self {
        Self { detectable, ..self }
    }

    /// The result as one of `count` results that are shown together: if nothing changed, any of them is called changed in at
    /// most five of 100 cases. This is the e-BH rule with the evidence `count/0.05` for a result that is rare enough and 0
    /// for the others. Source: R. Wang and A. Ramdas, "False discovery rate control with e-values", JRSS B 84 (2022), 822–852.
    pub fn among(self, count: usize) -> Self {
        self.test.map_or(self, |test| test.among(count.max(1) as f64))
    }

    /// Whether there was enough data to compare.
    pub fn is_told(&self) -> bool {
        self.different.is_some()
    }
}

impl WeeksTest {
    fn among(self, count: f64) -> Difference {
        let different = self.rarity * count <= ALPHA;
        let detectable = self.detectable(count);
        let (different, method) = match detectable {
            _ if self.rarest * count > ALPHA => (None, DifferenceMethod::ListTooLong),
            None if !different => (None, DifferenceMethod::TooShort),
            _ => (Some(different), DifferenceMethod::PermutationByWeek),
        };
        let detectable = detectable.filter(|_| different == Some(false));
        Difference { different, method, detectable, test: Some(self) }
    }

    /// The difference that would be clear among `count` results in 80 of 100 cases: the sum of Student's points for the false
    /// alarms and for these cases, times the standard error.
    fn detectable(self, count: f64) -> Option<f64> {
        /// The probability in both tails that leaves 80 of 100 cases above the lower one.
        const MISSED: f64 = 0.4;
        // Only multiples of the rarest share occur.
        let alpha = ((ALPHA / count / self.rarest + 1e-9).floor() * self.rarest).max(1e-9);
        let found = (student_point(alpha, self.degrees) + student_point(MISSED, self.degrees)) * self.error;
        (found < 1.0).then_some((found * 100.0).ceil() / 100.0)
    }
}

/// The answers of a period, and its days.
#[derive(Debug, Clone, Copy)]
pub struct Period<'z, I> {
    /// The answers.
    pub answers: I,
    /// The days, from whose end weeks are counted back. A partial week at the beginning is not compared.
    pub window: Window,
    /// The site's time zone: a week is seven of its dates, also when clocks change.
    pub zone: &'z TimeZone,
}

/// Compares the citation rates of two periods. Counts only questions and engines with answers in both periods, and only
/// answers that were read with the same version of the rules.
pub fn between_periods<'a>(
    before: Period<'_, impl IntoIterator<Item = &'a RunAnswers>>,
    now: Period<'_, impl IntoIterator<Item = &'a RunAnswers>>,
) -> Difference {
    match Weeks::of([in_weeks(before), in_weeks(now)]) {
        Some(weeks) => weeks.test().among(1.0),
        None => Difference::TOO_SHORT,
    }
}

/// The answers in the whole weeks of a period, each with the number of its week: 0 for the latest week.
fn in_weeks<'a>(period: Period<'_, impl IntoIterator<Item = &'a RunAnswers>>) -> Vec<(i32, &'a RunAnswers)> {
    let Window { from, to } = period.window;
    let whole = (to.0 - from.0 + 1) / DAYS_OF_WEEK;
    let answers = period.answers.into_iter().filter(|one| one.counts.samples > 0);
    answers
        .map(|one| ((to.0 - Day::of(one.first_at, period.zone).0).max(0) / DAYS_OF_WEEK, one))
        .filter(|(week, _)| *week < whole)
        .collect()
}

/// What identifies answers that are compared: a question, an engine and the version of the reading.
type Compared = (MonitorId, Engine, u16);

fn compared(one: &RunAnswers) -> Compared {
    (one.monitor, one.engine, one.reading_version)
}

/// With fewer runs a week than this, the resemblance of runs is that of whole weeks, which a few of them hardly show.
const MIN_RUNS_A_WEEK: usize = 3;
/// What is added to the resemblance of such weeks, divided by the square root of their number; and the exponent of the inflation that
/// follows from it. Chosen by simulation.
const UNSEEN_RESEMBLANCE: f64 = 0.5;
const RAISED: f64 = 1.2;

/// For each week, the number of citing samples minus the number that is expected from the rates of its questions and engines over
/// both periods.
struct Weeks {
    /// The deviations of `before` and of `now`, the oldest week first.
    misses: [Vec<f64>; 2],
    /// The number of compared answers in each period.
    samples: [u64; 2],
    /// Whether the questions and engines have hardly more than one run a week.
    is_sparse: bool,
}

impl Weeks {
    fn of(answers: [Vec<(i32, &RunAnswers)>; 2]) -> Option<Self> {
        let mut cells: BTreeMap<Compared, [Group; 2]> = BTreeMap::new();
        for (period, answers) in answers.iter().enumerate() {
            for (_, one) in answers {
                let cell = &mut cells.entry(compared(one)).or_default()[period];
                *cell = cell.plus(Group { samples: one.counts.samples, cited: one.counts.cited });
            }
        }
        cells.retain(|_, [before, now]| before.samples > 0 && now.samples > 0);
        let (mut samples, mut runs) = ([0; 2], 0);
        let misses = [0, 1].map(|period: usize| {
            let mut misses: BTreeMap<i32, f64> = BTreeMap::new();
            for (week, one) in &answers[period] {
                let Some([before, now]) = cells.get(&compared(one)) else { continue };
                let rate = before.plus(*now).rate();
                *misses.entry(-week).or_default() += one.counts.cited as f64 - rate * one.counts.samples as f64;
                samples[period] += one.counts.samples;
                runs += 1;
            }
            misses.into_values().collect::<Vec<_>>()
        });
        let is_long = misses.iter().all(|weeks| weeks.len() >= MIN_WEEKS);
        let weeks: usize = misses.iter().map(Vec::len).sum();
        is_long.then_some(Self { misses, samples, is_sparse: runs < MIN_RUNS_A_WEEK * weeks * cells.len() })
    }

    fn test(&self) -> WeeksTest {
        let weeks = self.misses.iter().map(Vec::len).sum::<usize>() as f64;
        let (rarity, rarest) = self.rarity();
        WeeksTest { rarity, rarest, error: self.error(), degrees: weeks - 2.0 }
    }

    /// The share of the assignments with a difference at least as large as the real one, and the smallest possible share.
    fn rarity(&self) -> (f64, f64) {
        let [before, now] = &self.misses;
        let mut all: Vec<f64> = now.iter().chain(before).copied().collect();
        let resemblance = self.inflation().sqrt();
        // Differences within rounding errors count as equal.
        let real = now.iter().sum::<f64>().abs() - 1e-9;
        let is_as_large = |dealt: f64| dealt.abs() * resemblance >= real;
        let chosen = now.len().min(before.len());
        let ways = (0..chosen).fold(1.0, |ways, step| ways * (all.len() - step) as f64 / (step + 1) as f64);
        let deals = ways.min(f64::from(DEALS).max(MAX_WAYS_ENUMERATED));
        steps::count(deals as usize * chosen);
        if ways <= MAX_WAYS_ENUMERATED {
            let mut found = 0_u32;
            // The sums of both periods are equal except for their sign, so either period may be chosen.
            each_choice(&all, chosen, 0.0, &mut |dealt| found += u32::from(is_as_large(dealt)));
            // In periods of the same length, exchanging them gives the same difference.
            let rarest = if now.len() == before.len() { 2.0 } else { 1.0 } / ways;
            return (f64::from(found) / ways, rarest);
        }
        let mut random = SmallRng::seed_from_u64(SEED);
        let as_large = (0..DEALS).filter(|_| {
            let (dealt, _) = all.partial_shuffle(&mut random, chosen);
            is_as_large(dealt.iter().sum())
        });
        let of_all = f64::from(DEALS + 1);
        ((as_large.count() + 1) as f64 / of_all, 1.0 / of_all)
    }

    /// The inflation of a sum's variance by the correlation of adjacent weeks. With many runs a week, the lag-one correlation is not
    /// corrected for bias: a few weeks show little of it, and reassigning whole weeks leaves little to correct. With one run a week,
    /// it is, and what those weeks may not show is added.
    fn inflation(&self) -> f64 {
        let products = |weeks: &Vec<f64>| {
            let mean = weeks.iter().sum::<f64>() / weeks.len() as f64;
            weeks.windows(2).map(|pair| (pair[0] - mean) * (pair[1] - mean)).sum::<f64>()
        };
        let spread: f64 = self.misses.iter().map(|weeks| spread(weeks)).sum();
        if spread <= 1e-9 {
            return 1.0;
        }
        let seen = self.misses.iter().map(products).sum::<f64>() / spread;
        let inflation = |correlation: f64| (1.0 + correlation) / (1.0 - correlation);
        if !self.is_sparse {
            return inflation(seen.clamp(0.0, MAX_CORRELATION));
        }
        let weeks = self.misses.iter().map(Vec::len).sum::<usize>() as f64;
        let bias = self.misses.len() as f64 / weeks;
        let corrected = (seen + bias) / (1.0 - 3.0 * bias).max(0.2) + UNSEEN_RESEMBLANCE / weeks.sqrt();
        inflation(corrected.clamp(0.0, MAX_CORRELATION)).powf(RAISED)
    }

    /// The standard error of the difference of the rates, which are estimated from both periods.
    fn error(&self) -> f64 {
        let weeks = self.misses.iter().map(Vec::len).sum::<usize>() as f64;
        let spread: f64 = self.misses.iter().map(|weeks| spread(weeks)).sum();
        let [before, now] = self.samples.map(|samples| samples as f64);
        let [first, second] = [&self.misses[0], &self.misses[1]].map(|weeks| weeks.len() as f64);
        let variance = spread.max(MIN_SPREAD) / (weeks - 2.0) * self.inflation();
        let of_sum = (variance * first * second / (first + second)).sqrt();
        of_sum * (before + now) / (before * now)
    }
}

fn spread(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter().map(|value| (value - mean).powi(2)).sum()
}

/// Calls `found` with the sum of each choice of `count` values.
fn each_choice(values: &[f64], count: usize, sum: f64, found: &mut impl FnMut(f64)) {
    if count == 0 {
        found(sum);
        return;
    }
    for (index, value) in values.iter().enumerate().take(values.len() + 1 - count) {
        each_choice(&values[index + 1..], count - 1, sum + value, found);
    }
}

#[cfg(test)]
mod tests;
