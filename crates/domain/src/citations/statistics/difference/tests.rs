//! Tests that the comparison finds real changes and gives few false alarms.
//!
//! False alarms stay few even if runs are very similar.

use jiff::{SignedDuration, Timestamp};

use super::*;
use crate::{
    citations::{
        statistics::simulated::{Runs, seeded},
        summary::AnswerCounts,
    },
    shared::ids::{Id as _, RunId},
};

static UTC: TimeZone = TimeZone::UTC;
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

fn period(answers: &[RunAnswers], days: std::ops::Range<i64>) -> Period<'static, &[RunAnswers]> {
    let number = |day: i64| Day(i32::try_from(day).expect("a small number"));
    Period { answers, window: Window { from: number(days.start), to: number(days.end - 1) }, zone: &UTC }
}

/// Compares two periods of `weeks` weeks that meet at day 0.
fn compare(before: &[RunAnswers], now: &[RunAnswers], weeks: i64) -> Difference {
    between_periods(period(before, -7 * weeks..0), period(now, 0..7 * weeks))
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
        let (before, now) = (daily(-days, 0, 1), daily(0, days, 4));
        let found = between_periods(period(&before, -days..0), period(&now, 0..days));
        assert_eq!(found.different, expected, "{days} days");
    }
}

#[test]
fn weeks_are_counted_in_dates_of_the_sites_zone_also_when_clocks_change() {
    let date = |text: &str| Day::from_date(text.parse().expect("a date"));
    for (zone, from, to) in [
        // Clocks are set forward on the last day, so the four weeks are an hour short; in November they are an hour longer.
        ("Europe/Berlin", "2026-03-02", "2026-03-29"),
        ("America/New_York", "2026-02-09", "2026-03-08"),
        ("America/New_York", "2026-10-05", "2026-11-01"),
        ("Pacific/Auckland", "2026-09-01", "2026-09-28"),
    ] {
        let zone = TimeZone::get(zone).expect("a zone");
        let now = Window { from: date(from), to: date(to) };
        let daily = |window: Window, cited| -> Vec<RunAnswers> {
            (window.from.0..=window.to.0)
                .flat_map(|number| [0, 23].map(|hour| (Day(number), hour)))
                .map(|(day, hour)| {
                    let at = day.date().at(hour, 30, 0, 0).to_zoned(zone.clone()).expect("a time").timestamp();
                    answers(1, Engine::Xai, at, Group { samples: 5, cited })
                })
                .collect()
        };

        let (answers_before, answers_now) = (daily(now.previous(), 1), daily(now, 4));
        let found = between_periods(
            Period { answers: &answers_before, window: now.previous(), zone: &zone },
            Period { answers: &answers_now, window: now, zone: &zone },
        );
        assert_eq!(found.different, Some(true), "{from} to {to}: {found:?}");
        let mut weeks: BTreeMap<i32, usize> = BTreeMap::new();
        for (week, _) in in_weeks(Period { answers: &answers_now, window: now, zone: &zone }) {
            *weeks.entry(week).or_default() += 1;
        }
        assert_eq!(weeks.into_values().collect::<Vec<_>>(), [14; 4], "{from} to {to}");
    }
}

#[test]
fn a_list_too_long_for_any_clear_result_gives_none_and_the_reason() {
    let (before, now) = (weekly(-28, &[2, 3, 2, 3]), weekly(0, &[3, 2, 3, 2]));
    let found = compare(&before, &now, 4);
    assert_eq!((found.different, found.method), (Some(false), DifferenceMethod::PermutationByWeek));
    let detectable = found.detectable.expect("a larger change would be clear");
    assert!(detectable > 0.1, "{detectable}");
    let in_list = found.among(2);
    assert_eq!((in_list.different, in_list.method), (None, DifferenceMethod::ListTooLong));
    assert_eq!(in_list.detectable, None);
    assert_eq!(in_list.among(1), found, "a list of one is no list");
    // Three months of the same: a list of five is possible, and needs a larger change than one result alone.
    let long = |from| weekly(from, &[2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3]);
    let found = compare(&long(-84), &long(0), 12);
    assert!(found.among(5).detectable > found.detectable, "{found:?}");
    // Answers that all change from week to week show nothing, however much changed.
    let wild = compare(&weekly(-28, &[0, 5, 0, 5]), &weekly(0, &[5, 0, 5, 0]), 4);
    assert_eq!((wild.different, wild.method), (None, DifferenceMethod::TooShort));
}

#[test]
fn with_few_weeks_every_assignment_is_computed() {
    // Two of the 70 assignments of eight weeks differ as much as this one.
    let rarity = |before: [u64; 4], now: [u64; 4]| {
        compare(&weekly(-28, &before), &weekly(0, &now), 4).test.expect("it is compared").rarity
    };
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
    let reason = |difference: Difference| (difference.different, difference.method);
    assert_eq!(reason(many.among(200)), (None, DifferenceMethod::ListTooLong));
    let few = compare(&weekly(-28, &[0; 4]), &weekly(0, &[5; 4]), 4);
    assert_eq!((few.among(1).different, reason(few.among(2))), (Some(true), (None, DifferenceMethod::ListTooLong)));
    assert_eq!(Difference::TOO_SHORT.among(7).different, None);
}

/// The share of simulated pairs of periods that are reported as different.
fn share_reported(weeks: i64, runs: Runs, pairs: usize) -> f64 {
    share_reported_among(1, weeks, runs, pairs)
}

fn share_reported_among(rows: usize, weeks: i64, runs: Runs, pairs: usize) -> f64 {
    let mut random = seeded(7);
    let days = 7 * weeks;
    let reported = (0..pairs).filter(|_| {
        let drawn = runs.draw(2 * days as usize, &mut random);
        let all: Vec<RunAnswers> =
            drawn.iter().zip(-days..).map(|(group, number)| answers(1, Engine::Xai, day(number), *group)).collect();
        let (before, now) = all.split_at(days as usize);
        compare(before, now, weeks).among(rows).different == Some(true)
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
    for (weeks, rows) in [(4, 1), (6, 1), (13, 1), (13, 5)] {
        let mut random = seeded(3);
        let (mut sum, mut count) = (0.0, 0.0);
        for _ in 0..20 {
            let drawn = Runs::of(0.4, 3).draw(14 * weeks as usize, &mut random);
            let all: Vec<RunAnswers> = drawn
                .iter()
                .zip(-7 * weeks..)
                .map(|(group, number)| answers(1, Engine::Xai, day(number), *group))
                .collect();
            let (before, now) = all.split_at(7 * weeks as usize);
            if let Some(detectable) = compare(before, now, weeks).among(rows).detectable {
                (sum, count) = (sum + detectable, count + 1.0);
            }
        }
        let difference = sum / count;
        let part = share_reported_among(rows, weeks, step(weeks, [0.4, 0.4 + difference], 3), 100);
        println!("detectable with {weeks} weeks a side, in a list of {rows}: {difference:.3}, found in {part:.2}");
        assert!((0.65..=0.97).contains(&part), "{weeks} weeks, {rows} rows: {difference} is found in {part}");
    }
}

/// The share of unchanged weekly monitors that are reported as different.
fn unchanged_weekly(weeks: i64, samples: u64, correlation: f64, pairs: usize) -> f64 {
    let likeness = if samples == 1 { 1.0 } else { 0.5 };
    let runs = Runs { correlation, likeness, ..Runs::of(0.5, samples) };
    let mut random = seeded(7);
    let reported = (0..pairs).filter(|_| {
        let drawn = runs.draw(2 * weeks as usize, &mut random);
        let all: Vec<RunAnswers> =
            drawn.iter().zip(-weeks..).map(|(group, week)| answers(1, Engine::Xai, day(7 * week), *group)).collect();
        let (before, now) = all.split_at(weeks as usize);
        compare(before, now, weeks).different == Some(true)
    });
    let part = reported.count() as f64 / pairs as f64;
    println!(
        "unchanged, one run a week: {weeks} weeks a side, {samples} samples, correlation {correlation}: {part:.4}"
    );
    part
}

/// The guarantees of daily runs hold for weekly ones.
fn check_weekly(weeks: &[i64], pairs: usize) {
    for (correlation, promised) in [(0.0, 0.06), (0.5, 0.07), (0.8, 0.10)] {
        for weeks in weeks {
            for samples in [1, 3] {
                let part = unchanged_weekly(*weeks, samples, correlation, pairs);
                let bound = promised + 3.0 * f64::sqrt(promised * (1.0 - promised) / pairs as f64);
                assert!(part <= bound, "{weeks} weeks of {samples}, correlation {correlation}: {part}");
            }
        }
    }
}

#[test]
fn weekly_runs_say_that_they_are_too_short_where_no_change_would_be_found() {
    let weekly = |weeks: i64, cited: fn(i64) -> u64| -> Difference {
        let run = |week: i64| answers(1, Engine::Xai, day(7 * week), Group { samples: 3, cited: cited(week) });
        let all: Vec<RunAnswers> = (-weeks..weeks).map(run).collect();
        let (before, now) = all.split_at(weeks as usize);
        compare(before, now, weeks)
    };
    // Two weeks without a citation follow two weeks with citations alone.
    let wavering = |week: i64| if week.rem_euclid(4) % 3 == 0 { 0 } else { 3 };
    let short = weekly(4, wavering);
    assert_eq!((short.different, short.method, short.detectable), (None, DifferenceMethod::TooShort, None));
    let long = weekly(26, wavering);
    assert!(long.different == Some(false) && long.detectable.is_some(), "{long:?}");
    assert_eq!(weekly(26, |week| if week < 0 { 0 } else { 3 }).different, Some(true));
}

#[test]
fn weekly_monitors_give_false_alarms_as_rarely_as_daily_ones() {
    check_weekly(&[4, 13], 150);
}

/// The same tests with more draws and rates, run by `make test-long`.
mod long {
    use super::*;

    #[test]
    #[ignore = "long: run by make test-long"]
    fn weekly_monitors_give_false_alarms_as_rarely_as_daily_ones_in_many_draws() {
        check_weekly(&[4, 6, 8, 13, 26], 2_000);
    }

    #[test]
    #[ignore = "long: run by make test-long"]
    fn false_alarms_are_rare_at_every_rate() {
        let wrong = too_often(2_000, &[0.1, 0.3, 0.5]);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
