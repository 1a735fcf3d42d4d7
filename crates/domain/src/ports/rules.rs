//! Prompt rules at rest.

use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreResult;
use crate::{
    audit::AuditDraft,
    id::{RuleId, SiteId},
    page::{Page, PageRequest},
    prompt_rule::PromptRule,
};

/// Rules that one site may have.
pub const RULES_PER_SITE_MOST: u32 = 1_000;

/// What became of a new rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleCreation {
    /// Stored.
    Created,
    /// The site has as many rules as it may; nothing was stored.
    LimitReached,
}

/// Prompt rules.
#[async_trait]
pub trait RuleStore: Send + Sync + 'static {
    /// Stores a rule unless the site has [`RULES_PER_SITE_MOST`].
    async fn create_rule(&self, rule: &PromptRule, audit: AuditDraft) -> StoreResult<RuleCreation>;
    /// One rule of a site.
    async fn rule(&self, site: SiteId, id: RuleId) -> StoreResult<Option<PromptRule>>;
    /// The rules of a site, newest first.
    async fn rules(&self, site: SiteId, page: PageRequest) -> StoreResult<Page<PromptRule>>;
    /// Every rule of a site, oldest first, for decisions.
    async fn all_rules(&self, site: SiteId) -> StoreResult<Vec<PromptRule>>;
    /// Replaces all of a rule but the time it was made; whether there was one.
    async fn replace_rule(&self, rule: &PromptRule, audit: AuditDraft) -> StoreResult<bool>;
    /// Gives the rules of a site these priorities, all in one change. Whether they are exactly the rules that the site has;
    /// nothing is stored if not.
    async fn order_rules(
        &self,
        site: SiteId,
        order: &[(RuleId, u16)],
        at: Timestamp,
        audit: AuditDraft,
    ) -> StoreResult<bool>;
    /// Removes a rule; whether there was one.
    async fn delete_rule(&self, site: SiteId, id: RuleId, audit: AuditDraft) -> StoreResult<bool>;
}
