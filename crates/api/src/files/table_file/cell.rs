//! The cells of a table, and its rows.

use jiff::{Timestamp, civil::DateTime, tz::TimeZone};

/// The number of decimals of a share. A percentage then has four.
const SHARE_DIGITS: i32 = 6;
/// The number of decimals of other numbers.
const DECIMAL_DIGITS: i32 = 2;

/// The content of a cell.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cell {
    Text(String),
    Count(i64),
    Decimal(f64),
    /// A part of a whole: `0.25` is shown as 25%.
    Share(f64),
    Moment(Timestamp),
    /// Unknown, or not applicable in this row.
    Nothing,
}

impl Cell {
    /// The share of `value` in `whole`; nothing if `whole` is 0.
    pub(crate) fn share_of(value: i64, whole: i64) -> Self {
        if whole == 0 { Self::Nothing } else { Self::Share(value as f64 / whole as f64) }
    }
}

impl From<Option<i64>> for Cell {
    fn from(count: Option<i64>) -> Self {
        count.map_or(Self::Nothing, Self::Count)
    }
}

/// A row, in the order of the columns.
pub(crate) type Row = Vec<Cell>;

/// The time in the site's time zone, to the second.
pub(super) fn time_at(at: Timestamp, zone: &TimeZone) -> DateTime {
    at.to_zoned(zone.clone()).datetime().with().subsec_nanosecond(0).build().unwrap_or_default()
}

/// The value with a limited number of decimals: a division's sixteen digits only look exact.
fn rounded(value: f64, digits: i32) -> f64 {
    let scale = 10_f64.powi(digits);
    (value * scale).round() / scale
}

/// A share as a file has it.
pub(super) fn share(value: f64) -> f64 {
    rounded(value, SHARE_DIGITS)
}

/// Another number that is not whole, as a file has it.
pub(super) fn decimal(value: f64) -> f64 {
    rounded(value, DECIMAL_DIGITS)
}
