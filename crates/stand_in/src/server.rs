//! The server: passes requests to their engines, and simulates connection faults. Every engine can have these faults.

use std::sync::Arc;

use askline_domain::engines::Engine;
use axum::{
    Router,
    body::{Body, to_bytes},
    extract::Request,
    http::{HeaderValue, Response, header::CONTENT_TYPE},
};
use futures_util::{StreamExt as _, stream};
use percent_encoding::{AsciiSet, utf8_percent_encode};
use serde_json::Value;
use tokio::net::TcpListener;

use crate::{
    answer_content::AnswerContent,
    control,
    fault::{Fault, Refusal},
    reaction::Reaction,
    received::Received,
    state::{Redirect, State},
    vendors,
};

/// The maximum size of a request that is read, in bytes.
const MAX_REQUEST_BYTES: usize = 4 * 1024 * 1024;
/// The size of a response that is larger than any client should read, in bytes.
const HUGE_BYTES: usize = 8 * 1024 * 1024;
/// A proxy's page instead of an engine's response.
const HTML_PAGE: &str = "<!DOCTYPE html><html><body><h1>Something went wrong</h1></body></html>";
const JSON: &str = "application/json";
const HTML: &str = "text/html; charset=utf-8";

/// Serves requests until it is stopped.
pub(crate) async fn serve(listener: TcpListener, state: Arc<State>) {
    let router = Router::new().fallback(move |request: Request| {
        let state = Arc::clone(&state);
        async move { answer(&state, request).await }
    });
    if let Err(error) = axum::serve(listener, router).await {
        eprintln!("the stand-in ended: {error}");
    }
}

async fn answer(state: &State, request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, MAX_REQUEST_BYTES).await.unwrap_or_default();
    let path = parts.uri.path().to_owned();
    if path == "/control" || path == "/requests" {
        let (status, body) = control::answer(state, parts.method.as_str(), &path, &body);
        return response(status, JSON, body.to_string());
    }
    let engine = Engine::EVERY.into_iter().find(|engine| path.starts_with(&format!("/{engine}/")));
    let received = Received {
        engine,
        method: parts.method.to_string(),
        path: parts.uri.path_and_query().map(ToString::to_string).unwrap_or_default(),
        headers: parts
            .headers
            .iter()
            .map(|(name, value)| (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned()))
            .collect(),
        body: serde_json::from_slice(&body).unwrap_or(Value::Null),
    };
    state.note(received.clone());
    match (engine, path.strip_prefix("/grounding-api-redirect/")) {
        (Some(engine), _) => react(state, engine, &received).await,
        (None, Some(number)) => redirect(state.redirect(number)).await,
        (None, None) => response(404, HTML, HTML_PAGE.into()),
    }
}

async fn react(state: &State, engine: Engine, received: &Received) -> Response<Body> {
    let vendor = vendors::of(engine);
    if let Err(fault) = vendor.check(received) {
        return refused(vendor.refuse(&fault, received));
    }
    let reaction = state.next(engine);
    if let Some(fault) = reaction.fault() {
        return refused(vendor.refuse(&fault, received));
    }
    // A request that does not ask for a search gets an answer from memory.
    let wanted = if vendor.searches(&received.body) {
        AnswerContent::of(&reaction)
    } else {
        AnswerContent::of(&Reaction::NoSearch)
    };
    let whole = || match vendor.answer(&reaction, &wanted, received, state) {
        Ok(body) => (200, body.to_string()),
        Err(fault) => {
            let refusal = vendor.refuse(&fault, received);
            (refusal.status, refusal.body.to_string())
        }
    };
    match reaction {
        Reaction::Hang => std::future::pending().await,
        Reaction::HtmlPage => response(200, HTML, HTML_PAGE.into()),
        Reaction::ErrorBody200 => response(200, JSON, vendor.refuse(&Fault::Overloaded, received).body.to_string()),
        Reaction::ProxyError => response(502, HTML, HTML_PAGE.into()),
        Reaction::Huge => response(200, JSON, format!("{}{}", whole().1, " ".repeat(HUGE_BYTES))),
        Reaction::TruncatedJson => {
            let (status, mut text) = whole();
            text.truncate(text.floor_char_boundary(text.len() / 2));
            response(status, JSON, text)
        }
        Reaction::BreakOff => {
            let (status, text) = whole();
            let half = text.as_bytes()[..text.len() / 2].to_vec();
            let parts = [Ok(half), Err(std::io::Error::other("broken off"))];
            with_body(status, JSON, Body::from_stream(stream::iter(parts)))
        }
        Reaction::Stall => {
            let (status, text) = whole();
            let half = Ok::<_, std::io::Error>(text.as_bytes()[..text.len() / 2].to_vec());
            with_body(status, JSON, Body::from_stream(stream::iter([half]).chain(stream::pending())))
        }
        Reaction::Redirected => {
            let mut answer = response(307, HTML, HTML_PAGE.into());
            answer.headers_mut().insert("location", HeaderValue::from_static("/elsewhere"));
            answer
        }
        _ => {
            let (status, text) = whole();
            response(status, JSON, text)
        }
    }
}

async fn redirect(redirect: Redirect) -> Response<Body> {
    let mut answer = response(302, HTML, String::new());
    match redirect {
        Redirect::Hanging => std::future::pending().await,
        Redirect::Nowhere => *answer.status_mut() = axum::http::StatusCode::NOT_FOUND,
        Redirect::To(url) => {
            // Bytes beyond ASCII are percent-encoded in a header.
            let ascii = utf8_percent_encode(&url, &AsciiSet::EMPTY).to_string();
            if let Ok(value) = ascii.parse() {
                answer.headers_mut().insert("location", value);
            }
        }
    }
    answer
}

fn refused(refusal: Refusal) -> Response<Body> {
    let mut response = response(refusal.status, JSON, refusal.body.to_string());
    for (name, value) in refusal.headers {
        if let Ok(value) = value.parse() {
            response.headers_mut().insert(name, value);
        }
    }
    response
}

fn response(status: u16, content_type: &'static str, body: String) -> Response<Body> {
    with_body(status, content_type, Body::from(body))
}

fn with_body(status: u16, content_type: &'static str, body: Body) -> Response<Body> {
    let response = Response::builder().status(status).header(CONTENT_TYPE, content_type).body(body);
    response.expect("status and content type are valid constants")
}
