//! Simulates runs with a given rate, and given correlations within and between runs.

use rand::{RngExt as _, SeedableRng as _, rngs::SmallRng};

use super::samples::Group;

/// A random generator that draws the same numbers each time.
pub fn seeded(seed: u64) -> SmallRng {
    SmallRng::seed_from_u64(seed)
}

/// A Poisson random number: how many exponentially distributed waits fit into one unit of time.
pub fn poisson(mean: f64, random: &mut SmallRng) -> i64 {
    let (mut count, mut waited) = (0, -random.random::<f64>().ln() / mean);
    while waited < 1.0 {
        count += 1;
        waited -= random.random::<f64>().ln() / mean;
    }
    count
}

/// How runs are drawn. Each run has a tendency: with the probability `correlation` it is that of the previous run,
/// otherwise it is drawn. Each sample follows its run's tendency with the probability `√likeness`, and is otherwise
/// drawn independently.
#[derive(Debug, Clone, Copy)]
pub struct Runs {
    /// The rate before the run `step_at`, and the rate from that run on.
    pub rates: [f64; 2],
    pub step_at: usize,
    pub samples: u64,
    /// The correlation of two samples of a run.
    pub likeness: f64,
    /// The correlation of the tendencies of two consecutive runs; with one sample per run and a likeness of 1, also
    /// that of the runs.
    pub correlation: f64,
}

impl Runs {
    /// Runs without a step and without correlation; several samples of a run are independent, too.
    pub fn of(rate: f64, samples: u64) -> Self {
        let likeness = if samples == 1 { 1.0 } else { 0.0 };
        Self { rates: [rate; 2], step_at: usize::MAX, samples, likeness, correlation: 0.0 }
    }

    /// Draws `count` runs, oldest first.
    pub fn draw(&self, count: usize, random: &mut SmallRng) -> Vec<Group> {
        let follows = self.likeness.sqrt();
        // A quantile rather than a value, so that a tendency that is kept across a step follows the new rate.
        let mut leaning: f64 = random.random();
        (0..count)
            .map(|index| {
                let rate = self.rates[usize::from(index >= self.step_at)];
                if index > 0 && random.random::<f64>() >= self.correlation {
                    leaning = random.random();
                }
                let mut cited = 0;
                for _ in 0..self.samples {
                    let is_led = follows > 0.0 && random.random::<f64>() < follows;
                    let place = if is_led { leaning } else { random.random() };
                    cited += u64::from(place < rate);
                }
                Group { samples: self.samples, cited }
            })
            .collect()
    }
}
