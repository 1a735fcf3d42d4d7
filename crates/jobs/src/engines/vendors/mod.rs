//! The connectors, one for each vendor. Each knows only its own vendor's bodies.

pub(super) mod anthropic;
pub(super) mod gemini;
pub(super) mod openai;
pub(super) mod perplexity;
pub(super) mod xai;
