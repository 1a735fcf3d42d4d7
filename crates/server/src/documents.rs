//! Everything that is served outside `/api` and `/mcp`: pages, the widget's script, health and metrics.
//!
//! Only shared links and logos depend on an organization, and only `/metrics` may need a credential.

mod client_has;
mod context;
mod dashboard;
mod demo_page;
mod error_codes;
pub mod escaped_fragment;
mod guide;
mod health;
mod page_headers;
mod prometheus;
mod reference;
mod responses;
mod widget_gallery;
mod widget_preview;
mod widget_script;

use axum::{
    Router,
    http::{StatusCode, header},
    middleware,
    routing::get,
};

pub use context::{DemoPage, DocumentContext, MetricsAccess};
pub use prometheus::router as prometheus_router;

use responses::{html, not_found, text};

const REFERENCE_SCRIPT: &str = include_str!("../assets/docs/reference.js");
const STYLE: &str = include_str!("../assets/style.css");

/// The router of everything outside `/api` and `/mcp`.
#[expect(clippy::disallowed_methods, reason = "documents have no tenant, so no row in the table of the API")]
pub fn router(place: DocumentContext) -> Router {
    let router = Router::new()
        .route("/style.css", get(async || text("text/css; charset=utf-8", STYLE)))
        .route("/docs", get(reference::show))
        .route("/docs/reference.js", get(async || text("text/javascript; charset=utf-8", REFERENCE_SCRIPT)))
        .route("/docs/errors", get(async || html(error_codes::page())))
        .route("/docs/guide", get(guide::show_first))
        .route("/docs/guide/{page}", get(guide::show))
        .route("/docs/guide/pictures/{file}", get(guide::show_picture))
        .route("/docs/widget", get(async || html(widget_gallery::page())))
        .route("/docs/widget/{file}", get(widget_gallery::show_part))
        .route("/preview", get(widget_preview::show))
        .route("/preview/{file}", get(widget_preview::show_part))
        .route("/llms.txt", get(async || text("text/plain; charset=utf-8", askline_api::routes::documents::llms_txt())))
        .route("/brand/{org}/{file}", get(dashboard::show_brand_logo))
        .route("/embed/{link}", get(dashboard::show_embedded))
        .route("/widget.js", get(widget_script::show))
        .route("/widget/{file}", get(widget_script::show_part))
        .route("/robots.txt", get(async || text("text/plain; charset=utf-8", "User-agent: *\nDisallow: /api/\n")))
        // Where password managers lead a person who wants another password.
        .route("/.well-known/change-password", get(async || (StatusCode::FOUND, [(header::LOCATION, "/account")])))
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
