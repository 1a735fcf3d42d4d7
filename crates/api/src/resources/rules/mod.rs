//! Creates, reads, replaces, deletes and tests rules. The widget applies them; this module only stores them and predicts what the
//! widget will decide.

mod change;
mod proposed;
mod trial;

use askline_domain::{
    rules::PromptRule,
    shared::{
        ids::{Id as _, RuleId},
        paging::PageRequest,
        rfc3339::Moment,
    },
};
use axum::http::header;
use schemars::JsonSchema;
use serde::Deserialize;

pub use change::{RuleOrder, create_rule, delete_rule, reorder_rules, replace_rule};
pub use proposed::{approve_proposed_rules, dismiss_proposed_rules, list_proposed_rules};
pub use trial::test_rules;

use crate::pipeline::{
    handling::{ApiError, Call, Input, Items, Nothing, PageQuery, Reply, SiteAccess},
    request::if_match::tag_of,
};

/// The rule in the path.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RulePath {
    rule_id: RuleId,
}

/// `GET /rules/:siteId`
pub async fn list_rules(
    call: Call<SiteAccess>,
    input: Input<Nothing, PageQuery>,
) -> Result<Reply<Items<PromptRule>>, ApiError> {
    let page: PageRequest = input.query.page()?;
    let rules = call.app.ports().rules.rules(call.tenant.site.site.id, page).await?;
    Ok(Reply::page(rules, page.limit, |rule| rule.id.bits()))
}

/// `GET /rules/:siteId/:ruleId`
pub async fn show_rule(call: Call<SiteAccess>, input: Input<RulePath>) -> Result<Reply<PromptRule>, ApiError> {
    Ok(with_tag(find(&call, input.path.rule_id).await?))
}

/// The current state of a rule for `If-Match`: its `updatedAt`.
fn state_of(rule: &PromptRule) -> String {
    Moment(rule.updated_at).to_string()
}

/// A rule with its entity tag, which `If-Match` compares.
fn with_tag(rule: PromptRule) -> Reply<PromptRule> {
    let tag = tag_of(&state_of(&rule));
    Reply::new(rule).header(header::ETAG, tag)
}

async fn find(call: &Call<SiteAccess>, id: RuleId) -> Result<PromptRule, ApiError> {
    let rules = &call.app.ports().rules;
    rules.rule(call.tenant.site.site.id, id).await?.ok_or_else(|| ApiError::not_found("rule"))
}
