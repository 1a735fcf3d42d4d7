//! `GET /sites/:id/config`: all that the widget needs, for everybody, cached at the edge.
//!
//! Holds no secret and nothing of the organization.

use std::collections::BTreeMap;

use crate::present_fields::every_field_present;
use askline_domain::{
    default_labels::labels_for,
    id::{PromptId, SiteId},
    link_registry::PublicPlatform,
    prompt::{Prompt, PromptKind},
    social_network::{self, PublicShareTarget},
    widget_config::WidgetConfig,
};
use axum::http::{HeaderValue, header};
use bytes::Bytes;
use schemars::JsonSchema;
use serde::Serialize;

use super::config::etag_of_data;
use crate::{
    caller::{Call, NoTenant},
    error::ApiError,
    input::Input,
    reply::{Ready, Reply},
    rules::PublicRule,
    site_entry::{Payload, SiteEntry},
};

const CACHE_CONTROL: &str = "public, max-age=60, s-maxage=300, stale-while-revalidate=86400";

/// Query parameters: any, since pages add some against caches.
#[derive(Debug, Clone, Default, serde::Deserialize, JsonSchema)]
pub struct AnyQuery {}

/// All that the widget needs for any page.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicConfig {
    /// The site.
    pub site_id: SiteId,
    /// Its name, for prompts.
    pub site_name: String,
    /// The configuration's version.
    pub version: u32,
    /// The settings.
    pub config: WidgetConfig,
    /// The active prompts, oldest first.
    pub prompts: Vec<PublicPrompt>,
    /// Compiled rules, in the order in which they are tried.
    pub rules: Vec<PublicRule>,
    /// How to open the enabled platforms.
    pub registry: Vec<PublicPlatform>,
    /// How to share to the enabled networks.
    pub share_targets: Vec<PublicShareTarget>,
    /// Labels by language.
    pub labels: BTreeMap<String, BTreeMap<String, String>>,
}

/// A prompt as the widget needs it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct PublicPrompt {
    /// Its id.
    pub id: PromptId,
    /// Its name.
    pub name: String,
    /// What it asks for.
    pub kind: PromptKind,
    /// The text, with placeholders.
    pub text: String,
    /// Platforms it is for; empty for all.
    pub platform_ids: Vec<String>,
    /// Language it is for.
    pub language: String,
    /// Its share among the variants of a group.
    pub weight: u16,
    /// The group it is a variant in.
    pub variant_group: Option<String>,
}

impl From<Prompt> for PublicPrompt {
    fn from(prompt: Prompt) -> Self {
        Self {
            id: prompt.id,
            name: prompt.name,
            kind: prompt.kind,
            text: prompt.text,
            platform_ids: prompt.platform_ids,
            language: prompt.language,
            weight: prompt.weight,
            variant_group: prompt.variant_group,
        }
    }
}

/// The site of the path.
#[derive(Debug, Clone, serde::Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SitePath {
    site_id: SiteId,
}

/// `GET /sites/:id/config`
pub async fn show_public_config(
    call: Call<NoTenant>,
    input: Input<SitePath, AnyQuery>,
) -> Result<Reply<Ready<PublicConfig>>, ApiError> {
    let entry = call.app.site(input.path.site_id).await?.ok_or_else(|| ApiError::not_found("site"))?;
    let (json, etag) = match entry.payload.get() {
        Some(payload) => (payload.data.clone(), payload.etag.clone()),
        None => {
            let prompts = call.app.ports().prompts.active_prompts(entry.site.id).await?;
            let payload = payload_of(&call, &entry, prompts)?;
            let answer = (payload.data.clone(), payload.etag.clone());
            // Whoever was first made the same payload: an entry lives for one generation.
            let _ = entry.payload.set(payload);
            answer
        }
    };
    Ok(Reply::new(Ready::new(json))
        .header(header::ETAG, HeaderValue::try_from(etag).map_err(ApiError::internal)?)
        .header(header::CACHE_CONTROL, HeaderValue::from_static(CACHE_CONTROL))
        .header(header::VARY, HeaderValue::from_static("Authorization, Accept-Encoding")))
}

fn payload_of(call: &Call<NoTenant>, entry: &SiteEntry, prompts: Vec<Prompt>) -> Result<Payload, ApiError> {
    let config = &entry.config.config;
    let registry = call.app.link_registry();
    let payload = PublicConfig {
        site_id: entry.site.id,
        site_name: entry.site.name.clone(),
        version: entry.config.version,
        prompts: prompts.into_iter().map(PublicPrompt::from).collect(),
        rules: entry.rules.iter().filter(|rule| rule.settings.enabled).map(PublicRule::from).collect(),
        registry: config
            .platforms
            .iter()
            .filter(|platform| platform.enabled)
            .filter_map(|platform| registry.get(&platform.id))
            .map(PublicPlatform::from)
            .collect(),
        share_targets: config
            .social
            .iter()
            .filter(|network| network.enabled)
            .filter_map(|network| social_network::get(&network.id))
            .map(PublicShareTarget::from)
            .collect(),
        labels: labels_for(config),
        config: config.clone(),
    };
    let data = Bytes::from(serde_json::to_vec(&payload).map_err(ApiError::internal)?);
    Ok(Payload { etag: etag_of_data(entry.config.version, &data), data })
}
