//! What is needed to ask an engine, and why an engine cannot be asked.

use std::time::Duration;

use askline_domain::{engines::Engine, identity::secret::Secret};
use url::Url;

use crate::outgoing::{MAX_VENDOR_TIME, OutgoingError};

/// The maximum time for an answer of an engine. An answer with searches takes 5 to 60 s, rarely two minutes.
pub const MAX_ENGINE_TIME: Duration = MAX_VENDOR_TIME;
/// The minimum length of a key. Keys are removed from texts, and a shorter one would also be found in harmless words.
pub const MIN_KEY_CHARACTERS: usize = 8;

/// A version of Anthropic's search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SearchVersion {
    /// It returns every result as it was found.
    #[default]
    Basic,
    /// It can also filter results with code of the model. Askline lets the model call it directly only, so that every result is in
    /// the response.
    Filtering,
}

impl SearchVersion {
    /// Every version.
    pub const EVERY: [Self; 2] = [Self::Basic, Self::Filtering];

    /// The type of its tool in requests.
    pub const fn tool(self) -> &'static str {
        match self {
            Self::Basic => "web_search_20250305",
            Self::Filtering => "web_search_20260318",
        }
    }
}

/// What is needed to ask an engine.
#[derive(Debug, Clone)]
pub struct EngineAccess {
    /// The engine.
    pub engine: Engine,
    /// The base of its API, including its version: `https://api.openai.com/v1`.
    pub base_url: Url,
    /// The operator's key.
    pub api_key: Secret,
    /// The model to ask for.
    pub model: String,
    /// The version of Anthropic's search; other engines have one.
    pub search: SearchVersion,
    /// The maximum time for an answer, including its body: [`MAX_ENGINE_TIME`], or less in tests. Looking up where
    /// Gemini's redirects lead may take 15 s more.
    pub max_time: Duration,
}

/// Why an engine cannot be asked with this configuration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotConnected {
    /// The key is too short, or not valid in a header.
    #[error("the key must have at least {MIN_KEY_CHARACTERS} visible ASCII characters and no others")]
    Key,
    /// The base URL is neither http nor https.
    #[error("the API's address must be an http or https URL")]
    Address,
    /// No client can be created.
    #[error("requests cannot be prepared: {0}")]
    Client(#[from] OutgoingError),
}
