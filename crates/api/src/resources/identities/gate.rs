//! `POST /auth/header`: signs in the person whom a gate names in headers.
//!
//! The headers are believed only from the gate's own networks, by the address of the connection, and read nowhere else.

use askline_app::identities;
use askline_domain::{
    identity::{
        email_address::check_email,
        provider::{HEADER_ISSUER, MAX_SUBJECT_BYTES, ProvenIdentity},
    },
    shared::violation::Violations,
};
use axum::http::{HeaderMap, HeaderName};
use schemars::JsonSchema;
use serde::Deserialize;

use super::flow::{ProviderSignIn, answer_signed_in};
use crate::{
    pipeline::{
        app::App,
        handling::{ApiError, Call, Code, Input, Json, NoTenant, Nothing, Reply},
    },
    resources::auth::visit,
};

/// The body of the request: empty. The person is named by the gate.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "HeaderSignIn")]
pub struct GateEntry {}

/// Refuses if the operator set no gate.
pub fn check_gate_is_set(app: &App) -> Result<(), ApiError> {
    let closed = || ApiError::new(Code::Forbidden, "This instance has no gate that names people in headers.");
    app.settings().trusted_header.is_some().then_some(()).ok_or_else(closed)
}

/// Starts a session of the person whom the gate names.
pub async fn sign_in_by_gate(
    call: Call<NoTenant>,
    _: Input<Nothing, Nothing, Json<GateEntry>>,
) -> Result<Reply<ProviderSignIn>, ApiError> {
    let proven = proven(&call)?;
    let signed_in = identities::sign_in_by_gate(&visit(&call), &proven).await?;
    answer_signed_in(&call, HEADER_ISSUER, signed_in)
}

fn proven(call: &Call<NoTenant>) -> Result<ProvenIdentity, ApiError> {
    check_gate_is_set(&call.app)?;
    let refused = |text: &str| ApiError::new(Code::InvalidCredentials, text);
    let gate = call.app.settings().trusted_header.as_ref().ok_or_else(|| refused("There is no gate."))?;
    let peer = call.request.peer.to_canonical();
    if !gate.from.iter().any(|network| network.contains(&peer)) {
        return Err(refused("This request did not come through the gate that names people in headers."));
    }
    let headers = &call.request.headers;
    let subject = only_value(headers, &gate.user).filter(|user| !user.is_empty() && user.len() <= MAX_SUBJECT_BYTES);
    let Some(subject) = subject else {
        return Err(refused("The gate named no person, or more than one."));
    };
    let email = only_value(headers, &gate.email).and_then(|email| check_email("email", email, &mut Violations::new()));
    Ok(ProvenIdentity {
        provider: HEADER_ISSUER.into(),
        issuer: HEADER_ISSUER.into(),
        subject: subject.to_owned(),
        email,
        email_verified: false,
        name: only_value(headers, &gate.name).unwrap_or_default().to_owned(),
        groups: Vec::new(),
    })
}

/// The value of a header that occurs once, as UTF-8. A client's own header that a gate passes on beside its own is not believed.
fn only_value<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => std::str::from_utf8(value.as_bytes()).ok().map(str::trim),
        _ => None,
    }
}
