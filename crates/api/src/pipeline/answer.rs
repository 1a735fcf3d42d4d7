//! Turns a request into its response. In this order: authentication and rate limit, length of the query, permission of
//! a key, settings of the instance, tenant, role, slot, body, repetition, handler, headers. Some pools give the slot
//! only after the repetition.

use std::{
    collections::BTreeMap,
    net::{IpAddr, SocketAddr},
    panic::AssertUnwindSafe,
    sync::Arc,
};

use askline_app::ports::{again::MAX_TRIES, requests::rate_limiter::Counted};
use askline_domain::shared::ids::{Id as _, RequestId};
use axum::{
    body::Body as HttpBody,
    extract::{ConnectInfo, Request},
    http::{HeaderName, HeaderValue, Method, StatusCode, header, request::Parts},
    response::Response,
};
use futures_util::FutureExt as _;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use tracing::Instrument as _;

use crate::{
    app::App,
    pipeline::{
        call::Call,
        caller::{Caller, RequestFacts, RequestTarget},
        client_address::{ClientAddress, forwarded_for},
        error::{ApiError, Code},
        guard, idempotency,
        request::{
            cursor::List,
            input::{self, Body, Input},
            reading::{SENT_IN_PLACE_WITHIN, pass_over, read_body, sent_too_slowly},
        },
        request_log::Measures,
        response::{answer::Answer, reply::Data},
        route_table::{
            endpoint::Endpoint,
            policy::{Access, Policy, Quota},
        },
        tenant::{ORG_PARAMETER, Tenant, TenantSource},
        unavailable,
        work_pools::{Holder, SlotTiming, on_a_thread},
    },
};

/// The maximum length of a query string, in bytes.
pub const MAX_QUERY_BYTES: usize = 8 * 1024;
/// Handles a request to a route and returns its response.
pub(crate) async fn answer<T, P, Q, B, D, H>(
    app: App,
    policy: &'static Policy,
    path: Option<BTreeMap<String, String>>,
    request: Request,
    handler: H,
) -> Response
where
    T: Tenant + 'static,
    P: DeserializeOwned + JsonSchema + Send + 'static,
    Q: DeserializeOwned + JsonSchema + Send + 'static,
    B: Body + 'static,
    D: Data + 'static,
    H: Endpoint<T, Input<P, Q, B>, D>,
{
    let started = app.clock().elapsed();
    let (parts, body) = request.into_parts();
    let (facts, target) = facts_of(&app, parts);
    let id = facts.id.to_string();
    let span = tracing::info_span!("request", id = %id, method = %policy.method, path = policy.path);
    async {
        let (caller, counted) = guard::admit(&app, policy.access, policy.quota, &policy.method, &facts).await;
        let answer = match caller {
            Ok(caller) => {
                // On the heap, so that the layers around a handler pass on a pointer instead of its whole state.
                let steps = Box::pin(handle(&app, policy, path, &target, caller, facts, body, handler));
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
        let response = finish(&app, policy.any_origin, answer, &id, &counted);
        let took = app.clock().elapsed().saturating_sub(started);
        policy.measures.get_or_init(|| Measures::of(policy.operation)).record(status, took);
        response
    }
    .instrument(span)
    .await
}

#[expect(clippy::too_many_arguments, reason = "the parts of one request, taken apart once")]
async fn handle<T, P, Q, B, D, H>(
    app: &App,
    policy: &'static Policy,
    path: Option<BTreeMap<String, String>>,
    target: &RequestTarget,
    caller: Caller,
    facts: RequestFacts,
    body: HttpBody,
    handler: H,
) -> Result<Answer, ApiError>
where
    T: Tenant + 'static,
    P: DeserializeOwned + JsonSchema + Send + 'static,
    Q: DeserializeOwned + JsonSchema + Send + 'static,
    B: Body + 'static,
    D: Data + 'static,
    H: Endpoint<T, Input<P, Q, B>, D>,
{
    if target.query.len() > MAX_QUERY_BYTES {
        return Err(ApiError::new(
            Code::PayloadTooLarge,
            format!("The query string may have at most {MAX_QUERY_BYTES} bytes."),
        ));
    }
    guard::check_key(policy, &caller, &facts)?;
    (policy.allowed_here)(app)?;
    let path =
        path.ok_or_else(|| ApiError::new(Code::BadRequest, "The path is not valid UTF-8 when percent-decoded."))?;
    let (query, org_parameter) = match policy.tenant_source {
        TenantSource::OrganizationOfCaller | TenantSource::OwnerOf(_) => split_org_parameter(&target.query)?,
        _ => (target.query.clone(), None),
    };
    // Looked up before the body is read, because a role belongs to an organization. A missing tenant is reported later,
    // because unreadable input is reported first.
    let tenant = T::resolve(app, &caller, policy.tenant_source, &path, org_parameter.as_deref()).await;
    if let Ok(Some(organization)) = tenant.as_ref().map(Tenant::organization) {
        guard::check_role(policy, organization)?;
    }
    let holder = holder_of(tenant.as_ref().ok(), &facts);
    let slot = match policy.work.slot(app, SlotTiming::BeforeTheBody, holder).await {
        Ok(slot) => slot,
        Err(error) => {
            pass_over(body, &facts.headers, policy.max_body_bytes).await;
            return Err(error);
        }
    };
    let reading = read_body::<B>(&facts.headers, body, policy.max_body_bytes);
    let mut bytes = match &slot {
        None => reading.await?,
        Some(_) => tokio::time::timeout(SENT_IN_PLACE_WITHIN, reading).await.map_err(|_| sent_too_slowly())??,
    };
    // A caller who may not see the organization or site (any more) gets no earlier response about it either.
    let claim = match policy.idempotent && tenant.is_ok() {
        true => {
            let organization = tenant.as_ref().ok().and_then(Tenant::organization).map(|organization| organization.id);
            idempotency::claim(app, policy, &caller, organization, &facts, target, &bytes).await?
        }
        false => idempotency::Claim::None,
    };
    if let idempotency::Claim::Answered(answer) = claim {
        return Ok(answer);
    }
    let own_thread = policy.work.slot(app, SlotTiming::AfterTheBody, holder).await?;
    let record = claim.record().cloned();
    // Only an idempotency key makes repetitions of a POST harmless; the other methods have the same result however often they are
    // repeated.
    let is_repeatable = record.is_some() || policy.method != Method::POST;
    let all_path = if policy.paged { path.clone() } else { BTreeMap::new() };
    let mut path = path;
    if let TenantSource::SiteInPath(name) | TenantSource::OrganizationInPath(name) = policy.tenant_source {
        // The tenant contains this id; the handler gets the other parameters.
        path.remove(name);
    }
    // Work with a slot is not retried: its slot can be taken only once, and a file is too large to be kept for another try.
    let max_tries = if slot.is_some() { 1 } else { MAX_TRIES };
    let mut slot = slot;
    let (application, facts) = (app.clone(), Arc::new(facts));
    let steps = async move {
        let list = policy.paged.then(|| List {
            operation: policy.operation,
            organization: tenant.as_ref().ok().and_then(Tenant::organization).map(|organization| organization.id),
            path: &all_path,
            query: &query,
        });
        let opened = list.as_ref().map(List::opened).transpose()?.flatten();
        let mut tries = 1;
        let reply = loop {
            let parsed_query = input::parse_query::<Q>(opened.as_deref().unwrap_or(&query))?;
            let bytes = if tries < max_tries { bytes.clone() } else { std::mem::take(&mut bytes) };
            // An unreadable request (400) is reported before a missing object, and a missing object before an invalid body (422).
            let body = match B::parse(bytes) {
                Err(error) if error.code.status() == StatusCode::BAD_REQUEST => return Err(error),
                parsed => parsed,
            };
            if !policy.any_origin {
                input::check_values(&query)?;
            }
            let path = input::parse_path::<P>(&path)?;
            let (app, caller, request) = (application.clone(), caller.clone(), facts.clone());
            let call =
                Call { app, caller, request, tenant: tenant.clone()?, slot: slot.take(), record: record.clone() };
            let input = Input { path, query: parsed_query, body: body? };
            match handler.clone().call(call, input).await {
                // The store rolled back, so nothing was stored: the handler decides again, based on the current data.
                Err(ApiError { rolled_back: Some(_), .. }) if tries < max_tries => tries += 1,
                done => break done?.sealed(list.as_ref()),
            }
        };
        let answer = Answer::of(reply, policy.success)?;
        Ok::<_, ApiError>(match policy.revalidates {
            true => answer.unless_at_hand(&policy.method, &facts.headers),
            false => answer,
        })
    };
    let app = app.clone();
    let is_on_a_thread = own_thread.is_some();
    let work = async move {
        let _place = own_thread;
        let answer = match AssertUnwindSafe(steps).catch_unwind().await {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => {
                error.rolled_back.iter().for_each(|reason| unavailable::because(reason.clone()));
                Answer::error(if is_repeatable { error.of_repeatable() } else { error })
            }
            Err(_) => Answer::error(ApiError::internal("a handler panicked")),
        };
        claim.settle(&app, answer).await
    };
    if is_on_a_thread { on_a_thread(work).await } else { Ok(work.await) }
}

/// The holder whose share of the slots a request uses. Without an organization that the caller may see, it is the address.
fn holder_of<T: Tenant>(tenant: Option<&T>, facts: &RequestFacts) -> Holder {
    match tenant.and_then(Tenant::organization) {
        Some(organization) => Holder::Organization(organization.id),
        None => Holder::Address(facts.address),
    }
}

fn facts_of(app: &App, parts: Parts) -> (RequestFacts, RequestTarget) {
    let at = app.now();
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map_or(IpAddr::from([0, 0, 0, 0]), |info| info.0.ip());
    let by_trusted_proxy = app.settings().trusts(peer);
    let trusts = |address| app.settings().trusts(address);
    let client = match by_trusted_proxy {
        true => forwarded_for(peer, &parts.headers, trusts),
        false => ClientAddress { address: peer.to_canonical(), is_unreadable: false },
    };
    let target = RequestTarget { path: parts.uri.path().to_owned(), query: parts.uri.query().unwrap_or("").to_owned() };
    let id = RequestId::new(at, &mut rand::rng());
    let authority = parts.uri.authority().cloned();
    let facts = RequestFacts {
        id,
        at,
        address: client.address,
        address_is_unreadable: client.is_unreadable,
        by_trusted_proxy,
        authority,
        headers: parts.headers,
    };
    (facts, target)
}

/// Removes `orgId` from a query string; returns the rest, and the value of `orgId`.
fn split_org_parameter(query: &str) -> Result<(String, Option<String>), ApiError> {
    if !query.contains(ORG_PARAMETER) {
        return Ok((query.to_owned(), None));
    }
    let is_org = |pair: &&str| pair.split('=').next() == Some(ORG_PARAMETER);
    let (named, rest): (Vec<&str>, Vec<&str>) = query.split('&').partition(is_org);
    let named = named.join("&");
    input::check_values(&named)?;
    let mut named = url::form_urlencoded::parse(named.as_bytes()).map(|(_, id)| id.into_owned());
    match (named.next(), named.next()) {
        (id, None) => Ok((rest.join("&"), id)),
        _ => Err(ApiError::parameter(ORG_PARAMETER, "orgId: is given more than once.")),
    }
}

/// Why no route handles a request.
#[derive(Clone)]
pub(crate) enum Refusal {
    /// The path exists, but only with other methods.
    NoSuchMethod { allow: String, any_origin: bool },
    /// The path does not exist.
    NoSuchPath,
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
    let (facts, _) = facts_of(&app, parts);
    let access = match facts.headers.contains_key(header::AUTHORIZATION) {
        true => Access::Key(askline_domain::keys::scope::Scope::All),
        false => Access::Anyone,
    };
    let (caller, counted) = guard::admit(&app, access, Quota::Caller, &method, &facts).await;
    let (answer, any_origin) = match (caller, refusal) {
        (Err(error), _) if error.code == Code::RateLimited => (Answer::error(error), false),
        (_, Refusal::NoSuchMethod { any_origin: true, .. }) if method == Method::OPTIONS => (preflight(), true),
        (_, Refusal::NoSuchMethod { allow, any_origin }) => {
            let error = ApiError {
                allow: Some(allow.clone()),
                ..ApiError::new(Code::MethodNotAllowed, format!("This path takes {allow}."))
            };
            (Answer::error(error), any_origin)
        }
        (_, Refusal::NoSuchPath) => {
            (Answer::error(ApiError::new(Code::NotFound, "There is nothing under this path.")), false)
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
    Answer::of(reply, StatusCode::OK).unwrap_or_else(Answer::error)
}

const RATE_LIMIT_LIMIT: HeaderName = HeaderName::from_static("x-ratelimit-limit");
const RATE_LIMIT_REMAINING: HeaderName = HeaderName::from_static("x-ratelimit-remaining");
const RATE_LIMIT_RESET: HeaderName = HeaderName::from_static("x-ratelimit-reset");
const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Adds the envelope and the headers that every response has.
pub(crate) fn finish(app: &App, any_origin: bool, answer: Answer, id: &str, counted: &Counted) -> Response {
    let mut response = answer.into_response(id);
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
                "Retry-After, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset",
            ),
        );
        headers.insert("cross-origin-resource-policy", HeaderValue::from_static("cross-origin"));
    }
    response
}
