//! The log of requests with keys, and how often each key is used.

use askline_domain::{identity::role::Role, keys::scope::Scope, organizations::plan::Plan};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::Service;

#[tokio::test]
async fn every_request_of_a_key_is_counted_and_found_by_its_id_without_what_it_said() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let body = json!({ "scopes": ["sites:read"], "name": "CI" });
    let made = service.send(Method::POST, "/api/v1/keys", Some(&org.session), Some(&body)).await.data(201).clone();
    let (id, key) = (made["id"].as_str().unwrap(), made["key"].as_str().unwrap());
    let other = service.key(&org, &[Scope::All]).await;
    let shown = service.get(&format!("/api/v1/sites/{}", org.site), key).await;
    let request = shown.header("x-request-id").to_owned();
    service.get("/api/v1/credits", key).await.refused(403, "INSUFFICIENT_SCOPE");
    service.get("/api/v1/sites?limit=secret", key).await.refused(400, "INVALID_PARAMETER");
    service.get("/api/v1/sites", &other).await.data(200);
    service.get("/api/v1/sites", &org.session).await.data(200);
    service.app.flush_notes().await.unwrap();

    let found = service.get(&format!("/api/v1/requests/{request}"), &org.session).await;
    let expected = json!({
        "id": request, "keyId": id, "at": "2026-06-15T12:00:00.000Z", "method": "GET", "route": "/api/v1/sites/{siteId}",
        "status": 200, "code": null, "durationMs": found.data(200)["durationMs"],
    });
    assert_eq!(*found.data(200), expected);
    let listed = service.get("/api/v1/requests", key).await;
    let items = listed.data(200)["items"].as_array().unwrap();
    let told: Vec<(&Value, &Value)> = items.iter().map(|one| (&one["status"], &one["code"])).collect();
    let [wrong, denied] = [json!("INVALID_PARAMETER"), json!("INSUFFICIENT_SCOPE")];
    assert_eq!(told.len(), 3);
    for one in [(&json!(200), &Value::Null), (&json!(403), &denied), (&json!(400), &wrong)] {
        assert!(told.contains(&one), "{one:?}");
    }
    assert!(!listed.text.contains("secret") && !listed.text.contains("127.0.0.1"), "{}", listed.text);
    let all = service.get("/api/v1/requests?status=200", &org.session).await;
    assert_eq!(all.data(200)["items"].as_array().unwrap().len(), 2, "sessions are not logged");
    let by_route = service.get(&format!("/api/v1/requests?key={id}&route=/api/v1/credits"), &org.session).await;
    assert_eq!(by_route.data(200)["items"].as_array().unwrap().len(), 1);

    let usage = service.get(&format!("/api/v1/keys/{id}/usage"), &org.session).await;
    let usage = usage.data(200);
    assert_eq!(
        (&usage["from"], &usage["to"], &usage["requests"]),
        (&json!("2026-03-18"), &json!("2026-06-15"), &json!(3))
    );
    let uses = usage["uses"].as_array().unwrap();
    let shown = json!({
        "date": "2026-06-15", "method": "GET", "route": "/api/v1/sites/{siteId}", "status": 200, "requests": 1,
    });
    assert!(uses.len() == 3 && uses.contains(&shown), "{uses:?}");
}

#[tokio::test]
async fn requests_of_others_are_absent_and_usage_is_for_admins() {
    let service = Service::start_unlimited().await;
    let (org, other) = (service.organization(Plan::Pro).await, service.organization(Plan::Pro).await);
    let body = json!({ "scopes": ["sites:read"] });
    let made = service.send(Method::POST, "/api/v1/keys", Some(&org.session), Some(&body)).await.data(201).clone();
    let (id, key) = (made["id"].as_str().unwrap(), made["key"].as_str().unwrap());
    let request = service.get("/api/v1/sites", key).await.header("x-request-id").to_owned();
    service.app.flush_notes().await.unwrap();
    let beside = service.key(&org, &[Scope::All]).await;
    let foreign = service.key(&other, &[Scope::All]).await;
    let one = format!("/api/v1/requests/{request}");
    for bearer in [&beside, &foreign, &other.session] {
        service.get(&one, bearer).await.refused(404, "NOT_FOUND");
    }
    service.get(&format!("/api/v1/requests?key={id}"), &beside).await.refused(404, "NOT_FOUND");
    let seen = service.get(&format!("/api/v1/requests?key={id}"), &other.session).await;
    assert_eq!(seen.data(200)["items"], json!([]));
    let usage = format!("/api/v1/keys/{id}/usage");
    service.get(&usage, key).await.refused(403, "INSUFFICIENT_SCOPE");
    service.get(&usage, &other.session).await.refused(404, "NOT_FOUND");
    let (_, member) = service.member_of(&org, Role::Member).await;
    for path in [&usage, &one] {
        service.get(path, &member).await.refused(403, "FORBIDDEN");
    }
    for query in ["status=99", "status=x", "key=key_1", "bodies=true", "route=%00", "route=%2Fa%0Ab"] {
        service.get(&format!("/api/v1/requests?{query}"), &org.session).await.refused(400, "INVALID_PARAMETER");
    }
    service.get("/api/v1/requests?cursor=%00", &org.session).await.refused(400, "INVALID_CURSOR");
}

/// A million requests of a thousand keys; prints how long an answer takes with each filter.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "measures: cargo test --test http -- --ignored --nocapture a_page_of_a_million_logged_requests"]
async fn a_page_of_a_million_logged_requests_is_answered_in_the_printed_time() {
    const ASKED: usize = 40;
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let (rows, number, analyze) = match service.stores.servers() {
        None => (
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)",
            "printf('%026d', {})",
            "ANALYZE",
        ),
        Some(_) => (
            "WITH n (i) AS (SELECT generate_series(1, 1000000))",
            "lpad(CAST({} AS TEXT), 26, '0')",
            "ANALYZE key_requests",
        ),
    };
    let padded = |value: &str| number.replace("{}", value);
    let insert = format!(
        "INSERT INTO key_requests {rows} SELECT 'req_' || {}, '{}', 'key_' || {}, i, 'GET', \
         CASE i % 10 WHEN 0 THEN '/api/v1/sites' ELSE '/api/v1/analytics/{{siteId}}/ai' END, \
         CASE WHEN i % 5000 = 0 THEN 500 ELSE 200 END, NULL, 3 FROM n",
        padded("i"),
        org.id,
        padded("i % 1000"),
    );
    service.tamper(&insert).await;
    service.tamper(analyze).await;
    for query in [
        "",
        "?limit=200",
        "?key=key_00000000000000000000000007",
        "?key=key_00000000000000000000000007&status=500",
        "?status=500",
        "?status=404",
        "?route=/api/v1/sites",
        "?route=/api/v1/sites&status=500",
        "?route=/api/v1/nothing",
    ] {
        let mut times = Vec::new();
        for _ in 0..ASKED {
            let began = std::time::Instant::now();
            let answer = service.get(&format!("/api/v1/requests{query}"), &org.session).await;
            times.push(began.elapsed());
            answer.data(200);
        }
        times.sort();
        println!("{query:<50} median {:>9.2?}  slowest {:>9.2?}", times[ASKED / 2], times[ASKED - 1]);
    }
    let began = std::time::Instant::now();
    let ends = service.metadata.request_log_ends(10_000, 1_000_000).await.unwrap();
    println!("{:<50} {:>9.2?}, {} ends", "where the log is cut", began.elapsed(), ends.len());
}
