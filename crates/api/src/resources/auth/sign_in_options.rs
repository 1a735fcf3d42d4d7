//! `GET /auth/options`: the ways to sign in to this instance, for the sign-in page.
//!
//! Shows settings of the operator and no data of any account.

use askline_app::{accounts, present_fields::every_field_present};
use schemars::JsonSchema;
use serde::Serialize;

use super::passkeys::party;
use crate::pipeline::handling::{ApiError, Call, Input, NoTenant, Reply};

/// The ways to sign in.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct SignInOptions {
    /// Whether anyone may create an account and an organization.
    pub signup: bool,
    /// The contact for a new password, in the operator's words; null if the operator named none.
    pub contact: Option<String>,
    /// Whether a person who forgot their password can get an emailed link to set a new one.
    pub password_reset: bool,
    /// Whether this instance has passkeys: its `public_url` has a name and begins with `https://`.
    pub passkeys: bool,
    /// Whether the instance has no owner yet: the first is created with the setup token that the server printed when it started.
    pub needs_setup: bool,
}

/// Shows the ways to sign in.
pub async fn show_sign_in_options(call: Call<NoTenant>, _: Input) -> Result<Reply<SignInOptions>, ApiError> {
    let settings = call.app.settings();
    Ok(Reply::new(SignInOptions {
        signup: settings.signup,
        contact: settings.contact.clone(),
        password_reset: settings.mail,
        passkeys: party(&call.app).is_ok(),
        needs_setup: accounts::needs_setup(call.app.instance()).await?,
    }))
}
