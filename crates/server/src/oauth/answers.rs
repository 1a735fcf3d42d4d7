//! Answers to clients: JSON, and refusals as RFC 6749 says.

use askline_app::oauth::OAuthFailure;
use askline_domain::oauth::error::{OAuthCode, OAuthError};
use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

pub(super) fn json_answer(status: StatusCode, body: &Value) -> Response {
    let mut response = Response::new(Body::from(body.to_string()));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

pub(super) fn error(status: StatusCode, error: &OAuthError) -> Response {
    json_answer(status, &json!({ "error": error.code.as_str(), "error_description": error.description }))
}

/// The answer to a request that failed.
pub(super) fn failed(failure: OAuthFailure) -> Response {
    let refused = match failure {
        OAuthFailure::Refused(refused) => refused,
        OAuthFailure::Store(cause) => {
            tracing::warn!(%cause, "A request of OAuth was not answered, because the store failed");
            OAuthError::new(OAuthCode::TemporarilyUnavailable, "The service cannot do this now. Try again later.")
        }
    };
    match refused.code {
        OAuthCode::InvalidClient => error(StatusCode::UNAUTHORIZED, &refused),
        OAuthCode::TemporarilyUnavailable => {
            (([(header::RETRY_AFTER, "5")]), error(StatusCode::SERVICE_UNAVAILABLE, &refused)).into_response()
        }
        _ => error(StatusCode::BAD_REQUEST, &refused),
    }
}
