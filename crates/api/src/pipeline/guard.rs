//! The guard: authenticates callers, limits their requests and checks their permission.
//!
//! Order: authenticate → rate limit → a key's plan, allowed addresses and scope → a member's plan and role, once the organization
//! is known. Parsing comes later.

use std::{collections::BTreeMap, net::IpAddr, sync::Arc, time::Duration};

use askline_app::{
    oauth::resource_of,
    ports::{
        identity::sessions::SessionGrant,
        keys::KeyGrant,
        oauth::AppGrant,
        requests::rate_limiter::{Counted, MAX_WINDOWS, Windows},
    },
};
use askline_domain::{
    identity::{
        secret::SecretDigest,
        session::Session,
        token::{is_access_token, is_session_token},
    },
    keys::{
        KEY_PREFIX, KeyStatus, digest_of_well_formed,
        scope::{Scope, ScopeSet},
    },
    organizations::plan::Plan,
    requests::{
        quota::{AddressCaller, NETWORK_TIMES, QuotaCaller, WIDE_NETWORK_TIMES},
        sliding_minute::{Admission, Decision},
    },
};
use axum::http::{HeaderMap, HeaderName, Method, header};

use crate::{
    app::App,
    pipeline::{
        caller::{Caller, OrgAccess, RequestFacts},
        error::{ApiError, Code},
        public_origin,
        route_table::{
            policy::{Access, Policy, Quota},
            session_only,
        },
        tenant::AnyTenant,
    },
    resources::auth::cookies,
    settings::RequestLimits,
};

/// The limit of keys whose organization now has a plan without keys: enough requests to get the error that explains it.
const FREE_KEY_REQUESTS_PER_MINUTE: u32 = Plan::Pro.limits().requests_per_minute;

/// The limit that headers show for unlimited requests: the largest number that every client can read.
pub const LIFTED: u32 = i32::MAX as u32;

impl Quota {
    fn address_limit(self, limits: &RequestLimits) -> u32 {
        match self {
            Quota::Config => limits.config_per_minute,
            Quota::Intake => limits.intake_per_minute,
            Quota::LogIn => limits.login_per_minute,
            Quota::Caller | Quota::Document => limits.document_per_minute,
        }
    }

    /// The windows of a client address. Without a limit for addresses, their networks have no limit either.
    fn windows(self, address: IpAddr, limits: &RequestLimits) -> Windows {
        let address = AddressCaller::from(address);
        let limit = self.address_limit(limits);
        match self {
            Quota::Config => one_window(QuotaCaller::ConfigReader(address), limit),
            Quota::Intake => one_window(QuotaCaller::EventSender(address), limit),
            Quota::LogIn => [
                Some((QuotaCaller::LogIn(address), limit)),
                Some((QuotaCaller::LogInNetwork(address.network()), limit.saturating_mul(NETWORK_TIMES))),
                address
                    .wide_network()
                    .map(|wide| (QuotaCaller::LogInWideNetwork(wide), limit.saturating_mul(WIDE_NETWORK_TIMES))),
            ],
            Quota::Caller | Quota::Document => one_window(QuotaCaller::DocumentReader(address), limit),
        }
    }
}

/// The requests per minute of a key, or of an app, which counts as one.
fn key_limit(plan: Plan) -> u32 {
    match plan.limits().requests_per_minute {
        0 => FREE_KEY_REQUESTS_PER_MINUTE,
        limit => limit,
    }
}

const fn one_window(caller: QuotaCaller, limit: u32) -> Windows {
    [Some((caller, limit)), None, None]
}

/// What the guard needs to know about the route of a request.
pub(crate) struct Route<'a> {
    pub(crate) access: Access,
    pub(crate) quota: Quota,
    pub(crate) method: &'a Method,
    /// The path with `{parameters}`; empty if no route handles the request.
    pub(crate) path: &'static str,
}

impl<'a> From<&'a Policy> for Route<'a> {
    fn from(policy: &'a Policy) -> Self {
        Self { access: policy.access, quota: policy.quota, method: &policy.method, path: policy.path }
    }
}

/// Authenticates the caller and counts the request. The second value is the count for the headers, even of a refused request.
pub(crate) async fn admit(app: &App, route: Route<'_>, facts: &RequestFacts) -> (Result<Caller, ApiError>, Counted) {
    let limits = &app.settings().limits;
    let Route { access, quota, .. } = route;
    let (caller, windows) = match authenticate(app, &route, facts).await {
        Ok(Caller::Key(grant)) if quota == Quota::Caller => {
            let limit = key_limit(grant.plan);
            // A rotated key and its replacement share one limit, so that a rotation does not double it.
            let chain = grant.record.chain_id;
            (Ok(Caller::Key(grant)), one_window(QuotaCaller::KeyChain(chain), limit))
        }
        Ok(Caller::App(grant)) if quota == Quota::Caller => {
            let (id, limit) = (grant.app.id, key_limit(grant.membership.plan));
            (Ok(Caller::App(grant)), one_window(QuotaCaller::App(id), limit))
        }
        Ok(Caller::Session(grant)) if quota == Quota::Caller => {
            let id = grant.user.id;
            (Ok(Caller::Session(grant)), one_window(QuotaCaller::User(id), limits.session_per_minute))
        }
        // The dashboard asks who is signed in before anyone is. No credential was tried, so this does not count as a failure.
        Err(error) if error.code == Code::Unauthenticated && asks_without_credential(access, &facts.headers) => {
            (check_address(facts).and(Err(error)), Quota::Document.windows(facts.address, limits))
        }
        Err(error) if error.code.status() == axum::http::StatusCode::UNAUTHORIZED => {
            let caller = QuotaCaller::FailedAuthentication(facts.address.into());
            let refused = check_address(facts).and(Err(error));
            (refused, one_window(caller, limits.failed_authentication_per_minute))
        }
        other => (check_address(facts).and(other), quota.windows(facts.address, limits)),
    };
    let counted = count(app, windows).await;
    let admitted = match counted.decision.admission {
        Some(_) => caller,
        None => Err(rate_limited(&counted.decision)),
    };
    (admitted, counted)
}

/// The refusal of a request that was admitted before, if its caller's credential, key or role ended since then. It is not
/// counted again.
pub(crate) async fn refusal_now(
    app: &App,
    policy: &Policy,
    facts: &RequestFacts,
    path: &BTreeMap<String, String>,
    org_parameter: Option<&str>,
) -> Option<ApiError> {
    let caller = match authenticate(app, &policy.into(), facts).await {
        Ok(caller) => caller,
        Err(refusal) => return Some(refusal),
    };
    let tenant = AnyTenant::resolve(app, &caller, policy.tenant_source, path, org_parameter, facts).await;
    let checked = check_key(policy, &caller, facts).and_then(|()| match tenant?.organization() {
        Some(organization) => check_role(policy, organization),
        None => Ok(()),
    });
    checked.err()
}

/// Whether a request to a route for sessions has no `Authorization` header.
fn asks_without_credential(access: Access, headers: &HeaderMap) -> bool {
    matches!(access, Access::Session(_) | Access::AnySession) && !headers.contains_key(header::AUTHORIZATION)
}

/// Refuses a request that is counted for an address if a trusted proxy wrote no readable one. Counting it for the proxy
/// would give all clients behind it another limit to use.
fn check_address(facts: &RequestFacts) -> Result<(), ApiError> {
    if facts.address_is_unreadable {
        return Err(ApiError::new(
            Code::BadRequest,
            "X-Forwarded-For: the last entry, which the proxy wrote, is not an IP address. The operator of the proxy must fix it.",
        ));
    }
    Ok(())
}

/// Counts a request in each of its windows that has a limit; without any, it is admitted.
async fn count(app: &App, windows: Windows) -> Counted {
    let windows = windows.map(|window| window.filter(|(_, limit)| *limit > 0 && *limit < LIFTED));
    let lifted =
        Decision { admission: Some(Admission::default()), limit: LIFTED, remaining: LIFTED, free_in: Duration::ZERO };
    let counted = app.ports().rate_limiter.count(&windows).await;
    counted.unwrap_or(Counted { decision: lifted, taken: [None; MAX_WINDOWS] })
}

/// The error for a request that exceeds its limit.
pub(crate) fn rate_limited(decision: &Decision) -> ApiError {
    let seconds = decision.retry_after_seconds();
    ApiError {
        retry_after: Some(seconds),
        ..ApiError::new(
            Code::RateLimited,
            format!("The limit of {} requests per minute is used up. Try again in {seconds} s.", decision.limit),
        )
    }
}

async fn authenticate(app: &App, route: &Route<'_>, facts: &RequestFacts) -> Result<Caller, ApiError> {
    let headers = &facts.headers;
    let Route { access, method, path, .. } = *route;
    match access {
        Access::Anyone => Ok(Caller::Nobody),
        Access::Keyless if headers.contains_key(header::AUTHORIZATION) => Err(ApiError::insufficient_scope(
            None,
            "This is the public configuration: call it without an Authorization header. A key with sites:read reads the whole \
             site at GET /api/v1/sites/{siteId}.",
        )),
        Access::Keyless => Ok(Caller::Nobody),
        Access::Key(_) | Access::AnyKey | Access::AnyCaller => match bearer(headers)? {
            Some(text) if text.starts_with(KEY_PREFIX) => key_of(app, text, facts).await.map(Caller::Key),
            Some(text) if is_session_token(text) => session_of(app, text, facts).await.map(Caller::Session),
            // Elsewhere they are as unknown as any other text.
            Some(text) if facts.is_from_mcp && is_access_token(text) => app_of(app, text, facts).await.map(Caller::App),
            Some(_) => Err(ApiError::new(Code::InvalidApiKey, CREDENTIAL_FORMS)),
            None => cookie_session(app, method, facts).await,
        },
        Access::Session(_) | Access::AnySession | Access::AnyoneOrSession => match bearer(headers)? {
            // Whether the key exists is not revealed here: invented and valid keys get the same response.
            Some(text) if text.starts_with(KEY_PREFIX) => {
                Err(ApiError::insufficient_scope(None, session_only::refusal_of_key(path)))
            }
            Some(text) if is_session_token(text) => session_of(app, text, facts).await.map(Caller::Session),
            Some(_) => Err(ApiError::new(Code::SessionExpired, SESSION_FORM)),
            None if access == Access::AnyoneOrSession => cookie_session_or_nobody(app, method, facts).await,
            None => cookie_session(app, method, facts).await,
        },
    }
}

/// The message for a bearer that does not have the form of a credential. It never repeats the text, which may be half of a real
/// one.
const CREDENTIAL_FORMS: &str = "This is not a complete API key or session token. An API key is ak_ and 38 letters and digits, a session token st_ and 64 \
    hexadecimal digits: copy it as it was shown, without quotes.";
/// The message for a bearer of the wrong form on routes that accept only sessions.
const SESSION_FORM: &str =
    "This is not a complete session token, which is st_ and 64 hexadecimal digits. Sign in to get one.";

/// The bearer of the `Authorization` header; several headers or another scheme are refused.
fn bearer(headers: &HeaderMap) -> Result<Option<&str>, ApiError> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let Some(value) = values.next() else { return Ok(None) };
    let bearer = value.to_str().ok().and_then(|text| {
        let (scheme, token) = text.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
    });
    match (bearer, values.next()) {
        (Some(token), None) if !token.is_empty() => Ok(Some(token)),
        _ => Err(ApiError::new(
            Code::Unauthenticated,
            "Send one header such as Authorization: Bearer ak_…, with an API key (ak_…) or a session token (st_…).",
        )),
    }
}

async fn key_of(app: &App, text: &str, facts: &RequestFacts) -> Result<Arc<KeyGrant>, ApiError> {
    let unknown = || {
        let message = "This instance does not know this API key. Check that it was created here, or create a new one.";
        ApiError::new(Code::InvalidApiKey, message)
    };
    let digest = digest_of_well_formed(text).map_err(|_| ApiError::new(Code::InvalidApiKey, CREDENTIAL_FORMS))?;
    let grant = app.key_by_digest(digest).await?.ok_or_else(unknown)?;
    match grant.record.status(facts.at) {
        KeyStatus::Revoked => {
            return Err(ApiError::new(Code::ApiKeyRevoked, "This API key was revoked. Create a new one."));
        }
        KeyStatus::Expired => {
            let message = "This API key has expired. Create a new one, or use the one that replaced it.";
            return Err(ApiError::new(Code::ApiKeyExpired, message));
        }
        KeyStatus::Active => {}
    }
    app.key_uses().note(grant.record.id, facts.at);
    Ok(grant)
}

/// The app of an access token for this instance's `/mcp`.
async fn app_of(app: &App, text: &str, facts: &RequestFacts) -> Result<Arc<AppGrant>, ApiError> {
    let ended = || {
        let message = "The access token is unknown or has expired, or the app was disconnected. Connect it again.";
        ApiError::new(Code::InvalidApiKey, message)
    };
    let grant = app.app_by_token(SecretDigest::of(text)).await?.ok_or_else(ended)?;
    let resource = app.settings().public_url.as_deref().map(resource_of);
    if grant.token_expires_at <= facts.at
        || grant.app.expires_at <= facts.at
        || resource.as_ref() != Some(&grant.app.resource)
    {
        return Err(ended());
    }
    app.app_uses().note(grant.app.id, facts.at);
    Ok(grant)
}

async fn session_of(app: &App, text: &str, facts: &RequestFacts) -> Result<Arc<SessionGrant>, ApiError> {
    let ended = || ApiError::new(Code::SessionExpired, "The session has ended. Sign in again.");
    let digest = SecretDigest::of(text);
    let mut grant = app.session_by_digest(digest).await?.ok_or_else(ended)?;
    if grant.session.expires_at() <= facts.at {
        // Storing a use does not change the generation, so the cached time may be old.
        grant = app.ports().sessions.session_by_digest(digest).await?.map(Arc::new).ok_or_else(ended)?;
        let noted = app.session_uses().noted(grant.session.id);
        let session = &grant.session;
        let last_used_at = noted.map_or(session.last_used_at, |noted| noted.max(session.last_used_at));
        if (Session { last_used_at, ..session.clone() }).expires_at() <= facts.at {
            return Err(ended());
        }
    }
    app.session_uses().note(grant.session.id, facts.at);
    Ok(grant)
}

/// The account that the dashboard shows. A request with another account's cookie is refused.
const ACCOUNT: HeaderName = HeaderName::from_static("askline-account");

/// The session of the dashboard's cookie. A change must come from one of the dashboard's own pages.
async fn cookie_session(app: &App, method: &Method, facts: &RequestFacts) -> Result<Caller, ApiError> {
    let Some(token) = cookies::session_token(app, facts) else {
        return Err(ApiError::new(
            Code::Unauthenticated,
            "Send a credential: Authorization: Bearer ak_… (an API key) or st_… (a session token).",
        ));
    };
    if !method.is_safe() && !is_same_origin(app, facts) {
        return Err(ApiError::new(
            Code::OriginNotAllowed,
            "A change with the session cookie must come from the dashboard at its own address. Open the dashboard there, or send \
             the session token (st_…) in an Authorization header instead of the cookie.",
        ));
    }
    let grant = session_of(app, token, facts).await?;
    // A tab that shows one person must not act as another who has signed in in the same browser since.
    match facts.headers.get(ACCOUNT) {
        Some(account) if account.as_bytes() != grant.user.id.to_string().as_bytes() => Err(ApiError::new(
            Code::SessionExpired,
            "Another account has signed in in this browser since this page was opened. Reload the page, or sign in again.",
        )),
        _ => Ok(Caller::Session(grant)),
    }
}

/// Like `cookie_session`, but an ended session counts as no credential and not as a failed attempt: a browser sends its cookie
/// for weeks after the session ended.
async fn cookie_session_or_nobody(app: &App, method: &Method, facts: &RequestFacts) -> Result<Caller, ApiError> {
    if cookies::session_token(app, facts).is_none() {
        return Ok(Caller::Nobody);
    }
    match cookie_session(app, method, facts).await {
        Err(error) if error.code == Code::SessionExpired => Ok(Caller::Nobody),
        other => other,
    }
}

fn is_same_origin(app: &App, facts: &RequestFacts) -> bool {
    match facts.header("origin") {
        Some(origin) => public_origin::is_own(app.settings(), facts, origin),
        None => facts.header("sec-fetch-site") == Some("same-origin"),
    }
}

/// The error for a session on a route for keys alone.
pub(crate) fn only_for_keys() -> ApiError {
    let message = "This describes the API key that calls it; a session is not a key. Send an API key (ak_…), or read the keys of \
                   the organization at GET /api/v1/keys.";
    ApiError::new(Code::Forbidden, message)
}

/// Checks a key's plan, address and scope, and refuses sessions on routes for keys alone. On other routes, sessions are
/// checked against their organization in `check_role`.
pub(crate) fn check_key(policy: &Policy, caller: &Caller, facts: &RequestFacts) -> Result<(), ApiError> {
    let grant = match caller {
        Caller::Key(grant) => grant,
        Caller::App(grant) => return check_app(policy, grant),
        Caller::Session(_) | Caller::Nobody => {
            return match policy.access {
                Access::AnyKey => Err(only_for_keys()),
                _ => Ok(()),
            };
        }
    };
    if grant.plan.limits().keys == 0 {
        return Err(ApiError::plan_required(Plan::Pro, "API keys need"));
    }
    check_plan(policy, grant.plan)?;
    if let Some(networks) = &grant.record.allowed_ips {
        if facts.address_is_unreadable {
            return Err(ApiError::new(
                Code::IpNotAllowed,
                "This key may be used from certain IP addresses only, and the proxy sent none that can be read. Ask the operator of \
                 the proxy to send the client's address in X-Forwarded-For.",
            ));
        }
        let address = facts.address.to_canonical();
        if !networks.iter().any(|network| network.contains(&address)) {
            let message = format!(
                "This key may not be used from {address}. Send the request from one of the key's allowed addresses, or create a \
                 key that allows this one."
            );
            return Err(ApiError::new(Code::IpNotAllowed, message));
        }
    }
    check_scope(policy, grant.record.scopes, |scope| {
        format!(
            "The key lacks the scope '{scope}'. A key cannot be changed: create one with this scope in the dashboard \
             (Organization → API keys), or on the server with askline key create."
        )
    })
}

/// Checks an app's plan, and its scopes as its person's role is now.
fn check_app(policy: &Policy, grant: &AppGrant) -> Result<(), ApiError> {
    let plan = grant.membership.plan;
    if plan.limits().keys == 0 {
        return Err(ApiError::plan_required(Plan::Pro, "Connected apps need"));
    }
    check_plan(policy, plan)?;
    check_scope(policy, grant.app.scopes_of(grant.membership.role), |scope| {
        format!(
            "The app was not given the scope '{scope}', or its person's role does not have it. Connect it again with this scope."
        )
    })
}

fn check_scope(policy: &Policy, held: ScopeSet, message: impl Fn(Scope) -> String) -> Result<(), ApiError> {
    match policy.access {
        Access::Key(scope) if !held.grants(scope) => Err(ApiError::insufficient_scope(Some(scope), message(scope))),
        _ => Ok(()),
    }
}

/// Checks the plan. The error names the route by its summary.
fn check_plan(policy: &Policy, plan: Plan) -> Result<(), ApiError> {
    match policy.plan {
        Some(needed) if plan < needed => {
            Err(ApiError::plan_required(needed, &format!("{}: this needs", policy.summary)))
        }
        _ => Ok(()),
    }
}

/// Checks the plan and the member's role in the organization that the route is about.
pub(crate) fn check_role(policy: &Policy, organization: &OrgAccess) -> Result<(), ApiError> {
    check_plan(policy, organization.plan)?;
    match (organization.role, policy.needed_role()) {
        (Some(role), Some(needed)) if role < needed => Err(ApiError::forbidden(needed)),
        _ => Ok(()),
    }
}
