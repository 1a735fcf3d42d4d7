//! Adds a rule to a site.

use askline_domain::{
    audit::{AuditDraft, context::AuditContext},
    rules::{PromptRule, input::NewRule},
    shared::ids::{Id as _, RuleId},
    sites::Site,
    widget::config::WidgetConfig,
};

use super::checks::{checked, entry_about};
use crate::{
    error::{Limit, UseCaseError},
    instance::Instance,
    ports::{
        StoreResult,
        change::Scope,
        rules::{MAX_RULES_PER_SITE, RuleStore},
    },
    sites::payload::room_for,
};

/// Adds a rule to a site, unless the site's payload would become too large.
pub async fn create(
    instance: &Instance,
    of: (&Site, &WidgetConfig),
    new: NewRule,
    context: &AuditContext,
) -> Result<PromptRule, UseCaseError> {
    let (site, at) = (of.0, context.at);
    let settings = checked(instance, of, new, None, at).await?;
    let id = RuleId::new(at, &mut rand::rng());
    let rule = PromptRule { id, site_id: site.id, settings, created_at: at, updated_at: at };
    let _turn = room_for(instance, site.id, |source| source.put_rule(&rule)).await?;
    let entry = entry_about(&rule, site.org_id, "rule.created", context);
    if add(&*instance.ports.rules, &rule, entry).await? {
        Ok(rule)
    } else {
        Err(UseCaseError::LimitReached(Limit::Rules))
    }
}

/// Stores a rule. Returns false, with nothing stored, if its site has as many as it may have.
pub async fn add(rules: &dyn RuleStore, rule: &PromptRule, entry: AuditDraft) -> StoreResult<bool> {
    let mut change = rules.begin(&[Scope::of(&entry)]).await?;
    if change.count_rules(rule.site_id).await? >= MAX_RULES_PER_SITE {
        return Ok(false);
    }
    change.insert_rule(rule).await?;
    change.audit(entry).await?;
    change.commit().await?;
    Ok(true)
}
