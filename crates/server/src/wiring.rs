//! Connects the parts: stores to ports, ports to the application. The application and the documents become one service.

use std::{
    convert::Infallible,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    task::{Context, Poll},
};

use askline_api::{
    pipeline::{app::App, route_table::RouteTable, unreadable::refuse_unreadable},
    routes,
};
use askline_app::{
    instance::Instance,
    ports::{
        all::{Outside, Ports},
        identity::password_hasher::Argon2idHasher,
        monitors::answer_engine::AnswerEngine,
        requests::rate_limiter::RateLimiter,
    },
};
use askline_domain::{
    engines::EngineReadiness,
    platforms::link_registry::LinkRegistry,
    shared::{clock::Clock, steps},
};
use askline_jobs::{
    DeliverWebhook, HttpClientDocuments, HttpInstallProbe, RunMonitor, SendChannelMessage,
    engines::{
        self,
        access::{EngineAccess, MAX_ENGINE_TIME},
    },
    generate::{GeneratePrompts, MAX_MODEL_TIME, Model, ReadingPace, SITE_READER_AGENT, SiteReader},
    identity_providers::OidcProviders,
    mail::{SendMail, SmtpServer, UnusableServer},
    outgoing::{MAX_MESSAGE_TIME, MessageSender, Outgoing, OutgoingError, VendorClient},
    runner::{JobHandler, JobRunner},
};
use axum::{Router, body::HttpBody, extract::Request, response::Response, routing::future::RouteFuture};
use tower::Service;
use tower_http::{
    CompressionLevel,
    compression::{
        CompressionLayer,
        predicate::{NotForContentType, Predicate, SizeAbove},
    },
};

use crate::{
    background::PageReaders,
    config::{MailSettings, Settings},
    documents::{self, DocumentContext, escaped_fragment},
    failure::Failure,
    listen::{
        Refuser,
        own_address::OwnAddress,
        widget_location::{RequestTarget, WidgetLocation},
    },
    mcp::{self, McpEndpoint},
    oauth::{self, OAuthEndpoints},
    stores::Stores,
    traces,
    unsubscribe::{self, Unsubscribing},
};

/// The minimum size of a compressed response in bytes. A smaller one fits into one packet anyway.
const MIN_COMPRESSED_BYTES: u64 = 1_024;

/// The number of steps that are counted for the compression of one byte.
const STEPS_TO_PACK_A_BYTE: usize = 8;

/// The last condition for compression. It counts the steps of compressing a response, since the answering threads do that.
#[derive(Debug, Clone, Copy)]
struct CountedPacking;

impl Predicate for CountedPacking {
    fn should_compress<B: HttpBody>(&self, response: &axum::http::Response<B>) -> bool {
        let bytes = usize::try_from(response.body().size_hint().lower()).unwrap_or(usize::MAX);
        steps::count(STEPS_TO_PACK_A_BYTE.saturating_mul(bytes));
        true
    }
}

/// The instance that use cases work with on these stores, and the sender of webhook messages.
pub fn instance(
    settings: &Settings,
    stores: &Stores,
    rate_limiter: Arc<dyn RateLimiter>,
    clock: Arc<dyn Clock>,
) -> Result<(Arc<Instance>, MessageSender), Failure> {
    let registry = link_registry(settings)?;
    let sender = MessageSender::new(&settings.outgoing_allowed, MAX_MESSAGE_TIME).map_err(unprepared)?;
    let probe = HttpInstallProbe::new(&settings.outgoing_allowed).map_err(unprepared)?;
    let documents = HttpClientDocuments::new(&settings.outgoing_allowed).map_err(unprepared)?;
    let outside = Outside {
        rate_limiter,
        webhook_targets: Arc::new(sender.clone()),
        install_probe: Arc::new(probe),
        client_documents: Arc::new(documents),
        identity_providers: Arc::new(identity_providers(settings, clock)?),
        password_hasher: Arc::new(Argon2idHasher),
    };
    let ports = Ports::on(stores.metadata.clone(), stores.events.clone(), outside);
    let api = &settings.api;
    let instance = Instance::new(ports, registry, api.refuse_prompts_against_policy, api.mail);
    Ok((Arc::new(instance.with_providers(api.providers.clone())), sender))
}

/// The operator's identity providers. Does not contact them.
pub fn identity_providers(settings: &Settings, clock: Arc<dyn Clock>) -> Result<OidcProviders, Failure> {
    OidcProviders::new(settings.identity_providers.clone(), clock).map_err(unprepared)
}

/// The application on these stores, and the runner of its jobs.
pub fn application(
    settings: &Settings,
    stores: &Stores,
    rate_limiter: Arc<dyn RateLimiter>,
    clock: Arc<dyn Clock>,
) -> Result<(App, JobRunner), Failure> {
    let (instance, sender) = instance(settings, stores, rate_limiter.clone(), clock.clone())?;
    let deliver = DeliverWebhook::new(stores.metadata.clone(), sender.clone(), clock.clone());
    let public_url = settings.api.public_url.clone();
    let notify = SendChannelMessage::new(stores.metadata.clone(), sender, public_url, clock.clone());
    let monitors = RunMonitor::new(stores.metadata.clone(), answer_engines(settings)?, clock.clone());
    let generate = generate_prompts(settings, stores, clock.clone())?;
    let mut handlers: Vec<Arc<dyn JobHandler>> =
        vec![Arc::new(deliver), Arc::new(notify), Arc::new(monitors), Arc::new(generate)];
    if let Some(mail) = &settings.mail {
        let server = Arc::new(smtp_server(mail)?);
        let store = stores.metadata.clone();
        handlers.push(Arc::new(SendMail::new(store, server, rate_limiter, mail.per_minute, clock.clone())));
    }
    let jobs = JobRunner::new(stores.metadata.clone(), clock.clone(), handlers);
    Ok((App::on(instance, clock, settings.api.clone()), jobs))
}

/// The operator's mail server. Does not contact it.
pub fn smtp_server(mail: &MailSettings) -> Result<SmtpServer, Failure> {
    let server = SmtpServer::new(mail.server.clone(), mail.sender.clone(), mail.authority.as_deref());
    server.map_err(|error| match error {
        UnusableServer::NoCertificate => Failure::misuse(format!("the file of the setting mail.ca_file {error}")),
        UnusableServer::Tls(_) => Failure::failed(format!("the mail server cannot be used: {error}")),
    })
}

/// The engines that are ready, in the order of [`askline_domain::engines::Engine::EVERY`]. Does not contact them.
pub fn answer_engines(settings: &Settings) -> Result<Vec<Arc<dyn AnswerEngine>>, Failure> {
    let ready = settings.engines.iter().filter(|engine| engine.readiness() == EngineReadiness::Ready);
    ready
        .filter_map(|engine| {
            Some(EngineAccess {
                engine: engine.engine,
                base_url: engine.base_url.clone(),
                api_key: engine.api_key.clone()?,
                model: engine.model.clone(),
                search: engine.search,
                max_time: MAX_ENGINE_TIME,
            })
        })
        .map(|access| {
            engines::connect(&access)
                .map_err(|error| Failure::failed(format!("the engine {} cannot be asked: {error}", access.engine)))
        })
        .collect()
}

fn generate_prompts(settings: &Settings, stores: &Stores, clock: Arc<dyn Clock>) -> Result<GeneratePrompts, Failure> {
    let outgoing = Outgoing::named(&settings.outgoing_allowed, SITE_READER_AGENT).map_err(unprepared)?;
    let model = match &settings.generation_model {
        None => None,
        Some(address) => {
            let client = VendorClient::new(MAX_MODEL_TIME).map_err(unprepared)?;
            let model = Model::new(client, address.clone());
            Some(model.ok_or_else(|| Failure::misuse("the setting generation.api_key cannot be sent in a header"))?)
        }
    };
    let reader = SiteReader::new(outgoing, ReadingPace::default());
    Ok(GeneratePrompts::new((stores.metadata.clone(), stores.events.clone()), reader, model, clock))
}

/// The user agent that makers of crawlers see.
const LIST_READER_AGENT: &str = concat!("Askline/", env!("CARGO_PKG_VERSION"), " (address lists)");

/// Reads the lists of crawlers' addresses.
pub fn list_reader(settings: &Settings) -> Result<Outgoing, Failure> {
    Outgoing::named(&settings.outgoing_allowed, LIST_READER_AGENT).map_err(unprepared)
}

/// Reads the texts of pages.
pub fn page_readers(settings: &Settings) -> Result<PageReaders, Failure> {
    Ok(PageReaders {
        pages: Outgoing::without_redirects(&settings.outgoing_allowed, SITE_READER_AGENT).map_err(unprepared)?,
        robots: Outgoing::named(&settings.outgoing_allowed, SITE_READER_AGENT).map_err(unprepared)?,
    })
}

#[expect(clippy::needless_pass_by_value, reason = "it is handed to map_err")]
fn unprepared(error: OutgoingError) -> Failure {
    Failure::failed(format!("outgoing requests cannot be prepared: {error}"))
}

/// The services of the main address: `/api` with the route table, `/mcp` as another way to the same table,
/// OAuth for it, and documents.
/// The path selects one of them before any router is called, since every router on the way slows each request down.
#[derive(Clone)]
pub struct MainRouters {
    api: Router,
    mcp: Router,
    oauth: Router,
    documents: Router,
    widget: Option<WidgetRouters>,
}

/// The address of `widget.public_url`, with separate routers that serve only the widget.
#[derive(Clone)]
struct WidgetRouters {
    place: Arc<WidgetLocation>,
    api: Router,
    files: Router,
}

impl WidgetRouters {
    /// `None` if the setting names no such address.
    fn new(app: App) -> Option<Self> {
        let place = WidgetLocation::new(app.settings().widget_url.as_deref()?)?;
        let api = routes::table().for_widgets().into_router(app);
        Some(Self { place: Arc::new(place), api, files: documents::widget_files() })
    }

    fn call(&mut self, request: Request) -> RouteFuture<Infallible> {
        if is_of_the_api(request.uri().path()) { self.api.call(request) } else { self.files.call(request) }
    }
}

impl MainRouters {
    /// Everything that is served.
    pub fn new(app: App, place: DocumentContext) -> Self {
        let listening = Some(place.listening);
        Self { documents: documents::router(place), ..Self::of_server(app, routes::table(), listening) }.packed()
    }

    /// Adds the compression of responses.
    pub fn packed(self) -> Self {
        let compression = CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(
            // Images would only become larger. The layer itself skips responses that are already encoded.
            SizeAbove::new(MIN_COMPRESSED_BYTES).and(NotForContentType::IMAGES).and(CountedPacking),
        );
        Self {
            api: self.api.layer(compression.clone()),
            mcp: self.mcp.layer(compression.clone()),
            oauth: self.oauth,
            documents: self.documents.layer(compression.clone()),
            widget: self.widget.map(|widget| WidgetRouters { api: widget.api.layer(compression), ..widget }),
        }
    }

    /// Adds a span for each request.
    pub fn traced(self, app: &App) -> Self {
        let app = app.clone();
        let trusts: Arc<dyn Fn(IpAddr) -> bool + Send + Sync> = Arc::new(move |peer| app.settings().trusts(peer));
        let traced = |router| traces::traced(router, Arc::clone(&trusts));
        Self {
            api: traced(self.api),
            mcp: traced(self.mcp),
            oauth: traced(self.oauth),
            documents: traced(self.documents),
            widget: self.widget.map(|widget| WidgetRouters {
                place: widget.place,
                api: traced(widget.api),
                files: traced(widget.files),
            }),
        }
    }

    /// Only the API and MCP, without compression.
    pub fn guarded(app: App) -> Self {
        Self::of_table(app, routes::table())
    }

    /// Does the same with the rows of `table`.
    pub fn of_table(app: App, table: RouteTable) -> Self {
        Self::of_server(app, table, None)
    }

    fn of_server(app: App, table: RouteTable, listening: Option<SocketAddr>) -> Self {
        let own = OwnAddress::new(app.settings().public_url.as_deref(), listening);
        let widget = WidgetRouters::new(app.clone());
        let endpoints = OAuthEndpoints::new(app.clone());
        let unsubscribing = Unsubscribing::new(app.clone());
        let oauth = Router::new().fallback(move |request: Request| {
            let (endpoints, unsubscribing) = (endpoints.clone(), unsubscribing.clone());
            async move {
                if unsubscribe::has(request.uri().path()) {
                    unsubscribing.answer(request).await
                } else {
                    endpoints.answer(request).await
                }
            }
        });
        let issuer = app.settings().public_url.clone();
        let api = table.into_router(app);
        let door = McpEndpoint::new(api.clone(), own, issuer);
        let mcp = Router::new().fallback(move |request: Request| {
            let door = door.clone();
            async move { door.answer(request).await }
        });
        Self { api, mcp, oauth, documents: Router::new(), widget }
    }
}

impl Service<Request> for MainRouters {
    type Response = Response;
    type Error = Infallible;
    type Future = RouteFuture<Infallible>;

    /// Routers are always ready.
    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: Request) -> RouteFuture<Infallible> {
        if let Some(widget) = &mut self.widget {
            match widget.place.target_of(&request) {
                RequestTarget::Outside => {}
                RequestTarget::Inside => return widget.call(request),
                RequestTarget::Below(rest) => {
                    *request.uri_mut() = rest;
                    return widget.call(request);
                }
            }
        }
        escaped_fragment::cut(&mut request);
        let path = request.uri().path();
        if is_of_the_api(path) {
            self.api.call(request)
        } else if path.strip_suffix('/').unwrap_or(path) == mcp::PATH {
            self.mcp.call(request)
        } else if oauth::has(path) || unsubscribe::has(path) {
            self.oauth.call(request)
        } else {
            self.documents.call(request)
        }
    }
}

fn is_of_the_api(path: &str) -> bool {
    // In any case: the API says which path is meant.
    let (start, rest) = path.split_at_checked("/api".len()).unwrap_or_default();
    start.eq_ignore_ascii_case("/api") && (rest.is_empty() || rest.starts_with('/'))
}

/// Answers what cannot be parsed as a request, in the format of API errors.
pub fn refuser(app: App) -> Refuser {
    Arc::new(move |peer, why| {
        let app = app.clone();
        Box::pin(async move { refuse_unreadable(&app, peer.ip(), why).await })
    })
}

/// The built-in assistants, changed by the operator's file if there is one.
pub fn link_registry(settings: &Settings) -> Result<LinkRegistry, Failure> {
    let Some(file) = settings.link_file.as_deref() else { return Ok(LinkRegistry::built_in().clone()) };
    let named = |text: String| Failure::misuse(format!("links.file {}: {text}", file.display()));
    let json = std::fs::read_to_string(file).map_err(|error| named(error.to_string()))?;
    LinkRegistry::with_overrides_of_hosts(&json, &settings.link_hosts).map_err(|violations| {
        // Most messages name their field.
        let texts = violations.into_iter().map(|violation| {
            if violation.message.contains(&violation.path) {
                violation.message
            } else {
                format!("{}: {}", violation.path, violation.message)
            }
        });
        named(texts.collect::<Vec<_>>().join(" "))
    })
}
