//! One-time links, with which the operator lets a person sign in who otherwise cannot.

use askline_domain::{
    audit::{AuditDraft, context::AuditContext},
    identity::{
        grounds::TokenGround,
        links::OneTimeToken,
        second_factor::assurance::{Assurance, Proof},
        secret::{Secret, SecretDigest},
        session::Session,
        token::{ONE_TIME_LASTS, OneTimeUse, new_one_time_token},
        user::User,
    },
    organizations::member::Membership,
};
use jiff::Timestamp;
use serde_json::json;

use super::started_session::{StartedSession, entries, new_session};
use crate::{
    accounts::{
        ended_access::{audit_members, end_password},
        second_factor::{FirstStep, challenge},
        visit::Visit,
    },
    error::{Conflict, Credential, UseCaseError},
    ports::{
        StoreResult,
        change::{Change, Scope},
        identity::sessions::SessionStore,
    },
};

/// What a new one-time link does to the account's password and sessions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OldPassword {
    /// They work until the link is used.
    WorksUntilUse,
    /// They end with the creation of the link, as do remembered browsers and emailed links.
    EndsNow,
}

/// Creates a token that signs in to the account once, to set a new password; returns it and when it expires. Fails if the
/// account is locked.
pub async fn make_one_time_link(
    sessions: &dyn SessionStore,
    (user, memberships): &(User, Vec<Membership>),
    old_password: OldPassword,
    context: &AuditContext,
) -> Result<(Secret, Timestamp), UseCaseError> {
    if user.locked_at.is_some() {
        return Err(Conflict::AccountLocked.into());
    }
    let secret = new_one_time_token(&mut rand::rng());
    let token = OneTimeToken { user_id: user.id, digest: secret.digest(), expires_at: context.at + ONE_TIME_LASTS };
    let metadata = match old_password {
        OldPassword::WorksUntilUse => json!({}),
        OldPassword::EndsNow => json!({ "endedAtOnce": true }),
    };
    let entries = context.entries(user, memberships, "member.password_reset", &metadata);
    if put_one_time_link(sessions, &token, old_password, entries).await? {
        Ok((secret, token.expires_at))
    } else {
        Err(UseCaseError::AccountDeleted)
    }
}

/// Stores a one-time link of an account, in place of an earlier one. Returns false, with nothing stored, if the account is locked or
/// does not exist.
pub async fn put_one_time_link(
    sessions: &dyn SessionStore,
    token: &OneTimeToken,
    old_password: OldPassword,
    entries: Vec<AuditDraft>,
) -> StoreResult<bool> {
    let user = token.user_id;
    let mut change = sessions.begin(&Scope::of_user(user, &entries)).await?;
    if change.account(user).await?.is_none_or(|(account, _)| account.locked_at.is_some()) {
        return Ok(false);
    }
    if old_password == OldPassword::EndsNow {
        end_password(&mut *change, user).await?;
    }
    change.put_one_time_link(token).await?;
    audit_members(&mut *change, user, entries).await?;
    change.commit().await?;
    Ok(true)
}

/// Starts a session of the account that a one-time token was created for. A token for a person who cannot sign in ends
/// all other sessions and removes the password, and the session may set a new one without the old one. A token for a
/// demo ends only the oldest sessions beyond the limit.
pub async fn enter_once(visit: &Visit<'_>, token: &str) -> Result<StartedSession, UseCaseError> {
    let ports = &visit.instance.ports;
    let unknown = || UseCaseError::WrongCredential(Credential::OneTimeLink);
    let (digest, used_for, at) = (SecretDigest::of(token.trim()), OneTimeUse::of(token.trim()), visit.context.at);
    let id = ports.sessions.one_time_account(digest, at).await?.ok_or_else(unknown)?;
    let (user, memberships) = ports.organizations.user(id).await?.ok_or_else(unknown)?;
    let given = Assurance::of(Proof::OneTimeLink);
    if !given.is_enough(user.factors) {
        // The link is used up with the second factor.
        let first = FirstStep { one_time_link: Some((digest, used_for)), ..FirstStep::default() };
        return Err(challenge(visit, &(user, memberships), given, first).await?);
    }
    let (session, token) = new_session(visit, user.id, given);
    let entries = entries(visit, &user, &memberships, &session);
    let ground = TokenGround { user: user.id, digest };
    let spent = spend_one_time_link(&*ports.sessions, ground, used_for, &session, entries).await?;
    Ok(StartedSession { user, memberships, session, token, browser: None, ended: spent.ok_or_else(unknown)? })
}

/// Uses up a one-time link, and stores the session that begins with it. Returns how many of the account's oldest sessions that
/// ended; `None`, with nothing stored, if the link is not valid when the session begins, or the session is another account's.
pub async fn spend_one_time_link(
    sessions: &dyn SessionStore,
    ground: TokenGround,
    used_for: OneTimeUse,
    session: &Session,
    entries: Vec<AuditDraft>,
) -> StoreResult<Option<u32>> {
    let mut change = sessions.begin(&Scope::of_user(ground.user, &entries)).await?;
    if session.user_id != ground.user || !use_link(&mut *change, ground, used_for, session.created_at).await? {
        return Ok(None);
    }
    let ended = change.insert_session(session).await?;
    audit_members(&mut *change, ground.user, entries).await?;
    change.commit().await?;
    Ok(Some(ended))
}

/// Uses up a one-time link within a change; returns whether it was valid. One for a new password ends the old one, and every way into
/// the account: another person may know it, which may be why the operator was asked.
pub(in crate::accounts) async fn use_link(
    change: &mut dyn Change,
    TokenGround { user, digest }: TokenGround,
    used_for: OneTimeUse,
    at: Timestamp,
) -> StoreResult<bool> {
    if change.one_time_account(digest, at).await? != Some(user) {
        return Ok(false);
    }
    match used_for {
        OneTimeUse::Visit => change.end_one_time_link(user).await?,
        OneTimeUse::NewPassword => end_password(change, user).await?,
    }
    Ok(true)
}
