//! Lets pages of other origins call (CORS), without cookies: some clients run in browsers.
//!
//! No address that uses this reads a cookie.

use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header},
    response::Response,
};

/// The headers that clients send to `/mcp` and to the token endpoint.
const SENT: &str =
    "authorization, content-type, accept, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id";
/// How long a browser remembers the answer to a preflight, in seconds.
const REMEMBERED: &str = "86400";

/// The answer to the question of a browser whether a page may call.
pub(crate) fn preflight(methods: &'static str) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static(methods));
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(SENT));
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static(REMEMBERED));
    response
}

/// Lets any page read the answer.
pub(crate) fn allow_any_origin(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("WWW-Authenticate, Retry-After"));
    response
}
