//! What the operator does to accounts, without knowing their passwords.

use askline_domain::{
    audit::{AuditDraft, context::AuditContext},
    identity::{
        email_address::shown_email, linked_identity::LinkedIdentity, second_factor::assurance::FactorSet, user::User,
    },
    keys::KeyRecord,
    mail::{FactorChange, MailContent},
    organizations::member::Membership,
    shared::ids::UserId,
};
use jiff::Timestamp;
use serde_json::json;

use super::{
    access::entries_with_programs,
    ended_access::{audit_members, end_access},
};
use crate::{
    error::{Conflict, UseCaseError},
    keys,
    left_programs::LeftPrograms,
    ports::{
        StoreResult,
        change::{EndedLinks, Scope},
        identity::{accounts::AccountStore, factors::FactorStore, sessions::SessionStore},
        keys::KeyStore,
        organizations::OrganizationStore,
        service_accounts::ServiceAccountStore,
    },
};

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
    let entries = entries_with_programs(context, (user, memberships), "member.locked", &named);
    let is_new = lock_account(ports.sessions, user.id, context.at, entries).await?;
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

/// Locks an account, ends every way into it, and emails the person. Returns false, with nothing stored, if it is locked or does not
/// exist.
pub async fn lock_account(
    sessions: &dyn SessionStore,
    user: UserId,
    at: Timestamp,
    entries: Vec<AuditDraft>,
) -> StoreResult<bool> {
    let mut change = sessions.begin(&Scope::of_user(user, &entries)).await?;
    if change.account(user).await?.is_none_or(|(account, _)| account.locked_at.is_some()) {
        return Ok(false);
    }
    change.put_locked(user, Some(at)).await?;
    end_access(&mut *change, user, None).await?;
    change.mail(user, MailContent::AccountLocked, at).await?;
    audit_members(&mut *change, user, entries).await?;
    change.commit().await?;
    Ok(true)
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
    Ok(unlock_account(sessions, user.id, context.entries(user, memberships, "member.unlocked", &json!({}))).await?)
}

/// Lets a locked account sign in again. Returns false, with nothing stored, if it is not locked or does not exist.
pub async fn unlock_account(sessions: &dyn SessionStore, user: UserId, entries: Vec<AuditDraft>) -> StoreResult<bool> {
    let mut change = sessions.begin(&Scope::of_user(user, &entries)).await?;
    if change.account(user).await?.is_none_or(|(account, _)| account.locked_at.is_none()) {
        return Ok(false);
    }
    change.put_locked(user, None).await?;
    audit_members(&mut *change, user, entries).await?;
    change.commit().await?;
    Ok(true)
}

/// Removes every second factor of the account with its recovery codes and remembered browsers, and emails the person. Returns
/// whether there was one.
pub async fn reset_second_factor(
    factors: &dyn FactorStore,
    (user, memberships): &(User, Vec<Membership>),
    context: &AuditContext,
) -> Result<bool, UseCaseError> {
    let mut change = factors.begin(&Scope::of_person(user.id, memberships)).await?;
    let (now, _) = change.account(user.id).await?.ok_or(UseCaseError::AccountDeleted)?;
    if now.factors.is_empty() {
        return Ok(false);
    }
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
    let entries = context.entries(user, memberships, "member.second_factor_reset", &json!({}));
    audit_members(&mut *change, user.id, entries).await?;
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
    change.account(user.id).await?.ok_or(UseCaseError::AccountDeleted)?;
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
    let metadata = json!({ "providers": providers });
    let entries = context.entries(user, memberships, "member.identities_unlinked", &metadata);
    audit_members(&mut *change, user.id, entries).await?;
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
    let entries = context.entries(user, memberships, "member.email_verified", &json!({}));
    if put_confirmed(accounts, user.id, context.at, entries).await? {
        Ok(true)
    } else {
        Err(UseCaseError::AccountDeleted)
    }
}

/// Stores that the address of an account is confirmed; returns whether the account exists.
pub async fn put_confirmed(
    accounts: &dyn AccountStore,
    user: UserId,
    at: Timestamp,
    entries: Vec<AuditDraft>,
) -> StoreResult<bool> {
    let mut change = accounts.begin(&Scope::of_user(user, &entries)).await?;
    let Some((account, _)) = change.account(user).await? else { return Ok(false) };
    change.confirm_address(user, &account.email, at).await?;
    audit_members(&mut *change, user, entries).await?;
    change.commit().await?;
    Ok(true)
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
    if put_address(accounts, user.id, email, entries).await? { Ok(true) } else { Err(Conflict::AddressTaken.into()) }
}

/// Stores another address of an account, with the entries of the organizations that it is still a member of. Returns false, with
/// nothing stored, if an account has the address or this account does not exist.
pub async fn put_address(
    accounts: &dyn OrganizationStore,
    account: UserId,
    email: &str,
    entries: Vec<AuditDraft>,
) -> StoreResult<bool> {
    let mut change = accounts.begin(&Scope::of_address(account, &entries, email)).await?;
    if change.account(account).await?.is_none() || change.account_of_address(email).await?.is_some() {
        return Ok(false);
    }
    change.put_address(account, email, None).await?;
    change.raise_credential_version(account).await?;
    change.put_pending_address(account, None).await?;
    // Links emailed to the old address must stop working, those that restore a former one included.
    change.end_mailed_links(account, EndedLinks::All).await?;
    audit_members(&mut *change, account, entries).await?;
    change.commit().await?;
    Ok(true)
}
