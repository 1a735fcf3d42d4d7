//! `/`: the dashboard, as `npm run build` in `dashboard/` built and compressed it.
//!
//! It consists of three documents: the application, the pages for signing in, and the page that shows a shared link. The
//! last two are small and do not load the application's scripts.
//!
//! It contains no data of an instance: it requests everything from the API, with the session of the person who uses it.

mod brand_logo;

use axum::{
    Extension,
    body::Body,
    extract::{Path, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use rust_embed::{EmbeddedFile, RustEmbed};

use askline_api::pipeline::request::accepted_encoding::accepts;
use askline_domain::shared::ids::SharedLinkId;

use super::{
    client_has::is_known, context::DocumentContext, escaped_fragment::EscapedFragment, page_headers::PartOfPage,
    responses::not_found,
};
use crate::own_addresses::{SHARED_PAGE, SHOWN_BY_THE_APPLICATION, SIGN_IN_PAGES};

pub(super) use brand_logo::show as show_brand_logo;

const APPLICATION: &str = "index.html";
const SIGN_IN: &str = "sign_in.html";
const SHARED: &str = "shared.html";
/// The folder of files whose names contain a digest of their content.
const HASHED: &str = "assets/";
const FOREVER: &str = "public, max-age=31536000, immutable";
const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");
/// The browser asks again at each visit, and gets 304 until an upgrade.
const CHECKED: &str = "no-cache";

/// Allows only the dashboard's own scripts, no markup from text, and one inline style: the one that React Aria adds to the
/// page for touch (`dashboard/tests/shell/content_policy.test.tsx` compares the digest).
const POLICY: &str = "default-src 'none'; script-src 'self'; \
    style-src 'self' 'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='; img-src 'self' data:; connect-src 'self'; \
    frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default";

/// The encodings, the smallest first. The first one that the client accepts is sent.
const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// The files of the build. Empty if the binary was built without the dashboard.
#[derive(RustEmbed)]
#[folder = "../../dashboard/dist"]
#[allow_missing = true]
struct Built;

/// Answers at every address that no other document uses: with a file of the dashboard, one of its two documents, or an
/// error.
pub(super) async fn show(
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    token_in_path: Option<Extension<EscapedFragment>>,
) -> Response {
    let path = uri.path().trim_start_matches('/');
    let document = document_at(path);
    let name = match document {
        Some(document) => document,
        None if path.starts_with(HASHED) => path,
        None => return not_found().await,
    };
    if !matches!(method, Method::GET | Method::HEAD) {
        let allowed = [(header::ALLOW, "GET, HEAD"), (header::CACHE_CONTROL, "no-store")];
        return (StatusCode::METHOD_NOT_ALLOWED, allowed, "This page is read by GET.\n").into_response();
    }
    match Built::get(name) {
        // The compressed files have no addresses.
        Some(file) if !ENCODINGS.iter().any(|(_, suffix)| name.ends_with(suffix)) => {
            let mut response = answer(name, &file, &headers);
            let own = response.headers_mut();
            if token_in_path.is_some() || name == SHARED {
                own.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
            }
            if name == SHARED {
                own.insert(ROBOTS, HeaderValue::from_static("noindex"));
            }
            response
        }
        None if document.is_some() => unbuilt(),
        _ => not_found().await,
    }
}

/// `/embed/{link}`: the page of a shared link for frames, if the link can be embedded; for any other link, as for one that does
/// not exist. The page gets the link's token from the fragment of its address, which no server sees.
pub(super) async fn show_embedded(
    State(place): State<DocumentContext>,
    Path(link): Path<String>,
    headers: HeaderMap,
) -> Response {
    let Ok(id) = link.parse::<SharedLinkId>() else { return not_found().await };
    let found = place.stores.metadata.shared_link(id).await.ok().flatten();
    match found.filter(|link| link.password_hash.is_none()).and_then(|link| link.settings.embed) {
        Some(embed) => embedded(&headers, &embed.origins),
        None => not_found().await,
    }
}

/// The document that shows shared links, for a page that the pages of these origins can show in a frame.
fn embedded(headers: &HeaderMap, origins: &[String]) -> Response {
    let Some(file) = Built::get(SHARED) else { return unbuilt() };
    let mut response = answer(SHARED, &file, headers);
    let own = response.headers_mut();
    let ancestors = format!("frame-ancestors {}", origins.join(" "));
    // What is no header value would be no origin; nobody can show the page then.
    if let Ok(policy) = HeaderValue::try_from(POLICY.replace("frame-ancestors 'none'", &ancestors)) {
        own.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    own.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    own.insert(ROBOTS, HeaderValue::from_static("noindex"));
    // The origins of a link can change.
    own.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    own.insert("cross-origin-resource-policy", HeaderValue::from_static("cross-origin"));
    response
}

/// The document for a path without its first slash.
fn document_at(path: &str) -> Option<&'static str> {
    let first = path.split('/').next().unwrap_or_default();
    if SHOWN_BY_THE_APPLICATION.contains(&first) {
        return Some(APPLICATION);
    }
    match path.strip_suffix('/').unwrap_or(path) {
        SHARED_PAGE => Some(SHARED),
        page => SIGN_IN_PAGES.contains(&page).then_some(SIGN_IN),
    }
}

fn answer(name: &str, plain: &EmbeddedFile, headers: &HeaderMap) -> Response {
    // A weak tag, since it is the same for every encoding of the file.
    let etag = format!("W/\"{}\"", &hex::encode(plain.metadata.sha256_hash())[..20]);
    let etag = HeaderValue::from_str(&etag).expect("hexadecimal digits are a header value");
    let mut response =
        if is_known(headers, &etag) { StatusCode::NOT_MODIFIED.into_response() } else { encoded(name, plain, headers) };
    let own = response.headers_mut();
    own.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type(name)));
    own.insert(header::ETAG, etag);
    own.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    own.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static(if name.starts_with(HASHED) { FOREVER } else { CHECKED }),
    );
    if matches!(name.rsplit('.').next(), Some("js" | "css")) {
        response.extensions_mut().insert(PartOfPage);
        return response;
    }
    own.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    // The dashboard's addresses contain ids of sites and organizations, so other hosts get no referrer.
    own.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    response
}

fn encoded(name: &str, plain: &EmbeddedFile, headers: &HeaderMap) -> Response {
    for (encoding, suffix) in ENCODINGS {
        if accepts(headers, encoding)
            && let Some(file) = Built::get(&format!("{name}{suffix}"))
        {
            let mut response = Response::new(Body::from(file.data));
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
            return response;
        }
    }
    Response::new(Body::from(plain.data.clone()))
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

fn unbuilt() -> Response {
    let headers = [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, "no-store")];
    let text = "This binary was built without the dashboard. Build it with: make build\n\
        The API reference is at /docs.\n";
    (StatusCode::SERVICE_UNAVAILABLE, headers, text).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_document_answers_at_its_own_addresses_alone() {
        for path in ["", "account", "sites/site_1/overview", "orgs/org_1/keys"] {
            assert_eq!(document_at(path), Some(APPLICATION), "{path}");
        }
        for path in ["login", "login/", "join", "setup"] {
            assert_eq!(document_at(path), Some(SIGN_IN), "{path}");
        }
        assert_eq!((document_at("shared"), document_at("shared/")), (Some(SHARED), Some(SHARED)));
        for path in [
            "favicon.ico",
            "sitesx",
            "login/x",
            "loginx",
            "wp-login.php",
            ".env",
            "api",
            "docs/x",
            "index.html",
            "sign_in.html",
            "shared.html",
            "shared/x",
        ] {
            assert_eq!(document_at(path), None, "{path}");
        }
    }
}
