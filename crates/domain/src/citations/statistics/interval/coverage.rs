//! Computes how often the interval contains the true rate. For uncorrelated runs of one question, the probabilities of all
//! outcomes are summed, so the figures are exact. Correlated runs, runs of different sizes and runs of several questions are
//! drawn with a fixed seed.

use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};

use super::*;
use crate::{
    citations::statistics::simulated::{Runs, seeded},
    shared::ids::Id as _,
};

const RATES: [f64; 5] = [0.05, 0.1, 0.2, 0.4, 0.6];
const RUNS: [usize; 3] = [4, 10, 40];
const LIKENESS: [f64; 3] = [0.0, 0.2, 0.5];
/// The number of samples in a run.
const SAMPLES: usize = 5;
/// The number of ways to choose 0 to 5 of them.
const WAYS: [f64; SAMPLES + 1] = [1.0, 5.0, 10.0, 10.0, 5.0, 1.0];

/// The probability of each number of hits in a run, by rate and intraclass correlation.
type Model = fn(rate: f64, likeness: f64) -> [f64; SAMPLES + 1];

fn binomial(rate: f64) -> [f64; SAMPLES + 1] {
    std::array::from_fn(|hits| WAYS[hits] * rate.powi(hits as i32) * (1.0 - rate).powi((SAMPLES - hits) as i32))
}

/// Each run has its own rate, drawn from a beta distribution.
fn beta_binomial(rate: f64, likeness: f64) -> [f64; SAMPLES + 1] {
    if likeness == 0.0 {
        return binomial(rate);
    }
    let scale = (1.0 - likeness) / likeness;
    let rising = |from: f64, count: usize| (0..count).map(|step| from + step as f64).product::<f64>();
    std::array::from_fn(|hits| {
        WAYS[hits] * rising(rate * scale, hits) * rising((1.0 - rate) * scale, SAMPLES - hits) / rising(scale, SAMPLES)
    })
}

/// Each run has a tendency, which each of its samples follows with the same probability.
fn leaning(rate: f64, likeness: f64) -> [f64; SAMPLES + 1] {
    let follows = likeness.sqrt();
    let (towards, away) = (binomial(follows + (1.0 - follows) * rate), binomial((1.0 - follows) * rate));
    std::array::from_fn(|hits| rate * towards[hits] + (1.0 - rate) * away[hits])
}

/// Sometimes a run gives the same answer in all samples.
fn repeating(rate: f64, likeness: f64) -> [f64; SAMPLES + 1] {
    let mut chances = binomial(rate).map(|chance| chance * (1.0 - likeness));
    chances[0] += likeness * (1.0 - rate);
    chances[SAMPLES] += likeness * rate;
    chances
}

/// The probability that the interval contains the rate.
fn coverage(model: Model, rate: f64, runs: usize, likeness: f64) -> f64 {
    // The interval depends only on the sum of the hits and the sum of their squares.
    let max_squares = runs * SAMPLES * SAMPLES;
    let of_run = model(rate, likeness);
    let mut chances = vec![vec![0.0; max_squares + 1]; runs * SAMPLES + 1];
    chances[0][0] = 1.0;
    for run in 0..runs {
        let before = std::mem::replace(&mut chances, vec![vec![0.0; max_squares + 1]; runs * SAMPLES + 1]);
        for (sum, row) in before.iter().enumerate().take(run * SAMPLES + 1) {
            for (squares, chance) in row.iter().enumerate().take(sum * SAMPLES + 1).skip(sum) {
                if *chance > 1e-13 {
                    for (hits, next) in of_run.iter().enumerate() {
                        chances[sum + hits][squares + hits * hits] += chance * next;
                    }
                }
            }
        }
    }
    let mut held = 0.0;
    for (sum, row) in chances.iter().enumerate() {
        for (squares, chance) in row.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            let (low, high) = of_sums(runs as f64, sum as f64, squares as f64).interval();
            held += if low <= rate && rate <= high { *chance } else { 0.0 };
        }
    }
    held
}

fn of_sums(runs: f64, sum: f64, squares: f64) -> Moments {
    let size = SAMPLES as f64;
    Moments {
        groups: runs,
        samples: runs * size,
        hits: sum,
        shared: size,
        spread: squares - sum * sum / runs,
        resemblance: None,
    }
}

/// Checks that every cell of the grid is within these bounds; the upper bound applies from fifty samples on.
fn check_coverage(model: Model, least: f64, most: f64) {
    let mut outside = Vec::new();
    for rate in RATES {
        for runs in RUNS {
            for likeness in LIKENESS {
                let held = coverage(model, rate, runs, likeness);
                if held < least || (runs * SAMPLES >= 50 && held > most) {
                    outside.push(format!("rate {rate}, {runs} runs, likeness {likeness}: {held:.4}"));
                }
            }
        }
    }
    assert!(outside.is_empty(), "{}", outside.join("\n"));
}

#[test]
fn the_interval_holds_the_true_rate_in_93_to_98_of_100_cases_when_runs_differ_in_their_rate() {
    check_coverage(beta_binomial, 0.93, 0.98);
}

#[test]
fn the_interval_holds_the_true_rate_in_93_to_98_of_100_cases_when_samples_follow_their_run() {
    check_coverage(leaning, 0.93, 0.98);
}

#[test]
fn the_interval_holds_the_true_rate_in_91_of_100_cases_when_runs_repeat_themselves() {
    check_coverage(repeating, 0.91, 0.99);
}

#[test]
fn the_sums_that_the_coverage_is_computed_from_are_those_of_real_runs() {
    let hits = [0, 5, 2, 2, 1, 0, 3];
    let groups: Vec<Group> = hits.iter().map(|cited| Group { samples: 5, cited: *cited }).collect();
    let (sum, squares) = (hits.iter().sum::<u64>(), hits.iter().map(|hit| hit * hit).sum::<u64>());
    let (of_groups, of_sums) =
        (Moments::of(&groups, None).interval(), of_sums(7.0, sum as f64, squares as f64).interval());
    assert!((of_groups.0 - of_sums.0).abs() < 1e-12 && (of_groups.1 - of_sums.1).abs() < 1e-12);
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

/// The share of many drawn data sets whose interval contains the rate. Each run has one to five samples.
fn drawn_coverage(design: &Design, rate: f64, random: &mut StdRng) -> f64 {
    const DRAWS: u32 = 3_000;
    let mut held = 0;
    for _ in 0..DRAWS {
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
    f64::from(held) / f64::from(DRAWS)
}

#[test]
fn the_interval_holds_the_rate_of_questions_of_a_kind_and_of_runs_of_any_size() {
    let mut random = StdRng::seed_from_u64(20_261_122);
    let designs = [
        Design { questions: 1, runs: 20, of_questions: 0.0, of_runs: 0.5 },
        Design { questions: 8, runs: 5, of_questions: 0.5, of_runs: 0.5 },
        Design { questions: 20, runs: 4, of_questions: 0.4, of_runs: 0.3 },
    ];
    for design in designs {
        for rate in [0.1, 0.3, 0.6] {
            let held = drawn_coverage(&design, rate, &mut random);
            assert!(held >= 0.93, "{} questions × {} runs, rate {rate}: {held}", design.questions, design.runs);
        }
    }
}

/// How often the intervals of daily runs of one question contain the rate, and how wide they are.
struct Outcome {
    held: f64,
    /// The mean width, relative to that of the interval that treats runs as independent.
    width: f64,
}

fn daily(runs: Runs, count: usize, draws: usize) -> Outcome {
    let mut random = seeded(4);
    let (mut held, mut width, mut width_of_independent) = (0, 0.0, 0.0);
    for _ in 0..draws {
        let groups = runs.draw(count, &mut random);
        let cluster = |(group, number): (&Group, u128)| SampleCluster {
            run: RunId::from_bits(number),
            question: MonitorId::from_bits(1),
            samples: group.samples,
            cited: group.cited,
        };
        let interval = interval95(&groups.iter().zip(1..).map(cluster).collect::<Vec<_>>()).expect("there are samples");
        held += usize::from(interval.low <= runs.rates[0] && runs.rates[0] <= interval.high);
        width += interval.high - interval.low;
        let independent = of_groups(&groups, None, IntervalMethod::WilsonByRun);
        width_of_independent += independent.high - independent.low;
    }
    Outcome { held: held as f64 / draws as f64, width: width / width_of_independent }
}

fn check_daily(draws: usize, rates: &[f64]) {
    let allowed = |promised: f64| promised - 3.0 * (promised * (1.0 - promised) / draws as f64).sqrt();
    let mut wrong = Vec::new();
    for rate in rates {
        for likeness in [0.3, 0.5, 1.0] {
            for (correlation, promised) in [(0.0, 0.93), (0.5, 0.92), (0.8, 0.80)] {
                let runs = Runs { likeness, correlation, ..Runs::of(*rate, 3) };
                let found = daily(runs, 30, draws);
                println!(
                    "30 daily runs of 3, rate {rate}, likeness {likeness}, correlation {correlation}: held in {:.3}, {:.2} times as wide",
                    found.held, found.width
                );
                if found.held < allowed(promised) || (correlation == 0.0 && found.width > 1.2) {
                    wrong.push(format!(
                        "rate {rate}, likeness {likeness}, correlation {correlation}: {:.3}, {:.2}",
                        found.held, found.width
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_interval_holds_the_true_rate_where_runs_resemble_the_day_before_and_is_hardly_wider_where_they_do_not() {
    check_daily(300, &[0.2, 0.5]);
}

/// The same tests with more draws and rates, run by `make test-long`.
mod long {
    use super::*;

    #[test]
    #[ignore = "long: run by make test-long"]
    fn the_interval_holds_the_true_rate_where_runs_resemble_the_day_before_at_every_rate() {
        check_daily(2_000, &[0.2, 0.35, 0.5, 0.65, 0.8]);
    }
}
