//! The event intake: an accepted event counts once, a refused one is named by index. No data of a reader is stored.

mod bounds;
mod callers;
mod identity;
mod kept;
mod outsiders;
mod own_items;
mod own_question;

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use askline_app::ports::events::EventPosition;
use askline_domain::{keys::scope::Scope, organizations::plan::Plan, shared::ids::SiteId};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::harness::{Answer, Org, Service};

pub const PATH: &str = "/api/v1/events";

/// A view of the front page with a new id, changed by `fields`; a null removes a field.
pub fn event(site: SiteId, fields: Value) -> Value {
    static NUMBER: AtomicU64 = AtomicU64::new(1);
    let id = format!("0193a1b2-c3d4-7abc-8def-{:012x}", NUMBER.fetch_add(1, Ordering::Relaxed));
    let mut event = json!({ "siteId": site, "type": "view", "eventId": id, "url": "https://example.com/" });
    for (name, value) in fields.as_object().expect("an object") {
        match value {
            Value::Null => drop(event.as_object_mut().unwrap().remove(name)),
            _ => event[name] = value.clone(),
        }
    }
    event
}

/// A click on the ChatGPT button.
fn press(site: SiteId) -> Value {
    event(site, json!({ "type": "ai_click", "platform": "chatgpt" }))
}

/// Sends a body as a widget does.
pub async fn post(service: &Service, body: &Value) -> Answer {
    service.send(Method::POST, PATH, None, Some(body)).await
}

/// Sends events, all of which must be accepted.
pub async fn count(service: &Service, events: &[Value]) {
    for events in events.chunks(50) {
        let taken = json!({ "accepted": events.len(), "dropped": 0, "errors": [] });
        assert_eq!(post(service, &json!({ "events": events })).await.data(202), &taken);
    }
}

/// Sends a body with a header.
async fn post_with(service: &Service, header: (&str, &str), body: &Value) -> Answer {
    service.answer(service.request(Method::POST, PATH).header(header.0, header.1).json(body)).await
}

/// The sum that a route of analytics reports for today.
async fn total(service: &Service, org: &Org, route: &str, name: &str) -> i64 {
    let path = format!("/api/v1/analytics/{}/{route}?days=1", org.site);
    service.get(&path, &org.session).await.data(200)["totals"][name].as_i64().unwrap()
}

async fn presses(service: &Service, org: &Org) -> i64 {
    total(service, org, "ai", "aiClicks").await
}

/// Asserts `(accepted, dropped)` and the codes by index.
fn check_taken(answer: &Answer, accepted: u32, dropped: u32, codes: &[(usize, &str)]) {
    let data = answer.data(202);
    let errors = data["errors"].as_array().unwrap().iter();
    let found: Vec<_> =
        errors.map(|e| (e["index"].as_u64().unwrap() as usize, e["code"].as_str().unwrap_or(""))).collect();
    assert_eq!((&data["accepted"], &data["dropped"]), (&json!(accepted), &json!(dropped)), "{}", answer.text);
    assert_eq!(found, codes, "{}", answer.text);
}

#[tokio::test]
async fn one_event_or_up_to_fifty_are_taken_and_counted_before_the_answer() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let types = ["application/json", "application/json; charset=utf-8", "text/plain", "text/plain;charset=UTF-8"];
    for (sent, media_type) in types.into_iter().enumerate() {
        let request = service.request(Method::POST, PATH).header("content-type", media_type);
        let answer = service.answer(request.body(press(org.site).to_string())).await;
        assert_eq!(answer.data(202), &json!({ "accepted": 1, "dropped": 0, "errors": [] }));
        assert_eq!(presses(&service, &org).await, sent as i64 + 1, "{media_type}");
    }
    let fifty: Vec<Value> = (0..50).map(|_| press(org.site)).collect();
    count(&service, &fifty).await;
    assert_eq!(presses(&service, &org).await, 54);
}

#[tokio::test]
async fn a_body_that_holds_no_list_of_events_is_refused_as_a_whole() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let list = |count: usize| json!({ "events": (0..count).map(|_| press(org.site)).collect::<Vec<_>>() }).to_string();
    let good = press(org.site).to_string();
    let deep = format!("{{\"events\":[{good},{{\"x\":{}{}}}]}}", "[".repeat(30), "]".repeat(30));
    let misnamed = format!("{{\"events\":[{good}],\"event\":1}}");
    let twice = format!("{{\"events\":[{good}],\"events\":[{good}]}}");
    for (media_type, body, status, code) in [
        ("application/json", list(51), 422, "VALIDATION_FAILED"),
        ("application/json", list(0), 422, "VALIDATION_FAILED"),
        ("application/json", "{\"events\":{}}".into(), 422, "VALIDATION_FAILED"),
        ("application/json", "[]".into(), 422, "VALIDATION_FAILED"),
        ("application/json", "7".into(), 422, "VALIDATION_FAILED"),
        ("application/json", misnamed, 422, "VALIDATION_FAILED"),
        ("application/json", twice, 422, "VALIDATION_FAILED"),
        ("application/json", String::new(), 400, "BAD_REQUEST"),
        ("application/json", good[1..].into(), 400, "BAD_REQUEST"),
        ("text/plain", format!("{good} {good}"), 400, "BAD_REQUEST"),
        ("application/json", deep, 400, "BAD_REQUEST"),
        ("application/xml", good.clone(), 415, "UNSUPPORTED_MEDIA_TYPE"),
        ("application/x-www-form-urlencoded", good.clone(), 415, "UNSUPPORTED_MEDIA_TYPE"),
    ] {
        let request = service.request(Method::POST, PATH).header("content-type", media_type);
        service.answer(request.body(body)).await.refused(status, code);
    }
    let untyped = service.request(Method::POST, PATH).body(good.clone());
    service.answer(untyped).await.refused(415, "UNSUPPORTED_MEDIA_TYPE");
    let not_text =
        service.request(Method::POST, PATH).header("content-type", "text/plain").body(&b"{\"url\":\"\xff\"}"[..]);
    service.answer(not_text).await.refused(400, "BAD_REQUEST");
    let query = service.request(Method::POST, &format!("{PATH}?vv=1")).json(&press(org.site));
    service.answer(query).await.refused(400, "INVALID_PARAMETER");
    assert_eq!(presses(&service, &org).await, 0);
}

/// Sends a text as it is; returns the status line of the response.
async fn status_line(service: &Service, text: &str) -> String {
    let mut stream = tokio::net::TcpStream::connect(service.address).await.unwrap();
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut start = [0; 12];
    let read = tokio::time::timeout(Duration::from_secs(20), stream.read_exact(&mut start)).await;
    read.expect("an answer without waiting for more").unwrap();
    String::from_utf8_lossy(&start).into_owned()
}

#[tokio::test]
async fn more_than_64_kib_are_refused_before_they_are_read() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let body = press(org.site).to_string();
    let full = format!("{body}{}", " ".repeat(64 * 1024 - body.len()));
    let send = |body: String| {
        service.answer(service.request(Method::POST, PATH).header("content-type", "text/plain").body(body))
    };
    check_taken(&send(full.clone()).await, 1, 0, &[]);
    send(format!("{full} ")).await.refused(413, "PAYLOAD_TOO_LARGE");
    let head = format!("POST {PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n");
    let announced = status_line(&service, &format!("{head}Content-Length: 65537\r\n\r\n")).await;
    assert_eq!(announced, "HTTP/1.1 413");
    let chunked = format!("{head}Transfer-Encoding: chunked\r\n\r\n10001\r\n{full} \r\n");
    assert_eq!(status_line(&service, &chunked).await, "HTTP/1.1 413");
    assert_eq!(presses(&service, &org).await, 1);
}

#[tokio::test]
async fn each_bad_event_is_named_by_its_place_and_the_others_are_kept() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let bad = |fields: Value| event(org.site, fields);
    let long = format!("https://example.com/{}", "a".repeat(4_096));
    let as_list = json!([org.site, "view", "0193a1b2-c3d4-7abc-8def-ffffffffffff", "https://example.com/"]);
    let cases = [
        (
            bad(json!({ "siteId": "site_00000000000000000000000007" })),
            "UNKNOWN_SITE",
            "site_00000000000000000000000007",
        ),
        (bad(json!({ "siteId": "nonsense" })), "INVALID_EVENT", "siteId"),
        (bad(json!({ "siteId": null })), "INVALID_EVENT", "siteId"),
        (bad(json!({ "url": "https://other.example/" })), "ORIGIN_NOT_ALLOWED", "https://other.example"),
        (bad(json!({ "url": "https://example.com:8443/" })), "ORIGIN_NOT_ALLOWED", "https://example.com:8443"),
        (bad(json!({ "url": "https://example.com.evil.example/" })), "ORIGIN_NOT_ALLOWED", "evil.example"),
        (bad(json!({ "url": "https://example.com@evil.example/" })), "ORIGIN_NOT_ALLOWED", "evil.example"),
        (bad(json!({ "url": "/relative" })), "INVALID_URL", "url"),
        (bad(json!({ "url": "javascript:alert(1)" })), "INVALID_URL", "url"),
        (bad(json!({ "url": long })), "TOO_LONG", "url"),
        (bad(json!({ "url": null })), "INVALID_EVENT", "url"),
        (bad(json!({ "type": "ai_click", "platform": "hal" })), "UNKNOWN_PLATFORM", "platform"),
        (bad(json!({ "type": "ai_click" })), "MISSING_PLATFORM", "platform"),
        (bad(json!({ "type": "social_click", "network": "myspace9" })), "UNKNOWN_NETWORK", "network"),
        (bad(json!({ "type": "social_click" })), "MISSING_NETWORK", "network"),
        (bad(json!({ "type": "question_click" })), "MISSING_QUESTION", "questionId"),
        (bad(json!({ "type": "question_click", "questionId": "7" })), "INVALID_EVENT", "questionId"),
        (
            bad(json!({ "type": "question_click", "questionId": "q_00000000000000000000000009" })),
            "UNKNOWN_QUESTION",
            "questionId",
        ),
        (
            bad(json!({ "type": "ai_click", "platform": "chatgpt", "promptId": "prm_00000000000000000000000009" })),
            "UNKNOWN_PROMPT",
            "promptId",
        ),
        (bad(json!({ "type": "item_click" })), "MISSING_ITEM", "itemId"),
        (bad(json!({ "type": "item_click", "itemId": "7" })), "INVALID_EVENT", "itemId"),
        (bad(json!({ "type": "item_click", "itemId": "m_00000000000000000000000009" })), "UNKNOWN_ITEM", "itemId"),
        (bad(json!({ "type": "clik" })), "INVALID_EVENT", "type"),
        (bad(json!({ "eventId": "1" })), "INVALID_EVENT_ID", "eventId"),
        (bad(json!({ "eventId": null })), "INVALID_EVENT", "eventId"),
        (bad(json!({ "plattform": "chatgpt" })), "INVALID_EVENT", "plattform"),
        (bad(json!({ "title": 5 })), "INVALID_EVENT", "title"),
        (bad(json!({ "referrer": ["https://x.com"] })), "INVALID_EVENT", "referrer"),
        (json!(7), "INVALID_EVENT", "object"),
        (json!(null), "INVALID_EVENT", "object"),
        (as_list, "INVALID_EVENT", "object"),
    ];
    for (alone, code, _) in &cases[..5] {
        check_taken(&post(&service, alone).await, 0, 1, &[(0, code)]);
    }
    // The invalid events are between two valid ones.
    let mut events = vec![press(org.site)];
    let mut expected = Vec::new();
    for (event, code, _) in &cases {
        expected.push((events.len(), *code));
        events.extend([event.clone()]);
    }
    events.push(press(org.site));
    let answer = post(&service, &json!({ "events": events })).await;
    check_taken(&answer, 2, cases.len() as u32, &expected);
    for ((_, code, named), error) in cases.iter().zip(answer.data(202)["errors"].as_array().unwrap()) {
        assert!(error["message"].as_str().unwrap().contains(named), "{code}: {error} does not name {named}");
    }
    assert_eq!(presses(&service, &org).await, 2);
    assert_eq!(total(&service, &org, "pages", "views").await, 0);
    // Invalid JSON in an event affects only that event, and so does a field that is given twice.
    let good = press(org.site).to_string();
    for (field, named) in [("\"title\":\"\\ud800\"", ""), ("\"title\":\"a\",\"title\":\"b\"", "title")] {
        let bad = press(org.site).to_string().replacen('{', &format!("{{{field},"), 1);
        let body = format!("{{\"events\":[{good},{bad}]}}");
        let request = service.request(Method::POST, PATH).header("content-type", "text/plain");
        let answer = service.answer(request.body(body)).await;
        check_taken(&answer, 1, 1, &[(1, "INVALID_EVENT")]);
        assert!(answer.data(202)["errors"][0]["message"].as_str().unwrap().contains(named));
    }
}

#[tokio::test]
async fn the_same_event_id_counts_once_and_is_answered_accepted() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let first = press(org.site);
    let mut upper = first.clone();
    upper["eventId"] = json!(first["eventId"].as_str().unwrap().to_uppercase());
    check_taken(&post(&service, &json!({ "events": [first, first, upper] })).await, 3, 0, &[]);
    check_taken(&post(&service, &first).await, 1, 0, &[]);
    for seconds in [60, 3_600, 24 * 3_600] {
        service.advance(seconds);
        check_taken(&post(&service, &json!({ "events": [first, press(org.site)] })).await, 2, 0, &[]);
    }
    let org = Org { session: service.key(&org, &[Scope::AnalyticsRead]).await, ..org };
    let all = service.get(&format!("/api/v1/analytics/{}/ai", org.site), &org.session).await;
    assert_eq!(all.data(200)["totals"]["aiClicks"], 4);
    // Many at the same time, as when a widget repeats an event before the response.
    let again = press(org.site);
    let sent = (0..20).map(|_| post(&service, &again));
    futures_util::future::join_all(sent).await.iter().for_each(|answer| check_taken(answer, 1, 0, &[]));
    let all = service.get(&format!("/api/v1/analytics/{}/ai", org.site), &org.session).await;
    assert_eq!(all.data(200)["totals"]["aiClicks"], 5);
}

#[tokio::test]
async fn known_crawlers_are_counted_apart_from_people() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let agents = [
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.0; +https://openai.com/gptbot)",
        "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/2.0; +https://openai.com/gptbot)",
        "CCBot/2.0 (https://commoncrawl.org/faq/)",
    ];
    for agent in agents {
        let visit = event(org.site, json!({ "referrer": "https://chatgpt.com/" }));
        let click = event(org.site, json!({ "type": "social_click", "network": "x" }));
        let body = json!({ "events": [visit, press(org.site), click] });
        check_taken(&post_with(&service, ("user-agent", agent), &body).await, 3, 0, &[]);
    }
    let person = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15";
    check_taken(&post_with(&service, ("user-agent", person), &press(org.site)).await, 1, 0, &[]);
    let crawlers = service.get(&format!("/api/v1/analytics/{}/crawlers?days=1", org.site), &org.session).await;
    let expected = json!({
        "totals": { "hits": 9, "days": 1 },
        "series": [{ "date": "2026-06-15", "value": 9 }],
        "byCrawler": [{ "crawler": "GPTBot", "value": 6 }, { "crawler": "CCBot", "value": 3 }],
    });
    assert_eq!(crawlers.data(200), &expected);
    for (route, name, people) in [
        ("ai", "aiClicks", 1),
        ("social", "socialClicks", 0),
        ("shares", "shares", 1),
        ("referrers", "visits", 0),
        ("pages", "views", 0),
    ] {
        assert_eq!(total(&service, &org, route, name).await, people, "{route}");
    }
}

#[tokio::test]
async fn driven_browsers_are_left_out_of_readers_and_libraries_are_counted_beside_them() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let browser =
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
    let headless = browser.replace("Chrome", "HeadlessChrome");
    let view = |more: Value| event(org.site, more);
    for (agent, body) in [
        (browser, view(json!({}))),
        (browser, view(json!({ "automated": true }))),
        (headless.as_str(), view(json!({}))),
        (headless.as_str(), press(org.site)),
        ("curl/8.5.0", view(json!({}))),
        ("GPTBot/1.0", view(json!({}))),
    ] {
        check_taken(&post_with(&service, ("user-agent", agent), &body).await, 1, 0, &[]);
    }
    let overview = service.get(&format!("/api/v1/analytics/{}/overview?days=1", org.site), &org.session).await;
    let overview = overview.data(200);
    let expected = json!({
        "crawlerHits": 1,
        "automatedHits": 3,
        "libraryViews": 1,
        "libraries": { "items": [{ "library": "curl", "value": 1 }], "total": 1 },
    });
    assert_eq!(overview["automation"], expected);
    assert_eq!((&overview["totals"]["views"], &overview["totals"]["asks"]), (&json!(2), &json!(0)));
    let live = service.get(&format!("/api/v1/analytics/{}/live", org.site), &org.session).await.data(200).clone();
    let types = |events: &Value| events.as_array().unwrap().iter().map(|one| one["type"].clone()).collect::<Vec<_>>();
    assert_eq!((&live["totals"]["views"], types(&live["newest"]).len()), (&json!(2), 2), "{live}");
    assert_eq!(live["automated"]["automatedHits"], 3);
    let mut automated = types(&live["automated"]["newest"]);
    automated.sort_by_key(Value::to_string);
    assert_eq!(automated, ["ai_click", "view", "view"]);
}

#[tokio::test]
async fn the_installation_says_whether_the_widget_was_last_seen_in_an_automated_browser() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    for automated in [true, false, true] {
        service.advance(60);
        let view = event(org.site, json!({ "automated": automated }));
        check_taken(&post_with(&service, ("user-agent", "Mozilla/5.0 Firefox/140.0"), &view).await, 1, 0, &[]);
        service.app.flush_notes().await.unwrap();
        let site = service.get(&format!("/api/v1/sites/{}", org.site), &org.session).await.data(200).clone();
        let install = &site["install"];
        assert_eq!((&install["status"], &install["lastSeenAutomated"]), (&json!("installed"), &json!(automated)));
    }
}

#[tokio::test]
async fn of_a_reader_nothing_is_stored_but_the_page_and_its_campaign() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let secret = "jane-doe-4711";
    let view = event(
        org.site,
        json!({
            "url": format!("https://user:{secret}@example.com/a?email={secret}&utm_source=june&utm_id={secret}&utm_campaign=mail#{secret}"),
            "referrer": format!("https://user:{secret}@search.example/find?q={secret}#{secret}"),
        }),
    );
    let mut request = service.request(Method::POST, PATH).json(&view).header("user-agent", format!("Browser {secret}"));
    for name in ["cookie", "x-forwarded-for", "forwarded", "referer", "accept-language"] {
        request = request.header(name, secret);
    }
    check_taken(&service.answer(request).await, 1, 0, &[]);
    service.app.flush_notes().await.unwrap();
    let stored = service.app.ports().events.events_after(org.site, EventPosition::START, 10).await.unwrap();
    let event = &stored[0].event;
    assert_eq!((event.path.as_str(), event.referrer.as_deref()), ("/a", Some("https://search.example/find")));
    assert_eq!((event.campaign.source.as_deref(), event.campaign.name.as_deref()), (Some("june"), Some("mail")));
    assert!(service.stores.hold("search.example/find"), "the files are those that events are stored in");
    assert!(!service.stores.hold(secret));
}
