//! The token endpoint: codes and refresh tokens become access tokens.

use askline_domain::{
    audit::context::AuditContext,
    identity::{
        secret::{Secret, SecretDigest},
        token::{is_refresh_token, new_access_token, new_refresh_token},
    },
    keys::scope::ScopeSet,
    oauth::{
        ACCESS_LASTS, client::document_address, connected_app::ConnectedApp, error::OAuthCode, parameters::Parameters,
    },
};

use super::{
    OAuthFailure,
    clients::{Clients, unknown},
    ended_app::revoke_token,
    renewed_tokens::{RefreshUse, use_refresh_token},
    resource_of,
    used_code::{CodeUse, NewTokens, TokenUse, use_code},
};
use crate::ports::{again::again_if_rolled_back, oauth::OAuthStore};

/// What a client gets.
pub struct Tokens {
    /// The access token.
    pub access: Secret,
    /// The refresh token.
    pub refresh: Secret,
    /// What the person let the app do.
    pub scopes: ScopeSet,
    /// In how many seconds the access token expires.
    pub expires_in: i64,
}

/// Answers a request for tokens.
pub async fn get_tokens(
    clients: Clients<'_>,
    parameters: &Parameters,
    issuer: &str,
    context: &AuditContext,
) -> Result<Tokens, OAuthFailure> {
    let grant_type = parameters.required("grant_type")?;
    let client_id = parameters.required("client_id")?;
    let store = clients.store;
    let client = clients.find_known(client_id, None, context.at).await?.map(|known| known.client);
    // The copy of a metadata document may have been removed since the app was connected.
    if client.is_none() && document_address(client_id).is_none() {
        return Err(unknown());
    }
    let own = resource_of(issuer);
    parameters.check_resource(&own)?;
    let access = new_access_token(&mut rand::rng());
    let used = match grant_type {
        "authorization_code" => {
            let redirect_uri = parameters.optional("redirect_uri")?;
            let is_gone = |address| client.as_ref().is_some_and(|client| client.redirect_uri(address).is_none());
            if redirect_uri.is_some_and(is_gone) {
                TokenUse::Refused
            } else {
                let sent = CodeUse {
                    code: SecretDigest::of(parameters.required("code")?),
                    client_id,
                    redirect_uri,
                    verifier: parameters.required("code_verifier")?,
                    resource: &own,
                };
                let tokens = NewTokens { access: access.clone(), refresh: new_refresh_token(&mut rand::rng()) };
                again_if_rolled_back(|| use_code(store, sent, &tokens, context)).await?
            }
        }
        "refresh_token" => {
            let used = parameters.required("refresh_token")?;
            if is_refresh_token(used) {
                let used = Secret::new(used);
                let sent = RefreshUse { token: &used, client_id, resource: &own };
                again_if_rolled_back(|| use_refresh_token(store, sent, &access, context)).await?
            } else {
                TokenUse::Refused
            }
        }
        _ => {
            let text = "grant_type is authorization_code or refresh_token.";
            return Err(OAuthFailure::refused(OAuthCode::UnsupportedGrantType, text));
        }
    };
    match used {
        TokenUse::Done(app, refresh) => Ok(tokens_of(&app, access, refresh, context)),
        TokenUse::Refused => Err(OAuthFailure::refused(
            OAuthCode::InvalidGrant,
            "The code or refresh token is unknown or expired, or client_id, redirect_uri or code_verifier does not match.",
        )),
        TokenUse::UsedBefore => Err(OAuthFailure::refused(
            OAuthCode::InvalidGrant,
            "It was used before, so someone else may have it. The app was disconnected: the person must connect it again.",
        )),
    }
}

fn tokens_of(app: &ConnectedApp, access: Secret, refresh: Secret, context: &AuditContext) -> Tokens {
    let lasts = app.expires_at.duration_since(context.at).min(ACCESS_LASTS);
    Tokens { access, refresh, scopes: app.scopes, expires_in: lasts.as_secs() }
}

/// Ends the app of a token of this client. An unknown token is not an error (RFC 7009, section 2.2).
pub async fn revoke(
    store: &dyn OAuthStore,
    parameters: &Parameters,
    context: &AuditContext,
) -> Result<(), OAuthFailure> {
    let (token, client_id) = (parameters.required("token")?, parameters.required("client_id")?);
    again_if_rolled_back(|| revoke_token(store, SecretDigest::of(token), client_id, context)).await?;
    Ok(())
}
