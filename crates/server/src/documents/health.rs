//! `/healthz`: the process is alive. `/readyz`: its stores answer. Neither says what is inside.

use std::time::Duration;

use axum::{
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};

use super::DocumentPlace;

/// A store that is slower than this is not ready.
const STORES_ANSWER_WITHIN: Duration = Duration::from_secs(2);

/// `GET /healthz`
pub(super) async fn alive() -> Response {
    answer(StatusCode::OK, "ok\n")
}

/// `GET /readyz`
pub(super) async fn ready(State(place): State<DocumentPlace>) -> Response {
    match tokio::time::timeout(STORES_ANSWER_WITHIN, place.stores.ping()).await {
        Ok(Ok(())) => answer(StatusCode::OK, "ready\n"),
        Ok(Err(error)) => {
            tracing::warn!(%error, "Not ready: a store does not answer");
            answer(StatusCode::SERVICE_UNAVAILABLE, "a store does not answer\n")
        }
        Err(_) => answer(StatusCode::SERVICE_UNAVAILABLE, "a store is slow to answer\n"),
    }
}

fn answer(status: StatusCode, text: &'static str) -> Response {
    let headers = [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, "no-store")];
    (status, headers, text).into_response()
}
