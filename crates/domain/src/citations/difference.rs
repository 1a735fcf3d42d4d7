//! Whether a figure differs from the one before by more than chance: between two periods, and between a run and the one
//! before it.
//!
//! Two periods are compared by a permutation test: if nothing changed, the runs of a question could have come in any order.
//! So the runs of each question are dealt to the periods anew, again and again, and the difference is real when hardly any
//! deal shows one as large. Whole runs are dealt, so however alike the samples of a run are, the answer holds; and each
//! question and engine is compared with itself alone, so that asking other questions changes nothing. Sources: R. A. Fisher,
//! "The Design of Experiments" (1935), §21; M. H. Gail, S. D. Mark, R. J. Carroll, S. B. Green and D. Pee, "On design
//! considerations and randomization-based inference for community intervention trials", Statistics in Medicine 15 (1996),
//! 1069–1092, for clusters; B. Phipson and G. K. Smyth, "Permutation p-values should never be zero", SAGMB 9 (2010), for
//! counting the real deal among those drawn.
//!
//! One run against one run says nothing about chance, unless every sample changed, or unless there are so many runs before
//! that it is seen how far the rate goes from run to run anyhow: then the latest step is real when hardly any was as large.

use std::collections::BTreeMap;

use rand::{SeedableRng as _, rngs::StdRng, seq::SliceRandom as _};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::samples::Group;
use crate::{
    citation_summary::RunAnswers,
    engine::Engine,
    id::{MonitorId, RunId},
};

/// The chance of an alarm where nothing changed.
const ALPHA: f64 = 0.05;
/// Deals that are drawn.
const DEALS: u32 = 999;
/// Runs up to which deals are drawn. Of more, the sum of a deal is as good as normally distributed, with a known variance.
const RUNS_DEALT_MOST: usize = 40;
/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;
/// The same deals whenever the same question is asked.
const SEED: u64 = 0x05ee_d0fd_ea15;
/// Ways to deal the runs that it takes to tell anything. Of fewer, hardly any outcome would be rare enough.
const WAYS_LEAST: f64 = 50.0;
/// Steps from run to run that it takes to tell by rank: one of so many is the rarest twentieth.
const STEPS_LEAST: usize = 20;
/// Runs before that a run is looked at with: more lie too far back.
pub const RUNS_BEFORE_MOST: usize = 60;

/// Whether a figure differs from the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("required" = ["different", "method"]))]
pub struct Difference {
    /// True: by more than chance explains, in 95 of 100 cases. False: chance explains it. Null: too few to tell.
    pub different: Option<bool>,
    /// How that was found.
    pub method: DifferenceMethod,
}

/// How a difference was found, or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DifferenceMethod {
    /// The runs of each question were dealt to the two periods anew.
    PermutedRuns,
    /// All samples of the one run cite the site and none of the other, at least two of each.
    EverySample,
    /// Both runs have the same rate.
    SameRate,
    /// The rank of the step since the run before among all steps from run to run, at least 20.
    RankAmongRuns,
    /// Too few runs to tell.
    TooFewRuns,
}

impl Difference {
    const TOO_FEW: Self = Self { different: None, method: DifferenceMethod::TooFewRuns };

    fn told(different: bool, method: DifferenceMethod) -> Self {
        Self { different: Some(different), method }
    }
}

/// Whether the citation rate of the answers of `now` differs from that of `before`. Only questions and engines with answers
/// in both count.
pub fn between_periods<'a>(
    before: impl IntoIterator<Item = &'a RunAnswers>,
    now: impl IntoIterator<Item = &'a RunAnswers>,
) -> Difference {
    let before = before.into_iter().map(|answers| (answers, false));
    let answers: Vec<(&RunAnswers, bool)> = before.chain(now.into_iter().map(|answers| (answers, true))).collect();
    let strata = strata_of(&answers);
    if strata.iter().map(Stratum::ways).product::<f64>() < WAYS_LEAST {
        return Difference::TOO_FEW;
    }
    let runs: usize = strata.iter().map(|stratum| stratum.misses.len()).sum();
    let is_rare = if runs > RUNS_DEALT_MOST { is_rare_by_variance(&strata) } else { is_rare_among_deals(strata) };
    Difference::told(is_rare, DifferenceMethod::PermutedRuns)
}

/// The runs of a question in both periods.
struct Stratum {
    /// By how many citing samples each run misses the rates that its question has with each engine over both periods. Those
    /// of `now` come first.
    misses: Vec<f64>,
    /// How many of them are of `now`.
    now: usize,
}

impl Stratum {
    /// Ways to choose the runs of `now`, capped.
    fn ways(&self) -> f64 {
        let chosen = self.now.min(self.misses.len() - self.now);
        let ways = (0..chosen).fold(1.0, |ways, step| ways * (self.misses.len() - step) as f64 / (step + 1) as f64);
        f64::min(ways, 1e6)
    }

    /// By how many citing samples the runs of `now` miss those rates.
    fn sum(&self) -> f64 {
        self.misses[..self.now].iter().sum()
    }

    /// The variance of that sum over all deals.
    fn variance(&self) -> f64 {
        let (count, now) = (self.misses.len() as f64, self.now as f64);
        let mean = self.misses.iter().sum::<f64>() / count;
        let spread: f64 = self.misses.iter().map(|miss| (miss - mean).powi(2)).sum();
        if count < 2.0 { 0.0 } else { now * (count - now) / (count * (count - 1.0)) * spread }
    }
}

fn strata_of(answers: &[(&RunAnswers, bool)]) -> Vec<Stratum> {
    // For each question and engine the samples of both periods.
    let mut cells: BTreeMap<(MonitorId, Engine), [Group; 2]> = BTreeMap::new();
    for (one, is_now) in answers {
        let cell = &mut cells.entry((one.monitor, one.engine)).or_default()[usize::from(*is_now)];
        *cell = cell.plus(Group { samples: one.counts.samples, cited: one.counts.cited });
    }
    cells.retain(|_, [before, now]| before.samples > 0 && now.samples > 0);
    let mut misses: BTreeMap<(MonitorId, bool, RunId), f64> = BTreeMap::new();
    for (one, is_now) in answers.iter().filter(|(one, _)| one.counts.samples > 0) {
        let Some([before, now]) = cells.get(&(one.monitor, one.engine)) else { continue };
        let rate = (before.cited + now.cited) as f64 / (before.samples + now.samples) as f64;
        // `now` first.
        *misses.entry((one.monitor, !is_now, one.run)).or_default() +=
            one.counts.cited as f64 - rate * one.counts.samples as f64;
    }
    let mut strata: BTreeMap<MonitorId, Stratum> = BTreeMap::new();
    for ((monitor, is_before, _), miss) in misses {
        let stratum = strata.entry(monitor).or_insert(Stratum { misses: Vec::new(), now: 0 });
        stratum.misses.push(miss);
        stratum.now += usize::from(!is_before);
    }
    strata.into_values().collect()
}

fn is_rare_by_variance(strata: &[Stratum]) -> bool {
    let sum: f64 = strata.iter().map(Stratum::sum).sum();
    let variance: f64 = strata.iter().map(Stratum::variance).sum();
    variance > 0.0 && sum.abs() >= Z * variance.sqrt()
}

fn is_rare_among_deals(mut strata: Vec<Stratum>) -> bool {
    let mut random = StdRng::seed_from_u64(SEED);
    let real = strata.iter().map(Stratum::sum).sum::<f64>().abs();
    let mut as_large = 1_u32;
    for _ in 0..DEALS {
        let mut dealt = 0.0;
        for stratum in &mut strata {
            let now = stratum.now;
            let (chosen, _) = stratum.misses.partial_shuffle(&mut random, now);
            dealt += chosen.iter().sum::<f64>();
        }
        // What differs by a rounding alone is as large.
        as_large += u32::from(dealt.abs() >= real - 1e-9);
    }
    f64::from(as_large) <= ALPHA * f64::from(DEALS + 1)
}

/// Whether a run differs from the one before, `before[0]`; the others of `before` are the runs before that, newest first,
/// all of the same question and engine. `None` without a run before.
pub fn between_runs(now: Group, before: &[Group]) -> Option<Difference> {
    let previous = before.first()?;
    if now.cited * previous.samples == previous.cited * now.samples {
        return Some(Difference::told(false, DifferenceMethod::SameRate));
    }
    if is_changed_in_every_sample(now, *previous) && now.samples >= 2 && previous.samples >= 2 {
        return Some(Difference::told(true, DifferenceMethod::EverySample));
    }
    let runs: Vec<Group> = std::iter::once(now).chain(before.iter().take(RUNS_BEFORE_MOST).copied()).collect();
    // From each run to the next, the newest first.
    let steps: Vec<f64> = runs.windows(2).map(|pair| (pair[0].rate() - pair[1].rate()).abs()).collect();
    if steps.len() < STEPS_LEAST {
        return Some(Difference::TOO_FEW);
    }
    let as_large = steps.iter().filter(|step| **step >= steps[0] - 1e-9).count();
    let is_rare = as_large as f64 <= ALPHA * steps.len() as f64;
    Some(Difference::told(is_rare, DifferenceMethod::RankAmongRuns))
}

/// Whether all samples of one run cite and none of the other.
pub fn is_changed_in_every_sample(now: Group, before: Group) -> bool {
    let (all, none) = (|run: Group| run.cited == run.samples, |run: Group| run.cited == 0);
    (all(now) && none(before)) || (none(now) && all(before))
}

#[cfg(test)]
mod tests;
