//! Rows of prompts and generations in a change. The change must lock [`crate::ports::change::Scope::Organization`].

use askline_domain::{
    prompts::Prompt,
    shared::ids::{JobId, PromptId, SiteId},
    widget::config::Question,
};
use async_trait::async_trait;

use crate::ports::StoreResult;

/// Rows of prompts. Their site is among what the commit notifies about.
#[async_trait]
pub trait PromptRows: Send {
    /// The number of prompts of a site.
    async fn count_prompts(&mut self, site: SiteId) -> StoreResult<u32>;
    /// Every prompt of a site, oldest first.
    async fn all_prompts(&mut self, site: SiteId) -> StoreResult<Vec<Prompt>>;
    /// The ids of a site's prompts with their versions, ordered by id.
    async fn prompt_versions(&mut self, site: SiteId) -> StoreResult<Vec<(PromptId, u32)>>;
    /// Stores a new prompt.
    async fn insert_prompt(&mut self, prompt: &Prompt) -> StoreResult<()>;
    /// Replaces a prompt whose stored version is `prompt.version - 1`; returns false if it has another version or was deleted.
    async fn replace_prompt(&mut self, prompt: &Prompt) -> StoreResult<bool>;
    /// Deletes a prompt; returns false if the site has no such prompt.
    async fn delete_prompt(&mut self, site: SiteId, id: PromptId) -> StoreResult<bool>;
}

/// Rows of generations.
#[async_trait]
pub trait GenerationRows: Send {
    /// The job of a site's generation that has not ended.
    async fn running_generation(&mut self, site: SiteId) -> StoreResult<Option<JobId>>;
    /// The questions that were generated for a site.
    async fn generated_questions(&mut self, site: SiteId) -> StoreResult<Vec<Question>>;
    /// Replaces the questions that count as generated.
    async fn put_generated_questions(&mut self, site: SiteId, questions: &[Question]) -> StoreResult<()>;
}
