//! The connectors, one for each vendor. Each knows its own vendor's bodies alone.

pub(super) mod anthropic;
pub(super) mod gemini;
pub(super) mod openai;
pub(super) mod perplexity;
pub(super) mod xai;
