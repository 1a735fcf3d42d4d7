//! Tests of intervals for any samples.

use proptest::prelude::*;

use super::*;
use crate::shared::ids::Id as _;

fn cluster(run: u128, question: u128, samples: u64, cited: u64) -> SampleCluster {
    SampleCluster { run: RunId::from_bits(run), question: MonitorId::from_bits(question), samples, cited }
}

/// Runs of one question.
fn runs(counts: &[(u64, u64)]) -> Vec<SampleCluster> {
    counts.iter().zip(0..).map(|((cited, samples), run)| cluster(run, 0, *samples, *cited)).collect()
}

fn check(counts: &[(u64, u64)], low: f64, high: f64, method: IntervalMethod) {
    let interval = interval95(&runs(counts)).expect("there are samples");
    let is_close = |a: f64, b: f64| (a - b).abs() < 5e-4;
    assert!(is_close(interval.low, low) && is_close(interval.high, high), "{counts:?}: {interval:?}");
    assert_eq!(interval.method, method);
}

#[test]
fn single_samples_have_wilsons_interval_of_the_literature() {
    // Results of R's prop.test(correct = FALSE).
    for (hits, samples, low, high) in [(5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605)] {
        let groups: Vec<Group> = (0..samples).map(|run| Group { samples: 1, cited: u64::from(run < hits) }).collect();
        let found = of_groups(&groups, None, IntervalMethod::WilsonByRun);
        assert!((found.low - low).abs() < 5e-4 && (found.high - high).abs() < 5e-4, "{hits} of {samples}: {found:?}");
    }
}

#[test]
fn samples_that_are_wholly_alike_count_as_one_each() {
    let alike: Vec<Group> = (0..8).map(|run| Group { samples: 5, cited: 5 * (run % 2) }).collect();
    // Wilson's interval for 4 of 8, with Student's 2.365 instead of 1.96.
    let found = of_groups(&alike, None, IntervalMethod::WilsonByRun);
    assert!((found.low - 0.1793).abs() < 5e-4 && (found.high - 0.8207).abs() < 5e-4, "{found:?}");
}

#[test]
fn autocorrelated_runs_give_a_wider_interval_than_alternating_runs() {
    let width = |cited: &dyn Fn(u64) -> u64| {
        let counts: Vec<(u64, u64)> = (0..40).map(|run| (cited(run), 3)).collect();
        let found = interval95(&runs(&counts)).expect("there are samples");
        found.high - found.low
    };
    let (in_turns, in_tens) = (width(&|run| 3 * (run % 2)), width(&|run| 3 * (run / 10 % 2)));
    assert!(in_tens > 1.8 * in_turns, "{in_turns} {in_tens}");
}

#[test]
fn where_hardly_any_answer_cites_runs_are_assumed_to_resemble_each_other() {
    let of = |cited: u64| {
        let counts: Vec<(u64, u64)> = (0..30).map(|run| (u64::from(run % 7 == 0 && run / 7 < cited), 3)).collect();
        interval95(&runs(&counts)).expect("there are samples")
    };
    for cited in [0, 1, 3] {
        let independent = wilson(cited as f64 / 90.0, 90.0, Z).1;
        assert!(of(cited).high > 1.5 * independent, "{cited} of 90: {:?}, not {independent}", of(cited));
    }
}

#[test]
fn fewer_than_four_runs_are_reported_as_too_few() {
    // Results of R's binom.test, with as many samples as there are runs.
    check(&[(0, 5)], 0.0, 0.975, IntervalMethod::TooFewRuns);
    check(&[(3, 5)], 0.0, 1.0, IntervalMethod::TooFewRuns);
    check(&[(5, 5), (5, 5)], 0.1581, 1.0, IntervalMethod::TooFewRuns);
    check(&[(5, 5), (0, 5)], 0.0126, 0.9874, IntervalMethod::TooFewRuns);
    check(&[(0, 5), (0, 5), (0, 3)], 0.0, 0.7076, IntervalMethod::TooFewRuns);
    check(&[(0, 5), (4, 5), (4, 5)], 0.0084, 0.9916, IntervalMethod::TooFewRuns);
}

#[test]
fn without_samples_there_is_no_interval() {
    assert_eq!(interval95(&[]), None);
    assert_eq!(interval95(&[cluster(1, 1, 0, 0)]), None);
}

#[test]
fn the_answers_of_several_engines_in_one_run_are_one_cluster() {
    let together: Vec<SampleCluster> = (0..6).map(|run| cluster(run, 0, 10, 5)).collect();
    let by_engine: Vec<SampleCluster> = (0..6).flat_map(|run| [cluster(run, 0, 5, 5), cluster(run, 0, 5, 0)]).collect();
    assert_eq!(interval95(&by_engine), interval95(&together));
}

#[test]
fn questions_that_differ_are_what_is_counted_from_four_on() {
    let of = |questions: u128| {
        let clusters: Vec<SampleCluster> = (0..questions)
            .flat_map(|question| {
                (0..20).map(move |run| cluster(question * 100 + run, question, 5, 5 * (question as u64 % 2)))
            })
            .collect();
        interval95(&clusters).expect("there are samples")
    };
    assert_eq!(of(2).method, IntervalMethod::WilsonByRun);
    let six = of(6);
    assert_eq!(six.method, IntervalMethod::WilsonByQuestion);
    assert!(six.high - six.low > 0.6, "six questions, of which three are always cited, tell little of others: {six:?}");
}

#[test]
fn a_site_that_was_never_cited_is_no_likelier_to_be_cited_than_one_that_was_once() {
    for count in [4, 10, 40] {
        let mut counts = vec![(0, 5); count];
        let never = interval95(&runs(&counts)).expect("samples");
        counts[0].0 = 1;
        let once = interval95(&runs(&counts)).expect("samples");
        assert!(never.high <= once.high + 1e-9 && never.low == 0.0 && once.low > 0.0, "{never:?} {once:?}");
    }
}

#[test]
fn students_point_is_the_one_of_the_tables() {
    for (degrees, point) in [(3.0, 3.182), (4.0, 2.776), (9.0, 2.262), (39.0, 2.023), (1e6, 1.960)] {
        assert!((student_t(degrees) - point).abs() < 5e-3, "{degrees}: {}", student_t(degrees));
    }
}

/// Hits that are spread over the runs as evenly as possible.
fn spread_evenly(runs: u64, samples: u64, hits: u64) -> Vec<(u64, u64)> {
    (0..runs).map(|run| ((run + 1) * hits / runs - run * hits / runs, samples)).collect()
}

/// The same numbers, with the runs that have one more at the beginning.
fn spread_from_the_first_run(runs: u64, samples: u64, hits: u64) -> Vec<(u64, u64)> {
    (0..runs).map(|run| (hits / runs + u64::from(run < hits % runs), samples)).collect()
}

#[test]
fn neither_end_falls_when_a_hit_is_added_to_hits_that_are_spread_evenly() {
    let check = |spread: fn(u64, u64, u64) -> Vec<(u64, u64)>, count: u64, samples: u64| {
        let of = |hits| interval95(&runs(&spread(count, samples, hits))).expect("there are samples");
        let ends: Vec<Interval> = (0..=count * samples).map(of).collect();
        for (hits, pair) in ends.windows(2).enumerate() {
            let is_ordered = pair[0].low <= pair[1].low + 1e-12 && pair[0].high <= pair[1].high + 1e-12;
            assert!(is_ordered, "{count} runs of {samples}, {hits} hits and one more: {pair:?}");
        }
    };
    for count in [1, 2, 3, 4, 5, 8, 15, 30] {
        for samples in [1, 2, 3, 5] {
            check(spread_evenly, count, samples);
            if samples > 1 {
                check(spread_from_the_first_run, count, samples);
            }
        }
    }
}

#[test]
fn near_none_and_all_the_interval_is_at_most_one_and_a_half_times_clopper_and_pearsons_over_runs() {
    check(&[(0, 3); 15], 0.0, 0.218, IntervalMethod::WilsonByRun);
    check(&[(3, 3); 15], 0.782, 1.0, IntervalMethod::WilsonByRun);
    check(&[(0, 3); 1_200], 0.0, 0.0031, IntervalMethod::WilsonByRun);
    for (count, samples, hits) in [(15, 3, 3), (15, 3, 1), (30, 1, 2), (90, 3, 20), (13, 5, 6)] {
        for spread in [spread_evenly(count, samples, hits), spread_from_the_first_run(count, samples, hits)] {
            let mirrored: Vec<(u64, u64)> = spread.iter().map(|(hits, samples)| (samples - hits, *samples)).collect();
            let (low, high) = clopper_pearson(hits as f64 / samples as f64, count as f64);
            for counts in [spread, mirrored] {
                let found = interval95(&runs(&counts)).expect("there are samples");
                assert!(
                    found.high - found.low <= 1.5 * (high - low) + 1e-9,
                    "{hits} hits in {count} × {samples}: {found:?}"
                );
            }
        }
    }
}

prop_compose! {
    fn counts()(counts in prop::collection::vec((0_u64..=5, 0_u64..=5), 1..30)) -> Vec<(u64, u64)> {
        counts.into_iter().map(|(one, other)| (one.min(other), one.max(other))).collect()
    }
}

proptest! {
    #[test]
    fn it_holds_the_rate_and_stays_within_nothing_and_all(counts in counts()) {
        let (hits, samples) = counts.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        let found = interval95(&runs(&counts));
        prop_assert_eq!(found.is_some(), samples > 0);
        if let Some(interval) = found {
            let rate = hits as f64 / samples as f64;
            prop_assert!(0.0 <= interval.low && interval.low <= rate + 1e-12, "{:?}", interval);
            prop_assert!(rate <= interval.high + 1e-12 && interval.high <= 1.0, "{:?}", interval);
        }
    }

    #[test]
    fn hits_and_misses_mirror_each_other(counts in counts()) {
        let mirrored: Vec<(u64, u64)> = counts.iter().map(|(hits, samples)| (samples - hits, *samples)).collect();
        if let (Some(one), Some(other)) = (interval95(&runs(&counts)), interval95(&runs(&mirrored))) {
            prop_assert!((one.low - (1.0 - other.high)).abs() < 1e-9 && (one.high - (1.0 - other.low)).abs() < 1e-9);
        }
    }

    #[test]
    fn it_is_never_narrower_than_that_of_independent_samples(counts in counts()) {
        let together: (u64, u64) = counts.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        if let Some(interval) = interval95(&runs(&counts)) && together.0 > 0 && together.0 < together.1 {
            let (low, high) = wilson(together.0 as f64 / together.1 as f64, together.1 as f64, Z);
            prop_assert!(interval.high - interval.low >= high - low - 1e-9, "{:?}", interval);
        }
    }
}

#[test]
fn an_interval_with_four_digits_holds_what_it_held() {
    let interval = Interval { low: 0.123_49, high: 0.567_81, method: IntervalMethod::WilsonByRun };
    let rounded = interval.with_four_digits();
    assert_eq!((rounded.low, rounded.high), (0.1234, 0.5679));
    assert_eq!(rounded.with_four_digits(), rounded);
}

#[test]
fn a_mean_over_runs_has_an_interval_that_holds_it_and_narrows_with_runs() {
    assert_eq!(mean_interval95(&[(3, 3), (2, 1), (0, 0), (5, 2)], 1.0), None, "three runs have values");
    let alike = |runs: usize| mean_interval95(&vec![(3, 3); runs], 1.0).expect("there are runs");
    assert!(alike(4).lowest == 1.0 && alike(4).highest > 1.5 && alike(40).highest < 1.1, "{:?}", alike(40));
    let runs: Vec<(u64, u64)> = (0..20).map(|run| (3 * (1 + run % 3), 3)).collect();
    let found = mean_interval95(&runs, 1.0).expect("there are runs");
    // Positions 1, 2 and 3 in turn: Student's 2.09 times 0.83, divided by the square root of 20, plus the assumed run.
    assert!(found.lowest < 1.95 - 0.35 && found.lowest > 1.4 && found.highest < 2.5, "{found:?}");
    assert_eq!(MeanInterval { lowest: 1.234_56, highest: 2.345_61 }.with_four_digits().highest, 2.3457);
}
