//! OAuth 2.1 for `/mcp`: its documents, and the endpoints for clients.
//!
//! The endpoints only read and answer; `askline_app::oauth` decides. Everything needs the setting `public_url`: tokens are for
//! that address, and documents that named the host of a request could name someone else's.

mod answers;
mod authorize;
mod counting;
mod cross_origin;
mod documents;
mod endpoints;
mod paths;

use std::sync::Arc;

use askline_api::pipeline::app::App;
use askline_domain::oauth::error::{OAuthCode, OAuthError};
use axum::{
    extract::Request,
    http::{HeaderValue, Method, StatusCode, header},
    response::Response,
};

use self::{
    answers::{error, json_answer},
    paths::{AUTHORIZE, REGISTER, REVOKE, TOKEN},
};

pub(crate) use counting::{count, of_address};
pub(crate) use cross_origin::{allow_any_origin, preflight};
pub(crate) use documents::{challenge, step_up};

/// Answers at the addresses of OAuth. Cheap to clone.
#[derive(Clone)]
pub struct OAuthEndpoints(Arc<App>);

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
