//! What an engine here accepts: one key, and every model but one.

use askline_domain::engines::Engine;

/// A model that every engine here refuses as unknown.
pub const UNKNOWN_MODEL: &str = "no-such-model";

/// The only valid key of an engine here.
pub const fn key_of(engine: Engine) -> &'static str {
    match engine {
        Engine::OpenAi => "sk-stand-in-openai-4f1c8e",
        Engine::Anthropic => "sk-ant-stand-in-9b27d0",
        Engine::Perplexity => "pplx-stand-in-61c3aa",
        Engine::Xai => "xai-stand-in-d84e02",
        Engine::Gemini => "AIza-stand-in-2f90b7",
    }
}
