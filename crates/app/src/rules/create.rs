//! Adds a rule to a site.

use askline_domain::{
    audit::context::AuditContext,
    rules::{PromptRule, input::NewRule},
    shared::ids::{Id as _, RuleId},
    sites::Site,
    widget::config::WidgetConfig,
};

use super::checks::{checked, entry_about};
use crate::{
    error::{Limit, UseCaseError},
    instance::Instance,
    ports::rules::RuleCreation,
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
    let audit = entry_about(&rule, site.org_id, "rule.created", context);
    match instance.ports.rules.create_rule(&rule, audit).await? {
        RuleCreation::Created => Ok(rule),
        RuleCreation::LimitReached => Err(UseCaseError::LimitReached(Limit::Rules)),
    }
}
