//! Connectors to engines.
//!
//! Each turns a question into its engine's request, and the response into one common form.
//!
//! Each asks once and never repeats a request, since a failed request may have been charged. No message, log line or
//! stored body contains a key. Nothing here decides whether a site was cited, and no request names a site.

pub mod access;
#[cfg(test)]
mod corpus;
pub mod documents;
#[cfg(test)]
mod missing_evidence;
mod requests;
mod responses;
mod stored_answers;
#[cfg(test)]
mod tests;
mod vendors;

use std::sync::Arc;

use askline_app::ports::monitors::answer_engine::AnswerEngine;
use askline_domain::engines::Engine;

pub use responses::kept_body::MAX_RAW_BYTES;
pub use stored_answers::read_stored;

use access::{EngineAccess, NotConnected};
use requests::one_request::OneRequest;
use vendors::{anthropic, gemini, openai, perplexity, xai};

/// Creates the connector of an engine. Sends nothing yet.
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
