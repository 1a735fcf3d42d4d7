//! The cells of a table, and its rows.

use jiff::{Timestamp, civil::DateTime, tz::TimeZone};

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
