//! Sign-in through identity providers by OpenID Connect.
//!
//! Requests, signed tokens and their checks are those of the library `openidconnect`; what it leaves to its user is in `claims`.

mod algorithms;
mod claims;
mod provider;
mod published;
mod relying_party;

use std::{sync::Arc, time::Duration};

use askline_app::ports::identity::identity_providers::{IdentityProviders, ProofTimes, ProviderAnswer, ProviderFault};
use askline_domain::{
    identity::{linked_identity::FlowValues, provider::ProvenIdentity},
    shared::clock::Clock,
};
use async_trait::async_trait;
use openidconnect::{
    AuthorizationCode, CsrfToken, Nonce, OAuth2TokenResponse as _, PkceCodeChallenge, PkceCodeVerifier,
    RequestTokenError, Scope, TokenResponse as _,
    core::{CoreAuthPrompt, CoreAuthenticationFlow, CoreProviderMetadata},
};
use url::Url;

use crate::outgoing::{OutgoingError, ProviderClient};
use claims::{Person, Unproven, checked};
pub use provider::OidcProvider;
use published::Published;
use relying_party::{TokenAnswer, relying_party};

/// The operator's identity providers.
pub struct OidcProviders {
    client: ProviderClient,
    clock: Arc<dyn Clock>,
    providers: Vec<(OidcProvider, Published)>,
}

impl OidcProviders {
    /// Creates the clients of these providers. Does not contact them.
    pub fn new(providers: Vec<OidcProvider>, clock: Arc<dyn Clock>) -> Result<Self, OutgoingError> {
        let providers = providers.into_iter().map(|provider| (provider, Published::default())).collect();
        Ok(Self { client: ProviderClient::new()?, clock, providers })
    }

    fn named(&self, name: &str) -> Result<&(OidcProvider, Published), ProviderFault> {
        self.providers.iter().find(|(provider, _)| provider.name == name).ok_or(ProviderFault::Unknown)
    }

    async fn exchange(
        &self,
        provider: &OidcProvider,
        metadata: &CoreProviderMetadata,
        code: &str,
        values: &FlowValues,
    ) -> Result<TokenAnswer, ProviderFault> {
        let party = relying_party(provider, metadata)?;
        let exchange = party
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .map_err(|_| ProviderFault::Unusable("its discovery document names no token endpoint".into()))?
            .set_pkce_verifier(PkceCodeVerifier::new(values.verifier.expose().to_owned()));
        exchange.request_async(&self.client).await.map_err(|error| match error {
            RequestTokenError::ServerResponse(answer) => {
                ProviderFault::NotProven(format!("its token endpoint answers {}", answer.error().as_ref()))
            }
            RequestTokenError::Request(error) => ProviderFault::Unusable(format!("its token endpoint: {error}")),
            RequestTokenError::Parse(error, _) => {
                ProviderFault::NotProven(format!("the answer of its token endpoint cannot be read: {error}"))
            }
            RequestTokenError::Other(error) => ProviderFault::NotProven(error),
        })
    }

    /// What the provider's address for it says about a person, where the signed token leaves out what was asked for.
    async fn more_about(
        &self,
        provider: &OidcProvider,
        metadata: &CoreProviderMetadata,
        answer: &TokenAnswer,
        person: Person,
    ) -> Result<Person, ProviderFault> {
        if metadata.userinfo_endpoint().is_none() || !person.lacks_something(provider.groups_claim.as_deref()) {
            return Ok(person);
        }
        let party = relying_party(provider, metadata)?;
        let subject = openidconnect::SubjectIdentifier::new(person.subject.clone());
        let request = party
            .user_info(answer.access_token().clone(), Some(subject))
            .map_err(|error| ProviderFault::Unusable(error.to_string()))?;
        let userinfo = request.request_async(&self.client).await;
        let userinfo = userinfo.map_err(|error| ProviderFault::Unusable(format!("its userinfo endpoint: {error}")))?;
        Ok(person.with(&userinfo, provider.groups_claim.as_deref(), &provider.issuer))
    }
}

#[async_trait]
impl IdentityProviders for OidcProviders {
    async fn authorization(&self, provider: &str, values: &FlowValues, again: bool) -> Result<Url, ProviderFault> {
        let (provider, published) = self.named(provider)?;
        let metadata = published.latest(&self.client, provider, &*self.clock).await?;
        let party = relying_party(provider, &metadata)?;
        let verifier = PkceCodeVerifier::new(values.verifier.expose().to_owned());
        let (state, nonce) = (values.state.clone(), values.nonce.clone());
        let request = party.authorize_url(
            CoreAuthenticationFlow::AuthorizationCode,
            || CsrfToken::new(state),
            || Nonce::new(nonce),
        );
        let mut request = request.add_scopes(provider.scopes.iter().cloned().map(Scope::new));
        if again {
            request = request.add_prompt(CoreAuthPrompt::Login).set_max_age(Duration::ZERO);
        }
        Ok(request.set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier)).url().0)
    }

    async fn prove(
        &self,
        provider: &str,
        answer: ProviderAnswer<'_>,
        values: &FlowValues,
        times: ProofTimes,
    ) -> Result<ProvenIdentity, ProviderFault> {
        let (provider, published) = self.named(provider)?;
        if answer.issuer.is_some_and(|issuer| issuer != provider.issuer) {
            return Err(ProviderFault::NotProven("another issuer says that it answered".into()));
        }
        let metadata = published.latest(&self.client, provider, &*self.clock).await?;
        let tokens = self.exchange(provider, &metadata, answer.code, values).await?;
        let token = tokens.id_token().ok_or_else(|| ProviderFault::NotProven("it sent no ID token".into()))?;
        let check = |metadata: &CoreProviderMetadata| {
            checked(provider, metadata, (token, tokens.access_token()), values, times)
        };
        let person = match check(&metadata) {
            // The provider may have new keys.
            Err(Unproven::UnknownKey(_)) => {
                let newer = published.newer(&self.client, provider, &*self.clock).await?;
                check(&newer)
            }
            checked => checked,
        };
        let person = person.map_err(|unproven| ProviderFault::NotProven(unproven.into_text()))?;
        let person = self.more_about(provider, &metadata, &tokens, person).await?;
        Ok(person.into_identity(provider))
    }

    async fn check(&self, provider: &str) -> Result<(), ProviderFault> {
        let (provider, published) = self.named(provider)?;
        let metadata = published.latest(&self.client, provider, &*self.clock).await?;
        relying_party(provider, &metadata)?;
        published::check(&metadata)
    }
}
