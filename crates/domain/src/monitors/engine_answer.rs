//! A question to an engine, and its answer in one form for all engines. Parses nothing: connectors do.

use jiff::SignedDuration;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A question as every engine gets it. It never names the site whose visibility is measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineQuestion {
    /// The question, and nothing else.
    pub text: String,
    /// Where the search is made from: a country, ISO 3166-1 alpha-2 in capitals; `None` leaves it to the engine.
    pub region: Option<String>,
    /// The language that the answer is wanted in, a BCP 47 tag; `None` leaves it to the engine.
    pub language: Option<String>,
}

/// A page that an answer rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineSource {
    /// Its address, as the engine gave it, or the target of the engine's own redirect.
    pub url: String,
    /// Its title, if the engine gave one.
    pub title: Option<String>,
    /// Whether the address is the page's. Otherwise only the site is known, and the address is its front page.
    pub page_known: bool,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineAnswer {
    /// The model that answered, as the engine says.
    pub model: String,
    /// The text that a person would read.
    pub text: String,
    /// Whether the engine searched at all. An answer without a search is not a failure; its links come from memory.
    pub searched: bool,
    /// What it searched for, as far as it says.
    pub queries: Vec<String>,
    /// Pages that the text links, in the order of their first link, each once.
    pub cited: Vec<EngineSource>,
    /// Pages that it retrieved, cited or not, in its order, each once.
    pub consulted: Vec<EngineSource>,
    /// The unchanged body of the response. JSON.
    pub raw: String,
}

/// Why an engine gave no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum EngineFailureKind {
    /// The operator set no key, or has not confirmed the terms. Nothing was sent.
    NotConfigured,
    /// The key is refused.
    BadKey,
    /// The operator's account there has no credit or has reached its limit.
    OutOfCredit,
    /// The account may not do this: a country, a model, a feature that is not enabled.
    Forbidden,
    /// The request is refused, such as for an unknown model.
    BadRequest,
    /// Too many requests.
    RateLimited,
    /// The engine is overloaded or failed.
    EngineFailed,
    /// No answer in time.
    TimedOut,
    /// The connection could not be made or broke off.
    ConnectionFailed,
    /// The answer does not have the form that this engine's API documents.
    Unreadable,
    /// The answer is larger than the limit.
    TooLarge,
    /// The engine declined to answer this question, or its answer broke off unfinished.
    Declined,
    /// The search failed, so the answer says nothing about citations.
    SearchFailed,
}

/// Whether asking again may help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Again {
    /// No: a person must act first.
    Never,
    /// Yes, after a while.
    Later,
    /// Yes, but not before this long: the engine says so.
    After(SignedDuration),
}

/// A failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineFailure {
    /// Why.
    pub kind: EngineFailureKind,
    /// A sentence for people. Holds no key.
    pub message: String,
    /// Whether asking again may help.
    pub again: Again,
    /// The body of the response, if there is one. Contains no key.
    pub raw: Option<String>,
}
