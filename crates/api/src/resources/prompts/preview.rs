//! `POST /prompts/:siteId/preview`: shows what a prompt becomes on a page before it is stored. The response contains the text
//! that is sent, the URL of each assistant with its length, and the passages that the policy refuses. Stores nothing.

use askline_app::{
    policy_check::Judge, present_fields::every_field_present, prompts::text_warnings::room_warnings,
    sites::known_ids::with_known_ids,
};
use askline_domain::{
    events::hit::{MAX_TITLE_CHARACTERS, MAX_URL_BYTES},
    pages::address::{page_address, parse_page},
    platforms::{Link, MAX_CUSTOM_URL_BYTES, Strategy, template::PROMPT_PLACEHOLDER},
    prompts::{
        MAX_PROMPT_PLATFORMS, MAX_PROMPT_TEXT_CHARACTERS, PromptKind, PromptWarning,
        input::NewPrompt,
        policy::PolicyRule,
        text::{PromptValues, fill},
    },
    shared::{language_tag::MAX_TAG_CHARACTERS, uri_component::encode_uri_component, violation::Violations},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::pipeline::handling::{ApiError, Call, Input, Json, Nothing, Reply, SiteAccess};

/// The language of a page that does not state one, as in the widget.
const LANGUAGE_DEFAULT: &str = "en";

/// A text to preview.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "PromptPreviewRequest")]
pub struct PromptTrial {
    /// The text, with placeholders.
    #[schemars(length(min = 1, max = MAX_PROMPT_TEXT_CHARACTERS))]
    pub text: String,
    /// The assistants that it is for; if empty, all that the widget offers.
    #[serde(default)]
    #[schemars(length(max = MAX_PROMPT_PLATFORMS), extend("uniqueItems" = true))]
    pub platform_ids: Vec<String>,
    /// The URL of the page; by default the site's home page.
    #[serde(default)]
    #[schemars(length(max = MAX_URL_BYTES), extend("format" = "uri"))]
    pub url: Option<String>,
    /// The page's title; if omitted, its URL is used.
    #[serde(default)]
    #[schemars(length(max = MAX_TITLE_CHARACTERS))]
    pub title: Option<String>,
    /// The page's language, as its `lang` attribute states it; `en` by default.
    #[serde(default)]
    #[schemars(length(min = 1, max = MAX_TAG_CHARACTERS))]
    pub language: Option<String>,
}

/// What a text becomes on a page.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromptPreview {
    /// The text that an assistant receives.
    pub prompt: String,
    /// The page's URL, as used in the prompt.
    pub url: String,
    /// The URL that each assistant opens, in the order of the widget.
    pub links: Vec<PreviewLink>,
    /// The passages that the policy refuses, in order.
    pub findings: Vec<PromptFinding>,
    /// Whether a text with such passages is refused; otherwise it is stored with a warning.
    pub refuses: bool,
    /// Other warnings about the text.
    pub warnings: Vec<PromptWarning>,
}

/// The URL that an assistant opens.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct PreviewLink {
    /// The assistant's id.
    pub platform: String,
    /// The assistant's name.
    pub name: String,
    /// The URL.
    pub href: String,
    /// Whether the prompt is copied first, because the URL does not contain it or may not fill it in.
    pub copies_prompt: bool,
    /// The length of the URL with the prompt, in bytes; null if the assistant's URL contains no prompt.
    pub bytes: Option<usize>,
    /// The maximum length of such a URL, in bytes; null if the assistant's URL contains no prompt.
    #[serde(rename = "maxBytes")]
    pub max_bytes: Option<usize>,
}

/// A passage that the policy refuses.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromptFinding {
    /// The policy rule that it violates.
    pub code: PolicyRule,
    /// What is wrong, and how to fix it.
    pub message: String,
    /// The words as they were written; for invisible characters, their code points (`U+200B`).
    pub passage: String,
    /// Where it begins, in characters (code points) from the start of the text.
    pub start: usize,
}

/// `POST /prompts/:siteId/preview`
pub async fn preview_prompt(
    call: Call<SiteAccess>,
    input: Input<Nothing, Nothing, Json<PromptTrial>>,
) -> Result<Reply<PromptPreview>, ApiError> {
    let PromptTrial { text, platform_ids, url, title, language } = input.body.0;
    let (site, config) = (&call.tenant.site.site, &call.tenant.site.config.config);
    let mut violations = Violations::new();
    // Checked like a stored text, except that violations of the policy are findings of the preview.
    let shown = NewPrompt { platform_ids: platform_ids.clone(), ..NewPrompt::of("Preview", PromptKind::Custom, &text) };
    if let Err(found) = with_known_ids(call.app.link_registry(), config, |known| shown.check(known)) {
        violations.extend(found);
    }
    let url = url.unwrap_or_else(|| format!("https://{}/", site.domain));
    let page = parse_page(&url).filter(|_| url.len() <= MAX_URL_BYTES);
    if page.is_none() {
        violations.add("url", "INVALID_URL", "url must be an absolute http or https address of at most 4096 bytes.");
    }
    if let Some(title) = &title {
        violations.check_length("title", title, 0, MAX_TITLE_CHARACTERS);
    }
    let language = language.unwrap_or_else(|| LANGUAGE_DEFAULT.to_owned());
    violations.check_length("language", &language, 1, MAX_TAG_CHARACTERS);
    let Some(page) = page else { return Err(violations.finish(()).err().unwrap_or_default().into()) };
    violations.finish(())?;

    let address = page_address(&page);
    let values = PromptValues {
        url: &address,
        markdown_url: None,
        title: title.as_deref(),
        site_name: &site.name,
        language: &language,
    };
    let prompt = fill(&text, &values);
    // `None` means that no steps are left, which cannot happen for the first text.
    let findings = Judge::of_request(call.app.instance(), site).await?.findings(&text).unwrap_or_default();
    let findings = findings.into_iter().map(|finding| PromptFinding {
        code: finding.rule,
        message: finding.message,
        passage: finding.passage,
        start: finding.start,
    });
    Ok(Reply::new(PromptPreview {
        links: links(&call, &platform_ids, &prompt),
        findings: findings.collect(),
        refuses: call.app.settings().refuse_prompts_against_policy,
        warnings: room_warnings(call.app.link_registry(), &text, &platform_ids),
        url: address,
        prompt,
    }))
}

/// The links of the assistants that the text is for and that the widget offers.
fn links(call: &Call<SiteAccess>, platform_ids: &[String], prompt: &str) -> Vec<PreviewLink> {
    let config = &call.tenant.site.config.config;
    let encoded = encode_uri_component(prompt);
    let of = |id: &str, name: &str, link: Link, room: Option<(&str, u32)>| PreviewLink {
        platform: id.to_owned(),
        name: name.to_owned(),
        href: link.href,
        copies_prompt: link.copies_prompt,
        bytes: room.map(|(template, _)| template.len().saturating_sub(PROMPT_PLACEHOLDER.len()) + encoded.len()),
        max_bytes: room.map(|(_, most)| usize::try_from(most).unwrap_or(usize::MAX)),
    };
    let offered = config.enabled_platform_ids().into_iter();
    let wanted = offered.filter(|id| platform_ids.is_empty() || platform_ids.iter().any(|one| one == id));
    wanted
        .filter_map(|id| {
            if let Some(platform) = call.app.link_registry().get(id) {
                let room = (platform.strategy == Strategy::Prefill)
                    .then_some((platform.url_template.as_str(), platform.max_url_bytes));
                return Some(of(id, &platform.name, platform.href(prompt), room));
            }
            let own = config.custom_platforms.iter().find(|platform| platform.id == id)?;
            Some(of(id, &own.label, own.href(prompt), Some((&own.url_template, MAX_CUSTOM_URL_BYTES))))
        })
        .collect()
}
