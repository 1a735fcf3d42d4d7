//! Tests that the comparison finds real changes and gives few false alarms. False alarms stay few even if runs are very
//! similar.

use super::*;
use crate::{
    citations::{
        statistics::simulated::{Runs, seeded},
        summary::AnswerCounts,
    },
    shared::ids::{Id as _, RunId},
};

const DAY: SignedDuration = SignedDuration::from_hours(24);

fn day(number: i64) -> Timestamp {
    Timestamp::UNIX_EPOCH + DAY * i32::try_from(number).expect("a small number")
}

fn answers(monitor: u128, engine: Engine, at: Timestamp, group: Group) -> RunAnswers {
    RunAnswers {
        run: RunId::from_bits(at.as_second() as u128 + monitor),
        monitor: MonitorId::from_bits(monitor),
        engine,
        first_at: at,
        reading_version: 1,
        counts: AnswerCounts { samples: group.samples, cited: group.cited, ..AnswerCounts::default() },
    }
}

/// Runs of one question and engine, with five samples each, one run per week from the first day.
fn weekly(from: i64, cited: &[u64]) -> Vec<RunAnswers> {
    let run =
        |(cited, week): (&u64, i64)| answers(1, Engine::Xai, day(from + 7 * week), Group { samples: 5, cited: *cited });
    cited.iter().zip(0..).map(run).collect()
}

/// Compares two periods of `weeks` weeks that meet at day 0.
fn compare(before: &[RunAnswers], now: &[RunAnswers], weeks: i64) -> Difference {
    between_periods(
        Period { answers: before, start: day(-7 * weeks), end: day(0) },
        Period { answers: now, start: day(0), end: day(7 * weeks) },
    )
}

fn check(before: &[u64], now: &[u64], different: Option<bool>, method: DifferenceMethod) {
    let weeks = before.len().max(now.len()) as i64;
    let found = compare(&weekly(-7 * before.len() as i64, before), &weekly(0, now), weeks);
    assert_eq!((found.different, found.method), (different, method), "{before:?} and {now:?}");
}

#[test]
fn below_four_whole_weeks_a_side_periods_are_too_short_to_compare() {
    check(&[0, 0, 1, 0], &[5, 4, 5, 5], Some(true), DifferenceMethod::PermutationByWeek);
    check(&[0, 0, 0, 0], &[5, 5, 5], None, DifferenceMethod::TooShort);
    check(&[], &[5, 5, 5, 5, 5, 5], None, DifferenceMethod::TooShort);
    check(&[2, 3, 2, 3], &[3, 2, 3, 2], Some(false), DifferenceMethod::PermutationByWeek);
    check(&[0; 30], &[0; 30], Some(false), DifferenceMethod::PermutationByWeek);
    check(&[1; 30], &[4; 30], Some(true), DifferenceMethod::PermutationByWeek);
    // Thirty days have four whole weeks; twenty-seven days have three, even with a run every day.
    let daily = |from: i64, to: i64, cited| -> Vec<RunAnswers> {
        (from..to).map(|number| answers(1, Engine::Xai, day(number), Group { samples: 5, cited })).collect()
    };
    for (days, expected) in [(30, Some(true)), (28, Some(true)), (27, None)] {
        let before = Period { answers: &daily(-days, 0, 1), start: day(-days), end: day(0) };
        let now = Period { answers: &daily(0, days, 4), start: day(0), end: day(days) };
        assert_eq!(between_periods(before, now).different, expected, "{days} days");
    }
}

#[test]
fn with_few_weeks_every_assignment_is_computed() {
    // Two of the 70 assignments of eight weeks differ as much as this one.
    let rarity = |before: [u64; 4], now: [u64; 4]| compare(&weekly(-28, &before), &weekly(0, &now), 4).rarity;
    assert!((rarity([0, 1, 0, 1], [5, 4, 5, 4]) - 2.0 / 70.0).abs() < 1e-12);
    let mut sums = 0;
    each_choice(&[1.0, 2.0, 3.0, 4.0, 5.0], 3, 0.0, &mut |_| sums += 1);
    assert_eq!(sums, 10);
}

#[test]
fn asking_other_questions_is_no_difference() {
    // Each question keeps its rate; only the mix of questions changed.
    let of = |monitor, engine, from: i64, days: i64, cited| {
        (from..from + days).map(move |number| answers(monitor, engine, day(number), Group { samples: 5, cited }))
    };
    let before: Vec<RunAnswers> = of(1, Engine::Xai, -42, 42, 5).chain(of(2, Engine::Xai, -42, 7, 0)).collect();
    let now: Vec<RunAnswers> = of(1, Engine::Xai, 0, 42, 5)
        .chain(of(2, Engine::Xai, 0, 42, 0))
        .chain(of(3, Engine::Gemini, 0, 42, 0))
        .collect();
    assert_eq!(compare(&before, &now, 6).different, Some(false));
    let other: Vec<RunAnswers> = of(1, Engine::Xai, 0, 42, 5).chain(of(1, Engine::OpenAi, 0, 42, 0)).collect();
    assert_eq!(compare(&before, &other, 6).different, Some(false), "an engine that was asked in one period alone");
}

#[test]
fn answers_read_by_different_rules_are_not_compared() {
    let read_by = |version, answers: Vec<RunAnswers>| -> Vec<RunAnswers> {
        answers.into_iter().map(|one| RunAnswers { reading_version: version, ..one }).collect()
    };
    let (before, now) = (weekly(-56, &[0; 8]), read_by(2, weekly(0, &[5; 8])));
    assert_eq!(compare(&before, &now, 8), Difference::TOO_SHORT);
    // The rules changed halfway: the answers that both periods have of the later version are compared.
    let both = [weekly(-56, &[0; 4]), read_by(2, weekly(-28, &[1, 0, 0, 1]))].concat();
    assert_eq!(compare(&both, &now, 8).different, Some(true));
}

#[test]
fn the_more_rows_the_stronger_the_evidence_each_needs() {
    let many = compare(&weekly(-84, &[0; 12]), &weekly(0, &[5; 12]), 12);
    assert_eq!(many.among(1).different, Some(true));
    assert_eq!(many.among(30).different, Some(true));
    assert_eq!(many.among(200).different, Some(false));
    let few = compare(&weekly(-28, &[0; 4]), &weekly(0, &[5; 4]), 4);
    assert_eq!((few.among(1).different, few.among(2).different), (Some(true), Some(false)));
    assert_eq!(Difference::TOO_SHORT.among(7).different, None);
}

/// The share of simulated pairs of periods that are reported as different.
fn share_reported(weeks: i64, runs: Runs, pairs: usize) -> f64 {
    let mut random = seeded(7);
    let days = 7 * weeks;
    let reported = (0..pairs).filter(|_| {
        let drawn = runs.draw(2 * days as usize, &mut random);
        let all: Vec<RunAnswers> =
            drawn.iter().zip(-days..).map(|(group, number)| answers(1, Engine::Xai, day(number), *group)).collect();
        let (before, now) = all.split_at(days as usize);
        compare(before, now, weeks).different == Some(true)
    });
    reported.count() as f64 / pairs as f64
}

fn unchanged(weeks: i64, rate: f64, samples: u64, correlation: f64, pairs: usize) -> f64 {
    let likeness = if samples == 1 { 1.0 } else { 0.5 };
    let part = share_reported(weeks, Runs { correlation, likeness, ..Runs::of(rate, samples) }, pairs);
    println!("unchanged: {weeks} weeks a side, rate {rate}, {samples} samples, correlation {correlation}: {part:.4}");
    part
}

fn too_often(pairs: usize, rates: &[f64]) -> Vec<String> {
    let mut wrong = Vec::new();
    for (correlation, promised) in [(0.0, 0.06), (0.5, 0.07), (0.8, 0.10)] {
        for weeks in [4, 6, 13] {
            for rate in rates {
                for samples in [1, 3] {
                    let part = unchanged(weeks, *rate, samples, correlation, pairs);
                    if part > promised + 3.0 * f64::sqrt(promised * (1.0 - promised) / pairs as f64) {
                        wrong.push(format!("{weeks} weeks, rate {rate}, correlation {correlation}: {part}"));
                    }
                }
            }
        }
    }
    wrong
}

#[test]
fn false_alarms_are_rare() {
    let wrong = too_often(300, &[0.5]);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn real_changes_and_detectable_differences_are_found_as_often_as_promised() {
    let step = |weeks: i64, rates, samples| Runs { rates, step_at: 7 * weeks as usize, ..Runs::of(0.5, samples) };
    assert!(share_reported(4, step(4, [0.2, 0.7], 3), 100) > 0.8);
    assert!(share_reported(13, step(13, [0.3, 0.5], 3), 100) > 0.8);
    for weeks in [6, 13] {
        let mut random = seeded(3);
        let mut sum = 0.0;
        for _ in 0..20 {
            let drawn = Runs::of(0.4, 3).draw(14 * weeks as usize, &mut random);
            let all: Vec<RunAnswers> = drawn
                .iter()
                .zip(-7 * weeks..)
                .map(|(group, number)| answers(1, Engine::Xai, day(number), *group))
                .collect();
            let (before, now) = all.split_at(7 * weeks as usize);
            sum += Weeks::of(
                [before, now]
                    .map(|side| side.iter().map(|one| (one.first_at.as_second().div_euclid(604_800), one)).collect()),
            )
            .and_then(|weeks| weeks.detectable())
            .expect("there is one");
        }
        let difference = sum / 20.0;
        let part = share_reported(weeks, step(weeks, [0.4, 0.4 + difference], 3), 100);
        println!("detectable with {weeks} weeks a side: {difference:.3}, found in {part:.2}");
        assert!((0.65..=0.97).contains(&part), "{weeks} weeks: {difference} is found in {part}");
    }
}

/// The same tests with more draws and rates, run by `make test-long`.
mod long {
    use super::*;

    #[test]
    #[ignore = "long: run by make test-long"]
    fn false_alarms_are_rare_at_every_rate() {
        let wrong = too_often(2_000, &[0.1, 0.3, 0.5]);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
