//! Writes CSV, quoted according to RFC 4180; lines end with LF.
//!
//! Texts in the rows must already be [`harmless`].

use askline_app::reports::counters::Report;
use serde::Serialize;

use crate::{files::spreadsheet_cell::harmless, pipeline::handling::ApiError};

/// A report's series: a header, then a line for each row, with a column for each part if parts were requested.
pub fn of_report<R: Report>(report: &R) -> Result<Vec<u8>, ApiError> {
    let (name, rows) = report.csv_series();
    let parts = report.parts();
    let labels: Vec<String> = parts.iter().map(|(label, _)| harmless(label).to_string()).collect();
    let header: Vec<&str> = ["date", name].into_iter().chain(labels.iter().map(String::as_str)).collect();
    let lines = rows.iter().enumerate().map(|(place, row)| {
        let values = parts.iter().map(|(_, values)| values.get(place).copied().unwrap_or(0));
        let values = std::iter::once(row.value).chain(values).map(|value| value.to_string());
        std::iter::once(row.date.clone()).chain(values).collect::<Vec<_>>()
    });
    of_rows(&header, lines)
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
