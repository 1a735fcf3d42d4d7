//! Prompt rules: on which pages a site's widget differs from its configuration. A rule and its order;
//! [`crate::rules::decision`] decides whether it matches a page. Only globs, since regular expressions can run long.

pub mod decision;
pub mod input;
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

/// Characters of a rule's name.
pub const MAX_RULE_NAME_CHARACTERS: usize = 80;
/// The highest priority, which is tried last.
pub const MAX_PRIORITY: u16 = 1_000;
/// The default priority of a rule.
pub const PRIORITY_DEFAULT: u16 = 100;
/// Entries of each list in `match`.
pub const MAX_CONDITIONS: usize = 50;
/// Characters of a text that is put before or after a prompt.
pub const MAX_RULE_TEXT_CHARACTERS: usize = 1_000;

/// The pages that a rule matches. All fields must match, one entry of a list is enough, an empty list matches
/// everything, and an excluded path takes precedence.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct RuleMatch {
    /// Globs of paths: `*` within a segment, `**` across.
    #[schemars(length(max = 50), extend("uniqueItems" = true), inner(length(min = 1)))]
    pub paths: Vec<String>,
    /// Globs of excluded paths.
    #[schemars(length(max = 50), extend("uniqueItems" = true), inner(length(min = 1)))]
    pub exclude_paths: Vec<String>,
    /// Host names, without port.
    #[schemars(length(max = 50), extend("uniqueItems" = true), inner(length(min = 1)))]
    pub hosts: Vec<String>,
    /// Languages of pages: `pt` matches `pt-BR` as well, `*` every language.
    #[schemars(length(max = 50), extend("uniqueItems" = true), inner(length(min = 1)))]
    pub languages: Vec<String>,
}

/// What a rule does. For each type, the first rule that matches the page applies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum RuleAction {
    /// Every assistant gets this prompt.
    UsePrompt {
        /// The prompt.
        prompt_id: PromptId,
    },
    /// A text is added before each prompt.
    Prepend {
        /// The text, with a prompt's placeholders.
        text: String,
    },
    /// A text is added after each prompt.
    Append {
        /// The text, with a prompt's placeholders.
        text: String,
    },
    /// Other questions are suggested.
    SetQuestions {
        /// The questions; none hides them.
        questions: Vec<Question>,
    },
    /// Some assistants are not offered.
    HidePlatforms {
        /// The platforms.
        platform_ids: Vec<String>,
    },
    /// The widget does not show.
    HideWidget {},
}

/// The kind of an action, without its details.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RuleActionType {
    /// Every assistant gets a prompt.
    UsePrompt,
    /// A text is added before each prompt.
    Prepend,
    /// A text is added after each prompt.
    Append,
    /// Other questions are suggested.
    SetQuestions,
    /// Some assistants are not offered.
    HidePlatforms,
    /// The widget does not show.
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

/// The owner's settings of a rule, after all checks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RuleSettings {
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
    #[serde(serialize_with = "as_moment_or_null")]
    #[schemars(with = "Option<Moment>")]
    pub starts_at: Option<Timestamp>,
    /// When it ends; from this time on it does not apply. Null for no end.
    #[serde(serialize_with = "as_moment_or_null")]
    #[schemars(with = "Option<Moment>")]
    pub ends_at: Option<Timestamp>,
}

impl RuleAction {
    /// Its type.
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

    /// The questions that it suggests.
    pub fn questions(&self) -> &[Question] {
        match self {
            Self::SetQuestions { questions } => questions,
            _ => &[],
        }
    }

    /// The texts that are sent to assistants, with the path of each, for the prompt policy.
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

/// A prompt rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Rule", transform = every_field_present)]
pub struct PromptRule {
    /// Its id.
    pub id: RuleId,
    /// Its site.
    pub site_id: SiteId,
    /// The owner's settings.
    #[serde(flatten)]
    pub settings: RuleSettings,
    /// When it was created.
    #[serde(serialize_with = "as_moment")]
    #[schemars(with = "Moment")]
    pub created_at: Timestamp,
    /// When it was last changed.
    #[serde(serialize_with = "as_moment")]
    #[schemars(with = "Moment")]
    pub updated_at: Timestamp,
}

/// Priorities for this many rules in a given order: up to ten apart, so that a rule can be put between two manually
/// later. Ends after [`MAX_PRIORITY`].
pub fn spread_priorities(count: usize) -> impl Iterator<Item = u16> {
    let step = (usize::from(MAX_PRIORITY) / count.max(1)).clamp(1, 10);
    (1..=count).map_while(move |place| u16::try_from(place * step).ok().filter(|priority| *priority <= MAX_PRIORITY))
}

impl PromptRule {
    /// The order of rules: the lowest priority, then the longest literal prefix among the rule's paths,
    /// then the oldest. A property of the rule and not of the page, so that one order holds on every page.
    pub fn order(&self) -> (u16, Reverse<usize>, RuleId) {
        let globs = self.settings.matching.paths.iter();
        let longest = globs.map(|glob| literal_prefix_length(glob)).max().unwrap_or(0);
        (self.settings.priority, Reverse(longest), self.id)
    }
}
