//! Rows of rules and proposed rules in a change. The change must lock [`crate::ports::change::Scope::Organization`].

use askline_domain::{
    rules::{
        PromptRule, RuleSettings,
        proposed::{LeftOut, ProposedRule},
    },
    shared::ids::{JobId, ProposedRuleId, RuleId, SiteId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::StoreResult;

/// Rows of rules. Their site is among what the commit notifies about.
#[async_trait]
pub trait RuleRows: Send {
    /// The number of rules of a site.
    async fn count_rules(&mut self, site: SiteId) -> StoreResult<u32>;
    /// A rule of a site.
    async fn rule(&mut self, site: SiteId, id: RuleId) -> StoreResult<Option<PromptRule>>;
    /// Every rule of a site, oldest first.
    async fn all_rules(&mut self, site: SiteId) -> StoreResult<Vec<PromptRule>>;
    /// Stores a new rule.
    async fn insert_rule(&mut self, rule: &PromptRule) -> StoreResult<()>;
    /// Replaces everything of a rule except its creation time; returns false if the site has no such rule.
    async fn replace_rule(&mut self, rule: &PromptRule) -> StoreResult<bool>;
    /// Deletes a rule; returns false if the site has no such rule.
    async fn delete_rule(&mut self, site: SiteId, id: RuleId) -> StoreResult<bool>;
}

/// Rows of proposed rules.
#[async_trait]
pub trait ProposedRuleRows: Send {
    /// Replaces the proposals that wait at a site with those of a generation.
    async fn put_proposals(
        &mut self,
        site: SiteId,
        job: JobId,
        rules: &[ProposedRule],
        left_out: &[LeftOut],
        at: Timestamp,
    ) -> StoreResult<()>;
    /// Deletes a proposal that waits; returns false if the site has no such proposal.
    async fn delete_proposal(&mut self, site: SiteId, id: ProposedRuleId) -> StoreResult<bool>;
    /// Dismisses a proposal that waits; returns false if the site has no such proposal.
    async fn dismiss_proposal(&mut self, site: SiteId, id: ProposedRuleId, at: Timestamp) -> StoreResult<bool>;
    /// The rules that were proposed for a site and dismissed.
    async fn dismissed_rules(&mut self, site: SiteId) -> StoreResult<Vec<RuleSettings>>;
    /// Deletes the dismissed proposals of a site beyond its newest `kept`.
    async fn forget_dismissed(&mut self, site: SiteId, kept: usize) -> StoreResult<()>;
}
