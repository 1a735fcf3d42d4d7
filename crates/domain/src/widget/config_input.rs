//! A widget configuration as a `PUT` sends it. It replaces the whole stored one: omitted fields get their documented
//! default, so that `{}` is a valid configuration. The fields that a `GET` shows besides the settings are accepted and
//! ignored, so that its answer can be edited and sent back; any other unknown field is refused.

use schemars::JsonSchema;
use serde::{Deserialize, de::IgnoredAny};

use crate::{
    platforms::CustomPlatform,
    shared::ids::QuestionId,
    widget::{
        config::{Intents, Labels, Markdown, PlatformChoice, Privacy, QUESTIONS_SHOWN_DEFAULT, SocialChoice, Theme},
        placement::Placement,
    },
};

/// A widget configuration as it is sent, unchecked.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct WidgetConfigInput {
    /// Whether the widget is shown at all.
    pub enabled: bool,
    /// Where it shows.
    pub placement: Placement,
    /// The assistants that are offered, in this order; the usual ones when left out or null. A custom assistant that is
    /// not listed comes last.
    #[schemars(length(max = 40))]
    pub platforms: Option<Vec<PlatformChoice>>,
    /// Assistants of the site's own.
    #[schemars(length(max = 10))]
    pub custom_platforms: Vec<CustomPlatform>,
    /// Where the page can be shared, in this order; the usual networks when left out or null.
    #[schemars(length(max = 20))]
    pub social: Option<Vec<SocialChoice>>,
    /// Suggested questions.
    pub questions: QuestionsInput,
    /// The row with the kinds of prompts.
    pub intents: Intents,
    /// The page as Markdown.
    pub markdown: Markdown,
    /// How it looks.
    pub theme: Theme,
    /// The site's own wording: by language tag, then by key. At most 20 languages, 120 characters a label.
    #[schemars(extend("maxProperties" = 20))]
    pub labels: Labels,
    /// What is counted, and what readers see.
    pub privacy: Privacy,
    /// For a body in the form of the keyless `GET`, which has the settings in here. No other setting may be next to it.
    #[schemars(with = "Option<Box<WidgetConfigInput>>")]
    pub config: Option<Box<WidgetConfigInput>>,
    #[serde(rename = "version")]
    #[schemars(with = "Option<u32>", extend("readOnly" = true))]
    _version: IgnoredAny,
    #[serde(rename = "createdAt")]
    #[schemars(with = "Option<String>", extend("readOnly" = true))]
    _created_at: IgnoredAny,
    #[serde(rename = "updatedAt")]
    #[schemars(with = "Option<String>", extend("readOnly" = true))]
    _updated_at: IgnoredAny,
    #[serde(rename = "updatedBy")]
    #[schemars(with = "Option<serde_json::Value>", extend("readOnly" = true))]
    _updated_by: IgnoredAny,
    #[serde(rename = "warnings")]
    #[schemars(with = "Option<serde_json::Value>", extend("readOnly" = true))]
    _warnings: IgnoredAny,
    #[serde(rename = "siteId")]
    #[schemars(with = "Option<String>", extend("readOnly" = true))]
    _site_id: IgnoredAny,
    #[serde(rename = "siteName")]
    #[schemars(with = "Option<String>", extend("readOnly" = true))]
    _site_name: IgnoredAny,
    #[serde(rename = "prompts")]
    #[schemars(with = "Option<serde_json::Value>", extend("readOnly" = true))]
    _prompts: IgnoredAny,
    #[serde(rename = "rules")]
    #[schemars(with = "Option<serde_json::Value>", extend("readOnly" = true))]
    _rules: IgnoredAny,
    #[serde(rename = "registry")]
    #[schemars(with = "Option<serde_json::Value>", extend("readOnly" = true))]
    _registry: IgnoredAny,
    #[serde(rename = "shareTargets")]
    #[schemars(with = "Option<serde_json::Value>", extend("readOnly" = true))]
    _share_targets: IgnoredAny,
    #[serde(rename = "plain")]
    #[schemars(with = "Option<bool>", extend("readOnly" = true))]
    _plain: IgnoredAny,
    #[serde(rename = "looks")]
    #[schemars(with = "Option<serde_json::Value>", extend("readOnly" = true))]
    _looks: IgnoredAny,
}

impl Default for WidgetConfigInput {
    fn default() -> Self {
        Self {
            enabled: true,
            placement: Placement::default(),
            platforms: None,
            custom_platforms: Vec::new(),
            social: None,
            questions: QuestionsInput::default(),
            intents: Intents::default(),
            markdown: Markdown::default(),
            theme: Theme::default(),
            labels: Labels::new(),
            privacy: Privacy::default(),
            config: None,
            _version: IgnoredAny,
            _created_at: IgnoredAny,
            _updated_at: IgnoredAny,
            _updated_by: IgnoredAny,
            _warnings: IgnoredAny,
            _site_id: IgnoredAny,
            _site_name: IgnoredAny,
            _prompts: IgnoredAny,
            _rules: IgnoredAny,
            _registry: IgnoredAny,
            _share_targets: IgnoredAny,
            _plain: IgnoredAny,
            _looks: IgnoredAny,
        }
    }
}

/// Suggested questions as they are sent.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct QuestionsInput {
    /// Whether they show.
    pub enabled: bool,
    /// How many show at once.
    #[schemars(range(max = 10))]
    pub max: u16,
    /// Whether readers can ask their own question. Its text goes only to the assistant.
    pub own: bool,
    /// The questions, in this order.
    #[schemars(length(max = 20))]
    pub items: Vec<QuestionInput>,
}

impl Default for QuestionsInput {
    fn default() -> Self {
        Self { enabled: true, max: QUESTIONS_SHOWN_DEFAULT, own: true, items: Vec::new() }
    }
}

/// A suggested question as it is sent.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct QuestionInput {
    /// Its id, to keep its clicks together; a question without an id gets a new one.
    #[serde(default)]
    pub id: Option<QuestionId>,
    /// The question.
    #[schemars(length(min = 1, max = 200))]
    pub text: String,
}
