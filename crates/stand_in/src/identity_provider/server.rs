//! The provider's addresses.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::Request,
    http::{
        Response, StatusCode,
        header::{AUTHORIZATION, CONTENT_TYPE},
    },
};
use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::net::TcpListener;

use super::state::{CLIENT_ID, CLIENT_SECRET, State};

const MAX_BODY_BYTES: usize = 64 * 1024;

/// Serves requests until it is stopped.
pub(super) async fn serve(listener: TcpListener, issuer: String, state: Arc<Mutex<State>>) {
    let router = Router::new().fallback(move |request: Request| {
        let (issuer, state) = (issuer.clone(), Arc::clone(&state));
        async move { answer(&issuer, &state, request).await }
    });
    let _ = axum::serve(listener, router).await;
}

async fn answer(issuer: &str, state: &Mutex<State>, request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, MAX_BODY_BYTES).await.unwrap_or_default();
    let authorization = parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut state = state.lock().expect("no holder of this lock panics");
    state.requests.push(parts.uri.path().to_owned());
    if state.is_down {
        return json_answer(StatusCode::SERVICE_UNAVAILABLE, &json!({}));
    }
    let (status, answer) = match parts.uri.path() {
        "/.well-known/openid-configuration" => (StatusCode::OK, discovery(issuer)),
        "/jwks" => (StatusCode::OK, state.keys.published()),
        "/token" => match exchange(&mut state, authorization, &form(&String::from_utf8_lossy(&body))) {
            Ok(tokens) => (StatusCode::OK, tokens),
            Err(error) => (StatusCode::BAD_REQUEST, json!({ "error": error })),
        },
        "/userinfo" => match authorization.strip_prefix("Bearer ").and_then(|token| state.userinfo.get(token)) {
            Some(userinfo) => (StatusCode::OK, Value::Object(userinfo.clone())),
            None => (StatusCode::UNAUTHORIZED, json!({})),
        },
        _ => (StatusCode::NOT_FOUND, json!({})),
    };
    json_answer(status, &answer)
}

fn discovery(issuer: &str) -> Value {
    json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "userinfo_endpoint": format!("{issuer}/userinfo"),
        "jwks_uri": format!("{issuer}/jwks"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        // The unknown one is as real providers have them.
        "id_token_signing_alg_values_supported": ["EdDSA", "RS256", "PS256", "HS256", "ML-DSA-44"],
        "code_challenge_methods_supported": ["S256"],
    })
}

/// Exchanges a code, once, for the client that it was given to.
fn exchange(state: &mut State, authorization: &str, form: &BTreeMap<String, String>) -> Result<Value, &'static str> {
    if !is_client(authorization) {
        return Err("invalid_client");
    }
    let one = |name: &str| form.get(name).map(String::as_str).unwrap_or_default();
    let grant = state.codes.remove(one("code")).ok_or("invalid_grant")?;
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(one("code_verifier")));
    let fits = one("grant_type") == "authorization_code"
        && one("redirect_uri") == grant.redirect_uri
        && challenge == grant.challenge;
    if !fits {
        return Err("invalid_grant");
    }
    let access = format!("access-{}", one("code"));
    state.userinfo.insert(access.clone(), grant.userinfo);
    Ok(json!({
        "access_token": access,
        "token_type": "Bearer",
        "expires_in": 300,
        "id_token": state.keys.token(&grant.claims, &grant.signature),
    }))
}

/// `client_secret_basic`, both parts encoded as in a form (RFC 6749 §2.3.1).
fn is_client(authorization: &str) -> bool {
    let sent = authorization.strip_prefix("Basic ").and_then(|text| STANDARD.decode(text).ok());
    let sent = sent.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
    let decoded = |text: &str| percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned();
    sent.split_once(':').is_some_and(|(id, secret)| decoded(id) == CLIENT_ID && decoded(secret) == CLIENT_SECRET)
}

/// The values of a form or a query.
pub(super) fn form(text: &str) -> BTreeMap<String, String> {
    let decoded = |text: &str| percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned();
    let pairs = text.split('&').filter_map(|pair| pair.split_once('='));
    pairs.map(|(name, value)| (decoded(name), decoded(value))).collect()
}

fn json_answer(status: StatusCode, value: &Value) -> Response<Body> {
    Response::builder()
        .status(status)
        .header(CONTENT_TYPE, "application/json")
        .body(Body::from(value.to_string()))
        .expect("a status and a body")
}
