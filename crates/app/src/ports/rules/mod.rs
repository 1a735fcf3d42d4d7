//! Stored rules.

pub mod proposed;
pub mod rule_rows;

use askline_domain::{
    rules::PromptRule,
    shared::{
        ids::{RuleId, SiteId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;

use super::{StoreResult, change::BeginChange};

/// The maximum number of rules of one site.
pub const MAX_RULES_PER_SITE: u32 = 1_000;

/// Prompt rules. What changes them is in [`super::change::RuleRows`].
#[async_trait]
pub trait RuleStore: BeginChange {
    /// One rule of a site.
    async fn rule(&self, site: SiteId, id: RuleId) -> StoreResult<Option<PromptRule>>;
    /// The rules of a site, newest first.
    async fn rules(&self, site: SiteId, page: PageRequest) -> StoreResult<Page<PromptRule>>;
    /// Every rule of a site, oldest first, for decisions.
    async fn all_rules(&self, site: SiteId) -> StoreResult<Vec<PromptRule>>;
}
