//! The caller's own sessions, sign-ins and password. Those of other users cannot be reached from here.

use askline_app::accounts;
use askline_domain::{
    identity::{
        account_input::{AccessRevocation, PasswordChange},
        session::{LogIn, Session},
    },
    shared::{
        ids::{Id as _, SessionId},
        rfc3339::Moment,
    },
};
use axum::http::{HeaderName, HeaderValue, header};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::started_session::{browser_cookie, visit};
use crate::{
    pipeline::{
        app::App,
        guard::cookies::CookieName,
        handling::{ApiError, Call, Input, Items, Json, NoTenant, Nothing, PageQuery, Reply},
    },
    resources::{keys::ActiveKey, service_accounts::NamedServiceAccount},
};

/// A session, without its token.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Session")]
pub struct SessionView {
    /// The id, by which the session can be ended.
    pub id: SessionId,
    /// When the user signed in.
    pub created_at: Moment,
    /// When it was last used, to the second.
    pub last_used_at: Moment,
    /// When it ends if it is not used again.
    pub expires_at: Moment,
    /// The browser or program that signed in; empty if it sent no name.
    pub user_agent: String,
    /// Whether this request used it.
    pub current: bool,
}

impl SessionView {
    fn of(session: &Session, current: SessionId) -> Self {
        Self {
            id: session.id,
            created_at: session.created_at.into(),
            last_used_at: session.last_used_at.into(),
            expires_at: session.expires_at().into(),
            user_agent: session.user_agent.clone(),
            current: session.id == current,
        }
    }
}

/// The state of an ended session.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "EndedStatus")]
pub enum Ended {
    /// The session has ended.
    Ended,
}

/// A session that was ended.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndedSession {
    /// Its id.
    pub id: SessionId,
    /// Always `ended`.
    pub status: Ended,
}

/// The result of ending the session of the request, all others, or all.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "EndedSessions")]
pub struct EndedHere {
    /// Always `ended`.
    pub status: Ended,
}

/// The session in the path.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionPath {
    /// Its id.
    pub session_id: SessionId,
}

/// Makes a browser drop what it has of the service in its caches, among them pages in memory for the Back button. Cookies
/// are not named: the browser's other ones stay.
const CLEAR_SITE_DATA: (HeaderName, HeaderValue) =
    (HeaderName::from_static("clear-site-data"), HeaderValue::from_static("\"cache\""));

/// Ends the session of this request and removes the dashboard's cookie.
pub async fn sign_out(call: Call<NoTenant>, _: Input) -> Result<Reply<EndedHere>, ApiError> {
    let grant = call.session()?;
    accounts::end_session(&*call.app.ports().sessions, grant.ground(), grant.session.id).await?;
    let cookie = CookieName::of_session(&call.app, &call.request).set("", 0);
    let (clear, data) = CLEAR_SITE_DATA;
    Ok(Reply::new(EndedHere { status: Ended::Ended }).header(header::SET_COOKIE, cookie).header(clear, data))
}

/// Lists the caller's sessions that have not ended, newest first.
pub async fn list_sessions(
    call: Call<NoTenant>,
    input: Input<Nothing, PageQuery>,
) -> Result<Reply<Items<SessionView>>, ApiError> {
    let page = input.query.page()?;
    let grant = call.session()?;
    let current = grant.session.id;
    let stored = call.app.ports().sessions.sessions_of(grant.user.id, Some(current), call.request.at, page).await?;
    let views = stored.map(|session| SessionView::of(&with_latest_use(&call.app, session), current));
    Ok(Reply::page(views, page.limit, |view| view.id.bits()))
}

/// The session with its latest use, even if that is not stored yet.
fn with_latest_use(app: &App, session: Session) -> Session {
    let noted = app.session_uses().noted(session.id);
    let last_used_at = noted.map_or(session.last_used_at, |noted| noted.max(session.last_used_at));
    Session { last_used_at, ..session }
}

/// Ends one of the caller's sessions.
pub async fn end_session(call: Call<NoTenant>, input: Input<SessionPath>) -> Result<Reply<EndedSession>, ApiError> {
    let id = input.path.session_id;
    let ground = call.session()?.ground();
    if !accounts::end_session(&*call.app.ports().sessions, ground, id).await? {
        return Err(ApiError::not_found("session"));
    }
    Ok(Reply::new(EndedSession { id, status: Ended::Ended }))
}

/// Sets a new password and ends every other session.
pub async fn change_password(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<PasswordChange>>,
) -> Result<Reply<EndedHere>, ApiError> {
    let grant = call.session()?;
    let browser = accounts::change_password(&visit(&call), grant, input.body.0).await?;
    let cookie = browser_cookie(&call, grant.user.id, &browser);
    Ok(Reply::new(EndedHere { status: Ended::Ended }).header(header::SET_COOKIE, cookie))
}

/// The result of ending all other access to the account.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevokedAccess {
    /// Always `ended`.
    pub status: Ended,
    /// Your active API keys in the organizations whose keys you may see, newest first. They still work: revoke those that others
    /// may know.
    pub keys_still_active: Vec<ActiveKey>,
    /// The service accounts in those organizations that you created or were given a valid token of, newest first. They still work:
    /// give those whose token others may know a new one without an overlap.
    pub service_accounts: Vec<NamedServiceAccount>,
}

/// Ends every other session, links in emails, and remembered browsers.
pub async fn revoke_access(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<AccessRevocation>>,
) -> Result<Reply<RevokedAccess>, ApiError> {
    let grant = call.session()?;
    let revoked = accounts::revoke_access(&visit(&call), grant, input.body.0).await?;
    let cookie = browser_cookie(&call, grant.user.id, &revoked.browser);
    let keys_still_active = revoked.programs.keys.into_iter().map(ActiveKey::from).collect();
    let service_accounts = revoked.programs.service_accounts.into_iter().map(NamedServiceAccount::from).collect();
    let ended = RevokedAccess { status: Ended::Ended, keys_still_active, service_accounts };
    Ok(Reply::new(ended).header(header::SET_COOKIE, cookie))
}

/// A sign-in of the account.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SignIn")]
pub struct LogInView {
    /// The session that it started.
    pub session_id: SessionId,
    /// When it happened.
    pub logged_in_at: Moment,
    /// The browser or program that signed in; empty if it sent no name.
    pub user_agent: String,
    /// Whether its session is still open.
    pub open: bool,
    /// Whether this request used that session.
    pub current: bool,
}

/// Lists the caller's latest sign-ins, newest first.
pub async fn list_sign_ins(
    call: Call<NoTenant>,
    input: Input<Nothing, PageQuery>,
) -> Result<Reply<Items<LogInView>>, ApiError> {
    let page = input.query.page()?;
    let grant = call.session()?;
    let current = grant.session.id;
    let stored = call.app.ports().sessions.log_ins_of(grant.user.id, Some(current), call.request.at, page).await?;
    let view = |LogIn { id, at, user_agent, is_open }| LogInView {
        session_id: id,
        logged_in_at: at.into(),
        user_agent,
        open: is_open,
        current: id == current,
    };
    Ok(Reply::page(stored.map(view), page.limit, |view| view.session_id.bits()))
}
