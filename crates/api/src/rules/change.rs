//! Making, replacing and deleting rules. A refused rule changes nothing.

use askline_domain::{
    audit::{AuditDraft, Target},
    id::{Id as _, QuestionId, RuleId},
    ports::{RULES_PER_SITE_MOST, RuleCreation},
    prompt_rule::{NewRule, PromptRule, RuleAction, RuleSettings},
};
use serde_json::json;

use super::{RulePath, RuleView, find};
use crate::{
    caller::{Call, SiteAccess},
    error::ApiError,
    input::{Input, Json, Nothing},
    known_ids::with_known_ids,
    prompt_guard::{check_policy, check_prompts},
    reply::Reply,
    sites::{Deleted, payload::room_for},
};

/// `POST /rules/:siteId`
pub async fn create_rule(
    call: Call<SiteAccess>,
    input: Input<Nothing, Nothing, Json<NewRule>>,
) -> Result<Reply<RuleView>, ApiError> {
    let at = call.request.at;
    let settings = checked(&call, input.body.0, None).await?;
    let id = RuleId::new(at, &mut rand::rng());
    let rule = PromptRule { id, site_id: call.tenant.site.site.id, settings, created_at: at, updated_at: at };
    let _turn = room_for(&call, |source| source.put_rule(&rule)).await?;
    let audit = audit(&call, "rule.created", &rule);
    match call.app.ports().rules.create_rule(&rule, audit).await? {
        RuleCreation::Created => Ok(Reply::new(rule.into())),
        RuleCreation::LimitReached => {
            Err(ApiError::limit_reached(format!("A site may have {RULES_PER_SITE_MOST} rules, and this one has.")))
        }
    }
}

/// `PUT /rules/:siteId/:ruleId`
pub async fn replace_rule(
    call: Call<SiteAccess>,
    input: Input<RulePath, Nothing, Json<NewRule>>,
) -> Result<Reply<RuleView>, ApiError> {
    let before = find(&call, input.path.rule_id).await?;
    let settings = checked(&call, input.body.0, Some(&before.settings.action)).await?;
    if settings == before.settings {
        return Ok(Reply::new(before.into()));
    }
    let rule = PromptRule { settings, updated_at: call.request.at, ..before };
    let _turn = room_for(&call, |source| source.put_rule(&rule)).await?;
    let audit = audit(&call, "rule.updated", &rule);
    match call.app.ports().rules.replace_rule(&rule, audit).await? {
        true => Ok(Reply::new(rule.into())),
        false => Err(ApiError::not_found("rule")),
    }
}

/// `DELETE /rules/:siteId/:ruleId`
pub async fn delete_rule(call: Call<SiteAccess>, input: Input<RulePath>) -> Result<Reply<Deleted>, ApiError> {
    let rule = find(&call, input.path.rule_id).await?;
    let audit = audit(&call, "rule.deleted", &rule);
    match call.app.ports().rules.delete_rule(rule.site_id, rule.id, audit).await? {
        true => Ok(Reply::new(Deleted::of(rule.id))),
        false => Err(ApiError::not_found("rule")),
    }
}

fn audit(call: &Call<SiteAccess>, action: &str, rule: &PromptRule) -> AuditDraft {
    let targets = vec![Target::new("rule", rule.id, &*rule.settings.name)];
    let metadata = json!({ "siteId": rule.site_id, "type": rule.settings.action.kind() });
    call.audit(call.tenant.organization.id, action, targets, metadata)
}

/// The settings of a body that passed all checks. `before` is the action that is replaced.
async fn checked(
    call: &Call<SiteAccess>,
    body: NewRule,
    before: Option<&RuleAction>,
) -> Result<RuleSettings, ApiError> {
    let mut new_question_id = || QuestionId::new(call.request.at, &mut rand::rng());
    let config = &call.tenant.site.config.config;
    let settings = with_known_ids(&call.app, config, |known| body.check(known, &mut new_question_id))?;
    check_policy(&call.app, &call.tenant.site.site, settings.action.texts())?;
    if let RuleAction::UsePrompt { prompt_id } = settings.action
        && before != Some(&settings.action)
    {
        check_prompts(call, [("action.promptId".to_owned(), prompt_id)]).await?;
    }
    Ok(settings)
}
