//! Rules: created, read, replaced, deleted, tested. The widget applies them; this module only stores them and predicts
//! what it will decide.

mod change;
mod proposed;
mod trial;

use askline_app::present_fields::every_field_present;
use askline_domain::{
    rules::{PromptRule, RuleAction, RuleMatch},
    shared::{
        ids::{Id as _, RuleId, SiteId},
        paging::PageRequest,
        rfc3339::Moment,
    },
};
use axum::http::header;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use change::{RuleOrder, create_rule, delete_rule, order_rules, replace_rule};
pub use proposed::{approve_proposed_rules, dismiss_proposed_rules, list_proposed_rules};
pub use trial::test_rules;

use crate::pipeline::{
    handling::{ApiError, Call, Input, Items, Nothing, PageQuery, Reply, SiteAccess},
    request::if_match::tag_of,
};

/// The rule of the path.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RulePath {
    rule_id: RuleId,
}

/// A prompt rule.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Rule")]
#[schemars(transform = every_field_present)]
pub struct RuleView {
    /// Its id.
    pub id: RuleId,
    /// Its site.
    pub site_id: SiteId,
    /// Its name.
    pub name: String,
    /// Whether it is used.
    pub enabled: bool,
    /// The lowest is tried first; then the longest literal prefix among its paths, then the oldest.
    pub priority: u16,
    /// The pages that it applies to.
    #[serde(rename = "match")]
    pub matching: RuleMatch,
    /// What it does there.
    pub action: RuleAction,
    /// When it starts to apply; null for no start.
    pub starts_at: Option<Moment>,
    /// When it ends; from this time on it does not apply. Null for no end.
    pub ends_at: Option<Moment>,
    /// When it was created.
    pub created_at: Moment,
    /// When it was last changed.
    pub updated_at: Moment,
}

impl From<PromptRule> for RuleView {
    fn from(rule: PromptRule) -> Self {
        let settings = rule.settings;
        Self {
            id: rule.id,
            site_id: rule.site_id,
            name: settings.name,
            enabled: settings.enabled,
            priority: settings.priority,
            matching: settings.matching,
            action: settings.action,
            starts_at: settings.starts_at.map(Moment),
            ends_at: settings.ends_at.map(Moment),
            created_at: Moment(rule.created_at),
            updated_at: Moment(rule.updated_at),
        }
    }
}

/// `GET /rules/:siteId`
pub async fn list_rules(
    call: Call<SiteAccess>,
    input: Input<Nothing, PageQuery>,
) -> Result<Reply<Items<RuleView>>, ApiError> {
    let page: PageRequest = input.query.page()?;
    let rules = call.app.ports().rules.rules(call.tenant.site.site.id, page).await?;
    Ok(Reply::page(rules.map(RuleView::from), page.limit, |rule| rule.id.bits()))
}

/// `GET /rules/:siteId/:ruleId`
pub async fn show_rule(call: Call<SiteAccess>, input: Input<RulePath>) -> Result<Reply<RuleView>, ApiError> {
    Ok(with_tag(find(&call, input.path.rule_id).await?))
}

/// What `If-Match` calls the present state of a rule: its `updatedAt`.
fn state_of(rule: &PromptRule) -> String {
    Moment(rule.updated_at).to_string()
}

/// A rule with what `If-Match` takes for its present state.
fn with_tag(rule: PromptRule) -> Reply<RuleView> {
    let tag = tag_of(&state_of(&rule));
    Reply::new(RuleView::from(rule)).header(header::ETAG, tag)
}

async fn find(call: &Call<SiteAccess>, id: RuleId) -> Result<PromptRule, ApiError> {
    let rules = &call.app.ports().rules;
    rules.rule(call.tenant.site.site.id, id).await?.ok_or_else(|| ApiError::not_found("rule"))
}
