//! How much anonymous callers can store for a site per day, and what happens beyond.

use askline_api::settings::ApiSettings;
use askline_domain::organizations::plan::Plan;
use serde_json::{Value, json};

use super::{check_taken, count, event, post, post_with, press, presses};
use crate::harness::{Org, Service, stores::EventOptions, unlimited};

async fn start(options: EventOptions) -> (Service, Org) {
    let service =
        Service::start_with_stores(ApiSettings { limits: unlimited(), ..ApiSettings::default() }, options).await;
    let org = service.organization(Plan::Business).await;
    (service, org)
}

async fn ask(service: &Service, org: &Org, question: &str) -> crate::harness::Answer {
    service.get(&format!("/api/v1/analytics/{}/{question}", org.site), &org.session).await
}

#[tokio::test]
async fn a_site_takes_so_many_events_of_a_day_and_says_when_it_takes_more() {
    let (service, org) = start(EventOptions { events_per_site_and_day: 3, ..EventOptions::default() }).await;
    let other = service.site_of(&org, "other.example").await;
    let first = press(org.site);
    check_taken(&post(&service, &json!({ "events": [first, press(org.site)] })).await, 2, 0, &[]);
    // If a batch exceeds the limit, the rest is reported by index.
    let bad = event(org.site, json!({ "type": "ai_click" }));
    let beyond = json!({ "events": [press(org.site), bad, press(org.site), first] });
    let answer = post(&service, &beyond).await;
    check_taken(&answer, 2, 2, &[(1, "MISSING_PLATFORM"), (2, "RATE_LIMITED")]);
    // None of these can be stored. It is noon, and midnight in Berlin is at 22:00 UTC.
    let late = press(org.site);
    for body in [late.clone(), json!({ "events": [late, event(org.site, json!({ "type": "ai_click" })), late] })] {
        let answer = post(&service, &body).await;
        answer.refused(429, "RATE_LIMITED");
        assert_eq!(answer.header("retry-after"), "36000");
        assert_eq!(answer.body["error"]["retryable"], true);
    }
    // A repeat of an accepted event is still accepted, and another site has its own limit.
    check_taken(&post(&service, &first).await, 1, 0, &[]);
    let mut elsewhere = press(other);
    elsewhere["url"] = json!("https://other.example/");
    check_taken(&post(&service, &json!({ "events": [late, elsewhere] })).await, 1, 1, &[(0, "RATE_LIMITED")]);
    assert_eq!(presses(&service, &org).await, 3);
    service.advance(36_000 - 1);
    post(&service, &late).await.refused(429, "RATE_LIMITED");
    service.advance(1);
    check_taken(&post(&service, &late).await, 1, 0, &[]);
    assert_eq!(presses(&service, &org).await, 1);
    assert_eq!(ask(&service, &org, "ai?days=2").await.data(200)["totals"]["aiClicks"], 4);
}

#[tokio::test]
async fn zero_lifts_the_bound() {
    let (service, org) = start(EventOptions { events_per_site_and_day: 0, ..EventOptions::default() }).await;
    let events: Vec<Value> = (0..60).map(|_| press(org.site)).collect();
    count(&service, &events).await;
}

#[tokio::test]
async fn pages_beyond_those_of_a_day_are_one_row_at_the_end_that_is_no_page() {
    let (service, org) = start(EventOptions { max_new_pages_per_day: 2, ..EventOptions::default() }).await;
    let paths = ["/b", "/c", "/made-up", "/made-up-too", "/b"];
    let fields =
        |path: &str| json!({ "type": "ai_click", "platform": "grok", "url": format!("https://example.com{path}") });
    let events: Vec<Value> = paths.iter().map(|path| event(org.site, fields(path))).collect();
    count(&service, &events).await;
    let answer = ask(&service, &org, "pages?days=1&sort=path&order=desc").await;
    let data = answer.data(200);
    assert_eq!((&data["totals"]["pages"], &data["totals"]["aiClicks"]), (&json!(2), &json!(5)));
    let other = json!({
        "path": null, "url": null, "other": true, "title": null, "views": 0, "viewsWithWidget": 0, "aiClicks": 2, "socialClicks": 0, "questionClicks": 0,
        "aiReferrals": 0, "citations": 0, "citationShare": null, "interval95": null, "clickRate": null, "topPlatform": "grok",
        "lastClickAt": "2026-06-15T12:00:00.000Z", "reads": null, "lastReadAt": null,
    });
    assert_eq!(data["items"][2], other);
    let told: Vec<_> =
        data["items"].as_array().unwrap()[..2].iter().map(|item| (&item["path"], item.get("other"))).collect();
    assert_eq!(told, [(&json!("/c"), None), (&json!("/b"), None)]);
    // It is the last row when read in pages, and is in downloads, but no search finds it.
    let first = ask(&service, &org, "pages?days=1&limit=2").await;
    let cursor = first.body["meta"]["pagination"]["nextCursor"].as_str().unwrap();
    let second = ask(&service, &org, &format!("pages?days=1&limit=2&cursor={cursor}")).await;
    assert_eq!(
        (&second.data(200)["items"], &second.body["meta"]["pagination"]["hasMore"]),
        (&json!([other]), &json!(false))
    );
    let csv = ask(&service, &org, "pages?days=1&format=csv").await.text;
    assert_eq!(csv.lines().last().unwrap(), "(other),,0,2,0,0,0,0,,grok,2026-06-15T12:00:00.000Z,,0,,,,,,");
    for query in ["q=o", "page=/made-up", "page=(other)"] {
        let data = ask(&service, &org, &format!("pages?days=1&{query}")).await.data(200).clone();
        assert_eq!((&data["items"], &data["totals"]["aiClicks"]), (&json!([]), &json!(0)), "{query}");
    }
    assert_eq!(ask(&service, &org, "ai?days=1").await.data(200)["totals"]["aiClicks"], 5);
}

#[tokio::test]
async fn made_up_referrers_become_one_row_and_hide_no_assistant() {
    let (service, org) = start(EventOptions { max_new_referrers_per_day: 2, ..EventOptions::default() }).await;
    let from = |referrer: &str| event(org.site, json!({ "referrer": referrer }));
    let made_up: Vec<Value> = (0..40).map(|number| from(&format!("https://made-up-{number}.example/"))).collect();
    count(&service, &made_up).await;
    count(&service, &[from("https://chatgpt.com/"), from("https://www.google.com/"), from("https://real.example/")])
        .await;
    let answer = ask(&service, &org, "referrers?days=1").await;
    let data = answer.data(200);
    assert_eq!(data["totals"]["visits"], 43);
    let rows = data["byReferrer"].as_array().unwrap();
    assert_eq!(rows[0], json!({ "referrer": "other", "value": 39, "other": true }));
    assert!(rows.contains(&json!({ "referrer": "chatgpt", "value": 1 })), "{rows:?}");
    assert!(rows.contains(&json!({ "referrer": "google", "value": 1 })), "{rows:?}");
    assert_eq!(rows.len(), 1 + 2 + 2);
    let assistants = ask(&service, &org, "referrers?days=1&platform=chatgpt").await;
    assert_eq!(assistants.data(200)["totals"]["visits"], 1);
}

/// A server that trusts a proxy's `X-Forwarded-For`, with the usual limits.
async fn start_behind_a_proxy(options: EventOptions) -> (Service, Org) {
    let trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
    let service = Service::start_with_stores(ApiSettings { trusted_proxies, ..ApiSettings::default() }, options).await;
    let org = service.organization(Plan::Business).await;
    (service, org)
}

#[tokio::test]
async fn made_up_pages_from_one_address_hide_no_new_article_and_their_address_is_stored_nowhere() {
    let (service, org) = start_behind_a_proxy(EventOptions::default()).await;
    let view = |path: &str| event(org.site, json!({ "url": format!("https://example.com{path}") }));
    let send = async |from: &str, events: Vec<Value>| {
        let many = events.len() as u32;
        let answer = post_with(&service, ("x-forwarded-for", from), &json!({ "events": events })).await;
        check_taken(&answer, many, 0, &[]);
    };
    for batch in 0..10 {
        send("203.0.113.77", (0..50).map(|page| view(&format!("/made-up/{batch}/{page}"))).collect()).await;
    }
    send("198.51.100.9", vec![view("/new-article")]).await;
    let pages = ask(&service, &org, "pages?days=1&q=new-article").await;
    assert_eq!(pages.data(200)["items"].as_array().unwrap().len(), 1);
    let pages = ask(&service, &org, "pages?days=1").await;
    let totals = &pages.data(200)["totals"];
    assert_eq!((&totals["pages"], &totals["views"]), (&json!(201), &json!(501)));
    for address in ["203.0.113.77", "198.51.100.9"] {
        assert!(!service.stores.hold(address), "{address}");
    }
}

#[tokio::test]
async fn one_address_sends_a_fiftieth_of_a_sites_events_and_leaves_the_day_to_others() {
    let options = EventOptions { events_per_site_and_day: 100, ..EventOptions::default() };
    let (service, org) = start_behind_a_proxy(options).await;
    let send = async |from: &str| post_with(&service, ("x-forwarded-for", from), &press(org.site)).await;
    for _ in 0..2 {
        check_taken(&send("203.0.113.77").await, 1, 0, &[]);
    }
    send("203.0.113.77").await.refused(429, "RATE_LIMITED");
    check_taken(&send("203.0.113.78").await, 1, 0, &[]);
    assert_eq!(presses(&service, &org).await, 3);
}
