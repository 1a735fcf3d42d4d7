//! Consent to the request of an OAuth client.
//!
//! The person sees who asks, and chooses what the app may do.

use askline_app::{
    oauth::{self, Asked, ClientTrust, ConsentBy, OAuthFailure},
    present_fields::every_field_present,
    sites::own_ids,
};
use askline_domain::{
    identity::role::Role,
    keys::scope::ScopeSet,
    oauth::{consent::NewConsent, error::OAuthError, parameters::MAX_PARAMETER_BYTES, redirect_uri::Destination},
    shared::violation::Violation,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::pipeline::{
    app::App,
    handling::{ApiError, Call, Code, Input, Json, NoTenant, Nothing, OrgAccess, Reply},
};

/// A request of an OAuth client.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AppRequest {
    /// The query of the address that the client opened.
    #[schemars(length(max = MAX_PARAMETER_BYTES))]
    pub request: String,
}

/// What a client asks for.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AskedAccess", transform = every_field_present)]
pub struct AskedView {
    /// The name that the client gives itself, which is not verified; may be empty.
    pub client_name: String,
    /// The host of the client's metadata document; null for a client that has none.
    pub document_host: Option<String>,
    /// Whether the operator of this instance entered the client in the settings.
    pub is_entered: bool,
    /// Where the code is sent: a host, a scheme such as `cursor:` (the only form with a colon), or `localhost`.
    pub destination: String,
    /// Whether the code is sent to a program on the person's own computer. Any program there could have asked.
    pub is_this_computer: bool,
    /// Changes with everything that the client says about itself.
    pub fingerprint: String,
    /// The scopes that the client asks for.
    pub scopes: ScopeSet,
    /// The address that tells the client that the person refused.
    pub refused_url: String,
}

/// Where the browser goes after an app was connected.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConnectedRedirect {
    /// The client's address, with the code.
    pub redirect_url: String,
}

/// Shows what a client asks for.
pub async fn show_app_request(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<AppRequest>>,
) -> Result<Reply<AskedView>, ApiError> {
    let Asked { client, trust, request, refused } = asked(&call.app, &input.body.0.request, call.request.at).await?;
    let destination = request.reply_to.redirect_uri.destination();
    let is_entered = trust == ClientTrust::Entered;
    let view = AskedView {
        document_host: client.document_host().filter(|_| !is_entered),
        is_entered,
        fingerprint: client.fingerprint(),
        is_this_computer: destination == Destination::ThisComputer,
        destination: destination.to_string(),
        client_name: client.name,
        scopes: request.scopes,
        refused_url: refused,
    };
    Ok(Reply::new(view).no_store())
}

/// Connects the app of a client to the organization.
pub async fn connect_app(
    call: Call<OrgAccess>,
    input: Input<Nothing, Nothing, Json<NewConsent>>,
) -> Result<Reply<ConnectedRedirect>, ApiError> {
    let Json(consent) = input.body;
    let asked = asked(&call.app, &consent.request, call.request.at).await?;
    if asked.client.fingerprint() != consent.fingerprint {
        let message = "The app changed its description since you read it. Read it again.";
        return Err(ApiError::new(Code::Conflict, message));
    }
    let role = call.tenant.role.unwrap_or(Role::Viewer);
    let mut own = own_ids(&*call.app.ports().sites, call.tenant.id, &consent.named_sites()).await?;
    own.retain(|site| call.tenant.sites.includes(*site));
    let given = consent.check(asked.request.scopes, role, &own, call.request.at)?;
    let grant = call.session()?;
    let by = ConsentBy { org: call.tenant.id, user: &grant.user, role, assurance: grant.session.assurance };
    let (store, issuer) = (&*call.app.ports().oauth, issuer(&call.app)?);
    let redirect_url = oauth::connect(store, by, &asked, given, issuer, &call.audit_context()).await?;
    Ok(Reply::new(ConnectedRedirect { redirect_url }).no_store())
}

async fn asked(app: &App, query: &str, at: jiff::Timestamp) -> Result<Asked, ApiError> {
    oauth::look_at(app.oauth_clients(), query, issuer(app)?, at).await.map_err(|failure| match failure {
        OAuthFailure::Refused(error) => unreadable(&error),
        OAuthFailure::Store(error) => error.into(),
    })
}

/// The public address, without which tokens would be for no address in particular.
fn issuer(app: &App) -> Result<&str, ApiError> {
    app.settings().public_url.as_deref().ok_or_else(|| {
        let message =
            "Apps cannot be connected, because public_url is not set. Ask the operator of this instance to set it.";
        ApiError::new(Code::Forbidden, message)
    })
}

fn unreadable(error: &OAuthError) -> ApiError {
    let code = error.code.as_str().to_ascii_uppercase();
    vec![Violation::new("request", &code, format!("The app's request cannot be answered. {}", error.description))]
        .into()
}
