//! The engines that monitors ask, and the operator's settings for each. Sends no request.

pub mod answer;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::services;

/// An engine that answers questions after searching the web.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// OpenAI: Responses with web search.
    OpenAi,
    /// Anthropic: Messages with web search.
    Anthropic,
    /// Perplexity: Agent API.
    Perplexity,
    /// The Responses API of xAI, with web search.
    Xai,
    /// Google: Gemini, grounded in Google Search.
    Gemini,
}

words! {
    Engine, "an engine":
    OpenAi = "openai",
    Anthropic = "anthropic",
    Perplexity = "perplexity",
    Xai = "xai",
    Gemini = "gemini",
}

impl Engine {
    /// The id of the service whose answers it gives, in the table of services.
    pub const fn service_id(self) -> &'static str {
        match self {
            Self::OpenAi => "chatgpt",
            Self::Anthropic => "claude",
            Self::Perplexity => "perplexity",
            Self::Xai => "grok",
            Self::Gemini => "gemini",
        }
    }

    /// Its name for people, which is that of its service.
    pub fn name(self) -> &'static str {
        services::name_of(self.service_id()).unwrap_or(self.as_str())
    }
}

/// Whether an engine can be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EngineReadiness {
    /// It can be asked.
    Ready,
    /// The operator has not set an API key for it.
    NoKey,
    /// The operator has not confirmed its terms of use.
    TermsNotConfirmed,
}

/// The operator's settings for an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineOffer {
    /// The engine.
    pub engine: Engine,
    /// The requested model.
    pub model: String,
    /// The credits that an answer costs. A failed request costs nothing.
    pub credits_per_answer: u32,
    /// Whether it can be asked.
    pub readiness: EngineReadiness,
}

/// The operator's settings for every engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineCatalogue(Vec<EngineOffer>);

impl EngineCatalogue {
    /// Uses these offers; an engine that is not among them has no API key.
    pub fn new(offers: Vec<EngineOffer>) -> Self {
        let offer = |engine| {
            let given = offers.iter().find(|offer| offer.engine == engine).cloned();
            given.unwrap_or(EngineOffer {
                engine,
                model: String::new(),
                credits_per_answer: 0,
                readiness: EngineReadiness::NoKey,
            })
        };
        Self(Engine::EVERY.into_iter().map(offer).collect())
    }

    /// The offer of an engine.
    pub fn offer(&self, engine: Engine) -> &EngineOffer {
        self.0.iter().find(|offer| offer.engine == engine).expect("every engine has an offer")
    }

    /// Every offer, in the order of [`Engine::EVERY`].
    pub fn offers(&self) -> &[EngineOffer] {
        &self.0
    }
}

impl Default for EngineCatalogue {
    /// No engine has an API key.
    fn default() -> Self {
        Self::new(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_read_as_it_is_written() {
        for engine in Engine::EVERY {
            assert_eq!(engine.as_str().parse(), Ok(engine));
            assert_eq!(serde_json::to_value(engine).expect("a text"), engine.as_str());
        }
        assert!("OpenAI".parse::<Engine>().is_err());
    }

    #[test]
    fn every_engine_has_the_name_of_a_service() {
        for engine in Engine::EVERY {
            assert_eq!(services::name_of(engine.service_id()), Some(engine.name()), "{engine}");
        }
    }

    #[test]
    fn an_engine_that_nothing_is_said_of_has_no_key() {
        let ready = EngineOffer {
            engine: Engine::Xai,
            model: "grok".into(),
            credits_per_answer: 3,
            readiness: EngineReadiness::Ready,
        };
        let catalogue = EngineCatalogue::new(vec![ready.clone()]);
        assert_eq!(catalogue.offer(Engine::Xai), &ready);
        assert_eq!(catalogue.offer(Engine::Gemini).readiness, EngineReadiness::NoKey);
        assert_eq!(catalogue.offers().len(), Engine::EVERY.len());
    }
}
