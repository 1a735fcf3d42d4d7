//! Making, replacing and deleting rules. A refused rule changes nothing.

use std::collections::HashMap;

use askline_app::{
    ports::rules::{MAX_RULES_PER_SITE, RuleCreation},
    prompts::policy_check::{check_policy, check_prompts},
    sites::{known_ids::with_known_ids, payload::room_for},
};
use askline_domain::{
    audit::{AuditDraft, Target},
    rules::{PromptRule, RuleAction, RuleSettings, input::NewRule, spread_priorities},
    shared::ids::{Id as _, QuestionId, RuleId},
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::{RulePath, RuleView, find, with_tag};
use crate::{
    pipeline::{
        call::Call,
        caller::SiteAccess,
        error::{ApiError, Code},
        request::{
            if_match::check_if_match,
            input::{Input, Json, Nothing},
        },
        response::reply::{Items, Reply},
    },
    resources::{rules::state_of, sites::Deleted},
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
    let _turn = room_for(call.app.instance(), call.tenant.site.site.id, |source| source.put_rule(&rule)).await?;
    let audit = audit(&call, "rule.created", &rule);
    match call.app.ports().rules.create_rule(&rule, audit).await? {
        RuleCreation::Created => Ok(Reply::new(rule.into())),
        RuleCreation::LimitReached => {
            Err(ApiError::limit_reached(format!("A site may have {MAX_RULES_PER_SITE} rules, and this one has.")))
        }
    }
}

/// `PUT /rules/:siteId/:ruleId`
pub async fn replace_rule(
    call: Call<SiteAccess>,
    input: Input<RulePath, Nothing, Json<NewRule>>,
) -> Result<Reply<RuleView>, ApiError> {
    let before = find(&call, input.path.rule_id).await?;
    check_if_match(&call.request.headers, &state_of(&before))?;
    let settings = checked(&call, input.body.0, Some(&before.settings.action)).await?;
    if settings == before.settings {
        return Ok(with_tag(before));
    }
    let rule = PromptRule { settings, updated_at: call.request.at, ..before };
    let _turn = room_for(call.app.instance(), call.tenant.site.site.id, |source| source.put_rule(&rule)).await?;
    // Another request may have had the turn before.
    check_if_match(&call.request.headers, &state_of(&find(&call, rule.id).await?))?;
    let audit = audit(&call, "rule.updated", &rule);
    match call.app.ports().rules.replace_rule(&rule, audit).await? {
        true => Ok(with_tag(rule)),
        false => Err(ApiError::not_found("rule")),
    }
}

/// The order in which rules are to be tried.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RuleOrder {
    /// Every rule of the site once, the first to be tried first.
    #[schemars(length(max = 1000), extend("uniqueItems" = true))]
    pub rule_ids: Vec<RuleId>,
}

/// `PUT /rules/:siteId/order`
pub async fn order_rules(
    call: Call<SiteAccess>,
    input: Input<Nothing, Nothing, Json<RuleOrder>>,
) -> Result<Reply<Items<RuleView>>, ApiError> {
    let RuleOrder { rule_ids } = input.body.0;
    let (site, at) = (&call.tenant.site.site, call.request.at);
    let stored = call.app.ports().rules.all_rules(site.id).await?;
    let mut stored: HashMap<RuleId, PromptRule> = stored.into_iter().map(|rule| (rule.id, rule)).collect();
    let order: Vec<(RuleId, u16)> = rule_ids.iter().copied().zip(spread_priorities(rule_ids.len())).collect();
    let mut ordered = Vec::with_capacity(order.len());
    let mut is_new = false;
    for (id, priority) in &order {
        // Named twice, or gone: either way the list is not the site's.
        let mut rule = stored.remove(id).ok_or_else(changed_meanwhile)?;
        if rule.settings.priority != *priority {
            (rule.settings.priority, rule.updated_at) = (*priority, at);
            is_new = true;
        }
        ordered.push(RuleView::from(rule));
    }
    if !stored.is_empty() {
        return Err(changed_meanwhile());
    }
    if is_new {
        let targets = vec![Target::new("site", site.id, &*site.name)];
        let metadata = json!({ "siteId": site.id, "rules": order.len() });
        let audit = call.audit(call.tenant.organization.id, "rule.reordered", targets, metadata);
        if !call.app.ports().rules.order_rules(site.id, &order, at, audit).await? {
            return Err(changed_meanwhile());
        }
    }
    Ok(Reply::new(Items { items: ordered }))
}

fn changed_meanwhile() -> ApiError {
    let message =
        "ruleIds must name each rule of the site once, and the site has others. Read them, then order them again.";
    ApiError::new(Code::Conflict, message)
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
    let settings = with_known_ids(call.app.link_registry(), config, |known| body.check(known, &mut new_question_id))?;
    check_policy(call.app.instance(), &call.tenant.site.site, settings.action.texts())?;
    if let RuleAction::UsePrompt { prompt_id } = settings.action
        && before != Some(&settings.action)
    {
        check_prompts(call.app.instance(), call.tenant.site.site.id, [("action.promptId".to_owned(), prompt_id)])
            .await?;
    }
    Ok(settings)
}
