//! A widget configuration in the body of a `PUT`. It replaces the whole stored one: omitted fields get their documented
//! default, so that `{}` is a valid configuration. Fields that a `GET` shows besides the settings are accepted and
//! ignored, so that its response can be edited and sent back; any other unknown field is refused.

use schemars::JsonSchema;
use serde::{Deserialize, de::IgnoredAny};

use crate::{
    platforms::CustomPlatform,
    shared::ids::QuestionId,
    widget::{
        config::{
            Intents, Labels, MAX_CUSTOM_PLATFORMS, MAX_LABEL_LANGUAGES, MAX_PLATFORMS, MAX_QUESTION_CHARACTERS,
            MAX_QUESTIONS, MAX_QUESTIONS_SHOWN, MAX_SOCIAL, Markdown, PlatformChoice, Privacy, QUESTIONS_SHOWN_DEFAULT,
            SocialChoice, Theme,
        },
        menu::{MAX_MENU_ITEMS, MenuItemInput},
        placement::Placement,
    },
};

/// A widget configuration as it is sent, before its checks.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct WidgetConfigInput {
    /// Whether the widget is shown at all.
    pub enabled: bool,
    /// Where the widget appears.
    pub placement: Placement,
    /// The assistants that are offered, in this order; the default ones if omitted or null. Custom assistants that are
    /// not listed come last.
    #[schemars(length(max = MAX_PLATFORMS))]
    pub platforms: Option<Vec<PlatformChoice>>,
    /// The site's custom assistants.
    #[schemars(length(max = MAX_CUSTOM_PLATFORMS))]
    pub custom_platforms: Vec<CustomPlatform>,
    /// The networks on which the page can be shared, in this order; the default ones if omitted or null.
    #[schemars(length(max = MAX_SOCIAL))]
    pub social: Option<Vec<SocialChoice>>,
    /// Suggested questions.
    pub questions: QuestionsInput,
    /// The row of buttons for the kinds of prompts.
    pub intents: Intents,
    /// The site's own items, in this order, between the assistants and the share buttons.
    #[schemars(length(max = MAX_MENU_ITEMS))]
    pub menu: Vec<MenuItemInput>,
    /// Copying the page as Markdown.
    pub markdown: Markdown,
    /// How the widget looks.
    pub theme: Theme,
    /// The site's own texts, by language tag, then by key. At most 20 languages, and 120 characters per text.
    #[schemars(extend("maxProperties" = MAX_LABEL_LANGUAGES))]
    pub labels: Labels,
    /// What is counted, and what readers see before a prompt is sent.
    pub privacy: Privacy,
    /// For a body in the form of the `GET` without an API key, in which `config` contains the settings. Next to it,
    /// `labels` are ignored, and there must be no other setting.
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
            menu: Vec::new(),
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

/// Suggested questions in a request.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct QuestionsInput {
    /// Whether suggested questions are shown.
    pub enabled: bool,
    /// The maximum number of questions that are shown.
    #[schemars(range(max = MAX_QUESTIONS_SHOWN))]
    pub max: u16,
    /// Whether readers can ask their own question. Its text is sent only to the assistant.
    pub own: bool,
    /// The questions, in this order.
    #[schemars(length(max = MAX_QUESTIONS))]
    pub items: Vec<QuestionInput>,
}

impl Default for QuestionsInput {
    fn default() -> Self {
        Self { enabled: true, max: QUESTIONS_SHOWN_DEFAULT, own: true, items: Vec::new() }
    }
}

/// A suggested question in a request.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct QuestionInput {
    /// The question's id, which keeps its counts together; a question without an id gets a new one.
    #[serde(default)]
    pub id: Option<QuestionId>,
    /// The question.
    #[schemars(length(min = 1, max = MAX_QUESTION_CHARACTERS))]
    pub text: String,
}
