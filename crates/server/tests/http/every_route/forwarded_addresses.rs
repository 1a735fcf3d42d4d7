//! Behind a trusted proxy, only the address that the proxy wrote last counts. What the client wrote before it is
//! ignored. Requests that depend on an address are refused if the proxy wrote none.

use askline_api::settings::{ApiSettings, RequestLimits};
use askline_domain::organizations::plan::Plan;
use reqwest::{Method, header::HeaderValue};
use serde_json::json;

use crate::harness::{Answer, Org, Service};

const LIMITS: RequestLimits = RequestLimits {
    intake_per_minute: 0,
    config_per_minute: 0,
    session_per_minute: 0,
    login_per_minute: 2,
    document_per_minute: 0,
    failed_authentication_per_minute: 0,
};

async fn behind_a_trusted_proxy() -> (Service, Org) {
    let trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    let service = Service::start_with(ApiSettings { trusted_proxies, limits: LIMITS, ..ApiSettings::default() }).await;
    let org = service.organization(Plan::Pro).await;
    (service, org)
}

/// What a client may write before the proxy adds its address.
const CLAIMED: [&[u8]; 6] = [b"\xff", b"\xc3\xa9", b"127.0.0.1 \xff", b"127.0.0.1", b"x, \x80,,", b"[::1]:443"];

fn forwarded(claimed: &[u8], written: &str) -> HeaderValue {
    HeaderValue::from_bytes(&[claimed, b", ", written.as_bytes()].concat()).unwrap()
}

async fn ask(service: &Service, key: &str, forwarded: HeaderValue) -> Answer {
    let request = service.request(Method::GET, "/api/v1/sites").bearer_auth(key);
    service.answer(request.header("x-forwarded-for", forwarded)).await
}

#[tokio::test]
async fn no_byte_in_front_of_the_clients_address_passes_a_keys_allowed_networks() {
    let (service, org) = behind_a_trusted_proxy().await;
    // The proxy's own network is allowed: a request that appears to come from the proxy is accepted.
    let body = json!({ "scopes": ["*"], "allowedIps": ["127.0.0.0/8", "198.51.100.0/24"] });
    let made = service.send(Method::POST, "/api/v1/keys", Some(&org.session), Some(&body)).await;
    let key = made.data(201)["key"].as_str().unwrap();
    for claimed in CLAIMED {
        ask(&service, key, forwarded(claimed, "192.0.2.1")).await.refused(403, "IP_NOT_ALLOWED");
        ask(&service, key, forwarded(claimed, "198.51.100.7:4711")).await.data(200);
    }
    for written in ["unknown", "\u{e9}", "198.51.100.7:x"] {
        ask(&service, key, forwarded(b"198.51.100.7", written)).await.refused(403, "IP_NOT_ALLOWED");
    }
    service.get("/api/v1/sites", key).await.data(200);
}

#[tokio::test]
async fn no_byte_in_front_of_the_clients_address_gives_more_log_ins() {
    let (service, _) = behind_a_trusted_proxy().await;
    let attempt = async |forwarded: HeaderValue| {
        let body = json!({ "key": "ak_made-up" });
        let request = service.request(Method::POST, "/api/v1/keys/leaked").header("x-forwarded-for", forwarded);
        service.answer(request.json(&body)).await
    };
    let mut admitted = 0;
    for claimed in CLAIMED.iter().cycle().take(12) {
        admitted += usize::from(attempt(forwarded(claimed, "192.0.2.1")).await.status == 200);
    }
    assert_eq!(admitted, 2);
    attempt(forwarded(b"", "192.0.2.200:1")).await.data(200);
}

#[tokio::test]
async fn what_is_counted_for_an_address_is_refused_where_the_proxy_wrote_none() {
    let (service, org) = behind_a_trusted_proxy().await;
    let config = format!("/api/v1/sites/{}/config", org.site);
    let event = json!({ "siteId": org.site, "type": "copy", "url": "https://example.com/" });
    for (method, path, body) in [
        (Method::POST, "/api/v1/auth/login", Some(json!({ "email": "a@example.com", "password": "a long password" }))),
        (Method::POST, "/api/v1/keys/leaked", Some(json!({ "key": "ak_made-up" }))),
        (Method::POST, "/api/v1/events", Some(event)),
        (Method::GET, &config, None),
        (Method::GET, "/api/v1/openapi.json", None),
        // A request without a credential counts for the address.
        (Method::GET, "/api/v1/sites", None),
    ] {
        let mut request = service.request(method, path).header("x-forwarded-for", "192.0.2.1, unknown");
        if let Some(body) = &body {
            request = request.json(body);
        }
        let answer = service.answer(request).await;
        assert!(answer.refused(400, "BAD_REQUEST").text.contains("X-Forwarded-For"), "{path}: {}", answer.text);
    }
    // A session is counted for its account.
    let own = service.request(Method::GET, "/api/v1/me").bearer_auth(&org.session);
    service.answer(own.header("x-forwarded-for", "192.0.2.1, unknown")).await.data(200);
}
