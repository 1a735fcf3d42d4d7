//! Tests of bets in cases that are small enough to verify on paper.

use super::*;

fn rates(before: (usize, f64), after: (usize, f64)) -> impl Iterator<Item = f64> {
    std::iter::repeat_n(before.1, before.0).chain(std::iter::repeat_n(after.1, after.0))
}

#[test]
fn the_wealth_is_the_product_of_the_bets_on_pairs_from_the_change_outwards() {
    let watch = Watch::of([0.0, 0.5, 0.0, 1.0, 0.5, 1.0]);
    let found = watch.evidence().expect("there are pairs");
    // Pairs from the fourth run on: 1 − 0, 0.5 − 0.5, 1 − 0.
    let expected = BETS.iter().map(|bet| (1.0 + bet).powi(2)).sum::<f64>() / 4.0;
    assert_eq!((found.from, found.is_rise), (3, true));
    let before_resemblance = found.wealth.powf(watch.inflation_at(3));
    assert!((before_resemblance - expected).abs() < 1e-9, "{found:?}");
    assert!((watch.wealth_at(3, true) - found.wealth).abs() < 1e-12);
}

#[test]
fn a_flip_becomes_clear_after_seventeen_runs_with_more_before_and_never_sooner() {
    for runs in 1..=20 {
        let clear = Watch::of(rates((20, 0.0), (runs, 1.0))).clear();
        assert_eq!(clear.is_some(), runs >= 17, "{runs} runs");
        if let Some(clear) = clear {
            assert_eq!((clear.from, clear.is_rise), (20, true));
        }
        let mirrored = Watch::of(rates((20, 1.0), (runs, 0.0))).clear();
        assert_eq!(mirrored.map(|found| found.is_rise), clear.map(|found| !found.is_rise));
    }
    let half = MIN_RUNS / 2;
    assert_eq!(Watch::of(rates((half, 0.0), (half, 1.0))).clear().map(|found| found.from), Some(half));
    for before in 0..MIN_RUNS {
        let watch = Watch::of(rates((before, 0.0), (MIN_RUNS - 1 - before, 1.0)));
        assert_eq!(watch.clear(), None, "{before} of {} runs", MIN_RUNS - 1);
    }
}

#[test]
fn what_never_changes_and_what_was_not_paired_say_nothing() {
    assert_eq!(Watch::of([]).evidence(), None);
    assert_eq!(Watch::of([1.0]).evidence(), None);
    assert_eq!(Watch::of([0.4; 200]).evidence(), None);
}
