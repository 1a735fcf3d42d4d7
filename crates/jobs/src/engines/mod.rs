//! Connectors to answer engines.
//!
//! Each turns a question into its engine's request, and the response into one common form.
//!
//! Each asks once and never repeats, since a failed request may have been charged. No key is in a message, a log
//! line or a stored body. Nothing here decides whether a site was cited, and no request names one.

mod anthropic;
#[cfg(test)]
mod corpus;
pub mod documents;
mod error_inside;
mod fault;
mod gemini;
mod instructions;
mod json;
mod kept_body;
mod line;
mod markers;
mod one_request;
mod openai;
mod perplexity;
mod reading;
mod redirects;
mod responses_output;
mod retry_after;
mod sources;
#[cfg(test)]
mod tests;
mod xai;

use std::{sync::Arc, time::Duration};

use askline_domain::{
    identity::secret::Secret, monitors::engine::Engine, ports::monitors::answer_engine::AnswerEngine,
};
use url::Url;

pub use kept_body::RAW_BYTES_MOST;

use crate::outgoing::{OutgoingError, VENDOR_TIME_MOST};
use one_request::OneRequest;

/// How long an engine may take for an answer. An answer with searches takes 5 to 60 s, seldom two minutes.
pub const ENGINE_TIME_MOST: Duration = VENDOR_TIME_MOST;
/// Tokens that an answer may have. A thinking model also spends them on its thoughts, and an answer that breaks off
/// does not show what it would have cited.
const ANSWER_TOKENS_MOST: u32 = 6_000;
/// The shortest text that can be a key. Shorter ones would be found in harmless texts when keys are taken out of them.
pub const KEY_CHARACTERS_LEAST: usize = 8;

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
    /// How long an answer may take, including its body: [`ENGINE_TIME_MOST`], less in tests. Looking up where Gemini's
    /// redirects lead may take 15 s more.
    pub time_most: Duration,
}

/// Why an engine cannot be asked with this configuration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotConnected {
    /// The key is not valid in a header.
    #[error("the key must have at least {KEY_CHARACTERS_LEAST} visible ASCII characters and no others")]
    Key,
    /// The address cannot be a base for paths.
    #[error("the address of the interface must be one of http or https")]
    Address,
    /// No client can be made.
    #[error("requests cannot be prepared: {0}")]
    Client(#[from] OutgoingError),
}

/// The connector of an engine. Sends nothing yet.
///
/// Install a TLS provider as the process default first.
pub fn connect(access: &EngineAccess) -> Result<Arc<dyn AnswerEngine>, NotConnected> {
    Ok(match access.engine {
        Engine::OpenAi => Arc::new(OneRequest::new(access, openai::DIALECT)?),
        Engine::Anthropic => Arc::new(anthropic::Anthropic::new(access)?),
        Engine::Perplexity => Arc::new(OneRequest::new(access, perplexity::DIALECT)?),
        Engine::Xai => Arc::new(OneRequest::new(access, xai::DIALECT)?),
        Engine::Gemini => Arc::new(gemini::Gemini::new(access)?),
    })
}
