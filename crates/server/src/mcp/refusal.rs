//! Refusals outside a tool's answer: an HTTP status with a JSON-RPC error. The error contains the API's own.

use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header},
    response::Response,
};
use serde_json::{Value, json};

use askline_api::pipeline::error::ApiError;

use super::passed::Passed;

/// The body is not JSON. Source of these numbers: JSON-RPC 2.0, section 5.1.
const PARSE_ERROR: i32 = -32_700;
const INVALID_REQUEST: i32 = -32_600;
const INVALID_PARAMS: i32 = -32_602;
/// Refused before the method was called: the first of the codes that servers may choose.
const REFUSED: i32 = -32_000;

/// A refused request.
#[derive(Debug)]
pub(super) struct Refusal {
    /// Boxed, so that the result of a function that seldom refuses stays small.
    passed: Box<Passed>,
    code: i32,
    id: Value,
}

impl Refusal {
    /// A refusal by `/mcp` itself.
    pub(super) fn of(error: ApiError) -> Self {
        let mut passed = Passed { status: error.code.status(), error: error.to_json(), ..Passed::default() };
        if let Some(allow) = error.allow.as_deref().and_then(|text| HeaderValue::from_str(text).ok()) {
            passed.headers.insert(header::ALLOW, allow);
        }
        Self { passed: Box::new(passed), code: REFUSED, id: Value::Null }
    }

    /// A refusal by the API, with the headers of its response.
    pub(super) fn of_api(passed: &Passed) -> Self {
        Self { passed: Box::new(passed.clone()), code: REFUSED, id: Value::Null }
    }

    /// A refusal because the body is not JSON.
    pub(super) fn unreadable(error: ApiError) -> Self {
        Self { code: PARSE_ERROR, ..Self::of(error) }
    }

    /// A refusal because the JSON is not a request.
    pub(super) fn no_request(error: ApiError) -> Self {
        Self { code: INVALID_REQUEST, ..Self::of(error) }
    }

    /// A refusal because the parameters do not fit the method.
    pub(super) fn parameters(error: ApiError) -> Self {
        Self { code: INVALID_PARAMS, ..Self::of(error) }
    }

    /// Adds the headers that say how the request was counted.
    pub(super) fn counted_as(mut self, counted: Passed) -> Self {
        self.passed.headers.extend(counted.headers);
        self
    }

    /// Makes it the response to the message with this id.
    pub(super) fn answering(self, id: Value) -> Self {
        Self { id, ..self }
    }

    pub(super) fn into_response(self) -> Response {
        let code = self.passed.error["code"].as_str().unwrap_or("INTERNAL_ERROR");
        let message = self.passed.error["message"].as_str().unwrap_or("The service failed.");
        let body = json!({
            "jsonrpc": "2.0",
            "id": self.id,
            "error": { "code": self.code, "message": format!("{code}: {message}"), "data": self.passed.error },
        });
        let mut response = Response::new(Body::from(body.to_string()));
        *response.status_mut() = match self.passed.status {
            StatusCode::OK => StatusCode::INTERNAL_SERVER_ERROR,
            status => status,
        };
        let mut response = self.passed.with_headers(response);
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        response
    }
}
