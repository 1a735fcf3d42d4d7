//! What the operator does to accounts, without knowing their passwords and without sending email.

use askline_domain::{
    audit::context::AuditContext,
    identity::{
        member::Membership,
        secret::Secret,
        token::{ONE_TIME_LASTS, new_one_time_token},
        user::User,
    },
};
use jiff::Timestamp;
use serde_json::json;

use crate::{
    error::{Conflict, UseCaseError},
    ports::{
        identity::{
            accounts::AccountStore,
            sessions::{OneTimeToken, SessionStore},
        },
        organizations::OrganizationStore,
    },
};

/// Creates a token that signs in to the account once, to set a new password; returns it and when it expires.
pub async fn make_one_time_link(
    sessions: &dyn SessionStore,
    (user, memberships): &(User, Vec<Membership>),
    context: &AuditContext,
) -> Result<(Secret, Timestamp), UseCaseError> {
    let secret = new_one_time_token(&mut rand::rng());
    let token = OneTimeToken { user_id: user.id, digest: secret.digest(), expires_at: context.at + ONE_TIME_LASTS };
    let audits = context.entries(user, memberships, "member.password_reset", &json!({}));
    match sessions.create_one_time_token(&token, audits).await? {
        true => Ok((secret, token.expires_at)),
        false => Err(UseCaseError::AccountDeleted),
    }
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
    match accounts.prove_by_operator(user.id, context.at, audits).await? {
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
    let audits =
        context.entries(user, memberships, "member.email_changed", &json!({ "from": user.email, "to": email }));
    match accounts.rename_user(user.id, email, audits).await? {
        true => Ok(true),
        false => Err(Conflict::AddressTaken.into()),
    }
}
