//! `POST /auth/login`. Says neither in words nor in time whether an account exists.

use std::time::Duration;

use askline_domain::{
    audit::{Actor, AuditDraft},
    organization::{Membership, User},
    secret::Secret,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::{
    password_place::Place,
    started_session::{LoggedIn, start_session, user_target},
};
use crate::{
    caller::{Call, NoTenant},
    error::{ApiError, Code},
    input::{Input, Json, Nothing},
    reply::Reply,
};

/// From the moment that a password turned out wrong to the answer. Longer than writing the audit entries takes,
/// since only a known e-mail has an audit log to write to.
const FAILURE_TAKES_LEAST: Duration = Duration::from_millis(150);

/// E-mail and password.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Credentials {
    /// The account's e-mail address, in any case.
    pub email: String,
    /// The password.
    pub password: String,
}

/// Starts a session.
pub async fn log_in(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<Credentials>>,
) -> Result<Reply<LoggedIn>, ApiError> {
    let Json(Credentials { email, password }) = input.body;
    let place = Place::take()?;
    let email = email.trim().to_lowercase();
    let found = call.app.ports().organizations.user_by_email(&email).await?;
    let hash = found.as_ref().and_then(|(user, _)| user.password_hash.as_deref().map(Into::into));
    let right = place.verify(&call, &email, Secret::new(password), hash).await?;
    match found {
        Some((user, memberships)) if right => start_session(&call, &user, &memberships).await,
        found => {
            let answered_at = tokio::time::sleep(FAILURE_TAKES_LEAST);
            match found {
                Some((user, memberships)) => record_failure(&call, &user, &memberships).await,
                // The e-mail is not logged: people type passwords into the wrong field.
                None => tracing::info!(address = %call.request.address, "A log-in for an unknown e-mail failed"),
            }
            answered_at.await;
            Err(wrong())
        }
    }
}

fn wrong() -> ApiError {
    ApiError::new(Code::InvalidCredentials, "E-mail and password do not belong together.")
}

/// Writes an audit entry for each organization. A store that is away must not change the answer.
async fn record_failure(call: &Call<NoTenant>, user: &User, memberships: &[Membership]) {
    let audits = memberships
        .iter()
        .map(|membership| AuditDraft {
            // Who it was is what is not known.
            actor: Actor::system("log-in"),
            ..call.audit(membership.org_id, "auth.login_failed", vec![user_target(user)], json!({}))
        })
        .collect();
    if let Err(error) = call.app.ports().sessions.record_failed_log_in(audits).await {
        tracing::error!(%error, user.id = %user.id, "A failed log-in could not be written to the audit log");
    }
}
