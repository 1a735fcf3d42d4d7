//! Proposed rules at rest. They are made by [`super::GenerationStore::record_generation`].

use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreResult;
use crate::{
    audit::AuditDraft,
    id::{ProposedRuleId, SiteId},
    prompt_rule::PromptRule,
    proposed_rule::Proposal,
};

/// What became of an approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProposalApproval {
    /// Every rule is stored, and its proposal is deleted.
    Approved,
    /// One of the proposals is no longer there; nothing changed.
    Outdated,
    /// The site has not room for as many rules; nothing changed.
    LimitReached {
        /// For how many it has.
        room: u32,
    },
}

/// Proposed rules.
#[async_trait]
pub trait ProposedRuleStore: Send + Sync + 'static {
    /// What is proposed at a site, in the order of its pages.
    async fn proposal(&self, site: SiteId) -> StoreResult<Proposal>;
    /// Stores these rules of a site in the place of their proposals: all of them or none.
    async fn approve_proposed_rules(
        &self,
        site: SiteId,
        approved: &[(ProposedRuleId, PromptRule)],
        audit: AuditDraft,
    ) -> StoreResult<ProposalApproval>;
    /// Dismisses these proposals of a site; `false`, and nothing changed, when one of them is no longer there.
    async fn dismiss_proposed_rules(
        &self,
        site: SiteId,
        dismissed: &[ProposedRuleId],
        at: Timestamp,
        audit: AuditDraft,
    ) -> StoreResult<bool>;
}
