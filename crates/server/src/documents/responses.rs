//! Responses of the documents: a page, another text, and the page for unknown addresses.

use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header},
    response::{Html, IntoResponse, Response},
};

/// Pages change only with the binary; a short cache time avoids most requests without hiding an upgrade.
const SHORTLY_CACHED: &str = "public, max-age=300";

pub(super) async fn not_found() -> Response {
    let page = include_str!("../../assets/not_found.html");
    (StatusCode::NOT_FOUND, [(header::CACHE_CONTROL, "no-store")], Html(page)).into_response()
}

pub(super) fn html(page: String) -> Response {
    text("text/html; charset=utf-8", page)
}

pub(super) fn text(media_type: &'static str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(SHORTLY_CACHED));
    response
}
