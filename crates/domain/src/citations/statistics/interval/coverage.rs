//! Simulates how often the intervals in reports contain the true rate.

use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};

use super::*;
use crate::{
    citations::statistics::simulated::{Runs, seeded},
    shared::ids::Id as _,
};

/// The lowest coverage that docs/statistics.md states for each resemblance of the runs' tendencies, over cadences, samples, numbers of
/// runs and rates.
const STATED: [(f64, f64); 3] = [(0.0, 0.95), (0.5, 0.83), (0.8, 0.45)];

/// The share of many drawn periods of one question whose interval contains the rate.
fn coverage(runs: Runs, count: usize, draws: usize) -> f64 {
    let mut random = seeded(4);
    let held = (0..draws).filter(|_| {
        let groups = runs.draw(count, &mut random);
        let cluster = |(group, number): (&Group, u128)| SampleCluster {
            run: RunId::from_bits(number),
            question: MonitorId::from_bits(1),
            samples: group.samples,
            cited: group.cited,
        };
        let interval = interval95(&groups.iter().zip(1..).map(cluster).collect::<Vec<_>>()).expect("there are samples");
        interval.low <= runs.rates[0] && runs.rates[0] <= interval.high
    });
    held.count() as f64 / draws as f64
}

/// Checks the stated coverage for each number of runs, of samples and rate, and prints the lowest.
fn check_coverage(counts: &[usize], samples: &[u64], rates: &[f64], draws: usize) {
    let mut wrong = Vec::new();
    for (correlation, stated) in STATED {
        let allowed = stated - 3.0 * (stated * (1.0 - stated) / draws as f64).sqrt();
        for count in counts {
            for samples in samples {
                let likenesses: &[f64] = if *samples == 1 { &[1.0] } else { &[0.0, 0.3, 0.6] };
                let mut lowest = (1.0, 0.0, 0.0);
                for rate in rates {
                    for likeness in likenesses {
                        let runs = Runs { likeness: *likeness, correlation, ..Runs::of(*rate, *samples) };
                        let held = coverage(runs, *count, draws);
                        if held < lowest.0 {
                            lowest = (held, *rate, *likeness);
                        }
                    }
                }
                let (held, rate, likeness) = lowest;
                println!(
                    "{count} runs of {samples}, resemblance {correlation}: at least {held:.3} (rate {rate}, likeness {likeness})"
                );
                if held < allowed {
                    wrong.push(format!("{count} runs of {samples}, resemblance {correlation}: {held:.3}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_interval_contains_the_true_rate_as_often_as_stated_for_each_cadence_and_number_of_samples() {
    check_coverage(&[4, 13, 30], &[1, 3], &[0.05, 0.3], 120);
}

/// A design of several questions.
struct Design {
    questions: u128,
    runs: u128,
    /// The likeness of the runs of a question.
    of_questions: f64,
    /// The further likeness of the samples of a run.
    of_runs: f64,
}

/// The share of drawn data sets whose interval contains the rate. Each run has one to five samples.
fn drawn_coverage(design: &Design, rate: f64, draws: u32, random: &mut StdRng) -> f64 {
    let mut held = 0;
    for _ in 0..draws {
        let mut clusters = Vec::new();
        for question in 0..design.questions {
            let question_leans = random.random_bool(rate);
            for run in 0..design.runs {
                let follows_question = random.random_bool(design.of_questions.sqrt());
                let run_leans = if follows_question { question_leans } else { random.random_bool(rate) };
                let samples = random.random_range(1..=5);
                let cited = (0..samples).filter(|_| {
                    let follows_run = random.random_bool(design.of_runs.sqrt());
                    if follows_run { run_leans } else { random.random_bool(rate) }
                });
                clusters.push(SampleCluster {
                    run: RunId::from_bits(question * 1_000 + run),
                    question: MonitorId::from_bits(question),
                    samples,
                    cited: cited.count() as u64,
                });
            }
        }
        let interval = interval95(&clusters).expect("there are samples");
        held += u32::from(interval.low <= rate && rate <= interval.high);
    }
    f64::from(held) / f64::from(draws)
}

/// The limited width near none and all is about these questions: with hits in hardly any of them, others may differ.
fn check_designs(draws: u32) {
    let mut random = StdRng::seed_from_u64(20_261_122);
    let designs = [
        Design { questions: 1, runs: 20, of_questions: 0.0, of_runs: 0.5 },
        Design { questions: 8, runs: 5, of_questions: 0.5, of_runs: 0.5 },
        Design { questions: 20, runs: 4, of_questions: 0.4, of_runs: 0.3 },
    ];
    let allowed = 0.93 - 3.0 * (0.93 * 0.07 / f64::from(draws)).sqrt();
    for design in designs {
        for rate in [0.2, 0.3, 0.6] {
            let held = drawn_coverage(&design, rate, draws, &mut random);
            println!("{} questions × {} runs, rate {rate}: {held:.3}", design.questions, design.runs);
            assert!(held >= allowed, "{} questions × {} runs, rate {rate}: {held}", design.questions, design.runs);
        }
    }
}

#[test]
fn the_interval_contains_the_rate_of_questions_of_a_kind_and_of_runs_of_any_size() {
    check_designs(300);
}

/// The same tests with more draws and rates, run by `make test-long`.
mod long {
    use super::*;

    #[test]
    #[ignore = "long: run by make test-long"]
    fn the_interval_contains_the_true_rate_as_often_as_stated_at_every_rate() {
        check_coverage(&[4, 8, 13, 26, 30, 90], &[1, 3, 5], &[0.02, 0.05, 0.1, 0.15, 0.3, 0.5], 1_000);
        check_designs(3_000);
    }
}
