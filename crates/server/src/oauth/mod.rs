//! OAuth 2.1 for `/mcp`: its documents, and the endpoints for clients.
//!
//! The endpoints only read and answer; `askline_app::oauth` decides. Everything needs the setting `public_url`: tokens are for
//! that address, and documents that named the host of a request could name somebody else's.

mod authorize;
mod cross_origin;
mod documents;
mod endpoints;

use std::sync::Arc;

use askline_api::{
    app::App,
    pipeline::client_address::{ClientAddress, client_of},
};
use askline_app::{
    oauth::OAuthFailure,
    ports::requests::rate_limiter::{MAX_WINDOWS, Windows},
};
use askline_domain::{
    audit::{Actor, context::AuditContext},
    oauth::error::{OAuthCode, OAuthError},
    requests::quota::QuotaCaller,
};
use axum::{
    body::Body,
    extract::Request,
    http::{HeaderValue, Method, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

pub(crate) use cross_origin::{allow_any_origin, preflight};
pub(crate) use documents::challenge;

/// Answers at the addresses of OAuth. Cheap to clone.
#[derive(Clone)]
pub struct OAuthEndpoints(Arc<App>);

/// The paths of the endpoints.
const AUTHORIZE: &str = "/oauth/authorize";
const TOKEN: &str = "/oauth/token";
const REVOKE: &str = "/oauth/revoke";
const REGISTER: &str = "/oauth/register";

/// Whether a path is one of OAuth.
pub fn has(path: &str) -> bool {
    matches!(path, AUTHORIZE | TOKEN | REVOKE | REGISTER) || documents::Document::at(path).is_some()
}

impl OAuthEndpoints {
    /// The endpoints of an instance.
    pub fn new(app: App) -> Self {
        Self(Arc::new(app))
    }

    /// Answers a request to a path that [`has`] knows.
    pub async fn answer(&self, request: Request) -> Response {
        let mut response = self.decide(request).await;
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        headers.entry(header::REFERRER_POLICY).or_insert(HeaderValue::from_static("no-referrer"));
        response
    }

    async fn decide(&self, request: Request) -> Response {
        let app = &*self.0;
        let Some(issuer) = app.settings().public_url.as_deref() else {
            let text = "OAuth is off, because public_url is not set. Use an API key, or ask the operator of this instance to set it.";
            return error(StatusCode::NOT_FOUND, &OAuthError::new(OAuthCode::TemporarilyUnavailable, text));
        };
        let path = request.uri().path().to_owned();
        let is_page = path == AUTHORIZE;
        let answer = match (request.method(), documents::Document::at(&path)) {
            (&Method::OPTIONS, _) if !is_page => preflight("GET, POST, OPTIONS"),
            (&Method::GET | &Method::HEAD, Some(document)) => json_answer(StatusCode::OK, &document.of(issuer)),
            (&Method::GET | &Method::HEAD, None) if is_page => authorize::answer(app, issuer, request).await,
            (&Method::POST, None) if !is_page => endpoints::answer(app, issuer, &path, request).await,
            (_, document) => {
                let allow = if document.is_some() || is_page { "GET, HEAD" } else { "POST" };
                let refused = OAuthError::new(OAuthCode::InvalidRequest, format!("This address takes {allow}."));
                let mut response = error(StatusCode::METHOD_NOT_ALLOWED, &refused);
                response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allow));
                response
            }
        };
        // A page that is opened by people needs no access from other pages.
        if is_page { answer } else { allow_any_origin(answer) }
    }
}

fn json_answer(status: StatusCode, body: &Value) -> Response {
    let mut response = Response::new(Body::from(body.to_string()));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

fn error(status: StatusCode, error: &OAuthError) -> Response {
    json_answer(status, &json!({ "error": error.code.as_str(), "error_description": error.description }))
}

/// The answer to a request that failed.
fn failed(failure: OAuthFailure) -> Response {
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

/// Counts a request of a client; the error is its refusal.
async fn count(app: &App, parts: &Parts, window: impl Fn(ClientAddress) -> (QuotaCaller, u32)) -> Result<(), Response> {
    let client = client_of(app.settings(), parts);
    if client.is_unreadable {
        let text = "X-Forwarded-For: the last entry, which the proxy wrote, is not an IP address.";
        return Err(failed(OAuthError::new(OAuthCode::InvalidRequest, text).into()));
    }
    let (caller, limit) = window(client);
    if limit == 0 {
        return Ok(());
    }
    let mut windows: Windows = [None; MAX_WINDOWS];
    windows[0] = Some((caller, limit));
    let counted = app.ports().rate_limiter.count(&windows).await;
    match counted.filter(|counted| counted.decision.admission.is_none()) {
        None => Ok(()),
        Some(counted) => {
            let seconds = counted.decision.retry_after_seconds().to_string();
            let text = format!("The limit of {limit} requests per minute is used up. Try again in {seconds} s.");
            let refused = OAuthError::new(OAuthCode::TemporarilyUnavailable, text);
            let response = error(StatusCode::TOO_MANY_REQUESTS, &refused);
            Err(([(header::RETRY_AFTER, seconds)], response).into_response())
        }
    }
}

/// The window of an address, which holds for documents too.
fn of_address(app: &App) -> impl Fn(ClientAddress) -> (QuotaCaller, u32) {
    let limit = app.settings().limits.document_per_minute;
    move |client| (QuotaCaller::DocumentReader(client.address.into()), limit)
}

/// Who makes a change for a client, for the audit log.
fn context(app: &App, parts: &Parts) -> AuditContext {
    let agent = parts.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
    AuditContext {
        at: app.now(),
        actor: Actor::system("oauth"),
        ip: Some(client_of(app.settings(), parts).address.to_string()),
        user_agent: agent.map(|text| text.chars().take(300).collect()),
        request_id: None,
        request: None,
        preconditions: Vec::new(),
    }
}
