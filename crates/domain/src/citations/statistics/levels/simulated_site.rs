//! Simulates a site's answers with a probit model and autoregressive tendencies.
//!
//! The model shares nothing with the tests of changes.
//! An answer cites the site if a normal number is below the quantile of the rate. That number is the sum of a tendency of the cell, one
//! of the engine, a regime that switches about every eight days, a shift at weekends, and chance.

use jiff::{ToSpan as _, civil::date};
use rand::{RngExt as _, rngs::SmallRng};

use super::*;
use crate::shared::ids::{Id as _, RunId};

/// A tendency that fades from day to day.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tendency {
    /// Its part of the variance.
    pub part: f64,
    /// The correlation of two consecutive days.
    pub fades: f64,
}

#[derive(Debug, Clone, Copy)]
pub struct SimulatedSite {
    pub questions: usize,
    pub engines: usize,
    pub samples: u32,
    pub rate: f64,
    /// The standard deviation of the rates' quantiles between cells.
    pub spread: f64,
    pub of_cell: Tendency,
    pub of_engine: Tendency,
    /// The part of the variance of a state of each cell, which switches with a probability of 1/8 a day.
    pub regime: f64,
    /// How much lower the quantile of the rate is at weekends.
    pub weekend: f64,
    /// The number of days between two runs of a question.
    pub every: usize,
}

impl SimulatedSite {
    pub fn of(questions: usize, engines: usize, rate: f64) -> Self {
        let none = Tendency::default();
        Self {
            questions,
            engines,
            samples: 1,
            rate,
            spread: 0.0,
            of_cell: none,
            of_engine: none,
            regime: 0.0,
            weekend: 0.0,
            every: 1,
        }
    }

    /// Draws daily rates; `rate_of` says the rate of a question and engine on a day, given its usual rate, or `None` if it is not asked.
    pub fn draw(
        &self,
        days: usize,
        random: &mut SmallRng,
        rate_of: impl Fn(usize, usize, usize, f64) -> Option<f64>,
    ) -> Vec<CellRuns> {
        let cells: Vec<(usize, usize)> =
            (0..self.questions).flat_map(|asked| (0..self.engines).map(move |engine| (asked, engine))).collect();
        let usual: Vec<f64> = cells.iter().map(|_| below(quantile(self.rate) + self.spread * normal(random))).collect();
        let mut own: Vec<f64> = cells.iter().map(|_| normal(random)).collect();
        let mut shared: Vec<f64> = (0..self.engines).map(|_| normal(random)).collect();
        let mut regimes: Vec<f64> = cells.iter().map(|_| if random.random::<bool>() { 1.0 } else { -1.0 }).collect();
        let chance = (1.0 - self.of_cell.part - self.of_engine.part - self.regime).sqrt();
        let mut drawn: Vec<CellRuns> = cells.iter().map(|(asked, engine)| empty(*asked, *engine)).collect();
        for number in 0..days {
            own.iter_mut().for_each(|value| self.of_cell.advance(value, random));
            shared.iter_mut().for_each(|value| self.of_engine.advance(value, random));
            for regime in &mut regimes {
                *regime *= if random.random::<f64>() < 0.125 { -1.0 } else { 1.0 };
            }
            for (index, (asked, engine)) in cells.iter().enumerate() {
                let rate = rate_of(number, *asked, *engine, usual[index]);
                let Some(rate) = rate.filter(|_| (number + asked) % self.every == 0) else { continue };
                let tendency = self.of_cell.part.sqrt() * own[index]
                    + self.of_engine.part.sqrt() * shared[*engine]
                    + self.regime.sqrt() * regimes[index]
                    + if number % 7 >= 5 { self.weekend } else { 0.0 };
                let limit = quantile(rate);
                let cited = (0..self.samples).filter(|_| tendency + chance * normal(random) < limit).count();
                let rate = cited as f64 / f64::from(self.samples);
                drawn[index].runs.push(CellRun {
                    day: day(number),
                    run: RunId::from_bits(number as u128),
                    rate,
                    version: 1,
                });
            }
        }
        drawn
    }
}

impl Tendency {
    fn advance(self, value: &mut f64, random: &mut SmallRng) {
        *value = self.fades * *value + (1.0 - self.fades.powi(2)).sqrt() * normal(random);
    }
}

pub fn day(number: usize) -> Date {
    date(2026, 1, 1) + i64::try_from(number).expect("a small number").days()
}

fn empty(asked: usize, engine: usize) -> CellRuns {
    CellRuns { question: MonitorId::from_bits(asked as u128), engine: Engine::EVERY[engine], runs: Vec::new() }
}

/// A change that becomes clear while a site is watched day by day.
#[derive(Debug, Clone, Copy)]
pub struct Found {
    /// The number of the day.
    pub on: usize,
    pub level: Level,
    pub evidence: Evidence,
    /// The difference of the rates, shrunk for selection.
    pub difference: f64,
}

/// All changes that become clear from the day `first` on, if the site is looked at after each of `days` days. After a change, the
/// level's watch begins at that change.
pub fn found_in(cells: &[CellRuns], first: usize, days: usize) -> Vec<Found> {
    let mut found = Vec::new();
    for level in Levels::of(cells, &BTreeMap::new()).watches().map(LevelWatch::level) {
        let members: Vec<&CellRuns> = cells.iter().filter(|cell| level.contains(cell.level())).collect();
        let (mut since, mut looked) = (0, first);
        while let Some(change) = first_change(level, &members, since, looked..days) {
            since = (0..days).position(|number| day(number) == change.evidence.from).expect("it is one of the days");
            looked = change.on + 1;
            found.push(change);
        }
    }
    found
}

fn first_change(level: Level, cells: &[&CellRuns], since: usize, looked: std::ops::Range<usize>) -> Option<Found> {
    let mut watch = LevelWatch::of(level, [], Date::MIN);
    for number in since..looked.end {
        watch.push_day(cells, day(number));
        if let Some(evidence) = watch.clear().filter(|_| number >= looked.start) {
            let rates = watch.rates(evidence.from).expect("it is clear");
            return Some(Found { on: number, level, evidence, difference: rates.after - rates.before });
        }
    }
    None
}

/// A normal random number, by G. E. P. Box and M. E. Muller.
fn normal(random: &mut SmallRng) -> f64 {
    let (one, other): (f64, f64) = (1.0 - random.random::<f64>(), random.random());
    (-2.0 * one.ln()).sqrt() * (std::f64::consts::TAU * other).cos()
}

/// The logistic approximation of the normal distribution by S. R. Bowling and others (2009), and its inverse.
fn below(value: f64) -> f64 {
    1.0 / (1.0 + (-0.070_56 * value.powi(3) - 1.597_6 * value).exp())
}

fn quantile(part: f64) -> f64 {
    let (mut low, mut high) = (-8.0, 8.0);
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if below(middle) < part { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}
