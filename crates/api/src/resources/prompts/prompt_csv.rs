//! Prompts as CSV (RFC 4180) for spreadsheets. Reading an export returns the same prompts, and no cell runs a formula.
//!
//! An import also reads what spreadsheets of other regions save: cells separated by semicolons or tabs, with or without a first
//! line `sep=;`.
//!
//! There is one column for each field except `warnings`, which are computed again. Assistants are in one cell, separated by
//! spaces. An empty cell means an empty name, text or list of assistants; in other columns, null or omitted.

use std::rc::Rc;

use askline_domain::{
    prompts::Prompt,
    shared::{steps, violation::Violation},
};
use csv_core::ReadFieldResult;
use serde_json::{Map, Value};

use super::{
    file_limits::{MAX_ITEM_BYTES, MAX_LINES, wrong_file, wrong_line},
    file_lines::LineCounter,
};
use crate::{
    files::spreadsheet_cell::{harmless, restored},
    pipeline::handling::ApiError,
};

/// Steps counted for each byte of a file.
const STEPS_TO_READ_A_BYTE: usize = 10;

/// The columns of an export, in order. An import accepts any of them, in any order.
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

/// The byte order mark. Without it, some spreadsheets read UTF-8 as another encoding.
const UTF8_MARK: &str = "\u{feff}";

/// What may separate the cells of a row. The first is what an export has.
const SEPARATORS: [u8; 3] = *b",;\t";

/// The beginning of a file: the byte order mark, and the first row, which names the columns.
pub(super) fn header() -> Result<Vec<u8>, ApiError> {
    let mut file = UTF8_MARK.as_bytes().to_vec();
    write_record(&mut file, COLUMNS)?;
    Ok(file)
}

/// Adds the row of a prompt.
pub(super) fn write(file: &mut Vec<u8>, prompt: &Prompt) -> Result<(), ApiError> {
    let row = serde_json::to_value(prompt).map_err(ApiError::internal)?;
    write_record(file, COLUMNS.map(|column| cell(&row[column])))
}

fn write_record(file: &mut Vec<u8>, cells: [impl AsRef<[u8]>; COLUMNS.len()]) -> Result<(), ApiError> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(file);
    writer.write_record(cells).map_err(ApiError::internal)?;
    writer.flush().map_err(ApiError::internal)
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => harmless(text),
        Value::Array(ids) => ids.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

/// A row of a file, not split into cells yet.
pub(super) struct Row<'a> {
    text: &'a str,
    line: u32,
    cells: usize,
    separator: u8,
    columns: Rc<[&'static str]>,
}

impl Row<'_> {
    /// Its length in bytes.
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// The line on which it begins, from 1.
    pub(super) const fn line(&self) -> u32 {
        self.line
    }

    /// The JSON text of the item, or why the row is invalid.
    pub(super) fn into_json(self) -> Result<String, Violation> {
        if self.cells != self.columns.len() {
            let message = format!("The row has {} cells; the header has {}.", self.cells, self.columns.len());
            return Err(Violation::new("", "INVALID_CELL_COUNT", message));
        }
        let record =
            record_of(self.text, self.separator).map_err(|message| Violation::new("", "INVALID_CSV", message))?;
        let fields: Map<String, Value> = self
            .columns
            .iter()
            .zip(&record)
            .filter_map(|(column, cell)| Some(((*column).to_owned(), field(column, &restored(cell))?)))
            .collect();
        Ok(Value::Object(fields).to_string())
    }
}

/// The rows of the items, up to one more than allowed. Fails if the header is wrong.
pub(super) fn read(text: &str) -> Result<Vec<Row<'_>>, ApiError> {
    steps::count(STEPS_TO_READ_A_BYTE * text.len());
    let mut lines = LineCounter::new(text);
    let (separator, text) = separator_of(text);
    let mut rows = Rows::of(text, separator);
    let Some(header) = rows.next() else {
        return Err(wrong_file("", "NO_HEADER", "The CSV has no header: its first row names the columns."));
    };
    let line = lines.line_of(header.text);
    if header.text.len() > MAX_ITEM_BYTES {
        let message = format!("The header has {} bytes; it may have {MAX_ITEM_BYTES}.", header.text.len());
        return Err(wrong_line(line, "", "TOO_LONG", message));
    }
    let header = record_of(header.text, separator).map_err(|message| wrong_line(line, "", "INVALID_CSV", message))?;
    let columns: Rc<[&str]> = columns_of(&header, line)?.into();
    // Spreadsheets leave blank rows behind.
    let rows = rows.filter(|row| !row.is_blank).take(MAX_LINES);
    let row = |Span { text, cells, .. }| {
        let (line, columns) = (lines.line_of(text), Rc::clone(&columns));
        Row { text, line, cells, separator, columns }
    };
    Ok(rows.map(row).collect())
}

/// The character that separates the cells, and the text after a first line that only names this character (`sep=;`). Without
/// such a line, it is the one that finds the most columns in the header.
fn separator_of(text: &str) -> (u8, &str) {
    if let Some(found) = named_separator(text) {
        return found;
    }
    let columns_with = |separator: &u8| {
        let header = Rows::of(text, *separator).next().filter(|header| header.text.len() <= MAX_ITEM_BYTES);
        let header = header.and_then(|header| record_of(header.text, *separator).ok());
        header.map_or(0, |cells| cells.iter().filter(|cell| COLUMNS.contains(&cell.trim())).count())
    };
    // `max_by_key` returns the last of equals, and a comma is preferred.
    let separator = SEPARATORS.into_iter().rev().max_by_key(columns_with);
    (separator.unwrap_or(SEPARATORS[0]), text)
}

/// The separator in a first line such as `sep=;`, which some spreadsheets need and write, and the text after that line.
fn named_separator(text: &str) -> Option<(u8, &str)> {
    let (line, rest) = text.split_at(text.find(['\r', '\n'])?);
    // A spreadsheet that does not know the line saves it as a cell.
    let line = line.trim_end_matches([',', ' ']).trim_matches('"');
    let line = if line.len() == "sep=".len() { text.get(..="sep=".len())? } else { line };
    let (name, separator) = line.split_at_checked("sep=".len())?;
    let separator = SEPARATORS.into_iter().find(|known| separator.as_bytes() == [*known])?;
    name.eq_ignore_ascii_case("sep=").then_some((separator, rest))
}

/// Parses one record. The length of the text must be checked first, because each cell needs more memory than its bytes.
fn record_of(text: &str, separator: u8) -> Result<csv::StringRecord, String> {
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.delimiter(separator).has_headers(false).flexible(true).from_reader(text.as_bytes());
    let record = reader.records().next().unwrap_or_else(|| Ok(csv::StringRecord::new()));
    record.map_err(|error| format!("The CSV is broken: {error}."))
}

/// A record of the text, not yet split into cells; without the empty lines before it.
struct Span<'a> {
    text: &'a str,
    cells: usize,
    is_blank: bool,
}

/// Iterates over the records of a text without keeping them: a text of commas has millions of cells.
struct Rows<'a> {
    rest: &'a str,
    reader: csv_core::Reader,
}

impl<'a> Rows<'a> {
    fn of(text: &'a str, separator: u8) -> Self {
        Self { rest: text, reader: csv_core::ReaderBuilder::new().delimiter(separator).build() }
    }
}

impl<'a> Iterator for Rows<'a> {
    type Item = Span<'a>;

    fn next(&mut self) -> Option<Span<'a>> {
        let (mut read, mut cells, mut is_blank) = (0, 0, true);
        // Takes the content of cells, which is ignored here and parsed later, for one record at a time.
        let mut passed_over = [0; 1024];
        loop {
            // An empty input tells the reader that the text has ended.
            let input = self.rest.as_bytes().get(read..).unwrap_or_default();
            let (result, taken, written) = self.reader.read_field(input, &mut passed_over);
            read += taken;
            is_blank &= written == 0;
            match result {
                ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => {}
                ReadFieldResult::Field { record_end: false } => cells += 1,
                ReadFieldResult::Field { record_end: true } => {
                    // A record ends with a line or with the text, so never within a character.
                    let (text, rest) = self.rest.split_at(read);
                    self.rest = rest;
                    return Some(Span { text: text.trim_start_matches(['\n', '\r']), cells: cells + 1, is_blank });
                }
                ReadFieldResult::End => return None,
            }
        }
    }
}

fn columns_of(header: &csv::StringRecord, line: u32) -> Result<Vec<&'static str>, ApiError> {
    let mut columns = Vec::new();
    for name in header.iter().map(str::trim) {
        let Some(column) = COLUMNS.into_iter().find(|column| *column == name) else {
            let shown: String = name.chars().take(60).collect();
            let columns = COLUMNS.join(", ");
            let message = format!("There is no column '{}'; the columns are {columns}.", shown.escape_debug());
            return Err(wrong_line(line, &shown, "UNKNOWN_COLUMN", message));
        };
        if columns.contains(&column) {
            return Err(wrong_line(line, column, "DUPLICATE_COLUMN", format!("The column {column} appears twice.")));
        }
        columns.push(column);
    }
    Ok(columns)
}

/// The JSON value of a cell; `None` if the cell is empty and the field is therefore omitted.
fn field(column: &str, cell: &str) -> Option<Value> {
    match column {
        "name" | "text" => Some(cell.into()),
        "platformIds" => Some(cell.split_whitespace().collect()),
        "variantGroup" if cell.is_empty() => Some(Value::Null),
        _ if cell.is_empty() => None,
        // A value that is not a number stays a text, and is refused as one.
        "weight" | "version" => Some(cell.trim().parse::<u64>().map_or_else(|_| cell.into(), Value::from)),
        _ => Some(cell.into()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The records of a text, as a reader of whole files returns them.
    fn all_records(text: &str) -> Vec<Vec<String>> {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
        let records = reader.records().map(|record| record.expect("text"));
        records.map(|record| record.iter().map(str::to_owned).collect()).collect()
    }

    #[test]
    fn a_row_of_commas_is_counted_and_not_kept() {
        let commas = ",".repeat(3_000_000);
        let file = format!("name,text\n{commas}\nn,\"{commas}\"\n{commas}");
        let spans: Vec<(usize, bool)> = Rows::of(&file, b',').map(|span| (span.cells, span.is_blank)).collect();
        assert_eq!(spans, [(2, false), (3_000_001, true), (2, false), (3_000_001, true)]);
    }

    #[test]
    fn the_separator_is_the_named_one_or_the_one_that_finds_the_columns() {
        for (text, separator, first_row) in [
            ("name,text\n", b',', "name,text"),
            ("name;text\r\n", b';', "name;text"),
            ("\"name\"\t\"text\"\n", b'\t', "\"name\"\t\"text\""),
            ("name\n", b',', "name"),
            ("sep=;\r\nname;text\n", b';', "name;text"),
            ("SEP=\t\nname\ttext\n", b'\t', "name\ttext"),
            ("sep=,\nname,text\n", b',', "name,text"),
            ("\"sep=;\"\nname;text\n", b';', "name;text"),
            ("sep=|\nname|text\n", b',', "sep=|"),
            ("", b',', ""),
        ] {
            let (found, rest) = separator_of(text);
            let first = Rows::of(rest, found).next().map_or("", |row| row.text.trim_end());
            assert_eq!((found, first), (separator, first_row), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn rows_read_by_themselves_are_the_rows_of_the_whole(text in "(,|\"|\"\"|a|é|\n|\r\n|\r| ){0,40}") {
            let by_themselves: Vec<Vec<String>> = Rows::of(&text, b',')
                .map(|span| {
                    let record = record_of(span.text, b',').expect("text");
                    assert_eq!((record.len(), record.iter().all(str::is_empty)), (span.cells, span.is_blank));
                    record.iter().map(str::to_owned).collect()
                })
                .collect();
            prop_assert_eq!(by_themselves, all_records(&text));
        }
    }
}
