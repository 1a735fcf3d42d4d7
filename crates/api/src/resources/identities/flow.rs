//! The way to a provider and back: `/auth/oidc/{provider}`, its callback and its end.
//!
//! The callback does nothing: it comes from another site, and so without the session's cookie. It leads to the sign-in page, which
//! sends the answer in the fragment, where no server's log sees it.

use askline_app::{
    error::UseCaseError,
    identities::{self, Finished, SignedIn},
    ports::identity::identity_providers,
    present_fields::every_field_present,
};
use askline_domain::{
    identity::{email_address::shown_email, linked_identity::FlowValues, password::MAX_PASSWORD_CHARACTERS},
    shared::violation::{Violation, Violations},
};
use axum::http::header;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    pipeline::{
        guard::cookies::FlowCookie,
        handling::{ApiError, Call, Input, Json, NoTenant, Nothing, Reply},
    },
    resources::auth::{LoggedIn, answer_with, visit},
};

/// The maximum length of a provider's code, in characters.
const MAX_CODE_CHARACTERS: usize = 4_096;
/// The maximum length of a `state`, in characters.
const MAX_STATE_CHARACTERS: usize = 100;
/// The maximum length of an issuer, in characters.
const MAX_ISSUER_CHARACTERS: usize = 2_000;
/// The page that a browser comes back to.
const SIGN_IN_PAGE: &str = "/login";

/// The provider in the path.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProviderPath {
    /// Its name in paths.
    pub provider: String,
}

/// What a provider sends back with the browser. Providers add parameters of their own, which are ignored.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(rename = "SignInProviderReturn")]
pub struct ProviderReturn {
    /// The code of a person who signed in.
    pub code: Option<String>,
    /// The state that was sent there.
    pub state: Option<String>,
    /// Who answers (RFC 9207).
    pub iss: Option<String>,
    /// Why the person did not sign in.
    pub error: Option<String>,
}

/// What came back from a provider.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "SignInProviderAnswer")]
pub struct ProviderAnswer {
    /// The code.
    #[schemars(length(max = MAX_CODE_CHARACTERS))]
    pub code: String,
    /// The state.
    #[schemars(length(max = MAX_STATE_CHARACTERS))]
    pub state: String,
    /// Who answers, if the provider says so.
    #[schemars(length(max = MAX_ISSUER_CHARACTERS))]
    pub iss: Option<String>,
}

impl ProviderAnswer {
    /// Refuses what no provider sends, before the sign-in ends because of it.
    fn check(&self) -> Result<(), Vec<Violation>> {
        let mut violations = Violations::new();
        let iss = self.iss.as_deref().unwrap_or_default();
        for (path, text, most) in [
            ("code", self.code.as_str(), MAX_CODE_CHARACTERS),
            ("state", self.state.as_str(), MAX_STATE_CHARACTERS),
            ("iss", iss, MAX_ISSUER_CHARACTERS),
        ] {
            violations.check_length(path, text, 0, most);
            if text.chars().any(char::is_control) {
                violations.add(path, "CONTROL_CHARACTER", format!("{path} must not have control characters."));
            }
        }
        violations.finish(())
    }
}

/// The password of the account that an identity is to be linked to.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "IdentityLinkPassword")]
pub struct LinkPassword {
    /// The `link.state` of the response that asked for it.
    #[schemars(length(max = MAX_STATE_CHARACTERS))]
    pub state: String,
    /// The password of the account here.
    #[schemars(length(max = MAX_PASSWORD_CHARACTERS))]
    pub password: String,
}

/// How a sign-in through a provider goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "SignInStepStatus")]
pub enum StepStatus {
    /// An account here has the same email address: send its password to `POST /auth/identities/link`.
    PasswordRequired,
    /// The identity is linked to the account of the session that asked for it.
    Linked,
    /// The session that asked for it has a fresh proof.
    Proven,
}

/// The account that an identity can be linked to.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IdentityLink {
    /// The value to send with the password.
    pub state: String,
    /// The email address of the account.
    pub email: String,
    /// The provider's name in paths.
    pub provider: String,
}

/// A sign-in that has not started a session.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct SignInStep {
    /// How it goes on.
    pub status: StepStatus,
    /// The account that the identity can be linked to; null unless the status is `password_required`.
    pub link: Option<IdentityLink>,
}

/// The response to a sign-in through a provider: the session (200), or how the sign-in goes on (202).
#[derive(Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ProviderSignIn {
    /// The session.
    Started(Box<LoggedIn>),
    /// How it goes on.
    Waiting(SignInStep),
}

/// Sends the browser to a provider.
pub async fn begin_sign_in(call: Call<NoTenant>, input: Input<ProviderPath>) -> Result<Reply<Nothing>, ApiError> {
    let provider = input.path.provider;
    match identities::begin(&visit(&call), &provider).await {
        Ok(begun) => {
            let cookie = FlowCookie::named(&call, &begun.state).set(&begun.token);
            Ok(Reply::redirect(begun.location.as_str())?.header(header::SET_COOKIE, cookie).no_store())
        }
        Err(error @ UseCaseError::Store(_)) => Err(error.into()),
        Err(UseCaseError::ProviderUnavailable) => to_sign_in_page(&[("provider", &provider), ("error", "unavailable")]),
        Err(_) => to_sign_in_page(&[("provider", &provider), ("error", "unknown")]),
    }
}

/// Takes the browser back, to the sign-in page.
pub async fn return_from_provider(
    call: Call<NoTenant>,
    input: Input<ProviderPath, ProviderReturn>,
) -> Result<Reply<Nothing>, ApiError> {
    let provider = input.path.provider;
    let ProviderReturn { code, state, iss, error } = input.query;
    let to_page = |more: &[(&str, &str)]| {
        let parts: Vec<_> = [("provider", provider.as_str())].into_iter().chain(more.iter().copied()).collect();
        to_sign_in_page(&parts)
    };
    // Only the browser that went there has the cookie.
    let state = state.unwrap_or_default();
    let token = FlowCookie::named(&call, &state).token(&call);
    if token.is_none_or(|token| FlowValues::of(&token).state != state) {
        return to_page(&[("error", "expired")]);
    }
    match (code, error.as_deref()) {
        (Some(code), None) => {
            let parts = [("code", code.as_str()), ("state", &state), ("iss", iss.as_deref().unwrap_or_default())];
            to_page(&parts)
        }
        (_, Some("access_denied")) => to_page(&[("error", "denied")]),
        (_, reason) => {
            let reason: String = reason.unwrap_or_default().chars().take(100).collect();
            tracing::warn!(provider, reason, "A sign-in provider sent a person back without a code");
            to_page(&[("error", "refused")])
        }
    }
}

/// Redirects to the sign-in page; the parts are in the fragment.
fn to_sign_in_page(parts: &[(&str, &str)]) -> Result<Reply<Nothing>, ApiError> {
    let filled = parts.iter().filter(|(_, value)| !value.is_empty());
    let fragment = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(filled).finish();
    Ok(Reply::redirect(&format!("{SIGN_IN_PAGE}#{fragment}"))?.no_store())
}

/// Ends a sign-in through a provider.
pub async fn finish_sign_in(
    call: Call<NoTenant>,
    input: Input<ProviderPath, Nothing, Json<ProviderAnswer>>,
) -> Result<Reply<ProviderSignIn>, ApiError> {
    let provider = input.path.provider;
    input.body.0.check()?;
    let Json(ProviderAnswer { code, state, iss }) = input.body;
    let token = FlowCookie::named(&call, &state).token(&call);
    let answer = identity_providers::ProviderAnswer { code: &code, issuer: iss.as_deref() };
    match identities::finish(&visit(&call), &provider, (token, &state), answer).await? {
        Finished::SignedIn(signed_in) => answer_signed_in(&call, &provider, signed_in),
        Finished::Linked(_) => Ok(done(StepStatus::Linked)),
        Finished::Proven => Ok(done(StepStatus::Proven)),
    }
}

/// The response about a session that asked for this.
fn done(status: StepStatus) -> Reply<ProviderSignIn> {
    Reply::deferred(ProviderSignIn::Waiting(SignInStep { status, link: None })).no_store()
}

/// The response about a person whom a provider signed in.
pub(super) fn answer_signed_in(
    call: &Call<NoTenant>,
    provider: &str,
    signed_in: SignedIn,
) -> Result<Reply<ProviderSignIn>, ApiError> {
    match signed_in {
        SignedIn::Started(started) => {
            Ok(answer_with(call, started)?.map(|answer| ProviderSignIn::Started(Box::new(answer))))
        }
        SignedIn::NeedsPassword { state, token, email } => {
            let cookie = token.map(|token| FlowCookie::named(call, &state).set(&token));
            let link = IdentityLink { state, email: shown_email(&email), provider: provider.to_owned() };
            let step = SignInStep { status: StepStatus::PasswordRequired, link: Some(link) };
            let reply = Reply::deferred(ProviderSignIn::Waiting(step)).no_store();
            Ok(match cookie {
                Some(cookie) => reply.header(header::SET_COOKIE, cookie),
                None => reply,
            })
        }
    }
}

/// Links an identity to the account with its address, and signs in.
pub async fn link_identity_with_password(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<LinkPassword>>,
) -> Result<Reply<LoggedIn>, ApiError> {
    let Json(LinkPassword { state, password }) = input.body;
    let token = FlowCookie::named(&call, &state).token(&call);
    answer_with(&call, identities::link_with_password(&visit(&call), (token, &state), password).await?)
}
