//! AI platforms and social networks: their names, icons, and the addresses that open them.

pub mod icons;
pub mod known_ids;
pub mod link_registry;
pub mod social_network;
pub mod template;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    platforms::{icons::Marks, template::PROMPT_PLACEHOLDER},
    shared::uri_component::encode_uri_component,
    widget::background::Background,
};

/// The longest address of a site's custom platform that is opened with the prompt in it: this length works everywhere.
pub const MAX_CUSTOM_URL_BYTES: u32 = 2_000;

/// One AI platform.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Platform {
    /// `chatgpt`; stable, since events and configurations name it.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// How a prompt reaches it.
    pub strategy: Strategy,
    /// With `{{prompt}}` for [`Strategy::Prefill`], the home page for [`Strategy::CopyThenOpen`].
    pub url_template: String,
    /// The longest address that is opened with the prompt in it.
    pub max_url_bytes: u32,
    /// The reason for this limit.
    pub limit_reason: String,
    /// The address that is opened, after the prompt was copied, when the full one would be too long.
    pub fallback: String,
    /// Whether the platform sends the prompt without another click.
    pub auto_submits: AutoSubmits,
    /// How sure the sources are.
    pub confidence: Confidence,
    /// When the entry was last compared with its sources.
    pub checked_on: Date,
    /// A note for operators.
    #[serde(default)]
    pub note: Option<String>,
    /// The sources of the entry.
    pub evidence: Vec<Evidence>,
}

/// How a prompt reaches a platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// The address carries it.
    Prefill,
    /// The reader pastes it: it is copied, then the platform is opened.
    CopyThenOpen,
}

/// Whether a platform sends a prompt without another click.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AutoSubmits {
    /// It does, or is reported to.
    Yes,
    /// The reader sends it.
    No,
    /// Sources are silent or disagree.
    Uncertain,
}

/// How sure the sources of an entry are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Confidence {
    /// Several independent sources agree.
    High,
    /// One good source, or several with doubts.
    Medium,
    /// A single weak source.
    Low,
}

/// A source of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Evidence {
    /// The address of the source.
    pub address: String,
    /// Its date, as exact as it is known (`2026-07-22`, `2026-06`, `2026`), or `undated`.
    pub date: String,
    /// The kind of source.
    #[serde(default)]
    pub kind: EvidenceKind,
}

/// The kind of source that says how a platform is opened.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EvidenceKind {
    /// The vendor: its documents, its announcement or its own source.
    Vendor,
    /// A product that opens the address.
    Product,
    /// A maintained list of addresses.
    List,
    /// A user's report. The default for entries of an operator's file.
    #[default]
    Report,
}

/// What to open for a prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The address.
    pub href: String,
    /// Whether the prompt must be copied first, since the address does not contain it.
    pub copies_prompt: bool,
}

/// What the widget receives about a platform.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicPlatform {
    /// `chatgpt`.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// How a prompt reaches it.
    pub strategy: Strategy,
    /// With `{{prompt}}`, which stands for the percent-encoded prompt, unless the strategy is `copy_then_open`.
    pub url_template: String,
    /// The longest address that is opened with the prompt in it, in bytes.
    pub max_url_bytes: u32,
    /// What is opened, after the prompt was copied, when the address would be longer.
    pub fallback: String,
    /// Its mark: one SVG path in a box of 24 × 24, filled by the even-odd rule. Absent where it has none, and where
    /// marks are not shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
    /// The mark's own color, where the configuration asks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark_color: Option<String>,
    /// The only background on which that color can be seen; absent if it can be seen on both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark_on: Option<Background>,
}

/// An assistant of the site's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CustomPlatform {
    /// `c_` and a name.
    #[schemars(regex(pattern = "^c_[a-z0-9_]{1,30}$"))]
    pub id: String,
    /// Its name.
    #[schemars(length(min = 1, max = 40))]
    pub label: String,
    /// Its `https:` address, with `{{prompt}}` once, as the whole value of a query parameter.
    #[schemars(length(max = 2000), regex(pattern = "^https://.*\\{\\{prompt\\}\\}"))]
    pub url_template: String,
}

impl Platform {
    /// What to open for `prompt`: the address with the prompt in it if that fits,
    /// else the fallback, after the prompt was copied.
    pub fn href(&self, prompt: &str) -> Link {
        if self.strategy == Strategy::CopyThenOpen {
            return Link { href: self.url_template.clone(), copies_prompt: true };
        }
        prefilled(&self.url_template, self.max_url_bytes, &self.fallback, prompt)
    }
}

impl CustomPlatform {
    /// [`Platform::href`] for a site's custom platform, which always takes a prompt in its address.
    pub fn href(&self, prompt: &str) -> Link {
        let home = self.url_template.split(['?', '#']).next().unwrap_or_default();
        prefilled(&self.url_template, MAX_CUSTOM_URL_BYTES, home, prompt)
    }
}

fn prefilled(url_template: &str, max_url_bytes: u32, fallback: &str, prompt: &str) -> Link {
    let most = usize::try_from(max_url_bytes).unwrap_or(usize::MAX);
    // Encoding never shortens, so a prompt that is too long itself need not be encoded.
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
            mark: None,
            mark_color: None,
            mark_on: None,
        }
    }
}

impl PublicPlatform {
    /// The same, with its mark in the configured style.
    pub fn with_mark(self, marks: Marks) -> Self {
        let (mark, mark_color, mark_on) = marks.shown(icons::of_platform(&self.id));
        Self { mark, mark_color, mark_on, ..self }
    }
}
