//! Changes of rules by the use cases, with records and times that a test chooses.

use askline_app::{
    error::{Changed, Limit, UseCaseError},
    ports::StoreResult,
    rules::{self, proposals},
};
use askline_domain::{
    audit::AuditDraft,
    rules::PromptRule,
    shared::ids::{ProposedRuleId, RuleId, SiteId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::backend::{Metadata, unexpected};

/// The result of an approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProposalApproval {
    Approved,
    Outdated,
    LimitReached { room: u32 },
}

#[async_trait]
pub trait RuleChanges {
    async fn create_rule(&self, rule: &PromptRule, entry: AuditDraft) -> StoreResult<bool>;
    async fn replace_rule(&self, rule: &PromptRule, entry: AuditDraft) -> StoreResult<bool>;
    async fn order_rules(
        &self,
        site: SiteId,
        order: &[(RuleId, u16)],
        at: Timestamp,
        entry: AuditDraft,
    ) -> StoreResult<bool>;
    async fn delete_rule(&self, site: SiteId, id: RuleId, entry: AuditDraft) -> StoreResult<bool>;
    async fn approve_proposed_rules(
        &self,
        site: SiteId,
        approved: &[(ProposedRuleId, PromptRule)],
        entry: AuditDraft,
    ) -> StoreResult<ProposalApproval>;
    async fn dismiss_proposed_rules(
        &self,
        site: SiteId,
        dismissed: &[ProposedRuleId],
        at: Timestamp,
        entry: AuditDraft,
    ) -> StoreResult<bool>;
}

#[async_trait]
impl<S: Metadata> RuleChanges for S {
    async fn create_rule(&self, rule: &PromptRule, entry: AuditDraft) -> StoreResult<bool> {
        rules::add(self, rule, entry).await
    }

    async fn replace_rule(&self, rule: &PromptRule, entry: AuditDraft) -> StoreResult<bool> {
        match rules::put(self, rule, |_| Ok::<_, UseCaseError>(()), entry).await {
            Ok(()) => Ok(true),
            Err(UseCaseError::NotFound(_)) => Ok(false),
            Err(error) => unexpected(error),
        }
    }

    async fn order_rules(
        &self,
        site: SiteId,
        order: &[(RuleId, u16)],
        at: Timestamp,
        entry: AuditDraft,
    ) -> StoreResult<bool> {
        rules::put_order(self, site, order, AuditDraft { occurred_at: at, ..entry }).await
    }

    async fn delete_rule(&self, site: SiteId, id: RuleId, entry: AuditDraft) -> StoreResult<bool> {
        rules::remove(self, (site, id), entry).await
    }

    async fn approve_proposed_rules(
        &self,
        site: SiteId,
        approved: &[(ProposedRuleId, PromptRule)],
        entry: AuditDraft,
    ) -> StoreResult<ProposalApproval> {
        match proposals::put_approved(self, site, approved, entry).await {
            Ok(()) => Ok(ProposalApproval::Approved),
            Err(UseCaseError::ChangedMeanwhile(Changed::Proposals)) => Ok(ProposalApproval::Outdated),
            Err(UseCaseError::LimitReached(Limit::RulesOfProposals { room, .. })) => {
                Ok(ProposalApproval::LimitReached { room })
            }
            Err(error) => unexpected(error),
        }
    }

    async fn dismiss_proposed_rules(
        &self,
        site: SiteId,
        dismissed: &[ProposedRuleId],
        at: Timestamp,
        entry: AuditDraft,
    ) -> StoreResult<bool> {
        proposals::put_dismissed(self, site, dismissed, AuditDraft { occurred_at: at, ..entry }).await
    }
}
