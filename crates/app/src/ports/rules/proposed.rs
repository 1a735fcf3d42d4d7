//! Stored proposed rules. Only [`crate::ports::prompts::generations::GenerationStore::record_generation`] creates them.

use askline_domain::{
    audit::AuditDraft,
    rules::{PromptRule, proposed::Proposal},
    shared::ids::{ProposedRuleId, SiteId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::ports::StoreResult;

/// The result of an approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProposalApproval {
    /// Every rule is stored, and its proposal is deleted.
    Approved,
    /// One of the proposals no longer exists; nothing changed.
    Outdated,
    /// The site would exceed its limit of rules; nothing changed.
    LimitReached {
        /// How many more rules it may have.
        room: u32,
    },
}

/// Proposed rules.
#[async_trait]
pub trait ProposedRuleStore: Send + Sync + 'static {
    /// The proposals for a site, in the order of its pages.
    async fn proposal(&self, site: SiteId) -> StoreResult<Proposal>;
    /// Replaces these proposals of a site with rules: all of them or none.
    async fn approve_proposed_rules(
        &self,
        site: SiteId,
        approved: &[(ProposedRuleId, PromptRule)],
        audit: AuditDraft,
    ) -> StoreResult<ProposalApproval>;
    /// Dismisses these proposals of a site; returns false, and changes nothing, if one of them no longer exists.
    async fn dismiss_proposed_rules(
        &self,
        site: SiteId,
        dismissed: &[ProposedRuleId],
        at: Timestamp,
        audit: AuditDraft,
    ) -> StoreResult<bool>;
}
