//! Which rows of a breakdown clearly differ from the previous window.
//!
//! Each row is tested against its own earlier weeks, as a site's counts are. Among many rows some differ by chance, so the rows that
//! are called changed are chosen together: on average, at most 5% of them did not change.
//!
//! Source: Y. Benjamini and Y. Hochberg, "Controlling the False Discovery Rate: A Practical and Powerful Approach to Multiple
//! Testing", Journal of the Royal Statistical Society B 57 (1995), 289–300.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::clear_count::Compared;
use crate::shared::calendar::Day;

/// The expected share of rows called changed that did not change.
const FALSE_DISCOVERIES: f64 = 0.05;
/// The count in both windows together from which on a row is tested.
pub const MIN_COUNT: i64 = 20;

/// Whether a row clearly differs from the previous period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RowChange {
    /// Whether it does. If false, do not show the difference as a rise or a fall.
    pub clear: bool,
    /// Why.
    pub reason: RowReason,
}

/// Why a row's change is clear or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RowReason {
    /// It is larger than what the row varies by, also among all rows of the list.
    Clear,
    /// The row, or one among so many rows, varies that much from period to period.
    WithinVariation,
    /// There are less than eight weeks of earlier days, or no day of the period is complete.
    TooShort,
    /// The row counts less than twenty in both periods together, or it is beyond the 200 largest pages.
    TooFew,
}

impl RowChange {
    /// The verdict on a row that is too small to be tested.
    pub const TOO_FEW: Self = Self::unclear(RowReason::TooFew);
    /// The verdict on a row without enough earlier days.
    pub const TOO_SHORT: Self = Self::unclear(RowReason::TooShort);

    const fn unclear(reason: RowReason) -> Self {
        Self { clear: false, reason }
    }
}

/// The counts of a row by day.
pub type ByDay = BTreeMap<Day, i64>;

/// The verdict on each row of a breakdown, given the counts of all its rows by day. Rows that are missing are too small.
pub fn changes<K: Ord>(compared: Compared, rows: BTreeMap<K, ByDay>) -> BTreeMap<K, RowChange> {
    let mut verdicts = BTreeMap::new();
    let mut tested = Vec::new();
    for (key, by_day) in rows {
        match compared.evidence(&by_day) {
            None => drop(verdicts.insert(key, RowChange::TOO_SHORT)),
            Some(found) if found.counted() < MIN_COUNT => drop(verdicts.insert(key, RowChange::TOO_FEW)),
            Some(found) => tested.push((found.rarity(), key)),
        }
    }
    tested.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let clear = clear_of_ordered(tested.iter().map(|(rarity, _)| *rarity));
    for (place, (_, key)) in tested.into_iter().enumerate() {
        let is_clear = place < clear;
        let reason = if is_clear { RowReason::Clear } else { RowReason::WithinVariation };
        verdicts.insert(key, RowChange { clear: is_clear, reason });
    }
    verdicts
}

/// How many of these probabilities, which must be ascending, are called changes.
fn clear_of_ordered(rarities: impl ExactSizeIterator<Item = f64>) -> usize {
    let all = rarities.len() as f64;
    let passes = |(place, rarity): (usize, f64)| (rarity * all <= FALSE_DISCOVERIES * place as f64).then_some(place);
    (1..).zip(rarities).filter_map(passes).last().unwrap_or(0)
}

#[cfg(test)]
mod tests;
