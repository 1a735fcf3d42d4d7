//! `GET /sites/:id/config`: everything that the widget needs, without a credential, cached by CDNs.
//!
//! Contains no secret and no data of the organization.

use std::sync::Arc;

use askline_app::sites::payload::PublicConfig;
use askline_domain::{
    events::crawler::{identify_crawler, identify_library},
    shared::ids::SiteId,
};
use axum::http::{HeaderName, HeaderValue, header};
use schemars::JsonSchema;

use super::ready_payload::{payload_in, payload_of};
use crate::{
    caches::{
        packed_data,
        site_entry::{Payload, SiteEntry},
    },
    pipeline::{
        app::App,
        handling::{ApiError, Call, Code, Input, NoTenant, Ready, Reply},
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
    let (payload, entry) = given_payload(&call.app, input.path.site_id, input.query.language.as_deref()).await?;
    // Widgets always name a language. Crawlers also run them, but their views count for no reader.
    let is_reader = |agent: &str| identify_crawler(agent).is_none() && identify_library(agent).is_none();
    if input.query.language.is_some() && call.request.header("user-agent").is_some_and(is_reader) {
        call.app.config_requests().note(entry.site.id, entry.day_of(call.request.at).day);
    }
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

/// The payload of a site. While the store is away, the one that was given last, even if it has changed since: caches in front of the
/// service may do the same.
async fn given_payload(
    app: &App,
    id: SiteId,
    language: Option<&str>,
) -> Result<(Arc<Payload>, Arc<SiteEntry>), ApiError> {
    let current = async {
        let Some(entry) = app.site(id).await? else {
            app.given_configs().forget(id);
            return Err(ApiError::not_found("site"));
        };
        let payload = payload_for(app, &entry, language).await?;
        app.given_configs().note(&entry);
        Ok((payload, entry))
    };
    match current.await {
        Err(error) if error.code == Code::Unavailable => match app.given_configs().last(id) {
            Some(former) => Ok((payload_for(app, &former, language).await?, former)),
            None => Err(error),
        },
        found => found,
    }
}

async fn payload_for(app: &App, entry: &SiteEntry, language: Option<&str>) -> Result<Arc<Payload>, ApiError> {
    match language {
        Some(language) => payload_in(app, entry, language).await,
        None => payload_of(app, entry).await.cloned(),
    }
}
