//! Turns a request into its response. In this order: authentication and rate limit, length of the query, permission of
//! a key, settings of the instance, tenant, role, slot, body, repetition, handler, headers. Some pools give the slot
//! only after the repetition. All routes share this code; only `route_table/handler.rs` is compiled for each of them.

mod similar_path;
mod steps;

use std::{collections::BTreeMap, panic::AssertUnwindSafe, sync::Arc};

use askline_app::ports::requests::rate_limiter::Counted;
use askline_domain::{
    requests::log::LoggedRequest,
    shared::ids::{Id as _, RequestId},
};
use axum::{
    extract::Request,
    http::{HeaderName, HeaderValue, Method, StatusCode, header, request::Parts},
    response::Response,
};
use futures_util::FutureExt as _;
use tracing::Instrument as _;

use crate::{
    caches::request_notes::Answered,
    pipeline::{
        app::App,
        caller::{FromMcp, RequestFacts, RequestTarget},
        error::{ApiError, Code},
        guard::{self, Admitted, Route},
        request::client_address::{client_of, peer_of},
        request_log::Measures,
        response::answer::{Answer, Content},
        route_table::{
            handler::Handler,
            policy::{Access, Policy, Quota},
        },
    },
};

/// Handles a request to a route and returns its response.
pub(crate) async fn answer(
    app: App,
    policy: &'static Policy,
    handler: &'static dyn Handler,
    path: Option<BTreeMap<String, String>>,
    request: Request,
) -> Response {
    let started = app.clock().elapsed();
    let (parts, body) = request.into_parts();
    let (facts, target) = facts_of(&app, parts);
    let (request_id, at) = (facts.id, facts.at);
    let id = request_id.to_string();
    let span = tracing::info_span!("request", id = %id, method = %policy.method, path = policy.path);
    async {
        let Admitted { caller, counted, key } = guard::admit(&app, policy.into(), &facts).await;
        let answer = match caller {
            Ok(caller) => {
                // On the heap, so that the layers around a handler pass on a pointer instead of its whole state.
                let steps = Box::pin(steps::handle(&app, policy, handler, path, &target, caller, facts, body));
                match AssertUnwindSafe(steps).catch_unwind().await {
                    Ok(answer) => answer.unwrap_or_else(Answer::error),
                    Err(_) => Answer::error(ApiError::internal("a handler panicked")),
                }
            }
            Err(error) => Answer::error(error),
        };
        if answer.status.is_server_error() {
            app.ports().rate_limiter.give_back_all(&counted).await;
        }
        let status = answer.status;
        let code = match &answer.content {
            Content::Error(error) => Some(error.code.as_str()),
            _ => None,
        };
        let response = finish(&app, policy.any_origin, answer, &id, &counted);
        let took = app.clock().elapsed().saturating_sub(started);
        if let Some((org_id, key_id)) = key {
            let (method, route) = (policy.method.as_str(), policy.path);
            let request = LoggedRequest {
                id: request_id,
                org_id,
                key_id,
                at,
                method: method.to_owned(),
                route: route.to_owned(),
                status: status.as_u16(),
                code: code.map(str::to_owned),
                duration_ms: u32::try_from(took.as_millis()).unwrap_or(u32::MAX),
            };
            app.request_notes().note(Answered { request, method, route });
        }
        policy.measures.get_or_init(|| Measures::of(policy.operation)).record(status, took);
        response
    }
    .instrument(span)
    .await
}

fn facts_of(app: &App, parts: Parts) -> (RequestFacts, RequestTarget) {
    let at = app.now();
    let peer = peer_of(&parts);
    let by_trusted_proxy = app.settings().trusts(peer);
    let client = client_of(app.settings(), &parts);
    let target = RequestTarget { path: parts.uri.path().to_owned(), query: parts.uri.query().unwrap_or("").to_owned() };
    let id = RequestId::new(at, &mut rand::rng());
    let authority = parts.uri.authority().cloned();
    let facts = RequestFacts {
        id,
        at,
        address: client.address,
        peer,
        address_is_unreadable: client.is_unreadable,
        by_trusted_proxy,
        authority,
        is_from_mcp: parts.extensions.get::<FromMcp>().is_some(),
        headers: parts.headers,
    };
    (facts, target)
}

/// Why no route handles a request.
#[derive(Clone)]
pub(crate) enum Refusal {
    /// The path exists, but only with other methods.
    NoSuchMethod { allow: String, any_origin: bool },
    /// The path does not exist; `known` are those that do.
    NoSuchPath { known: Arc<[&'static str]> },
}

impl Refusal {
    pub(crate) fn of_method(policies: &[&'static Policy]) -> Self {
        let mut methods: Vec<&str> = policies.iter().map(|policy| policy.method.as_str()).collect();
        if methods.contains(&"GET") {
            methods.push("HEAD");
        }
        methods.sort_unstable();
        Refusal::NoSuchMethod { allow: methods.join(", "), any_origin: policies.iter().any(|policy| policy.any_origin) }
    }
}

/// Refuses a request that no route handles, or answers a preflight (CORS). The request is counted, and its response has the
/// envelope, like any other.
pub(crate) async fn refuse(app: App, refusal: Refusal, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let method = parts.method.clone();
    let (facts, target) = facts_of(&app, parts);
    let access = if facts.headers.contains_key(header::AUTHORIZATION) {
        Access::Key(askline_domain::keys::scope::Scope::All)
    } else {
        Access::Anyone
    };
    let Admitted { caller, counted, .. } = guard::admit(
        &app,
        Route { access, for_services: true, for_links: None, quota: Quota::Caller, method: &method, path: "" },
        &facts,
    )
    .await;
    let (answer, any_origin) = match (caller, refusal) {
        (Err(error), _) if error.code == Code::RateLimited => (Answer::error(error), false),
        (_, Refusal::NoSuchMethod { any_origin: true, .. }) if method == Method::OPTIONS => (preflight(), true),
        (_, Refusal::NoSuchMethod { allow, any_origin }) => {
            let error = ApiError {
                allow: Some(allow.as_str().into()),
                ..ApiError::new(Code::MethodNotAllowed, format!("This path takes {allow}."))
            };
            (Answer::error(error), any_origin)
        }
        (_, Refusal::NoSuchPath { known }) => {
            let meant = similar_path::similar_path(&target.path, &known);
            let hint = meant.map(|path| format!(" Did you mean {path}?")).unwrap_or_default();
            let message = format!("There is nothing under this path.{hint}");
            (Answer::error(ApiError::new(Code::NotFound, message)), false)
        }
    };
    finish(&app, any_origin, answer, &facts.id.to_string(), &counted)
}

/// The response to a browser that asks whether a page of another origin may call (CORS).
fn preflight() -> Answer {
    let reply = crate::pipeline::response::reply::Reply::new(crate::pipeline::request::input::Nothing {})
        .header(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST"))
        .header(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("content-type"))
        .header(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
    reply.encoded().and_then(|reply| Answer::of(reply, StatusCode::OK)).unwrap_or_else(Answer::error)
}

const RATE_LIMIT_LIMIT: HeaderName = HeaderName::from_static("x-ratelimit-limit");
const RATE_LIMIT_REMAINING: HeaderName = HeaderName::from_static("x-ratelimit-remaining");
const RATE_LIMIT_RESET: HeaderName = HeaderName::from_static("x-ratelimit-reset");
const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Adds the envelope and the headers that every response has.
pub(crate) fn finish(app: &App, any_origin: bool, answer: Answer, id: &str, counted: &Counted) -> Response {
    let mut response = answer.into_response(id, app.settings().public_url.as_deref());
    let decision = &counted.decision;
    let headers = response.headers_mut();
    headers.insert(REQUEST_ID, HeaderValue::from_str(id).expect("an id is ASCII"));
    headers.insert(RATE_LIMIT_LIMIT, decision.limit.into());
    headers.insert(RATE_LIMIT_REMAINING, decision.remaining.into());
    let free_at_ms = app.clock().now().as_millisecond() + i64::try_from(decision.free_in.as_millis()).unwrap_or(0);
    headers
        .insert(RATE_LIMIT_RESET, HeaderValue::from(free_at_ms.div_euclid(1000) + i64::from(free_at_ms % 1000 != 0)));
    // draft-ietf-httpapi-ratelimit-headers-11; `t` is seconds until at least one request is free.
    let wait = if decision.remaining > 0 { 0 } else { decision.retry_after_seconds() };
    if let Ok(value) = HeaderValue::try_from(format!("\"default\";r={};t={wait}", decision.remaining)) {
        headers.insert(RATE_LIMIT, value);
    }
    if let Ok(value) = HeaderValue::try_from(format!("\"default\";q={};w=60", decision.limit)) {
        headers.insert(RATE_LIMIT_POLICY, value);
    }
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let is_error = headers.get(header::CACHE_CONTROL).is_none() || response.status().is_client_error();
    let headers = response.headers_mut();
    if is_error {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if any_origin {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        headers.insert(
            header::ACCESS_CONTROL_EXPOSE_HEADERS,
            HeaderValue::from_static(
                "ETag, RateLimit, RateLimit-Policy, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, \
                 X-RateLimit-Reset, X-Request-Id",
            ),
        );
        headers.insert("cross-origin-resource-policy", HeaderValue::from_static("cross-origin"));
    }
    response
}
