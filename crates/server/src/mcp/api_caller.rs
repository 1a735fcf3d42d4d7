//! Calls the API for the caller of a tool, through the API's router. It uses the caller's credential, address and user
//! agent.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    Router,
    body::Body,
    extract::ConnectInfo,
    http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, header, request::Parts},
    response::Response,
};
use http_body_util::BodyExt as _;
use serde_json::Value;
use tower::ServiceExt as _;

use askline_api::{
    key_operations::OperationRequest,
    pipeline::{
        caller::FromMcp,
        error::{ApiError, Code},
    },
};
use askline_domain::{
    identity::token::is_access_token,
    keys::{KEY_PREFIX, scope::ScopeSet},
};

use super::{passed::Passed, refusal::Refusal};

/// The route that describes a key to itself. It accepts any valid key and nothing else.
const OWN_KEY: &str = "/api/v1/keys/self";
/// The maximum size of a response that an assistant gets, in bytes. The API itself has no such limit.
const MAX_ANSWER_BYTES: usize = 1024 * 1024;

const FORWARDED: [HeaderName; 4] =
    [header::AUTHORIZATION, header::USER_AGENT, header::HOST, HeaderName::from_static("x-forwarded-for")];
/// The headers of the API's response that the response of `/mcp` also has.
const PASSED_ON: [HeaderName; 9] = [
    HeaderName::from_static("x-request-id"),
    HeaderName::from_static("x-ratelimit-limit"),
    HeaderName::from_static("x-ratelimit-remaining"),
    HeaderName::from_static("x-ratelimit-reset"),
    HeaderName::from_static("ratelimit"),
    HeaderName::from_static("ratelimit-policy"),
    header::RETRY_AFTER,
    header::WWW_AUTHENTICATE,
    header::ALLOW,
];

/// The caller, and the latest response of the API.
#[derive(Clone)]
pub(super) struct ApiCaller {
    api: Router,
    headers: HeaderMap,
    peer: Option<ConnectInfo<SocketAddr>>,
    passed: Arc<Mutex<Option<Passed>>>,
}

/// A response of the API: the parts of its envelope.
pub(super) struct ApiAnswer {
    /// Null in a refusal.
    pub(super) data: Value,
    /// Null in a success.
    pub(super) error: Value,
    /// The request id, and what a list or a period adds.
    pub(super) meta: Value,
}

impl ApiCaller {
    /// Takes the credentials out of the request, so that no later code can log or misuse them.
    pub(super) fn of(api: Router, parts: &mut Parts) -> Self {
        let mut headers = HeaderMap::new();
        for name in FORWARDED {
            for value in parts.headers.get_all(&name) {
                let mut value = value.clone();
                value.set_sensitive(name == header::AUTHORIZATION);
                headers.append(name.clone(), value);
            }
        }
        headers.insert(header::ACCEPT, HeaderValue::from_static("application/json"));
        parts.headers.remove(header::AUTHORIZATION);
        parts.headers.remove(header::COOKIE);
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().copied();
        Self { api, headers, peer, passed: Arc::default() }
    }

    /// Whether the credential has the form of an API key or an access token. [`Self::enter`] refuses other forms.
    pub(super) fn sends_key(&self) -> bool {
        let sent = self.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.split_once(' '));
        sent.is_some_and(|(scheme, token)| {
            let token = token.trim();
            scheme.eq_ignore_ascii_case("bearer") && (token.starts_with(KEY_PREFIX) || is_access_token(token))
        })
    }

    /// Counts one request of a valid key; returns its scopes. Refuses a caller without a key as the API does.
    pub(super) async fn enter(&self) -> Result<ScopeSet, Refusal> {
        let own_key = OperationRequest { method: Method::GET, target: OWN_KEY.to_owned(), body: None };
        let answer = self.send(own_key).await;
        let scopes = serde_json::from_value(answer.data["key"]["scopes"].clone());
        match (self.passed(), scopes) {
            (Some(passed), Ok(scopes)) if passed.status == StatusCode::OK => Ok(scopes),
            (Some(passed), _) => Err(Refusal::of_api(&passed)),
            (None, _) => Err(Refusal::of(ApiError::internal("the API left no answer"))),
        }
    }

    /// Sends a request to the API.
    pub(super) async fn send(&self, asked: OperationRequest) -> ApiAnswer {
        let Ok(uri) = asked.target.parse() else {
            return self.own_error(ApiError::new(Code::BadRequest, "The arguments make no address."));
        };
        let mut request = Request::new(Body::empty());
        *request.method_mut() = asked.method;
        *request.uri_mut() = uri;
        *request.headers_mut() = self.headers.clone();
        if let Some(body) = asked.body {
            request.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
            request.headers_mut().insert(header::CONTENT_LENGTH, body.len().into());
            *request.body_mut() = Body::from(body);
        }
        request.extensions_mut().insert(FromMcp);
        if let Some(peer) = self.peer {
            request.extensions_mut().insert(peer);
        }
        let answered: Result<Response, _> = self.api.clone().oneshot(request).await;
        let (parts, body) = match answered {
            Ok(response) => response.into_parts(),
            Err(never) => match never {},
        };
        let mut passed = Passed { status: parts.status, ..Passed::default() };
        for name in PASSED_ON {
            if let Some(value) = parts.headers.get(&name) {
                passed.headers.insert(name, value.clone());
            }
        }
        self.remember(passed.clone());
        let Ok(body) = http_body_util::Limited::new(body, MAX_ANSWER_BYTES).collect().await else {
            let text =
                format!("The answer has more than {MAX_ANSWER_BYTES} bytes: ask for less, or ask the API itself.");
            return self.own_error(ApiError::new(Code::PayloadTooLarge, text));
        };
        let Ok(mut envelope) = serde_json::from_slice::<Value>(&body.to_bytes()) else {
            return self.own_error(ApiError::internal("the API answered without its envelope"));
        };
        let [data, error, meta] = ["data", "error", "meta"].map(|name| envelope[name].take());
        self.remember(Passed { error: error.clone(), ..passed });
        ApiAnswer { data, error, meta }
    }

    /// The parts of the latest API response that are passed on; `None` before the first request.
    pub(super) fn passed(&self) -> Option<Passed> {
        self.passed.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn remember(&self, passed: Passed) {
        *self.passed.lock().unwrap_or_else(PoisonError::into_inner) = Some(passed);
    }

    fn own_error(&self, error: ApiError) -> ApiAnswer {
        ApiAnswer { data: Value::Null, error: error.to_json(), meta: Value::Null }
    }
}
