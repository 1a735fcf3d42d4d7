//! `/auth/reset` and `/auth/email`: new passwords by email, and changes of address.

use askline_app::{accounts, present_fields::every_field_present};
use askline_domain::identity::{
    account_input::{AddressChange, ResetFinish},
    email_address::{MAX_EMAIL_BYTES, shown_email},
    passkeys::ceremony::Purpose,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    passkeys::{only_one, second_proof},
    sessions::{Ended, EndedHere},
    started_session::{LoggedIn, answer_with, visit},
};
use crate::pipeline::handling::{ApiError, Call, Input, Json, NoTenant, Nothing, Reply};

/// The account whose password is to be reset.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "PasswordResetRequest")]
pub struct ResetRequest {
    /// The account's email address, in upper or lower case.
    #[schemars(length(max = MAX_EMAIL_BYTES))]
    pub email: String,
}

/// The state of a request for an email.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "AcceptedStatus")]
pub enum Asked {
    /// It was accepted.
    Accepted,
}

/// The response to a request for a link, whether or not one is sent.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PasswordResetRequested")]
pub struct ResetAsked {
    /// Always `accepted`.
    pub status: Asked,
}

/// The response to a request for a confirmation email.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "VerificationEmailRequested")]
pub struct AddressAsked {
    /// Always `accepted`.
    pub status: Asked,
    /// The address to which the email is sent.
    pub email: String,
}

/// The token of an emailed link.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "EmailedToken")]
pub struct MailedLink {
    /// The token: the part after `#` in the link.
    pub token: String,
}

/// A confirmed address of an account.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "VerifiedEmail", transform = every_field_present)]
pub struct AddressProven {
    /// The address.
    pub email: String,
    /// The session of the account that a sign-up created now; null if the account existed before.
    pub session: Option<Box<LoggedIn>>,
}

/// The address that an account has again.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RestoredEmail")]
pub struct AddressRestored {
    /// The address.
    pub email: String,
}

/// Emails a link that sets a new password, if the address is the confirmed one of an account.
pub async fn request_password_reset(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<ResetRequest>>,
) -> Result<Reply<ResetAsked>, ApiError> {
    accounts::request_reset(&visit(&call), &input.body.0.email).await?;
    Ok(Reply::new(ResetAsked { status: Asked::Accepted }))
}

/// Sets a new password and ends every session of the account: sign in with the new password.
pub async fn reset_password(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<ResetFinish>>,
) -> Result<Reply<EndedHere>, ApiError> {
    let Json(mut finish) = input.body;
    let passkey = match finish.passkey.take() {
        Some(_) if finish.code.is_some() || finish.recovery_code.is_some() => {
            return Err(vec![only_one("passkey")].into());
        }
        Some(answer) => Some(second_proof(&call, answer, &Purpose::second_step(&finish.token)).await?),
        None => None,
    };
    accounts::finish_reset(&visit(&call), finish, passkey).await?;
    Ok(Reply::new(EndedHere { status: Ended::Ended }))
}

/// Sends a confirmation email to the new address, which replaces the account's address once it is confirmed, and
/// notifies the current address.
pub async fn request_email_change(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<AddressChange>>,
) -> Result<Reply<AddressAsked>, ApiError> {
    let email = accounts::ask_for_address(&visit(&call), call.session()?, input.body.0).await?;
    Ok(Reply::new(AddressAsked { status: Asked::Accepted, email: shown_email(&email) }))
}

/// Sends another confirmation email: to the requested address, or else to the account's own if it is not confirmed.
pub async fn resend_verification_email(call: Call<NoTenant>, _: Input) -> Result<Reply<AddressAsked>, ApiError> {
    let email = accounts::ask_for_proof(&visit(&call), call.session()?).await?;
    Ok(Reply::new(AddressAsked { status: Asked::Accepted, email: shown_email(&email) }))
}

/// Confirms an address. The token of a sign-up creates its account and starts a session.
pub async fn verify_email(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<MailedLink>>,
) -> Result<Reply<AddressProven>, ApiError> {
    let settings = call.app.settings();
    let plan = settings.signup.then_some(settings.default_plan);
    let accounts::Proven { email, session } = accounts::prove_address(&visit(&call), &input.body.0.token, plan).await?;
    let email = shown_email(&email);
    match session {
        None => Ok(Reply::new(AddressProven { email, session: None })),
        Some(started) => {
            Ok(answer_with(&call, started)?.map(|answer| AddressProven { email, session: Some(Box::new(answer)) }))
        }
    }
}

/// Gives the account its previous address back. Every session ends, the password stops working, and a link that sets a new
/// password is emailed.
pub async fn undo_email_change(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<MailedLink>>,
) -> Result<Reply<AddressRestored>, ApiError> {
    let email = accounts::undo_address(&visit(&call), &input.body.0.token).await?;
    Ok(Reply::new(AddressRestored { email: shown_email(&email) }))
}
