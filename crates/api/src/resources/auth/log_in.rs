//! `POST /auth/login`. Says neither in words nor in time whether an account exists.

use std::time::Duration;

use askline_domain::{
    audit::{Actor, context::AuditContext},
    identity::{
        email_address::MAX_EMAIL_BYTES, member::Membership, password::MAX_PASSWORD_CHARACTERS, secret::Secret,
        user::User,
    },
    shared::{
        ids::{Id as _, UserId},
        violation::Violations,
    },
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::{
    passwords::tries::Try,
    started_session::{LoggedIn, start_session, visitor},
};
use crate::pipeline::{
    call::Call,
    caller::NoTenant,
    error::{ApiError, Code},
    request::input::{Input, Json, Nothing},
    response::reply::Reply,
};

/// What a failure takes beside the hash. Longer than looking up an account with its memberships and browsers, since only
/// a known email has these.
const MIN_FAILURE_TIME: Duration = Duration::from_millis(150);

/// Email and password.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Credentials {
    /// The account's email address, in any case.
    #[schemars(length(max = 254))]
    pub email: String,
    /// The password.
    #[schemars(length(max = 256))]
    pub password: String,
}

/// Starts a session.
pub async fn log_in(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<Credentials>>,
) -> Result<Reply<LoggedIn>, ApiError> {
    let Json(Credentials { email, password }) = input.body;
    let email = email.trim().to_lowercase();
    check_lengths(&email, &password)?;
    let (tried, hour_used_up) = Try::to_log_in(&call.app, &call.request, &email).await?;
    match attempt(&call, &email, Secret::new(password), hour_used_up).await {
        Ok(Some((user, memberships))) => {
            tried.give_back().await;
            start_session(&call, &user, &memberships).await
        }
        Ok(None) => Err(ApiError::new(Code::InvalidCredentials, "Wrong email address or password.")),
        Err(refusal) => {
            tried.give_back().await;
            Err(refusal)
        }
    }
}

/// Longer texts belong to no account.
fn check_lengths(email: &str, password: &str) -> Result<(), ApiError> {
    let mut violations = Violations::new();
    violations.check_length("email", email, 0, MAX_EMAIL_BYTES);
    violations.check_length("password", password, 0, MAX_PASSWORD_CHARACTERS);
    Ok(violations.finish(())?)
}

/// The account, if the password is right; a refusal if it was not checked. `hour_used_up` is the refusal for unknown
/// clients when the hourly limit of the email is reached. Known clients may still try, and have their own slots.
async fn attempt(
    call: &Call<NoTenant>,
    email: &str,
    password: Secret,
    hour_used_up: Option<ApiError>,
) -> Result<Option<(User, Vec<Membership>)>, ApiError> {
    let started = call.app.clock().elapsed();
    let found = call.app.ports().organizations.user_by_email(email).await?;
    let (place, refusal) = match call.app.hashing().place() {
        Ok(place) => (Some(place), hour_used_up),
        Err(full) => (None, Some(hour_used_up.unwrap_or(full))),
    };
    if let Some(refusal) = refusal
        && !is_known(call, found.as_ref()).await?
    {
        tokio::time::sleep(MIN_FAILURE_TIME.saturating_sub(call.app.clock().elapsed() - started)).await;
        return Err(refusal);
    }
    let place = place.map_or_else(|| call.app.hashing().place_of_the_known(), Ok)?;
    let looked_up = call.app.clock().elapsed() - started;
    let hash = found.as_ref().and_then(|(user, _)| user.password_hash.clone());
    if place.verify(password, hash).await? {
        return Ok(found);
    }
    match &found {
        Some((user, memberships)) => note_failure(call, user, memberships),
        // The email is not logged: people type passwords into the wrong field.
        None => tracing::info!(address = %call.request.address, "A sign-in for an unknown email address failed"),
    }
    tokio::time::sleep(MIN_FAILURE_TIME.saturating_sub(looked_up)).await;
    Ok(None)
}

/// Whether the account was signed in from here before. Asked of an unknown email as well, since that takes time.
async fn is_known(call: &Call<NoTenant>, found: Option<&(User, Vec<Membership>)>) -> Result<bool, ApiError> {
    let user = found.map_or(UserId::from_bits(0), |(user, _)| user.id);
    Ok(call.app.ports().sessions.knows_visitor(user, &visitor(call, user), call.request.at).await?)
}

/// Notes the failure for the audit log of each organization.
fn note_failure(call: &Call<NoTenant>, user: &User, memberships: &[Membership]) {
    // The actor is the service: nobody knows who it was.
    let context = AuditContext { actor: Actor::system("log-in"), ..call.audit_context() };
    let drafts = context.entries(user, memberships, "auth.login_failed", &json!({}));
    call.app.failed_log_ins().note(user.id, drafts, call.request.at, call.app.clock().elapsed());
}
