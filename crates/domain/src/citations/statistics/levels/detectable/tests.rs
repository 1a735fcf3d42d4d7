//! Simulates how often the difference that is stated beside "no clear change" is found.

use jiff::{ToSpan as _, civil::date};

use super::*;
use crate::{
    citations::statistics::{
        levels::CellRun,
        simulated::{Runs as Simulated, seeded},
    },
    engines::Engine,
    shared::ids::{Id as _, MonitorId},
};

/// The cell of these rates, with a run every so many days.
fn cell(rates: impl IntoIterator<Item = f64>, every: i64) -> CellRuns {
    let run = |(rate, number): (f64, i64)| CellRun {
        day: date(2026, 1, 1) + (every * number).days(),
        run: RunId::from_bits(number.unsigned_abs().into()),
        rate,
        version: 1,
    };
    let runs = rates.into_iter().zip(0..).map(run).collect();
    CellRuns { question: MonitorId::from_bits(1), engine: Engine::EVERY[0], runs }
}

fn drawn(runs: &Simulated, count: usize, every: i64, random: &mut rand::rngs::SmallRng) -> CellRuns {
    cell(runs.draw(count, random).iter().map(|group| group.rate()), every)
}

/// Whether a rise becomes clear, if the cell is looked at after every sixth run from `first` on.
fn is_found(cell: &CellRuns, first: usize) -> bool {
    let mut watch = LevelWatch::of(cell.level(), [], Date::MIN);
    cell.runs.iter().enumerate().any(|(number, run)| {
        watch.push_day(&[cell], run.day);
        let is_looked_at = number >= first && (cell.runs.len() - 1 - number).is_multiple_of(6);
        is_looked_at && watch.clear().is_some_and(|found| found.is_rise)
    })
}

/// The mean stated difference of unchanged runs with a rate of .3, and in how many of 100 cases a change by it is found.
fn stated_and_found(every: i64, count: usize, samples: u64, correlation: f64, draws: usize) -> Option<(f64, f64)> {
    let likeness = if samples == 1 { 1.0 } else { 0.3 };
    let unchanged = Simulated { likeness, correlation, ..Simulated::of(0.3, samples) };
    let mut random = seeded(80);
    let stated: Vec<Detectable> =
        (0..20).filter_map(|_| detectable(&drawn(&unchanged, count, every, &mut random), Date::MIN, samples)).collect();
    if stated.len() < 10 {
        return None;
    }
    let step_at = count - (count / 2).min(MAX_PAIRS);
    assert!(stated.iter().all(|one| one.from_run == RunId::from_bits(step_at as u128)));
    let difference = stated.iter().map(|one| one.difference).sum::<f64>() / stated.len() as f64;
    let changed = Simulated { rates: [0.3, 0.3 + difference], step_at, ..unchanged };
    let found = (0..draws).filter(|_| is_found(&drawn(&changed, count, every, &mut random), step_at)).count();
    Some((difference, found as f64 / draws as f64))
}

/// Checks the stated difference for cadences, numbers of runs, of samples, and resemblance.
fn check(cadences: &[i64], cases: &[(usize, u64, f64)], draws: usize) {
    let (mut sum, mut kinds) = (0.0, 0.0);
    let error = (0.8 * 0.2 / draws as f64).sqrt();
    for every in cadences {
        for (count, samples, correlation) in cases {
            let case = format!("every {every} days, {count} runs of {samples}, resemblance {correlation}");
            let Some((difference, found)) = stated_and_found(*every, *count, *samples, *correlation, draws) else {
                println!("{case}: no change could be found");
                continue;
            };
            println!("{case}: {difference:.2} is found in {found:.2}");
            let is_about = (0.65 - 3.0 * error..=0.92 + 3.0 * error).contains(&found);
            assert!(is_about, "{case}: {difference:.2} is found in {found:.2}");
            (sum, kinds) = (sum + found, kinds + 1.0);
        }
    }
    let mean = sum / kinds;
    println!("found in {mean:.3} on average");
    assert!((mean - 0.8).abs() <= 0.06 + 3.0 * error / f64::sqrt(kinds), "{mean}");
}

#[test]
fn the_stated_difference_is_found_in_about_80_of_100_cases() {
    // Days without runs are no days of a watch, so weekly runs are the same case; the long test shows them.
    check(&[1], &[(90, 3, 0.0), (180, 1, 0.0), (180, 3, 0.35)], 40);
}

#[test]
fn what_could_not_be_clear_has_no_stated_difference() {
    let wavering = |count: usize| (0..count).map(|number| if number % 2 == 0 { 0.2 } else { 0.4 });
    for count in [0, 1, 2, 20, 40] {
        assert_eq!(detectable(&cell(wavering(count), 1), Date::MIN, 3), None, "{count} runs");
    }
    assert!(detectable(&cell(wavering(90), 1), Date::MIN, 3).is_some());
    // The watch begins with the latest change.
    assert_eq!(detectable(&cell(wavering(90), 1), date(2026, 2, 15), 3), None);
    // Whole months of the same answers say as little as a few runs.
    let blocks = (0..90).map(|number| if (number / 30) % 2 == 0 { 0.0 } else { 1.0 });
    assert_eq!(detectable(&cell(blocks, 1), Date::MIN, 3), None);
}

#[test]
fn a_change_in_the_middle_is_detected_best_and_the_latest_days_are_too_early_to_judge() {
    let mut last = 1.0;
    for count in [90, 120, 180, 270] {
        let cell = cell((0..count).map(|number| if number % 2 == 0 { 0.2 } else { 0.4 }), 1);
        let found = detectable(&cell, Date::MIN, 3).expect("a difference");
        let place = |run: RunId| cell.runs.iter().position(|one| one.run == run).expect("one of the runs");
        assert_eq!(place(found.from_run), count - (count / 2).min(MAX_PAIRS));
        let early = count - place(found.too_early_from_run);
        assert!((10..=40).contains(&early), "{early} of {count} days are too early");
        assert!(found.difference <= last, "{count}: {}", found.difference);
        last = found.difference;
    }
}

/// The same with many draws, run by `make test-long`.
mod long {
    use super::*;

    #[test]
    #[ignore = "long: run by make test-long"]
    fn the_stated_difference_is_found_in_about_80_of_100_cases_in_many_draws() {
        let mut cases = Vec::new();
        for count in [60, 90, 120, 180, 250] {
            for samples in [1, 3, 5] {
                cases.extend([0.0, 0.35].map(|correlation| (count, samples, correlation)));
            }
        }
        check(&[1, 7], &cases, 200);
    }
}
