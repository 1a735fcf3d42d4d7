//! `/healthz` says that the process is alive; `/readyz` says whether it can serve requests. Neither contains a secret.

use std::time::Duration;

use askline_api::pipeline::unavailable;
use axum::{
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};

use super::place::DocumentPlace;
use crate::full_version;

/// How long the stores may take to respond; slower ones are not ready.
const STORES_ANSWER_WITHIN: Duration = Duration::from_secs(2);

/// `GET /healthz`
pub(super) async fn alive() -> Response {
    answer(StatusCode::OK, "ok\n")
}

/// `GET /readyz`
pub(super) async fn ready(State(place): State<DocumentPlace>) -> Response {
    if *place.end_is_near.borrow() {
        return answer(StatusCode::SERVICE_UNAVAILABLE, "stopping\n");
    }
    if place.company.is_outdated() {
        return answer(StatusCode::SERVICE_UNAVAILABLE, "a newer release has changed the stores\n");
    }
    match tokio::time::timeout(STORES_ANSWER_WITHIN, place.stores.ping()).await {
        Ok(Ok(())) => {
            let mut said = place.company.worries();
            said.extend(place.disk.as_ref().and_then(|disk| disk.worry()));
            // Reported even if there is no problem, so that monitoring can read it.
            said.extend(place.backups.as_ref().map(|backups| backups.text()));
            answer(StatusCode::OK, lines(&said))
        }
        Ok(Err(error)) => {
            unavailable::answered("readyz");
            unavailable::because(error.to_string());
            answer(StatusCode::SERVICE_UNAVAILABLE, format!("a store does not answer: {error}\n"))
        }
        Err(_) => match place.stores.trouble() {
            Some(reason) => answer(StatusCode::SERVICE_UNAVAILABLE, format!("a store cannot be reached: {reason}\n")),
            None => answer(StatusCode::SERVICE_UNAVAILABLE, "a store is slow to answer\n"),
        },
    }
}

/// The text of a server that is ready: `ready`, the version, then problems and the state of backups, one per line.
fn lines(said: &[String]) -> String {
    let mut text = format!("ready\nversion: {}\n", full_version());
    said.iter().for_each(|line| text.extend([line.as_str(), "\n"]));
    text
}

fn answer(status: StatusCode, text: impl Into<String>) -> Response {
    let headers = [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, "no-store")];
    (status, headers, text.into()).into_response()
}
