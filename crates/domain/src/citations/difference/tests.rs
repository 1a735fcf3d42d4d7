//! What the comparison promises: few false alarms however alike samples are, and real changes found.

use rand::RngExt as _;

use super::*;
use crate::{citation_summary::AnswerCounts, id::Id as _};

fn run(number: u128, monitor: u128, engine: Engine, cited: u64, samples: u64) -> RunAnswers {
    RunAnswers {
        run: RunId::from_bits(number),
        monitor: MonitorId::from_bits(monitor),
        engine,
        first_at: jiff::Timestamp::UNIX_EPOCH,
        counts: AnswerCounts { samples, cited, ..AnswerCounts::default() },
    }
}

/// Runs of one question and engine, five samples each.
fn runs(from: u128, cited: &[u64]) -> Vec<RunAnswers> {
    cited.iter().zip(from..).map(|(cited, number)| run(number, 1, Engine::Xai, *cited, 5)).collect()
}

fn check(before: &[u64], now: &[u64], different: Option<bool>) {
    let found = between_periods(&runs(0, before), &runs(1_000, now));
    assert_eq!(found.different, different, "{before:?} and {now:?}: {found:?}");
}

#[test]
fn periods_that_differ_in_every_run_are_different_and_few_runs_are_too_few() {
    check(&[0, 0, 1, 0], &[5, 4, 5, 5], Some(true));
    check(&[0, 0, 0], &[5, 5, 5], None);
    check(&[], &[5, 5, 5, 5, 5, 5], None);
    check(&[2, 3, 2, 3], &[3, 2, 3, 2], Some(false));
    check(&[0; 30], &[0; 30], Some(false));
    check(&[1; 30], &[4; 30], Some(true));
}

#[test]
fn asking_other_questions_is_no_difference() {
    // Each question has its rate; only the mix changed.
    let mut before = runs(0, &[5; 6]);
    before.extend((100..104).map(|number| run(number, 2, Engine::Xai, 0, 5)));
    let mut now = runs(1_000, &[5; 2]);
    now.extend((2_000..2_030).map(|number| run(number, 2, Engine::Xai, 0, 5)));
    now.extend((3_000..3_030).map(|number| run(number, 3, Engine::Gemini, 0, 5)));
    assert_eq!(between_periods(&before, &now).different, Some(false));
}

#[test]
fn an_engine_that_was_asked_in_one_period_alone_counts_for_neither() {
    let before = runs(0, &[5; 8]);
    let mut now = runs(1_000, &[5; 8]);
    now.extend((1_000..1_008).map(|number| run(number, 1, Engine::OpenAi, 0, 5)));
    assert_eq!(between_periods(&before, &now).different, Some(false));
}

/// The part of drawn pairs of periods that are told to be different.
fn alarms(runs_each: u128, rates: [f64; 2], follows: f64) -> f64 {
    const PAIRS: u32 = 600;
    let mut random = StdRng::seed_from_u64(7);
    let mut told = 0;
    for _ in 0..PAIRS {
        let [before, now] = [0, 1].map(|period: usize| {
            let draw = |number: u128, random: &mut StdRng| {
                let leans = random.random_bool(rates[period]);
                let cited = (0..5)
                    .filter(|_| if random.random_bool(follows) { leans } else { random.random_bool(rates[period]) });
                let cited = cited.count() as u64;
                run(number + period as u128 * 1_000, number % 2, Engine::Xai, cited, 5)
            };
            (0..runs_each).map(|number| draw(number, &mut random)).collect::<Vec<_>>()
        });
        told += u32::from(between_periods(&before, &now).different == Some(true));
    }
    f64::from(told) / f64::from(PAIRS)
}

#[test]
fn where_nothing_changed_hardly_ever_a_difference_is_told_however_alike_samples_are() {
    for runs_each in [8, 30] {
        for rate in [0.1, 0.5] {
            for follows in [0.0, 0.7, 1.0] {
                let told = alarms(runs_each, [rate, rate], follows);
                // Three standard errors of so many draws.
                assert!(told <= 0.05 + 0.027, "{runs_each} runs, rate {rate}, follows {follows}: {told}");
            }
        }
    }
}

#[test]
fn real_changes_are_found() {
    assert!(alarms(10, [0.1, 0.7], 0.5) > 0.8);
    assert!(alarms(30, [0.2, 0.5], 0.5) > 0.8);
}

fn group(cited: u64, samples: u64) -> Group {
    Group { samples, cited }
}

fn check_runs(now: (u64, u64), before: &[(u64, u64)], different: Option<bool>, method: DifferenceMethod) {
    let before: Vec<Group> = before.iter().map(|(cited, samples)| group(*cited, *samples)).collect();
    let expected = Some(Difference { different, method });
    assert_eq!(between_runs(group(now.0, now.1), &before), expected, "{now:?} after {before:?}");
}

#[test]
fn one_run_differs_from_another_in_every_sample_or_by_its_rank_among_many() {
    check_runs((5, 5), &[(0, 5)], Some(true), DifferenceMethod::EverySample);
    check_runs((0, 2), &[(3, 3)], Some(true), DifferenceMethod::EverySample);
    check_runs((4, 5), &[(0, 5)], None, DifferenceMethod::TooFewRuns);
    check_runs((1, 1), &[(0, 1)], None, DifferenceMethod::TooFewRuns);
    check_runs((2, 4), &[(1, 2)], Some(false), DifferenceMethod::SameRate);
    check_runs((4, 5), &[(0, 5); 20], Some(true), DifferenceMethod::RankAmongRuns);
    check_runs((4, 5), &[(0, 5); 19], None, DifferenceMethod::TooFewRuns);
    let mixed: Vec<(u64, u64)> = (0..30).map(|number| (number % 6, 5)).collect();
    check_runs((4, 5), &mixed, Some(false), DifferenceMethod::RankAmongRuns);
    assert_eq!(between_runs(group(1, 1), &[]), None);
}

#[test]
fn a_change_that_lasts_is_told_once() {
    let mut before = vec![group(0, 5); 25];
    assert_eq!(between_runs(group(4, 5), &before).and_then(|found| found.different), Some(true));
    before.insert(0, group(4, 5));
    assert_eq!(between_runs(group(5, 5), &before).and_then(|found| found.different), Some(false));
}
