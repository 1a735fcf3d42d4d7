//! Consent: shows a person what a client asks for, and connects the app.

use askline_domain::{
    audit::{AuditDraft, context::AuditContext},
    identity::{role::Role, second_factor::assurance::Assurance, token::new_authorization_code, user::User},
    oauth::{
        CODE_LASTS, MAX_APPS,
        authorization::{AuthorizationRefusal, AuthorizationRequest},
        client::Client,
        connected_app::{ConnectedApp, NewApp, NewCode},
        consent::Consent,
        error::{OAuthCode, OAuthError},
        parameters::Parameters,
    },
    shared::{
        ids::{AppId, Id as _, OrgId},
        rfc3339::Moment,
    },
};
use jiff::Timestamp;
use serde_json::json;

use super::{
    OAuthFailure,
    clients::{ClientTrust, Clients, KnownClient},
    ended_app::scopes_of,
    resource_of,
};
use crate::{
    error::{Limit, UseCaseError},
    ports::{StoreResult, again::again_if_rolled_back, oauth::OAuthStore},
};

/// What a client asks a person for.
pub struct Asked {
    /// The client.
    pub client: Client,
    /// Who vouches for the client.
    pub trust: ClientTrust,
    /// Its request.
    pub request: AuthorizationRequest,
    /// The address that tells the client that the person refused.
    pub refused: String,
}

/// The person who consents.
#[derive(Debug, Clone, Copy)]
pub struct ConsentBy<'a> {
    /// The organization.
    pub org: OrgId,
    /// The account.
    pub user: &'a User,
    /// Their role in the organization.
    pub role: Role,
    /// What proved them in their session.
    pub assurance: Assurance,
}

/// Reads the request of a client: `query` is that of the address that it opened.
pub async fn look_at(clients: Clients<'_>, query: &str, issuer: &str, at: Timestamp) -> Result<Asked, OAuthFailure> {
    let parameters = Parameters::of_form(query)?;
    let redirect_uri = parameters.optional("redirect_uri")?;
    let KnownClient { client, trust } = clients.find(parameters.required("client_id")?, redirect_uri, at).await?;
    let request =
        AuthorizationRequest::read(&parameters, &client, &resource_of(issuer)).map_err(|refusal| match refusal {
            AuthorizationRefusal::Shown(error) | AuthorizationRefusal::Sent(_, error) => error,
        })?;
    let no = OAuthError::new(OAuthCode::AccessDenied, "The person refused.");
    let refused = request.reply_to.with_error(&no, issuer);
    Ok(Asked { client, trust, request, refused })
}

/// Connects an app; returns the address that sends its code to the client.
pub async fn connect(
    store: &dyn OAuthStore,
    by: ConsentBy<'_>,
    asked: &Asked,
    consent: Consent,
    issuer: &str,
    context: &AuditContext,
) -> Result<String, UseCaseError> {
    let at = context.at;
    let code = new_authorization_code(&mut rand::rng());
    let reply_to = &asked.request.reply_to;
    let app = ConnectedApp {
        id: AppId::new(at, &mut rand::rng()),
        org_id: by.org,
        user_id: by.user.id,
        client_id: asked.client.id.clone(),
        client_name: asked.client.name.clone(),
        destination: reply_to.redirect_uri.destination().to_string(),
        scopes: consent.scopes,
        sites: consent.sites,
        resource: resource_of(issuer),
        created_at: at,
        expires_at: consent.expires_at,
        last_used_at: None,
        assurance: by.assurance,
    };
    let metadata = json!({
        "clientId": app.client_id,
        "destination": app.destination,
        "scopes": app.scopes,
        "siteIds": app.sites,
        "expiresAt": Moment(app.expires_at),
    });
    let audit = context.entry(by.org, "oauth.connected", vec![app.audit_target()], metadata);
    let new = NewApp {
        app,
        credential_version: by.user.credential_version,
        code: NewCode {
            digest: code.digest(),
            expires_at: at + CODE_LASTS,
            challenge: asked.request.challenge.clone(),
            redirect_uri: reply_to.redirect_uri.clone(),
        },
    };
    match again_if_rolled_back(|| connect_app(store, &new, audit.clone())).await? {
        Connecting::Connected => Ok(reply_to.with_code(code.expose(), issuer)),
        Connecting::LimitReached => Err(UseCaseError::LimitReached(Limit::Apps)),
    }
}

/// The result of connecting an app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Connecting {
    /// It is stored.
    Connected,
    /// The person has [`askline_domain::oauth::MAX_APPS`] apps in the organization; nothing was stored.
    LimitReached,
}

/// Stores an app with its code. Removes apps of the person that can get no tokens any more.
pub async fn connect_app(store: &dyn OAuthStore, new: &NewApp, entry: AuditDraft) -> StoreResult<Connecting> {
    let app = &new.app;
    let mut change = store.begin(&scopes_of(app)).await?;
    change.compare(&entry).await?;
    change.remove_apps_without_tokens(app).await?;
    if change.count_apps_beside(app).await? >= MAX_APPS {
        return Ok(Connecting::LimitReached);
    }
    change.insert_app(new).await?;
    change.audit(entry).await?;
    change.commit().await?;
    Ok(Connecting::Connected)
}
