//! Input for creating and editing prompts, and its checks. A checked input becomes [`PromptSettings`], from which a
//! [`crate::prompts::Prompt`] is created.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::{
    platforms::known_ids::{KnownIds, check_platforms},
    prompts::{
        MAX_PROMPT_NAME_CHARACTERS, MAX_PROMPT_PLATFORMS, MAX_PROMPT_TEXT_CHARACTERS, MAX_VARIANT_GROUP_CHARACTERS,
        MAX_WEIGHT, Prompt, PromptKind, PromptSettings, PromptStatus, WEIGHT_DEFAULT,
        text::{PROMPT_PLACEHOLDERS, check_placeholders},
    },
    shared::{
        edited_field::given,
        hidden_characters::{check_controls_in_lines, check_one_line},
        language_tag::{ANY_LANGUAGE, LANGUAGE_RANGE_PATTERN, MAX_TAG_CHARACTERS, check_language_range},
        violation::{Violation, Violations},
    },
};

/// A prompt to create.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "PromptCreate")]
pub struct NewPrompt {
    /// The prompt's name.
    #[schemars(length(min = 1, max = MAX_PROMPT_NAME_CHARACTERS))]
    pub name: String,
    /// The text. Placeholders: `{{url}}`, `{{markdownUrl}}`, `{{title}}`, `{{siteName}}`, `{{language}}`.
    #[schemars(length(min = 1, max = MAX_PROMPT_TEXT_CHARACTERS))]
    pub text: String,
    /// What the prompt asks for.
    #[serde(default = "custom")]
    pub kind: PromptKind,
    /// The assistants that the prompt is for; empty means all.
    #[serde(default)]
    #[schemars(length(max = MAX_PROMPT_PLATFORMS), extend("uniqueItems" = true))]
    pub platform_ids: Vec<String>,
    /// The language of the pages that the prompt is for, as a tag (`de`, `pt-BR`); `*` or null means every language.
    #[serde(default)]
    #[schemars(regex(pattern = LANGUAGE_RANGE_PATTERN), length(max = MAX_TAG_CHARACTERS))]
    pub language: Option<String>,
    /// Whether the prompt is used.
    #[serde(default = "active")]
    pub status: PromptStatus,
    /// The group of prompts that share the traffic; null means no group.
    #[serde(default)]
    #[schemars(length(min = 1, max = MAX_VARIANT_GROUP_CHARACTERS))]
    pub variant_group: Option<String>,
    /// The prompt's share of the traffic in its group, relative to the other weights; 0 means never.
    #[serde(default = "default_weight")]
    #[schemars(range(max = MAX_WEIGHT))]
    pub weight: u16,
}

/// Changes to a prompt; omitted fields stay unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[schemars(rename = "PromptUpdate")]
pub struct PromptEdit {
    /// The prompt's name.
    #[schemars(length(min = 1, max = MAX_PROMPT_NAME_CHARACTERS))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "given")]
    #[schemars(with = "String")]
    pub name: Option<String>,
    /// The text. If it changes, the prompt's source becomes `manual`.
    #[schemars(length(min = 1, max = MAX_PROMPT_TEXT_CHARACTERS))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "given")]
    #[schemars(with = "String")]
    pub text: Option<String>,
    /// What the prompt asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "given")]
    #[schemars(with = "PromptKind")]
    pub kind: Option<PromptKind>,
    /// The assistants that the prompt is for; empty means all.
    #[schemars(length(max = MAX_PROMPT_PLATFORMS), extend("uniqueItems" = true))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "given")]
    #[schemars(with = "Vec<String>")]
    pub platform_ids: Option<Vec<String>>,
    /// The language of the pages that the prompt is for; `*` means every language.
    #[schemars(regex(pattern = LANGUAGE_RANGE_PATTERN), length(max = MAX_TAG_CHARACTERS))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "given")]
    #[schemars(with = "String")]
    pub language: Option<String>,
    /// Whether the prompt is used.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "given")]
    #[schemars(with = "PromptStatus")]
    pub status: Option<PromptStatus>,
    /// The group of prompts that share the traffic; null removes the prompt from its group.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = MAX_VARIANT_GROUP_CHARACTERS))]
    pub variant_group: Option<Option<String>>,
    /// The prompt's share of the traffic in its group.
    #[schemars(range(max = MAX_WEIGHT))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "given")]
    #[schemars(with = "u16")]
    pub weight: Option<u16>,
}

fn custom() -> PromptKind {
    PromptKind::Custom
}
fn active() -> PromptStatus {
    PromptStatus::Active
}
fn default_weight() -> u16 {
    WEIGHT_DEFAULT
}

/// Reads a field for which null is a value, and distinguishes null from an omitted field.
pub(crate) fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

impl NewPrompt {
    /// A prompt of this kind with this text, and defaults for the rest.
    pub fn of(name: &str, kind: PromptKind, text: &str) -> Self {
        Self {
            name: name.to_owned(),
            text: text.to_owned(),
            kind,
            platform_ids: Vec::new(),
            language: None,
            status: active(),
            variant_group: None,
            weight: WEIGHT_DEFAULT,
        }
    }

    /// Returns the settings, or everything that is wrong with them. The prompt policy is checked separately.
    pub fn check(self, known: &KnownIds<'_>) -> Result<PromptSettings, Vec<Violation>> {
        let mut violations = Violations::new();
        let name = self.name.trim().to_owned();
        violations.check_length("name", &name, 1, MAX_PROMPT_NAME_CHARACTERS);
        check_one_line("name", &name, &mut violations);
        check_text("text", &self.text, &mut violations);
        check_platforms("platformIds", &self.platform_ids, known.platforms, MAX_PROMPT_PLATFORMS, &mut violations);
        let language = self.language.as_deref().unwrap_or(ANY_LANGUAGE);
        let language = check_language_range("language", language, &mut violations).unwrap_or_default();
        let variant_group = self.variant_group.map(|group| group.trim().to_owned());
        if let Some(group) = &variant_group {
            violations.check_length("variantGroup", group, 1, MAX_VARIANT_GROUP_CHARACTERS);
            check_one_line("variantGroup", group, &mut violations);
        }
        if self.weight > MAX_WEIGHT {
            violations.add("weight", "OUT_OF_RANGE", format!("weight must be from 0 to {MAX_WEIGHT}."));
        }
        violations.finish(PromptSettings {
            name,
            kind: self.kind,
            text: self.text,
            platform_ids: self.platform_ids,
            language,
            status: self.status,
            variant_group,
            weight: self.weight,
        })
    }
}

impl PromptEdit {
    /// Returns the settings of `prompt` after this edit, or everything that is wrong with them. A platform that the
    /// prompt already named may stay, even if the service no longer knows it.
    pub fn check(self, prompt: &Prompt, known: &KnownIds<'_>) -> Result<PromptSettings, Vec<Violation>> {
        let kept = prompt.platform_ids.iter().map(String::as_str);
        let platforms: Vec<&str> = known.platforms.iter().copied().chain(kept).collect();
        let now = prompt.settings();
        let edited = NewPrompt {
            name: self.name.unwrap_or(now.name),
            text: self.text.unwrap_or(now.text),
            kind: self.kind.unwrap_or(now.kind),
            platform_ids: self.platform_ids.unwrap_or(now.platform_ids),
            language: Some(self.language.unwrap_or(now.language)),
            status: self.status.unwrap_or(now.status),
            variant_group: self.variant_group.unwrap_or(now.variant_group),
            weight: self.weight.unwrap_or(now.weight),
        };
        edited.check(&KnownIds { platforms: &platforms, ..*known })
    }
}

/// Adds violations for a text that is sent to an assistant: a prompt's or a rule's.
pub fn check_text(path: &str, text: &str, violations: &mut Violations) {
    let least = if text.trim().is_empty() { 1 } else { 0 };
    let counted = if least == 1 { "" } else { text };
    violations.check_length(path, counted, least, MAX_PROMPT_TEXT_CHARACTERS);
    check_controls_in_lines(path, text, violations);
    check_placeholders(path, text, &PROMPT_PLACEHOLDERS, violations);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        prompts::PromptSource,
        shared::ids::{Id, PromptId, SiteId},
    };
    use jiff::Timestamp;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    const KNOWN: KnownIds<'static> =
        KnownIds { platforms: &["chatgpt", "claude"], social: &[], default_platforms: &[], default_social: &[] };

    fn check(body: Value) -> Result<PromptSettings, Vec<(String, String)>> {
        let new: NewPrompt = serde_json::from_value(body).expect("a body of the right shape");
        new.check(&KNOWN).map_err(|found| found.into_iter().map(|v| (v.path, v.code)).collect())
    }

    fn violations(body: Value) -> Vec<(String, String)> {
        check(body).expect_err("it is wrong")
    }

    fn found(path: &str, code: &str) -> Vec<(String, String)> {
        vec![(path.to_owned(), code.to_owned())]
    }

    #[test]
    fn a_name_and_a_text_are_enough() {
        let settings = check(json!({ "name": " Short ", "text": "Summarise {{url}}." })).expect("it is right");
        assert_eq!(settings.name, "Short");
        assert_eq!((settings.kind, settings.status), (PromptKind::Custom, PromptStatus::Active));
        assert_eq!((settings.language.as_str(), settings.weight), ("*", 100));
        assert_eq!((settings.platform_ids, settings.variant_group), (vec![], None));
    }

    #[test]
    fn each_bound_is_kept_and_the_field_is_named() {
        let with = |field: &str, value: Value| {
            let mut body = json!({ "name": "n", "text": "t" });
            body[field] = value;
            body
        };
        assert!(check(with("name", json!("n".repeat(80)))).is_ok());
        assert_eq!(violations(with("name", json!("n".repeat(81)))), found("name", "TOO_LONG"));
        assert_eq!(violations(with("name", json!("  "))), found("name", "TOO_SHORT"));
        assert_eq!(violations(with("name", json!("a\nb"))), found("name", "CONTROL_CHARACTER"));
        assert!(check(with("text", json!("é".repeat(2_000)))).is_ok());
        assert_eq!(violations(with("text", json!("t".repeat(2_001)))), found("text", "TOO_LONG"));
        assert_eq!(violations(with("text", json!(" \n"))), found("text", "TOO_SHORT"));
        assert_eq!(violations(with("text", json!("a\u{0}b"))), found("text", "CONTROL_CHARACTER"));
        assert!(check(with("text", json!("two\nlines"))).is_ok());
        assert_eq!(violations(with("text", json!("{{author}}"))), found("text", "UNKNOWN_PLACEHOLDER"));
        assert_eq!(violations(with("platformIds", json!(["claud"]))), found("platformIds[0]", "UNKNOWN_PLATFORM"));
        assert_eq!(violations(with("platformIds", json!(["claude", "claude"]))), found("platformIds[1]", "DUPLICATE"));
        assert_eq!(violations(with("platformIds", json!(vec!["claude"; 41]))), found("platformIds", "TOO_MANY"));
        assert_eq!(check(with("language", json!("PT-br"))).map(|s| s.language), Ok("pt-BR".into()));
        assert_eq!(violations(with("language", json!("english"))), found("language", "INVALID_LANGUAGE"));
        assert_eq!(violations(with("variantGroup", json!(""))), found("variantGroup", "TOO_SHORT"));
        assert_eq!(violations(with("variantGroup", json!("g".repeat(41)))), found("variantGroup", "TOO_LONG"));
        assert!(check(with("weight", json!(1_000))).is_ok());
        assert_eq!(violations(with("weight", json!(1_001))), found("weight", "OUT_OF_RANGE"));
    }

    #[test]
    fn an_unknown_field_is_refused() {
        let refused = serde_json::from_value::<NewPrompt>(json!({ "name": "n", "text": "t", "txt": "t" }));
        assert!(refused.expect_err("not a field").to_string().contains("txt"));
        assert!(serde_json::from_value::<PromptEdit>(json!({ "id": "prm_1" })).is_err());
    }

    #[test]
    fn an_edit_changes_what_it_names_and_null_leaves_the_group() {
        let new = json!({ "name": "n", "text": "t", "platformIds": ["claude"], "variantGroup": "g", "weight": 5 });
        let settings = check(new).expect("it is right");
        let id = (PromptId::from_bits(1), SiteId::from_bits(1));
        let prompt = Prompt::new(id.0, id.1, settings, PromptSource::Manual, Timestamp::UNIX_EPOCH);
        let edit = |body: Value| {
            let edit: PromptEdit = serde_json::from_value(body).expect("an edit");
            // The service no longer knows "claude".
            edit.check(&prompt, &KnownIds { platforms: &["chatgpt"], ..KNOWN })
        };
        assert_eq!(edit(json!({})).expect("nothing changes"), prompt.settings());
        let renamed = edit(json!({ "name": "m", "variantGroup": null })).expect("it is right");
        assert_eq!((renamed.name.as_str(), renamed.variant_group, renamed.weight), ("m", None, 5));
        assert!(edit(json!({ "platformIds": ["claude", "chatgpt"] })).is_ok());
        assert!(edit(json!({ "platformIds": ["grok"] })).is_err());
        assert!(edit(json!({ "weight": 2000 })).is_err());
    }

    #[test]
    fn the_schema_states_the_bounds_that_are_checked() {
        let schema = serde_json::to_value(schemars::schema_for!(NewPrompt)).expect("a schema");
        let property = |name: &str, bound: &str| schema["properties"][name][bound].clone();
        assert_eq!(property("name", "maxLength"), MAX_PROMPT_NAME_CHARACTERS);
        assert_eq!(property("text", "maxLength"), MAX_PROMPT_TEXT_CHARACTERS);
        assert_eq!(property("platformIds", "maxItems"), MAX_PROMPT_PLATFORMS);
        assert_eq!(property("variantGroup", "maxLength"), MAX_VARIANT_GROUP_CHARACTERS);
        assert_eq!(property("weight", "maximum"), MAX_WEIGHT);
        assert_eq!(schema["required"], json!(["name", "text"]));
        assert_eq!(schema["additionalProperties"], json!(false));
    }

    proptest! {
        #[test]
        fn no_body_makes_the_check_panic(name: String, text: String, language: Option<String>, group: Option<String>, weight: u16) {
            let new = NewPrompt { language, variant_group: group, weight, ..NewPrompt::of(&name, PromptKind::Custom, &text) };
            if let Ok(settings) = new.check(&KNOWN) {
                prop_assert!(settings.weight <= MAX_WEIGHT && !settings.name.is_empty());
            }
        }
    }
}
