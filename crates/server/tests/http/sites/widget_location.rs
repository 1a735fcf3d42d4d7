//! Below `widget.public_url` only the requests of the widget are answered. They work as elsewhere.

use askline_api::settings::{ApiSettings, RequestLimits};
use askline_domain::{keys::scope::Scope, organizations::plan::Plan};
use reqwest::Method;
use serde_json::json;

use crate::{
    events::event,
    every_route::{authorization::path_of, contract_table::ROUTES},
    harness::{Answer, Org, Service, unlimited},
};

/// The routes that the widget calls.
const PUBLIC: [(&str, &str); 2] = [("GET", "/api/v1/sites/{siteId}/config"), ("POST", "/api/v1/events")];

async fn start(limits: RequestLimits) -> (Service, Org) {
    let settings = ApiSettings {
        public_url: Some("https://ask.example.net".into()),
        widget_url: Some("https://example.com/shop/askline".into()),
        trusted_proxies: vec!["127.0.0.1/32".parse().unwrap()],
        limits,
        ..ApiSettings::default()
    };
    let service = Service::start_with(settings).await;
    let org = service.organization(Plan::Enterprise).await;
    (service, org)
}

/// How a request below `widget.public_url` can arrive: the prefix of its path, and the proxy's headers.
const WAYS: [(&str, &[(&str, &str)]); 5] = [
    ("/shop/askline", &[("host", "example.com")]),
    ("/shop/askline", &[("host", "ask.example.net")]),
    ("", &[("host", "example.com")]),
    ("", &[("host", "ask.example.net"), ("x-forwarded-host", "example.com")]),
    ("", &[("host", "ask.example.net"), ("x-forwarded-prefix", "/shop/askline")]),
];

async fn ask(service: &Service, way: usize, method: &str, path: &str, bearer: Option<&str>) -> Answer {
    let (before, headers) = WAYS[way];
    let request = service.request(method.parse().unwrap(), &format!("{before}{path}"));
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    service.answer(bearer.into_iter().fold(request, reqwest::RequestBuilder::bearer_auth)).await
}

#[tokio::test]
async fn no_route_but_those_of_the_widget_answers_whatever_credential_is_sent() {
    let (service, org) = start(unlimited()).await;
    let key = service.key(&org, &[Scope::All]).await;
    for way in 0..WAYS.len() {
        for bearer in [None, Some(&*key), Some(&*org.session)] {
            for (method, template, _) in ROUTES {
                let answer = ask(&service, way, method, &path_of(template, &org), bearer).await;
                let place = format!("{method} {template} by way {way}: {} {}", answer.status, answer.text);
                if PUBLIC.contains(&(method, template)) {
                    assert!(!matches!(answer.status.as_u16(), 404 | 405), "{place}");
                } else if let Some((allowed, _)) = PUBLIC.iter().find(|(_, public)| public == template) {
                    // The path exists, but only with the widget's method.
                    assert_eq!(answer.status, 405, "{place}");
                    let allow = answer.header("allow");
                    assert!(allow == *allowed || allow == format!("{allowed}, HEAD"), "{place}");
                } else {
                    assert_eq!((answer.status.as_u16(), answer.code()), (404, "NOT_FOUND"), "{place}");
                }
            }
        }
    }
    // The same routes answer at the service's own address.
    service.get("/api/v1/sites", &key).await.data(200);
}

#[tokio::test]
async fn the_widgets_files_answer_with_their_tags_and_nothing_else_does() {
    let (service, _) = start(unlimited()).await;
    for (before, headers) in WAYS {
        let get = async |path: &str, tag: Option<&str>| {
            let request = service.request(Method::GET, &format!("{before}{path}"));
            let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
            tag.into_iter().fold(request, |request, tag| request.header("if-none-match", tag)).send().await.unwrap()
        };
        for path in ["/widget.js", "/widget/element.js"] {
            let script = get(path, None).await;
            assert_eq!(script.status(), 200, "{before}{path}");
            assert_eq!(
                script.headers()["cache-control"],
                "public, max-age=3600, stale-while-revalidate=86400, stale-if-error=86400"
            );
            assert_eq!(script.headers()["access-control-allow-origin"], "*");
            let tag = script.headers()["etag"].to_str().unwrap().to_owned();
            assert_eq!(get(path, Some(&tag)).await.status(), 304);
            // Outside this address the harness has no such file.
            assert_eq!(
                service.request(Method::GET, path).send().await.unwrap().status(),
                404,
                "the harness serves no documents"
            );
        }
        // A request for a file of another release gets the current release, as elsewhere.
        let part = get("/widget/rest-0123456789abcdef.js", None).await;
        assert_eq!((part.status().as_u16(), &part.headers()["cache-control"] == "no-store"), (200, true));
        for path in [
            "",
            "/",
            "/login",
            "/setup",
            "/docs",
            "/docs/guide",
            "/preview",
            "/demo/",
            "/llms.txt",
            "/robots.txt",
            "/healthz",
            "/readyz",
            "/metrics",
            "/mcp",
            "/assets/index.js",
            "/widget",
            "/widget/",
            "/widget/../widget.js",
            "/widget.js/",
            "//widget.js",
            "/style.css",
            "/shop/askline/widget.js/x",
            "/%77idget.js",
        ] {
            if before.is_empty() && path.is_empty() {
                continue;
            }
            // Sent as raw bytes, because an HTTP client would resolve the dots.
            let head = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect::<String>();
            let status =
                raw_status(&service, &format!("GET {before}{path} HTTP/1.1\r\n{head}Connection: close\r\n\r\n")).await;
            assert_eq!(status, 404, "{before}{path} {headers:?}");
        }
    }
}

async fn raw_status(service: &Service, request: &str) -> u16 {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let mut stream = tokio::net::TcpStream::connect(service.address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut text = Vec::new();
    stream.read_to_end(&mut text).await.unwrap();
    String::from_utf8_lossy(&text[9..12]).parse().unwrap()
}

#[tokio::test]
async fn events_of_the_sites_own_pages_are_taken_and_those_of_other_origins_are_not() {
    let (service, org) = start(unlimited()).await;
    for (way, (before, headers)) in WAYS.into_iter().enumerate() {
        for (page, accepted) in [("https://example.com", 1), ("https://other.example", 0)] {
            let request = service.request(Method::POST, &format!("{before}/api/v1/events?widgetVersion=0.1.0"));
            let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
            let view = event(org.site, json!({ "url": format!("{page}/"), "visitorId": null }));
            let body = json!({ "events": [view] }).to_string();
            // Browsers also send the site's own cookies if the address has the site's origin.
            let request = request.header("origin", page).header("cookie", "askline_session=x; cart=1");
            let answer = service.answer(request.header("content-type", "text/plain").body(body)).await;
            assert_eq!(answer.data(202)["accepted"], accepted, "{page} by way {way}: {}", answer.text);
            assert_eq!(answer.header("access-control-allow-origin"), "*");
            assert!(!answer.headers.contains_key("set-cookie"));
        }
    }
    let preflight =
        service.request(Method::OPTIONS, "/shop/askline/api/v1/events").header("origin", "https://example.com");
    assert_eq!(service.answer(preflight).await.status, 200);
}

#[tokio::test]
async fn the_configuration_is_the_one_of_the_service_with_its_tag_and_its_limit() {
    let (service, org) = start(RequestLimits { config_per_minute: 6, ..unlimited() }).await;
    let path = path_of(PUBLIC[0].1, &org);
    let own = service.send(Method::GET, &path, None, None).await;
    let below = ask(&service, 0, "GET", &path, None).await;
    assert_eq!(below.data(200), own.data(200));
    assert_eq!(below.header("etag"), own.header("etag"));
    let known =
        service.request(Method::GET, &format!("/shop/askline{path}")).header("if-none-match", own.header("etag"));
    assert_eq!(service.answer(known).await.status, 304);
    // Requests of one IP address share one limit, however they arrive.
    let by = async |address: &str| {
        let request = service.request(Method::GET, &format!("/shop/askline{path}")).header("x-forwarded-for", address);
        service.answer(request).await.header("x-ratelimit-remaining").to_owned()
    };
    assert_eq!(by("127.0.0.1").await, "2");
    // The reader's address in the proxy's header is used, as elsewhere.
    assert_eq!(by("192.0.2.1").await, "5");
    for way in [0, 2] {
        ask(&service, way, "GET", &path, None).await.data(200);
    }
    ask(&service, 1, "GET", &path, None).await.refused(429, "RATE_LIMITED");
}

#[tokio::test]
async fn a_site_says_where_its_widget_is_loaded_from() {
    let (service, org) = start(unlimited()).await;
    let path = format!("/api/v1/sites/{}", org.site);
    let site = service.get(&path, &org.session).await;
    assert_eq!(site.data(200)["scriptUrl"], "https://example.com/shop/askline/widget.js");
    for (public_url, expected) in
        [(Some("https://ask.example.net".to_owned()), json!("https://ask.example.net/widget.js")), (None, json!(null))]
    {
        let service = Service::start_with(ApiSettings { public_url, ..ApiSettings::default() }).await;
        let org = service.organization(Plan::Free).await;
        let site = service.get(&format!("/api/v1/sites/{}", org.site), &org.session).await;
        assert_eq!(site.data(200)["scriptUrl"], expected);
    }
}
