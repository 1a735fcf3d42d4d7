//! Stored prompts.

pub mod generations;

use askline_domain::{
    audit::AuditDraft,
    prompts::{Prompt, PromptKind, PromptStatus, changes::PromptChanges},
    shared::{
        ids::{PromptId, SiteId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;

use super::StoreResult;

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

/// The result of creating a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromptCreation {
    /// Stored.
    Created,
    /// The site has reached its limit of prompts; nothing was stored.
    LimitReached,
}

/// The result of many changes at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromptImport {
    /// All are stored.
    Stored,
    /// The site's prompts are no longer those that were read; nothing was stored.
    Outdated,
    /// The site would exceed its limit of prompts; nothing was stored.
    LimitReached,
}

/// Prompt templates.
#[async_trait]
pub trait PromptStore: Send + Sync + 'static {
    /// Stores a prompt unless the site has [`askline_domain::prompts::MAX_PROMPTS_PER_SITE`].
    async fn create_prompt(&self, prompt: &Prompt, audit: AuditDraft) -> StoreResult<PromptCreation>;
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
    /// Replaces a prompt whose stored version is `prompt.version - 1`; returns false if it has another version or was
    /// deleted.
    async fn update_prompt(&self, prompt: &Prompt, audit: AuditDraft) -> StoreResult<bool>;
    /// Stores all of `changes` to a site, unless its prompts have changed since `changes.read`.
    async fn import_prompts(
        &self,
        site: SiteId,
        changes: &PromptChanges,
        audit: AuditDraft,
    ) -> StoreResult<PromptImport>;
    /// Removes a prompt; returns whether it existed.
    async fn delete_prompt(&self, site: SiteId, id: PromptId, audit: AuditDraft) -> StoreResult<bool>;
}
