//! How much of a file of prompts is read, and the error about it.

use askline_domain::{prompts::import::MAX_IMPORT_ITEMS, shared::violation::Violation};

use crate::pipeline::handling::ApiError;

/// The maximum number of lines that are read: enough to detect a file with too many.
pub(super) const MAX_LINES: usize = MAX_IMPORT_ITEMS + 1;

/// The maximum size of an item or row in bytes: several times that of the largest prompt, however it is escaped.
pub(super) const MAX_ITEM_BYTES: usize = 64 * 1024;

/// The error for a whole file.
pub(super) fn wrong_file(path: &str, code: &str, message: impl Into<String>) -> ApiError {
    ApiError::invalid(vec![Violation::new(path, code, message)])
}

/// The error for a whole file, whose reason is on this line.
pub(super) fn wrong_line(line: u32, path: &str, code: &str, message: impl Into<String>) -> ApiError {
    let message = format!("Line {line}: {}", message.into());
    ApiError::invalid(vec![Violation { line: Some(line), ..Violation::new(path, code, message) }])
}
