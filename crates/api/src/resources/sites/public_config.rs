//! `GET /sites/:id/config`: everything that the widget needs, without a credential, cached by CDNs.
//!
//! Holds no secret and no data of the organization.

use askline_domain::{
    prompts::{Prompt, PromptKind},
    shared::ids::{PromptId, SiteId},
};
use axum::http::{HeaderValue, header};
use schemars::JsonSchema;
use serde::Serialize;

use super::payload::{PublicConfig, payload_in, payload_of};
use crate::{
    caches::packed_data,
    pipeline::{
        caller::{Call, NoTenant},
        error::ApiError,
        request::{accepted_encoding::accepts, entity_tag::is_at_hand, input::Input},
        response::{
            present_fields::every_field_present,
            reply::{Ready, Reply},
        },
    },
};

const CACHE_CONTROL: &str = "public, max-age=60, s-maxage=300, stale-while-revalidate=86400";

/// Query parameters. Any others are ignored, because pages add some to bypass caches.
#[derive(Debug, Clone, Default, serde::Deserialize, JsonSchema)]
pub struct PageLanguage {
    /// The language that a page says it has, such as `de` or `pt-BR`: labels and prompts for pages in that language alone are
    /// answered, built-in prompts that nobody changed in its words. A language that the site has no words in is answered in English.
    /// Without it the answer holds every language.
    #[schemars(extend("minLength" = 0))]
    lang: Option<String>,
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
    input: Input<SitePath, PageLanguage>,
) -> Result<Reply<Ready<PublicConfig>>, ApiError> {
    let entry = call.app.site(input.path.site_id).await?.ok_or_else(|| ApiError::not_found("site"))?;
    let payload = match input.query.lang {
        Some(language) => payload_in(&call.app, &entry, &language).await?,
        None => payload_of(&call.app, &entry).await?.clone(),
    };
    let etag = HeaderValue::try_from(payload.etag.clone()).map_err(ApiError::internal)?;
    let headers = &call.request.headers;
    let packed = if accepts(headers, packed_data::ENCODING) && !is_at_hand(headers, &etag) {
        payload.data.packed(&call.app).await
    } else {
        None
    };
    Ok(Reply::new(Ready::new(payload.data.json().clone()))
        .packed(packed)
        .header(header::ETAG, etag)
        .header(header::CACHE_CONTROL, HeaderValue::from_static(CACHE_CONTROL))
        .header(header::VARY, HeaderValue::from_static("Authorization, Accept-Encoding")))
}
