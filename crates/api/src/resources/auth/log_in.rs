//! `/auth/login`, `/auth/one-time`, `/auth/signup` and `/auth/setup`: the ways to start a session.

use askline_app::accounts;
use askline_domain::{
    identity::{
        email_address::MAX_EMAIL_BYTES,
        passkeys::{ceremony::Purpose, input::PasskeyAnswer},
        password::MAX_PASSWORD_CHARACTERS,
        second_factor::{
            challenge::MAX_CHALLENGE_CHARACTERS, given::SecondProof, recovery_code::MAX_RECOVERY_CODE_CHARACTERS,
            totp::MAX_CODE_CHARACTERS,
        },
    },
    organizations::founding::{SetUp, SignUp},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    mailed_links::Asked,
    passkeys::{only_one, second_proof},
    started_session::{LoggedIn, answer_with, visit},
};
use crate::pipeline::{
    app::App,
    handling::{ApiError, Call, Code, Input, Json, NoTenant, Nothing, Reply},
};

/// Email and password.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Credentials {
    /// The account's email address, in upper or lower case.
    #[schemars(length(max = MAX_EMAIL_BYTES))]
    pub email: String,
    /// The password.
    #[schemars(length(max = MAX_PASSWORD_CHARACTERS))]
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

/// The second step of a sign-in: one of `code`, `recoveryCode` and `passkey`.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SecondFactor {
    /// The id of the challenge, from the error that asked for the second factor.
    #[schemars(length(max = MAX_CHALLENGE_CHARACTERS))]
    pub challenge: String,
    /// The six digits that the authenticator app shows.
    #[schemars(length(max = MAX_CODE_CHARACTERS))]
    pub code: Option<String>,
    /// A recovery code, instead of `code`. Each works once.
    #[schemars(length(max = MAX_RECOVERY_CODE_CHARACTERS))]
    pub recovery_code: Option<String>,
    /// The answer of a passkey, instead of `code`: to options that were asked for with `secondStepOf`, the challenge.
    pub passkey: Option<PasskeyAnswer>,
    /// Whether this browser does not ask for the second factor for 30 days. Ignored if an organization of the account forbids it.
    #[serde(default)]
    pub remember: bool,
}

/// Starts a session with the second factor.
pub async fn give_second_factor(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<SecondFactor>>,
) -> Result<Reply<LoggedIn>, ApiError> {
    let Json(SecondFactor { challenge, code, recovery_code, passkey, remember }) = input.body;
    let proof = match passkey {
        Some(answer) if code.is_none() && recovery_code.is_none() => {
            second_proof(&call, answer, &Purpose::second_step(&challenge)).await?
        }
        Some(_) => return Err(vec![only_one("passkey")].into()),
        None => SecondProof::check(code, recovery_code)?,
    };
    answer_with(&call, accounts::answer_challenge(&visit(&call), &challenge, &proof, remember).await?)
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

/// The response to a sign-up: the session (201), or, on an instance that sends email, that an email says how to go on (202).
#[derive(Clone, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "SignUpResult")]
pub enum SignedUp {
    /// The session of the new account.
    Started(Box<LoggedIn>),
    /// An email was requested.
    Asked(SignUpAsked),
}

/// The response to a sign-up that an email continues, whether or not an account has the address.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SignUpRequested")]
pub struct SignUpAsked {
    /// Always `accepted`.
    pub status: Asked,
}

/// Creates an account and an organization, if the operator allows sign-ups. On an instance that sends email, the link in an email
/// does so.
pub async fn sign_up(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<SignUp>>,
) -> Result<Reply<SignedUp>, ApiError> {
    let plan = call.app.settings().default_plan;
    match accounts::sign_up(&visit(&call), input.body.0, plan).await? {
        accounts::SignedUp::Started(started) => {
            Ok(answer_with(&call, started)?.map(|answer| SignedUp::Started(Box::new(answer))))
        }
        accounts::SignedUp::Mailed => Ok(Reply::deferred(SignedUp::Asked(SignUpAsked { status: Asked::Accepted }))),
    }
}

/// Creates the first owner.
pub async fn set_up_instance(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<SetUp>>,
) -> Result<Reply<LoggedIn>, ApiError> {
    let plan = call.app.settings().default_plan;
    answer_with(&call, accounts::set_up(&visit(&call), input.body.0, plan).await?)
}
