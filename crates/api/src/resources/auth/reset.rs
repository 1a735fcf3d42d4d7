//! `POST /auth/reset` and `POST /auth/reset/finish`: a new password through an emailed link. Neither the answer nor its
//! time reveals whether there is an account.

use std::time::Duration;

use askline_app::ports::{again::again_if_rolled_back, identity::accounts::TokenAccount};
use askline_domain::{
    identity::{
        account_input::ResetFinish,
        email_address::MAX_EMAIL_BYTES,
        secret::SecretDigest,
        token::{TokenPurpose, new_reset_token},
    },
    shared::violation::Violations,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    mail_limits::{check_mail, take_to_address},
    sessions::{Ended, EndedHere},
    started_session::language_of,
};
use crate::pipeline::{
    call::Call,
    caller::NoTenant,
    error::{ApiError, Code},
    request::input::{Input, Json, Nothing},
    response::reply::Reply,
};

/// The time that a request takes in any case: longer than storing a token for an account.
const MIN_ANSWER_TIME: Duration = Duration::from_millis(150);

/// The account whose password is to be reset.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResetRequest {
    /// The account's email address, in upper or lower case.
    #[schemars(length(max = 254))]
    pub email: String,
}

/// The state of a request for an email.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Asked {
    /// It was accepted.
    Accepted,
}

/// The answer to a request for a link, whether or not one is sent.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResetAsked {
    /// Always `accepted`.
    pub status: Asked,
}

/// Emails a link that sets a new password, if the address is the confirmed one of an account.
pub async fn request_reset(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<ResetRequest>>,
) -> Result<Reply<ResetAsked>, ApiError> {
    check_mail(&call.app)?;
    let started = call.app.clock().elapsed();
    let email = input.body.0.email.trim().to_lowercase();
    let mut violations = Violations::new();
    violations.check_length("email", &email, 0, MAX_EMAIL_BYTES);
    violations.finish(())?;
    // Beyond the limit, the same work is done as for an address without an account.
    let to = match take_to_address(&call.app, &email).await {
        Ok(()) => email.as_str(),
        Err(_) => "",
    };
    let token = new_reset_token(&mut rand::rng());
    let (accounts, language, at) = (&call.app.ports().accounts, language_of(&call), call.request.at);
    again_if_rolled_back(|| accounts.request_reset(to, &token, language, at)).await?;
    tokio::time::sleep(MIN_ANSWER_TIME.saturating_sub(call.app.clock().elapsed() - started)).await;
    Ok(Reply::new(ResetAsked { status: Asked::Accepted }))
}

/// Sets a new password. Every session ends, this one included: sign in with the new password.
pub async fn finish_reset(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<ResetFinish>>,
) -> Result<Reply<EndedHere>, ApiError> {
    let Json(body) = input.body;
    let digest = SecretDigest::of(body.token.trim());
    let (accounts, at) = (&call.app.ports().accounts, call.request.at);
    let found = accounts.token_account(TokenPurpose::Reset, digest, at).await?;
    let TokenAccount { user, memberships, .. } = found.ok_or_else(unknown)?;
    let password = body.check(&user.email)?;
    let hash = call.app.hashing().place()?.hash(password).await?;
    let audits = call.audit_context().by(&user).entries(&user, &memberships, "auth.password_reset", &json!({}));
    match again_if_rolled_back(|| accounts.finish_reset(digest, user.id, &hash, at, audits.clone())).await? {
        true => Ok(Reply::new(EndedHere { status: Ended::Ended })),
        false => Err(unknown()),
    }
}

fn unknown() -> ApiError {
    let text = "This link is unknown, was used, or has expired. Ask for a new one.";
    ApiError::new(Code::InvalidCredentials, text)
}
