//! Everything that is served outside `/api` and `/mcp`: pages, the widget's script, health and metrics.
//!
//! Nothing here depends on an organization, and only `/metrics` may need a credential.

pub mod addresses;
mod client_has;
mod dashboard;
mod demo_page;
mod error_codes;
mod guide;
mod health;
mod page_headers;
mod prometheus;
mod widget_gallery;
mod widget_preview;
mod widget_script;

use std::sync::Arc;

use axum::{
    Router,
    http::{HeaderValue, StatusCode, header},
    middleware,
    response::{IntoResponse, Response},
    routing::get,
};
use bytes::Bytes;
use metrics_exporter_prometheus::PrometheusHandle;

pub use demo_page::DemoPage;
pub use prometheus::router as prometheus_router;

use askline_domain::identity::secret::Secret;

use crate::{
    VERSION, backups::scheduled::ScheduledBackups, disk_space::DiskWatch, listen::Stop,
    several_servers::company::Company, stores::Stores,
};

const REFERENCE: &str = include_str!("../assets/docs/index.html");
const REFERENCE_SCRIPT: &str = include_str!("../assets/docs/reference.js");
const STYLE: &str = include_str!("../assets/style.css");
/// Pages change only with the binary; a short cache time avoids most requests without hiding an upgrade.
const SHORTLY_CACHED: &str = "public, max-age=300";

/// What the documents need to know about this instance.
#[derive(Clone)]
pub struct DocumentPlace {
    /// The stores, which `/readyz` checks.
    pub stores: Stores,
    /// The other servers; `/readyz` reports problems with them.
    pub company: Company,
    /// The disk of the data folder, if there is one; `/readyz` reports when it is nearly full.
    pub disk: Option<Arc<DiskWatch>>,
    /// The scheduled backups, if there are any; `/readyz` reports their state.
    pub backups: Option<Arc<ScheduledBackups>>,
    /// Whether this server stops soon; `/readyz` then tells load balancers to send requests elsewhere.
    pub end_is_near: Stop,
    /// The recorder of what `/metrics` shows.
    pub recorder: PrometheusHandle,
    /// Who may read `/metrics` on the main address.
    pub metrics: MetricsAccess,
    /// The page of `askline demo`.
    pub demo: Option<DemoPage>,
    /// The configuration that the widget of a new site loads, for the gallery.
    pub sample: Bytes,
}

/// Who may read `/metrics` on the main address.
#[derive(Debug, Clone)]
pub enum MetricsAccess {
    /// Nobody: it has a separate listener.
    Elsewhere,
    /// Anyone who sends the token.
    Token(Secret),
    /// Programs on this machine.
    ThisMachine,
}

/// The router of everything outside `/api` and `/mcp`.
#[expect(clippy::disallowed_methods, reason = "documents have no tenant, so no row in the table of the API")]
pub fn router(place: DocumentPlace) -> Router {
    let router = Router::new()
        .route("/style.css", get(async || text("text/css; charset=utf-8", STYLE)))
        .route("/docs", get(async || html(REFERENCE.replace("{{version}}", VERSION))))
        .route("/docs/reference.js", get(async || text("text/javascript; charset=utf-8", REFERENCE_SCRIPT)))
        .route("/docs/errors", get(async || html(error_codes::page())))
        .route("/docs/guide", get(guide::show_first))
        .route("/docs/guide/{page}", get(guide::show))
        .route("/docs/guide/pictures/{file}", get(guide::show_picture))
        .route("/docs/widget", get(async || html(widget_gallery::page())))
        .route("/docs/widget/{file}", get(widget_gallery::show_part))
        .route("/preview", get(widget_preview::show))
        .route("/preview/{file}", get(widget_preview::show_part))
        .route(
            "/llms.txt",
            get(async || text("text/plain; charset=utf-8", askline_api::resources::documents::llms_txt())),
        )
        .route("/widget.js", get(widget_script::show))
        .route("/widget/{file}", get(widget_script::show_part))
        .route("/robots.txt", get(async || text("text/plain; charset=utf-8", "User-agent: *\nDisallow: /api/\n")))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(prometheus::show))
        .route("/demo/", get(demo_page::show))
        .route("/demo", get(async || axum::response::Redirect::permanent("/demo/")));
    router.fallback(dashboard::show).layer(middleware::map_response(page_headers::add)).with_state(place)
}

/// The router of the widget's files, for `widget.public_url`, where nothing else is served.
#[expect(clippy::disallowed_methods, reason = "documents have no tenant, so no row in the table of the API")]
pub fn widget_files() -> Router {
    let router = Router::new()
        .route("/widget.js", get(widget_script::show))
        .route("/widget/{file}", get(widget_script::show_part));
    router.fallback(not_found).layer(middleware::map_response(page_headers::add))
}

async fn not_found() -> Response {
    let page = include_str!("../assets/not_found.html");
    (StatusCode::NOT_FOUND, [(header::CACHE_CONTROL, "no-store")], axum::response::Html(page)).into_response()
}

fn html(page: String) -> Response {
    text("text/html; charset=utf-8", page)
}

fn text(media_type: &'static str, body: impl Into<axum::body::Body>) -> Response {
    let mut response = Response::new(body.into());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(SHORTLY_CACHED));
    response
}
