//! Prompts as CSV (RFC 4180): written so that a spreadsheet runs nothing, read back to the same.
//!
//! One column for each field but `warnings`, which are made anew. Platforms stand in one cell, with spaces between
//! them. An empty cell is null or left out.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::{
    PromptView,
    prompt_file::{LINES_MOST, Line, wrong_file},
};
use crate::{
    error::ApiError,
    spreadsheet_cell::{harmless, restored},
};

/// The columns of an export, in order. An import takes any of them, in any order.
const COLUMNS: [&str; 16] = [
    "id",
    "siteId",
    "name",
    "kind",
    "text",
    "platformIds",
    "language",
    "source",
    "status",
    "version",
    "model",
    "generatedAt",
    "variantGroup",
    "weight",
    "createdAt",
    "updatedAt",
];

/// A header, and one row for each prompt.
pub(super) fn write(prompts: &[PromptView]) -> Result<Vec<u8>, ApiError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS).map_err(ApiError::internal)?;
    for prompt in prompts {
        let row = serde_json::to_value(prompt).map_err(ApiError::internal)?;
        writer.write_record(COLUMNS.map(|column| cell(&row[column]))).map_err(ApiError::internal)?;
    }
    writer.into_inner().map_err(ApiError::internal)
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => harmless(text),
        Value::Array(ids) => ids.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

/// The rows as JSON texts of items. A wrong header refuses the file, a wrong row is told by itself.
pub(super) fn read(text: &str) -> Result<Vec<Line<'_>>, ApiError> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut records = reader.records();
    let header = match records.next() {
        Some(header) => {
            header.map_err(|error| wrong_file("", "INVALID_CSV", format!("The CSV is broken: {error}.")))?
        }
        None => return Err(wrong_file("", "REQUIRED", "The CSV has no header: its first row names the columns.")),
    };
    let columns: Vec<&str> = header.iter().map(str::trim).collect();
    check_columns(&columns)?;
    let mut lines = Vec::new();
    for record in records {
        if lines.len() == LINES_MOST {
            break;
        }
        let record = record.map_err(|error| wrong_file("", "INVALID_CSV", format!("The CSV is broken: {error}.")))?;
        // Spreadsheets leave rows without a word behind.
        if record.iter().all(str::is_empty) {
            continue;
        }
        if record.len() != columns.len() {
            let message = format!("The row has {} cells; the header has {}.", record.len(), columns.len());
            lines.push(Line::wrong("WRONG_NUMBER_OF_CELLS", message));
            continue;
        }
        let fields: Map<String, Value> = columns
            .iter()
            .zip(&record)
            .filter_map(|(column, cell)| Some(((*column).to_owned(), field(column, restored(cell))?)))
            .collect();
        lines.push(Line::Text(Value::Object(fields).to_string().into()));
    }
    Ok(lines)
}

fn check_columns(columns: &[&str]) -> Result<(), ApiError> {
    let mut seen = HashSet::new();
    for column in columns {
        if !COLUMNS.contains(column) {
            let shown: String = column.chars().take(60).collect();
            let message =
                format!("There is no column '{}'; the columns are {}.", shown.escape_debug(), COLUMNS.join(", "));
            return Err(wrong_file(&shown, "UNKNOWN_FIELD", message));
        }
        if !seen.insert(column) {
            return Err(wrong_file(column, "DUPLICATE", format!("The column {column} stands there twice.")));
        }
    }
    Ok(())
}

/// The JSON value of a cell; `None` when it says nothing.
fn field(column: &str, cell: &str) -> Option<Value> {
    match column {
        "name" | "text" => Some(cell.into()),
        "platformIds" => Some(cell.split_whitespace().collect()),
        "variantGroup" if cell.is_empty() => Some(Value::Null),
        _ if cell.is_empty() => None,
        // What is no number stays a text, and is refused as one.
        "weight" | "version" => Some(cell.trim().parse::<u64>().map_or_else(|_| cell.into(), Value::from)),
        _ => Some(cell.into()),
    }
}
