//! Tables of the dashboard as CSV files and workbooks. A file has every row up to `MAX_ROWS`, under the dashboard's headings.
//!
//! Rows are read while the file is sent, so that a table is never completely in memory.

mod about;
pub(crate) mod cell;
mod sheet;
pub mod wanted;
pub mod words;

use std::fmt::Write as _;

use askline_domain::shared::calendar::Window;
use axum::http::{HeaderValue, header};
use futures_util::{Stream, StreamExt as _, pin_mut};
use jiff::{civil::Date, tz::TimeZone};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::{
    files::{
        spreadsheet_cell::harmless,
        table_file::{
            about::about_rows,
            cell::{Cell, Row, decimal, share, time_at},
            words::Word,
        },
    },
    pipeline::{
        call::Call,
        caller::SiteAccess,
        error::ApiError,
        response::{
            file_body::{FileBody, FileWriter},
            reply::Reply,
        },
        work_pools::{Holder, Slot, WorkPool},
    },
};

pub use wanted::TableFormat;
pub(crate) use wanted::{Content, MAX_ROWS, Wanted};

/// The number of rows in one part of a file.
pub(crate) const ROWS_AT_ONCE: u32 = 500;
/// The byte order mark. Without it, some spreadsheets read UTF-8 as another encoding.
const UTF8_MARK: &str = "\u{feff}";
const CSV_TYPE: &str = "text/csv; charset=utf-8";
/// The media type of a workbook.
pub(crate) const XLSX_TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// Characters that are not percent-encoded in the extended form of a header's parameter (RFC 8187).
const PLAIN_IN_HEADER: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_');
/// The maximum length of a site's name in a file name, in characters.
const MAX_NAME_CHARACTERS: usize = 80;

/// A table that becomes a file.
pub(crate) struct TableFile {
    wanted: Wanted,
    name: String,
    headings: Vec<&'static str>,
    /// The name of the table, and what the second sheet of a workbook says about the file.
    described: (&'static str, Vec<[String; 2]>),
    zone: TimeZone,
    slot: Slot,
}

impl TableFile {
    /// Starts the file of one of the site's tables in its own slot.
    pub(crate) async fn begin(call: &Call<SiteAccess>, wanted: Wanted, content: Content) -> Result<Self, ApiError> {
        let slot = call.app.slot(WorkPool::Export, Holder::Organization(call.tenant.organization.id)).await?;
        let site = &call.tenant.site;
        let headings = content.columns.iter().map(|column| wanted.word(*column)).collect();
        Ok(Self {
            wanted,
            name: file_name(&site.site.name, wanted, content.what, content.window, content.rows),
            headings,
            described: (wanted.word(content.what), about_rows(wanted, &site.site, &content, call.request.at)),
            zone: site.time_zone.clone(),
            slot,
        })
    }

    /// The response that contains the file.
    pub(crate) fn reply<T>(
        self,
        rows: impl Stream<Item = Result<Vec<Row>, ApiError>> + Send + 'static,
    ) -> Result<Reply<T>, ApiError> {
        let disposition = HeaderValue::from_str(&disposition(&self.name)).map_err(ApiError::internal)?;
        let media_type = if self.wanted.is_workbook { XLSX_TYPE } else { CSV_TYPE };
        let rows = bounded(rows, MAX_ROWS);
        let body = if self.wanted.is_workbook {
            let (name, about) = self.described;
            let about_name = self.wanted.word(Word::AboutThisFile);
            let table = sheet::Table { name, headings: self.headings, about, about_name };
            FileBody::made_in(self.slot, move |file| sheet::write(file, table, self.zone, rows))
        } else {
            FileBody::made_in(self.slot, move |file| write_csv(file, self.headings, self.zone, rows))
        };
        Ok(Reply::file(media_type, body).header(header::CONTENT_DISPOSITION, disposition))
    }
}

/// A slot for the next part of a file that has begun. Tries for at least half a minute, because an incomplete file is useless.
pub(crate) async fn slot_for_part(call: &Call<SiteAccess>, pool: WorkPool) -> Result<Slot, ApiError> {
    const MAX_TRIES: usize = 60;
    let holder = Holder::Organization(call.tenant.organization.id);
    for _ in 0..MAX_TRIES {
        if let Ok(slot) = call.app.slot(pool, holder).await {
            return Ok(slot);
        }
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    }
    call.app.slot(pool, holder).await
}

/// Limits a stream to its first `most` rows.
fn bounded(
    rows: impl Stream<Item = Result<Vec<Row>, ApiError>> + Send + 'static,
    most: usize,
) -> impl Stream<Item = Result<Vec<Row>, ApiError>> + Send + 'static {
    rows.scan(most, |left, part| {
        let part = part.map(|mut rows| {
            rows.truncate(*left);
            *left -= rows.len();
            rows
        });
        let is_beyond = matches!(&part, Ok(rows) if rows.is_empty() && *left == 0);
        std::future::ready((!is_beyond).then_some(part))
    })
}

async fn write_csv(
    file: FileWriter,
    headings: Vec<&'static str>,
    zone: TimeZone,
    rows: impl Stream<Item = Result<Vec<Row>, ApiError>> + Send,
) -> Result<FileWriter, ApiError> {
    let mut head = UTF8_MARK.as_bytes().to_vec();
    head.extend(csv_lines([headings.iter().map(|heading| (*heading).to_owned()).collect()])?);
    file.write(head).await?;
    pin_mut!(rows);
    while let Some(part) = rows.next().await {
        let lines = part?.into_iter().map(|row| row.into_iter().map(|cell| csv_cell(cell, &zone)).collect());
        file.write(csv_lines(lines)?).await?;
    }
    Ok(file)
}

fn csv_lines(rows: impl IntoIterator<Item = Vec<String>>) -> Result<Vec<u8>, ApiError> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        writer.write_record(row).map_err(ApiError::internal)?;
    }
    writer.into_inner().map_err(ApiError::internal)
}

fn csv_cell(cell: Cell, zone: &TimeZone) -> String {
    match cell {
        Cell::Text(text) => harmless(&text),
        Cell::Count(count) => count.to_string(),
        Cell::Decimal(value) => decimal(value).to_string(),
        Cell::Share(value) => share(value).to_string(),
        Cell::Moment(at) => time_at(at, zone).strftime("%Y-%m-%d %H:%M:%S").to_string(),
        Cell::Nothing => String::new(),
    }
}

/// `River Notes pages 2026-10-25 to 2026-11-23.csv`
fn file_name(site: &str, wanted: Wanted, what: Word, window: Window, rows: usize) -> String {
    let site = safe_name(site);
    let (what, to) = (wanted.word(what), wanted.word(Word::To));
    let mut name = format!("{site} {what} {} {to} {}", window.from.date(), window.to.date());
    if rows > MAX_ROWS {
        let _ = write!(name, " ({} {MAX_ROWS})", wanted.word(Word::First));
    }
    name.push_str(if wanted.is_workbook { ".xlsx" } else { ".csv" });
    name.trim_start().to_owned()
}

/// A value for `Content-Disposition` that names a file without a period by its owner (a site or an organization), its content
/// and its day: `River Notes prompts 2026-11-29.csv`.
pub(crate) fn attachment(owner: &str, what: &str, day: Date, ending: &str) -> Result<HeaderValue, ApiError> {
    let name = format!("{} {what} {day}.{ending}", safe_name(owner));
    HeaderValue::from_str(&disposition(name.trim_start())).map_err(ApiError::internal)
}

/// The part of a name that every operating system accepts in file names.
fn safe_name(name: &str) -> String {
    let name: String =
        name.chars().filter(|character| !is_refused_in_names(*character)).take(MAX_NAME_CHARACTERS).collect();
    name.trim().to_owned()
}

/// Whether some operating system refuses this character in file names.
fn is_refused_in_names(character: char) -> bool {
    character.is_control() || matches!(character, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|')
}

/// The value of `Content-Disposition`, with the file's name in two forms: in ASCII, for clients that read nothing else, and
/// complete, as percent-encoded UTF-8.
fn disposition(name: &str) -> String {
    let ascii: String = name.chars().map(|character| if character.is_ascii() { character } else { '_' }).collect();
    format!("attachment; filename=\"{ascii}\"; filename*=UTF-8''{}", utf8_percent_encode(name, PLAIN_IN_HEADER))
}

#[cfg(test)]
mod tests {
    use askline_domain::shared::calendar::Day;
    use futures_util::stream;

    use super::{words::FileLanguage, *};

    fn window() -> Window {
        let day = |text: &str| Day::from_date(text.parse().expect("a date"));
        Window { from: day("2026-10-25"), to: day("2026-11-23") }
    }

    fn named(site: &str, rows: usize, language: FileLanguage) -> String {
        let wanted = Wanted { is_workbook: false, language };
        file_name(site, wanted, Word::PagesTable, window(), rows)
    }

    #[test]
    fn a_file_is_named_by_site_table_and_days_and_says_where_it_ends_early() {
        assert_eq!(named("River Notes", 50, FileLanguage::En), "River Notes pages 2026-10-25 to 2026-11-23.csv");
        assert_eq!(
            named("River Notes", MAX_ROWS + 1, FileLanguage::De),
            "River Notes Seiten 2026-10-25 bis 2026-11-23 (erste 100000).csv"
        );
        assert_eq!(named("a/..\\b\r\n\"", 1, FileLanguage::En), "a..b pages 2026-10-25 to 2026-11-23.csv");
    }

    #[test]
    fn a_name_of_any_letters_is_a_header() {
        let text = disposition("Größe pages.csv");
        assert_eq!(text, "attachment; filename=\"Gr__e pages.csv\"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20pages.csv");
        assert!(HeaderValue::from_str(&text).is_ok());
    }

    #[tokio::test]
    async fn rows_beyond_the_bound_are_not_asked_for() {
        let parts = stream::iter(0..10).map(|part| Ok(vec![vec![Cell::Count(part)]; 3]));
        let rows: Vec<_> = bounded(parts, 7).collect::<Vec<_>>().await;
        let rows: usize = rows.into_iter().map(|part| part.expect("rows").len()).sum();
        assert_eq!(rows, 7);
    }

    #[test]
    fn a_cell_of_a_csv_is_what_a_spreadsheet_reads_back() {
        let zone = TimeZone::get("Europe/Berlin").expect("a zone");
        let at = "2026-06-15T12:03:00.5Z".parse().expect("a time");
        let cells = [Cell::Text("=1".into()), Cell::Share(0.25), Cell::Moment(at), Cell::Nothing];
        assert_eq!(cells.map(|cell| csv_cell(cell, &zone)), ["'=1", "0.25", "2026-06-15 14:03:00", ""]);
        // Quotients have no more decimals than mean something.
        let quotients = [Cell::Share(1.0 / 3.0), Cell::Decimal(200.0 / 3.0), Cell::Share(1.0)];
        assert_eq!(quotients.map(|cell| csv_cell(cell, &zone)), ["0.333333", "66.67", "1"]);
    }
}
