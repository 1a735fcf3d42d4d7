//! A workbook with one sheet, written row by row. Rows wait in a temporary file; compressed pieces are sent to the caller.

use std::io;

use bytes::Bytes;
use futures_util::{Stream, StreamExt as _, pin_mut};
use jiff::tz::TimeZone;
use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};

use super::cell::{Cell, Row, time_at};
use crate::pipeline::{
    error::ApiError,
    response::file_body::{FileWriter, PIECE_BYTES},
};

/// The maximum number of characters in a cell of a workbook.
const MAX_TEXT_CHARACTERS: usize = 32_767;
const FIRST_COLUMN_WIDTH: f64 = 48.0;
const COLUMN_WIDTH: f64 = 18.0;

/// Writes the sheet.
pub(super) async fn write(
    file: FileWriter,
    headings: Vec<&'static str>,
    zone: TimeZone,
    rows: impl Stream<Item = Result<Vec<Row>, ApiError>> + Send,
) -> Result<FileWriter, ApiError> {
    let mut sheet = blocking(move || Sheet::new(&headings)).await?;
    pin_mut!(rows);
    while let Some(part) = rows.next().await {
        let (part, zone) = (part?, zone.clone());
        sheet = blocking(move || sheet.with(part, &zone)).await?;
    }
    let runtime = tokio::runtime::Handle::current();
    blocking(move || {
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
    fn new(headings: &[&str]) -> Result<Self, XlsxError> {
        let mut book = Workbook::new();
        let bold = Format::new().set_bold();
        let sheet = book.add_worksheet_with_constant_memory()?;
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
        Cell::Decimal(value) => sheet.write_number_with_format(row, column, value, &formats.decimal)?,
        Cell::Share(value) => sheet.write_number_with_format(row, column, value, &formats.share)?,
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
