//! Prompt templates at rest.

use async_trait::async_trait;

use super::StoreResult;
use crate::{
    audit::AuditDraft,
    id::{PromptId, SiteId},
    page::{Page, PageRequest},
    prompt::{Prompt, PromptKind, PromptStatus},
};

/// Prompts that one site may have.
pub const PROMPTS_PER_SITE_MOST: u32 = 2_000;

/// Which prompts are wanted; `None` is any.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PromptFilter {
    /// Of this status.
    pub status: Option<PromptStatus>,
    /// Of this kind.
    pub kind: Option<PromptKind>,
    /// In this language.
    pub language: Option<String>,
}

/// What became of a new prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromptCreation {
    /// Stored.
    Created,
    /// The site has as many prompts as it may; nothing was stored.
    LimitReached,
}

/// Prompt templates.
#[async_trait]
pub trait PromptStore: Send + Sync + 'static {
    /// Stores a prompt unless the site has [`PROMPTS_PER_SITE_MOST`].
    async fn create_prompt(&self, prompt: &Prompt, audit: AuditDraft) -> StoreResult<PromptCreation>;
    /// One prompt of a site.
    async fn prompt(&self, site: SiteId, id: PromptId) -> StoreResult<Option<Prompt>>;
    /// The prompts of a site, newest first.
    async fn prompts(&self, site: SiteId, filter: &PromptFilter, page: PageRequest) -> StoreResult<Page<Prompt>>;
    /// Every active prompt of a site, oldest first, for the keyless payload.
    async fn active_prompts(&self, site: SiteId) -> StoreResult<Vec<Prompt>>;
    /// Replaces a prompt whose stored version is `prompt.version - 1`; `false` when it is not, or is gone.
    async fn update_prompt(&self, prompt: &Prompt, audit: AuditDraft) -> StoreResult<bool>;
    /// Removes a prompt; whether there was one.
    async fn delete_prompt(&self, site: SiteId, id: PromptId, audit: AuditDraft) -> StoreResult<bool>;
}
