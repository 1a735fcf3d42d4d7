//! `/healthz` says that the process is alive; `/readyz` says whether it can serve requests.
//!
//! Neither contains a secret.

use std::time::Duration;

use askline_api::pipeline::unavailable;
use axum::{
    extract::{RawQuery, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};

use super::context::DocumentContext;
use crate::full_version;

/// How long the stores may take to respond; slower ones are not ready.
const STORES_ANSWER_WITHIN: Duration = Duration::from_secs(2);

/// `GET /healthz`
pub(super) async fn alive() -> Response {
    answer(StatusCode::OK, "ok\n")
}

/// `GET /readyz`: whether this server, and not what it shares with others, can work. If a shared PostgreSQL is away, every
/// server still serves what it has in memory, so a balancer must not remove all of them. `?full` asks the shared stores, too.
pub(super) async fn ready(State(place): State<DocumentContext>, RawQuery(query): RawQuery) -> Response {
    let not_ready = |text: String| answer(StatusCode::SERVICE_UNAVAILABLE, text);
    if *place.end_is_near.borrow() {
        return not_ready("stopping\n".into());
    }
    if place.server_group.is_outdated() {
        return not_ready("a newer release has changed the stores\n".into());
    }
    if let Some(fault) = place.disk.as_ref().and_then(|disk| disk.fault()) {
        return not_ready(format!("{fault}\n"));
    }
    let has_own_stores = !place.server_group.shares_stores();
    if (has_own_stores || asks_for_everything(query.as_deref()))
        && let Err(reason) = ask_stores(&place).await
    {
        return not_ready(reason);
    }
    let mut said = place.server_group.worries(place.stores.trouble());
    said.extend(place.disk.as_ref().and_then(|disk| disk.worry()));
    // Reported even if there is no problem, so that monitoring can read it.
    said.extend(place.backups.as_ref().map(|backups| backups.text()));
    answer(StatusCode::OK, lines(&said))
}

fn asks_for_everything(query: Option<&str>) -> bool {
    query.unwrap_or_default().split('&').any(|parameter| matches!(parameter, "full" | "full=" | "full=true" | "full=1"))
}

/// Asks both stores; the error says which problem there is.
async fn ask_stores(place: &DocumentContext) -> Result<(), String> {
    match tokio::time::timeout(STORES_ANSWER_WITHIN, place.stores.ping()).await {
        Ok(Ok(())) => match place.server_group.database_trouble() {
            Some(reason) => Err(format!("{reason}\n")),
            None => Ok(()),
        },
        Ok(Err(error)) => {
            unavailable::answered("readyz");
            unavailable::because(error.to_string());
            Err(format!("a store does not answer: {error}\n"))
        }
        Err(_) => Err(match place.stores.trouble() {
            Some(reason) => format!("a store cannot be reached: {reason}\n"),
            None => "a store is slow to answer\n".into(),
        }),
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
