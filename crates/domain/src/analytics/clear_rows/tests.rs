//! Simulations of lists whose rows change or do not.

use rand::RngExt as _;

use super::*;
use crate::{
    citations::statistics::simulated::{poisson, seeded},
    shared::calendar::Window,
};

const NOW: Window = Window { from: Day(1_000), to: Day(1_029) };

/// What rows are drawn: how many, how many of them double, and how much days vary beyond chance.
struct Drawn {
    rows: usize,
    doubled: usize,
    wavers: f64,
}

/// The share of rows called changed that did not change, and the share of the doubled rows that are found, on average over `draws`.
fn shares(drawn: &Drawn, draws: usize) -> (f64, f64) {
    let compared = Compared::of(NOW, NOW.previous(), Day(NOW.to.0 + 1)).expect("days are over");
    let mut random = seeded(11);
    let (mut wrong, mut found) = (0.0, 0.0);
    for _ in 0..draws {
        let rows: BTreeMap<usize, ByDay> = (0..drawn.rows)
            .map(|row| {
                // Rows of very different size, as pages have.
                let mean = 30.0 / (row % 40 + 1) as f64;
                let counts = compared.days().iter().map(|day| {
                    let change = if row < drawn.doubled && day >= NOW.from { 2.0 } else { 1.0 };
                    let level = 1.0 + drawn.wavers * (random.random::<f64>() - 0.5) * 12.0_f64.sqrt();
                    (day, poisson(mean * change * level.max(0.05), &mut random))
                });
                (row, counts.collect())
            })
            .collect();
        let verdicts = changes(compared, rows);
        let is_clear = |row: &usize| verdicts.get(row).is_some_and(|verdict| verdict.clear);
        let right = (0..drawn.doubled).filter(is_clear).count() as f64;
        let called = (0..drawn.rows).filter(is_clear).count() as f64;
        wrong += (called - right) / called.max(1.0);
        found += right / (drawn.doubled.max(1)) as f64;
    }
    (wrong / draws as f64, found / draws as f64)
}

fn check(draws: usize) {
    for (rows, doubled) in [(1, 0), (9, 0), (200, 0), (40, 8), (200, 40)] {
        for wavers in [0.0, 0.4] {
            let (wrong, found) = shares(&Drawn { rows, doubled, wavers }, draws);
            println!("{rows} rows, {doubled} doubled, wavers {wavers}: {wrong:.3} wrong, {found:.3} found");
            let most = FALSE_DISCOVERIES + 3.0 * (FALSE_DISCOVERIES * 0.95 / draws as f64).sqrt();
            assert!(wrong <= most, "{rows} rows, {doubled} doubled, wavers {wavers}: {wrong:.3} wrong");
            assert!(doubled == 0 || found > 0.45, "{rows} rows, {doubled} doubled, wavers {wavers}: {found:.3} found");
        }
    }
}

#[test]
fn of_the_rows_called_changed_at_most_5_of_100_did_not_and_most_that_doubled_are_found() {
    check(40);
}

#[test]
#[ignore = "long: run by make test-long"]
fn of_the_rows_called_changed_at_most_5_of_100_did_not_in_many_draws() {
    check(600);
}

#[test]
fn small_and_young_rows_get_a_reason_in_place_of_a_verdict() {
    let compared = Compared::of(NOW, NOW.previous(), Day(NOW.to.0 + 1)).expect("days are over");
    let of = |from: i32, each: i64| -> ByDay { (from..=NOW.to.0).step_by(3).map(|day| (Day(day), each)).collect() };
    let oldest = compared.days().from.0;
    let rows = [("small", of(oldest, 0)), ("young", of(NOW.from.0 - 20, 9)), ("steady", of(oldest, 9))];
    let mut rows: BTreeMap<_, _> = rows.into();
    rows.get_mut("small").expect("it is there").extend([(Day(oldest), 5), (NOW.from, 7)]);
    let verdicts = changes(compared, rows);
    assert_eq!(verdicts["small"], RowChange::TOO_FEW);
    assert_eq!(verdicts["young"], RowChange::TOO_SHORT);
    assert_eq!(verdicts["steady"], RowChange::unclear(RowReason::WithinVariation));
}

#[test]
fn a_row_is_clear_only_if_it_is_rare_enough_for_its_rank() {
    for (rarities, clear) in [
        (&[0.04][..], 1),
        (&[0.06], 0),
        (&[0.01, 0.04], 2),
        (&[0.03, 0.06], 0),
        (&[0.001, 0.03, 0.9, 0.9], 1),
        (&[0.02, 0.021, 0.022, 0.9], 3),
        (&[], 0),
    ] {
        assert_eq!(clear_of_ordered(rarities.iter().copied()), clear, "{rarities:?}");
    }
}
