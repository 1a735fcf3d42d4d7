//! Splits a series by label.

use super::{
    OTHER,
    series::{Rows, SlotValue},
};

/// A part of a series: its label, and one number for each row of the series.
pub type Part = (String, Vec<i64>);

/// Splits a series by label: the largest parts come first, and the parts beyond `most` are combined into one part
/// [`OTHER`], which comes last. Parts that sum to 0 are left out.
pub fn parts(rows: &Rows, most: usize, split: impl IntoIterator<Item = (String, Vec<SlotValue>)>) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for (label, values) in split {
        let values = rows.sums(values);
        match parts.iter_mut().find(|(known, _)| *known == label) {
            Some((_, known)) => add(known, &values),
            None => parts.push((label, values)),
        }
    }
    let sum = |part: &Part| part.1.iter().sum::<i64>();
    parts.retain(|part| sum(part) != 0);
    parts.sort_by(|a, b| (a.0 == OTHER).cmp(&(b.0 == OTHER)).then(sum(b).cmp(&sum(a))).then_with(|| a.0.cmp(&b.0)));
    let named = parts.iter().filter(|part| part.0 != OTHER).count();
    if named > most {
        let rest = parts.split_off(most);
        let mut other = vec![0; rows.len()];
        rest.iter().for_each(|(_, values)| add(&mut other, values));
        parts.push((OTHER.into(), other));
    }
    parts
}

fn add(sums: &mut [i64], more: &[i64]) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

#[cfg(test)]
mod tests {
    use jiff::tz::TimeZone;
    use proptest::prelude::*;

    use super::*;
    use crate::{
        analytics::series::{Interval, Slot},
        shared::calendar::{Day, Window},
    };

    proptest! {
        #[test]
        fn parts_are_bounded_ordered_and_add_up_to_the_series(
            values in prop::collection::vec(("[a-h]|other", 0_i32..10, 1_i64..50), 0..80),
            most in 1_usize..7,
        ) {
            let rows = Rows::of(Window { from: Day(0), to: Day(9) }, Interval::Day, &TimeZone::UTC);
            let split = values.iter().map(|(label, day, value)| {
                (label.clone(), vec![SlotValue { slot: Slot { day: Day(*day), hour: 0 }, value: *value }])
            });
            let parts = parts(&rows, most, split);
            prop_assert!(parts.len() <= most + 1);
            prop_assert_eq!(
                parts.iter().flat_map(|part| &part.1).sum::<i64>(),
                values.iter().map(|value| value.2).sum::<i64>()
            );
            let sums: Vec<i64> =
                parts.iter().filter(|part| part.0 != OTHER).map(|part| part.1.iter().sum()).collect();
            prop_assert!(sums.is_sorted_by(|a, b| a >= b));
            prop_assert!(parts.iter().rev().skip(1).all(|part| part.0 != OTHER), "the rest stands last");
        }
    }
}
