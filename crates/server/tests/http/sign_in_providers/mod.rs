//! Sign-in through identity providers, and by a gate that names people in headers.
//!
//! The provider stands in for a real one: it publishes keys, and signs and forges tokens.

mod gate;
mod linking;
mod refusals;
mod required;
mod roles;
mod second_step;

use std::sync::Arc;

use askline_api::settings::{ApiSettings, TrustedHeader};
use askline_app::instance::providers::Providers;
use askline_domain::{
    identity::{
        provider::{Admission, FactorTrust, HEADER_ISSUER, Provider},
        secret::Secret,
    },
    shared::clock::Clock as _,
};
use askline_jobs::identity_providers::OidcProvider;
use askline_stand_in::identity_provider::{CLIENT_ID, CLIENT_SECRET, IdentityProvider, Token};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, PASSWORD, Service, stores::EventOptions, unlimited};

const PUBLIC_URL: &str = "http://ask.example.com";
const NAME: &str = "acme";

/// A service with a provider.
struct Scene {
    service: Service,
    provider: IdentityProvider,
}

/// A browser that was sent to the provider.
#[derive(Clone)]
struct Sent {
    location: String,
    cookie: String,
}

impl Scene {
    /// A provider that lets in the people of `admission`.
    async fn with(admission: Admission) -> Self {
        Self::of(|provider| Provider { admission, ..provider }, &[]).await
    }

    /// A provider with these settings; `others` are further names of the same provider.
    async fn of(change: impl FnOnce(Provider) -> Provider, others: &[&str]) -> Self {
        let settings = ApiSettings { limits: unlimited(), signup: true, ..ApiSettings::default() };
        let (provider, mut settings, mut asked) = with_provider(PUBLIC_URL, settings, Admission::default()).await;
        let changed = change(settings.providers.oidc[0].clone());
        let named = |name: &&str| Provider { name: (*name).into(), ..changed.clone() };
        settings.providers.oidc = [changed.clone()].into_iter().chain(others.iter().map(named)).collect();
        for name in others {
            let redirect_uri = format!("{PUBLIC_URL}/api/v1/auth/oidc/{name}/callback");
            asked.push(OidcProvider { name: (*name).into(), redirect_uri, ..asked[0].clone() });
        }
        let service = Service::start_with_providers(settings, EventOptions::default(), asked).await;
        Self { service, provider }
    }

    fn now(&self) -> i64 {
        self.service.clock.now().as_second()
    }

    /// Sends a browser to the provider.
    async fn sent_to(&self, name: &str) -> Sent {
        let answer = self.service.answer(self.service.request(Method::GET, &format!("/api/v1/auth/oidc/{name}"))).await;
        assert_eq!((answer.status.as_u16(), answer.text.as_str()), (302, ""));
        Sent { location: answer.header("location").into(), cookie: cookie_of(&answer) }
    }

    /// Brings a browser back from the provider; returns what its sign-in page reads in the fragment.
    async fn back(&self, address: &str, cookie: &str) -> Vec<(String, String)> {
        let request = self.service.request(Method::GET, address).header("cookie", cookie);
        let answer = self.service.answer(request).await;
        assert_eq!(answer.status.as_u16(), 302, "{}", answer.text);
        let fragment = answer.header("location").strip_prefix("/login#").expect("the sign-in page").to_owned();
        url::form_urlencoded::parse(fragment.as_bytes()).into_owned().collect()
    }

    /// Sends what the sign-in page read.
    async fn finish(&self, read: &[(String, String)], cookie: &str) -> Answer {
        let value = |name: &str| read.iter().find(|(one, _)| one == name).map(|(_, value)| value.clone());
        let body = json!({ "code": value("code"), "state": value("state"), "iss": value("iss") });
        let path = format!("/api/v1/auth/oidc/{}/finish", value("provider").expect("a provider"));
        let request = self.service.request(Method::POST, &path).header("cookie", cookie).json(&body);
        self.service.answer(request).await
    }

    /// The whole way of a person with this token.
    async fn sign_in_with(&self, token: Token) -> Answer {
        let sent = self.sent_to(NAME).await;
        let back = self.provider.sign_in(&sent.location, token, self.now()).expect("a right request");
        let read = self.back(&back, &sent.cookie).await;
        self.finish(&read, &sent.cookie).await
    }

    /// The whole way of a person with these claims.
    async fn sign_in(&self, claims: Value) -> Answer {
        self.sign_in_with(Token::of(claims)).await
    }

    /// What the account of a session sees of itself.
    async fn me(&self, answer: &Answer) -> Value {
        let token = answer.data(200)["token"].as_str().expect("a token").to_owned();
        self.service.get("/api/v1/me", &token).await.data(200).clone()
    }
}

/// A provider that lets in the people of `admission`, whose groups are in the claim `groups`, and a gate on this machine: the
/// settings with both, and how the provider is asked.
pub(crate) async fn with_provider(
    public_url: &str,
    settings: ApiSettings,
    admission: Admission,
) -> (IdentityProvider, ApiSettings, Vec<OidcProvider>) {
    let stand_in = IdentityProvider::start().await.expect("a free port");
    let provider = Provider {
        name: NAME.into(),
        title: "Acme".into(),
        issuer: stand_in.issuer(),
        admission,
        required: false,
        second_factor: FactorTrust::Own,
    };
    let asked = OidcProvider {
        name: NAME.into(),
        issuer: stand_in.issuer(),
        client_id: CLIENT_ID.into(),
        client_secret: Secret::new(CLIENT_SECRET),
        scopes: vec!["email".into(), "groups".into()],
        groups_claim: Some("groups".into()),
        redirect_uri: format!("{public_url}/api/v1/auth/oidc/{NAME}/callback"),
    };
    let settings = with_gate(ApiSettings { public_url: Some(public_url.into()), ..settings });
    let providers = Providers { oidc: Arc::new([provider]), ..settings.providers };
    let settings = ApiSettings { providers, ..settings };
    (stand_in, settings, vec![asked])
}

/// Settings with a gate on this machine.
pub(crate) fn with_gate(settings: ApiSettings) -> ApiSettings {
    let gate = Provider {
        name: HEADER_ISSUER.into(),
        title: "Gate".into(),
        issuer: HEADER_ISSUER.into(),
        admission: Admission { everyone: true, ..Admission::default() },
        required: false,
        second_factor: FactorTrust::Own,
    };
    let trusted_header = TrustedHeader {
        from: vec!["127.0.0.1/32".parse().unwrap()],
        user: "remote-user".parse().unwrap(),
        email: "remote-email".parse().unwrap(),
        name: "remote-name".parse().unwrap(),
    };
    let providers = Providers { gate: Some(Arc::new(gate)), ..settings.providers };
    ApiSettings { providers, trusted_header: Some(trusted_header), ..settings }
}

/// Links a person whom the gate names to the account with their address, with its password.
pub(crate) async fn link_by_gate(service: &Service, (person, email): (&str, &str)) -> Answer {
    let request = service.request(Method::POST, "/api/v1/auth/header").json(&json!({}));
    let asked = service.answer(request.header("remote-user", person).header("remote-email", email)).await;
    let cookie = cookie_of(&asked);
    let body = json!({ "state": asked.data(202)["link"]["state"], "password": PASSWORD });
    let request = service.request(Method::POST, "/api/v1/auth/identities/link").json(&body);
    service.answer(request.header("cookie", cookie)).await
}

/// The pair of name and value in the cookie that binds a sign-in to the browser.
fn cookie_of(answer: &Answer) -> String {
    let cookies = answer.headers.get_all("set-cookie").iter().filter_map(|value| value.to_str().ok());
    let mut cookies = cookies.filter(|cookie| cookie.contains("askline_sign_in_"));
    let cookie = cookies.next().unwrap_or_else(|| panic!("no cookie: {:?}", answer.headers));
    for attribute in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=600"] {
        assert!(cookie.split("; ").any(|each| each == attribute), "{attribute}: {cookie}");
    }
    cookie.split("; ").next().unwrap_or_default().to_owned()
}

/// A person with a confirmed address.
fn person(subject: &str, email: &str) -> Value {
    json!({ "sub": subject, "email": email, "email_verified": true, "name": "Ada Lovelace" })
}

/// Everyone with a confirmed address of this domain comes in.
pub(crate) fn domain(domain: &str) -> Admission {
    Admission { email_domains: vec![domain.into()], ..Admission::default() }
}
