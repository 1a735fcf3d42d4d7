//! The engines: each checks a request like the real one, and responds in its format.

mod anthropic;
mod gemini;
mod openai;
mod perplexity;
mod xai;

use askline_domain::monitors::engine::Engine;
use serde_json::Value;

use crate::{
    answer_content::AnswerContent,
    fault::{Fault, Refusal},
    reaction::Reaction,
    received::Received,
    state::State,
};

pub(crate) trait Vendor: Sync {
    /// The base path of the API.
    fn base_path(&self) -> &'static str;
    /// Refuses what the real engine would refuse.
    fn check(&self, received: &Received) -> Result<(), Fault>;
    /// Whether the request asks the engine to search.
    fn searches(&self, body: &Value) -> bool;
    /// The body of a response with status 200.
    fn answer(
        &self,
        reaction: &Reaction,
        wanted: &AnswerContent,
        received: &Received,
        state: &State,
    ) -> Result<Value, Fault>;
    /// The error response for a fault.
    fn refuse(&self, fault: &Fault, received: &Received) -> Refusal;
}

pub(crate) fn of(engine: Engine) -> &'static dyn Vendor {
    match engine {
        Engine::OpenAi => &openai::OpenAi,
        Engine::Anthropic => &anthropic::Anthropic,
        Engine::Perplexity => &perplexity::Perplexity,
        Engine::Xai => &xai::Xai,
        Engine::Gemini => &gemini::Gemini,
    }
}

/// The exact name of the model that answered, as the engine reports it.
fn exact(model: &Value) -> String {
    format!("{}-2026-09-22", model.as_str().unwrap_or_default())
}

impl Reaction {
    /// The fault that it simulates, if it is an error.
    pub(crate) fn fault(&self) -> Option<Fault> {
        Some(match self {
            Reaction::BadKey => Fault::BadKey,
            Reaction::OutOfCredit => Fault::OutOfCredit,
            Reaction::Forbidden => Fault::Forbidden,
            Reaction::RateLimited { wait } => Fault::RateLimited(*wait),
            Reaction::DailyQuota => Fault::DailyQuota,
            Reaction::ServerError => Fault::ServerError,
            Reaction::Overloaded => Fault::Overloaded,
            _ => return None,
        })
    }
}
