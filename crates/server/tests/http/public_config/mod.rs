//! The public configuration needs no credential, is cached, and has only public content.

mod languages;
mod marks;
pub(crate) mod payload_bound;

use askline_domain::{keys::scope::Scope, organizations::plan::Plan};
use reqwest::{
    Method,
    header::{HeaderMap, HeaderValue},
};
use serde_json::{Value, json};

use crate::{
    every_route::contract_table::{ROUTES, Who},
    harness::{Answer, Org, Service},
};

const CACHE_CONTROL: &str = "public, max-age=60, s-maxage=300, stale-while-revalidate=86400, stale-if-error=86400";

fn path_of(org: &Org) -> String {
    format!("/api/v1/sites/{}/config", org.site)
}

async fn read(service: &Service, path: &str) -> Answer {
    service.send(Method::GET, path, None, None).await
}

async fn read_if_none_match(service: &Service, path: &str, tags: &str) -> Answer {
    service.answer(service.request(Method::GET, path).header("if-none-match", tags)).await
}

/// Checks the status and the headers of the contract, which are the same for 200 and 304.
fn is_public(answer: &Answer, status: u16) {
    assert_eq!(answer.status.as_u16(), status, "{}", answer.text);
    assert_eq!(answer.header("cache-control"), CACHE_CONTROL);
    assert_eq!(answer.header("vary"), "Authorization, Accept-Encoding");
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    assert_eq!(answer.header("access-control-allow-credentials"), "");
    assert!(answer.header("etag").trim_start_matches("W/").starts_with('"'), "{}", answer.header("etag"));
}

/// A write by the owner that must succeed.
async fn write(service: &Service, org: &Org, method: Method, path: &str, body: Value) -> Value {
    let answer = service.send(method, path, Some(&org.session), Some(&body)).await;
    assert!(answer.status.is_success(), "{path}: {}", answer.text);
    answer.body["data"].clone()
}

async fn new_prompt(service: &Service, org: &Org, status: &str, text: &str) -> String {
    let body = json!({ "name": format!("The {status} one"), "text": text, "status": status });
    let made = write(service, org, Method::POST, &format!("/api/v1/prompts/{}", org.site), body).await;
    format!("/api/v1/prompts/{}/{}", org.site, made["id"].as_str().unwrap())
}

#[tokio::test]
async fn the_config_is_readable_without_credentials_and_states_its_cache_lifetime() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Free).await;
    let answer = read(&service, &path_of(&org)).await;
    is_public(&answer, 200);
    let data = answer.data(200);
    assert_eq!((&data["siteId"], &data["version"]), (&json!(org.site.to_string()), &json!(1)));
    assert_eq!(data["prompts"].as_array().unwrap().len(), 4);
    let names: Vec<&String> = data["registry"][0].as_object().unwrap().keys().collect();
    assert_eq!(names, ["id", "name", "strategy", "urlTemplate", "maxUrlBytes", "fallback", "mark"]);
    // Some pages add query parameters to get past caches. Those change nothing.
    let again = read(&service, &format!("{}?cb=1&v=", path_of(&org))).await;
    assert_eq!((again.data(200), again.header("etag")), (data, answer.header("etag")));
}

/// The headers and the compressed body of the answer to a browser that accepts brotli.
async fn packed(service: &Service, path: &str) -> (HeaderMap, Vec<u8>) {
    let answer = service.request(Method::GET, path).header("accept-encoding", "gzip, br").send().await.unwrap();
    assert_eq!(answer.status().as_u16(), 200);
    (answer.headers().clone(), answer.bytes().await.unwrap().to_vec())
}

fn unpacked(bytes: &[u8]) -> Value {
    serde_json::from_reader(brotli::Decompressor::new(bytes, 4_096)).expect("an envelope, packed by brotli")
}

#[tokio::test]
async fn a_new_sites_payload_for_all_languages_is_at_most_6900_bytes_on_the_wire() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Free).await;
    let (headers, bytes) = packed(&service, &path_of(&org)).await;
    assert!(bytes.len() <= 6_900, "{} bytes", bytes.len());
    assert_eq!(headers["content-encoding"], "br");
    assert_eq!(headers["content-length"], bytes.len().to_string());
    let plain = read(&service, &path_of(&org)).await;
    for name in ["etag", "cache-control", "vary", "access-control-allow-origin"] {
        assert_eq!(headers[name], plain.header(name), "{name}");
    }
    let envelope = unpacked(&bytes);
    assert_eq!((&envelope["data"], &envelope["error"]), (plain.data(200), &Value::Null));
    assert_eq!(envelope["meta"]["requestId"].as_str(), headers["x-request-id"].to_str().ok());
}

#[tokio::test]
async fn who_reads_brotli_is_sent_what_is_stored_now() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let path = path_of(&org);
    assert_eq!(unpacked(&packed(&service, &path).await.1)["data"]["version"], 1);
    // Makes the configuration so long that it is compressed in another way.
    let words = (0..2_000).map(|number| format!("Is {number} right? ")).collect::<String>();
    for text in words.as_bytes().chunks(1_900) {
        new_prompt(&service, &org, "active", str::from_utf8(text).unwrap()).await;
    }
    write(&service, &org, Method::PUT, &path, json!({ "theme": { "accent": "#aa0000" } })).await;
    let data = unpacked(&packed(&service, &path).await.1)["data"].clone();
    assert_eq!((&data["version"], &data["config"]["theme"]["accent"]), (&json!(2), &json!("#aa0000")));
    assert_eq!(&data, read(&service, &path).await.data(200));
}

#[tokio::test]
async fn the_payload_has_what_the_widget_needs_and_no_more() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let key = service.key(&org, &[Scope::SitesWrite]).await;
    for status in ["draft", "active", "archived"] {
        new_prompt(&service, &org, status, &format!("Is {{{{url}}}} {status}?")).await;
    }
    let config = json!({ "platforms": [{ "id": "claude" }, { "id": "perplexity", "enabled": false }],
        "social": [{ "id": "reddit", "enabled": false }, { "id": "x" }],
        "questions": { "items": [{ "text": "What is oolong?" }] } });
    let stored = service.send(Method::PUT, &path_of(&org), Some(&key), Some(&config)).await;
    let mut stored = stored.data(200).clone();
    let answer = read(&service, &path_of(&org)).await;
    let data = answer.data(200);
    let ids = |list: &str| data[list].as_array().unwrap().iter().map(|one| one["id"].clone()).collect::<Vec<_>>();
    assert_eq!((ids("registry"), ids("shareTargets")), (vec![json!("claude")], vec![json!("x")]));
    assert_eq!(data["prompts"].as_array().unwrap().len(), 5);
    assert!(answer.text.contains("Is {{url}} active?"), "{}", answer.text);
    assert_eq!(data["version"], 2);
    stored.as_object_mut().unwrap().retain(|name, _| !matches!(name.as_str(), "version" | "updatedAt" | "warnings"));
    assert_eq!(data["config"], stored);
    for private in [
        &*org.id.to_string(),
        "org_",
        "usr_",
        "key_",
        "aud_",
        "ak_",
        &*org.owner_email,
        "Pro Ltd",
        "allowedOrigins",
        "Berlin",
        "actor",
        "Is {{url}} draft?",
        "Is {{url}} archived?",
        "The draft one",
        "The archived one",
        "perplexity.ai",
        "chatgpt.com",
        "reddit.com",
    ] {
        assert!(!answer.text.contains(private), "{private} is in {}", answer.text);
    }
}

#[tokio::test]
async fn it_says_whether_the_widgets_first_file_is_enough_and_which_colors_can_be_read() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let path = path_of(&org);
    let new = read(&service, &path).await;
    assert_eq!(new.data(200)["plain"], true);
    assert_eq!(new.data(200)["looks"]["light"]["accent"], "#3355ff");
    let pale = json!({ "theme": { "accent": "#ffd400" } });
    write(&service, &org, Method::PUT, &path, pale).await;
    let looks = read(&service, &path).await.data(200)["looks"].clone();
    assert_eq!((&looks["light"]["accent"], &looks["dark"]["accent"]), (&json!("#a68a00"), &json!("#ffd400")));
    for more in [
        json!({ "placement": { "mode": "floating" } }),
        json!({ "placement": { "includePaths": ["/blog/**"] } }),
        json!({ "placement": { "excludePaths": ["/shop/**"] } }),
        json!({ "theme": { "preset": "blend" } }),
        json!({ "theme": { "layout": "bar" } }),
        json!({ "customPlatforms": [{ "id": "c_own", "label": "Own", "urlTemplate": "https://own.example/?q={{prompt}}" }] }),
    ] {
        write(&service, &org, Method::PUT, &path, more.clone()).await;
        assert_eq!(read(&service, &path).await.data(200)["plain"], false, "{more}");
    }
    write(&service, &org, Method::PUT, &path, json!({})).await;
    assert_eq!(read(&service, &path).await.data(200)["plain"], true);
    let rule = json!({ "name": "Not here", "match": { "paths": ["/x"] }, "action": { "type": "hide_widget" } });
    write(&service, &org, Method::POST, &format!("/api/v1/rules/{}", org.site), rule).await;
    assert_eq!(read(&service, &path).await.data(200)["plain"], false);
}

#[tokio::test]
async fn a_known_etag_is_answered_with_304_and_no_body() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let path = path_of(&org);
    let whole = read(&service, &path).await;
    let etag = whole.header("etag");
    let plain = etag.trim_start_matches("W/");
    for tags in
        [etag, plain, &format!("W/{plain}"), "*", &format!("\"a\", {plain}"), &format!("W/\"a\",{etag} , \"b\"")]
    {
        let answer = read_if_none_match(&service, &path, tags).await;
        is_public(&answer, 304);
        assert_eq!((answer.text.as_str(), answer.header("etag")), ("", etag), "{tags}");
    }
    for tags in ["\"a\"", "W/\"1\"", "\"1\"", "", "\"\"", plain.trim_matches('"'), &plain[..plain.len() - 2]] {
        let answer = read_if_none_match(&service, &path, tags).await;
        is_public(&answer, 200);
        assert_eq!(answer.body["data"], whole.body["data"], "{tags}");
    }
    write(&service, &org, Method::PUT, &path, json!({})).await;
    is_public(&read_if_none_match(&service, &path, etag).await, 200);
}

#[tokio::test]
async fn a_head_request_returns_the_same_headers_without_the_body() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let whole = read(&service, &path_of(&org)).await;
    let head = service.request(Method::HEAD, &path_of(&org)).send().await.unwrap();
    assert_eq!(head.status(), 200);
    for name in ["etag", "cache-control", "vary", "access-control-allow-origin"] {
        assert_eq!(head.headers()[name], whole.header(name), "{name}");
    }
    assert_eq!(head.text().await.unwrap(), "");
}

/// Makes one change after another, and checks each time whether the entity tag changed.
#[tokio::test]
async fn the_etag_changes_when_the_payload_does_and_only_then() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let site = format!("/api/v1/sites/{}", org.site);
    let other = service.site_of(&org, "other.example").await;
    let draft = new_prompt(&service, &org, "draft", "Sum up {{url}}.").await;
    let event = json!({ "siteId": org.site.to_string(), "type": "view", "url": "https://example.com/",
        "eventId": "0190c1d2-0000-7000-8000-000000000001" });
    let steps = [
        (Method::PUT, format!("{site}/config"), json!({ "enabled": false }), true),
        (Method::PUT, format!("{site}/config"), json!({ "enabeld": false }), false),
        (Method::POST, format!("{site}/config/rollback"), json!({ "version": 1 }), true),
        (Method::PATCH, draft.clone(), json!({ "text": "Sum up {{title}}, {{url}}." }), false),
        (Method::PATCH, draft.clone(), json!({ "status": "active" }), true),
        (Method::PATCH, draft.clone(), json!({ "text": "Sum up {{url}} now." }), true),
        (Method::PATCH, draft.clone(), json!({ "text": "Sum up {{url}} now." }), false),
        (Method::PATCH, draft.clone(), json!({ "weight": 5 }), true),
        (Method::PATCH, draft.clone(), json!({ "text": "Sum up {{author}}." }), false),
        (Method::PATCH, draft.clone(), json!({ "status": "archived" }), true),
        (Method::DELETE, draft, json!({}), false),
        (Method::PATCH, site.clone(), json!({ "name": "Tea" }), true),
        (Method::PATCH, site.clone(), json!({ "timezone": "Asia/Tokyo" }), false),
        (Method::POST, format!("{site}/verify"), json!({}), false),
        (Method::POST, "/api/v1/events".to_owned(), event, false),
        (Method::POST, "/api/v1/keys".to_owned(), json!({ "scopes": ["*"] }), false),
        (Method::PUT, format!("/api/v1/sites/{other}/config"), json!({ "enabled": false }), false),
        (Method::DELETE, format!("/api/v1/sites/{other}"), json!({}), false),
    ];
    let mut before = read(&service, &path_of(&org)).await;
    for (method, path, body, changes) in steps {
        service.advance(3600);
        service.send(method.clone(), &path, Some(&org.session), Some(&body)).await;
        service.app.flush_notes().await.unwrap();
        let after = read(&service, &path_of(&org)).await;
        assert_eq!(after.header("etag") != before.header("etag"), changes, "{method} {path} {body}");
        assert_eq!(after.body["data"] != before.body["data"], changes, "{method} {path} {body}");
        before = after;
    }
}

#[tokio::test]
async fn any_authorization_header_is_refused_and_never_cached() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let key = service.key(&org, &[Scope::All]).await;
    let etag = read(&service, &path_of(&org)).await.header("etag").to_owned();
    let nowhere = "/api/v1/sites/site_00000000000000000000000007/config".to_owned();
    for value in [
        &format!("Bearer {key}"),
        &format!("bearer {}", org.session),
        "Bearer ak_00000000000000000000000000000000000000",
        "Bearer st_x",
        "Bearer ",
        "Bearer",
        "Basic dTpw",
        "nonsense",
        "",
        " ",
        "\u{e9}",
    ] {
        for path in [path_of(&org), nowhere.clone()] {
            let value = HeaderValue::from_bytes(value.as_bytes()).unwrap();
            let request = service.request(Method::GET, &path).header("authorization", value.clone());
            let answer = service.answer(request.header("if-none-match", &etag)).await;
            answer.refused(403, "INSUFFICIENT_SCOPE");
            assert_eq!(answer.header("cache-control"), "no-store", "{value:?}");
            assert_eq!(answer.header("etag"), "", "{value:?}");
        }
    }
    is_public(&read(&service, &path_of(&org)).await, 200);
}

#[tokio::test]
async fn a_site_that_does_not_exist_is_not_found_and_not_cached() {
    let service = Service::start_unlimited().await;
    for id in ["site_00000000000000000000000007", "site_x", "prm_00000000000000000000000007", "x"] {
        let answer = read(&service, &format!("/api/v1/sites/{id}/config")).await;
        answer.refused(404, "NOT_FOUND");
        assert_eq!(answer.header("cache-control"), "no-store");
    }
}

fn cross_origin_headers(answer: &Answer) -> Vec<&str> {
    answer.headers.keys().map(|name| name.as_str()).filter(|name| name.starts_with("access-control-")).collect()
}

#[tokio::test]
async fn no_other_route_lets_a_page_of_another_origin_call() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    for (method, template, who) in ROUTES {
        let nothing = "00000000000000000000000007";
        let path = template
            .replace("{siteId}", &org.site.to_string())
            .replace("{orgId}", &org.id.to_string())
            .replace("{promptId}", &format!("prm_{nothing}"))
            .replace("{keyId}", &format!("key_{nothing}"))
            .replace("{userId}", &format!("usr_{nothing}"))
            .replace("{sessionId}", &format!("ses_{nothing}"));
        let call = |method: Method| {
            let request = service.request(method, &path).header("origin", "https://example.com");
            service.answer(request.header("access-control-request-method", "PUT"))
        };
        let is_open = *who == Who::NoHeader || *template == "/api/v1/events";
        let answer = call(method.parse().unwrap()).await;
        assert_eq!(answer.header("access-control-allow-origin"), if is_open { "*" } else { "" }, "{method} {path}");
        assert_eq!(cross_origin_headers(&answer).is_empty(), !is_open, "{method} {path}");

        let preflight = call(Method::OPTIONS).await;
        if template.ends_with("{siteId}/config") || *template == "/api/v1/events" {
            preflight.data(200);
            assert_eq!(preflight.header("access-control-allow-origin"), "*", "{path}");
            let methods = preflight.header("access-control-allow-methods");
            assert!(!methods.contains("PUT") && !methods.contains('*'), "{path}: {methods}");
            assert!(!preflight.header("access-control-allow-headers").to_lowercase().contains("authorization"));
        } else {
            preflight.refused(405, "METHOD_NOT_ALLOWED");
            assert_eq!(cross_origin_headers(&preflight), [""; 0], "{path}");
        }
    }
}

#[tokio::test]
async fn an_address_gets_1200_a_minute_and_is_admitted_again_after_the_promised_wait() {
    let service = Service::start().await;
    let org = service.organization(Plan::Free).await;
    let path = path_of(&org);
    let etag = read(&service, &path).await.header("etag").to_owned();
    // Answers with 304 and refusals count like other requests.
    read_if_none_match(&service, &path, &etag).await;
    service.send(Method::GET, &path, Some("x"), None).await.refused(403, "INSUFFICIENT_SCOPE");
    service.advance(20);
    let mut left = Vec::new();
    for batch in [100; 11].into_iter().chain([97]) {
        let reads = (0..batch).map(|_| read(&service, &path));
        for answer in futures_util::future::join_all(reads).await {
            is_public(&answer, 200);
            assert_eq!(answer.header("x-ratelimit-limit"), "1200");
            left.push(answer.header("x-ratelimit-remaining").parse::<u32>().unwrap());
        }
    }
    left.sort_unstable();
    assert_eq!(left, (0..1197).collect::<Vec<u32>>());
    for (waited, wait) in [(0, "40"), (39, "1")] {
        service.advance(waited);
        let answer = read(&service, &path).await;
        answer.refused(429, "RATE_LIMITED");
        assert_eq!((answer.header("retry-after"), answer.header("x-ratelimit-remaining")), (wait, "0"));
        assert_eq!((answer.header("cache-control"), answer.header("access-control-allow-origin")), ("no-store", "*"));
    }
    // Other limits are not affected. After a minute, the first three requests no longer count.
    service.get("/api/v1/sites", &org.session).await.data(200);
    service.advance(1);
    for _ in 0..3 {
        is_public(&read(&service, &path).await, 200);
    }
    let answer = read(&service, &path).await;
    answer.refused(429, "RATE_LIMITED");
    assert_eq!(answer.header("retry-after"), "20");
}
