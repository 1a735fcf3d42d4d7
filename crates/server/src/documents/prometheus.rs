//! `/metrics`: the recorder's data in the text format of Prometheus. Requests on the main address are checked first.

use std::net::SocketAddr;

use axum::{
    Router,
    extract::{ConnectInfo, Request, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use metrics_exporter_prometheus::PrometheusHandle;

use askline_domain::identity::secret::SecretDigest;

use super::context::{DocumentContext, MetricsAccess};
use crate::listen::request_host::{host_of, is_this_machine};

/// The router of a separate listener, from which anyone who can connect may read. If only this machine can connect, the
/// request must also name this machine as its host, so that no web page in a browser here can read it.
#[expect(clippy::disallowed_methods, reason = "a listener of its own, outside the table of the API")]
pub fn router(recorder: PrometheusHandle, address: SocketAddr) -> Router {
    let for_this_machine = address.ip().to_canonical().is_loopback();
    Router::new().route(
        "/metrics",
        get(
            async move |request: Request| {
                if !for_this_machine || names_this_machine(&request) { render(&recorder) } else { not_here() }
            },
        ),
    )
}

/// `GET /metrics` on the main address.
pub(super) async fn show(State(place): State<DocumentContext>, request: Request) -> Response {
    let admitted = match &place.metrics {
        MetricsAccess::Elsewhere => false,
        // Digests are compared, so that the duration does not reveal the token.
        MetricsAccess::Token(token) => {
            bearer(request.headers()).is_some_and(|sent| SecretDigest::of(sent) == token.digest())
        }
        MetricsAccess::ThisMachine => is_of_this_machine(&request),
    };
    match (&place.metrics, admitted) {
        (_, true) => render(&place.recorder),
        (MetricsAccess::Token(_), false) => {
            let text = "Send the token of the setting metrics.token as a bearer token.\n";
            (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")], text).into_response()
        }
        (_, false) => not_here(),
    }
}

fn not_here() -> Response {
    (StatusCode::NOT_FOUND, "Not here.\n").into_response()
}

fn render(recorder: &PrometheusHandle) -> Response {
    let headers =
        [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8"), (header::CACHE_CONTROL, "no-store")];
    (headers, recorder.render()).into_response()
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

/// Whether a request comes from this machine. Forwarded ones do not count, since a proxy on this machine forwards requests
/// from anywhere. Nor do those of a page whose domain name was pointed at this machine: they name that page's host.
fn is_of_this_machine(request: &Request) -> bool {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip().to_canonical());
    let is_forwarded =
        ["x-forwarded-for", "forwarded", "x-real-ip", "via"].iter().any(|name| request.headers().contains_key(*name));
    peer.is_some_and(|peer| peer.is_loopback()) && !is_forwarded && names_this_machine(request)
}

fn names_this_machine(request: &Request) -> bool {
    host_of(request.uri(), request.headers()).is_some_and(|host| is_this_machine(&host))
}
