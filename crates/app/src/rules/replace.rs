//! Replaces a rule.

use askline_domain::{
    audit::{AuditDraft, context::AuditContext},
    rules::{PromptRule, input::NewRule},
    shared::ids::RuleId,
    sites::Site,
    widget::config::WidgetConfig,
};

use super::checks::{checked, entry_about};
use crate::{
    error::UseCaseError,
    instance::Instance,
    ports::{StoreResult, change::Scope, rules::RuleStore},
    sites::payload::room_for,
};

/// Replaces the settings of a rule. Calls `check_before` with the stored rule, so that the caller can refuse, and again once it
/// has the turn to store the change.
pub async fn replace<E: From<UseCaseError>>(
    instance: &Instance,
    of: (&Site, &WidgetConfig),
    id: RuleId,
    new: NewRule,
    check_before: impl Fn(&PromptRule) -> Result<(), E>,
    context: &AuditContext,
) -> Result<PromptRule, E> {
    let site = of.0;
    let before = find(instance, site, id).await?;
    check_before(&before)?;
    let settings = checked(instance, of, new, Some(&before.settings.action), context.at).await?;
    if settings == before.settings {
        return Ok(before);
    }
    let rule = PromptRule { settings, updated_at: context.at, ..before };
    let _turn = room_for(instance, site.id, |source| source.put_rule(&rule)).await?;
    // Another request may have changed the rule before this one got the turn.
    check_before(&find(instance, site, id).await?)?;
    let entry = entry_about(&rule, site.org_id, "rule.updated", context);
    match put(&*instance.ports.rules, &rule, entry).await.map_err(UseCaseError::from)? {
        true => Ok(rule),
        false => Err(UseCaseError::NotFound("rule").into()),
    }
}

/// Stores everything of a rule except its creation time. Returns false, with nothing stored, if the site has no such rule.
pub async fn put(rules: &dyn RuleStore, rule: &PromptRule, entry: AuditDraft) -> StoreResult<bool> {
    let mut change = rules.begin(&[Scope::of(&entry)]).await?;
    if !change.replace_rule(rule).await? {
        return Ok(false);
    }
    change.audit(entry).await?;
    change.commit().await?;
    Ok(true)
}

async fn find(instance: &Instance, site: &Site, id: RuleId) -> Result<PromptRule, UseCaseError> {
    instance.ports.rules.rule(site.id, id).await?.ok_or(UseCaseError::NotFound("rule"))
}
