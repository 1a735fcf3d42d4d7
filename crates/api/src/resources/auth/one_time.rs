//! `POST /auth/one-time`: signs in with a token that the operator created, which works once.
//!
//! A token for a person who cannot sign in ends all other sessions and the old password, and the session may set a new password
//! without the old one; a token of a demonstration ends nothing.

use askline_domain::identity::{secret::SecretDigest, token::OneTimeUse};
use schemars::JsonSchema;
use serde::Deserialize;

use super::started_session::{LoggedIn, answer_with, log_in_entries, new_session};
use crate::pipeline::{
    call::Call,
    caller::NoTenant,
    error::{ApiError, Code},
    request::input::{Input, Json, Nothing},
    response::reply::Reply,
};

/// A one-time token.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OneTimeEntry {
    /// The token: the part after `#` in the address.
    pub token: String,
}

/// Starts a session of the account that the token was made for. After `once_…` set a new password: the old one no longer works.
pub async fn enter_once(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<OneTimeEntry>>,
) -> Result<Reply<LoggedIn>, ApiError> {
    let Json(OneTimeEntry { token }) = input.body;
    let (digest, used_for) = (SecretDigest::of(token.trim()), OneTimeUse::of(token.trim()));
    let (sessions, at) = (&call.app.ports().sessions, call.request.at);
    let id = sessions.one_time_account(digest, at).await?.ok_or_else(unknown)?;
    let (user, memberships) = call.app.ports().organizations.user(id).await?.ok_or_else(unknown)?;
    let (session, token) = new_session(&call, user.id);
    let audits = log_in_entries(&call, &user, &memberships, &session);
    let ended = sessions.spend_one_time_token(digest, used_for, at, &session, audits).await?.ok_or_else(unknown)?;
    answer_with(&call, &user, &memberships, (&session, &token), ended)
}

fn unknown() -> ApiError {
    ApiError::new(Code::InvalidCredentials, "This one-time link is unknown, was used, or has expired.")
}
