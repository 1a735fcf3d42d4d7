//! A new session, as its caller sees it: its token, once, and the dashboard's cookies.

use askline_app::{
    accounts::{StartedSession, Visit},
    present_fields::every_field_present,
};
use askline_domain::{
    identity::{
        address_state::AddressState,
        email_address::shown_email,
        known_visitor::BROWSER_KNOWN_FOR,
        mail_language::MailLanguage,
        role::Role,
        secret::{Secret, SecretDigest},
        session::{SESSION_LASTS, Session},
        token::is_browser_token,
        user::User,
    },
    organizations::member::Membership,
    shared::{
        ids::{OrgId, UserId},
        rfc3339::Moment,
    },
};
use axum::http::{HeaderValue, header};
use schemars::JsonSchema;
use serde::Serialize;

use crate::pipeline::{
    guard::cookies::CookieName,
    handling::{ApiError, Call, NoTenant, Reply},
};

/// The response to a sign-in.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
#[schemars(rename = "StartedSession")]
pub struct LoggedIn {
    /// The session token, to be sent as `Authorization: Bearer st_…`.
    pub token: String,
    /// The session and its user.
    #[serde(flatten)]
    pub session: OpenSession,
}

/// The response to a person who accepted an invitation.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
#[schemars(rename = "AcceptedInvitation")]
pub struct Joined {
    /// The session token, to be sent as `Authorization: Bearer st_…`. If the invitation was accepted with a session, it is
    /// the token that was sent, or null if the session came from the dashboard's cookie.
    pub token: Option<String>,
    /// The session and its user.
    #[serde(flatten)]
    pub session: OpenSession,
}

impl From<LoggedIn> for Joined {
    fn from(LoggedIn { token, session }: LoggedIn) -> Self {
        Self { token: Some(token), session }
    }
}

/// A session and its user, without the token.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct OpenSession {
    /// When the session ends if it is not used.
    pub expires_at: Moment,
    /// The user.
    pub user: UserView,
    /// The organizations of which the user is a member.
    pub orgs: Vec<LoggedInOrganization>,
    /// How many of the account's oldest sessions this one ended: an account has at most 100. Nearly always 0.
    pub ended_sessions: u32,
}

impl OpenSession {
    /// A session of this account. `ended` is the number of older sessions that it ended.
    pub(super) fn of(session: &Session, user: &User, memberships: &[Membership], ended: u32) -> Self {
        Self {
            expires_at: session.expires_at().into(),
            user: user.into(),
            orgs: memberships.iter().map(Into::into).collect(),
            ended_sessions: ended,
        }
    }
}

/// A user, as they see themselves.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
#[schemars(rename = "User")]
pub struct UserView {
    /// The id.
    pub id: UserId,
    /// Email address in lower case.
    pub email: String,
    /// Name; empty if none was given.
    pub name: String,
    /// When the account was created.
    pub created_at: Moment,
    /// When you confirmed this address; null if you have not.
    pub email_verified_at: Option<Moment>,
    /// A new address that you requested and have not confirmed yet; otherwise null.
    pub pending_email: Option<PendingEmail>,
    /// `refused` if the mail server of your address refused an email: you get no email until you confirm the address again. Null
    /// otherwise.
    pub mail_state: Option<MailState>,
    /// The response of that mail server, such as `550 no such user`; or a sentence on why no email can be sent to the address, if
    /// the server was not asked.
    pub mail_answer: Option<String>,
}

/// An address that replaces the account's address once it is confirmed.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PendingEmail {
    /// The address.
    pub email: String,
    /// When the link in the email expires.
    pub expires_at: Moment,
}

/// Why an account gets no email.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "EmailState")]
pub enum MailState {
    /// The mail server of the address refused it.
    Refused,
}

/// An organization and the member's role there.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SessionOrganization")]
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
            email: shown_email(&user.email),
            name: user.name.clone(),
            created_at: user.created_at.into(),
            email_verified_at: verified_at.map(Into::into),
            pending_email: pending
                .map(|pending| PendingEmail { email: shown_email(&pending.email), expires_at: pending.until.into() }),
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

/// The response to a sign-in: the token of its session, once, and the dashboard's cookies.
pub(in crate::resources) fn answer_with(
    call: &Call<NoTenant>,
    started: StartedSession,
) -> Result<Reply<LoggedIn>, ApiError> {
    let StartedSession { user, memberships, session, token, browser, ended } = started;
    let open = OpenSession::of(&session, &user, &memberships, ended);
    // The response that is stored for repeated requests contains no token.
    let repeated = Joined { token: None, session: open.clone() };
    let answer = LoggedIn { token: token.expose().to_owned(), session: open };
    let cookie = CookieName::of_session(&call.app, &call.request).set(token.expose(), SESSION_LASTS.as_secs());
    let reply = Reply::new(answer)
        .header(header::SET_COOKIE, cookie)
        .no_store()
        .replayed_as(serde_json::to_value(repeated).map_err(ApiError::internal)?);
    Ok(match browser {
        Some(token) => reply.header(header::SET_COOKIE, browser_cookie(call, user.id, &token)),
        None => reply,
    })
}

/// The cookie by which later sign-ins to this account recognize the browser.
pub(super) fn browser_cookie<T>(call: &Call<T>, user: UserId, token: &Secret) -> HeaderValue {
    CookieName::of_browser(&call.app, &call.request, user).set(token.expose(), BROWSER_KNOWN_FOR.as_secs())
}

/// The language that the caller's browser asks for, if emails are written in it.
pub(crate) fn language_of<T>(call: &Call<T>) -> Option<MailLanguage> {
    call.request.header("accept-language").and_then(MailLanguage::accepted)
}

/// What use cases about accounts need from this request.
pub(in crate::resources) fn visit(call: &Call<NoTenant>) -> Visit<'_> {
    let browser_of = |user| {
        let cookie = CookieName::of_browser(&call.app, &call.request, user);
        cookie.value_in(&call.request.headers).filter(|value| is_browser_token(value)).map(SecretDigest::of)
    };
    Visit {
        instance: call.app.instance(),
        context: call.audit_context(),
        address: call.request.address,
        language: language_of(call),
        browser_of: Box::new(browser_of),
        clock: call.app.clock(),
    }
}
