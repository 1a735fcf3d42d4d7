//! OAuth for `/mcp`: from the first 401 to the answer of a tool.

use askline_api::settings::ApiSettings;
use askline_domain::{oauth::client::Client, organizations::plan::Plan};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use reqwest::{Method, StatusCode, header, redirect};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::{
    harness::{Org, Service, unlimited},
    mcp,
};

mod clients;
mod ends;
mod known_clients;
mod tokens;

pub const ISSUER: &str = "https://ask.example.com";
pub const RESOURCE: &str = "https://ask.example.com/mcp";
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CALLBACK: &str = "https://app.example/callback";

/// A service with a public address and an organization.
pub struct Connecting {
    pub service: Service,
    pub org: Org,
}

/// An app that was connected, with its tokens.
#[derive(Debug, Clone)]
pub struct Connected {
    pub client_id: String,
    pub access: String,
    pub refresh: String,
}

/// An HTTP response.
#[derive(Debug)]
pub struct Heard {
    pub status: u16,
    pub headers: header::HeaderMap,
    pub text: String,
}

impl Heard {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("{} {}", self.status, self.text))
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("")
    }

    /// Checks the status and the code of a refusal.
    pub fn refused(&self, status: u16, code: &str) {
        assert_eq!((self.status, self.json()["error"].as_str()), (status, Some(code)), "{}", self.text);
    }

    /// A parameter of the address that it redirects to.
    pub fn sent(&self, name: &str) -> Option<String> {
        parameter(self.header("location"), name)
    }
}

/// A parameter of the query of an address.
pub fn parameter(address: &str, name: &str) -> Option<String> {
    let url = url::Url::parse(address).ok()?;
    url.query_pairs().find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
}

impl Connecting {
    pub async fn start() -> Self {
        Self::start_entering(Vec::new()).await
    }

    /// With these clients in the settings.
    pub async fn start_entering(oauth_clients: Vec<Client>) -> Self {
        let (public_url, limits) = (Some(ISSUER.into()), unlimited());
        let settings = ApiSettings { public_url, limits, oauth_clients, ..ApiSettings::default() };
        let service = Service::start_with(settings).await;
        let org = service.organization(Plan::Enterprise).await;
        Self { service, org }
    }

    async fn heard(&self, request: reqwest::RequestBuilder) -> Heard {
        let client = reqwest::Client::builder().no_proxy().redirect(redirect::Policy::none()).build().unwrap();
        let response = client.execute(request.build().unwrap()).await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        Heard { status, headers, text: response.text().await.unwrap() }
    }

    pub async fn get(&self, path: &str) -> Heard {
        self.heard(self.service.request(Method::GET, path)).await
    }

    pub async fn form(&self, path: &str, form: &[(&str, &str)]) -> Heard {
        self.heard(with_form(self.service.request(Method::POST, path), form)).await
    }

    pub async fn json(&self, path: &str, body: &Value) -> Heard {
        self.heard(self.service.request(Method::POST, path).json(body)).await
    }

    /// Registers a client; returns its id.
    pub async fn register(&self, redirect_uris: &[&str]) -> String {
        let body = json!({ "client_name": "An app", "redirect_uris": redirect_uris });
        let heard = self.json("/oauth/register", &body).await;
        assert_eq!(heard.status, 201, "{}", heard.text);
        heard.json()["client_id"].as_str().unwrap().to_owned()
    }

    /// The consent of a person in a session, with these changes to what the page sends.
    pub async fn consent(&self, session: &str, query: &str, changes: &Value) -> crate::harness::Answer {
        let body = json!({ "request": query });
        let asked = self.service.send(Method::POST, "/api/v1/auth/apps/request", Some(session), Some(&body)).await;
        let asked = asked.data(200).clone();
        let mut body = json!({ "request": query, "fingerprint": asked["fingerprint"], "scopes": asked["scopes"] });
        for (name, value) in changes.as_object().unwrap() {
            body[name] = value.clone();
        }
        let path = format!("/api/v1/orgs/{}/apps", self.org.id);
        self.service.send(Method::POST, &path, Some(session), Some(&body)).await
    }

    /// The code of an app that the owner connects.
    pub async fn code(&self, client_id: &str, redirect_uri: &str, session: &str) -> String {
        let answer = self.consent(session, &request(client_id, redirect_uri), &json!({})).await;
        let address = answer.data(201)["redirectUrl"].as_str().unwrap().to_owned();
        assert_eq!(parameter(&address, "iss").as_deref(), Some(ISSUER));
        assert_eq!(parameter(&address, "state").as_deref(), Some("a state"));
        parameter(&address, "code").unwrap()
    }

    /// The answer of the token endpoint to a code.
    pub async fn exchange(&self, client_id: &str, redirect_uri: &str, code: &str) -> Heard {
        self.form(
            "/oauth/token",
            &[
                ("grant_type", "authorization_code"),
                ("client_id", client_id),
                ("redirect_uri", redirect_uri),
                ("code", code),
                ("code_verifier", VERIFIER),
                ("resource", RESOURCE),
            ],
        )
        .await
    }

    pub async fn refresh(&self, app: &Connected) -> Heard {
        let form = [("grant_type", "refresh_token"), ("client_id", &app.client_id), ("refresh_token", &app.refresh)];
        self.form("/oauth/token", &form).await
    }

    /// An app that the person in this session connected.
    pub async fn connected_by(&self, session: &str) -> Connected {
        let client_id = self.register(&[CALLBACK]).await;
        let code = self.code(&client_id, CALLBACK, session).await;
        connected(&client_id, &self.exchange(&client_id, CALLBACK, &code).await)
    }

    pub async fn connected(&self) -> Connected {
        self.connected_by(&self.org.session).await
    }

    /// The status of a call of a tool with this access token.
    pub async fn calls(&self, access: &str) -> StatusCode {
        mcp::call(&self.service, access, "list_sites", json!({})).await.status
    }
}

pub fn connected(client_id: &str, heard: &Heard) -> Connected {
    assert_eq!(heard.status, 200, "{}", heard.text);
    let body = heard.json();
    let text = |name: &str| body[name].as_str().unwrap().to_owned();
    assert_eq!((text("token_type").as_str(), body["expires_in"].as_i64()), ("Bearer", Some(3_600)));
    Connected { client_id: client_id.to_owned(), access: text("access_token"), refresh: text("refresh_token") }
}

/// The query of an authorization request as clients send it.
pub fn request(client_id: &str, redirect_uri: &str) -> String {
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(VERIFIER));
    let pairs = [
        ("response_type", "code"),
        ("client_id", client_id),
        ("redirect_uri", redirect_uri),
        ("code_challenge", &challenge),
        ("code_challenge_method", "S256"),
        ("state", "a state"),
        ("resource", RESOURCE),
    ];
    url::form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}

/// A request with the body of a form.
pub fn with_form(request: reqwest::RequestBuilder, form: &[(&str, &str)]) -> reqwest::RequestBuilder {
    let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
    request.header("content-type", "application/x-www-form-urlencoded").body(body)
}

/// The address of the page that asks for consent to a request.
pub fn consent_page(query: &str) -> String {
    format!("/connect?request={}", URL_SAFE_NO_PAD.encode(query))
}

#[tokio::test]
async fn a_client_gets_from_the_first_401_to_the_answer_of_a_tool() {
    let connecting = Connecting::start().await;
    let (service, org) = (&connecting.service, &connecting.org);
    let refused = mcp::send(service, None, &mcp::initialize()).await;
    refused.refused(401, "UNAUTHENTICATED");
    let challenge = refused.header("www-authenticate").to_owned();
    let document = challenge.split("resource_metadata=\"").nth(1).unwrap().split('"').next().unwrap();
    let resource = connecting.get(document.strip_prefix(ISSUER).unwrap()).await.json();
    assert_eq!((&resource["resource"], &resource["authorization_servers"]), (&json!(RESOURCE), &json!([ISSUER])));
    let server = connecting.get("/.well-known/oauth-authorization-server").await.json();
    assert_eq!(server["issuer"], ISSUER);
    let path = |name: &str| server[name].as_str().unwrap().strip_prefix(ISSUER).unwrap().to_owned();

    let body = json!({ "client_name": "An app", "redirect_uris": [CALLBACK] });
    let registered = connecting.json(&path("registration_endpoint"), &body).await;
    let client_id = registered.json()["client_id"].as_str().unwrap().to_owned();
    assert!(registered.json()["client_secret"].is_null());
    let query = request(&client_id, CALLBACK);
    let page = connecting.get(&format!("{}?{query}", path("authorization_endpoint"))).await;
    assert_eq!((page.status, page.header("location")), (303, consent_page(&query).as_str()));
    let code = connecting.code(&client_id, CALLBACK, &org.session).await;
    let app = connected(&client_id, &connecting.exchange(&client_id, CALLBACK, &code).await);

    assert_eq!(
        mcp::send(service, Some(&app.access), &mcp::initialize()).await.result()["serverInfo"]["name"],
        "askline"
    );
    assert_eq!(mcp::call(service, &app.access, "list_sites", json!({})).await.item(0, "id"), &json!(org.site));
    let by_domain = mcp::call(service, &app.access, "show_ai_clicks", json!({ "siteId": "example.com" })).await;
    assert_eq!(by_domain.result()["isError"], false);
    for token in [&app.access, &app.refresh, &code] {
        assert!(!service.stores.hold(&token[3..]), "a token is stored");
    }
    let revoked =
        connecting.form(&path("revocation_endpoint"), &[("token", &app.access), ("client_id", &client_id)]).await;
    assert_eq!(revoked.status, 200);
    mcp::send(service, Some(&app.access), &mcp::initialize()).await.refused(401, "INVALID_API_KEY");
    let log = format!("/api/v1/audit?orgId={}&action=oauth.*", org.id);
    let log = service.get(&log, &org.session).await.data(200)["items"].clone();
    let mut actions: Vec<_> = log.as_array().unwrap().iter().map(|entry| entry["action"].as_str().unwrap()).collect();
    actions.sort_unstable();
    assert_eq!(actions, ["oauth.connected", "oauth.ended"]);
}

#[tokio::test]
async fn without_a_public_address_no_part_of_oauth_is_offered() {
    let service = Service::start_unlimited().await;
    let connecting = Connecting { org: service.organization(Plan::Pro).await, service };
    for path in ["/.well-known/oauth-protected-resource", "/.well-known/oauth-authorization-server", "/oauth/authorize"]
    {
        let heard = connecting.get(path).await;
        assert_eq!(heard.status, 404, "{path}");
        assert!(heard.text.contains("public_url"), "{path}");
    }
    connecting
        .json("/oauth/register", &json!({ "redirect_uris": [CALLBACK] }))
        .await
        .refused(404, "temporarily_unavailable");
    let refused = mcp::send(&connecting.service, None, &mcp::initialize()).await;
    assert_eq!(refused.header("www-authenticate"), "Bearer");
    let body = json!({ "request": request("oc_1", CALLBACK) });
    let asked = connecting
        .service
        .send(Method::POST, "/api/v1/auth/apps/request", Some(&connecting.org.session), Some(&body))
        .await;
    assert_eq!((asked.status.as_u16(), asked.code()), (403, "FORBIDDEN"));
}

#[tokio::test]
async fn every_document_names_the_same_addresses_wherever_a_client_looks() {
    let connecting = Connecting::start().await;
    let about = |name: &'static str| ["", "/mcp"].map(|end| format!("/.well-known/{name}{end}"));
    let resource = connecting.get("/.well-known/oauth-protected-resource").await;
    assert_eq!(resource.header("cache-control"), "no-store");
    assert_eq!(resource.header("content-type"), "application/json");
    for path in about("oauth-protected-resource") {
        assert_eq!(connecting.get(&path).await.json(), resource.json(), "{path}");
    }
    let server = connecting.get("/.well-known/oauth-authorization-server").await.json();
    for path in about("oauth-authorization-server").into_iter().chain(about("openid-configuration")) {
        assert_eq!(connecting.get(&path).await.json(), server, "{path}");
    }
    assert_eq!(server["code_challenge_methods_supported"], json!(["S256"]));
    assert_eq!(server["token_endpoint_auth_methods_supported"], json!(["none"]));
    for name in ["client_id_metadata_document_supported", "authorization_response_iss_parameter_supported"] {
        assert_eq!(server[name], true, "{name}");
    }
    assert_eq!(server["scopes_supported"], resource.json()["scopes_supported"]);
}

#[tokio::test]
async fn mcp_challenges_every_request_without_a_token_and_lets_pages_of_other_origins_call() {
    let connecting = Connecting::start().await;
    let service = &connecting.service;
    for method in [Method::GET, Method::HEAD, Method::POST, Method::DELETE] {
        for path in ["/mcp", "/mcp/", "/mcp?x=1"] {
            let request = service.request(method.clone(), path).header("origin", "https://inspector.example");
            let heard = connecting.heard(request).await;
            assert_eq!(heard.status, 401, "{method} {path}");
            assert!(heard.header("www-authenticate").contains("resource_metadata="), "{method} {path}");
            assert_eq!(heard.header("access-control-allow-origin"), "*", "{method} {path}");
            assert_eq!(heard.header("access-control-allow-credentials"), "", "{method} {path}");
        }
    }
    for path in ["/mcp", "/oauth/token", "/oauth/register", "/.well-known/oauth-protected-resource/mcp"] {
        let heard = connecting.heard(service.request(Method::OPTIONS, path)).await;
        assert_eq!((heard.status, heard.header("access-control-allow-origin")), (204, "*"), "{path}");
        assert!(heard.header("access-control-allow-headers").contains("mcp-protocol-version"), "{path}");
    }
    let page = connecting.get("/oauth/authorize").await;
    assert_eq!((page.status, page.header("access-control-allow-origin")), (400, ""));
    let app = connecting.connected().await;
    let called = service.request(Method::GET, "/mcp").bearer_auth(&app.access);
    assert_eq!(connecting.heard(called).await.status, 405);
}

#[tokio::test]
async fn an_access_token_opens_mcp_alone() {
    let connecting = Connecting::start().await;
    let app = connecting.connected().await;
    assert_eq!(connecting.calls(&app.access).await, StatusCode::OK);
    for path in ["/api/v1/sites", "/api/v1/keys/self", "/api/v1/me", "/api/v1/auth/apps"] {
        for token in [&app.access, &app.refresh] {
            assert_eq!(connecting.service.get(path, token).await.status.as_u16(), 401, "{path}");
        }
    }
    assert_eq!(connecting.calls(&app.refresh).await, StatusCode::UNAUTHORIZED);
}
