//! Changes an account's email address, and emails links that confirm one.

use askline_domain::{
    audit::AuditDraft,
    identity::{
        account_input::AddressChange,
        address_state::PendingAddress,
        email_address::shown_email,
        grounds::{ConfirmedGround, SessionGround},
        links::{MailedLink, PROOF_LASTS},
        secret::Secret,
        token::{TokenPurpose, new_proof_token, new_undo_token},
        user::User,
    },
    mail::MailContent,
};
use jiff::Timestamp;
use serde_json::json;

use super::{
    bounds::{confirm, too_often},
    ended_access::audit_members,
    visit::Visit,
};
use crate::{
    error::{Conflict, UseCaseError},
    ports::{
        StoreResult,
        again::again_if_rolled_back,
        change::{Change, EndedLinks, Scope},
        identity::{accounts::AccountStore, sessions::SessionGrant},
        mail::{MailLimitReached, Mailed},
    },
};

/// Emails a confirmation link to another address, which the account gets once it is confirmed, and notifies the current address.
/// Returns the other address.
pub async fn ask_for_address(
    visit: &Visit<'_>,
    grant: &SessionGrant,
    change: AddressChange,
) -> Result<String, UseCaseError> {
    visit.instance.check_sends_mail()?;
    let SessionGrant { user, memberships, .. } = grant;
    let (email, password) = change.check(user)?;
    visit.instance.providers.check_address_allowed(user, memberships, &email)?;
    if user.password_hash.is_none() {
        return Err(Conflict::NoPassword.into());
    }
    let ground = confirm(visit, grant, password, "password").await?;
    let (proof, undo) = (new_proof_token(&mut rand::rng()), new_undo_token(&mut rand::rng()));
    let metadata = json!({ "email": shown_email(&email) });
    let entries = visit.context.entries(user, memberships, "auth.email_change_requested", &metadata);
    let (accounts, at) = (&*visit.instance.ports.accounts, visit.context.at);
    let tokens = (&proof, &undo);
    match again_if_rolled_back(|| mail_other_address(accounts, ground, &email, tokens, at, entries.clone())).await? {
        Mailed::Stored => Ok(email),
        Mailed::NotNeeded => Err(UseCaseError::AccountDeleted),
        Mailed::TooOften(reached) => Err(too_often(reached, at)),
    }
}

/// Emails another confirmation link: to the requested address, or else to the account's own address unless that is confirmed and
/// works. Returns the address.
pub async fn ask_for_proof(visit: &Visit<'_>, grant: &SessionGrant) -> Result<String, UseCaseError> {
    let (user, ground) = (&grant.user, grant.ground());
    let at = visit.context.at;
    visit.instance.check_sends_mail()?;
    let pending = user.address.pending.as_ref().filter(|pending| pending.until > at);
    let email = pending.map_or(&user.email, |pending| &pending.email).clone();
    if pending.is_none() && user.address.verified_at.is_some() && user.address.refused.is_none() {
        return Err(Conflict::AddressProven.into());
    }
    let token = new_proof_token(&mut rand::rng());
    let accounts = &*visit.instance.ports.accounts;
    match again_if_rolled_back(|| mail_another_proof(accounts, ground, &email, &token, at)).await? {
        Mailed::Stored => Ok(email),
        Mailed::NotNeeded => Err(Conflict::AddressProven.into()),
        Mailed::TooOften(reached) => Err(too_often(reached, at)),
    }
}

/// Stores that an account requested another address, emails the address a link that confirms it, and emails the account's own
/// address, which can undo the change with the second token if it is confirmed. Ends an earlier request.
pub async fn mail_other_address(
    accounts: &dyn AccountStore,
    ground: ConfirmedGround,
    email: &str,
    (proof, undo): (&Secret, &Secret),
    at: Timestamp,
    entries: Vec<AuditDraft>,
) -> StoreResult<Mailed> {
    let user = ground.session.user;
    let mut change = accounts.begin(&Scope::of_address(user, &entries, email)).await?;
    change.compare_confirmed(ground).await?;
    let Some((account, _)) = change.account(user).await? else { return Ok(Mailed::NotNeeded) };
    // Links that set a new password stay valid: the account keeps its address until the new one is confirmed.
    change.end_mailed_links(user, EndedLinks::Proofs).await?;
    let pending = PendingAddress { email: email.to_owned(), until: at + PROOF_LASTS };
    change.put_pending_address(user, Some(&pending)).await?;
    if let Err(reached) = mail_proof(&mut *change, &account, email, proof, at).await? {
        return Ok(Mailed::TooOften(reached));
    }
    let is_confirmed = account.address.verified_at.is_some();
    if is_confirmed {
        let link = MailedLink::new(TokenPurpose::Undo, undo, Some(user), &account.email, at);
        change.insert_mailed_link(&link).await?;
    }
    let undo = is_confirmed.then(|| undo.expose().to_owned());
    let content = MailContent::AddressChange { email: email.to_owned(), undo };
    if let Err(reached) = change.mail_to(&account, &account.email, content, at).await? {
        return Ok(Mailed::TooOften(reached));
    }
    audit_members(&mut *change, user, entries).await?;
    change.commit().await?;
    Ok(Mailed::Stored)
}

/// Emails another confirmation link to an address, if the session's account still waits for that.
pub async fn mail_another_proof(
    accounts: &dyn AccountStore,
    ground: SessionGround,
    email: &str,
    token: &Secret,
    at: Timestamp,
) -> StoreResult<Mailed> {
    let mut change = accounts.begin(&[Scope::User(ground.user), Scope::Email(email)]).await?;
    change.compare_session(ground).await?;
    let account = change.account(ground.user).await?;
    let Some((account, _)) = account.filter(|(user, _)| user.awaits_proof_of(email, at)) else {
        return Ok(Mailed::NotNeeded);
    };
    if let Err(reached) = mail_proof(&mut *change, &account, email, token, at).await? {
        return Ok(Mailed::TooOften(reached));
    }
    change.commit_without_notice().await?;
    Ok(Mailed::Stored)
}

/// Stores a link that confirms an address, and emails it there, unless a limit is reached.
async fn mail_proof(
    change: &mut dyn Change,
    account: &User,
    email: &str,
    token: &Secret,
    at: Timestamp,
) -> StoreResult<Result<(), MailLimitReached>> {
    let link = MailedLink::new(TokenPurpose::Proof, token, Some(account.id), email, at);
    change.insert_mailed_link(&link).await?;
    let content = MailContent::Proof { token: token.expose().to_owned(), is_new: account.email != email };
    change.mail_to(account, email, content, at).await
}
