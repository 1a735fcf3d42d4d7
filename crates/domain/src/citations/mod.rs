//! Citations: what an engine's answer says about a site, or why there is no answer.

pub mod answer_reading;
pub mod answer_text;
pub mod change_evidence;
pub mod changed_models;
pub mod citation_change;
pub mod cited_pages;
pub mod competitor;
pub mod found_changes;
pub(crate) mod mention;
pub mod region;
pub mod run_change;
mod script;
pub mod statistics;
pub mod summary;
mod wrappers;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{
    citations::answer_reading::{AnswerReading, CitationOutcome},
    engines::{Engine, answer::EngineFailureKind},
    shared::ids::{CitationId, MonitorId, RunId, SiteId},
};

/// The maximum size of a raw answer that is kept, in bytes; a longer one is cut.
pub const MAX_RAW_ANSWER_BYTES: usize = 256 * 1024;
/// How long raw answers are kept. Their readings are kept longer.
pub const RAW_ANSWERS_KEPT: SignedDuration = SignedDuration::from_hours(90 * 24);
/// The maximum length of a failure's message, in characters.
pub const MAX_FAILURE_CHARACTERS: usize = 500;

/// The result of asking one engine once.
#[derive(Debug, Clone, PartialEq)]
pub struct Citation {
    /// Its id.
    pub id: CitationId,
    /// The run that asked.
    pub run_id: RunId,
    /// The run's monitor.
    pub monitor_id: MonitorId,
    /// The site that the answer is searched for.
    pub site_id: SiteId,
    /// The question that was asked.
    pub query: String,
    /// The engine.
    pub engine: Engine,
    /// The number of this sample among the run's samples of this engine, from 1.
    pub sample: u8,
    /// The model that answered; for a failure, the requested one.
    pub model: String,
    /// When the answer or the failure was received.
    pub ran_at: Timestamp,
    /// What the answer says, or why no answer came.
    pub result: CitationResult,
    /// The version of the rules that read the answer; see [`READING_VERSION`](answer_reading::READING_VERSION).
    pub reading_version: u16,
    /// The credits charged for it when the run is paid. A failure costs nothing.
    pub credits_used: u32,
}

/// An answer as read, or why there is no answer.
#[derive(Debug, Clone, PartialEq)]
pub enum CitationResult {
    /// The engine answered.
    Succeeded(AnswerReading),
    /// The engine did not answer, which says nothing about the site.
    Failed(CitationFailure),
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CitationFailure {
    /// The kind, stable for programs.
    pub kind: EngineFailureKind,
    /// A sentence for people. Contains no key.
    pub message: String,
}

impl CitationFailure {
    /// Creates a failure with a message that is cut to the limit.
    pub fn new(kind: EngineFailureKind, message: &str) -> Self {
        Self { kind, message: message.chars().take(MAX_FAILURE_CHARACTERS).collect() }
    }
}

impl Citation {
    /// The reading, if the engine answered.
    pub fn reading(&self) -> Option<&AnswerReading> {
        match &self.result {
            CitationResult::Succeeded(reading) => Some(reading),
            CitationResult::Failed(_) => None,
        }
    }

    /// Whether the engine answered and links the site.
    pub fn is_cited(&self) -> bool {
        self.reading().is_some_and(|reading| reading.outcome == CitationOutcome::Cited)
    }
}

/// A raw answer as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawAnswer {
    /// The body of the engine's response, or the beginning of it.
    pub text: String,
    /// Whether the text was cut.
    pub cut: bool,
}

impl RawAnswer {
    /// Keeps a body up to the limit.
    pub fn of(body: &str) -> Self {
        let end = body.floor_char_boundary(MAX_RAW_ANSWER_BYTES.min(body.len()));
        Self { text: body[..end].to_owned(), cut: end < body.len() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_answer_is_cut_between_characters() {
        assert_eq!(RawAnswer::of("{}"), RawAnswer { text: "{}".into(), cut: false });
        let long = format!("x{}", "ü".repeat(MAX_RAW_ANSWER_BYTES / 2));
        let kept = RawAnswer::of(&long);
        assert_eq!((kept.text.len(), kept.cut), (MAX_RAW_ANSWER_BYTES - 1, true));
    }
}
