//! The first rows of a list, and its number of rows.

use std::{cmp::Reverse, collections::BTreeMap};

use schemars::JsonSchema;
use serde::Serialize;

/// The maximum number of rows in a panel.
pub const MAX_PANEL_ROWS: usize = 9;

/// The first rows of a list.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "PanelOf{T}")]
pub struct Panel<T> {
    /// The number of rows in the whole list.
    pub total: u64,
    /// The first rows, at most nine.
    pub items: Vec<T>,
}

impl<T> Panel<T> {
    /// Takes the rows with the largest sizes. Rows of equal size keep their order; rows of size (0, 0) are not counted.
    pub fn largest(rows: impl IntoIterator<Item = T>, size: impl Fn(&T) -> (i64, i64)) -> Self {
        let mut items: Vec<T> = rows.into_iter().filter(|row| size(row) != (0, 0)).collect();
        items.sort_by_key(|row| Reverse(size(row)));
        let total = items.len() as u64;
        items.truncate(MAX_PANEL_ROWS);
        Self { total, items }
    }
}

/// Sums the values of each key.
pub fn sums<K: Ord>(rows: impl IntoIterator<Item = (K, i64)>) -> BTreeMap<K, i64> {
    let mut sums = BTreeMap::new();
    rows.into_iter().for_each(|(key, value)| *sums.entry(key).or_default() += value);
    sums
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_panel_shows_the_largest_and_counts_all(
            rows in prop::collection::vec(("[a-z]{1,2}", 0_i64..20), 0..60),
        ) {
            let sums = sums(rows);
            let panel = Panel::largest(sums.clone(), |row| (row.1, 0));
            prop_assert_eq!(panel.total as usize, sums.values().filter(|value| **value != 0).count());
            prop_assert_eq!(panel.items.len(), MAX_PANEL_ROWS.min(panel.total as usize));
            let in_order = |a: &(String, i64), b: &(String, i64)| a.1 > b.1 || (a.1 == b.1 && a.0 < b.0);
            prop_assert!(panel.items.is_sorted_by(in_order));
            let least = panel.items.last().map_or(i64::MAX, |row| row.1);
            let left_out = sums.iter().filter(|row| !panel.items.iter().any(|shown| shown.0 == *row.0));
            prop_assert!(left_out.map(|row| *row.1).all(|value| value <= least));
        }
    }
}
