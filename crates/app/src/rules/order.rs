//! Orders the rules of a site.

use std::collections::HashMap;

use askline_domain::{
    audit::{AuditDraft, Target, context::AuditContext},
    rules::{PromptRule, spread_priorities},
    shared::ids::{RuleId, SiteId},
    sites::Site,
};
use serde_json::json;

use crate::{
    error::{Changed, UseCaseError},
    instance::Instance,
    ports::{StoreResult, change::Scope, rules::RuleStore},
};

/// Gives the rules of a site this order. Each rule must be named exactly once.
pub async fn order(
    instance: &Instance,
    site: &Site,
    rule_ids: &[RuleId],
    context: &AuditContext,
) -> Result<Vec<PromptRule>, UseCaseError> {
    let at = context.at;
    let others = || UseCaseError::ChangedMeanwhile(Changed::RulesOfSite);
    let stored = instance.ports.rules.all_rules(site.id).await?;
    let mut stored: HashMap<RuleId, PromptRule> = stored.into_iter().map(|rule| (rule.id, rule)).collect();
    let order: Vec<(RuleId, u16)> = rule_ids.iter().copied().zip(spread_priorities(rule_ids.len())).collect();
    let mut ordered = Vec::with_capacity(order.len());
    let mut is_new = false;
    for (id, priority) in &order {
        // The rule is named twice or was deleted: in both cases the list is not that of the site.
        let mut rule = stored.remove(id).ok_or_else(others)?;
        if rule.settings.priority != *priority {
            (rule.settings.priority, rule.updated_at) = (*priority, at);
            is_new = true;
        }
        ordered.push(rule);
    }
    if !stored.is_empty() {
        return Err(others());
    }
    if is_new {
        let targets = vec![Target::new("site", site.id, &*site.name)];
        let metadata = json!({ "siteId": site.id, "rules": order.len() });
        let entry = context.entry(site.org_id, "rule.reordered", targets, metadata);
        if !put_order(&*instance.ports.rules, site.id, &order, entry).await? {
            return Err(others());
        }
    }
    Ok(ordered)
}

/// Gives the rules of a site these priorities. Returns false, with nothing stored, unless they are exactly the rules of the site.
pub async fn put_order(
    rules: &dyn RuleStore,
    site: SiteId,
    order: &[(RuleId, u16)],
    entry: AuditDraft,
) -> StoreResult<bool> {
    let mut change = rules.begin(&[Scope::of(&entry)]).await?;
    let stored = change.all_rules(site).await?;
    let mut left: HashMap<RuleId, PromptRule> = stored.into_iter().map(|rule| (rule.id, rule)).collect();
    for (id, priority) in order {
        let Some(mut rule) = left.remove(id) else { return Ok(false) };
        if rule.settings.priority != *priority {
            (rule.settings.priority, rule.updated_at) = (*priority, entry.occurred_at);
            change.replace_rule(&rule).await?;
        }
    }
    if !left.is_empty() {
        return Ok(false);
    }
    change.audit(entry).await?;
    change.commit().await?;
    Ok(true)
}
