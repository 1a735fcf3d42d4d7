//! Sign-in through identity providers by OpenID Connect.
//!
//! Requests, signed tokens and their checks are those of the library `openidconnect`; what it leaves to its user is in `claims`.

mod claims;
mod published;

use std::{sync::Arc, time::Duration};

use askline_app::ports::identity::identity_providers::{IdentityProviders, ProofTimes, ProviderAnswer, ProviderFault};
use askline_domain::{
    identity::{linked_identity::FlowValues, provider::ProvenIdentity, secret::Secret},
    shared::clock::Clock,
};
use async_trait::async_trait;
use openidconnect::{
    AuthType, AuthorizationCode, Client, ClientId, ClientSecret, CsrfToken, EmptyExtraTokenFields, EndpointMaybeSet,
    EndpointNotSet, EndpointSet, IdToken, IdTokenFields, Nonce, OAuth2TokenResponse as _, PkceCodeChallenge,
    PkceCodeVerifier, RedirectUrl, RequestTokenError, Scope, StandardErrorResponse, StandardTokenResponse,
    TokenResponse as _,
    core::{
        CoreAuthDisplay, CoreAuthPrompt, CoreAuthenticationFlow, CoreClientAuthMethod, CoreErrorResponseType,
        CoreGenderClaim, CoreJsonWebKey, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm,
        CoreProviderMetadata, CoreRevocableToken, CoreRevocationErrorResponse, CoreTokenIntrospectionResponse,
        CoreTokenType,
    },
};
use url::Url;

use crate::outgoing::{OutgoingError, ProviderClient};
use claims::{OtherClaims, Person, Unproven, checked};
use published::Published;

type Token = IdToken<OtherClaims, CoreGenderClaim, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm>;
type Fields = IdTokenFields<
    OtherClaims,
    EmptyExtraTokenFields,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJwsSigningAlgorithm,
>;
type TokenAnswer = StandardTokenResponse<Fields, CoreTokenType>;
type RelyingParty = Client<
    OtherClaims,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    TokenAnswer,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// How a provider is reached, as the operator set it.
#[derive(Debug, Clone)]
pub struct OidcProvider {
    /// Its name in the settings.
    pub name: String,
    /// The issuer, exactly as its tokens name it.
    pub issuer: String,
    /// The id that the provider gave to this instance.
    pub client_id: String,
    /// The secret that the provider gave to this instance.
    pub client_secret: Secret,
    /// The scopes that are requested in addition to `openid`.
    pub scopes: Vec<String>,
    /// The claim that lists a person's groups.
    pub groups_claim: Option<String>,
    /// Where the provider sends browsers back to.
    pub redirect_uri: String,
}

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

/// The library's client for a provider.
fn relying_party(provider: &OidcProvider, metadata: &CoreProviderMetadata) -> Result<RelyingParty, ProviderFault> {
    let redirect = RedirectUrl::new(provider.redirect_uri.clone());
    let redirect = redirect.map_err(|error| ProviderFault::Unusable(format!("public_url: {error}")))?;
    let secret = ClientSecret::new(provider.client_secret.expose().to_owned());
    let client_id = ClientId::new(provider.client_id.clone());
    let party = RelyingParty::from_provider_metadata(metadata.clone(), client_id, Some(secret));
    Ok(party.set_redirect_uri(redirect).set_auth_type(how_to_authenticate(metadata)))
}

/// `client_secret_basic`, which is the default, unless the provider only has `client_secret_post`.
fn how_to_authenticate(metadata: &CoreProviderMetadata) -> AuthType {
    let offered = metadata.token_endpoint_auth_methods_supported();
    let has = |method| offered.is_some_and(|offered| offered.contains(&method));
    match !has(CoreClientAuthMethod::ClientSecretBasic) && has(CoreClientAuthMethod::ClientSecretPost) {
        true => AuthType::RequestBody,
        false => AuthType::BasicAuth,
    }
}

/// The signature algorithms that are accepted: of public keys, and none of secrets that both sides have.
const ALGORITHMS: [CoreJwsSigningAlgorithm; 4] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EdDsa,
];
