//! Stores a new session with an audit entry for each organization of its account.

use askline_domain::{
    audit::AuditDraft,
    identity::{
        grounds::CredentialsGround,
        known_visitor::{DigestedVisitor, KnownVisitor},
        second_factor::assurance::Assurance,
        secret::Secret,
        session::{BegunByProvider, Session},
        token::new_session_token,
        user::User,
    },
    mail::MailContent,
    organizations::member::Membership,
    shared::ids::{Id as _, SessionId, UserId},
};
use serde_json::json;

use crate::{
    accounts::{ended_access::audit_members, visit::Visit},
    error::UseCaseError,
    ports::{
        StoreResult,
        again::again_if_rolled_back,
        change::{Change, Scope},
        identity::sessions::SessionStore,
    },
};

/// A session that was stored, and its tokens, of which only digests are stored.
pub struct StartedSession {
    /// The account.
    pub user: User,
    /// The account's memberships.
    pub memberships: Vec<Membership>,
    /// The session.
    pub session: Session,
    /// Its token.
    pub token: Secret,
    /// The token by which later sign-ins to the account recognize the browser, if it is remembered.
    pub browser: Option<Secret>,
    /// How many of the account's oldest sessions were ended to keep it within the limit.
    pub ended: u32,
}

/// Stores a session of an account that gave these proofs, which must be enough, and remembers the browser and the address where it
/// began. `began_with` is the identity of a provider that signed in.
pub(crate) async fn start(
    visit: &Visit<'_>,
    (user, memberships): (User, Vec<Membership>),
    assurance: Assurance,
    began_with: Option<BegunByProvider>,
) -> Result<StartedSession, UseCaseError> {
    let ground = CredentialsGround::from(&user);
    let (session, token) = new_session(visit, user.id, assurance);
    let session = Session { began_with, ..session };
    let entries = entries(visit, &user, &memberships, &session);
    let (known, browser) = visit.known_from_now_on(user.id);
    let sessions = &*visit.instance.ports.sessions;
    // Only this change is repeated, not the whole request, which has hashed a password or stored an account.
    let ended = again_if_rolled_back(|| put_session(sessions, &session, Some(&known), ground, entries.clone())).await?;
    // The person may have left organizations while the password was hashed.
    let now = visit.instance.ports.organizations.user(user.id).await?;
    let (user, memberships) = now.ok_or(UseCaseError::AccountDeleted)?;
    Ok(StartedSession { user, memberships, session, token, browser: Some(browser), ended })
}

/// Stores a session, and remembers the browser and the address where it began. Emails the person about a sign-in from a new browser,
/// except the first one of a new account. Returns how many of the account's oldest sessions ended to keep the limit.
pub async fn put_session(
    sessions: &dyn SessionStore,
    session: &Session,
    known: Option<&KnownVisitor>,
    ground: CredentialsGround,
    entries: Vec<AuditDraft>,
) -> StoreResult<u32> {
    let user = session.user_id;
    let visitor = match known {
        Some(known) => Some(sessions.digest_visitor(user, known).await),
        None => None,
    };
    let mut change = sessions.begin(&Scope::of_user(user, &entries)).await?;
    change.compare_credentials(ground).await?;
    let ended = change.insert_session(session).await?;
    if let Some(visitor) = &visitor {
        remember(&mut *change, session, visitor).await?;
    }
    audit_members(&mut *change, user, entries).await?;
    change.commit().await?;
    Ok(ended)
}

/// Emails the person about a session that begins in a new browser, and remembers the browser and the address.
pub(in crate::accounts) async fn remember(
    change: &mut dyn Change,
    session: &Session,
    visitor: &DigestedVisitor,
) -> StoreResult<()> {
    let (user, at) = (session.user_id, session.created_at);
    if change.is_new_browser(session, visitor.known.visitor.browser).await? {
        change.mail(user, MailContent::LogIn { browser: session.user_agent.clone() }, at).await?;
    }
    change.remember_visitor(user, visitor, at).await
}

/// A session that is not stored yet, and its token.
pub(in crate::accounts) fn new_session(visit: &Visit<'_>, user_id: UserId, assurance: Assurance) -> (Session, Secret) {
    let (token, at) = (new_session_token(&mut rand::rng()), visit.context.at);
    let session = Session {
        id: SessionId::new(at, &mut rand::rng()),
        user_id,
        digest: token.digest(),
        created_at: at,
        last_used_at: at,
        user_agent: visit.context.user_agent.clone().unwrap_or_default(),
        assurance,
        proved_at: at,
        began_with: None,
    };
    (session, token)
}

/// The audit entries of a sign-in, one for each organization that the user belongs to.
pub(in crate::accounts) fn entries(
    visit: &Visit<'_>,
    user: &User,
    memberships: &[Membership],
    session: &Session,
) -> Vec<AuditDraft> {
    let proofs: Vec<&str> = session.assurance.iter().map(|proof| proof.as_str()).collect();
    visit.by(user).entries(user, memberships, "auth.login", &json!({ "sessionId": session.id, "proofs": proofs }))
}
