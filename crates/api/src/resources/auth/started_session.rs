//! Starts a session. It is stored with its audit entries; the answer has its token, only once, and the dashboard's cookie.

use askline_app::{ports::again::again_if_rolled_back, present_fields::every_field_present};
use askline_domain::{
    audit::AuditDraft,
    identity::{
        known_visitor::{BROWSER_KNOWN_FOR, KnownVisitor, Visitor},
        member::Membership,
        role::Role,
        secret::{Secret, SecretDigest},
        session::{SESSION_LASTS, Session},
        token::{is_browser_token, new_browser_token, new_session_token},
        user::User,
    },
    mail::{AddressState, MailLanguage},
    shared::{
        ids::{Id as _, OrgId, SessionId, UserId},
        rfc3339::Moment,
    },
};
use axum::http::{HeaderValue, header};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::cookies::CookieName;
use crate::pipeline::{call::Call, caller::NoTenant, error::ApiError, response::reply::Reply};

/// Characters of a program's name that are kept.
const MAX_USER_AGENT_CHARACTERS: usize = 300;

/// The answer to a sign-in.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct LoggedIn {
    /// The session token, to be sent as `Authorization: Bearer st_…`.
    pub token: String,
    /// The session and whose it is.
    #[serde(flatten)]
    pub session: OpenSession,
}

/// The answer to a person who accepted an invitation.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct Joined {
    /// The session token, to be sent as `Authorization: Bearer st_…`. If the invitation was accepted with a session, it is
    /// the token that was sent, or null if the session came from the dashboard's cookie.
    pub token: Option<String>,
    /// The session and whose it is.
    #[serde(flatten)]
    pub session: OpenSession,
}

impl From<LoggedIn> for Joined {
    fn from(LoggedIn { token, session }: LoggedIn) -> Self {
        Self { token: Some(token), session }
    }
}

/// A session and whose it is; without its token.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct OpenSession {
    /// When the session ends if it is not used.
    pub expires_at: Moment,
    /// The user.
    pub user: UserView,
    /// Where they are a member: through an accepted invitation, or as the creator.
    pub orgs: Vec<LoggedInOrganization>,
    /// How many of the account's oldest sessions this one ended: an account has at most 100. Nearly always 0.
    pub ended_sessions: u32,
}

/// A user, as they see themselves.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct UserView {
    /// The id.
    pub id: UserId,
    /// Email address in lower case.
    pub email: String,
    /// Name, empty when none was given.
    pub name: String,
    /// When the account was created.
    pub created_at: Moment,
    /// When you confirmed this address; null while you have not.
    pub email_verified_at: Option<Moment>,
    /// A new address that you requested and have not confirmed yet; otherwise null.
    pub pending_email: Option<PendingEmail>,
    /// `refused` when the mail server of your address refused an email: you get no email until you confirm the address again. Null otherwise.
    pub mail_state: Option<MailState>,
    /// What that mail server answered.
    pub mail_answer: Option<String>,
}

/// An address that replaces the account's address once it is confirmed.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PendingEmail {
    /// The address.
    pub email: String,
    /// Until when the link in the email works.
    pub expires_at: Moment,
}

/// Why an account gets no email.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MailState {
    /// The mail server of the address refused it.
    Refused,
}

/// An organization and the member's role there.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoggedInOrganization {
    /// The id.
    pub id: OrgId,
    /// The name.
    pub name: String,
    /// What the member may do there.
    pub role: Role,
}

impl From<&User> for UserView {
    fn from(user: &User) -> Self {
        let AddressState { verified_at, refused, pending, .. } = user.address.clone();
        Self {
            id: user.id,
            email: user.email.clone(),
            name: user.name.clone(),
            created_at: user.created_at.into(),
            email_verified_at: verified_at.map(Into::into),
            pending_email: pending
                .map(|pending| PendingEmail { email: pending.email, expires_at: pending.until.into() }),
            mail_state: refused.is_some().then_some(MailState::Refused),
            mail_answer: refused,
        }
    }
}

impl From<&Membership> for LoggedInOrganization {
    fn from(membership: &Membership) -> Self {
        Self { id: membership.org_id, name: membership.org_name.clone(), role: membership.role }
    }
}

/// Stores a session of `user` and answers with it.
pub(super) async fn start_session(
    call: &Call<NoTenant>,
    user: &User,
    memberships: &[Membership],
) -> Result<Reply<LoggedIn>, ApiError> {
    let (session, token) = new_session(call, user.id);
    let audits = log_in_entries(call, user, memberships, &session);
    let (known, browser_cookie) = known_from_now_on(call, user.id);
    let sessions = &call.app.ports().sessions;
    // Not the whole request again: a password was hashed for it, or an account stored.
    let ended = again_if_rolled_back(|| sessions.create_session(&session, Some(&known), audits.clone())).await?;
    Ok(answer_with(call, user, memberships, (&session, &token), ended)?.header(header::SET_COOKIE, browser_cookie))
}

/// A session that is not stored yet, and its token.
pub(super) fn new_session(call: &Call<NoTenant>, user_id: UserId) -> (Session, Secret) {
    let token = new_session_token(&mut rand::rng());
    let at = call.request.at;
    let user_agent = call.request.header("user-agent").unwrap_or_default();
    let session = Session {
        id: SessionId::new(at, &mut rand::rng()),
        user_id,
        digest: token.digest(),
        created_at: at,
        last_used_at: at,
        user_agent: user_agent.chars().take(MAX_USER_AGENT_CHARACTERS).collect(),
    };
    (session, token)
}

/// The audit entries of a sign-in, one for each organization that the user belongs to.
pub(super) fn log_in_entries(
    call: &Call<NoTenant>,
    user: &User,
    memberships: &[Membership],
    session: &Session,
) -> Vec<AuditDraft> {
    call.audit_context().by(user).entries(user, memberships, "auth.login", &json!({ "sessionId": session.id }))
}

/// The answer to a session that was stored: its token, once, and the dashboard's cookie. `ended` older sessions were ended to make
/// room for it.
pub(super) fn answer_with(
    call: &Call<NoTenant>,
    user: &User,
    memberships: &[Membership],
    (session, token): (&Session, &Secret),
    ended: u32,
) -> Result<Reply<LoggedIn>, ApiError> {
    let open = OpenSession {
        expires_at: session.expires_at().into(),
        user: user.into(),
        orgs: memberships.iter().map(Into::into).collect(),
        ended_sessions: ended,
    };
    // What is kept for a repeat holds no secret.
    let repeated = Joined { token: None, session: open.clone() };
    let answer = LoggedIn { token: token.expose().to_owned(), session: open };
    let cookie = CookieName::of_session(&call.app, &call.request).set(token.expose(), SESSION_LASTS.as_secs());
    Ok(Reply::new(answer)
        .header(header::SET_COOKIE, cookie)
        .no_store()
        .replayed_as(serde_json::to_value(repeated).map_err(ApiError::internal)?))
}

/// Where this request comes from, to be stored for `user`, and the cookie that identifies the browser from now on.
pub(super) fn known_from_now_on<T>(call: &Call<T>, user: UserId) -> (KnownVisitor, HeaderValue) {
    let token = new_browser_token(&mut rand::rng());
    let known = KnownVisitor { visitor: visitor(call, user), browser: token.digest(), language: language_of(call) };
    let cookie = CookieName::of_browser(&call.app, &call.request, user);
    (known, cookie.set(token.expose(), BROWSER_KNOWN_FOR.as_secs()))
}

/// The language that the caller's browser asks for, if emails are written in it.
pub(crate) fn language_of<T>(call: &Call<T>) -> Option<MailLanguage> {
    call.request.header("accept-language").and_then(MailLanguage::accepted)
}

/// Where this request comes from: the address, and the browser if `user` signed in with it before.
pub(super) fn visitor<T>(call: &Call<T>, user: UserId) -> Visitor {
    let cookie = CookieName::of_browser(&call.app, &call.request, user);
    let token = cookie.value_in(&call.request.headers).filter(|value| is_browser_token(value));
    Visitor { address: call.request.address.into(), browser: token.map(SecretDigest::of) }
}
