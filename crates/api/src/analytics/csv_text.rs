//! CSV as RFC 4180, safe to open in a spreadsheet.

use serde::Serialize;

use super::answers::Report;
use crate::error::ApiError;

/// A report's series: a header, then one row per day.
pub fn of_report<R: Report>(report: &R) -> Result<Vec<u8>, ApiError> {
    let (name, rows) = report.csv_series();
    let rows = rows.iter().map(|row| (row.date.clone(), row.value));
    of_rows(&["date", name], rows)
}

/// A header and rows.
pub fn of_rows(header: &[&str], rows: impl IntoIterator<Item = impl Serialize>) -> Result<Vec<u8>, ApiError> {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    writer.write_record(header).map_err(ApiError::internal)?;
    for row in rows {
        writer.serialize(row).map_err(ApiError::internal)?;
    }
    writer.into_inner().map_err(ApiError::internal)
}
