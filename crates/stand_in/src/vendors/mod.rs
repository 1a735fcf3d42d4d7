//! The engines: each checks a request like the real one, and responds in its format.

mod anthropic;
mod gemini;
mod openai;
mod perplexity;
mod vendor;
mod xai;

use askline_domain::engines::Engine;

pub(crate) use vendor::Vendor;

use crate::{fault::Fault, reaction::Reaction};

pub(crate) fn of(engine: Engine) -> &'static dyn Vendor {
    match engine {
        Engine::OpenAi => &openai::OpenAi,
        Engine::Anthropic => &anthropic::Anthropic,
        Engine::Perplexity => &perplexity::Perplexity,
        Engine::Xai => &xai::Xai,
        Engine::Gemini => &gemini::Gemini,
    }
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
