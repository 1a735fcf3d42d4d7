//! Deletes a rule.

use askline_domain::{
    audit::{AuditDraft, context::AuditContext},
    rules::PromptRule,
    shared::ids::{OrgId, RuleId, SiteId},
};

use super::checks::entry_about;
use crate::{
    error::UseCaseError,
    ports::{StoreResult, change::Scope, rules::RuleStore},
};

/// Deletes a rule of a site of an organization.
pub async fn delete(
    rules: &dyn RuleStore,
    org: OrgId,
    rule: &PromptRule,
    context: &AuditContext,
) -> Result<(), UseCaseError> {
    if remove(rules, (rule.site_id, rule.id), entry_about(rule, org, "rule.deleted", context)).await? {
        Ok(())
    } else {
        Err(UseCaseError::NotFound("rule"))
    }
}

/// Deletes a rule. Returns false, with nothing stored, if the site has no such rule.
pub async fn remove(rules: &dyn RuleStore, (site, id): (SiteId, RuleId), entry: AuditDraft) -> StoreResult<bool> {
    let mut change = rules.begin(&[Scope::of(&entry)]).await?;
    if !change.delete_rule(site, id).await? {
        return Ok(false);
    }
    change.audit(entry).await?;
    change.commit().await?;
    Ok(true)
}
