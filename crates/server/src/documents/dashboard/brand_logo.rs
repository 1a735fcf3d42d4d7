//! `/brand/{org}/{digest}.png`: the logo of an organization's brand.
//!
//! People without an account see it in shared links. The address contains a digest of the file, so it is cached for good and
//! cannot be guessed.

use askline_domain::{organizations::brand::LOGO_DIGEST_CHARACTERS, shared::ids::OrgId};
use axum::{
    extract::{Path, State},
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};

use crate::documents::{context::DocumentContext, responses::not_found};

/// A year; not for shared caches, because the logo of a deleted organization must not stay.
const FOREVER: &str = "private, max-age=31536000, immutable";
/// A picture that is opened alone loads and runs nothing.
const POLICY: &str = "default-src 'none'; sandbox";

pub(in crate::documents) async fn show(
    State(place): State<DocumentContext>,
    Path((org, file)): Path<(String, String)>,
) -> Response {
    let (Ok(org), Some(digest)) = (org.parse::<OrgId>(), digest_of(&file)) else { return not_found().await };
    match place.stores.metadata.organization_logo(org, digest).await {
        Ok(Some(png)) => {
            let headers = [
                (header::CONTENT_TYPE, HeaderValue::from_static("image/png")),
                (header::CACHE_CONTROL, HeaderValue::from_static(FOREVER)),
                (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
            ];
            (headers, png).into_response()
        }
        _ => not_found().await,
    }
}

fn digest_of(file: &str) -> Option<&str> {
    let digest = file.strip_suffix(".png")?;
    let is_digest = digest.len() == LOGO_DIGEST_CHARACTERS && digest.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_digest.then_some(digest)
}
