//! A prompt as the widget needs it.

use askline_domain::{
    prompts::{Prompt, PromptKind},
    shared::ids::PromptId,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::present_fields::every_field_present;

/// A prompt as the widget needs it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct PublicPrompt {
    /// Its id.
    pub id: PromptId,
    /// Its name.
    pub name: String,
    /// What it asks for.
    pub kind: PromptKind,
    /// The text, with placeholders.
    pub text: String,
    /// The assistants that it is for; empty means all.
    pub platform_ids: Vec<String>,
    /// The language of the pages that it is for; `*` means every language.
    pub language: String,
    /// Its relative weight among the variants of its group.
    pub weight: u16,
    /// The group of variants that it belongs to; null if it belongs to no group.
    pub variant_group: Option<String>,
}

impl From<Prompt> for PublicPrompt {
    fn from(prompt: Prompt) -> Self {
        Self {
            id: prompt.id,
            name: prompt.name,
            kind: prompt.kind,
            text: prompt.text,
            platform_ids: prompt.platform_ids,
            language: prompt.language,
            weight: prompt.weight,
            variant_group: prompt.variant_group,
        }
    }
}
