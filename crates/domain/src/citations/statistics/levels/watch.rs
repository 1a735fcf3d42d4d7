//! Watches the rates of one level for a change.
//!
//! For each of the latest [`MAX_PAIRS`] days the question is whether the rates are different from that day on. In each cell, the
//! days from there on are paired outward with those before. The differences of one day's pairs are averaged over the cells
//! and bet on ([`bets`](super::bets)). The logarithm of the wealth is divided by the inflation of variances because days resemble
//! each other, estimated from the mean over cells of how far each is from its own mean before or after the day. What all
//! cells share, such as an engine's index or a weekday, is therefore part of it.

use std::collections::BTreeMap;

use jiff::civil::Date;

#[cfg(test)]
use super::level::CellRun;
use super::{
    bets::Bets,
    level::{CellRuns, Level, MAX_PAIRS, MAX_RUNS},
    resemblance::resemblance_inflation,
    series::{Series, Source},
};
use crate::shared::ids::RunId;

/// Few days show resemblance only roughly, so the inflation is multiplied by 1 plus this number divided by the number of days.
pub(super) const UNCERTAIN_DAYS: f64 = 12.0;
/// The minimum number of a source's days on one side that show resemblance.
const MIN_DAYS_OF_SOURCE: usize = 4;
/// A part of a level has moved if its difference is at least this fraction of the level's difference.
const MOVED: f64 = 0.5;
/// The wealth that a level needs without the part that moved most: otherwise the change may be that part's alone.
const MIN_WEALTH_OF_REST: f64 = 20.0;
/// By how many of its own variances the square of an observed difference is shrunk. Chosen by simulation.
const SHRINKAGE: f64 = 2.0;

/// The watch over the cells of a level.
#[derive(Debug, Clone)]
pub struct LevelWatch {
    level: Level,
    /// The days with runs, each with its first run.
    days: Vec<(Date, RunId)>,
    series: BTreeMap<Source, Series>,
    /// For each day, the bets on it as the first one after a change.
    bets: Vec<Bets>,
}

/// The sum and the number of the rates of each source on a day.
type Sums = BTreeMap<Source, (f64, f64)>;

/// Evidence for a change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Evidence {
    /// The first day after the change, according to an estimate.
    pub from: Date,
    /// The first run of that day.
    pub from_run: RunId,
    /// Whether the rate rose.
    pub is_rise: bool,
    /// The wealth of the bets, after the correction for resemblance; [`Level::min_wealth`] is enough for a clear change.
    pub wealth: f64,
}

/// The mean rates of the compared runs before and after a change, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rates {
    /// The rate before the change.
    pub before: f64,
    /// The rate after the change.
    pub after: f64,
}

impl LevelWatch {
    /// Watches the runs of these cells from a day on.
    pub fn of<'a>(level: Level, cells: impl IntoIterator<Item = &'a CellRuns>, since: Date) -> Self {
        let mut by_day: BTreeMap<Date, (RunId, Sums)> = BTreeMap::new();
        for cell in cells {
            for run in cell.runs.iter().filter(|run| run.day >= since) {
                let source = Source { question: cell.question, engine: cell.engine, version: run.version };
                let (first, rates) = by_day.entry(run.day).or_insert_with(|| (run.run, Sums::new()));
                *first = (*first).min(run.run);
                let (sum, count) = rates.entry(source).or_default();
                (*sum, *count) = (*sum + run.rate, *count + 1.0);
            }
        }
        let mut watch = Self { level, days: Vec::new(), series: BTreeMap::new(), bets: Vec::new() };
        let skipped = by_day.len().saturating_sub(MAX_RUNS);
        for (day, (run, rates)) in by_day.into_iter().skip(skipped) {
            watch.push(day, run, rates.into_iter().map(|(source, (sum, count))| (source, sum / count)));
        }
        watch
    }

    /// Adds the latest day: its first run, and the rate of each source.
    pub(super) fn push(&mut self, day: Date, run: RunId, rates: impl Iterator<Item = (Source, f64)>) {
        let latest = self.days.len();
        self.days.push((day, run));
        self.bets.push(Bets::new());
        for (source, rate) in rates {
            self.series.entry(source).or_insert_with(|| Series::new(source)).push(latest, rate);
        }
        let latest_rate = |one: &Series| one.latest().filter(|(day, _)| *day == latest).map(|(_, rate)| rate);
        let ran: Vec<(&Series, f64)> = self.series.values().filter_map(|one| Some((one, latest_rate(one)?))).collect();
        for from in self.candidates() {
            let differences = ran.iter().filter_map(|(one, rate)| Some(rate - one.partner_of_latest(from)?));
            let (sum, cells) = differences.fold((0.0, 0), |(sum, cells), difference| (sum + difference, cells + 1));
            self.bets[from].add(sum, cells);
        }
    }

    /// Adds these cells' runs of a day, one for each cell at most.
    #[cfg(test)]
    pub(super) fn push_day(&mut self, cells: &[&CellRuns], day: Date) {
        let ran = |cell: &&CellRuns| cell.runs.binary_search_by_key(&day, |run| run.day).ok().map(|at| cell.runs[at]);
        let source = |cell: &CellRuns, run: CellRun| Source {
            question: cell.question,
            engine: cell.engine,
            version: run.version,
        };
        let runs: Vec<(Source, CellRun)> =
            cells.iter().filter_map(|cell| ran(cell).map(|run| (source(cell, run), run))).collect();
        if let Some(first) = runs.iter().map(|(_, run)| run.run).min() {
            self.push(day, first, runs.into_iter().map(|(source, run)| (source, run.rate)));
        }
    }

    /// The level that is watched.
    pub fn level(&self) -> Level {
        self.level
    }

    /// The number of days with runs.
    pub(super) fn days_seen(&self) -> usize {
        self.days.len()
    }

    /// The first day with runs.
    pub(super) fn first_day(&self) -> Option<Date> {
        self.days.first().map(|(day, _)| *day)
    }

    /// The latest day with runs.
    pub(super) fn latest_day(&self) -> Option<Date> {
        self.days.last().map(|(day, _)| *day)
    }

    /// The strongest evidence for a change; `None` unless the bets on some day have gained something on average.
    pub fn evidence(&self) -> Option<Evidence> {
        self.strongest(f64::MIN_POSITIVE, |_, _| true)
    }

    /// The strongest evidence for a change in most parts of the level, if it is enough to report the change.
    pub fn clear(&self) -> Option<Evidence> {
        let least = self.level.min_wealth();
        self.strongest(least.ln(), |from, is_rise| self.is_broad(from, is_rise, MIN_WEALTH_OF_REST))
            .filter(|found| found.wealth >= least)
    }

    /// The wealth of the bets on a change in this direction with this first day, after the correction for resemblance.
    pub fn wealth_at(&self, from: Date, is_rise: bool) -> f64 {
        let from = self.number_of(from);
        self.bets.get(from).map_or(0.0, |bets| (bets.log_wealth(is_rise) / self.inflation_at(from)).exp())
    }

    /// The mean rates of the compared days before and after a change, shrunk for selection: a change is reported when its
    /// difference looks largest, so the difference `d` with the variance `v` is multiplied by `1 − SHRINKAGE·v/d²`. `None` if
    /// nothing is compared.
    pub fn rates(&self, from: Date) -> Option<Rates> {
        let from = self.number_of(from);
        let pairs: Vec<(f64, f64)> = self.series.values().flat_map(|series| series.pairs(from)).collect();
        let bets = self.bets.get(from)?;
        let (count, pairs_count) = (pairs.len() as f64, bets.count());
        if pairs.is_empty() || pairs_count < 1.0 {
            return None;
        }
        let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
        let (before, after) = (mean(|pair| pair.0), mean(|pair| pair.1));
        let difference = after - before;
        let variance = bets.variance() * self.inflation_at(from) / pairs_count;
        let kept = (1.0 - SHRINKAGE * variance / difference.powi(2).max(f64::MIN_POSITIVE)).max(0.0);
        let (middle, half) = ((before + after) / 2.0, difference * kept / 2.0);
        Some(Rates { before: middle - half, after: middle + half })
    }

    /// The days with runs, oldest first, each with its first run.
    pub(super) fn days(&self) -> &[(Date, RunId)] {
        &self.days
    }

    /// The mean rate of each day.
    pub(super) fn rates_by_day(&self) -> Vec<f64> {
        let mut days = vec![(0.0, 0.0); self.days.len()];
        for (day, rate) in self.series.values().flat_map(Series::rates) {
            let (sum, count) = &mut days[day];
            (*sum, *count) = (*sum + rate, *count + 1.0);
        }
        days.into_iter().map(|(sum, count): (f64, f64)| sum / count.max(1.0)).collect()
    }

    /// The inflation of variances by resemblance, if the rates changed at this day.
    pub(super) fn inflation_at(&self, from: usize) -> f64 {
        let oldest = from.saturating_sub(MAX_RUNS - MAX_PAIRS);
        let sides = [oldest..from, from..self.days.len()].map(|days| {
            let mut sums: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
            for series in self.series.values() {
                let deviations: Vec<(usize, f64)> = series.deviations(days.clone()).collect();
                if deviations.len() >= MIN_DAYS_OF_SOURCE || self.series.len() == 1 {
                    for (day, deviation) in deviations {
                        let (sum, count) = sums.entry(day).or_default();
                        (*sum, *count) = (*sum + deviation, *count + 1.0);
                    }
                }
            }
            sums.into_values().map(|(sum, count)| sum / count).collect::<Vec<f64>>()
        });
        let seen = (self.days.len() - oldest) as f64;
        resemblance_inflation(&sides) * (1.0 + UNCERTAIN_DAYS / seen)
    }

    /// Whether most parts of the level moved with what this is evidence for, however little the others show without the part that
    /// moved most.
    pub(super) fn is_of_most_parts(&self, evidence: &Evidence) -> bool {
        self.is_broad(self.number_of(evidence.from), evidence.is_rise, 0.0)
    }

    /// Whether most parts of the level moved with it: of a site, both engines and questions; of an engine, questions; of a
    /// question, engines. The others need `min_wealth` without the part that moved most.
    fn is_broad(&self, from: usize, is_rise: bool, min_wealth: f64) -> bool {
        let by_engine = |source: &Source| Level::Engine(source.engine);
        let by_question = |source: &Source| Level::Question(source.question);
        match self.level {
            Level::Cell(..) => true,
            Level::Question(_) => self.most_moved(from, is_rise, min_wealth, by_engine),
            Level::Engine(_) => self.most_moved(from, is_rise, min_wealth, by_question),
            Level::Site => {
                self.most_moved(from, is_rise, min_wealth, by_engine)
                    && self.most_moved(from, is_rise, min_wealth, by_question)
            }
        }
    }

    /// Whether more than half of the parts moved, and the others still have `min_wealth` without the part that moved most.
    fn most_moved(&self, from: usize, is_rise: bool, min_wealth: f64, part_of: impl Fn(&Source) -> Level) -> bool {
        let mut parts: BTreeMap<Level, (f64, f64)> = BTreeMap::new();
        for series in self.series.values() {
            for (before, after) in series.pairs(from) {
                let (sum, count) = parts.entry(part_of(&series.source)).or_default();
                *sum += if is_rise { after - before } else { before - after };
                *count += 1.0;
            }
        }
        let (sum, count) = parts.values().fold((0.0, 0.0), |total, part| (total.0 + part.0, total.1 + part.1));
        let moved = parts.values().filter(|part| part.0 / part.1 >= MOVED * sum / count).count();
        let most = parts.iter().max_by(|(_, one), (_, other)| (one.0 / one.1).total_cmp(&(other.0 / other.1)));
        most.is_some_and(|(most, _)| {
            2 * moved > parts.len() && self.wealth_of(from, is_rise, |source| part_of(source) != *most) >= min_wealth
        })
    }

    /// The wealth of the bets on a change that would have been earned with these sources alone.
    fn wealth_of(&self, from: usize, is_rise: bool, is_meant: impl Fn(&Source) -> bool) -> f64 {
        let mut days: BTreeMap<usize, (f64, usize)> = BTreeMap::new();
        for series in self.series.values().filter(|series| is_meant(&series.source)) {
            for (day, (before, after)) in series.days_from(from).zip(series.pairs(from)) {
                let (sum, cells) = days.entry(day).or_default();
                (*sum, *cells) = (*sum + after - before, *cells + 1);
            }
        }
        let mut bets = Bets::new();
        days.values().for_each(|(sum, cells)| bets.add(*sum, *cells));
        (bets.log_wealth(is_rise) / self.inflation_at(from)).exp()
    }

    /// The days at which a change is searched for.
    fn candidates(&self) -> std::ops::Range<usize> {
        let count = self.days.len();
        count.saturating_sub(MAX_PAIRS).max(1).min(count)..count
    }

    /// The number of the first day with runs from this day on.
    fn number_of(&self, day: Date) -> usize {
        self.days.partition_point(|(one, _)| *one < day)
    }

    /// The strongest evidence among the days and directions that `is_meant` accepts, if the logarithm of the wealth is at least
    /// `least`. The correction for resemblance only lowers the wealth, so it is computed only where the wealth is enough without
    /// it: first for the largest, after which few are left.
    fn strongest(&self, least: f64, is_meant: impl Fn(usize, bool) -> bool) -> Option<Evidence> {
        let mut strongest: Option<(f64, Evidence)> = None;
        let of_day =
            |from: usize| [true, false].map(|is_rise| (self.bets[from].max_log_wealth(is_rise), from, is_rise));
        let mut candidates: Vec<(f64, usize, bool)> = self.candidates().flat_map(of_day).collect();
        candidates.sort_by(|one, other| other.0.total_cmp(&one.0));
        for (max_log, from, is_rise) in candidates {
            if max_log < strongest.as_ref().map_or(least, |(most, _)| *most) {
                break;
            }
            let log = self.bets[from].log_wealth(is_rise) / self.inflation_at(from);
            if strongest.as_ref().is_none_or(|(most, _)| log > *most) && log >= least && is_meant(from, is_rise) {
                let (day, run) = self.days[from];
                strongest = Some((log, Evidence { from: day, from_run: run, is_rise, wealth: log.exp() }));
            }
        }
        strongest.map(|(_, evidence)| evidence)
    }
}
