//! The client of the library `openidconnect` for a provider.

use askline_app::ports::identity::identity_providers::ProviderFault;
use openidconnect::{
    AuthType, Client, ClientId, ClientSecret, EmptyExtraTokenFields, EndpointMaybeSet, EndpointNotSet, EndpointSet,
    IdTokenFields, RedirectUrl, StandardErrorResponse, StandardTokenResponse,
    core::{
        CoreAuthDisplay, CoreAuthPrompt, CoreClientAuthMethod, CoreErrorResponseType, CoreGenderClaim, CoreJsonWebKey,
        CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm, CoreProviderMetadata, CoreRevocableToken,
        CoreRevocationErrorResponse, CoreTokenIntrospectionResponse, CoreTokenType,
    },
};

use super::{claims::OtherClaims, provider::OidcProvider};

type Fields = IdTokenFields<
    OtherClaims,
    EmptyExtraTokenFields,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJwsSigningAlgorithm,
>;
pub(super) type TokenAnswer = StandardTokenResponse<Fields, CoreTokenType>;
pub(super) type RelyingParty = Client<
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

/// The library's client for a provider.
pub(super) fn relying_party(
    provider: &OidcProvider,
    metadata: &CoreProviderMetadata,
) -> Result<RelyingParty, ProviderFault> {
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
    if !has(CoreClientAuthMethod::ClientSecretBasic) && has(CoreClientAuthMethod::ClientSecretPost) {
        AuthType::RequestBody
    } else {
        AuthType::BasicAuth
    }
}
