//! The status, headers and error of an API response that `/mcp` passes on.

use axum::{
    http::{HeaderMap, StatusCode},
    response::Response,
};
use serde_json::Value;

/// The parts of an API response that are passed on.
#[derive(Debug, Clone, Default)]
pub(super) struct Passed {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    /// The envelope's `error`.
    pub(super) error: Value,
}

impl Passed {
    /// The id of the request to the API, which is also in the log.
    pub(super) fn request_id(&self) -> &str {
        self.headers.get("x-request-id").and_then(|value| value.to_str().ok()).unwrap_or("")
    }

    /// Adds the headers to a response of `/mcp`.
    pub(super) fn with_headers(self, mut response: Response) -> Response {
        response.headers_mut().extend(self.headers);
        response
    }
}
