//! Rules: how the widget differs from its configuration on certain pages. This module has the rules and their order;
//! [`crate::rules::decision`] decides which apply to a page. Paths are globs only, since regular expressions can be
//! slow.

pub mod decision;
pub mod input;
pub mod page_offer;
pub mod proposed;

use std::cmp::Reverse;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    present_fields::every_field_present,
    shared::{
        glob::literal_prefix_length,
        ids::{PromptId, RuleId, SiteId},
        rfc3339::{Moment, as_moment, as_moment_or_null},
    },
    widget::config::Question,
};

/// The maximum number of characters of a rule's name.
pub const MAX_RULE_NAME_CHARACTERS: usize = 80;
/// The highest priority value; rules with it are tried last.
pub const MAX_PRIORITY: u16 = 1_000;
/// The default priority of a rule.
pub const PRIORITY_DEFAULT: u16 = 100;
/// The maximum number of entries of each list in `match`.
pub const MAX_CONDITIONS: usize = 50;
/// The maximum number of characters of a text that is added before or after a prompt.
pub const MAX_RULE_TEXT_CHARACTERS: usize = 1_000;

/// The pages that a rule matches. All lists must match a page; a list matches if one of its entries does, or if it is
/// empty. Excluded paths take precedence.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct RuleMatch {
    /// Globs of paths: `*` matches within a segment, `**` across segments.
    #[schemars(length(max = MAX_CONDITIONS), extend("uniqueItems" = true), inner(length(min = 1)))]
    pub paths: Vec<String>,
    /// Globs of excluded paths, which take precedence.
    #[schemars(length(max = MAX_CONDITIONS), extend("uniqueItems" = true), inner(length(min = 1)))]
    pub exclude_paths: Vec<String>,
    /// Host names, without port.
    #[schemars(length(max = MAX_CONDITIONS), extend("uniqueItems" = true), inner(length(min = 1)))]
    pub hosts: Vec<String>,
    /// Languages of pages: `pt` also matches `pt-BR`, and `*` matches every language.
    #[schemars(length(max = MAX_CONDITIONS), extend("uniqueItems" = true), inner(length(min = 1)))]
    pub languages: Vec<String>,
}

/// What a rule does. For each type, the first rule that matches the page applies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum RuleAction {
    /// Every assistant gets the same prompt.
    UsePrompt {
        /// The id of the prompt.
        prompt_id: PromptId,
    },
    /// A text is added before each prompt.
    Prepend {
        /// The text, which may contain a prompt's placeholders.
        text: String,
    },
    /// A text is added after each prompt.
    Append {
        /// The text, which may contain a prompt's placeholders.
        text: String,
    },
    /// Other questions are suggested.
    SetQuestions {
        /// The questions; an empty list hides all.
        questions: Vec<Question>,
    },
    /// Some assistants are not offered.
    HidePlatforms {
        /// The ids of the hidden assistants.
        platform_ids: Vec<String>,
    },
    /// The widget is not shown.
    HideWidget {},
}

/// The type of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RuleActionType {
    /// Every assistant gets the same prompt.
    UsePrompt,
    /// A text is added before each prompt.
    Prepend,
    /// A text is added after each prompt.
    Append,
    /// Other questions are suggested.
    SetQuestions,
    /// Some assistants are not offered.
    HidePlatforms,
    /// The widget is not shown.
    HideWidget,
}

words! {
    RuleActionType, "a type of action":
    UsePrompt = "use_prompt",
    Prepend = "prepend",
    Append = "append",
    SetQuestions = "set_questions",
    HidePlatforms = "hide_platforms",
    HideWidget = "hide_widget",
}

/// The settings of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RuleSettings {
    /// The rule's name.
    pub name: String,
    /// Whether the rule is used.
    pub enabled: bool,
    /// Rules with the lowest priority value are tried first; then those with the longest literal prefix among their
    /// paths, then the oldest.
    pub priority: u16,
    /// The pages that the rule matches.
    #[serde(rename = "match")]
    pub matching: RuleMatch,
    /// What the rule does on these pages.
    pub action: RuleAction,
    /// When the rule starts to apply; null means no start.
    #[serde(serialize_with = "as_moment_or_null")]
    #[schemars(with = "Option<Moment>")]
    pub starts_at: Option<Timestamp>,
    /// The time from which the rule no longer applies; null means no end.
    #[serde(serialize_with = "as_moment_or_null")]
    #[schemars(with = "Option<Moment>")]
    pub ends_at: Option<Timestamp>,
}

impl RuleAction {
    /// The type of the action.
    pub const fn kind(&self) -> RuleActionType {
        match self {
            Self::UsePrompt { .. } => RuleActionType::UsePrompt,
            Self::Prepend { .. } => RuleActionType::Prepend,
            Self::Append { .. } => RuleActionType::Append,
            Self::SetQuestions { .. } => RuleActionType::SetQuestions,
            Self::HidePlatforms { .. } => RuleActionType::HidePlatforms,
            Self::HideWidget {} => RuleActionType::HideWidget,
        }
    }

    /// The questions that the action suggests.
    pub fn questions(&self) -> &[Question] {
        match self {
            Self::SetQuestions { questions } => questions,
            _ => &[],
        }
    }

    /// The texts that the action sends to assistants, with the path of each, for the prompt policy.
    pub fn texts(&self) -> Vec<(String, &str)> {
        match self {
            Self::Prepend { text } | Self::Append { text } => vec![("action.text".into(), text)],
            Self::SetQuestions { questions } => {
                let path = |index: usize| format!("action.questions[{index}].text");
                questions.iter().enumerate().map(|(index, one)| (path(index), one.text.as_str())).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// A rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Rule", transform = every_field_present)]
pub struct PromptRule {
    /// The rule's id.
    pub id: RuleId,
    /// The id of the rule's site.
    pub site_id: SiteId,
    /// The rule's settings.
    #[serde(flatten)]
    pub settings: RuleSettings,
    /// When the rule was created.
    #[serde(serialize_with = "as_moment")]
    #[schemars(with = "Moment")]
    pub created_at: Timestamp,
    /// When the rule was last changed.
    #[serde(serialize_with = "as_moment")]
    #[schemars(with = "Moment")]
    pub updated_at: Timestamp,
}

/// Returns priorities for this number of rules in a given order: up to ten apart, so that a rule can later be added
/// between two. There are at most [`MAX_PRIORITY`] of them, none above it.
pub fn spread_priorities(count: usize) -> impl Iterator<Item = u16> {
    let step = (usize::from(MAX_PRIORITY) / count.max(1)).clamp(1, 10);
    (1..=count).map_while(move |place| u16::try_from(place * step).ok().filter(|priority| *priority <= MAX_PRIORITY))
}

impl PromptRule {
    /// The sort key of rules: the lowest priority value, then the longest literal prefix among the rule's paths, then
    /// the oldest. It depends only on the rule and not on the page, so that the order is the same on every page.
    pub fn order(&self) -> (u16, Reverse<usize>, RuleId) {
        let globs = self.settings.matching.paths.iter();
        let longest = globs.map(|glob| literal_prefix_length(glob)).max().unwrap_or(0);
        (self.settings.priority, Reverse(longest), self.id)
    }
}
