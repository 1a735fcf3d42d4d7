//! A site's widget configuration: all settings of the widget. This is the stored form with its defaults;
//! [`crate::widget::config_input`] is the body of a `PUT`. It contains no version, time or site name: they belong to
//! the store and are added where the configuration is shown.

use std::{borrow::Cow, collections::BTreeMap};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    platforms::{
        CustomPlatform, MAX_PLATFORM_LABEL_CHARACTERS, icons::Marks, known_ids::KnownIds, template::literal_text,
    },
    shared::ids::{PromptId, QuestionId},
    widget::{
        menu::{MenuItem, MenuItemKind},
        placement::{Placement, PlacementMode},
    },
};

/// The maximum number of platforms in the list, including custom assistants.
pub const MAX_PLATFORMS: usize = 40;
/// The maximum number of custom assistants.
pub const MAX_CUSTOM_PLATFORMS: usize = 10;
/// The maximum number of social networks.
pub const MAX_SOCIAL: usize = 20;
/// The maximum number of suggested questions that are stored.
pub const MAX_QUESTIONS: usize = 20;
/// The maximum number of suggested questions that are shown.
pub const MAX_QUESTIONS_SHOWN: u16 = 10;
/// The default number of questions that are shown.
pub const QUESTIONS_SHOWN_DEFAULT: u16 = 3;
/// The maximum number of characters of a question.
pub const MAX_QUESTION_CHARACTERS: usize = 200;
/// The maximum corner radius, in pixels.
pub const MAX_RADIUS: u16 = 32;
/// The maximum number of languages with custom labels.
pub const MAX_LABEL_LANGUAGES: usize = 20;
/// The maximum number of characters of a label.
pub const MAX_LABEL_CHARACTERS: usize = 120;

/// Labels by language, then by key; see [`crate::widget::default_labels::LABEL_KEYS`].
pub type Labels = BTreeMap<String, BTreeMap<String, String>>;

/// The settings of a site's widget.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WidgetConfig {
    /// Whether the widget is shown at all.
    pub enabled: bool,
    /// Where the widget appears.
    pub placement: Placement,
    /// The assistants that are offered, in this order. Custom assistants that are not listed come last.
    pub platforms: Vec<PlatformChoice>,
    /// The site's custom assistants.
    pub custom_platforms: Vec<CustomPlatform>,
    /// The networks on which the page can be shared, in this order.
    pub social: Vec<SocialChoice>,
    /// Suggested questions, and the reader's own question.
    pub questions: Questions,
    /// The row of buttons for the kinds of prompts.
    #[serde(default)]
    pub intents: Intents,
    /// The site's own items, in this order, between the assistants and the share buttons.
    #[serde(default)]
    pub menu: Vec<MenuItem>,
    /// Copying the page as Markdown.
    pub markdown: Markdown,
    /// How the widget looks.
    pub theme: Theme,
    /// The site's own texts, by language tag, then by key; all other texts are the built-in ones.
    pub labels: Labels,
    /// What is counted, and what readers see before a prompt is sent.
    pub privacy: Privacy,
}

impl WidgetConfig {
    /// Whether the widget's first file can draw the widget without `widget/src/extras.ts`.
    pub fn is_plain(&self) -> bool {
        let Placement { mode, include_paths, exclude_paths, .. } = &self.placement;
        *mode != PlacementMode::Floating
            && include_paths.iter().all(|path| path == "/**")
            && exclude_paths.is_empty()
            && self.custom_platforms.is_empty()
            && self.theme.preset != Preset::Blend
            && !matches!(self.theme.layout, Layout::Menu | Layout::Bar | Layout::Compact)
    }

    /// The configuration of a new site: the widget after the article, the default assistants and networks, and the
    /// documented defaults for everything else.
    pub fn for_new_site(known: &KnownIds<'_>) -> Self {
        Self {
            enabled: true,
            placement: Placement::default(),
            platforms: known.default_platforms.iter().map(|id| PlatformChoice::of(id)).collect(),
            custom_platforms: Vec::new(),
            social: known.default_social.iter().map(|id| SocialChoice::of(id)).collect(),
            questions: Questions { enabled: true, max: QUESTIONS_SHOWN_DEFAULT, own: true, items: Vec::new() },
            intents: Intents::default(),
            menu: Vec::new(),
            markdown: Markdown::default(),
            theme: Theme::default(),
            labels: Labels::new(),
            privacy: Privacy::default(),
        }
    }

    /// The ids of the offered assistants, in order; custom assistants that are not listed come last.
    pub fn enabled_platform_ids(&self) -> Vec<&str> {
        let listed = self.platforms.iter().filter(|platform| platform.enabled).map(|platform| platform.id.as_str());
        let is_listed = |id: &str| self.platforms.iter().any(|platform| platform.id == id);
        let own = self.custom_platforms.iter().map(|platform| platform.id.as_str()).filter(|id| !is_listed(id));
        listed.chain(own).collect()
    }

    /// The prompts that platforms name, with the path of each, so that the caller can check that they exist.
    pub fn prompt_ids(&self) -> impl Iterator<Item = (String, PromptId)> + '_ {
        let platforms = self.platforms.iter().enumerate();
        platforms.filter_map(|(index, platform)| Some((format!("platforms[{index}].promptId"), platform.prompt_id?)))
    }

    /// The texts that are sent to assistants or describe what a click does, with the path of each, for the prompt
    /// policy: questions, texts of custom assistants' templates, own items, and all labels.
    pub fn prompt_texts(&self) -> impl Iterator<Item = (String, Cow<'_, str>)> + '_ {
        let items = self.questions.items.iter().enumerate();
        let questions =
            items.map(|(index, item)| (format!("questions.items[{index}].text"), Cow::Borrowed(item.text.as_str())));
        let own = self.custom_platforms.iter().enumerate().flat_map(|(index, platform)| {
            let words = literal_text(&platform.url_template);
            [
                (format!("customPlatforms[{index}].label"), Cow::Borrowed(platform.label.as_str())),
                (format!("customPlatforms[{index}].urlTemplate"), Cow::Owned(words)),
            ]
        });
        let listed = self.platforms.iter().enumerate().filter_map(|(index, platform)| {
            Some((format!("platforms[{index}].label"), Cow::Borrowed(platform.label.as_deref()?)))
        });
        let labels = self.labels.iter().flat_map(|(language, labels)| {
            labels.iter().map(move |(name, label)| (format!("labels.{language}.{name}"), Cow::Borrowed(label.as_str())))
        });
        let menu = self.menu.iter().enumerate().flat_map(|(index, item)| {
            [("label", Some(&item.label)), ("text", item.text.as_ref())].into_iter().filter_map(move |(field, text)| {
                Some((format!("menu[{index}].{field}"), Cow::Borrowed(text?.as_str())))
            })
        });
        questions.chain(own).chain(listed).chain(menu).chain(labels)
    }

    /// The paths of the texts that may ask readers to prefer the site: labels of items that open Google's settings for that.
    pub fn preference_paths(&self) -> impl Iterator<Item = String> + '_ {
        let items = self.menu.iter().enumerate();
        items
            .filter(|(_, item)| item.kind == MenuItemKind::PreferredSource)
            .map(|(index, _)| format!("menu[{index}].label"))
    }
}

/// An assistant in the widget.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlatformChoice {
    /// The id of a known assistant, or of one of `customPlatforms`.
    pub id: String,
    /// Whether the assistant is offered.
    #[serde(default = "yes")]
    pub enabled: bool,
    /// The assistant's name in the widget; null means its usual name.
    #[serde(default)]
    #[schemars(length(min = 1, max = MAX_PLATFORM_LABEL_CHARACTERS))]
    pub label: Option<String>,
    /// The prompt that the assistant gets, unless a rule sets another; null means the one that suits the assistant and
    /// the page's language.
    #[serde(default)]
    pub prompt_id: Option<PromptId>,
}

impl PlatformChoice {
    fn of(id: &str) -> Self {
        Self { id: id.to_owned(), enabled: true, label: None, prompt_id: None }
    }
}

/// A network on which the page can be shared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SocialChoice {
    /// The id of a known network.
    pub id: String,
    /// Whether the network is offered.
    #[serde(default = "yes")]
    pub enabled: bool,
}

impl SocialChoice {
    fn of(id: &str) -> Self {
        Self { id: id.to_owned(), enabled: true }
    }
}

fn yes() -> bool {
    true
}

/// Suggested questions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Questions {
    /// Whether suggested questions are shown.
    pub enabled: bool,
    /// The maximum number of questions that are shown.
    pub max: u16,
    /// Whether readers can ask their own question. Its text is sent only to the assistant.
    #[serde(default = "yes")]
    pub own: bool,
    /// The questions, in this order.
    pub items: Vec<Question>,
}

/// A suggested question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// The question's id, by which its clicks are counted; it stays the same when the text is corrected.
    pub id: QuestionId,
    /// The text of the question.
    pub text: String,
}

/// The row of buttons for the kinds of prompts that the site has: summary, explanation, comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Intents {
    /// Whether the row is shown.
    pub enabled: bool,
}

impl Default for Intents {
    fn default() -> Self {
        Self { enabled: true }
    }
}

/// Copying the page as Markdown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Markdown {
    /// Whether readers can copy the page as Markdown.
    pub copy: bool,
}

impl Default for Markdown {
    fn default() -> Self {
        Self { copy: true }
    }
}

/// How the widget looks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Theme {
    /// Whether the widget is light or dark, or follows the page.
    pub preset: Preset,
    /// The accent color: that of primary buttons, and of the ring around the focused element.
    #[schemars(regex(pattern = "^#[0-9a-fA-F]{6}$"))]
    pub accent: String,
    /// The corner radius in pixels.
    #[schemars(range(max = MAX_RADIUS))]
    pub radius: u16,
    /// The size of the widget.
    pub size: Size,
    /// The layout of the buttons.
    pub layout: Layout,
    /// The icons of assistants and networks.
    pub marks: Marks,
}

impl Default for Theme {
    fn default() -> Self {
        Self {
            preset: Preset::Auto,
            accent: "#3355ff".into(),
            radius: 8,
            size: Size::Md,
            layout: Layout::Row,
            marks: Marks::Mono,
        }
    }
}

/// Whether the widget is light or dark, or follows the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Preset {
    /// Always light.
    Light,
    /// Always dark.
    Dark,
    /// Light or dark, depending on the page's background behind the widget.
    Auto,
    /// With the page's background and text color, its link color as the accent, and the corner radius of its buttons.
    /// Colors are adjusted to be readable.
    Blend,
}

/// The size of the widget.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// Small.
    Sm,
    /// Medium.
    Md,
    /// Large.
    Lg,
}

/// The layout of the buttons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// The buttons are side by side.
    Row,
    /// The buttons are one below the other.
    Stacked,
    /// The buttons open from a single button.
    Menu,
    /// One line: the button that opens the panel, and next to it the buttons to copy and to share.
    Bar,
    /// A small button beside the page's title, or below it where there is no room. It opens a menu with the assistants, the buttons
    /// to copy and to view the page, and the site's own items; suggested questions and share buttons are not shown.
    Compact,
}

/// What is counted, and what readers see before a prompt is sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Privacy {
    /// Whether views and clicks are counted.
    pub track: bool,
    /// Whether nothing is counted for readers whose browser asks not to be tracked (DNT, GPC).
    pub respect_do_not_track: bool,
    /// No effect: readers always see the prompt before it is sent.
    pub show_prompt_preview: bool,
}

impl Default for Privacy {
    fn default() -> Self {
        Self { track: true, respect_do_not_track: true, show_prompt_preview: true }
    }
}
