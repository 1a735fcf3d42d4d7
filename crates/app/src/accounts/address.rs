//! Changes an account's email address, confirms addresses, and undoes a change.

use askline_domain::{
    identity::{
        account_input::AddressChange,
        email_address::shown_email,
        grounds::TokenGround,
        secret::SecretDigest,
        token::{SIGN_UP_PREFIX, TokenPurpose, new_proof_token, new_reset_token, new_undo_token},
    },
    organizations::plan::Plan,
};
use serde_json::json;

use super::{
    bounds::{confirm, too_often},
    new_account::finish_sign_up,
    started_session::StartedSession,
    visit::Visit,
};
use crate::{
    error::{Conflict, Credential, UseCaseError},
    ports::{
        again::again_if_rolled_back,
        identity::{
            accounts::{Proving, TokenAccount},
            sessions::SessionGrant,
        },
        mail::Mailed,
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
    let audits = visit.context.entries(user, memberships, "auth.email_change_requested", &metadata);
    let (accounts, at) = (&visit.instance.ports.accounts, visit.context.at);
    match again_if_rolled_back(|| accounts.ask_for_address(ground, &email, &proof, &undo, at, audits.clone())).await? {
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
    let accounts = &visit.instance.ports.accounts;
    let mailed = match pending {
        Some(_) => again_if_rolled_back(|| accounts.ask_again(ground, &email, &token, at)).await?,
        None => again_if_rolled_back(|| accounts.ask_for_proof(ground, &email, &token, at)).await?,
    };
    match mailed {
        Mailed::Stored => Ok(email),
        Mailed::NotNeeded => Err(Conflict::AddressProven.into()),
        Mailed::TooOften(reached) => Err(too_often(reached, at)),
    }
}

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
    let audits =
        visit.by(&user).entries(&user, &memberships, "auth.email_verified", &json!({ "email": shown_email(&email) }));
    done(visit.instance.ports.accounts.prove(ground, visit.context.at, audits).await?, email)
}

/// Restores the account's previous address, and returns it. Ends every session, removes the password, and emails a link that sets
/// a new one.
pub async fn undo_address(visit: &Visit<'_>, token: &str) -> Result<String, UseCaseError> {
    let (TokenAccount { user, memberships, email }, ground) = opened(visit, TokenPurpose::Undo, token).await?;
    let metadata = json!({ "from": shown_email(&user.email), "to": shown_email(&email) });
    let audits = visit.by(&user).entries(&user, &memberships, "auth.email_change_undone", &metadata);
    let (reset, at) = (new_reset_token(&mut rand::rng()), visit.context.at);
    done(visit.instance.ports.accounts.undo_address(ground, &reset, at, audits).await?, email)
}

/// Returns the account that an emailed token was created for, and the ground of what the token allows.
pub(super) async fn opened(
    visit: &Visit<'_>,
    purpose: TokenPurpose,
    token: &str,
) -> Result<(TokenAccount, TokenGround), UseCaseError> {
    let digest = SecretDigest::of(token.trim());
    let found = visit.instance.ports.accounts.token_account(purpose, digest, visit.context.at).await?;
    let found = found.ok_or(UseCaseError::WrongCredential(Credential::MailedLink))?;
    let ground = TokenGround { user: found.user.id, digest };
    Ok((found, ground))
}

fn done(proving: Proving, email: String) -> Result<String, UseCaseError> {
    match proving {
        Proving::Proven => Ok(email),
        Proving::Unknown => Err(UseCaseError::WrongCredential(Credential::MailedLink)),
        Proving::EmailTaken => Err(Conflict::AddressOfOther.into()),
    }
}
