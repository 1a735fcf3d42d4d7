//! OpenTelemetry traces: a span for each request and each job. Spans are sent in batches to the collector of
//! `traces.endpoint`.
//!
//! A request's span has the method, the route, the path, the status and the request's id. It has no address of a
//! reader, no query and no header.

use std::{
    fmt,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use askline_jobs::outgoing::VendorClient;
use async_trait::async_trait;
use axum::{
    Router,
    extract::{ConnectInfo, MatchedPath, Request},
    http::{HeaderMap, HeaderValue},
    middleware::{Next, from_fn},
    response::Response,
};
use bytes::Bytes;
use opentelemetry::{propagation::TextMapPropagator as _, trace::TracerProvider as _};
use opentelemetry_http::{HeaderExtractor, HttpClient, HttpError};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig as _, WithHttpConfig as _};
use opentelemetry_sdk::{
    Resource,
    propagation::TraceContextPropagator,
    trace::{Sampler, SdkTracerProvider},
};
use tokio::runtime::Handle;
use tracing::{Instrument as _, Subscriber, field::Empty};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;
use tracing_subscriber::{Layer, filter::Targets, registry::LookupSpan};
use url::Url;

use crate::{config::TraceSettings, failure::Failure};

/// The target of spans that are only for traces; the log omits them. `askline_jobs` repeats this text.
pub const TARGET: &str = "askline_traces";

/// The header with the id of the request, which every API response has.
const REQUEST_ID: &str = "x-request-id";

/// How long the collector may take for a batch.
const MAX_EXPORT_TIME: Duration = Duration::from_secs(10);
/// How long the last batch may take when the process ends.
const MAX_END_TIME: Duration = Duration::from_secs(2);

/// Sends spans to the collector. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Traces {
    provider: SdkTracerProvider,
}

impl Traces {
    /// Prepares to send spans to the collector of the settings. Does not contact it yet. Batches are made on a separate
    /// thread; spans beyond its queue are dropped.
    pub fn new(settings: &TraceSettings) -> Result<Self, Failure> {
        let unusable = |error: String| Failure::failed(format!("traces cannot be sent: {error}"));
        let client = VendorClient::new(MAX_EXPORT_TIME).map_err(|error| unusable(error.to_string()))?;
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(CollectorClient { client, runtime: Handle::current() })
            .with_protocol(Protocol::HttpBinary)
            .with_timeout(MAX_EXPORT_TIME)
            .with_endpoint(settings.endpoint.as_str())
            .build()
            .map_err(|error| unusable(error.to_string()))?;
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_sampler(Sampler::ParentBased(Box::new(Sampler::TraceIdRatioBased(settings.sample))))
            .with_resource(Resource::builder().with_service_name("askline").build())
            .build();
        Ok(Self { provider })
    }

    /// The layer that records the spans of [`TARGET`].
    pub fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'span> LookupSpan<'span>,
    {
        tracing_opentelemetry::layer()
            .with_tracer(self.provider.tracer("askline"))
            .with_location(false)
            .with_threads(false)
            .with_filter(Targets::new().with_target(TARGET, tracing::Level::INFO))
    }

    /// Sends the spans that are waiting, for a short time at most.
    pub async fn end(self) {
        let ended = tokio::task::spawn_blocking(move || self.provider.shutdown_with_timeout(MAX_END_TIME)).await;
        if let Ok(Err(error)) = ended {
            tracing::warn!(%error, "The last traces could not be sent");
        }
    }
}

/// Adds a span to each request of a router. Only a trace that a trusted proxy began is continued, since otherwise anyone
/// could have every request traced.
pub fn traced(router: Router, trusts: Arc<dyn Fn(IpAddr) -> bool + Send + Sync>) -> Router {
    router.layer(from_fn(move |request: Request, next: Next| {
        let trusts = Arc::clone(&trusts);
        async move { in_a_span(request, next, &*trusts).await }
    }))
}

async fn in_a_span(request: Request, next: Next, trusts: &(dyn Fn(IpAddr) -> bool + Send + Sync)) -> Response {
    let method = request.method().as_str();
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let name = route.map_or_else(|| method.to_owned(), |route| format!("{method} {route}"));
    let span = tracing::info_span!(
        target: TARGET,
        "request",
        otel.kind = "server",
        otel.name = name,
        otel.status_code = Empty,
        http.request.method = method,
        http.route = route,
        http.response.status_code = Empty,
        url.path = request.uri().path(),
        askline.request_id = Empty,
    );
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    if peer.is_some_and(trusts) {
        // Fails only if no layer records the span.
        let _ = span.set_parent(TraceContextPropagator::new().extract(&HeaderExtractor(request.headers())));
    }
    let response = next.run(request).instrument(span.clone()).await;
    span.record("http.response.status_code", response.status().as_u16());
    if let Some(Ok(id)) = response.headers().get(REQUEST_ID).map(HeaderValue::to_str) {
        span.record("askline.request_id", id);
    }
    if response.status().is_server_error() {
        span.record("otel.status_code", "ERROR");
    }
    response
}

/// Sends batches on the runtime of the server, since the thread that makes batches has none.
struct CollectorClient {
    client: VendorClient,
    runtime: Handle,
}

impl fmt::Debug for CollectorClient {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("CollectorClient").finish_non_exhaustive()
    }
}

#[async_trait]
impl HttpClient for CollectorClient {
    async fn send_bytes(&self, request: axum::http::Request<Bytes>) -> Result<axum::http::Response<Bytes>, HttpError> {
        let client = self.client.clone();
        let sent = self.runtime.spawn(async move { send(&client, request).await });
        sent.await?
    }
}

async fn send(
    client: &VendorClient,
    request: axum::http::Request<Bytes>,
) -> Result<axum::http::Response<Bytes>, HttpError> {
    let (parts, body) = request.into_parts();
    let url = Url::parse(&parts.uri.to_string())?;
    let headers: HeaderMap = parts.headers;
    let answer = client.post_bytes(&url, headers, body).await?;
    Ok(axum::http::Response::builder().status(answer.status).body(Bytes::from(answer.body))?)
}
