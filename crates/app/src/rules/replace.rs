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
    ports::{change::Scope, rules::RuleStore},
    sites::payload::room_for,
};

/// Replaces the settings of a rule. Calls `check_before` with the stored rule, so that the caller can refuse, and again within the
/// change.
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
    let entry = entry_about(&rule, site.org_id, "rule.updated", context);
    put(&*instance.ports.rules, &rule, check_before, entry).await?;
    Ok(rule)
}

/// Stores everything of a rule except its creation time. Nothing is stored if `check_before` refuses the rule as it is stored then:
/// another request, also to another server, may have changed it since it was read.
pub async fn put<E: From<UseCaseError>>(
    rules: &dyn RuleStore,
    rule: &PromptRule,
    check_before: impl Fn(&PromptRule) -> Result<(), E>,
    entry: AuditDraft,
) -> Result<(), E> {
    let mut change = rules.begin(&[Scope::of(&entry)]).await.map_err(UseCaseError::from)?;
    let before = change.rule(rule.site_id, rule.id).await.map_err(UseCaseError::from)?;
    check_before(&before.ok_or(UseCaseError::NotFound("rule"))?)?;
    change.replace_rule(rule).await.map_err(UseCaseError::from)?;
    change.audit(entry).await.map_err(UseCaseError::from)?;
    change.commit().await.map_err(UseCaseError::from)?;
    Ok(())
}

async fn find(instance: &Instance, site: &Site, id: RuleId) -> Result<PromptRule, UseCaseError> {
    instance.ports.rules.rule(site.id, id).await?.ok_or(UseCaseError::NotFound("rule"))
}
