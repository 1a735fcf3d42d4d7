//! `/auth/email`: changes an account's email address, confirms addresses, and undoes a change.

use askline_app::ports::{
    again::again_if_rolled_back,
    identity::accounts::{Proving, TokenAccount},
};
use askline_domain::identity::{
    account_input::AddressChange,
    secret::SecretDigest,
    token::{TokenPurpose, new_proof_token, new_reset_token, new_undo_token},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    mail_limits::{check_mail, take_address_change, take_to_address, too_many},
    reset::Asked,
    sessions::check_password,
};
use crate::pipeline::{
    call::Call,
    caller::NoTenant,
    error::{ApiError, Code},
    request::input::{Input, Json, Nothing},
    response::reply::Reply,
};

/// The answer to a request for a confirmation email.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddressAsked {
    /// Always `accepted`.
    pub status: Asked,
    /// The address that the email goes to.
    pub email: String,
}

/// The token of an emailed link.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MailedLink {
    /// The token: the part after `#` in the address.
    pub token: String,
}

/// A confirmed address of an account.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddressProven {
    /// The address.
    pub email: String,
}

/// Sends a confirmation email to the new address, which replaces the account's address once it is confirmed, and
/// notifies the current address.
pub async fn ask_for_address(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<AddressChange>>,
) -> Result<Reply<AddressAsked>, ApiError> {
    check_mail(&call.app)?;
    let Json(body) = input.body;
    let grant = call.session()?;
    let user = &grant.user;
    let (email, password) = body.check(user)?;
    let Some(hash) = user.password_hash.clone() else {
        return Err(ApiError::new(Code::Conflict, "Set a password first: it is asked for with the new address."));
    };
    check_password(&call, user, password, hash, "password").await?;
    take_address_change(&call.app, user.id).await?;
    take_to_address(&call.app, &email).await.map_err(too_many)?;
    let (proof, undo) = (new_proof_token(&mut rand::rng()), new_undo_token(&mut rand::rng()));
    let audits = call.audit_context().by(user).entries(
        user,
        &grant.memberships,
        "auth.email_change_asked",
        &json!({ "email": email }),
    );
    let accounts = &call.app.ports().accounts;
    let (id, at) = (user.id, call.request.at);
    match again_if_rolled_back(|| accounts.ask_for_address(id, &email, &proof, &undo, at, audits.clone())).await? {
        true => Ok(Reply::new(AddressAsked { status: Asked::Accepted, email })),
        false => Err(ApiError::new(Code::SessionExpired, "The account was deleted.")),
    }
}

/// Sends another confirmation email: to the requested address, or else to the account's own if it is not confirmed.
pub async fn ask_for_proof(call: Call<NoTenant>, _: Input) -> Result<Reply<AddressAsked>, ApiError> {
    check_mail(&call.app)?;
    let (user, at) = (&call.session()?.user, call.request.at);
    let pending = user.address.pending.as_ref().filter(|pending| pending.until > at);
    let email = pending.map_or(&user.email, |pending| &pending.email).clone();
    if pending.is_none() && user.address.verified_at.is_some() && user.address.refused.is_none() {
        return Err(proven_already());
    }
    take_to_address(&call.app, &email).await.map_err(too_many)?;
    let token = new_proof_token(&mut rand::rng());
    let accounts = &call.app.ports().accounts;
    let mailed = match pending {
        Some(_) => again_if_rolled_back(|| accounts.ask_again(user.id, &token, at)).await?,
        None => again_if_rolled_back(|| accounts.ask_for_proof(user.id, &token, at)).await?,
    };
    match mailed {
        true => Ok(Reply::new(AddressAsked { status: Asked::Accepted, email })),
        false => Err(proven_already()),
    }
}

fn proven_already() -> ApiError {
    ApiError::new(Code::Conflict, "Your address is confirmed already.")
}

/// Confirms an address.
pub async fn prove_address(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<MailedLink>>,
) -> Result<Reply<AddressProven>, ApiError> {
    let digest = SecretDigest::of(input.body.0.token.trim());
    let TokenAccount { user, memberships, email } = opened(&call, TokenPurpose::Proof, digest).await?;
    let audits =
        call.audit_context().by(&user).entries(&user, &memberships, "auth.email_proven", &json!({ "email": email }));
    done(call.app.ports().accounts.prove(digest, user.id, call.request.at, audits).await?, email)
}

/// Gives the account its previous address back. Every session and the password end, and a link that sets a new password
/// is emailed.
pub async fn undo_address(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<MailedLink>>,
) -> Result<Reply<AddressProven>, ApiError> {
    let digest = SecretDigest::of(input.body.0.token.trim());
    let TokenAccount { user, memberships, email } = opened(&call, TokenPurpose::Undo, digest).await?;
    let metadata = json!({ "from": user.email, "to": email });
    let audits = call.audit_context().by(&user).entries(&user, &memberships, "auth.email_change_undone", &metadata);
    let reset = new_reset_token(&mut rand::rng());
    done(call.app.ports().accounts.undo_address(digest, user.id, &reset, call.request.at, audits).await?, email)
}

async fn opened(call: &Call<NoTenant>, purpose: TokenPurpose, digest: SecretDigest) -> Result<TokenAccount, ApiError> {
    call.app.ports().accounts.token_account(purpose, digest, call.request.at).await?.ok_or_else(unknown)
}

fn done(proving: Proving, email: String) -> Result<Reply<AddressProven>, ApiError> {
    match proving {
        Proving::Proven => Ok(Reply::new(AddressProven { email })),
        Proving::Unknown => Err(unknown()),
        Proving::EmailTaken => Err(ApiError::new(Code::Conflict, "Another account has this email address.")),
    }
}

fn unknown() -> ApiError {
    let text = "This link is unknown, was used, or has expired. Ask for a new one.";
    ApiError::new(Code::InvalidCredentials, text)
}
