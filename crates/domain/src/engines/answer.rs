//! A question to an engine, and its answer in one form for all engines. Connectors parse the responses.

use std::collections::BTreeMap;

use jiff::SignedDuration;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A question as every engine gets it: without the site that answers are searched for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineQuestion {
    /// The question, and nothing else.
    pub text: String,
    /// The country of the search, as an ISO 3166-1 alpha-2 code in upper case; `None` lets the engine choose.
    pub region: Option<String>,
    /// The language of the answer, as a BCP 47 tag; `None` lets the engine choose.
    pub language: Option<String>,
}

/// A page that an answer links or that the engine opened for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineSource {
    /// Its address as the engine gave it, or the target of the engine's own redirect.
    pub url: String,
    /// Its title, if the engine gave one.
    pub title: Option<String>,
    /// Whether the address is that of the page. If not, only the host is known, and the address is its home page.
    pub page_known: bool,
}

/// An engine's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineAnswer {
    /// The model that answered, according to the engine; the requested one if the engine does not say.
    pub model: String,
    /// The text that a person would read.
    pub text: String,
    /// Whether the engine searched the web. An answer without a search is not a failure; its links come from the
    /// model's memory.
    pub searched: bool,
    /// What the engine searched for, as far as it says.
    pub queries: Vec<String>,
    /// The pages that the text links, in the order of their first link, each once.
    pub cited: Vec<EngineSource>,
    /// The pages that the engine retrieved, cited or not, in its order, each once.
    pub consulted: Vec<EngineSource>,
    /// The number of markers in the text beyond the list of sources, which are text.
    pub dangling_markers: u32,
    /// The number of searches that the engine bills for the answer; 0 if it does not say.
    pub billed_queries: u32,
    /// Where the engine's own redirects among these pages lead, as far as they were followed: each address with its target.
    pub targets: BTreeMap<String, String>,
    /// The body of the response as JSON, without the API key, and with long texts cut if it is too large; a list of the
    /// bodies if there were several responses.
    pub raw: String,
}

/// Why an engine gave no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum EngineFailureKind {
    /// The operator has not set an API key, or has not confirmed the terms of use. Nothing was sent.
    NotConfigured,
    /// The engine refused the operator's API key.
    BadKey,
    /// The operator's account with the engine has no credit left or has reached its limit.
    OutOfCredit,
    /// The operator's account lacks a permission, such as for a country, a model or a feature.
    Forbidden,
    /// The engine refused the request, such as for an unknown model.
    BadRequest,
    /// Too many requests were sent.
    RateLimited,
    /// The engine is overloaded or failed.
    EngineFailed,
    /// There was no answer in time.
    TimedOut,
    /// The connection failed or was interrupted.
    ConnectionFailed,
    /// The answer does not have the form that this engine's API documents.
    Unreadable,
    /// The answer is larger than the limit.
    TooLarge,
    /// The engine declined to answer this question, or its answer is incomplete.
    Declined,
    /// The search failed, so the answer says nothing about citations.
    SearchFailed,
}

/// Whether another attempt may help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Again {
    /// No: the same request would fail again.
    Never,
    /// Yes, after a while.
    Later,
    /// Yes, but not before this time has passed, according to the engine.
    After(SignedDuration),
}

/// Why an engine gave no answer, and whether another attempt may help.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineFailure {
    /// The kind of failure.
    pub kind: EngineFailureKind,
    /// A sentence for people. Contains no API key.
    pub message: String,
    /// Whether another attempt may help.
    pub again: Again,
    /// The body of the response, if there is one. Contains no API key.
    pub raw: Option<String>,
}
