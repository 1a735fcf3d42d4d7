//! The AI platforms, and how each of them is opened with a prompt.
//!
//! Hardly any vendor documents the address that fills in a prompt, and any of them can stop
//! working without notice. So they are data, each with its evidence and date, and an operator
//! can change them with a file. Addresses are always `https:`.

use std::{collections::HashMap, sync::LazyLock};

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    platforms::icons,
    shared::{uri_component::encode_uri_component, violation::Violation},
    widget::{
        config::{CustomPlatform, Marks},
        look::Ground,
    },
};

mod overrides;
mod template_text;
#[cfg(test)]
mod tests;

pub use overrides::check_url_template;
pub use template_text::{check_prompt_is_a_query_value, literal_text};

/// The place of the percent-encoded prompt in a template.
pub const PROMPT_PLACEHOLDER: &str = "{{prompt}}";

/// The longest address of a site's custom platform that is opened with the prompt in it: this length works everywhere.
pub const CUSTOM_URL_BYTES_MOST: u32 = 2_000;

static BUILT_IN: LazyLock<LinkRegistry> = LazyLock::new(|| {
    let file: RegistryFile =
        serde_json::from_str(include_str!("../../data/link_registry.json")).expect("a test reads the same data");
    LinkRegistry::new(file.platforms, file.default_ids)
});

/// All platforms, in the order in which they are offered.
#[derive(Debug, Clone)]
pub struct LinkRegistry {
    platforms: Vec<Platform>,
    places: HashMap<String, usize>,
    default_ids: Vec<String>,
    shows_marks: bool,
}

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
    /// The one ground on which that color can be seen; absent where it can be seen on both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark_on: Option<Ground>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RegistryFile {
    default_ids: Vec<String>,
    platforms: Vec<Platform>,
}

impl LinkRegistry {
    /// The platforms that Askline ships with.
    pub fn built_in() -> &'static LinkRegistry {
        &BUILT_IN
    }

    /// The built-in platforms, changed and extended by an operator's file.
    ///
    /// ```json
    /// { "platforms": [{ "id": "grok", "strategy": "copy_then_open" }], "defaultIds": ["chatgpt", "claude"], "marks": true }
    /// ```
    /// An entry with a known id changes only the fields that it names; a new one needs
    /// `id`, `name`, `urlTemplate` and `checkedOn`. `"marks": false` shows no marks.
    pub fn with_overrides(json: &str) -> Result<LinkRegistry, Vec<Violation>> {
        overrides::apply(&BUILT_IN, json)
    }

    fn new(platforms: Vec<Platform>, default_ids: Vec<String>) -> Self {
        let places = platforms.iter().enumerate().map(|(place, platform)| (platform.id.clone(), place)).collect();
        Self { platforms, places, default_ids, shows_marks: true }
    }

    /// The platform called `id`.
    pub fn get(&self, id: &str) -> Option<&Platform> {
        self.places.get(id).map(|place| &self.platforms[*place])
    }

    /// All platforms, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Platform> {
        self.platforms.iter()
    }

    /// All ids, in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = &str> {
        self.platforms.iter().map(|platform| platform.id.as_str())
    }

    /// Whether the widget may show the marks of platforms and networks; an operator can turn them off.
    pub fn shows_marks(&self) -> bool {
        self.shows_marks
    }

    /// The platforms that are enabled for a new site, in order.
    pub fn default_ids(&self) -> &[String] {
        &self.default_ids
    }
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
        prefilled(&self.url_template, CUSTOM_URL_BYTES_MOST, home, prompt)
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
