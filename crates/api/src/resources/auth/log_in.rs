//! `/auth/login`, `/auth/one-time`, `/auth/signup` and `/auth/setup`: the ways to start a session.

use askline_app::accounts;
use askline_domain::identity::account_input::{SetUp, SignUp};
use schemars::JsonSchema;
use serde::Deserialize;

use super::started_session::{LoggedIn, answer_with, visit};
use crate::{
    app::App,
    pipeline::handling::{ApiError, Call, Code, Input, Json, NoTenant, Nothing, Reply},
};

/// Email and password.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Credentials {
    /// The account's email address, in upper or lower case.
    #[schemars(length(max = 254))]
    pub email: String,
    /// The password.
    #[schemars(length(max = 256))]
    pub password: String,
}

/// A one-time token.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "OneTimeToken")]
pub struct OneTimeEntry {
    /// The token: the part after `#` in the link.
    pub token: String,
}

/// Starts a session.
pub async fn sign_in(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<Credentials>>,
) -> Result<Reply<LoggedIn>, ApiError> {
    let Json(Credentials { email, password }) = input.body;
    answer_with(&call, accounts::log_in(&visit(&call), &email, password).await?)
}

/// Starts a session of the account that the token was created for. After `once_…`, set a new password: the old one no longer
/// works.
pub async fn sign_in_with_one_time_token(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<OneTimeEntry>>,
) -> Result<Reply<LoggedIn>, ApiError> {
    answer_with(&call, accounts::enter_once(&visit(&call), &input.body.0.token).await?)
}

/// Refuses if the operator does not allow sign-ups.
pub fn check_signup_is_open(app: &App) -> Result<(), ApiError> {
    let closed = || {
        ApiError::new(
            Code::Forbidden,
            "Sign-up is closed on this instance. Ask an owner or admin of your organization for an invitation.",
        )
    };
    app.settings().signup.then_some(()).ok_or_else(closed)
}

/// Creates an account and an organization, if the operator allows sign-ups.
pub async fn sign_up(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<SignUp>>,
) -> Result<Reply<LoggedIn>, ApiError> {
    let plan = call.app.settings().default_plan;
    answer_with(&call, accounts::sign_up(&visit(&call), input.body.0, plan).await?)
}

/// Creates the first owner.
pub async fn set_up_instance(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<SetUp>>,
) -> Result<Reply<LoggedIn>, ApiError> {
    let plan = call.app.settings().default_plan;
    answer_with(&call, accounts::set_up(&visit(&call), input.body.0, plan).await?)
}
