//! The API over real HTTP, with real stores and a clock that tests control.
//!
//! Every response that passes through here is checked for what *every* response must have:
//! the envelope, the request id, the rate-limit headers.

pub mod described_headers;
mod fixtures;
pub mod held_hasher;
pub mod stores;

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use askline_api::{
    pipeline::app::App,
    settings::{ApiSettings, RequestLimits},
};
use askline_app::ports::{
    all::{Outside, Ports},
    oauth::{ClientDocuments, DocumentFault},
    sites::install_probe::{InstallProbe, ProbedPage},
    whole_stores::Metadata,
};
use askline_domain::{
    platforms::link_registry::LinkRegistry,
    shared::{
        clock::ManualClock,
        ids::{OrgId, SiteId},
    },
    sites::InstallProblem,
};
use askline_jobs::{
    DeliverWebhook, RunMonitor, SendChannelMessage,
    identity_providers::{OidcProvider, OidcProviders},
    outgoing::MessageSender,
    runner::{JobHandler, JobRunner},
};
use askline_store::limits::MemoryRateLimiter;
use jiff::Timestamp;
use reqwest::{Method, StatusCode, header::HeaderMap};
use serde_json::Value;

use self::{
    held_hasher::HoldableHasher,
    stores::{EventOptions, HeldWriters, Stores},
};
use crate::monitors::engines::ScriptedEngines;

/// The password of every user here.
pub const PASSWORD: &str = "a good long password";

/// How long engines, and receivers of messages, may take in tests, which wait in real time for those that hang.
const MAX_RECEIVER_TIME: Duration = Duration::from_secs(3);

/// A running server.
pub struct Service {
    pub app: App,
    pub clock: Arc<ManualClock>,
    pub metadata: Arc<dyn Metadata>,
    /// Runs jobs when a test calls it.
    pub jobs: JobRunner,
    /// The engines that monitors ask.
    pub engines: ScriptedEngines,
    pub address: SocketAddr,
    pub stores: Stores,
    /// Hashes passwords, and holds a request where a test asks for it.
    pub hasher: Arc<HoldableHasher>,
    /// The servers of OAuth clients.
    pub client_servers: Arc<ClientServers>,
    /// Opens connections, and follows no redirect.
    client: reqwest::Client,
}

/// An organization with an owner who is signed in, and a site.
#[derive(Clone)]
pub struct Org {
    pub id: OrgId,
    pub owner_email: String,
    /// The owner's session token.
    pub session: String,
    pub site: SiteId,
}

/// A response whose envelope was checked.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Value,
    pub text: String,
}

impl Answer {
    /// The error's code; empty without an error.
    pub fn code(&self) -> &str {
        self.body["error"]["code"].as_str().unwrap_or("")
    }
    /// A header as text; empty if it is missing.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("")
    }
    /// The `data` of the response, which must have this status.
    pub fn data(&self, status: u16) -> &Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        &self.body["data"]
    }
    /// Asserts that the response is an error with this status and code.
    pub fn refused(&self, status: u16, code: &str) -> &Self {
        assert_eq!((self.status.as_u16(), self.code()), (status, code), "{}", self.text);
        self
    }
}

/// Serves the application on a free port, until the test ends.
async fn serve(app: App) -> SocketAddr {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("a bound address");
    let router = axum::Router::new().fallback_service(askline_server::wiring::MainRouters::guarded(app));
    tokio::spawn(async move {
        let service = router.into_make_service_with_connect_info::<SocketAddr>();
        axum::serve(listener, service).await.expect("serves until the test ends");
    });
    address
}

/// Stands in for customers' sites, which are outside the server.
struct NoOutside;

#[async_trait::async_trait]
impl InstallProbe for NoOutside {
    async fn probe(&self, _: &str, _: SiteId, _: &[String]) -> ProbedPage {
        ProbedPage { problem: Some(InstallProblem::NoSnippet), ..ProbedPage::default() }
    }
}

/// Stands in for the servers of OAuth clients, which are outside the server: answers with what a test put at an address.
#[derive(Default)]
pub struct ClientServers(Mutex<HashMap<String, Result<String, DocumentFault>>>);

impl ClientServers {
    /// Answers in this way from now on.
    pub fn put(&self, address: &str, answer: Result<String, DocumentFault>) {
        self.0.lock().expect("no holder of this lock panics").insert(address.to_owned(), answer);
    }
}

#[async_trait::async_trait]
impl ClientDocuments for ClientServers {
    async fn read(&self, address: &url::Url) -> Result<String, DocumentFault> {
        let known = self.0.lock().expect("no holder of this lock panics").get(address.as_str()).cloned();
        known.unwrap_or(Err(DocumentFault::NoDocument))
    }
}

/// No limits of addresses and sessions.
pub fn unlimited() -> RequestLimits {
    RequestLimits {
        intake_per_minute: 0,
        config_per_minute: 0,
        session_per_minute: 0,
        login_per_minute: 0,
        document_per_minute: 0,
        failed_authentication_per_minute: 0,
    }
}

impl Service {
    /// A service with the default settings, at noon of 15 June 2026 UTC.
    pub async fn start() -> Self {
        Self::start_with(ApiSettings::default()).await
    }

    /// A service without limits of addresses and sessions, for tests about something else.
    pub async fn start_unlimited() -> Self {
        Self::start_with(ApiSettings { limits: unlimited(), ..ApiSettings::default() }).await
    }

    /// The same, as if it sent email: nothing takes what it would send.
    pub async fn start_mailing() -> Self {
        Self::start_with(ApiSettings { mail: true, limits: unlimited(), ..ApiSettings::default() }).await
    }

    /// A service with these settings.
    pub async fn start_with(settings: ApiSettings) -> Self {
        Self::start_with_stores(settings, EventOptions::default()).await
    }

    /// A service with these settings, and these limits of its event store.
    pub async fn start_with_stores(settings: ApiSettings, options: EventOptions) -> Self {
        Self::start_with_providers(settings, options, Vec::new()).await
    }

    /// A service that people sign in to with these providers.
    pub async fn start_with_providers(
        settings: ApiSettings,
        options: EventOptions,
        providers: Vec<OidcProvider>,
    ) -> Self {
        let now: Timestamp = "2026-06-15T12:00:00Z".parse().expect("a timestamp");
        let clock = Arc::new(ManualClock::new(now));
        let (stores, metadata, events) = Stores::start(options, clock.clone()).await;
        askline_server::install_tls();
        // Receivers of messages are outside this service; here they listen on this machine, as an operator may allow.
        let sender = MessageSender::new(&["127.0.0.1/32".parse().expect("a network")], MAX_RECEIVER_TIME);
        let sender = sender.expect("a client");
        let deliver = DeliverWebhook::new(metadata.clone(), sender.clone(), clock.clone());
        let notify = SendChannelMessage::new(metadata.clone(), sender.clone(), None, clock.clone());
        let engines = ScriptedEngines::default();
        let monitors = RunMonitor::new(metadata.clone(), engines.ports(), clock.clone());
        let monitors = monitors.answering_within(MAX_RECEIVER_TIME);
        let handlers: Vec<Arc<dyn JobHandler>> = vec![Arc::new(deliver), Arc::new(notify), Arc::new(monitors)];
        let jobs = JobRunner::new(metadata.clone(), clock.clone(), handlers);
        let hasher = Arc::new(HoldableHasher::default());
        let client_servers = Arc::new(ClientServers::default());
        let outside = Outside {
            rate_limiter: Arc::new(MemoryRateLimiter::new(clock.clone())),
            webhook_targets: Arc::new(sender),
            install_probe: Arc::new(NoOutside),
            client_documents: client_servers.clone(),
            identity_providers: Arc::new(OidcProviders::new(providers, clock.clone()).expect("a client")),
            password_hasher: hasher.clone(),
        };
        let ports = Ports::on(metadata.clone(), events, outside);
        let app = App::new(ports, clock.clone(), settings, LinkRegistry::built_in().clone());
        let address = serve(app.clone()).await;
        let client = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .expect("a client without TLS");
        Self { app, clock, metadata, jobs, engines, address, stores, client, hasher, client_servers }
    }

    /// The address of a second server on the same data, which behaves like another process.
    pub async fn another_server(&self) -> SocketAddr {
        let metadata = self.stores.metadata_opened_again().await;
        metadata.watch_other_processes();
        let ports = Ports {
            keys: metadata.clone(),
            oauth: metadata.clone(),
            sessions: metadata.clone(),
            organizations: metadata.clone(),
            sites: metadata.clone(),
            prompts: metadata.clone(),
            idempotency: metadata.clone(),
            changes: metadata,
            ..self.app.ports().clone()
        };
        let app = App::new(ports, self.clock.clone(), self.app.settings().clone(), LinkRegistry::built_in().clone());
        serve(app).await
    }

    /// Keeps every server from writing, until the result is dropped.
    pub async fn hold_writers(&self) -> HeldWriters {
        self.stores.hold_writers().await
    }

    /// Advances the clock.
    pub fn advance(&self, seconds: u64) {
        self.clock.advance(Duration::from_secs(seconds));
    }

    /// Changes the database directly, as a person with access to it could.
    pub async fn tamper(&self, sql: &str) {
        self.stores.tamper(sql).await;
    }

    /// Lets events name these questions and prompts, as if the site once had them.
    pub async fn offer(&self, org: &Org, ids: &[String]) {
        for id in ids {
            let site = org.site;
            self.tamper(&format!(
                "INSERT INTO offered_ids (site_id, id) VALUES ('{site}', '{id}') ON CONFLICT DO NOTHING"
            ))
            .await;
        }
        // A change that every cache must notice.
        self.key(org, &[]).await;
    }

    /// Runs the jobs that are due at the clock's time; returns the number of attempts.
    pub async fn run_due_jobs(&self) -> usize {
        self.jobs.run_due().await.expect("the store answers")
    }

    /// A request with a bearer and a JSON body.
    pub async fn send(&self, method: Method, path: &str, bearer: Option<&str>, body: Option<&Value>) -> Answer {
        let mut request = self.request(method, path);
        if let Some(bearer) = bearer {
            request = request.bearer_auth(bearer);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        self.answer(request).await
    }

    /// A GET with a bearer.
    pub async fn get(&self, path: &str, bearer: &str) -> Answer {
        self.send(Method::GET, path, Some(bearer), None).await
    }

    /// A request to be filled in.
    pub fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.request_to(method, &format!("http://{}{path}", self.address))
    }

    /// A request to another address of this service.
    pub fn request_to(&self, method: Method, url: &str) -> reqwest::RequestBuilder {
        self.client.request(method, url)
    }

    /// Sends a request and checks what every response must have.
    pub async fn answer(&self, request: reqwest::RequestBuilder) -> Answer {
        let (client, request) = request.build_split();
        let request = request.expect("a request");
        let (method, path) = (request.method().clone(), request.url().path().to_owned());
        let response = client.execute(request).await.expect("an answer");
        let (status, headers) = (response.status(), response.headers().clone());
        described_headers::check(&method, &path, status, &headers);
        let text = response.text().await.expect("a text");
        let media_type = headers.get("content-type").and_then(|v| v.to_str().ok()).unwrap_or("").to_owned();
        let is_document = text.starts_with("{\"openapi\"") || text.starts_with("{\"components\"");
        let body = match media_type.as_str() {
            "application/json" if !is_document => check_envelope(&text, &headers, status),
            _ => Value::Null,
        };
        if status != StatusCode::NOT_MODIFIED
            && !media_type.contains("csv")
            && !media_type.contains("ndjson")
            && !is_document
            && status != StatusCode::FOUND
        {
            assert_eq!(media_type, "application/json", "{status} {text}");
        }
        for name in [
            "x-request-id",
            "x-ratelimit-limit",
            "x-ratelimit-remaining",
            "x-ratelimit-reset",
            "ratelimit",
            "ratelimit-policy",
        ] {
            assert!(headers.contains_key(name), "{name} is missing: {status} {text}");
        }
        Answer { status, headers, body, text }
    }
}

fn check_envelope(text: &str, headers: &HeaderMap, status: StatusCode) -> Value {
    let body: Value = serde_json::from_str(text).unwrap_or_else(|_| panic!("not JSON: {text}"));
    let names: Vec<&str> = body.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(names, ["data", "error", "meta"], "{text}");
    assert_eq!(body["meta"]["requestId"].as_str(), headers.get("x-request-id").and_then(|v| v.to_str().ok()));
    assert!(body["meta"]["requestId"].as_str().is_some_and(|id| id.starts_with("req_")));
    let failed = !status.is_success();
    assert_eq!(body["data"].is_null(), failed, "{text}");
    assert_eq!(body["error"].is_null(), !failed, "{text}");
    assert!(!body["data"].is_array(), "{text}");
    let cursor = body["meta"]["pagination"]["nextCursor"].as_str();
    let link = headers.get("link").map(|link| link.to_str().expect("a text"));
    assert_eq!(cursor.is_some(), link.is_some(), "the next page has a link: {text}");
    assert!(
        link.is_none_or(|link| cursor.is_some_and(|cursor| link.contains(&format!("cursor={cursor}>")))),
        "{link:?}"
    );
    if failed {
        for name in ["code", "message", "docUrl", "retryable"] {
            assert!(!body["error"][name].is_null(), "{name}: {text}");
        }
        assert_eq!(headers.contains_key("www-authenticate"), status == StatusCode::UNAUTHORIZED);
    }
    body
}
