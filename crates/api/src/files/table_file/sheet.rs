//! A workbook: the table, written row by row, and "About this file". Rows wait in a temporary file.
//!
//! Compressed pieces are sent to the caller.

use std::io;

use bytes::Bytes;
use futures_util::{Stream, StreamExt as _, pin_mut};
use jiff::tz::TimeZone;
use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};

use super::cell::{Cell, Row, decimal, share, time_at};
use crate::pipeline::{
    error::ApiError,
    response::file_body::{FileWriter, PIECE_BYTES},
};

/// The maximum number of characters in a cell of a workbook.
const MAX_TEXT_CHARACTERS: usize = 32_767;
const FIRST_COLUMN_WIDTH: f64 = 48.0;
const COLUMN_WIDTH: f64 = 18.0;
const MEANING_WIDTH: f64 = 90.0;

/// The table of a workbook.
pub(super) struct Table {
    /// Its name, which names the first sheet.
    pub(super) name: &'static str,
    pub(super) headings: Vec<&'static str>,
    /// The rows of the second sheet, below its name.
    pub(super) about: Vec<[String; 2]>,
    /// The name of the second sheet.
    pub(super) about_name: &'static str,
}

/// Writes the workbook.
pub(super) async fn write(
    file: FileWriter,
    table: Table,
    zone: TimeZone,
    rows: impl Stream<Item = Result<Vec<Row>, ApiError>> + Send,
) -> Result<FileWriter, ApiError> {
    let Table { name, headings, about, about_name } = table;
    let mut sheet = blocking(move || Sheet::new(name, &headings)).await?;
    pin_mut!(rows);
    while let Some(part) = rows.next().await {
        let (part, zone) = (part?, zone.clone());
        sheet = blocking(move || sheet.with(part, &zone)).await?;
    }
    let runtime = tokio::runtime::Handle::current();
    blocking(move || {
        sheet.describe(about_name, &about)?;
        let mut pieces = Pieces { file, runtime, waiting: Vec::new() };
        sheet.book.save_to_writer(&mut pieces)?;
        io::Write::flush(&mut pieces)?;
        Ok(pieces.file)
    })
    .await
}

/// Runs work that waits for a disk or needs a processor for long, on a thread that may block.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, XlsxError> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.map_err(ApiError::internal)?.map_err(ApiError::internal)
}

/// A sheet and the number of its next row.
struct Sheet {
    book: Workbook,
    next: u32,
    formats: Formats,
}

struct Formats {
    count: Format,
    decimal: Format,
    share: Format,
    moment: Format,
}

impl Sheet {
    fn new(name: &str, headings: &[&str]) -> Result<Self, XlsxError> {
        let mut book = Workbook::new();
        let bold = Format::new().set_bold();
        let sheet = book.add_worksheet_with_constant_memory()?;
        sheet.set_name(name)?;
        sheet.set_freeze_panes(1, 0)?;
        for (column, heading) in (0_u16..).zip(headings) {
            sheet.set_column_width(column, if column == 0 { FIRST_COLUMN_WIDTH } else { COLUMN_WIDTH })?;
            sheet.write_string_with_format(0, column, *heading, &bold)?;
        }
        let formats = Formats {
            count: Format::new().set_num_format("#,##0"),
            decimal: Format::new().set_num_format("0.0"),
            share: Format::new().set_num_format("0.0%"),
            moment: Format::new().set_num_format("yyyy-mm-dd hh:mm"),
        };
        Ok(Self { book, next: 1, formats })
    }

    /// Adds the second sheet.
    fn describe(&mut self, name: &str, rows: &[[String; 2]]) -> Result<(), XlsxError> {
        let bold = Format::new().set_bold();
        let sheet = self.book.add_worksheet_with_constant_memory()?;
        sheet.set_name(name)?;
        sheet.set_column_width(0, FIRST_COLUMN_WIDTH)?;
        sheet.set_column_width(1, MEANING_WIDTH)?;
        sheet.write_string_with_format(0, 0, name, &bold)?;
        for (row, [name, text]) in (1_u32..).zip(rows) {
            sheet.write_string(row, 0, name)?;
            sheet.write_string(row, 1, text.chars().take(MAX_TEXT_CHARACTERS).collect::<String>())?;
        }
        Ok(())
    }

    fn with(mut self, rows: Vec<Row>, zone: &TimeZone) -> Result<Self, XlsxError> {
        let sheet = self.book.worksheet_from_index(0)?;
        for row in rows {
            for (column, cell) in (0_u16..).zip(row) {
                write_cell(sheet, (self.next, column), cell, &self.formats, zone)?;
            }
            self.next += 1;
        }
        Ok(self)
    }
}

fn write_cell(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    cell: Cell,
    formats: &Formats,
    zone: &TimeZone,
) -> Result<(), XlsxError> {
    match cell {
        // Text is never a formula in a workbook, so it needs no guard.
        Cell::Text(text) => {
            sheet.write_string(row, column, text.chars().take(MAX_TEXT_CHARACTERS).collect::<String>())?
        }
        Cell::Count(count) => sheet.write_number_with_format(row, column, count as f64, &formats.count)?,
        Cell::Decimal(value) => sheet.write_number_with_format(row, column, decimal(value), &formats.decimal)?,
        Cell::Share(value) => sheet.write_number_with_format(row, column, share(value), &formats.share)?,
        Cell::Moment(at) => sheet.write_datetime_with_format(row, column, time_at(at, zone), &formats.moment)?,
        Cell::Nothing => sheet,
    };
    Ok(())
}

/// Sends pieces as fast as the client accepts them, from a thread that may block.
struct Pieces {
    file: FileWriter,
    runtime: tokio::runtime::Handle,
    waiting: Vec<u8>,
}

impl io::Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.waiting.extend_from_slice(bytes);
        if self.waiting.len() >= PIECE_BYTES {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let piece = Bytes::from(std::mem::take(&mut self.waiting));
        if piece.is_empty() {
            return Ok(());
        }
        let sent = self.runtime.block_on(self.file.write(piece));
        sent.map_err(|_| io::Error::other("the client does not read the file"))
    }
}
