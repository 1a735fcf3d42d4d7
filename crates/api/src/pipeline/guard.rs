//! The guard: authenticates callers, limits their requests and checks their permission.
//!
//! Order: authenticate → rate limit → a key's plan, allowed addresses and scope → a member's plan and role, once the organization
//! is known. Parsing comes later.

pub(crate) mod cookies;
mod credentials;
mod log_sender;
mod route;
mod shared_link;

use std::{collections::BTreeMap, net::IpAddr, time::Duration};

use askline_app::ports::{
    oauth::AppGrant,
    requests::rate_limiter::{Counted, MAX_WINDOWS, Windows},
    service_accounts::ServiceGrant,
};
use askline_domain::{
    identity::role::Role,
    keys::{
        networks,
        scope::{Scope, ScopeSet},
    },
    organizations::plan::Plan,
    requests::{
        quota::{AddressCaller, NETWORK_TIMES, QuotaCaller, WIDE_NETWORK_TIMES},
        sliding_minute::{Admission, Decision},
    },
    service_accounts,
    shared::ids::{KeyId, OrgId},
};
use axum::http::{HeaderMap, header};
use ipnet::IpNet;

use self::credentials::authenticate;
pub(crate) use self::{log_sender::sender_of, route::Route, shared_link::narrowed};
use crate::{
    fresh_proofs,
    pipeline::{
        app::App,
        caller::{Caller, OrgAccess, RequestFacts},
        error::{ApiError, Code},
        route_table::policy::{Access, Policy, Quota},
        tenant::AnyTenant,
    },
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

/// What the guard found out about a request.
pub(crate) struct Admitted {
    /// The caller, or why the request is refused.
    pub(crate) caller: Result<Caller, ApiError>,
    /// The count for the headers, even of a refused request.
    pub(crate) counted: Counted,
    /// The valid key that was sent, with its organization, even if its limit is reached.
    pub(crate) key: Option<(OrgId, KeyId)>,
}

/// Authenticates the caller and counts the request.
pub(crate) async fn admit(app: &App, route: Route<'_>, facts: &RequestFacts) -> Admitted {
    let limits = &app.settings().limits;
    let (access, quota) = (route.access, route.quota);
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
        Ok(Caller::Service(grant)) if quota == Quota::Caller => {
            let id = grant.account.id;
            (
                Ok(Caller::Service(grant)),
                one_window(QuotaCaller::ServiceAccount(id), service_accounts::REQUESTS_PER_MINUTE),
            )
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
    let key = match &caller {
        Ok(Caller::Key(grant)) => Some((grant.record.org_id, grant.record.id)),
        _ => None,
    };
    let counted = count(app, windows).await;
    let caller = match counted.decision.admission {
        Some(_) => caller,
        None => Err(rate_limited(&counted.decision)),
    };
    Admitted { caller, counted, key }
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
        Caller::Service(grant) => return check_service(policy, grant, facts),
        Caller::Link(grant) => return shared_link::check(policy, &grant.link),
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
    check_network("key", grant.record.allowed_ips.as_deref(), facts)?;
    check_scope(policy, grant.record.scopes, |scope| {
        format!(
            "The key lacks the scope '{scope}'. Change the key in the dashboard (Organization → API keys), or create one with this scope on \
             the server with askline key create."
        )
    })
}

/// Refuses a credential, a key or a token, that may not be used from the client's address.
fn check_network(what: &str, allowed: Option<&[IpNet]>, facts: &RequestFacts) -> Result<(), ApiError> {
    if networks::are_open_to(allowed, facts.readable_address()) {
        return Ok(());
    }
    if facts.address_is_unreadable {
        let message = format!(
            "This {what} may be used from certain IP addresses only, and the proxy sent none that can be read. Ask the operator of \
             the proxy to send the client's address in X-Forwarded-For."
        );
        return Err(ApiError::new(Code::IpNotAllowed, message));
    }
    let address = facts.address.to_canonical();
    let message = format!(
        "This {what} may not be used from {address}. Send the request from one of the {what}'s allowed addresses, or create a \
         {what} that allows this one."
    );
    Err(ApiError::new(Code::IpNotAllowed, message))
}

/// Checks a service account's plan and the network of its token. Its role is checked like a member's.
fn check_service(policy: &Policy, grant: &ServiceGrant, facts: &RequestFacts) -> Result<(), ApiError> {
    if grant.plan.limits().keys == 0 {
        return Err(ApiError::plan_required(Plan::Pro, "Service accounts need"));
    }
    check_plan(policy, grant.plan)?;
    check_network("token", grant.token.allowed_ips.as_deref(), facts)
}

/// Checks an app's plan, and its scopes as its person's role is now.
fn check_app(policy: &Policy, grant: &AppGrant) -> Result<(), ApiError> {
    let plan = grant.membership.plan;
    if plan.limits().keys == 0 {
        return Err(ApiError::plan_required(Plan::Pro, "Connected apps need"));
    }
    check_plan(policy, plan)?;
    let held = grant.app.scopes_of(grant.membership.role);
    let Access::Key(scope) = policy.access else { return Ok(()) };
    if held.grants(scope) {
        return Ok(());
    }
    if grant.membership.role < Role::needed_for(scope) {
        let message = format!(
            "The role of the app's person does not have the scope '{scope}'. Ask an owner of the organization for a higher role."
        );
        return Err(ApiError::insufficient_scope(None, message));
    }
    let message = format!("The app was not given the scope '{scope}'. Connect it again with this scope.");
    Err(ApiError {
        scopes_to_ask_for: Some(held.iter().chain([scope]).collect()),
        ..ApiError::insufficient_scope(Some(scope), message)
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

/// Refuses what needs a fresh proof, if the session's last one is too old.
pub(crate) fn check_fresh_proof(
    policy: &Policy,
    caller: &Caller,
    facts: &RequestFacts,
    body: &[u8],
) -> Result<(), ApiError> {
    let Caller::Session(grant) = caller else { return Ok(()) };
    if grant.has_fresh_proof(facts.at) || !fresh_proofs::asks(policy.operation, body) {
        return Ok(());
    }
    Err(ApiError::fresh_proof_needed())
}

/// Checks the second factor, the plan and the member's role in the organization that the route is about.
pub(crate) fn check_role(policy: &Policy, organization: &OrgAccess) -> Result<(), ApiError> {
    if organization.lacks_second_factor {
        return Err(ApiError::new(
            Code::SecondFactorDemanded,
            "This organization demands a second factor. Set one up in your account (POST /api/v1/auth/factors/totp), or sign in \
             again with the one that you have.",
        ));
    }
    check_plan(policy, organization.plan)?;
    match (organization.role, policy.needed_role()) {
        (Some(role), Some(needed)) if role < needed => Err(ApiError::forbidden(needed)),
        _ => Ok(()),
    }
}
