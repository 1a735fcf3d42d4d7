//! What the operator does to accounts, without knowing their passwords and without sending email.

use askline_domain::{
    audit::{AuditDraft, context::AuditContext},
    identity::{
        email_address::shown_email,
        grounds::OperatorGround,
        linked_identity::LinkedIdentity,
        member::Membership,
        second_factor::assurance::FactorSet,
        secret::Secret,
        token::{ONE_TIME_LASTS, new_one_time_token},
        user::User,
    },
    keys::KeyRecord,
    mail::{FactorChange, MailContent},
    shared::ids::UserId,
};
use jiff::Timestamp;
use serde_json::json;

use super::access::entries_with_programs;
use crate::{
    error::{Conflict, UseCaseError},
    keys,
    left_programs::LeftPrograms,
    ports::{
        StoreResult,
        change::Scope,
        identity::{
            accounts::AccountStore,
            factors::FactorStore,
            sessions::{OldPassword, OneTimeToken, SessionStore},
        },
        keys::KeyStore,
        organizations::OrganizationStore,
        service_accounts::ServiceAccountStore,
    },
};

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
    let audits = context.entries(user, memberships, "member.password_reset", &metadata);
    match sessions.create_one_time_token(&token, old_password, OperatorGround, audits).await? {
        true => Ok((secret, token.expires_at)),
        false => Err(UseCaseError::AccountDeleted),
    }
}

/// The result of locking an account.
pub struct LockedAccount {
    /// Whether this call locked it.
    pub is_new: bool,
    /// The programs of the person. They still work.
    pub programs: LeftPrograms,
    /// The keys that this call revoked.
    pub keys_revoked: Vec<KeyRecord>,
}

/// Locks the account: ends every session, link and remembered browser, and refuses sign-ins until it is unlocked. Revokes the
/// active keys that the person made if `revoke_keys` is set, also for an account that was locked before.
pub async fn lock(
    ports: LockPorts<'_>,
    (user, memberships): &(User, Vec<Membership>),
    revoke_keys: bool,
    context: &AuditContext,
) -> Result<LockedAccount, UseCaseError> {
    let of_person = || LeftPrograms::of((ports.keys, ports.service_accounts), user.id, None, context.at);
    let mut named = of_person().await?;
    if revoke_keys {
        named.keys.clear();
    }
    let audits = entries_with_programs(context, (user, memberships), "member.locked", &named);
    let is_new = ports.sessions.lock_account(user.id, context.at, OperatorGround, audits).await?;
    // Read again: until the lock, a session could create keys and tokens.
    let mut programs = of_person().await?;
    let mut keys_revoked = Vec::new();
    if revoke_keys {
        for key in std::mem::take(&mut programs.keys) {
            keys_revoked.push(keys::revoke(ports.keys, key.org_id, key.id, context).await?.0);
        }
    }
    Ok(LockedAccount { is_new, programs, keys_revoked })
}

/// What a lock works on.
#[derive(Clone, Copy)]
pub struct LockPorts<'a> {
    /// Sign-in sessions.
    pub sessions: &'a dyn SessionStore,
    /// API keys.
    pub keys: &'a dyn KeyStore,
    /// Service accounts.
    pub service_accounts: &'a dyn ServiceAccountStore,
}

/// Lets the account sign in again; returns whether it was locked before.
pub async fn unlock(
    sessions: &dyn SessionStore,
    (user, memberships): &(User, Vec<Membership>),
    context: &AuditContext,
) -> Result<bool, UseCaseError> {
    let audits = context.entries(user, memberships, "member.unlocked", &json!({}));
    Ok(sessions.unlock_account(user.id, OperatorGround, audits).await?)
}

/// Removes every second factor of the account with its recovery codes and remembered browsers, and emails the person. Returns
/// whether there was one.
pub async fn reset_second_factor(
    factors: &dyn FactorStore,
    (user, memberships): &(User, Vec<Membership>),
    context: &AuditContext,
) -> Result<bool, UseCaseError> {
    let mut change = factors.begin(&Scope::of_person(user.id, memberships)).await?;
    let (now, mut left) = change.account(user.id).await?.ok_or(UseCaseError::AccountDeleted)?;
    if now.factors.is_empty() {
        return Ok(false);
    }
    left.retain(|membership| memberships.iter().any(|locked| locked.org_id == membership.org_id));
    change.delete_totp(user.id).await?;
    for passkey in change.passkeys(user.id).await? {
        change.delete_passkey(user.id, passkey.id).await?;
    }
    change.put_recovery_codes(user.id, &[]).await?;
    change.put_factors(user.id, FactorSet::default()).await?;
    change.put_wrong_codes(user.id, 0).await?;
    change.forget_remembered_browsers(user.id).await?;
    change.end_challenges(user.id).await?;
    let content = MailContent::SecondFactorChanged { change: FactorChange::ResetByOperator };
    change.mail(user.id, content, context.at).await?;
    for entry in context.entries(user, &left, "member.second_factor_reset", &json!({})) {
        change.audit(entry).await?;
    }
    change.commit().await?;
    Ok(true)
}

/// Unlinks every identity of a provider from the account, ends the sessions that began with one, and emails the person. Returns
/// what was linked.
pub async fn unlink_identities(
    accounts: &dyn OrganizationStore,
    (user, memberships): &(User, Vec<Membership>),
    context: &AuditContext,
) -> Result<Vec<LinkedIdentity>, UseCaseError> {
    let mut change = accounts.begin(&Scope::of_person(user.id, memberships)).await?;
    let (_, mut left) = change.account(user.id).await?.ok_or(UseCaseError::AccountDeleted)?;
    left.retain(|membership| memberships.iter().any(|locked| locked.org_id == membership.org_id));
    let linked = change.identities_of(user.id).await?;
    for identity in &linked {
        change.delete_identity(identity, None).await?;
        let content = MailContent::IdentityChanged { provider: identity.provider.clone(), is_linked: false };
        change.mail(user.id, content, context.at).await?;
    }
    if linked.is_empty() {
        return Ok(linked);
    }
    let providers: Vec<&str> = linked.iter().map(|identity| identity.provider.as_str()).collect();
    for entry in context.entries(user, &left, "member.identities_unlinked", &json!({ "providers": providers })) {
        change.audit(entry).await?;
    }
    change.commit().await?;
    Ok(linked)
}

/// Confirms the address of the account; returns whether it was unconfirmed before.
pub async fn confirm_address(
    accounts: &dyn AccountStore,
    (user, memberships): &(User, Vec<Membership>),
    context: &AuditContext,
) -> Result<bool, UseCaseError> {
    if user.address.verified_at.is_some() {
        return Ok(false);
    }
    let audits = context.entries(user, memberships, "member.email_verified", &json!({}));
    match accounts.prove_by_operator(user.id, context.at, OperatorGround, audits).await? {
        true => Ok(true),
        false => Err(UseCaseError::AccountDeleted),
    }
}

/// Gives the account another email address immediately; returns whether it had a different one before.
pub async fn rename(
    accounts: &dyn OrganizationStore,
    (user, memberships): &(User, Vec<Membership>),
    email: &str,
    context: &AuditContext,
) -> Result<bool, UseCaseError> {
    if user.email == email {
        return Ok(false);
    }
    let metadata = json!({ "from": shown_email(&user.email), "to": shown_email(email) });
    let entries = context.entries(user, memberships, "member.email_changed", &metadata);
    match put_address(accounts, user.id, email, entries).await? {
        true => Ok(true),
        false => Err(Conflict::AddressTaken.into()),
    }
}

/// Stores another address of an account, with the entries of the organizations that it is still a member of. Returns false, with
/// nothing stored, if an account has the address or this account does not exist.
pub async fn put_address(
    accounts: &dyn OrganizationStore,
    account: UserId,
    email: &str,
    entries: Vec<AuditDraft>,
) -> StoreResult<bool> {
    let scopes: Vec<Scope<'_>> = Scope::of_user(account, &entries).chain([Scope::Email(email)]).collect();
    let mut change = accounts.begin(&scopes).await?;
    let Some((_, memberships)) = change.account(account).await? else { return Ok(false) };
    if change.is_address_used(email).await? {
        return Ok(false);
    }
    change.replace_address(account, email).await?;
    for entry in entries {
        if memberships.iter().any(|membership| membership.org_id == entry.org_id) {
            change.audit(entry).await?;
        }
    }
    change.commit().await?;
    Ok(true)
}
