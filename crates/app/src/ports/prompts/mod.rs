//! Stored prompts.

pub mod prompt_rows;

use askline_domain::{
    prompts::{Prompt, PromptKind, PromptStatus},
    shared::{
        ids::{PromptId, SiteId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;

use super::{StoreResult, change::BeginChange};

/// Which prompts are returned; `None` matches any.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PromptFilter {
    /// Of this status.
    pub status: Option<PromptStatus>,
    /// Of this kind.
    pub kind: Option<PromptKind>,
    /// In this language.
    pub language: Option<String>,
}

/// Prompt templates. What changes them is in [`super::change::PromptRows`].
#[async_trait]
pub trait PromptStore: BeginChange {
    /// One prompt of a site.
    async fn prompt(&self, site: SiteId, id: PromptId) -> StoreResult<Option<Prompt>>;
    /// The prompts of a site, newest first.
    async fn prompts(&self, site: SiteId, filter: &PromptFilter, page: PageRequest) -> StoreResult<Page<Prompt>>;
    /// Every prompt of a site, oldest first.
    async fn all_prompts(&self, site: SiteId) -> StoreResult<Vec<Prompt>>;
    /// The names of a site's prompts, in no order.
    async fn prompt_names(&self, site: SiteId) -> StoreResult<Vec<(PromptId, String)>>;
    /// Every active prompt of a site, oldest first, for the payload for callers without an API key.
    async fn active_prompts(&self, site: SiteId) -> StoreResult<Vec<Prompt>>;
}
