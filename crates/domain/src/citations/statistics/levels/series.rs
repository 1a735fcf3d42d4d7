//! The days of one cell with one version, and which of them are compared.

use crate::{engines::Engine, shared::ids::MonitorId};

/// What only is compared with itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Source {
    pub question: MonitorId,
    pub engine: Engine,
    pub version: u32,
}

/// The rates of a source, one for each day on which it ran, oldest first. Days are numbers: those of a level's days.
#[derive(Debug, Clone)]
pub(super) struct Series {
    pub source: Source,
    days: Vec<usize>,
    rates: Vec<f64>,
    /// For each of the level's days from the first on: the number of rates before it.
    before: Vec<usize>,
}

impl Series {
    pub fn new(source: Source) -> Self {
        Self { source, days: Vec::new(), rates: Vec::new(), before: Vec::new() }
    }

    /// Adds the rate of a day; days are added in ascending order.
    pub fn push(&mut self, day: usize, rate: f64) {
        self.before.resize(day + 1, self.rates.len());
        self.days.push(day);
        self.rates.push(rate);
    }

    /// The number of rates before a day.
    fn count_before(&self, day: usize) -> usize {
        self.before.get(day).copied().unwrap_or(self.rates.len())
    }

    /// If the rate changed at `from`: the partner of the latest rate. The first rate from there on has the last before as its partner, the
    /// second the one before that, and so on.
    pub fn partner_of_latest(&self, from: usize) -> Option<f64> {
        let (before, last) = (self.count_before(from), self.rates.len() - 1);
        let number = last.checked_sub(before)?;
        (number < before).then(|| self.rates[before - 1 - number])
    }

    /// All pairs, if the rate changed at `from`: each with the rate before and the rate after.
    pub fn pairs(&self, from: usize) -> impl Iterator<Item = (f64, f64)> {
        let (before, after) = self.rates.split_at(self.count_before(from));
        before.iter().rev().copied().zip(after.iter().copied())
    }

    /// The days from `from` on.
    pub fn days_from(&self, from: usize) -> impl Iterator<Item = usize> {
        self.days[self.count_before(from)..].iter().copied()
    }

    /// All rates, each with its day.
    pub fn rates(&self) -> impl Iterator<Item = (usize, f64)> {
        self.days.iter().copied().zip(self.rates.iter().copied())
    }

    /// The latest rate and its day.
    pub fn latest(&self) -> Option<(usize, f64)> {
        Some((*self.days.last()?, *self.rates.last()?))
    }

    /// The days in this range and how far each rate is from their mean.
    pub fn deviations(&self, days: std::ops::Range<usize>) -> impl Iterator<Item = (usize, f64)> {
        let (first, end) = (self.count_before(days.start), self.count_before(days.end));
        let rates = &self.rates[first..end];
        let mean = rates.iter().sum::<f64>() / rates.len().max(1) as f64;
        self.days[first..end].iter().copied().zip(rates.iter().map(move |rate| rate - mean))
    }
}
