//! Changes an account's email address, confirms addresses, and undoes a change.

use askline_domain::identity::{
    account_input::AddressChange,
    grounds::TokenGround,
    secret::SecretDigest,
    token::{TokenPurpose, new_proof_token, new_reset_token, new_undo_token},
};
use serde_json::json;

use super::{
    bounds::{confirm, take_address_change, take_mail_to},
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
    if user.password_hash.is_none() {
        return Err(Conflict::NoPassword.into());
    }
    let ground = confirm(visit, grant, password, "password").await?;
    let limiter = &*visit.instance.ports.rate_limiter;
    take_address_change(limiter, user.id).await?;
    take_mail_to(limiter, &email).await?;
    let (proof, undo) = (new_proof_token(&mut rand::rng()), new_undo_token(&mut rand::rng()));
    let metadata = json!({ "email": email });
    let audits = visit.context.entries(user, memberships, "auth.email_change_requested", &metadata);
    let (accounts, at) = (&visit.instance.ports.accounts, visit.context.at);
    match again_if_rolled_back(|| accounts.ask_for_address(ground, &email, &proof, &undo, at, audits.clone())).await? {
        true => Ok(email),
        false => Err(UseCaseError::AccountDeleted),
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
    take_mail_to(&*visit.instance.ports.rate_limiter, &email).await?;
    let token = new_proof_token(&mut rand::rng());
    let accounts = &visit.instance.ports.accounts;
    let mailed = match pending {
        Some(_) => again_if_rolled_back(|| accounts.ask_again(ground, &token, at)).await?,
        None => again_if_rolled_back(|| accounts.ask_for_proof(ground, &token, at)).await?,
    };
    mailed.then_some(email).ok_or_else(|| Conflict::AddressProven.into())
}

/// Confirms the address that a token was emailed to; returns the address.
pub async fn prove_address(visit: &Visit<'_>, token: &str) -> Result<String, UseCaseError> {
    let (TokenAccount { user, memberships, email }, ground) = opened(visit, TokenPurpose::Proof, token).await?;
    let audits = visit.by(&user).entries(&user, &memberships, "auth.email_verified", &json!({ "email": email }));
    done(visit.instance.ports.accounts.prove(ground, visit.context.at, audits).await?, email)
}

/// Restores the account's previous address, and returns it. Ends every session, removes the password, and emails a link that sets
/// a new one.
pub async fn undo_address(visit: &Visit<'_>, token: &str) -> Result<String, UseCaseError> {
    let (TokenAccount { user, memberships, email }, ground) = opened(visit, TokenPurpose::Undo, token).await?;
    let metadata = json!({ "from": user.email, "to": email });
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
