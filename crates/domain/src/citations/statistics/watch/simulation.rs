//! Simulates how often changes are reported wrongly, and how often real ones are found.
//!
//! A report is false if a change becomes clear in any run of a series without a change.

use super::*;
use crate::citations::statistics::simulated::{Runs, seeded};

/// The share of drawn series in which a change becomes clear after one of the runs from `first` on.
fn told(runs: Runs, first: usize, count: usize, draws: usize, seed: u64) -> f64 {
    let mut random = seeded(seed);
    let told = (0..draws).filter(|_| {
        let mut watch = Watch::default();
        runs.draw(count, &mut random).iter().enumerate().any(|(index, group)| {
            watch.push(group.rate());
            index >= first && watch.clear().is_some()
        })
    });
    told.count() as f64 / draws as f64
}

/// Series without a change, for each rate with several numbers of samples, likenesses and correlations.
fn unchanged(rates: &[f64]) -> Vec<Runs> {
    let mut cells = Vec::new();
    for rate in rates {
        for (samples, likeness) in [(1, 1.0), (2, 0.3), (3, 0.3), (5, 0.5)] {
            for correlation in [0.0, 0.25, 0.5] {
                cells.push(Runs { likeness, correlation, ..Runs::of(*rate, samples) });
            }
        }
        // Here the rates themselves, not only the tendencies, have a lag-one correlation of 0.5.
        cells.push(Runs { likeness: 0.5, correlation: 0.75, ..Runs::of(*rate, 2) });
        cells.push(Runs { likeness: 0.5, correlation: 0.6, ..Runs::of(*rate, 5) });
    }
    cells
}

/// Checks that a change is reported in at most three of 100 series, for each kind of series and on average.
fn check_unchanged(rates: &[f64], draws: usize) {
    let (mut wrong, mut parts) = (Vec::new(), Vec::new());
    for (index, runs) in unchanged(rates).into_iter().enumerate() {
        // The first ninety runs of a monitor, and ninety later ones.
        for first in [0, 180] {
            let part = told(runs, first, first + 90, draws, 28 + index as u64);
            println!("unchanged, runs {first} to {}: {runs:?}: {part:.4}", first + 90);
            if part > bound(draws) {
                wrong.push(format!("{runs:?} from {first}: {part:.4}"));
            }
            parts.push(part);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let mean = parts.iter().sum::<f64>() / parts.len() as f64;
    println!("over {} kinds: {mean:.4}", parts.len());
    assert!(mean <= 0.03, "{mean}");
}

/// 3%, plus three standard errors of this number of draws.
fn bound(draws: usize) -> f64 {
    0.03 + 3.0 * (0.03 * 0.97 / draws as f64).sqrt()
}

#[test]
fn where_nothing_changed_at_most_3_of_100_series_of_90_runs_are_told_of_a_change() {
    check_unchanged(&[0.02, 0.2, 0.5, 0.98], 60);
}

fn found(samples: u64, likeness: f64, correlation: f64, draws: usize) -> f64 {
    let runs = Runs { rates: [0.3, 0.7], step_at: 90, samples, likeness, correlation };
    let part = told(runs, 90, 180, draws, 7);
    println!("step 0.3 to 0.7: {samples} samples, likeness {likeness}, correlation {correlation}: {part:.4}");
    part
}

#[test]
fn a_step_from_30_to_70_of_100_is_found_within_90_runs() {
    assert!(found(1, 1.0, 0.0, 150) >= 0.80);
    assert!(found(3, 0.0, 0.0, 100) >= 0.95);
    assert!(found(3, 0.3, 0.0, 100) >= 0.95);
}

#[test]
fn the_difference_that_is_told_as_detectable_is_found_about_as_often_as_is_said() {
    const DRAWS: usize = 100;
    for (samples, likeness, correlation) in [(1, 1.0, 0.0), (3, 0.3, 0.0), (3, 0.3, 0.5)] {
        let mut random = seeded(80);
        let unchanged = Runs { likeness, correlation, ..Runs::of(0.3, samples) };
        let told_detectable: Vec<f64> = (0..20)
            .filter_map(|_| {
                let rates = unchanged.draw(180, &mut random).into_iter().map(|group| group.rate());
                Watch::of(rates).detectable(samples)
            })
            .collect();
        let difference = told_detectable.iter().sum::<f64>() / told_detectable.len() as f64;
        let changed = Runs { rates: [0.3, 0.3 + difference], step_at: 90, ..unchanged };
        let part = told(changed, 90, 180, DRAWS, 9);
        println!("detectable: {samples} samples, correlation {correlation}: {difference:.2}, found in {part:.2}");
        assert!((0.72..=0.99).contains(&part), "{samples} samples: {difference:.2} is found in {part:.2}");
    }
}

/// The same tests with more draws and rates, run by `make test-long`.
mod long {
    use super::*;

    #[test]
    #[ignore = "long: run by make test-long"]
    fn where_nothing_changed_at_most_3_of_100_series_are_told_at_every_rate() {
        check_unchanged(&[0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98], 200);
    }

    #[test]
    #[ignore = "long: run by make test-long"]
    fn a_step_from_30_to_70_of_100_is_found_within_90_runs_in_many_draws() {
        assert!(found(1, 1.0, 0.0, 1_000) >= 0.80);
        for likeness in [0.0, 0.3, 0.5] {
            assert!(found(3, likeness, 0.0, 1_000) >= 0.95);
        }
        // These are not guaranteed, as docs/statistics.md says.
        for correlation in [0.3, 0.5] {
            found(1, 1.0, correlation, 1_000);
            found(3, 0.3, correlation, 1_000);
        }
    }
}
