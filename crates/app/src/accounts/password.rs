//! Changes a password in a session.

use askline_domain::{
    audit::AuditDraft,
    identity::{
        account::ChangedPassword,
        account_input::PasswordChange,
        grounds::{ConfirmedGround, SessionGround},
        known_visitor::KnownVisitor,
        secret::Secret,
    },
    mail::MailContent,
    shared::ids::{SessionId, UserId},
};
use jiff::Timestamp;
use serde_json::json;

use super::{
    bounds::confirm,
    ended_access::{audit_members, end_access},
    visit::Visit,
};
use crate::{
    error::UseCaseError,
    ports::{
        StoreResult,
        again::again_if_rolled_back,
        change::{Change, Scope},
        identity::sessions::{SessionGrant, SessionStore},
    },
};

/// Sets a new password and ends every other session. Returns the token by which later sign-ins to the account recognize the
/// browser.
pub async fn change_password(
    visit: &Visit<'_>,
    grant: &SessionGrant,
    change: PasswordChange,
) -> Result<Secret, UseCaseError> {
    let SessionGrant { user, memberships, .. } = grant;
    let ChangedPassword { current, new } = change.check(user)?;
    let ground = confirm(visit, grant, current, "currentPassword").await?;
    let new_hash = visit.instance.hashing.place()?.hash(new).await?;
    let entries = visit.context.entries(user, memberships, "auth.password_changed", &json!({}));
    let (sessions, at) = (&*visit.instance.ports.sessions, visit.context.at);
    let (known, token) = visit.known_from_now_on(user.id);
    again_if_rolled_back(|| replace_password(sessions, ground, &new_hash, &known, at, entries.clone())).await?;
    Ok(token)
}

/// Stores a new password, ends every other way into the account, and emails the person. The browser stays known.
pub async fn replace_password(
    sessions: &dyn SessionStore,
    ground: ConfirmedGround,
    hash: &str,
    known: &KnownVisitor,
    at: Timestamp,
    entries: Vec<AuditDraft>,
) -> StoreResult<()> {
    let SessionGround { user, session } = ground.session;
    let visitor = sessions.digest_visitor(user, known).await;
    let mut change = sessions.begin(&Scope::of_user(user, &entries)).await?;
    change.compare_confirmed(ground).await?;
    put_password(&mut *change, user, hash, Some(session), at).await?;
    change.remember_visitor(user, &visitor, at).await?;
    audit_members(&mut *change, user, entries).await?;
    change.commit().await
}

/// Stores a new password within a change, ends every way into the account except the session `keep`, and emails the person. A person
/// who knows the password needs no other way, and nobody else may have one.
pub(super) async fn put_password(
    change: &mut dyn Change,
    account: UserId,
    hash: &str,
    keep: Option<SessionId>,
    at: Timestamp,
) -> StoreResult<()> {
    change.put_password(account, Some(hash)).await?;
    change.put_wrong_codes(account, 0).await?;
    end_access(change, account, keep).await?;
    change.mail(account, MailContent::PasswordChanged, at).await
}
