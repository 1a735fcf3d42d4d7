//! What became of a generation, as its job shows it.

use serde_json::{Value, json};

use crate::{
    generation::{Generation, GenerationPlan},
    page_texts::NotWritten,
    prompt::Prompt,
    proposed_rule::LeftOut,
};

/// What a generation proposes for single pages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GenerationProposal {
    /// Rules that wait for their owner's word.
    pub rules: usize,
    /// What was left out, and why.
    pub left_out: Vec<LeftOut>,
    /// Pages whose proposed texts a model wrote.
    pub pages_by_model: usize,
    /// Why others have the built-in generator's, where a model was asked.
    pub not_written: Vec<NotWritten>,
}

/// What became of a generation: the result of its job.
#[derive(Debug, Clone, PartialEq)]
pub struct GenerationResult<'a> {
    /// What was made.
    pub generation: &'a Generation,
    /// What it changed.
    pub plan: &'a GenerationPlan,
    /// Pages that were read.
    pub pages: &'a [String],
    /// The version of the configuration that has the questions; `None` where they are in no configuration.
    pub config_version: Option<u32>,
    /// What is proposed for single pages; nothing where one prompt alone was asked for.
    pub proposal: &'a GenerationProposal,
    /// What it cost.
    pub credits: u32,
}

impl GenerationResult<'_> {
    /// As it is shown.
    pub fn to_json(&self) -> Value {
        let ids = |prompts: &[Prompt]| prompts.iter().map(|prompt| prompt.id).collect::<Vec<_>>();
        let Self { generation, plan, pages, config_version, proposal, credits } = self;
        let unstored = (config_version.is_none() && !generation.questions.is_empty()).then(|| {
            "The widget configuration has questions that were not generated, so these are not stored there.".to_owned()
        });
        let by_hand = proposal.not_written.iter().map(|NotWritten { message, pages, .. }| {
            format!("{pages} of the pages have the built-in generator's texts: {message}")
        });
        let notes: Vec<String> = unstored.into_iter().chain(by_hand).collect();
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

/// `model`, or `built_in`.
fn generator_name(model: Option<&str>) -> &'static str {
    if model.is_some() { "model" } else { "built_in" }
}
