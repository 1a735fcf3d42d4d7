//! Confirms the address that a link was emailed to, and undoes a change of address.

use askline_domain::{
    audit::AuditDraft,
    identity::{
        email_address::shown_email,
        grounds::TokenGround,
        links::{MailedLink, UNDO_LASTS},
        secret::Secret,
        token::{SIGN_UP_PREFIX, TokenPurpose, new_reset_token},
        user::User,
    },
    mail::MailContent,
    organizations::plan::Plan,
};
use jiff::Timestamp;
use serde_json::json;

use super::opened::{opened, opened_in};
use crate::{
    accounts::{
        ended_access::{audit_members, end_password},
        new_account::finish_sign_up,
        sessions::StartedSession,
        visit::Visit,
    },
    error::{Conflict, Credential, UseCaseError},
    ports::{
        change::{Change, EndedLinks, Scope},
        identity::accounts::{AccountStore, TokenAccount},
    },
};

/// An address that was confirmed.
pub struct Proven {
    /// The address.
    pub email: String,
    /// The session of the account that its confirmation created; `None` if it belongs to an account that existed.
    pub session: Option<StartedSession>,
}

/// Confirms the address that a token was emailed to. The token of a sign-up creates its account, with an organization on this
/// plan; `None` refuses these tokens.
pub async fn prove_address(visit: &Visit<'_>, token: &str, plan: Option<Plan>) -> Result<Proven, UseCaseError> {
    if token.trim().starts_with(SIGN_UP_PREFIX) {
        let plan = plan.ok_or(UseCaseError::WrongCredential(Credential::MailedLink))?;
        let (email, session) = finish_sign_up(visit, token, plan).await?;
        return Ok(Proven { email, session: Some(session) });
    }
    let email = prove_own_address(visit, token).await?;
    Ok(Proven { email, session: None })
}

async fn prove_own_address(visit: &Visit<'_>, token: &str) -> Result<String, UseCaseError> {
    let (TokenAccount { user, memberships, email }, ground) = opened(visit, TokenPurpose::Proof, token).await?;
    visit.instance.providers.check_address_allowed(&user, &memberships, &email)?;
    let metadata = json!({ "email": shown_email(&email) });
    let entries = visit.by(&user).entries(&user, &memberships, "auth.email_verified", &metadata);
    confirm_address(&*visit.instance.ports.accounts, ground, &email, visit.context.at, entries).await?;
    Ok(email)
}

/// Restores the account's previous address, and returns it. Ends every session, removes the password, and emails a link that sets
/// a new one.
pub async fn undo_address(visit: &Visit<'_>, token: &str) -> Result<String, UseCaseError> {
    let (TokenAccount { user, memberships, email }, ground) = opened(visit, TokenPurpose::Undo, token).await?;
    let metadata = json!({ "from": shown_email(&user.email), "to": shown_email(&email) });
    let entries = visit.by(&user).entries(&user, &memberships, "auth.email_change_undone", &metadata);
    let (reset, at) = (new_reset_token(&mut rand::rng()), visit.context.at);
    restore_address(&*visit.instance.ports.accounts, ground, &email, &reset, at, entries).await?;
    Ok(email)
}

/// Gives the account of a link the address that it was emailed to. If that is another one, all links end except those that undo a
/// change; otherwise only those that confirm this address.
pub async fn confirm_address(
    accounts: &dyn AccountStore,
    ground: TokenGround,
    email: &str,
    at: Timestamp,
    entries: Vec<AuditDraft>,
) -> Result<(), UseCaseError> {
    let user = ground.user;
    let mut change = accounts.begin(&Scope::of_address(user, &entries, email)).await?;
    let (account, link) = give_address(&mut *change, TokenPurpose::Proof, ground, at).await?;
    let ended = if account.email == link.email { EndedLinks::ProofsOf(&link.email) } else { EndedLinks::AllButUndo };
    change.end_mailed_links(user, ended).await?;
    audit_members(&mut *change, user, entries).await?;
    change.commit().await?;
    Ok(())
}

/// Gives the account of a link its former address back, and ends all that a person who changed it may have or know: the password,
/// linked identities, newer second factors, every session and link. Emails a link that sets a new password.
pub async fn restore_address(
    accounts: &dyn AccountStore,
    ground: TokenGround,
    email: &str,
    reset: &Secret,
    at: Timestamp,
    entries: Vec<AuditDraft>,
) -> Result<(), UseCaseError> {
    let user = ground.user;
    let mut change = accounts.begin(&Scope::of_address(user, &entries, email)).await?;
    let (_, link) = give_address(&mut *change, TokenPurpose::Undo, ground, at).await?;
    let left = change.delete_factors_since(user, at - UNDO_LASTS).await?;
    change.put_factors(user, left).await?;
    if left.is_empty() {
        change.put_recovery_codes(user, &[]).await?;
    }
    end_password(&mut *change, user).await?;
    change.end_mailed_links(user, EndedLinks::All).await?;
    change.insert_mailed_link(&MailedLink::new(TokenPurpose::Reset, reset, Some(user), &link.email, at)).await?;
    change.mail(user, MailContent::Restored { token: reset.expose().to_owned() }, at).await?;
    audit_members(&mut *change, user, entries).await?;
    change.commit().await?;
    Ok(())
}

/// Gives the account of a valid link the address that it was emailed to, which is confirmed thereby, unless another account has it.
/// Returns the account before, and the link.
async fn give_address(
    change: &mut dyn Change,
    purpose: TokenPurpose,
    ground: TokenGround,
    at: Timestamp,
) -> Result<(User, MailedLink), UseCaseError> {
    let opened = opened_in(change, purpose, ground, at).await?;
    let (account, link) = opened.ok_or(UseCaseError::WrongCredential(Credential::MailedLink))?;
    let is_other = account.email != link.email;
    if is_other && change.is_address_taken(&link.email, Some(account.id), at).await? {
        return Err(Conflict::AddressOfOther.into());
    }
    change.put_address(account.id, &link.email, Some(at)).await?;
    if is_other {
        change.put_pending_address(account.id, None).await?;
        change.raise_credential_version(account.id).await?;
    }
    Ok((account, link))
}
