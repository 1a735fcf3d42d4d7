//! The endpoints that clients call: token, revocation, registration.

use askline_api::pipeline::app::App;
use askline_app::oauth::{self, OAuthFailure};
use askline_domain::{
    keys::scope::Scope,
    oauth::{
        REGISTRATIONS_PER_MINUTE,
        authorization::reading_scopes,
        client::{Client, MAX_REGISTRATION_BYTES},
        error::{OAuthCode, OAuthError},
        parameters::Parameters,
        redirect_uri::RedirectUri,
    },
    requests::quota::{AddressCaller, QuotaCaller},
};
use axum::{
    extract::Request,
    http::{HeaderMap, StatusCode, header},
    response::Response,
};
use serde_json::{Value, json};

use super::{
    answers::{failed, json_answer},
    counting::{context, count, of_address},
    paths::{REGISTER, TOKEN},
};

/// Answers a client.
pub(super) async fn answer(app: &App, issuer: &str, path: &str, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let counted = match path {
        REGISTER => {
            let network = |client: askline_api::pipeline::request::client_address::ClientAddress| {
                QuotaCaller::ClientRegistration(AddressCaller::from(client.address).network())
            };
            count(app, &parts, |client| (network(client), REGISTRATIONS_PER_MINUTE)).await
        }
        _ => count(app, &parts, of_address(app)).await,
    };
    if let Err(refused) = counted {
        return refused;
    }
    let answered = async {
        let bytes = axum::body::to_bytes(body, MAX_REGISTRATION_BYTES).await.map_err(|_| unreadable())?;
        let text = std::str::from_utf8(&bytes).map_err(|_| unreadable())?;
        let clients = app.oauth_clients();
        match path {
            REGISTER => {
                Ok((StatusCode::CREATED, registered(&oauth::register(clients.store, text, app.now()).await?, app)))
            }
            TOKEN => {
                let parameters = parameters(&parts.headers, text)?;
                let given = oauth::get_tokens(clients, &parameters, issuer, &context(app, &parts)).await?;
                Ok((StatusCode::OK, tokens(&given)))
            }
            _ => {
                oauth::revoke(clients.store, &parameters(&parts.headers, text)?, &context(app, &parts)).await?;
                Ok((StatusCode::OK, json!({})))
            }
        }
    };
    match answered.await {
        Ok((status, body)) => json_answer(status, &body),
        Err(failure) => failed(failure),
    }
}

fn unreadable() -> OAuthFailure {
    let text = format!("The body is not UTF-8 text of at most {MAX_REGISTRATION_BYTES} bytes.");
    OAuthError::new(OAuthCode::InvalidRequest, text).into()
}

/// The parameters of a form. Some clients send JSON.
fn parameters(headers: &HeaderMap, text: &str) -> Result<Parameters, OAuthError> {
    let media_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if media_type.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json") {
        Parameters::of_json(text)
    } else {
        Parameters::of_form(text)
    }
}

fn tokens(given: &oauth::Tokens) -> Value {
    json!({
        "access_token": given.access.expose(),
        "token_type": "Bearer",
        "expires_in": given.expires_in,
        "refresh_token": given.refresh.expose(),
        "scope": words(given.scopes.iter()),
    })
}

fn registered(client: &Client, app: &App) -> Value {
    json!({
        "client_id": client.id,
        "client_id_issued_at": app.now().as_second(),
        "client_name": client.name,
        "redirect_uris": client.redirect_uris.iter().map(RedirectUri::as_str).collect::<Vec<_>>(),
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": "none",
        "scope": words(reading_scopes().iter()),
    })
}

fn words(scopes: impl Iterator<Item = Scope>) -> String {
    scopes.map(Scope::as_str).collect::<Vec<_>>().join(" ")
}
