//! Creates, replaces and deletes rules. A refused rule changes nothing.

use askline_app::{ports::rules::MAX_RULES_PER_SITE, rules};
use askline_domain::{
    rules::{PromptRule, input::NewRule},
    shared::ids::RuleId,
};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{RulePath, find, with_tag};
use crate::{
    pipeline::{
        handling::{ApiError, Call, Input, Items, Json, Nothing, Reply, SiteAccess},
        request::if_match::check_if_match,
    },
    resources::{rules::state_of, sites::Deleted},
};

/// `POST /rules/:siteId`
pub async fn create_rule(
    call: Call<SiteAccess>,
    input: Input<Nothing, Nothing, Json<NewRule>>,
) -> Result<Reply<PromptRule>, ApiError> {
    let rule =
        rules::create(call.app.instance(), call.tenant.with_config(), input.body.0, &call.audit_context()).await?;
    Ok(Reply::new(rule))
}

/// `PUT /rules/:siteId/:ruleId`
pub async fn replace_rule(
    call: Call<SiteAccess>,
    input: Input<RulePath, Nothing, Json<NewRule>>,
) -> Result<Reply<PromptRule>, ApiError> {
    let check_before = |before: &PromptRule| check_if_match(&call.request.headers, &state_of(before));
    let (instance, of, id) = (call.app.instance(), call.tenant.with_config(), input.path.rule_id);
    let replaced = rules::replace(instance, of, id, input.body.0, check_before, &call.audit_context()).await?;
    Ok(with_tag(replaced))
}

/// The order in which rules are evaluated.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RuleOrder {
    /// Every rule of the site exactly once, in the order in which they are evaluated.
    #[schemars(length(max = MAX_RULES_PER_SITE), extend("uniqueItems" = true))]
    pub rule_ids: Vec<RuleId>,
}

/// `PUT /rules/:siteId/order`
pub async fn reorder_rules(
    call: Call<SiteAccess>,
    input: Input<Nothing, Nothing, Json<RuleOrder>>,
) -> Result<Reply<Items<PromptRule>>, ApiError> {
    let site = &call.tenant.site.site;
    let ordered = rules::order(call.app.instance(), site, &input.body.0.rule_ids, &call.audit_context()).await?;
    Ok(Reply::new(Items { items: ordered }))
}

/// `DELETE /rules/:siteId/:ruleId`
pub async fn delete_rule(call: Call<SiteAccess>, input: Input<RulePath>) -> Result<Reply<Deleted>, ApiError> {
    let rule = find(&call, input.path.rule_id).await?;
    let (rules, org) = (&*call.app.ports().rules, call.tenant.organization.id);
    rules::delete(rules, org, &rule, &call.audit_context()).await?;
    Ok(Reply::new(Deleted::of(rule.id)))
}
