//! Rows of a series: one for each hour, day, week or month of the period.

use askline_domain::analytics::series::Rows;
use schemars::JsonSchema;
use serde::Serialize;

use crate::ports::analytics::Counts;

/// The maximum number of parts of a series, since a chart cannot show more; the rest is one part `other`.
pub const MAX_PARTS: usize = 5;

/// One row of a series.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SeriesRow {
    /// The calendar date; for a week or a month, its first day within the period. With `interval=hour`, the time at which the
    /// hour begins, such as `2026-03-01T23:00:00.000Z`.
    pub date: String,
    /// The count.
    pub value: i64,
}

/// What was counted in the previous period.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "Previous{T}")]
pub struct Previous<T> {
    /// Sums. Until the period has ended, the previous one is counted up to the same hour, including that hour.
    pub totals: T,
    /// Its rows, oldest first.
    pub series: Vec<SeriesRow>,
}

/// The rows of several counters together.
pub fn series<'c>(rows: &Rows, counts: impl IntoIterator<Item = &'c Counts>) -> Vec<SeriesRow> {
    let sums = rows.sums(counts.into_iter().flat_map(|counts| counts.by_slot.iter().copied()));
    rows.names().zip(sums).map(|(date, value)| SeriesRow { date: date.to_owned(), value }).collect()
}
