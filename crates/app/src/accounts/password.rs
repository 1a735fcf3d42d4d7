//! Changes passwords, in a session or with an emailed link.

use askline_domain::{
    identity::{
        account::ChangedPassword,
        account_input::{PasswordChange, ResetFinish},
        email_address::{MAX_EMAIL_BYTES, stored_email},
        grounds::NobodyGround,
        secret::Secret,
        token::{TokenPurpose, new_reset_token},
    },
    shared::violation::Violations,
};
use serde_json::json;

use super::{
    address::opened,
    bounds::{MIN_ANSWER_TIME, confirm},
    visit::Visit,
};
use crate::{
    error::{Credential, UseCaseError},
    ports::{
        again::again_if_rolled_back,
        identity::{accounts::TokenAccount, sessions::SessionGrant},
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
    let audits = visit.context.entries(user, memberships, "auth.password_changed", &json!({}));
    let (sessions, at) = (&*visit.instance.ports.sessions, visit.context.at);
    let (known, token) = visit.known_from_now_on(user.id);
    again_if_rolled_back(|| sessions.change_password(ground, &new_hash, &known, at, audits.clone())).await?;
    Ok(token)
}

/// Emails a link that sets a new password, if an account has the address, the address is confirmed and has not refused
/// email, and its limit of emails is not reached. Neither the response nor its time reveals whether that is so.
pub async fn request_reset(visit: &Visit<'_>, email: &str) -> Result<(), UseCaseError> {
    visit.instance.check_sends_mail()?;
    let started = visit.clock.elapsed();
    let email = stored_email(email);
    let mut violations = Violations::new();
    violations.check_length("email", &email, 0, MAX_EMAIL_BYTES);
    violations.finish(())?;
    let (accounts, token) = (&visit.instance.ports.accounts, new_reset_token(&mut rand::rng()));
    again_if_rolled_back(|| accounts.request_reset(&email, &token, visit.language, visit.context.at, NobodyGround))
        .await?;
    tokio::time::sleep(MIN_ANSWER_TIME.saturating_sub(visit.clock.elapsed() - started)).await;
    Ok(())
}

/// Sets a new password with the token of an emailed link, and ends every session.
pub async fn finish_reset(visit: &Visit<'_>, finish: ResetFinish) -> Result<(), UseCaseError> {
    let (TokenAccount { user, memberships, .. }, ground) = opened(visit, TokenPurpose::Reset, &finish.token).await?;
    let password = finish.check(&user.email)?;
    let hash = visit.instance.hashing.place()?.hash(password).await?;
    let audits = visit.by(&user).entries(&user, &memberships, "auth.password_reset", &json!({}));
    let (accounts, at) = (&visit.instance.ports.accounts, visit.context.at);
    match again_if_rolled_back(|| accounts.finish_reset(ground, &hash, at, audits.clone())).await? {
        true => Ok(()),
        false => Err(UseCaseError::WrongCredential(Credential::MailedLink)),
    }
}
