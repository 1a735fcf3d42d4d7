//! The status, headers and error of an API answer that `/mcp` passes on.

use axum::{
    http::{HeaderMap, StatusCode},
    response::Response,
};
use serde_json::Value;

/// What an answer of the API leaves on ours.
#[derive(Debug, Clone, Default)]
pub(super) struct Passed {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    /// The envelope's `error`.
    pub(super) error: Value,
}

impl Passed {
    /// The id of the API's request, under which the log has it.
    pub(super) fn request_id(&self) -> &str {
        self.headers.get("x-request-id").and_then(|value| value.to_str().ok()).unwrap_or("")
    }

    /// Puts the headers on our answer.
    pub(super) fn with_headers(self, mut response: Response) -> Response {
        response.headers_mut().extend(self.headers);
        response
    }
}
