//! Which callers are refused, and how each message is counted.

use askline_api::settings::ApiSettings;
use askline_domain::{
    keys::{ApiKey, scope::Scope},
    organizations::plan::Plan,
};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::{call, heard, initialize, message, request, send};
use crate::harness::{Org, Service};

pub fn completion(prompt: &str, argument: &str, typed: &str) -> Value {
    let about = json!({ "type": "ref/prompt", "name": prompt });
    message("completion/complete", json!({ "ref": about, "argument": { "name": argument, "value": typed } }))
}

/// One message of each kind, valid and invalid.
fn every_kind(org: &Org) -> Vec<String> {
    let tool = |name: &str, arguments: Value| message("tools/call", json!({ "name": name, "arguments": arguments }));
    [
        initialize(),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        message("ping", json!({})),
        message("tools/list", json!({})),
        message("tools/list", json!({ "cursor": "x" })),
        message("prompts/list", json!({})),
        message("prompts/list", json!({ "cursor": "x" })),
        message("prompts/get", json!({ "name": "weekly_report" })),
        message("prompts/get", json!({ "name": "no_such_prompt" })),
        completion("weekly_report", "siteId", ""),
        completion("weekly_report", "week", ""),
        completion("no_such_prompt", "siteId", ""),
        message("completion/complete", json!({})),
        message("resources/list", json!({})),
        message("subscriptions/listen", json!({ "notifications": { "toolsListChanged": true } })),
        message("logging/setLevel", json!({ "level": "debug" })),
        message("tasks/get", json!({ "taskId": "x" })),
        message("initialize", json!({ "protocolVersion": 7 })),
        message("initialize", json!([])),
        json!({ "jsonrpc": "2.0", "id": null, "method": "ping" }),
        json!({ "jsonrpc": "2.0", "id": 1.5, "method": "ping" }),
        message("secrets/tell", json!({})),
        tool("list_sites", json!({})),
        tool("show_ai_clicks", json!({ "siteId": org.site })),
        tool("show_ai_clicks", json!({ "siteId": "site_1" })),
        tool("show_ai_clicks", json!({ "siteId": org.site, "dais": 1 })),
        tool("show_own_api_key", json!({})),
        tool("show_ai_clicks", json!({ "siteId": org.site, "cursor": "m1.x" })),
        tool("show_ai_clicks", json!({ "siteId": org.site, "cursor": "x" })),
        tool("test_rules", json!({ "siteId": org.site })),
        tool("no_such_tool", json!({})),
        message("tools/call", json!({})),
        json!([]),
        json!({ "jsonrpc": "2.0", "id": 1, "result": {} }),
    ]
    .iter()
    .map(Value::to_string)
    .chain(["{".to_owned(), "x".repeat(64 * 1024 + 1)])
    .collect()
}

#[tokio::test]
async fn calls_without_a_valid_key_are_refused_for_every_kind_of_message() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let made_up = ApiKey::generate(&mut rand::rng());
    for (bearer, code) in
        [(None, "UNAUTHENTICATED"), (Some(made_up.expose()), "INVALID_API_KEY"), (Some("x"), "INVALID_API_KEY")]
    {
        for body in every_kind(&org) {
            let answer = heard(request(&service, bearer).body(body.clone())).await;
            answer.refused(401, code);
            assert_eq!(answer.header("www-authenticate"), "Bearer", "{body}");
        }
    }
}

#[tokio::test]
async fn a_session_is_refused_in_the_header_and_in_the_cookie() {
    let service = Service::start().await;
    let org = service.organization(Plan::Pro).await;
    for body in every_kind(&org) {
        heard(request(&service, Some(&org.session)).body(body.clone())).await.refused(403, "FORBIDDEN");
        let with_cookie = request(&service, None).header("cookie", format!("askline_session={}", org.session));
        heard(with_cookie.body(body)).await.refused(401, "UNAUTHENTICATED");
    }
}

#[tokio::test]
async fn every_message_counts_once_whatever_becomes_of_it() {
    let service = Service::start().await;
    let org = service.organization(Plan::Pro).await;
    let key = service.key(&org, &[Scope::All]).await;
    let mut left = 120;
    for body in every_kind(&org) {
        let answer = heard(request(&service, Some(&key)).body(body.clone())).await;
        left -= 1;
        assert_eq!(answer.remaining(), left, "{body}: {}", answer.body);
        assert!(answer.header("x-request-id").starts_with("req_"), "{body}");
    }
    assert_eq!(service.get("/api/v1/keys/self", &key).await.header("x-ratelimit-remaining"), (left - 1).to_string());
}

#[tokio::test]
async fn beyond_the_limit_a_tool_says_so_and_everything_else_is_429() {
    let service = Service::start().await;
    let org = service.organization(Plan::Pro).await;
    let key = service.key(&org, &[Scope::All]).await;
    for left in (0..120).rev() {
        let answer = call(&service, &key, "list_sites", json!({})).await;
        assert_eq!((answer.remaining(), answer.header("x-ratelimit-limit")), (left, "120"));
    }
    service.advance(10);
    let answer = call(&service, &key, "list_sites", json!({})).await;
    assert_eq!(answer.tool_error("RATE_LIMITED")["retryable"], true);
    assert_eq!((answer.remaining(), answer.header("retry-after")), (0, "50"));
    for body in [initialize(), message("tools/list", json!({})), message("ping", json!({}))] {
        let refused = send(&service, Some(&key), &body).await;
        refused.refused(429, "RATE_LIMITED");
        assert_eq!((refused.header("retry-after"), &refused.body["id"]), ("50", &json!(7)), "{body}");
    }
    let wrong = call(&service, &key, "list_sites", json!({ "x": 1 })).await;
    wrong.refused(429, "RATE_LIMITED");
    service.advance(50);
    assert_eq!(call(&service, &key, "list_sites", json!({})).await.result()["isError"], false);
}

#[tokio::test]
async fn who_has_no_key_is_counted_by_address() {
    let service = Service::start().await;
    for _ in 0..60 {
        send(&service, None, &initialize()).await.refused(401, "UNAUTHENTICATED");
    }
    send(&service, None, &initialize()).await.refused(429, "RATE_LIMITED");
}

#[tokio::test]
async fn a_revoked_or_expired_key_or_one_of_a_plan_without_keys_is_refused_at_once() {
    let service = Service::start().await;
    let org = service.organization(Plan::Pro).await;
    let (revoked, expiring) = (ApiKey::generate(&mut rand::rng()), ApiKey::generate(&mut rand::rng()));
    let end = service.key_record(&org, &revoked, &[]).created_at + jiff::SignedDuration::from_secs(30);
    for (key, ends) in [(&revoked, None), (&expiring, Some(end))] {
        let mut record = service.key_record(&org, key, &[Scope::All]);
        record.expires_at = ends;
        askline_app::keys::add(&*service.metadata, &record, u32::MAX, service.audit(org.id, "key.created"))
            .await
            .unwrap();
        assert_eq!(call(&service, key.expose(), "list_sites", json!({})).await.result()["isError"], false);
    }
    let leaked = json!({ "key": revoked.expose() });
    service.send(Method::POST, "/api/v1/keys/leaked", None, Some(&leaked)).await.data(200);
    service.advance(30);
    for (key, code) in [(revoked, "API_KEY_REVOKED"), (expiring, "API_KEY_EXPIRED")] {
        let answer = call(&service, key.expose(), "list_sites", json!({})).await;
        assert_eq!((answer.refused(401, code).header("www-authenticate"), &answer.body["id"]), ("Bearer", &json!(7)));
        send(&service, Some(key.expose()), &message("tools/list", json!({}))).await.refused(401, code);
    }
    let kept = service.key(&org, &[Scope::All]).await;
    service.set_plan(&org, Plan::Free).await;
    call(&service, &kept, "list_sites", json!({})).await.tool_error("PLAN_REQUIRED");
    send(&service, Some(&kept), &initialize()).await.refused(403, "PLAN_REQUIRED");
}

#[tokio::test]
async fn a_key_for_one_network_is_held_to_it_by_the_same_client_address() {
    let trusted = ApiSettings { trusted_proxies: vec!["127.0.0.1/32".parse().unwrap()], ..ApiSettings::default() };
    let service = Service::start_with(trusted).await;
    let org = service.organization(Plan::Pro).await;
    let key = ApiKey::generate(&mut rand::rng());
    let mut record = service.key_record(&org, &key, &[Scope::All]);
    record.allowed_ips = Some(vec!["203.0.113.0/24".parse().unwrap()]);
    askline_app::keys::add(&*service.metadata, &record, u32::MAX, service.audit(org.id, "key.created")).await.unwrap();
    let from = |address: &str, body: &Value| {
        heard(request(&service, Some(key.expose())).header("x-forwarded-for", address).body(body.to_string()))
    };
    let tool = message("tools/call", json!({ "name": "list_sites" }));
    assert_eq!(from("203.0.113.9", &tool).await.result()["isError"], false);
    from("203.0.113.9", &initialize()).await.result();
    from("198.51.100.9", &tool).await.tool_error("IP_NOT_ALLOWED");
    from("198.51.100.9", &initialize()).await.refused(403, "IP_NOT_ALLOWED");
}

#[tokio::test]
async fn only_post_with_json_of_64_kib_is_taken() {
    let service = Service::start().await;
    let org = service.organization(Plan::Pro).await;
    let key = service.key(&org, &[Scope::All]).await;
    for method in [Method::GET, Method::DELETE, Method::PUT, Method::OPTIONS] {
        let answer = heard(service.request(method.clone(), "/mcp").bearer_auth(&key)).await;
        assert_eq!(answer.refused(405, "METHOD_NOT_ALLOWED").header("allow"), "POST", "{method}");
    }
    let padded = |bytes: usize| {
        let mut text = message("ping", json!({})).to_string();
        text.extend(std::iter::repeat_n(' ', bytes - text.len()));
        text
    };
    heard(request(&service, Some(&key)).body(padded(64 * 1024))).await.result();
    heard(request(&service, Some(&key)).body(padded(64 * 1024 + 1))).await.refused(413, "PAYLOAD_TOO_LARGE");
    let plain = service.request(Method::POST, "/mcp").bearer_auth(&key).header("content-type", "text/plain");
    heard(plain.body(initialize().to_string())).await.refused(415, "UNSUPPORTED_MEDIA_TYPE");
    let bare = service.request(Method::POST, "/mcp").bearer_auth(&key).header("content-type", "application/json");
    heard(bare.body(initialize().to_string())).await.result();
    let answer = heard(request(&service, Some(&key)).body("{")).await;
    assert_eq!(answer.refused(400, "BAD_REQUEST").body["error"]["code"], -32700);
}

#[tokio::test]
async fn a_page_elsewhere_and_a_foreign_host_are_refused_before_their_key_is_looked_at() {
    let service = Service::start().await;
    let org = service.organization(Plan::Pro).await;
    let key = service.key(&org, &[Scope::All]).await;
    let with = |name: &'static str, value: &'static str| {
        heard(request(&service, Some(&key)).header(name, value).body(initialize().to_string()))
    };
    with("origin", "https://evil.example").await.refused(403, "ORIGIN_NOT_ALLOWED");
    with("origin", "null").await.refused(403, "ORIGIN_NOT_ALLOWED");
    with("host", "evil.example").await.refused(403, "ORIGIN_NOT_ALLOWED");
    with("host", "askline.example.com").await.refused(403, "ORIGIN_NOT_ALLOWED");
    let own = service.get("/api/v1/keys/self", &key).await;
    assert_eq!(own.header("x-ratelimit-remaining"), "119");
}

#[tokio::test]
async fn with_a_public_address_pages_of_any_origin_may_call_and_other_hosts_are_still_refused() {
    let public = ApiSettings { public_url: Some("https://askline.example.com".into()), ..ApiSettings::default() };
    let service = Service::start_with(public).await;
    let org = service.organization(Plan::Pro).await;
    let key = service.key(&org, &[Scope::All]).await;
    let with = |name: &'static str, value: &'static str| {
        heard(request(&service, Some(&key)).header(name, value).body(initialize().to_string()))
    };
    for (name, value) in [("origin", "https://inspector.example"), ("origin", "null"), ("host", "askline.example.com")]
    {
        assert_eq!(with(name, value).await.status, StatusCode::OK, "{name}: {value}");
    }
    with("host", "evil.example").await.refused(403, "ORIGIN_NOT_ALLOWED");
    // A session of the dashboard is no credential here.
    let cookie = format!("askline_session={}", org.session);
    let by_cookie = request(&service, None).header("cookie", cookie).body(initialize().to_string());
    heard(by_cookie).await.refused(401, "UNAUTHENTICATED");
}
