//! Events that a widget sends later, and views of pages without a widget.

use askline_domain::organizations::plan::Plan;
use serde_json::{Value, json};

use super::{check_taken, count, event, post, total};
use crate::harness::{Org, Service};

/// A service and an organization. In Berlin it is 14:00 on 15 June.
async fn start() -> (Service, Org) {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    (service, org)
}

async fn data(service: &Service, org: &Org, question: &str) -> Value {
    service.get(&format!("/api/v1/analytics/{}/{question}", org.site), &org.session).await.data(200).clone()
}

#[tokio::test]
async fn a_kept_event_counts_on_the_day_and_in_the_hour_in_which_it_happened() {
    let (service, org) = start().await;
    let press = |age: Value| event(org.site, json!({ "type": "ai_click", "platform": "chatgpt", "age": age }));
    let hours = 3_600;
    // Midnight was fourteen hours ago.
    let ages = [json!(0), json!(1), json!(14 * hours), json!(14 * hours + 1), json!(86_400), Value::Null];
    count(&service, &ages.map(press)).await;
    let days = data(&service, &org, "ai?days=2").await;
    assert_eq!(days["series"], json!([{ "date": "2026-06-14", "value": 2 }, { "date": "2026-06-15", "value": 4 }]));
    let by_hour = data(&service, &org, "ai?days=2&interval=hour").await;
    let hours: Vec<(&str, i64)> = by_hour["series"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["date"].as_str().unwrap(), row["value"].as_i64().unwrap()))
        .filter(|(_, value)| *value != 0)
        .collect();
    assert_eq!(
        hours,
        [
            ("2026-06-14T12:00:00.000Z", 1),
            ("2026-06-14T21:00:00.000Z", 1),
            ("2026-06-14T22:00:00.000Z", 1),
            ("2026-06-15T11:00:00.000Z", 1),
            ("2026-06-15T12:00:00.000Z", 2),
        ]
    );
}

#[tokio::test]
async fn a_kept_event_sent_twice_counts_once_whatever_its_age() {
    let (service, org) = start().await;
    let mut kept = event(org.site, json!({ "type": "ai_click", "platform": "chatgpt", "age": 80_000 }));
    check_taken(&post(&service, &kept).await, 1, 0, &[]);
    kept["age"] = json!(5);
    check_taken(&post(&service, &json!({ "events": [kept, kept] })).await, 2, 0, &[]);
    assert_eq!(data(&service, &org, "ai?days=2").await["totals"]["aiClicks"], 1);
    assert_eq!(data(&service, &org, "ai?days=1").await["totals"]["aiClicks"], 0);
}

#[tokio::test]
async fn an_age_or_widget_that_cannot_be_is_refused_by_its_place_with_field_and_reason() {
    let (service, org) = start().await;
    let cases = [
        (json!({ "age": 86_401 }), "INVALID_AGE", "age is 86401"),
        (json!({ "age": -1 }), "INVALID_AGE", "age is -1"),
        (json!({ "age": 0.5 }), "INVALID_AGE", "age is 0.5"),
        (json!({ "age": u64::MAX }), "INVALID_AGE", "0 to 86400"),
        (json!({ "age": "60" }), "INVALID_EVENT", "age"),
        (json!({ "age": [60] }), "INVALID_EVENT", "age"),
        (json!({ "age": true }), "INVALID_EVENT", "age"),
        (json!({ "widget": "false" }), "INVALID_EVENT", "widget"),
        (json!({ "widget": 0 }), "INVALID_EVENT", "widget"),
    ];
    let mut events = vec![event(org.site, json!({}))];
    events.extend(cases.iter().map(|(fields, ..)| event(org.site, fields.clone())));
    events.push(event(org.site, json!({})));
    let answer = post(&service, &json!({ "events": events })).await;
    let codes: Vec<_> = cases.iter().enumerate().map(|(place, (_, code, _))| (place + 1, *code)).collect();
    check_taken(&answer, 2, cases.len() as u32, &codes);
    for ((fields, _, named), error) in cases.iter().zip(answer.data(202)["errors"].as_array().unwrap()) {
        assert!(error["message"].as_str().unwrap().contains(named), "{fields}: {error}");
    }
    assert_eq!(total(&service, &org, "overview", "views").await, 2);
}

#[tokio::test]
async fn a_view_without_a_widget_is_a_view_and_a_visit_and_no_part_of_rates() {
    let (service, org) = start().await;
    let view = |path: &str, fields: Value| {
        let mut view = event(org.site, fields);
        view["url"] = json!(format!("https://example.com{path}"));
        view
    };
    let mut events: Vec<Value> = (0..5).map(|_| view("/a", json!({}))).collect();
    events.push(view("/a", json!({ "widget": true })));
    events.extend((0..4).map(|_| view("/a", json!({ "widget": false, "referrer": "https://chatgpt.com/" }))));
    events.push(view("/bare", json!({ "widget": false })));
    events.push(view("/a", json!({ "type": "ai_click", "platform": "chatgpt" })));
    count(&service, &events).await;
    let overview = data(&service, &org, "overview?days=1").await;
    let totals = &overview["totals"];
    assert_eq!(
        (&totals["views"], &totals["viewsWithWidget"], &totals["aiReferrals"], &totals["asksPer100Views"]),
        (&json!(11), &json!(6), &json!(4), &json!(16.67))
    );
    let pages = data(&service, &org, "pages?days=1&sort=clickRate").await;
    let rows: Vec<Value> = pages["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| json!([row["path"], row["views"], row["viewsWithWidget"], row["clickRate"], row["aiReferrals"]]))
        .collect();
    assert_eq!(rows, [json!(["/a", 10, 6, 0.1667, 4]), json!(["/bare", 1, 0, null, 0])]);
    // Also for one page, because pages have separate counters.
    let of_page = data(&service, &org, "overview?days=1&page=/bare").await;
    assert_eq!((&of_page["totals"]["views"], &of_page["totals"]["asksPer100Views"]), (&json!(1), &Value::Null));
}
