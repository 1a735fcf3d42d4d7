//! The latest successful and failed backups, stored in the data folder. `doctor`, which is another process, reads them,
//! and so does the server at its next start. The existing backups decide when the next one is due, never this file.

use std::path::Path;

use askline_domain::shared::rfc3339::Moment;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::data_folder::replace_file;

/// The file in the data folder.
const HISTORY_FILE: &str = "scheduled_backups.json";
/// The maximum size of the file in bytes; a larger one is ignored.
const MAX_HISTORY_BYTES: u64 = 64 * 1_024;

/// The results of scheduled backups.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct History {
    /// When scheduled backups were first enabled.
    pub since: Option<Timestamp>,
    /// The latest backup that was verified.
    pub success: Option<Success>,
    /// The latest failure.
    pub failure: Option<FailedTry>,
    /// Whether the latest failure is newer than the latest verified backup.
    pub is_failing: bool,
}

/// A backup that was verified.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Success {
    /// When the backup began, which is also in its name.
    pub at: Timestamp,
    /// Its name.
    pub name: String,
    /// Its size.
    pub bytes: u64,
}

/// An attempt that failed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FailedTry {
    /// When it failed.
    pub at: Timestamp,
    /// The part of the reason that anyone may read.
    pub told: String,
    /// The reason.
    pub detail: String,
}

impl History {
    /// The history of a data folder; empty if it cannot be read.
    pub fn read(data: &Path) -> Self {
        let file = data.join(HISTORY_FILE);
        let is_small = file.metadata().is_ok_and(|file| file.len() <= MAX_HISTORY_BYTES);
        let text = if is_small { std::fs::read(&file).ok() } else { None };
        text.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default()
    }

    /// Stores the history. If this fails, backups continue.
    pub fn write(&self, data: &Path) {
        let written = replace_file(data, HISTORY_FILE, |file| Ok(serde_json::to_writer(file, self)?));
        if let Err(error) = written {
            tracing::debug!(%error, "The history of backups could not be stored");
        }
    }

    /// The history in one line that anyone may read. `next` is the time of the next backup, `None` while one is running.
    pub fn text(&self, next: Option<Timestamp>) -> String {
        let latest = match &self.success {
            Some(success) => format!("the latest was made at {}", Moment(success.at)),
            None => "none has been made yet".into(),
        };
        let next =
            next.map_or_else(|| "one is being made".into(), |next| format!("the next is due at {}", Moment(next)));
        match &self.failure {
            Some(failure) if self.is_failing => {
                format!("backups fail: {} (at {}); {latest}; {next}", failure.told, Moment(failure.at))
            }
            Some(failure) => {
                format!("backups: {latest}; {next}; the latest failure was at {}: {}", Moment(failure.at), failure.told)
            }
            None => format!("backups: {latest}; {next}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    #[test]
    fn history_is_read_as_it_was_written_and_an_unreadable_file_gives_none() {
        let data = tempfile::tempdir().expect("a folder");
        assert_eq!(History::read(data.path()), History::default());
        let success = Success { at: at("2026-06-15T08:00:00Z"), name: "askline-x.tar".into(), bytes: 5 };
        let failure =
            FailedTry { at: at("2026-06-15T09:00:00Z"), told: "no room".into(), detail: "/x: no room".into() };
        let since = Some(at("2026-06-15T07:00:00Z"));
        let history = History { since, success: Some(success), failure: Some(failure), is_failing: true };
        history.write(data.path());
        assert_eq!(History::read(data.path()), history);
        std::fs::write(data.path().join(HISTORY_FILE), "{").expect("written");
        assert_eq!(History::read(data.path()), History::default());
    }

    #[test]
    fn its_text_says_latest_next_and_failure_and_no_detail() {
        let next = Some(at("2026-06-16T08:00:00Z"));
        let mut history = History::default();
        assert_eq!(history.text(None), "backups: none has been made yet; one is being made");
        history.success = Some(Success { at: at("2026-06-15T08:00:00Z"), name: "n".into(), bytes: 5 });
        assert_eq!(
            history.text(next),
            "backups: the latest was made at 2026-06-15T08:00:00.000Z; the next is due at 2026-06-16T08:00:00.000Z"
        );
        history.failure =
            Some(FailedTry { at: at("2026-06-15T09:00:00Z"), told: "no room".into(), detail: "/path".into() });
        assert!(history.text(next).ends_with("; the latest failure was at 2026-06-15T09:00:00.000Z: no room"));
        history.is_failing = true;
        let text = history.text(next);
        assert!(
            text.starts_with("backups fail: no room (at 2026-06-15T09:00:00.000Z); the latest was made at"),
            "{text}"
        );
        assert!(!text.contains("/path"), "{text}");
    }
}
