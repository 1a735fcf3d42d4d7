//! Identity providers, as this service asks them.

use askline_domain::identity::{linked_identity::FlowValues, provider::ProvenIdentity};
use async_trait::async_trait;
use jiff::Timestamp;
use url::Url;

/// Why a provider proved nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProviderFault {
    /// There is no provider of this name.
    #[error("there is no such provider")]
    Unknown,
    /// It does not answer, or its documents are not usable; the text, without secrets, is for the operator.
    #[error("the provider cannot be used: {0}")]
    Unusable(String),
    /// It refused the code, or what it answered proves nothing; the text, without secrets, is for the operator.
    #[error("the provider proved nothing: {0}")]
    NotProven(String),
}

/// What comes back from a provider with the browser.
#[derive(Debug, Clone, Copy)]
pub struct ProviderAnswer<'a> {
    /// The code that is exchanged for the signed token.
    pub code: &'a str,
    /// Who says that they answered (RFC 9207); `None` if the provider does not say so.
    pub issuer: Option<&'a str>,
}

/// The times that a proof must fit.
#[derive(Debug, Clone, Copy)]
pub struct ProofTimes {
    /// Now.
    pub now: Timestamp,
    /// If the person had to sign in again: since when.
    pub again_since: Option<Timestamp>,
}

/// The operator's identity providers.
#[async_trait]
pub trait IdentityProviders: Send + Sync + 'static {
    /// The address that a browser is sent to, in order to sign in there. With `again`, the provider asks the person to sign in even
    /// if they are signed in.
    async fn authorization(&self, provider: &str, values: &FlowValues, again: bool) -> Result<Url, ProviderFault>;
    /// Exchanges a code and checks the signed token: issuer, audience, authorized party, times, nonce and signature.
    async fn prove(
        &self,
        provider: &str,
        answer: ProviderAnswer<'_>,
        values: &FlowValues,
        times: ProofTimes,
    ) -> Result<ProvenIdentity, ProviderFault>;
    /// Reads what the provider publishes about itself, for the operator.
    async fn check(&self, provider: &str) -> Result<(), ProviderFault>;
}

/// An instance without providers.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoIdentityProviders;

#[async_trait]
impl IdentityProviders for NoIdentityProviders {
    async fn authorization(&self, _: &str, _: &FlowValues, _: bool) -> Result<Url, ProviderFault> {
        Err(ProviderFault::Unknown)
    }

    async fn prove(
        &self,
        _: &str,
        _: ProviderAnswer<'_>,
        _: &FlowValues,
        _: ProofTimes,
    ) -> Result<ProvenIdentity, ProviderFault> {
        Err(ProviderFault::Unknown)
    }

    async fn check(&self, _: &str) -> Result<(), ProviderFault> {
        Err(ProviderFault::Unknown)
    }
}
