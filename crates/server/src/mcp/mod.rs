//! `POST /mcp`: what keys and apps may do, as tools of the Model Context Protocol. The transport is streamable HTTP, stateless.
//!
//! The API decides everything. A tool call, or the completion of a site's id, is sent through the API's own router with
//! the caller's credential, so the same route authenticates, counts, checks and answers it; every other message first
//! needs a successful `GET /api/v1/keys/self`. Nothing is stored between two requests, and the SDK never sees a
//! credential.

mod admitted_hosts;
mod answer_fit;
mod answer_plan;
mod api_caller;
mod argument_schema;
mod message;
mod passed;
mod place;
mod prompts;
mod protocol;
mod refusal;
mod tool_guide;
mod tools;
mod units;

use std::sync::Arc;

use axum::{
    Router,
    body::Body,
    extract::Request,
    http::{HeaderValue, Method, StatusCode, header},
    response::Response,
};
use http_body_util::Full;
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
};

use askline_api::pipeline::error::{ApiError, Code};

use self::{
    admitted_hosts::AdmittedHosts,
    api_caller::ApiCaller,
    message::Message,
    protocol::{Calling, Protocol},
    refusal::Refusal,
};
use crate::{listen::own_address::OwnAddress, oauth};

/// The path of the endpoint.
pub const PATH: &str = "/mcp";
/// The maximum size of a message in bytes.
const MAX_BODY_BYTES: usize = 64 * 1024;
/// What the SDK requires every client to accept. The response is JSON, whichever of these a client accepts.
const ACCEPTED: HeaderValue = HeaderValue::from_static("application/json, text/event-stream");

/// Answers requests to [`PATH`]. Cheap to clone.
#[derive(Clone)]
pub struct McpEndpoint(Arc<Parts>);

struct Parts {
    api: Router,
    hosts: AdmittedHosts,
    /// The origin of the instance, if apps can connect by OAuth.
    issuer: Option<String>,
    protocol: StreamableHttpService<Protocol, NeverSessionManager>,
}

impl McpEndpoint {
    /// Creates the endpoint for this router of the API, on a server with these addresses. `issuer` is the setting `public_url`:
    /// with it, a 401 says how to get a token.
    pub fn new(api: Router, own: OwnAddress, issuer: Option<String>) -> Self {
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            // `hosts` checks the host before the credential is read.
            .disable_allowed_hosts()
            .with_max_request_body_bytes(MAX_BODY_BYTES);
        let protocol = StreamableHttpService::new(|| Ok(Protocol), Arc::new(NeverSessionManager::default()), config);
        Self(Arc::new(Parts { api, hosts: AdmittedHosts::new(own, issuer.is_some()), issuer, protocol }))
    }

    /// Answers one request.
    pub async fn answer(&self, request: Request) -> Response {
        let has_token = request.headers().contains_key(header::AUTHORIZATION);
        let mut response = self.0.decide(request).await.unwrap_or_else(Refusal::into_response);
        if let Some(issuer) = &self.0.issuer {
            response = oauth::allow_any_origin(response);
            let asked_for = response.headers().get(header::WWW_AUTHENTICATE);
            let challenge = match response.status() {
                StatusCode::UNAUTHORIZED => oauth::challenge(issuer, has_token),
                StatusCode::FORBIDDEN => asked_for.and_then(|asked_for| oauth::step_up(issuer, asked_for)),
                _ => None,
            };
            if let Some(challenge) = challenge {
                response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
            }
        }
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        response
    }
}

impl Parts {
    /// Whether the client gets the challenge that says how to connect. Some clients look by `GET`.
    fn lacks_token(&self, request: &Request) -> bool {
        self.issuer.is_some() && !request.headers().contains_key(header::AUTHORIZATION)
    }

    async fn decide(&self, request: Request) -> Result<Response, Refusal> {
        if request.method() == Method::OPTIONS && self.issuer.is_some() {
            return Ok(oauth::preflight("POST, OPTIONS"));
        }
        if request.method() != Method::POST && self.lacks_token(&request) {
            let text = "Send an access token or an API key: Authorization: Bearer ….";
            return Err(Refusal::of(ApiError::new(Code::Unauthenticated, text)));
        }
        if request.method() != Method::POST {
            let error =
                ApiError::new(Code::MethodNotAllowed, "This path takes POST: there are no sessions or streams.");
            return Err(Refusal::of(ApiError { allow: Some("POST".into()), ..error }));
        }
        self.hosts.check(request.uri(), request.headers())?;
        let (mut parts, body) = request.into_parts();
        let caller = ApiCaller::of(self.api.clone(), &mut parts);
        let message = match Message::read(&parts.headers, body, MAX_BODY_BYTES).await {
            Ok(message) => message,
            // An unreadable request counts like any other.
            Err(refusal) => {
                caller.enter().await?;
                return Err(refusal.counted_as(caller.passed().unwrap_or_default()));
            }
        };
        let asks_api = message.tool.is_some() || message.completes_site;
        let scopes = if asks_api && caller.sends_key() {
            // The API's own route checks the key, and counts the call as one request.
            None
        } else {
            Some(caller.enter().await.map_err(|refusal| refusal.answering(message.id.clone()))?)
        };
        parts.headers.insert(header::ACCEPT, ACCEPTED);
        parts.extensions.insert(Calling { caller: caller.clone(), scopes });
        let request = axum::http::Request::from_parts(parts, Full::new(message.bytes.clone()));
        let response = self.protocol.handle(request).await.map(Body::new);
        let passed = match caller.passed() {
            Some(passed) => passed,
            // The call did not reach its route, because of a wrong argument or a header that contradicts the body.
            None => {
                caller.enter().await.map_err(|refusal| refusal.answering(message.id.clone()))?;
                caller.passed().unwrap_or_default()
            }
        };
        let is_too_often = passed.status == StatusCode::TOO_MANY_REQUESTS && message.completes_site;
        // A client of OAuth asks its person for the scopes that this status names.
        let lacks_scope =
            passed.status == StatusCode::FORBIDDEN && passed.headers.contains_key(header::WWW_AUTHENTICATE);
        if passed.status == StatusCode::UNAUTHORIZED || is_too_often || lacks_scope {
            return Err(Refusal::of_api(&passed).answering(message.id));
        }
        tracing::debug!(
            method = message.known_method(),
            tool = message.tool,
            request.id = passed.request_id(),
            status = response.status().as_u16(),
            "Answered a message of the Model Context Protocol"
        );
        Ok(passed.with_headers(response))
    }
}
