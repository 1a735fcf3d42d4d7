//! The uncertainty of a rate from few samples that come in runs.
//!
//! Computes an interval that contains the true rate in 95 of 100 cases, for a set of questions.
//!
//! Five answers of one run are not five independent ones: they share one index, one model and one minute. The interval
//! therefore counts *effective* samples, `n / deff`, with Kish's design effect `deff = 1 + (m - 1)·ρ`: `m` is the size of
//! a cluster and `ρ` the likeness of its samples, estimated from the differences between clusters. The result is Wilson's
//! score interval for that many samples. Student's `t` replaces the normal point to the degree to which the uncertainty
//! lies between clusters.
//!
//! Where none or all of the answers cite, there is nothing to estimate from. Each run then counts as one sample, and the end is
//! that of Clopper and Pearson's interval. Near 0 and 1 the interval is limited to a multiple of the width of that interval.
//!
//! Today's answers resemble yesterday's, too. So the design effect is multiplied by the resulting inflation of the
//! variance of a mean over the runs of a question (`dependence`), and the number of runs for Student's point is divided by
//! it.
//!
//! Sources: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", JASA 22 (1927),
//! 209–212; L. Kish, "Survey Sampling" (1965), §5.4 and §8.2; E. L. Korn and B. I. Graubard, "Confidence intervals for
//! proportions with small expected number of positive counts estimated from survey data", Survey Methodology 24 (1998),
//! 193–201, for effective samples and `t`; C. Franco, R. J. A. Little, T. A. Louis and E. V. Slud, "Comparative study
//! of confidence intervals for proportions in complex sample surveys", JSSAM 7 (2019), 334–364, for Wilson's form of it
//! and for limiting the design effect to what clusters can cause. The weight of the estimate of `ρ` is ours, chosen for the
//! coverage that `interval/coverage.rs` checks.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::{
    clopper_pearson::{TAIL, clopper_pearson},
    dependence::inflation,
    samples::{Group, SampleCluster, grouped},
};
use crate::shared::ids::{MonitorId, RunId};

/// The 97.5% point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;
/// The minimum number of runs for an interval narrower than the widest. Fewer runs show too little about how runs differ.
pub const MIN_RUNS: usize = 4;
/// The minimum number of questions for a figure about questions of their kind. With fewer questions, the figure is only
/// about these questions.
pub const MIN_QUESTIONS: usize = 4;
/// The weight of the assumption that all samples of a group are alike, relative to the estimate of `ρ`, in hits (or
/// misses, whichever are fewer). Without hits there is nothing to estimate from.
const ASSUMED_HITS: f64 = 0.5;
/// The size of a group up to which `ρ` alone says which part of the uncertainty lies between groups.
const MAX_GROUP: f64 = 5.0;
/// From this likeness on, the observed resemblance of runs is used fully; below, in proportion.
const CLEAR_LIKENESS: f64 = 0.1;
/// The exponent of the inflation by correlation: short series show too little of the correlation.
const RESEMBLANCE_RAISED: f64 = 1.4;
/// The inflation that is assumed if there are too few hits to show it: that of runs with a lag-one correlation of 0.56.
const ASSUMED_RESEMBLANCE: f64 = 3.5;
/// The number of hits (or misses, whichever are fewer, divided by the observed inflation) from which the observed
/// inflation counts more than the assumed one.
const FEW_HITS: f64 = 4.0;
/// Below this rate, and above 1 minus this rate, few hits (or misses) show how they cluster.
const RARE: f64 = 0.1;
/// There, the interval is at most this many times as wide as that of Clopper and Pearson over runs.
const MAX_WIDTH_OF_RARE: f64 = 1.5;
/// The interval for some hits is limited by those for up to this many more (or fewer) hits. Beyond, the assumptions about few hits
/// have no influence.
const MAX_HITS_AWAY: u32 = 64;
/// The minimum degrees of freedom for Student's point: from there on, the approximation is good.
const MIN_DEGREES: f64 = 3.0;

/// The range that contains the true rate in 95 of 100 cases.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct Interval {
    /// The lower end, from 0 to 1.
    pub low: f64,
    /// The upper end, from 0 to 1.
    pub high: f64,
    /// How it was computed.
    pub method: IntervalMethod,
}

impl Interval {
    /// Limits the width if nearly none or nearly all samples are hits. An end is never closer to the rate than it would be with
    /// no hit at all (or no miss): one more hit is no evidence for a lower rate.
    fn near_none_and_all(self, rate: f64, of_runs: (f64, f64), runs: f64) -> Self {
        let Self { mut low, mut high, .. } = self;
        let width = MAX_WIDTH_OF_RARE * (of_runs.1 - of_runs.0);
        if rate < RARE {
            high = high.min(low + width).max(rate);
        } else if rate > 1.0 - RARE {
            low = low.max(high - width).min(rate);
        }
        // The lower end if all runs hit, by Clopper and Pearson.
        let all = TAIL.powf(1.0 / runs);
        Self { low: low.min(all), high: high.max(1.0 - all), ..self }
    }

    /// Rounds the interval to four digits. Its ends are rounded outward, so that it still contains what it contained.
    pub fn with_four_digits(self) -> Self {
        let (low, high) = ((self.low * 10_000.0).floor(), (self.high * 10_000.0).ceil());
        Self { low: low / 10_000.0, high: high / 10_000.0, ..self }
    }
}

/// How an interval was computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum IntervalMethod {
    /// Wilson's interval for the effective number of samples, where samples of a run resemble each other. The figure is
    /// about the questions that were asked.
    WilsonByRun,
    /// Wilson's interval for the effective number of samples, where samples of a question resemble each other over all its
    /// runs. The figure is about questions of this kind.
    WilsonByQuestion,
    /// There are fewer than four runs, too few to tell. This is the widest 95% interval: it treats every run as a single
    /// sample.
    TooFewRuns,
}

/// The 95% interval of the share of samples that cite the site; `None` without samples.
///
/// Both runs and, from [`MIN_QUESTIONS`] on, questions are tried as clusters, and both intervals are combined.
pub fn interval95(clusters: &[SampleCluster]) -> Option<Interval> {
    let runs = grouped(clusters, |cluster| cluster.run);
    if runs.is_empty() {
        return None;
    }
    if runs.len() < MIN_RUNS {
        return Some(widest(&runs));
    }
    let all = runs.iter().fold(Group::default(), |sum, run| sum.plus(*run));
    let count = runs.len() as f64;
    let of_runs = clopper_pearson(all.rate() * count, count);
    if all.cited == 0 || all.cited == all.samples {
        return Some(Interval { low: of_runs.0, high: of_runs.1, method: IntervalMethod::WilsonByRun });
    }
    let by_run = of_groups(&runs, Some(resemblance(clusters)), IntervalMethod::WilsonByRun);
    let questions = grouped(clusters, |cluster| cluster.question);
    let combined = if questions.len() < MIN_QUESTIONS {
        by_run
    } else {
        // No inflation here: that a question's runs resemble each other already shows in the likeness of its samples.
        let by_question = of_groups(&questions, None, IntervalMethod::WilsonByQuestion);
        let is_wider = by_question.high - by_question.low > by_run.high - by_run.low;
        let method = if is_wider { by_question.method } else { by_run.method };
        Interval { low: by_run.low.min(by_question.low), high: by_run.high.max(by_question.high), method }
    };
    Some(combined.near_none_and_all(all.rate(), of_runs, count))
}

/// The range that contains a true mean in 95 of 100 cases.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct MeanInterval {
    /// The lower end.
    pub lowest: f64,
    /// The upper end.
    pub highest: f64,
}

impl MeanInterval {
    /// Rounds the interval to four digits. Its ends are rounded outward, so that it still contains what it contained.
    pub fn with_four_digits(self) -> Self {
        Self { lowest: (self.lowest * 1e4).floor() / 1e4, highest: (self.highest * 1e4).ceil() / 1e4 }
    }
}

/// The 95% interval of a mean over runs, each with a sum and a count, oldest run first: the ratio of the sums, with
/// Student's point for the number of runs. `None` for fewer than four runs with values. The lower end is at least `least`.
///
/// Runs that all have the same mean may still differ: another run of average size is assumed, whose mean differs by one.
pub fn mean_interval95(runs: &[(u64, u64)], least: f64) -> Option<MeanInterval> {
    let runs: Vec<(f64, f64)> =
        runs.iter().filter(|(_, count)| *count > 0).map(|(sum, count)| (*sum as f64, *count as f64)).collect();
    if runs.len() < MIN_RUNS {
        return None;
    }
    let groups = runs.len() as f64;
    let (sum, count) = runs.iter().fold((0.0, 0.0), |total, run| (total.0 + run.0, total.1 + run.1));
    let mean = sum / count;
    let spread: f64 = runs.iter().map(|(sum, count)| (sum - mean * count).powi(2)).sum();
    let assumed = (count / groups).powi(2);
    let means: Vec<f64> = runs.iter().map(|(sum, count)| sum / count).collect();
    let resemblance = inflation([means.as_slice()]);
    let variance = groups / (groups - 1.0) * (spread + assumed) / count.powi(2) * resemblance;
    let half = student_t((groups / resemblance - 1.0).max(MIN_DEGREES)) * variance.sqrt();
    Some(MeanInterval { lowest: (mean - half).max(least), highest: mean + half })
}

/// The inflation of the variance by the correlation of today's answers to a question with yesterday's.
fn resemblance(clusters: &[SampleCluster]) -> f64 {
    let mut rates: BTreeMap<MonitorId, BTreeMap<RunId, Group>> = BTreeMap::new();
    for cluster in clusters.iter().filter(|cluster| cluster.samples > 0) {
        let run = rates.entry(cluster.question).or_default().entry(cluster.run).or_default();
        *run = run.plus(Group { samples: cluster.samples, cited: cluster.cited.min(cluster.samples) });
    }
    // Run ids sort by time.
    let series: Vec<Vec<f64>> = rates.values().map(|runs| runs.values().map(|group| group.rate()).collect()).collect();
    inflation(series.iter().map(Vec::as_slice))
}

/// Sums that an interval is computed from.
#[derive(Debug, Clone, Copy)]
struct Moments {
    groups: f64,
    samples: f64,
    hits: f64,
    /// Σ nᵢ² / n: how many samples are in the group of a sample on average, including itself.
    shared: f64,
    /// Σ (hᵢ − p·nᵢ)².
    spread: f64,
    /// The further inflation of the variance because adjacent groups are correlated; `None` if it does not apply.
    resemblance: Option<f64>,
}

impl Moments {
    fn of(groups: &[Group], resemblance: Option<f64>) -> Self {
        let sum = |part: fn(&Group) -> f64| groups.iter().map(part).sum::<f64>();
        let samples = sum(|group| group.samples as f64);
        let hits = sum(|group| group.cited as f64);
        let rate = hits / samples;
        Self {
            groups: groups.len() as f64,
            samples,
            hits,
            shared: sum(|group| (group.samples as f64).powi(2)) / samples,
            spread: groups.iter().map(|group| (group.cited as f64 - rate * group.samples as f64).powi(2)).sum(),
            resemblance,
        }
    }

    /// The likeness of samples within a group that these samples show, from 0 to 1: the ratio of the variance between groups to
    /// that of independent samples.
    fn likeness(&self) -> f64 {
        if self.shared <= 1.0 {
            return 0.0;
        }
        let rate = self.hits / self.samples;
        let independent = self.samples * rate * (1.0 - rate);
        let design_effect = self.groups / (self.groups - 1.0) * self.spread / independent;
        // A single hit has a design effect of 1: it shows no likeness.
        let design_effect = design_effect * (1.0 - 1.0 / self.samples);
        ((design_effect - 1.0) / (self.shared - 1.0)).clamp(0.0, 1.0)
    }

    /// The hits (or misses, whichever are fewer).
    fn fewer(&self, hits: f64) -> f64 {
        hits.min(self.samples - hits)
    }

    /// The likeness that is assumed for this many hits: moved toward 1 if it is based on few hits (or misses).
    fn assumed_likeness(&self, hits: f64, likeness: f64) -> f64 {
        if self.shared <= 1.0 {
            return 0.0;
        }
        // Many hits of one large group are evidence about that group only.
        let evidence = self.fewer(hits) * (MAX_GROUP / self.shared).min(1.0);
        (evidence * likeness + ASSUMED_HITS) / (evidence + ASSUMED_HITS)
    }

    /// The inflation of the variance by correlation: more than observed, since short series show too little of it, and
    /// moved toward [`ASSUMED_RESEMBLANCE`] if it is based on few hits (or misses).
    fn assumed_resemblance(&self, hits: f64, likeness: f64) -> f64 {
        let Some(seen) = self.resemblance else { return 1.0 };
        // What lasts from run to run is shared by the samples of a run.
        let shown = if self.shared <= 1.0 { 1.0 } else { (likeness / CLEAR_LIKENESS).min(1.0) };
        let seen = (1.0 + (seen - 1.0) * shown).powf(RESEMBLANCE_RAISED);
        let evidence = (self.fewer(hits) / seen / FEW_HITS).powi(3);
        (evidence * seen + ASSUMED_RESEMBLANCE) / (evidence + 1.0)
    }

    /// The lower and the upper end.
    ///
    /// More hits are more evidence about likeness and resemblance, and need fewer assumptions. Their interval could therefore end
    /// below that of fewer hits, which makes no sense: the lowest of these ends holds for both.
    fn interval(self) -> (f64, f64) {
        let likeness = self.likeness();
        let of = |hits: f64| {
            let possible = hits > 0.0 && hits < self.samples;
            possible.then(|| self.ends(hits, likeness))
        };
        let (low, high) = self.ends(self.hits, likeness);
        let away = (1..=MAX_HITS_AWAY).map(f64::from);
        let low = away.clone().filter_map(|away| of(self.hits - away)).fold(low, |most, ends| most.max(ends.0));
        let high = away.filter_map(|away| of(self.hits + away)).fold(high, |least, ends| least.min(ends.1));
        let rate = self.hits / self.samples;
        (low.min(rate), high.max(rate))
    }

    /// The ends for this many hits that cluster in the same way.
    fn ends(&self, hits: f64, likeness: f64) -> (f64, f64) {
        let resemblance = self.assumed_resemblance(hits, likeness);
        let likeness = self.assumed_likeness(hits, likeness);
        let effective = self.samples / (1.0 + (self.shared - 1.0) * likeness) / resemblance;
        // The samples of a large group show that group's rate; only the differences between groups are then uncertain.
        let of_groups = likeness.max(1.0 - MAX_GROUP / self.shared).max(1.0 - 1.0 / resemblance);
        let degrees = (self.groups / resemblance - 1.0).max(MIN_DEGREES);
        let point = Z + (student_t(degrees) - Z) * of_groups;
        wilson(hits / self.samples, effective, point)
    }
}

fn of_groups(groups: &[Group], resemblance: Option<f64>, method: IntervalMethod) -> Interval {
    let (low, high) = Moments::of(groups, resemblance).interval();
    Interval { low, high, method }
}

/// Wilson's score interval of a rate, given the number of samples and the point of the distribution.
fn wilson(rate: f64, samples: f64, point: f64) -> (f64, f64) {
    let square = point * point;
    let denominator = 1.0 + square / samples;
    let centre = (rate + square / (2.0 * samples)) / denominator;
    let half = point * (rate * (1.0 - rate) / samples + square / (4.0 * samples * samples)).sqrt() / denominator;
    ((centre - half).max(0.0), (centre + half).min(1.0))
}

/// The 97.5% point of Student's distribution, accurate to 0.2% from three degrees of freedom on. Source: M. Abramowitz and
/// I. A. Stegun, "Handbook of Mathematical Functions" (1964), 26.7.5.
fn student_t(degrees: f64) -> f64 {
    let power = |exponent: i32| Z.powi(exponent);
    let terms = [
        (power(3) + Z) / 4.0,
        (5.0 * power(5) + 16.0 * power(3) + 3.0 * Z) / 96.0,
        (3.0 * power(7) + 19.0 * power(5) + 17.0 * power(3) - 15.0 * Z) / 384.0,
        (79.0 * power(9) + 776.0 * power(7) + 1482.0 * power(5) - 1920.0 * power(3) - 945.0 * Z) / 92_160.0,
    ];
    Z + terms.iter().zip(1..).map(|(term, exponent)| term / degrees.powi(exponent)).sum::<f64>()
}

/// The interval of C. J. Clopper and E. S. Pearson (Biometrika 26 (1934), 404–413), with each of up to three runs as one
/// sample and the hits rounded outward: it holds for any likeness of a run's samples.
fn widest(runs: &[Group]) -> Interval {
    /// The lower ends by number of hits, one row for each number of runs.
    const LOWER: [[f64; 4]; 3] =
        [[0.0, 0.025, 1.0, 1.0], [0.0, 0.012_579, 0.158_114, 1.0], [0.0, 0.008_404, 0.094_299, 0.292_402]];
    let count = runs.len();
    let (samples, hits) = runs.iter().fold((0, 0), |(samples, hits), run| (samples + run.samples, hits + run.cited));
    // Scales a number of samples to the number of runs, rounded down.
    let share = |part: u64| usize::try_from(part * count as u64 / samples).unwrap_or(count).min(count);
    let (fewest, misses_fewest) = (share(hits), share(samples - hits));
    Interval {
        low: LOWER[count - 1][fewest],
        high: 1.0 - LOWER[count - 1][misses_fewest],
        method: IntervalMethod::TooFewRuns,
    }
}

#[cfg(test)]
mod coverage;
#[cfg(test)]
mod tests;
