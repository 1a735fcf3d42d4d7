//! What a connector read from a response, before it becomes an answer: with the bounds of every part.

use askline_domain::engine_answer::{EngineAnswer, EngineFailureKind as Kind};

use super::{fault::Fault, sources::Sources};

/// Bytes of text that are kept. Answers have a few thousand.
const TEXT_BYTES_MOST: usize = 128 * 1024;
/// Queries that are kept of one answer.
const QUERIES_MOST: usize = 50;
/// Characters of a query, and of a model's name, that are kept.
const WORDS_CHARACTERS_MOST: usize = 500;

/// What a response says.
#[derive(Debug, Default)]
pub struct Reading {
    /// The model that says it answered.
    pub model: Option<String>,
    /// The text.
    pub text: String,
    /// Whether there is a sign of a search. Sources are one too.
    pub searched: bool,
    /// What it searched for.
    pub queries: Vec<String>,
    /// Pages that the text links.
    pub cited: Sources,
    /// Pages that were retrieved.
    pub consulted: Sources,
}

impl Reading {
    /// Adds what was searched for.
    pub fn add_query(&mut self, query: Option<&str>) {
        let query: String = query.unwrap_or_default().trim().chars().take(WORDS_CHARACTERS_MOST).collect();
        if !query.is_empty() && self.queries.len() < QUERIES_MOST && !self.queries.contains(&query) {
            self.queries.push(query);
        }
    }

    /// The answer. A response without a text is none.
    pub fn into_answer(mut self, asked_model: &str, raw: String) -> Result<EngineAnswer, Fault> {
        if self.text.trim().is_empty() {
            return Err(Fault::passing(Kind::Declined).called(Some("no text")));
        }
        self.text.truncate(self.text.floor_char_boundary(TEXT_BYTES_MOST));
        let model: String = self.model.unwrap_or_default().chars().take(WORDS_CHARACTERS_MOST).collect();
        Ok(EngineAnswer {
            model: if model.is_empty() { asked_model.to_owned() } else { model },
            text: self.text,
            searched: self.searched || !self.cited.is_empty() || !self.consulted.is_empty(),
            queries: self.queries,
            cited: self.cited.into_list(),
            consulted: self.consulted.into_list(),
            raw,
        })
    }
}
