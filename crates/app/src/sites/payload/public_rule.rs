//! A rule as the widget needs it.

use askline_domain::{
    rules::{PromptRule, RuleAction, RuleMatch},
    shared::{ids::RuleId, rfc3339::Moment},
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::present_fields::every_field_present;

/// A rule as the widget needs it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct PublicRule {
    /// Its id.
    pub id: RuleId,
    /// The pages that it applies to.
    #[serde(rename = "match")]
    pub matching: RuleMatch,
    /// What it does there.
    pub action: RuleAction,
    /// When it starts to apply; null for no start.
    pub starts_at: Option<Moment>,
    /// When it ends; from this time on it does not apply. Null for no end.
    pub ends_at: Option<Moment>,
}

impl From<&PromptRule> for PublicRule {
    fn from(rule: &PromptRule) -> Self {
        Self {
            id: rule.id,
            matching: rule.settings.matching.clone(),
            action: rule.settings.action.clone(),
            starts_at: rule.settings.starts_at.map(Moment),
            ends_at: rule.settings.ends_at.map(Moment),
        }
    }
}
