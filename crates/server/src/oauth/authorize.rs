//! `GET /oauth/authorize`: sends a person to the page of the dashboard that asks for consent.
//!
//! The server of a client that is not known is not asked here, where anyone can call: the page does that for a person in a session.
//!
//! An error is sent to the client only if a person connected it, or the operator entered it. Otherwise anyone who registers a client
//! could let this server send people to any address (RFC 9700, section 4.11.2).

use askline_api::pipeline::app::App;
use askline_app::oauth::{ClientTrust, KnownClient, resource_of};
use askline_domain::oauth::{
    authorization::{AuthorizationRefusal, AuthorizationRequest},
    client::document_address,
    error::{OAuthCode, OAuthError},
    parameters::Parameters,
};
use axum::{
    extract::Request,
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

use super::{
    answers::failed,
    counting::{count, of_address},
};

/// The page of the dashboard that asks for consent.
const CONSENT_PAGE: &str = "/connect";

/// Answers the browser of a person.
pub(super) async fn answer(app: &App, issuer: &str, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    if let Err(refused) = count(app, &parts, of_address(app)).await {
        return refused;
    }
    let query = parts.uri.query().unwrap_or_default();
    let parameters = match Parameters::of_form(query) {
        Ok(parameters) => parameters,
        Err(error) => return page(&error),
    };
    let named = parameters.required("client_id").and_then(|id| Ok((id, parameters.optional("redirect_uri")?)));
    let (id, redirect_uri) = match named {
        Ok(named) => named,
        Err(error) => return page(&error),
    };
    let known = match app.oauth_clients().find_known(id, redirect_uri, app.now()).await {
        Ok(known) => known,
        Err(failure) => return failed(failure),
    };
    let Some(KnownClient { client, trust }) = known else {
        return match document_address(id) {
            Some(_) => to_consent(query),
            None => page(&OAuthError::new(
                OAuthCode::InvalidClient,
                "This server does not know the app. Remove the connection in the app, and connect it again.",
            )),
        };
    };
    match AuthorizationRequest::read(&parameters, &client, &resource_of(issuer)) {
        Ok(_) => to_consent(query),
        Err(AuthorizationRefusal::Sent(reply_to, error)) if trust != ClientTrust::Unknown => {
            to_address(&reply_to.with_error(&error, issuer))
        }
        Err(AuthorizationRefusal::Shown(error) | AuthorizationRefusal::Sent(_, error)) => page(&error),
    }
}

/// The query is one parameter of the page, so that nothing on the way reads or changes it.
fn to_consent(query: &str) -> Response {
    to_address(&format!("{CONSENT_PAGE}?request={}", URL_SAFE_NO_PAD.encode(query)))
}

fn to_address(address: &str) -> Response {
    match HeaderValue::from_str(address) {
        Ok(location) => (StatusCode::SEE_OTHER, [(header::LOCATION, location)]).into_response(),
        Err(_) => page(&OAuthError::new(
            OAuthCode::InvalidRequest,
            "The request has characters that an address must not have.",
        )),
    }
}

/// A page for the person, when it is not certain to whom an error could be sent. Its texts are our own.
fn page(error: &OAuthError) -> Response {
    let page = include_str!("../../assets/oauth_error.html").replace("{{description}}", &error.description);
    let policy = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    let headers: [(HeaderName, HeaderValue); 1] = [(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy))];
    (StatusCode::BAD_REQUEST, headers, Html(page)).into_response()
}
