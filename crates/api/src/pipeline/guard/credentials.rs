//! Credentials: keys, sessions, cookies of the dashboard, and tokens of service accounts and apps.

use std::sync::Arc;

use askline_app::{
    oauth::resource_of,
    ports::{identity::sessions::SessionGrant, keys::KeyGrant, oauth::AppGrant, sites::shared_links::LinkGrant},
};
use askline_domain::{
    identity::{
        secret::SecretDigest,
        session::Session,
        token::{LINK_SESSION_PREFIX, is_access_token, is_link_session_token, is_session_token},
    },
    keys::{KEY_PREFIX, KeyStatus, digest_of_well_formed},
    service_accounts::{self, SERVICE_TOKEN_PREFIX},
};
use axum::http::{HeaderMap, HeaderName, Method, header};

use super::route::Route;
use crate::pipeline::{
    app::App,
    caller::{Caller, RequestFacts},
    error::{ApiError, Code},
    guard::cookies,
    public_origin,
    route_table::{policy::Access, session_only},
};

/// Finds the caller of a route with this access, method and path.
pub(super) async fn authenticate(app: &App, route: &Route<'_>, facts: &RequestFacts) -> Result<Caller, ApiError> {
    let Route { access, method, path, .. } = *route;
    let headers = &facts.headers;
    match access {
        Access::Anyone => Ok(Caller::Nobody),
        Access::Keyless if headers.contains_key(header::AUTHORIZATION) => Err(ApiError::insufficient_scope(
            None,
            "This is the public configuration: call it without an Authorization header. A key with sites:read reads the whole \
             site at GET /api/v1/sites/{siteId}.",
        )),
        Access::Keyless => Ok(Caller::Nobody),
        Access::Link => match bearer(headers)? {
            Some(text) if text.starts_with(LINK_SESSION_PREFIX) => link_of(app, text, route, facts).await,
            _ => Err(ApiError::new(Code::Unauthenticated, LINK_SESSION_FORM)),
        },
        Access::Key(_) | Access::AnyKey | Access::AnyCaller => match bearer(headers)? {
            Some(text) if text.starts_with(KEY_PREFIX) => key_of(app, text, facts).await.map(Caller::Key),
            Some(text) if is_session_token(text) => session_of(app, text, facts).await.map(Caller::Session),
            Some(text) if text.starts_with(SERVICE_TOKEN_PREFIX) => service_of(app, text, route, facts).await,
            Some(text) if text.starts_with(LINK_SESSION_PREFIX) => link_of(app, text, route, facts).await,
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
            Some(text) if text.starts_with(SERVICE_TOKEN_PREFIX) => service_of(app, text, route, facts).await,
            Some(text) if text.starts_with(LINK_SESSION_PREFIX) => link_of(app, text, route, facts).await,
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

/// The message for a request without a session of a shared link on a route for these alone.
const LINK_SESSION_FORM: &str = "Send the session of a shared link: Authorization: Bearer ls_…. POST /api/v1/auth/link begins one with the link's token.";

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

/// The service account of a token, on a route for service accounts.
async fn service_of(app: &App, text: &str, route: &Route<'_>, facts: &RequestFacts) -> Result<Caller, ApiError> {
    // Whether the token exists is not revealed here, as for keys.
    if !route.for_services {
        return Err(ApiError::insufficient_scope(None, session_only::refusal_of_service(route.path)));
    }
    let unknown = || {
        let message = "This instance does not know this token: its service account was deleted, or the token was replaced. Ask an \
                       owner of the organization for a new one.";
        ApiError::new(Code::InvalidApiKey, message)
    };
    let digest = service_accounts::digest_of_well_formed(text).map_err(|_| {
        let message = "This is not a complete token of a service account, which is sv_ and 38 letters and digits. Copy it as it was \
                       shown, without quotes.";
        ApiError::new(Code::InvalidApiKey, message)
    })?;
    let grant = app.service_account_by_token(digest).await?.ok_or_else(unknown)?;
    if grant.token.expires_at <= facts.at {
        let message =
            "This token of a service account has expired. Use the one that replaced it, or ask an owner for a new one.";
        return Err(ApiError::new(Code::ApiKeyExpired, message));
    }
    app.service_uses().note(grant.account.id, facts.at);
    Ok(Caller::Service(grant))
}

/// The link of a session, on a route for links.
async fn link_of(app: &App, text: &str, route: &Route<'_>, facts: &RequestFacts) -> Result<Caller, ApiError> {
    // Whether the session exists is not revealed here, as for keys.
    if route.for_links.is_none() {
        let message = "A shared link shows its panels and nothing else. Sign in to see more of the site.";
        return Err(ApiError::insufficient_scope(None, message));
    }
    let ended = || {
        let message = "The session of the shared link has ended, or the link was ended. Open the link again.";
        ApiError::new(Code::SessionExpired, message)
    };
    if !is_link_session_token(text) {
        return Err(ended());
    }
    let grant: Arc<LinkGrant> = app.shared_link_by_session(SecretDigest::of(text)).await?.ok_or_else(ended)?;
    if grant.session_expires_at <= facts.at || grant.link.has_expired(facts.at) {
        return Err(ended());
    }
    Ok(Caller::Link(grant))
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
