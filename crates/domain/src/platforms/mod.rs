//! AI platforms and social networks: their names, icons, and addresses.

pub mod icons;
pub mod known_ids;
pub mod link_registry;
pub mod social_network;
pub mod template;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    colors::background::Background,
    platforms::{icons::Marks, template::PROMPT_PLACEHOLDER},
    shared::uri_component::encode_uri_component,
};

/// The maximum length of a custom platform's address with the prompt in it, in bytes. This length works everywhere.
pub const MAX_CUSTOM_URL_BYTES: u32 = 2_000;
/// The maximum number of characters of a platform's label.
pub const MAX_PLATFORM_LABEL_CHARACTERS: usize = 40;

/// An AI platform.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Platform {
    /// The id, such as `chatgpt`; it never changes, since events and configurations contain it.
    pub id: String,
    /// The name that readers see.
    pub name: String,
    /// How a prompt gets to the platform.
    pub strategy: Strategy,
    /// The address: with `{{prompt}}` for [`Strategy::Prefill`], the home page for [`Strategy::CopyThenOpen`].
    pub url_template: String,
    /// The maximum length of the address with the prompt in it, in bytes.
    pub max_url_bytes: u32,
    /// The reason for this limit.
    pub limit_reason: String,
    /// The address that is opened after the prompt was copied, if the address with the prompt would be too long.
    pub fallback: String,
    /// Whether the prompt is also copied when the address contains it, since sources disagree on whether the address works.
    #[serde(default)]
    pub copies_prompt: bool,
    /// Other addresses that fill in a prompt, which an operator can set instead.
    #[serde(default)]
    pub alternatives: Vec<Alternative>,
    /// Whether the platform sends the prompt without another click.
    pub auto_submits: AutoSubmits,
    /// How certain the sources are.
    pub confidence: Confidence,
    /// When the entry was last compared with its sources.
    pub checked_on: Date,
    /// A note for operators.
    #[serde(default)]
    pub note: Option<String>,
    /// The sources of the entry.
    pub evidence: Vec<Evidence>,
}

/// How a prompt gets to a platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// The address contains the prompt.
    Prefill,
    /// The prompt is copied, then the platform is opened, and the reader pastes the prompt.
    CopyThenOpen,
}

/// Whether a platform sends a prompt without another click.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AutoSubmits {
    /// It does, or is reported to do so.
    Yes,
    /// It does not: the reader sends the prompt.
    No,
    /// Sources do not say, or disagree.
    Uncertain,
}

/// How certain the sources of an entry are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Confidence {
    /// Several independent sources agree.
    High,
    /// There is one good source, or several with doubts.
    Medium,
    /// There is only one weak source.
    Low,
}

/// Another address that fills in a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Alternative {
    /// The address with `{{prompt}}`.
    pub url_template: String,
    /// Why it is not the one that is used, for operators.
    pub note: String,
}

/// A source of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Evidence {
    /// The address of the source.
    pub address: String,
    /// The date of the source, as precise as it is known (`2026-07-22`, `2026-06`, `2026`), or `undated`.
    pub date: String,
    /// The kind of source.
    #[serde(default)]
    pub kind: EvidenceKind,
    /// What the source says about filling in a prompt by an address.
    #[serde(default)]
    pub direction: EvidenceDirection,
}

/// What a source says about filling in a prompt by an address.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EvidenceDirection {
    /// It works: the source uses or documents the address.
    Works,
    /// It does not work, or there is no such address.
    Broken,
    /// The source says neither. The default for entries in an operator's file.
    #[default]
    Unclear,
}

/// The kind of a source.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EvidenceKind {
    /// The vendor: its documentation, an announcement, or its source code.
    Vendor,
    /// A product that opens this address.
    Product,
    /// A maintained list of addresses.
    List,
    /// A user's report. The default for entries in an operator's file.
    #[default]
    Report,
}

/// The address to open for a prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The address.
    pub href: String,
    /// Whether the prompt must be copied first, since the address does not contain it or may not fill it in.
    pub copies_prompt: bool,
}

/// A platform as the widget receives it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicPlatform {
    /// The id, such as `chatgpt`.
    pub id: String,
    /// The name that readers see.
    pub name: String,
    /// How a prompt gets to the platform.
    pub strategy: Strategy,
    /// The address with `{{prompt}}`, which is replaced by the percent-encoded prompt; without it if the strategy is
    /// `copy_then_open`.
    pub url_template: String,
    /// The maximum length of the address with the prompt in it, in bytes.
    pub max_url_bytes: u32,
    /// The address that is opened after the prompt was copied, if the address with the prompt would be too long.
    pub fallback: String,
    /// True if the prompt is also copied when the address contains it, since the address may leave the box empty. Absent
    /// otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub copies_prompt: bool,
    /// The platform's icon: one SVG path in a box of 24 × 24, filled by the even-odd rule. Absent if it has no icon, or
    /// if icons are not shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
    /// The icon's brand color, if the configuration has brand colors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark_color: Option<String>,
    /// The only background on which that color is visible; absent if it is visible on both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark_on: Option<Background>,
}

/// A custom assistant of a site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CustomPlatform {
    /// The id: `c_` and a name.
    #[schemars(regex(pattern = "^c_[a-z0-9_]{1,30}$"))]
    pub id: String,
    /// The name that readers see.
    #[schemars(length(min = 1, max = MAX_PLATFORM_LABEL_CHARACTERS))]
    pub label: String,
    /// The `https:` address, which contains `{{prompt}}` once, as the whole value of a query parameter.
    #[schemars(length(max = MAX_CUSTOM_URL_BYTES), regex(pattern = "^https://.*\\{\\{prompt\\}\\}"))]
    pub url_template: String,
}

impl Platform {
    /// Returns the address to open for `prompt`: the address with the prompt if it is not too long, otherwise the
    /// fallback, for which the prompt must be copied first.
    pub fn href(&self, prompt: &str) -> Link {
        if self.strategy == Strategy::CopyThenOpen {
            return Link { href: self.url_template.clone(), copies_prompt: true };
        }
        let link = prefilled(&self.url_template, self.max_url_bytes, &self.fallback, prompt);
        Link { copies_prompt: link.copies_prompt || self.copies_prompt, ..link }
    }
}

impl CustomPlatform {
    /// Like [`Platform::href`]; the address of a custom platform always contains the prompt if it is not too long.
    pub fn href(&self, prompt: &str) -> Link {
        let home = self.url_template.split(['?', '#']).next().unwrap_or_default();
        prefilled(&self.url_template, MAX_CUSTOM_URL_BYTES, home, prompt)
    }
}

fn prefilled(url_template: &str, max_url_bytes: u32, fallback: &str, prompt: &str) -> Link {
    let most = usize::try_from(max_url_bytes).unwrap_or(usize::MAX);
    // Encoding never shortens a text, so a prompt that is already too long is not encoded.
    if prompt.len() <= most {
        let href = url_template.replace(PROMPT_PLACEHOLDER, &encode_uri_component(prompt));
        if href.len() <= most {
            return Link { href, copies_prompt: false };
        }
    }
    Link { href: fallback.to_owned(), copies_prompt: true }
}

impl From<&Platform> for PublicPlatform {
    fn from(platform: &Platform) -> Self {
        Self {
            id: platform.id.clone(),
            name: platform.name.clone(),
            strategy: platform.strategy,
            url_template: platform.url_template.clone(),
            max_url_bytes: platform.max_url_bytes,
            fallback: platform.fallback.clone(),
            copies_prompt: platform.copies_prompt,
            mark: None,
            mark_color: None,
            mark_on: None,
        }
    }
}

impl PublicPlatform {
    /// Adds the icon in the configured style.
    pub fn with_mark(self, marks: Marks) -> Self {
        let (mark, mark_color, mark_on) = marks.shown(icons::of_platform(&self.id));
        Self { mark, mark_color, mark_on, ..self }
    }
}
