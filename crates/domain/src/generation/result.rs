//! The result of a generation, as its job shows it.

use serde_json::{Value, json};

use crate::{
    generation::{Generation, plan::GenerationPlan},
    prompts::Prompt,
    rules::proposed::{LeftOut, NotWritten},
};

/// What a generation proposes for single pages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GenerationProposal {
    /// The number of rules that wait for approval.
    pub rules: usize,
    /// The pages and sitemaps that were left out, and why.
    pub left_out: Vec<LeftOut>,
    /// The number of pages whose proposed texts a model wrote.
    pub pages_by_model: usize,
    /// Why other pages have the built-in generator's texts although a model was asked.
    pub not_written: Vec<NotWritten>,
}

/// The result of a generation's job.
#[derive(Debug, Clone, PartialEq)]
pub struct GenerationResult<'a> {
    /// The generation.
    pub generation: &'a Generation,
    /// Its changes.
    pub plan: &'a GenerationPlan,
    /// The addresses of the pages that were read.
    pub pages: &'a [String],
    /// The version of the configuration that contains the questions; `None` if they were not stored.
    pub config_version: Option<u32>,
    /// The proposals for single pages. If only one prompt was requested, it contains only what was left out.
    pub proposal: &'a GenerationProposal,
    /// The credits that it cost.
    pub credits: u32,
}

impl GenerationResult<'_> {
    /// The result as JSON, for the job.
    pub fn to_json(&self) -> Value {
        let ids = |prompts: &[Prompt]| prompts.iter().map(|prompt| prompt.id).collect::<Vec<_>>();
        let Self { generation, plan, pages, config_version, proposal, credits } = self;
        let unstored = (config_version.is_none() && !generation.questions.is_empty()).then(|| {
            "The widget configuration has questions that were not generated, so the generated ones were not stored there.".to_owned()
        });
        let built_in = proposal.not_written.iter().map(|NotWritten { message, pages, .. }| {
            format!("Pages with the built-in generator's texts: {pages}. {message}")
        });
        let notes: Vec<String> = unstored.into_iter().chain(built_in).collect();
        let note = (!notes.is_empty()).then(|| notes.join(" "));
        json!({
            "generator": generator_name(generation.model.as_deref()),
            "model": generation.model,
            "language": generation.language,
            "pagesRead": pages,
            "createdPromptIds": ids(&plan.created),
            "updatedPromptIds": ids(&plan.updated),
            "questions": generation.questions,
            "questionsStored": config_version.is_some(),
            "configVersion": config_version,
            "proposedRules": proposal.rules,
            "leftOut": proposal.left_out,
            "pageTexts": { "pagesByModel": proposal.pages_by_model, "notByModel": proposal.not_written },
            "credits": credits,
            "note": note,
        })
    }
}

/// The generator's name: `model` or `built_in`.
fn generator_name(model: Option<&str>) -> &'static str {
    if model.is_some() { "model" } else { "built_in" }
}
