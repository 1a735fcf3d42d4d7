//! Security headers that limit a page to its own scripts and frames. A header that a handler has set itself is kept.

use axum::{
    http::{HeaderName, HeaderValue, header},
    response::Response,
};

/// Allows only our own scripts and styles; no page may show ours in a frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
    frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// For every response.
const OF_ALL: [(HeaderName, HeaderValue); 2] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];
const OF_DOCUMENTS: [(HeaderName, HeaderValue); 3] = [
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (header::REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
];

/// In the extensions of a response: a script or style sheet of a page that loads dozens of them. The page's policies apply
/// to it, and headers are not compressed, so it gets none of its own.
#[derive(Debug, Clone, Copy)]
pub(super) struct PartOfPage;

/// Adds the headers that are missing.
pub(super) async fn add(mut response: Response) -> Response {
    let is_part = response.extensions().get::<PartOfPage>().is_some();
    for (name, value) in OF_ALL.into_iter().chain(OF_DOCUMENTS.into_iter().filter(|_| !is_part)) {
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}
