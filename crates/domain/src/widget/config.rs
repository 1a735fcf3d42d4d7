//! A site's widget configuration: the owner's settings, with everything that the widget needs. The stored form and its
//! defaults; [`crate::widget::config_input`] is the body of a `PUT`. Contains no version, no time and no name: those belong
//! to the store and are added where the configuration is shown.

use std::{borrow::Cow, collections::BTreeMap};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    platforms::{CustomPlatform, icons::Marks, known_ids::KnownIds, template::literal_text},
    shared::ids::{PromptId, QuestionId},
    widget::placement::{Placement, PlacementMode},
};

/// Platforms and custom assistants.
pub const MAX_PLATFORMS: usize = 40;
/// Custom platforms.
pub const MAX_CUSTOM_PLATFORMS: usize = 10;
/// Characters of a platform's label.
pub const MAX_PLATFORM_LABEL_CHARACTERS: usize = 40;
/// Social networks.
pub const MAX_SOCIAL: usize = 20;
/// Questions that are kept.
pub const MAX_QUESTIONS: usize = 20;
/// Questions that are shown.
pub const MAX_QUESTIONS_SHOWN: u16 = 10;
/// The default number of questions that are shown.
pub const QUESTIONS_SHOWN_DEFAULT: u16 = 3;
/// Characters of a question.
pub const MAX_QUESTION_CHARACTERS: usize = 200;
/// Characters of a selector.
pub const MAX_SELECTOR_CHARACTERS: usize = 200;
/// Globs in each list of paths.
pub const MAX_PATHS: usize = 50;
/// The largest corner radius, in pixels.
pub const MAX_RADIUS: u16 = 32;
/// Languages with labels of their own.
pub const MAX_LABEL_LANGUAGES: usize = 20;
/// Characters of a label.
pub const MAX_LABEL_CHARACTERS: usize = 120;

/// Labels by language, then by key; see [`crate::widget::default_labels::LABEL_KEYS`].
pub type Labels = BTreeMap<String, BTreeMap<String, String>>;

/// What the owner of a site sets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WidgetConfig {
    /// Whether the widget is shown at all.
    pub enabled: bool,
    /// Where it shows.
    pub placement: Placement,
    /// The assistants that are offered, in this order. A custom assistant that is not listed comes last.
    pub platforms: Vec<PlatformChoice>,
    /// Assistants of the site's own.
    pub custom_platforms: Vec<CustomPlatform>,
    /// Where the page can be shared, in this order.
    pub social: Vec<SocialChoice>,
    /// Suggested questions, and the reader's own.
    pub questions: Questions,
    /// The row with the kinds of prompts.
    #[serde(default)]
    pub intents: Intents,
    /// The page as Markdown.
    pub markdown: Markdown,
    /// How it looks.
    pub theme: Theme,
    /// The site's own texts, by language tag and key; other keys have the built-in texts.
    pub labels: Labels,
    /// What is counted, and what readers see.
    pub privacy: Privacy,
}

impl WidgetConfig {
    /// Whether the widget's first file can draw it alone: see `widget/src/extras.ts`.
    pub fn is_plain(&self) -> bool {
        let Placement { mode, include_paths, exclude_paths, .. } = &self.placement;
        *mode != PlacementMode::Floating
            && include_paths.iter().all(|path| path == "/**")
            && exclude_paths.is_empty()
            && self.custom_platforms.is_empty()
            && self.theme.preset != Preset::Blend
            && !matches!(self.theme.layout, Layout::Menu | Layout::Bar)
    }

    /// The configuration of a new site: the widget below its article, the usual assistants and networks, and the
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
            markdown: Markdown::default(),
            theme: Theme::default(),
            labels: Labels::new(),
            privacy: Privacy::default(),
        }
    }

    /// The ids of the offered assistants, in order; custom ones that are not listed come last.
    pub fn enabled_platform_ids(&self) -> Vec<&str> {
        let listed = self.platforms.iter().filter(|platform| platform.enabled).map(|platform| platform.id.as_str());
        let is_listed = |id: &str| self.platforms.iter().any(|platform| platform.id == id);
        let own = self.custom_platforms.iter().map(|platform| platform.id.as_str()).filter(|id| !is_listed(id));
        listed.chain(own).collect()
    }

    /// The prompts that platforms name, with the path of each, so that the caller can look them up.
    pub fn prompt_ids(&self) -> impl Iterator<Item = (String, PromptId)> + '_ {
        let platforms = self.platforms.iter().enumerate();
        platforms.filter_map(|(index, platform)| Some((format!("platforms[{index}].promptId"), platform.prompt_id?)))
    }

    /// The texts that are sent to assistants or say what a click does, with the path of each, for the prompt policy:
    /// the questions, the words of custom assistants' templates, and every label.
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
        questions.chain(own).chain(listed).chain(labels)
    }
}

/// An assistant that is offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlatformChoice {
    /// A known platform, or one of `customPlatforms`.
    pub id: String,
    /// Whether it is offered.
    #[serde(default = "yes")]
    pub enabled: bool,
    /// Its name here; null means its usual name.
    #[serde(default)]
    #[schemars(length(min = 1, max = 40))]
    pub label: Option<String>,
    /// The prompt that it always gets; null leaves it to the rules.
    #[serde(default)]
    pub prompt_id: Option<PromptId>,
}

impl PlatformChoice {
    fn of(id: &str) -> Self {
        Self { id: id.to_owned(), enabled: true, label: None, prompt_id: None }
    }
}

/// A place where the page can be shared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SocialChoice {
    /// A known network.
    pub id: String,
    /// Whether it is offered.
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
    /// Whether they show.
    pub enabled: bool,
    /// How many show at once.
    pub max: u16,
    /// Whether readers can ask their own question. Its text goes only to the assistant.
    #[serde(default = "yes")]
    pub own: bool,
    /// The questions, in this order.
    pub items: Vec<Question>,
}

/// A suggested question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// Its id, by which its clicks are counted; it stays when the text is corrected.
    pub id: QuestionId,
    /// The question.
    pub text: String,
}

/// The row with the kinds of prompts: a summary, an explanation, a comparison, as the site has prompts for them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Intents {
    /// Whether it shows.
    pub enabled: bool,
}

impl Default for Intents {
    fn default() -> Self {
        Self { enabled: true }
    }
}

/// The page as Markdown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Markdown {
    /// Whether readers can copy it.
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
    /// Light, dark, or as the page is.
    pub preset: Preset,
    /// The color of what can be clicked.
    #[schemars(regex(pattern = "^#[0-9a-fA-F]{6}$"))]
    pub accent: String,
    /// How round the corners are, in pixels.
    #[schemars(range(max = 32))]
    pub radius: u16,
    /// How large it is.
    pub size: Size,
    /// How the buttons are laid out.
    pub layout: Layout,
    /// The marks of assistants and networks.
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

/// Light, dark, or as the page is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Preset {
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// Light or dark, by the background that the page has behind the widget.
    Auto,
    /// With the page's own background, text color, links and corners, kept readable.
    Blend,
}

/// How large the widget is.
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

/// How the buttons are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// Side by side.
    Row,
    /// One below the other.
    Stacked,
    /// Behind one button.
    Menu,
    /// One line: the button that opens the panel, and beside it what copies and shares.
    Bar,
}

/// What is counted, and what readers see.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Privacy {
    /// Whether views and clicks are counted.
    pub track: bool,
    /// Whether readers who ask not to be tracked (DNT, GPC) are left out.
    pub respect_do_not_track: bool,
    /// No effect: readers always see the prompt before it is sent.
    pub show_prompt_preview: bool,
}

impl Default for Privacy {
    fn default() -> Self {
        Self { track: true, respect_do_not_track: true, show_prompt_preview: true }
    }
}
