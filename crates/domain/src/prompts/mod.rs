//! Prompts: the texts that a click in the widget sends to an assistant. Checks of their form are here.
//! [`crate::prompts::policy`] finds texts that betray the reader's trust; it is separate, since an operator may turn
//! its refusals into warnings.

pub mod built_in;
pub mod changes;
pub mod choice;
pub mod import;
pub mod input;
pub mod policy;
pub mod text;

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    present_fields::every_field_present,
    prompts::text::{encoded_length, has_placeholder},
    shared::{
        ids::{PromptId, SiteId},
        rfc3339::{Moment, as_moment, as_moment_or_null},
    },
};

/// The maximum number of prompts of a site.
pub const MAX_PROMPTS_PER_SITE: u32 = 2_000;
/// The maximum number of characters of a prompt's name.
pub const MAX_PROMPT_NAME_CHARACTERS: usize = 80;
/// The maximum number of characters of a prompt's text.
pub const MAX_PROMPT_TEXT_CHARACTERS: usize = 2_000;
/// The maximum number of platforms that a prompt may name.
pub const MAX_PROMPT_PLATFORMS: usize = 40;
/// The maximum number of characters of a variant group's name.
pub const MAX_VARIANT_GROUP_CHARACTERS: usize = 40;
/// The highest weight of a variant.
pub const MAX_WEIGHT: u16 = 1_000;
/// The default weight of a variant.
pub const WEIGHT_DEFAULT: u16 = 100;

/// What a prompt asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PromptKind {
    /// A summary of the page.
    Summary,
    /// An answer to a question about the page.
    Question,
    /// A comparison of the page with others.
    Compare,
    /// An explanation of the page in plain words.
    Explain,
    /// Something else.
    Custom,
}

words! {
    PromptKind, "a kind of prompt":
    Summary = "summary",
    Question = "question",
    Compare = "compare",
    Explain = "explain",
    Custom = "custom",
}

/// Where a prompt's text came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PromptSource {
    /// Generated from the site's pages, or built in; a regeneration may replace it.
    Generated,
    /// Written by a person; a regeneration does not change it.
    Manual,
    /// Imported from a file; a regeneration does not change it.
    Imported,
}

words! { PromptSource, "a source of a prompt": Generated = "generated", Manual = "manual", Imported = "imported" }

/// Whether a prompt is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PromptStatus {
    /// The prompt is not used yet.
    Draft,
    /// The prompt is used.
    Active,
    /// The prompt is no longer used.
    Archived,
}

words! { PromptStatus, "a status of a prompt": Draft = "draft", Active = "active", Archived = "archived" }

/// Settings of a prompt that passed all checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptSettings {
    /// The name, without surrounding spaces.
    pub name: String,
    /// What the prompt asks for.
    pub kind: PromptKind,
    /// The text, which contains only known placeholders.
    pub text: String,
    /// Ids of known or custom assistants, without repetition; empty means all.
    pub platform_ids: Vec<String>,
    /// A language tag in its usual casing, or `*`.
    pub language: String,
    /// Whether the prompt is used.
    pub status: PromptStatus,
    /// The group of prompts that share the traffic.
    pub variant_group: Option<String>,
    /// The prompt's share of the traffic in its group, relative to the other weights.
    pub weight: u16,
}

impl PromptStatus {
    /// Whether the prompt is archived.
    pub const fn is_archived(self) -> bool {
        matches!(self, PromptStatus::Archived)
    }
}

/// Something that you should know about a prompt, but that does not prevent its use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PromptWarning {
    /// A stable code in upper case: `NO_URL`, `TOO_LONG_FOR_PLATFORM`, or the code of a policy rule.
    pub code: String,
    /// A sentence that says what the warning means for readers.
    pub message: String,
}

/// A prompt: the text that a button of the widget sends to an assistant.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct Prompt {
    /// The prompt's id.
    pub id: PromptId,
    /// The id of the prompt's site.
    pub site_id: SiteId,
    /// The prompt's name.
    pub name: String,
    /// What the prompt asks for.
    pub kind: PromptKind,
    /// The text, which may contain placeholders.
    pub text: String,
    /// The assistants that the prompt is for; empty means all.
    pub platform_ids: Vec<String>,
    /// The language of the pages that the prompt is for; `*` means every language.
    pub language: String,
    /// Where the text came from.
    pub source: PromptSource,
    /// Whether the prompt is used.
    pub status: PromptStatus,
    /// The version, which increases by one with each change.
    pub version: u32,
    /// The model that wrote the text; null for texts by people, and for built-in texts.
    pub model: Option<String>,
    /// When the text was generated.
    #[serde(serialize_with = "as_moment_or_null")]
    #[schemars(with = "Option<Moment>")]
    pub generated_at: Option<Timestamp>,
    /// The group of prompts that share the traffic; null means no group.
    pub variant_group: Option<String>,
    /// The prompt's share of the traffic in its group, relative to the other weights.
    pub weight: u16,
    /// Warnings about the prompt.
    pub warnings: Vec<PromptWarning>,
    /// When the prompt was created.
    #[serde(serialize_with = "as_moment")]
    #[schemars(with = "Moment")]
    pub created_at: Timestamp,
    /// When the prompt was last changed.
    #[serde(serialize_with = "as_moment")]
    #[schemars(with = "Moment")]
    pub updated_at: Timestamp,
}

impl Prompt {
    /// Creates a prompt with checked settings, in its first version.
    pub fn new(id: PromptId, site_id: SiteId, settings: PromptSettings, source: PromptSource, at: Timestamp) -> Self {
        Self {
            id,
            site_id,
            name: settings.name,
            kind: settings.kind,
            text: settings.text,
            platform_ids: settings.platform_ids,
            language: settings.language,
            source,
            status: settings.status,
            version: 1,
            model: None,
            generated_at: None,
            variant_group: settings.variant_group,
            weight: settings.weight,
            warnings: Vec::new(),
            created_at: at,
            updated_at: at,
        }
    }

    /// Returns the prompt after a person's edit: the next version, or unchanged if nothing differs. A changed text
    /// becomes manual, so that a regeneration does not replace it.
    pub fn edited(&self, settings: PromptSettings, at: Timestamp) -> Self {
        if settings == self.settings() {
            return self.clone();
        }
        let is_rewritten = settings.text != self.text;
        let mut edited = Self::new(self.id, self.site_id, settings, self.source, at);
        if is_rewritten {
            edited.source = PromptSource::Manual;
        } else {
            edited.model.clone_from(&self.model);
            edited.generated_at = self.generated_at;
            edited.warnings.clone_from(&self.warnings);
        }
        Self { version: self.version.saturating_add(1), created_at: self.created_at, ..edited }
    }

    /// Returns the prompt with a newly generated text, in its next version.
    pub fn regenerated(&self, text: String, model: Option<String>, at: Timestamp) -> Self {
        Self {
            text,
            source: PromptSource::Generated,
            version: self.version.saturating_add(1),
            model,
            generated_at: Some(at),
            warnings: Vec::new(),
            updated_at: at,
            ..self.clone()
        }
    }

    /// The settings that a person may change.
    pub fn settings(&self) -> PromptSettings {
        PromptSettings {
            name: self.name.clone(),
            kind: self.kind,
            text: self.text.clone(),
            platform_ids: self.platform_ids.clone(),
            language: self.language.clone(),
            status: self.status,
            variant_group: self.variant_group.clone(),
            weight: self.weight,
        }
    }
}

/// How long a prompt may be in a platform's address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlatformRoom<'a> {
    /// The platform's name, as readers see it.
    pub name: &'a str,
    /// The maximum number of bytes of the encoded prompt: the maximum length of the address minus the template's
    /// length.
    pub max_prompt_bytes: usize,
}

/// Returns the warnings about `text`: it does not name the page, or it is longer than a platform accepts.
pub fn prompt_warnings(text: &str, platforms: &[PlatformRoom<'_>]) -> Vec<PromptWarning> {
    let mut warnings = Vec::new();
    if !["url", "markdownUrl"].iter().any(|name| has_placeholder(text, name)) {
        warnings.push(PromptWarning {
            code: "NO_URL".into(),
            message:
                "The text has neither {{url}} nor {{markdownUrl}}: the assistant is not told which page it is about."
                    .into(),
        });
    }
    let length = encoded_length(text);
    let too_small: Vec<&str> =
        platforms.iter().filter(|platform| length > platform.max_prompt_bytes).map(|platform| platform.name).collect();
    if !too_small.is_empty() {
        warnings.push(PromptWarning {
            code: "TOO_LONG_FOR_PLATFORM".into(),
            message: format!(
                "Encoded, the text has {length} bytes before anything is filled in. That is too long for the address of {}: \
                 there the prompt is copied and the reader pastes it.",
                too_small.join(", ")
            ),
        });
    }
    warnings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{platforms::known_ids::KnownIds, prompts::input::NewPrompt, shared::ids::Id};

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a timestamp")
    }

    fn prompt(source: PromptSource) -> Prompt {
        let new: NewPrompt =
            serde_json::from_str(r#"{"name": "Short", "text": "Summarise {{url}}."}"#).expect("a body");
        let settings = new.check(&KnownIds::default()).expect("it is right");
        let made =
            Prompt::new(PromptId::from_bits(1), SiteId::from_bits(2), settings, source, at("2026-01-01T00:00:00Z"));
        Prompt { model: Some("m".into()), generated_at: Some(made.created_at), ..made }
    }

    #[test]
    fn the_version_rises_with_each_change_and_not_without_one() {
        let later = at("2026-02-01T00:00:00Z");
        let first = prompt(PromptSource::Generated);
        assert_eq!(first.version, 1);
        assert_eq!(first.edited(first.settings(), later), first);
        let renamed = first.edited(PromptSettings { name: "Long".into(), ..first.settings() }, later);
        assert_eq!((renamed.version, renamed.source), (2, PromptSource::Generated));
        assert_eq!((renamed.created_at, renamed.updated_at), (first.created_at, later));
        assert_eq!((renamed.model.as_deref(), renamed.generated_at), (Some("m"), first.generated_at));
        assert_eq!(renamed.regenerated("Sum up {{url}}.".into(), None, later).version, 3);
    }

    #[test]
    fn a_generated_text_that_a_person_rewrites_is_manual_from_then_on() {
        let first = prompt(PromptSource::Generated);
        let text = PromptSettings { text: "What does {{url}} say?".into(), ..first.settings() };
        let rewritten = first.edited(text, first.created_at);
        assert_eq!((rewritten.source, rewritten.model, rewritten.generated_at), (PromptSource::Manual, None, None));
    }

    #[test]
    fn a_text_that_names_no_page_or_is_too_long_for_a_platform_gets_a_warning() {
        let rooms = [
            PlatformRoom { name: "Short AI", max_prompt_bytes: 30 },
            PlatformRoom { name: "Long AI", max_prompt_bytes: 40 },
        ];
        let codes = |text: &str| prompt_warnings(text, &rooms).into_iter().map(|w| w.code).collect::<Vec<_>>();
        assert_eq!(codes("Sum up {{url}}"), [""; 0]);
        assert_eq!(codes("Sum up {{markdownUrl}}"), ["TOO_LONG_FOR_PLATFORM"]);
        assert_eq!(codes("Sum up the page"), ["NO_URL"]);
        let message = &prompt_warnings("Sum up {{markdownUrl}}", &rooms)[0].message;
        assert!(message.contains("Short AI") && !message.contains("Long AI"), "{message}");
    }

    #[test]
    fn every_word_reads_back() {
        assert!(PromptKind::EVERY.iter().all(|kind| kind.as_str().parse() == Ok(*kind)));
        assert!(PromptSource::EVERY.iter().all(|source| source.as_str().parse() == Ok(*source)));
        assert!(
            PromptStatus::EVERY.iter().all(|status| serde_json::to_value(status).expect("a word") == status.as_str())
        );
        assert!("Summary".parse::<PromptKind>().is_err());
    }
}
