//! What is connected to what: stores to ports, ports to the application, the application and the documents to one router.

use std::{convert::Infallible, path::Path, sync::Arc};

use askline_api::{
    app::{App, Ports},
    routes,
};
use askline_domain::{clock::Clock, link_registry::LinkRegistry};
use askline_jobs::HttpInstallProbe;
use askline_store::memory::MemoryRateLimiter;
use axum::{Router, extract::Request, response::Response};
use tower::ServiceExt as _;
use tower_http::{
    CompressionLevel,
    compression::{
        CompressionLayer,
        predicate::{NotForContentType, Predicate as _, SizeAbove},
    },
};

use crate::{
    config::Settings,
    documents::{self, DocumentPlace},
    failure::Failure,
    mcp::{self, McpDoor},
    stores::Stores,
};

/// Bytes below which compression costs more than it saves: what fits one packet anyway.
const COMPRESSED_BYTES_LEAST: u64 = 1_024;

/// The application on these stores.
pub fn application(settings: &Settings, stores: &Stores, clock: Arc<dyn Clock>) -> Result<App, Failure> {
    let registry = link_registry(settings.link_file.as_deref())?;
    let probe = HttpInstallProbe::new(&settings.outgoing_allowed)
        .map_err(|error| Failure::failed(format!("requests to the outside cannot be prepared: {error}")))?;
    let ports = Ports {
        keys: stores.metadata.clone(),
        sessions: stores.metadata.clone(),
        organizations: stores.metadata.clone(),
        sites: stores.metadata.clone(),
        prompts: stores.metadata.clone(),
        rules: stores.metadata.clone(),
        credits: stores.metadata.clone(),
        audit_log: stores.metadata.clone(),
        idempotency: stores.metadata.clone(),
        changes: stores.metadata.clone(),
        events: stores.events.clone(),
        analytics: stores.events.clone(),
        rate_limiter: Arc::new(MemoryRateLimiter::new(clock.clone())),
        install_probe: Arc::new(probe),
    };
    Ok(App::new(ports, clock, settings.api.clone(), registry))
}

/// Everything that is served on the main address: `/api` by the table, documents beside it.
pub fn router(app: App, place: DocumentPlace) -> Router {
    let compression = CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(
        // Fonts, images and what is compressed already would only grow.
        SizeAbove::new(COMPRESSED_BYTES_LEAST).and(NotForContentType::IMAGES),
    );
    let guarded = guarded_router(app).layer(compression.clone());
    let documents = documents::router(place).layer(compression);
    Router::new().fallback(move |request: Request| {
        let path = request.uri().path();
        let router = if path == mcp::PATH || is_of_the_api(path) { guarded.clone() } else { documents.clone() };
        async move {
            let answered: Result<Response, _> = router.oneshot(request).await;
            answered
        }
    })
}

/// Everything that knows callers: `/api` by the table, and `/mcp`, which is another door to the same table.
pub fn guarded_router(app: App) -> Router {
    let public_url = app.settings().public_url.clone();
    let api = routes::table().into_router(app);
    let door = McpDoor::new(api.clone(), public_url.as_deref());
    // Not nested, since the table's rows and its refusals name whole paths.
    Router::new().fallback(move |request: Request| {
        let (api, door) = (api.clone(), door.clone());
        async move {
            if request.uri().path() == mcp::PATH {
                return door.answer(request).await;
            }
            let answered: Result<Response, Infallible> = api.oneshot(request).await;
            answered.unwrap_or_else(|never| match never {})
        }
    })
}

fn is_of_the_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

/// The built-in AI platforms, changed by the operator's file if there is one.
pub fn link_registry(file: Option<&Path>) -> Result<LinkRegistry, Failure> {
    let Some(file) = file else { return Ok(LinkRegistry::built_in().clone()) };
    let named = |text: String| Failure::misuse(format!("links.file {}: {text}", file.display()));
    let json = std::fs::read_to_string(file).map_err(|error| named(error.to_string()))?;
    LinkRegistry::with_overrides(&json).map_err(|violations| {
        let texts: Vec<String> =
            violations.into_iter().map(|violation| format!("{} {}", violation.path, violation.message)).collect();
        named(texts.join(" "))
    })
}
