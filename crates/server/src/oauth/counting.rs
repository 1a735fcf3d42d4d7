//! Limits of requests of clients, and who makes a change for one.

use askline_api::pipeline::{
    app::App,
    request::client_address::{ClientAddress, client_of},
};
use askline_app::ports::requests::rate_limiter::{MAX_WINDOWS, Windows};
use askline_domain::{
    audit::{Actor, context::AuditContext},
    oauth::error::{OAuthCode, OAuthError},
    requests::quota::QuotaCaller,
};
use axum::{
    http::{StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};

use super::answers::{error, failed};

/// Counts a request of a client; the error is its refusal.
pub(crate) async fn count(
    app: &App,
    parts: &Parts,
    window: impl Fn(ClientAddress) -> (QuotaCaller, u32),
) -> Result<(), Response> {
    let client = client_of(app.settings(), parts);
    if client.is_unreadable {
        let text = "X-Forwarded-For: the last entry, which the proxy wrote, is not an IP address.";
        return Err(failed(OAuthError::new(OAuthCode::InvalidRequest, text).into()));
    }
    let (caller, limit) = window(client);
    if limit == 0 {
        return Ok(());
    }
    let mut windows: Windows = [None; MAX_WINDOWS];
    windows[0] = Some((caller, limit));
    let counted = app.ports().rate_limiter.count(&windows).await;
    match counted.filter(|counted| counted.decision.admission.is_none()) {
        None => Ok(()),
        Some(counted) => {
            let seconds = counted.decision.retry_after_seconds().to_string();
            let text = format!("The limit of {limit} requests per minute is used up. Try again in {seconds} s.");
            let refused = OAuthError::new(OAuthCode::TemporarilyUnavailable, text);
            let response = error(StatusCode::TOO_MANY_REQUESTS, &refused);
            Err(([(header::RETRY_AFTER, seconds)], response).into_response())
        }
    }
}

/// The window of an address, which holds for documents too.
pub(crate) fn of_address(app: &App) -> impl Fn(ClientAddress) -> (QuotaCaller, u32) {
    let limit = app.settings().limits.document_per_minute;
    move |client| (QuotaCaller::DocumentReader(client.address.into()), limit)
}

/// Who makes a change for a client, for the audit log.
pub(super) fn context(app: &App, parts: &Parts) -> AuditContext {
    let agent = parts.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
    AuditContext {
        at: app.now(),
        actor: Actor::system("oauth"),
        ip: Some(client_of(app.settings(), parts).address.to_string()),
        user_agent: agent.map(|text| text.chars().take(300).collect()),
        request_id: None,
        request: None,
        preconditions: Vec::new(),
    }
}
