//! What a connector read from a response, before it becomes an answer. Every part has a limit.

use std::collections::BTreeMap;

use askline_domain::{
    citations::answer_text::AnswerText,
    engines::answer::{EngineAnswer, EngineFailureKind as Kind},
};

use super::sources::{Link, Sources};
use crate::engines::requests::fault::Fault;

/// The maximum number of bytes of text that are used. Answers have a few thousand.
const MAX_TEXT_BYTES: usize = 128 * 1024;
/// The maximum number of queries of one answer that are used.
const MAX_QUERIES: usize = 50;
/// The maximum number of characters of a query, and of a model's name, that are used.
const MAX_WORDS_CHARACTERS: usize = 500;

/// What a response says.
#[derive(Debug, Default)]
pub struct Reading {
    /// The model that answered, as the response says.
    pub model: Option<String>,
    /// The text.
    pub text: String,
    /// Whether there is a sign that the engine searched. Sources are such a sign.
    pub searched: bool,
    /// What the engine searched for.
    pub queries: Vec<String>,
    /// The pages that the engine itself reports as linked in the text: by annotations or markers.
    pub cited: Vec<CitedPage>,
    /// Pages that were retrieved.
    pub consulted: Sources,
    /// The number of markers in the text beyond the list of sources, which are text.
    pub dangling_markers: u32,
    /// The number of searches that the engine bills; 0 if it does not say.
    pub billed_queries: u32,
    /// Where redirects among the sources lead.
    pub targets: BTreeMap<String, String>,
}

/// A page that the text links.
#[derive(Debug)]
pub struct CitedPage {
    /// The place in characters from the beginning of the text. Links without a place come last.
    pub at: u64,
    /// The URL.
    pub url: String,
    /// The engine's title for it.
    pub title: Option<String>,
    /// Whether this is the page itself; otherwise it is the home page of a host whose exact page is unknown.
    pub page_known: bool,
}

impl From<Link<'_>> for CitedPage {
    fn from(link: Link<'_>) -> Self {
        Self { at: link.at, url: link.url.to_owned(), title: link.title.map(str::to_owned), page_known: true }
    }
}

impl Reading {
    /// Adds a page that the text links at its current end.
    pub fn cite(&mut self, url: &str, title: Option<&str>) {
        let at = self.text.chars().count() as u64;
        self.cited.push(Link { at, url, title }.into());
    }

    /// Adds a query of the engine's search.
    pub fn add_query(&mut self, query: Option<&str>) {
        let query: String = query.unwrap_or_default().trim().chars().take(MAX_WORDS_CHARACTERS).collect();
        if !query.is_empty() && self.queries.len() < MAX_QUERIES && !self.queries.contains(&query) {
            self.queries.push(query);
        }
    }

    /// Turns this into an answer. A response without text is not an answer.
    pub fn into_answer(mut self, asked_model: &str, raw: String) -> Result<EngineAnswer, Fault> {
        if self.text.trim().is_empty() {
            return Err(Fault::passing(Kind::Declined).called(Some("no text")));
        }
        self.text.truncate(self.text.floor_char_boundary(MAX_TEXT_BYTES));
        let model: String = self.model.unwrap_or_default().chars().take(MAX_WORDS_CHARACTERS).collect();
        let searched = self.searched || !self.cited.is_empty() || !self.consulted.is_empty();
        Ok(EngineAnswer {
            model: if model.is_empty() { asked_model.to_owned() } else { model },
            searched,
            queries: self.queries,
            cited: cited(&self.text, self.cited).into_list(),
            text: self.text,
            consulted: self.consulted.into_list(),
            dangling_markers: self.dangling_markers,
            billed_queries: self.billed_queries,
            targets: self.targets,
            raw,
        })
    }
}

/// The pages that a text links, in the order of their first link: those that the engine reports, and those that the
/// text links itself.
fn cited(text: &str, told: Vec<CitedPage>) -> Sources {
    let mut links = told;
    let (mut characters, mut from) = (0, 0);
    for link in AnswerText::of(text).links {
        characters += text[from..link.place].chars().count() as u64;
        from = link.place;
        links.push(CitedPage { at: characters, url: link.url, title: None, page_known: true });
    }
    links.sort_by_key(|link| link.at);
    let mut sources = Sources::default();
    for link in links {
        sources.add_as(&link.url, link.title.as_deref(), link.page_known);
    }
    sources
}
