//! `GET /sites/:id/config`: everything that the widget needs, without a credential, cached by CDNs.
//!
//! Contains no secret and no data of the organization.

use askline_app::sites::payload::PublicConfig;
use askline_domain::shared::ids::SiteId;
use axum::http::{HeaderName, HeaderValue, header};
use schemars::JsonSchema;

use super::ready_payload::{payload_in, payload_of};
use crate::{
    caches::packed_data,
    pipeline::{
        handling::{ApiError, Call, Input, NoTenant, Ready, Reply},
        request::{accepted_encoding::accepts, entity_tag::is_at_hand},
    },
};

const CACHE_CONTROL: &str = "public, max-age=60, s-maxage=300, stale-while-revalidate=86400, stale-if-error=86400";

/// Makes nginx ask the service every time, so that changes show and requests are counted, and keep the response for when
/// the service does not respond (`deploy/nginx.conf`). No proxy passes it on.
pub const ASKED_EVERY_TIME: (&str, &str) = ("x-accel-expires", "@1");

/// Query parameters. Any others are ignored, because pages add some to bypass caches.
#[derive(Debug, Clone, Default, serde::Deserialize, JsonSchema)]
pub struct PageLanguage {
    /// The language that a page states, such as `de` or `pt-BR`. The response contains only the labels and prompts for pages in
    /// that language; built-in prompts that were not changed are in that language too. If the site has no texts in the language,
    /// the response is in English. Without this parameter it contains every language.
    #[schemars(extend("minLength" = 0))]
    language: Option<String>,
}

/// The site in the path.
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
    let entry = call.app.public_site(input.path.site_id).await?.ok_or_else(|| ApiError::not_found("site"))?;
    let payload = match input.query.language {
        Some(language) => payload_in(&call.app, &entry, &language).await?,
        None => payload_of(&call.app, &entry).await?.clone(),
    };
    let etag = HeaderValue::try_from(payload.etag.clone()).map_err(ApiError::internal)?;
    let headers = &call.request.headers;
    let packed = if accepts(headers, packed_data::ENCODING) && !is_at_hand(headers, &etag) {
        payload.data.packed(|| call.app.packing_turn()).await
    } else {
        None
    };
    Ok(Reply::new(Ready::new(payload.data.json().clone()))
        .packed(packed)
        .header(header::ETAG, etag)
        .header(header::CACHE_CONTROL, HeaderValue::from_static(CACHE_CONTROL))
        .header(HeaderName::from_static(ASKED_EVERY_TIME.0), HeaderValue::from_static(ASKED_EVERY_TIME.1))
        .header(header::VARY, HeaderValue::from_static("Authorization, Accept-Encoding")))
}
