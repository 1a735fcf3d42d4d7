//! `/auth/factors` and `/auth/reauthenticate`: an account's second factors, and proofs given again.

use askline_app::{
    accounts::{self, NewProof},
    present_fields::every_field_present,
};
use askline_domain::{
    identity::{
        passkeys::{ceremony::Purpose, input::PasskeyAnswer},
        password::MAX_PASSWORD_CHARACTERS,
        second_factor::{
            assurance::{PROOF_FRESH_FOR, Proof},
            given::SecondProof,
            recovery_code::MAX_RECOVERY_CODE_CHARACTERS,
            totp::MAX_CODE_CHARACTERS,
        },
        secret::Secret,
    },
    shared::{rfc3339::Moment, violation::Violations},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    passkeys::{only_one, second_proof},
    sessions::{Ended, EndedHere},
    started_session::visit,
};
use crate::pipeline::handling::{ApiError, Call, Input, Json, NoTenant, Nothing, Reply};

/// What the account has to sign in with, beside its password.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SecondFactors", transform = every_field_present)]
pub struct FactorsView {
    /// The authenticator app; null if none is set up.
    pub totp: Option<TotpView>,
    /// How many recovery codes were not used yet.
    pub recovery_codes_left: u32,
    /// The browsers that do not ask for the second factor, newest first.
    pub remembered_browsers: Vec<RememberedBrowserView>,
    /// What proved you in this session.
    pub proofs: Vec<Proof>,
    /// Until when this session may do what needs a fresh proof, without asking for one.
    pub fresh_until: Moment,
}

/// An authenticator app.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AuthenticatorApp")]
pub struct TotpView {
    /// Since when it is set up.
    pub since: Moment,
}

/// A browser that does not ask for the second factor.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RememberedBrowser")]
pub struct RememberedBrowserView {
    /// Its name for itself; empty if it sent none.
    pub user_agent: String,
    /// Since when it is remembered.
    pub since: Moment,
    /// Until when.
    pub until: Moment,
}

/// What an authenticator app needs to be set up. Shown once.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AuthenticatorAppSetup")]
pub struct TotpOffer {
    /// The secret in base32, to be typed into an app without a camera.
    pub secret: String,
    /// The address that apps read: `otpauth://totp/…`.
    pub uri: String,
    /// The address as a QR code: an SVG.
    pub qr: String,
}

/// The first code of an authenticator app.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "AuthenticatorAppConfirmation")]
pub struct TotpConfirmation {
    /// The six digits that the app shows.
    #[schemars(length(min = 1, max = MAX_CODE_CHARACTERS))]
    pub code: String,
}

/// New recovery codes. Shown once.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RecoveryCodes")]
pub struct RecoveryCodesView {
    /// Ten codes, each of which replaces the second factor once.
    pub recovery_codes: Vec<String>,
}

/// A proof that is given again: one of the four.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Reauthentication {
    /// The current password.
    #[schemars(length(max = MAX_PASSWORD_CHARACTERS))]
    pub password: Option<String>,
    /// The six digits that the authenticator app shows.
    #[schemars(length(max = MAX_CODE_CHARACTERS))]
    pub code: Option<String>,
    /// A recovery code. Each works once.
    #[schemars(length(max = MAX_RECOVERY_CODE_CHARACTERS))]
    pub recovery_code: Option<String>,
    /// The answer of a passkey to options for a proof in this session.
    pub passkey: Option<PasskeyAnswer>,
}

/// The result of a proof that was given again.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reauthenticated {
    /// Until when this session may do what needs a fresh proof.
    pub fresh_until: Moment,
    /// What proved you in this session.
    pub proofs: Vec<Proof>,
}

/// Shows the account's second factors.
pub async fn show_second_factors(call: Call<NoTenant>, _: Input) -> Result<Reply<FactorsView>, ApiError> {
    let grant = call.session()?;
    let found = call.app.ports().factors.factors_of(grant.user.id, call.request.at).await?;
    let browsers = found.remembered_browsers.into_iter().map(|browser| RememberedBrowserView {
        user_agent: browser.user_agent,
        since: browser.since.into(),
        until: browser.until.into(),
    });
    Ok(Reply::new(FactorsView {
        totp: found.totp_since.map(|since| TotpView { since: since.into() }),
        recovery_codes_left: found.recovery_codes_left,
        remembered_browsers: browsers.collect(),
        proofs: grant.session.assurance.iter().collect(),
        fresh_until: (grant.session.proved_at + PROOF_FRESH_FOR).into(),
    }))
}

/// Shows a new secret for an authenticator app.
pub async fn set_up_totp(call: Call<NoTenant>, _: Input) -> Result<Reply<TotpOffer>, ApiError> {
    let offer = accounts::offer_totp(&visit(&call), call.session()?).await?;
    let (secret, uri) = (offer.secret.expose().to_owned(), offer.uri.expose().to_owned());
    Ok(Reply::new(TotpOffer { secret, uri, qr: offer.qr }).no_store())
}

/// Confirms an authenticator app with its first code.
pub async fn confirm_totp(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<TotpConfirmation>>,
) -> Result<Reply<RecoveryCodesView>, ApiError> {
    let codes = accounts::confirm_totp(&visit(&call), call.session()?, &input.body.0.code).await?;
    Ok(shown(&codes))
}

/// Removes the authenticator app.
pub async fn remove_totp(call: Call<NoTenant>, _: Input) -> Result<Reply<EndedHere>, ApiError> {
    accounts::remove_totp(&visit(&call), call.session()?).await?;
    Ok(Reply::new(EndedHere { status: Ended::Ended }))
}

/// Replaces the recovery codes.
pub async fn replace_recovery_codes(call: Call<NoTenant>, _: Input) -> Result<Reply<RecoveryCodesView>, ApiError> {
    Ok(shown(&accounts::replace_recovery_codes(&visit(&call), call.session()?).await?))
}

/// Makes every browser of the account ask for the second factor again.
pub async fn forget_remembered_browsers(call: Call<NoTenant>, _: Input) -> Result<Reply<EndedHere>, ApiError> {
    accounts::forget_browsers(&visit(&call), call.session()?).await?;
    Ok(Reply::new(EndedHere { status: Ended::Ended }))
}

/// Takes a proof again.
pub async fn reauthenticate(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<Reauthentication>>,
) -> Result<Reply<Reauthenticated>, ApiError> {
    let given = match input.body.0 {
        Reauthentication { password: None, code: None, recovery_code: None, passkey: Some(answer) } => {
            let purpose = Purpose::Proof(call.session()?.session.id);
            NewProof::SecondFactor(second_proof(&call, answer, &purpose).await?)
        }
        typed => typed.check()?,
    };
    let assurance = accounts::reauthenticate(&visit(&call), call.session()?, &given).await?;
    Ok(Reply::new(Reauthenticated {
        fresh_until: (call.request.at + PROOF_FRESH_FOR).into(),
        proofs: assurance.iter().collect(),
    }))
}

impl Reauthentication {
    fn check(self) -> Result<NewProof, ApiError> {
        let Self { password, code, recovery_code, passkey } = self;
        if passkey.is_some() {
            return Err(vec![only_one("passkey")].into());
        }
        let Some(password) = password else {
            return Ok(NewProof::SecondFactor(SecondProof::check(code, recovery_code)?));
        };
        let mut violations = Violations::new();
        violations.check_length("password", &password, 0, MAX_PASSWORD_CHARACTERS);
        if code.is_some() || recovery_code.is_some() {
            violations.add("password", "NOT_ALLOWED", "Send either password, code or recoveryCode.");
        }
        violations.finish(())?;
        Ok(NewProof::Password(Secret::new(password)))
    }
}

fn shown(codes: &[Secret]) -> Reply<RecoveryCodesView> {
    let recovery_codes = codes.iter().map(|code| code.expose().to_owned()).collect();
    Reply::new(RecoveryCodesView { recovery_codes }).no_store()
}
