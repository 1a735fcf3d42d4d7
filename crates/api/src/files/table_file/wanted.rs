//! Which file a request asks for, and what its rows are.

use askline_domain::shared::calendar::Window;
use schemars::JsonSchema;
use serde::Deserialize;

use super::words::{FileLanguage, Word};
use crate::pipeline::error::ApiError;

/// The maximum number of rows in a file. A file that ends there says so in its name.
pub(crate) const MAX_ROWS: usize = 100_000;
/// The format of a response that contains a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TableFormat {
    /// JSON, in the envelope.
    Json,
    /// Comma-separated values.
    Csv,
    /// A workbook with typed numbers and dates.
    Xlsx,
}

/// A requested file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// Whether it is a workbook, and not CSV.
    pub(super) is_workbook: bool,
    /// The language of its words.
    pub(super) language: FileLanguage,
}

impl Wanted {
    /// The file, if the request asks for the whole table: by its name, or as a workbook, which always contains the whole table.
    /// Refuses what would have no effect: each of `others` that was sent beside a table, and the name or the language of a table
    /// beside a response that contains none.
    pub(crate) fn of<Table>(
        table: Option<Table>,
        format: Option<TableFormat>,
        language: Option<FileLanguage>,
        others: &[(&str, bool)],
    ) -> Result<Option<Self>, ApiError> {
        let is_workbook = format == Some(TableFormat::Xlsx);
        if table.is_some() && format == Some(TableFormat::Json) {
            return Err(ApiError::without_effect("table", "with format=json: a table is a file, csv or xlsx"));
        }
        if !is_workbook && table.is_none() {
            return match language {
                Some(_) => Err(ApiError::without_effect("language", "without table or format=xlsx")),
                None => Ok(None),
            };
        }
        if let Some((name, _)) = others.iter().find(|(_, is_sent)| *is_sent) {
            return Err(ApiError::without_effect(name, "on a file with the whole table"));
        }
        Ok(Some(Self { is_workbook, language: language.unwrap_or_default() }))
    }

    /// A word in the language of the file.
    pub(crate) fn word(self, word: Word) -> &'static str {
        word.in_language(self.language)
    }
}

/// What the rows of a file are.
pub(crate) struct Content {
    /// The table.
    pub(crate) what: Word,
    /// The days that are counted.
    pub(crate) window: Window,
    /// The filters that all rows match: their names and values.
    pub(crate) filters: Vec<(Word, String)>,
    /// The columns, in the order of each row's cells.
    pub(crate) columns: Vec<Word>,
    /// The number of rows in the table.
    pub(crate) rows: usize,
}
