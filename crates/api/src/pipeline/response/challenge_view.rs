//! What an error says about the second step of a sign-in.

use askline_domain::{identity::second_factor::challenge::SecondStep, shared::rfc3339::Moment};
use schemars::JsonSchema;
use serde::Serialize;

/// A sign-in that waits for the second factor.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SignInChallenge")]
pub(crate) struct ChallengeView {
    /// The id, which is a secret: with it and the second factor, a session is started. Null if the same request is to be sent again
    /// with the second factor.
    pub id: Option<String>,
    /// The ways to give the second factor.
    #[schemars(with = "Vec<String>", inner(regex(pattern = "^[a-zA-Z]+$")))]
    pub methods: Vec<&'static str>,
    /// Whether the browser may be remembered, so that it does not ask again for 30 days.
    pub may_remember: bool,
    /// When the challenge expires; null without an id.
    pub expires_at: Option<Moment>,
}

impl From<&SecondStep> for ChallengeView {
    fn from(step: &SecondStep) -> Self {
        Self {
            id: step.challenge.as_ref().map(|id| id.expose().to_owned()),
            methods: step.methods.iter().map(|method| method.as_str()).collect(),
            may_remember: step.may_remember,
            expires_at: step.expires_at.map(Moment::from),
        }
    }
}
