//! Checks a rule before it is stored, and creates the audit entry about it.

use askline_domain::{
    audit::{AuditDraft, Target, context::AuditContext},
    rules::{PromptRule, RuleAction, RuleSettings, input::NewRule},
    shared::ids::{Id as _, OrgId, QuestionId},
    sites::Site,
    widget::config::WidgetConfig,
};
use jiff::Timestamp;
use serde_json::json;

use crate::{
    error::UseCaseError,
    instance::Instance,
    policy_check::{Judge, check_prompts},
    sites::known_ids::with_known_ids,
};

/// Returns the settings of a rule if they pass all checks. `before` is the action that is replaced.
pub(super) async fn checked(
    instance: &Instance,
    (site, config): (&Site, &WidgetConfig),
    new: NewRule,
    before: Option<&RuleAction>,
    at: Timestamp,
) -> Result<RuleSettings, UseCaseError> {
    let mut new_question_id = || QuestionId::new(at, &mut rand::rng());
    let settings = with_known_ids(&instance.link_registry, config, |known| new.check(known, &mut new_question_id))?;
    let stored = before.map(RuleAction::texts).unwrap_or_default();
    Judge::of_request(instance, site).await?.check_changed(settings.action.texts(), stored)?;
    if let RuleAction::UsePrompt { prompt_id } = settings.action
        && before != Some(&settings.action)
    {
        check_prompts(instance, site.id, [("action.promptId".to_owned(), prompt_id)]).await?;
    }
    Ok(settings)
}

/// The audit entry about a rule.
pub(super) fn entry_about(rule: &PromptRule, org: OrgId, action: &str, context: &AuditContext) -> AuditDraft {
    let targets = vec![Target::new("rule", rule.id, &*rule.settings.name)];
    context.entry(org, action, targets, json!({ "siteId": rule.site_id, "type": rule.settings.action.kind() }))
}
