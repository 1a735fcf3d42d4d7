//! Stored rules.

pub mod proposed;

use askline_domain::{
    audit::AuditDraft,
    rules::PromptRule,
    shared::{
        ids::{RuleId, SiteId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreResult;

/// The maximum number of rules of one site.
pub const MAX_RULES_PER_SITE: u32 = 1_000;

/// The result of creating a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleCreation {
    /// Stored.
    Created,
    /// The site has reached its limit of rules; nothing was stored.
    LimitReached,
}

/// Prompt rules.
#[async_trait]
pub trait RuleStore: Send + Sync + 'static {
    /// Stores a rule unless the site has [`MAX_RULES_PER_SITE`].
    async fn create_rule(&self, rule: &PromptRule, audit: AuditDraft) -> StoreResult<RuleCreation>;
    /// One rule of a site.
    async fn rule(&self, site: SiteId, id: RuleId) -> StoreResult<Option<PromptRule>>;
    /// The rules of a site, newest first.
    async fn rules(&self, site: SiteId, page: PageRequest) -> StoreResult<Page<PromptRule>>;
    /// Every rule of a site, oldest first, for decisions.
    async fn all_rules(&self, site: SiteId) -> StoreResult<Vec<PromptRule>>;
    /// Replaces everything of a rule except its creation time; returns whether it existed.
    async fn replace_rule(&self, rule: &PromptRule, audit: AuditDraft) -> StoreResult<bool>;
    /// Gives the rules of a site these priorities in one change. Returns false, and stores nothing, unless they are
    /// exactly the rules of the site.
    async fn order_rules(
        &self,
        site: SiteId,
        order: &[(RuleId, u16)],
        at: Timestamp,
        audit: AuditDraft,
    ) -> StoreResult<bool>;
    /// Removes a rule; returns whether it existed.
    async fn delete_rule(&self, site: SiteId, id: RuleId, audit: AuditDraft) -> StoreResult<bool>;
}
