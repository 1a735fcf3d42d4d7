//! Annotations: who writes them, what a list contains, what is refused, and those about outages.

use askline_domain::{keys::scope::Scope, organizations::plan::Plan, shared::clock::ManualClock};
use askline_server::background::outages::SignsOfLife;
use jiff::ToSpan as _;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    events::{count, event},
    harness::{Org, Service},
};

fn texts(listed: &Value) -> Vec<&str> {
    listed["items"].as_array().unwrap().iter().map(|item| item["text"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn people_and_programs_annotate_days_of_the_site_and_a_list_has_the_latest_day_first() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let path = format!("/api/v1/annotations/{}", org.site);
    let write = async |by: &str, body: Value| service.send(Method::POST, &path, Some(by), Some(&body)).await;
    // 22:30 in UTC is the next day in the site's time zone, Berlin.
    service.advance(10 * 3_600 + 1_800);
    let note = write(&org.session, json!({ "text": " New home page " })).await.data(201).clone();
    assert_eq!((&note["date"], &note["time"], &note["kind"]), (&json!("2026-06-16"), &Value::Null, &json!("note")));
    assert_eq!((&note["text"], &note["author"]["type"]), (&json!("New home page"), &json!("user")));
    let key = service.key(&org, &[Scope::SitesRead, Scope::SitesWrite]).await;
    let release = json!({ "text": "2.0", "kind": "release", "date": "2026-06-10", "time": "09:30" });
    let release = write(&key, release).await.data(201).clone();
    assert_eq!(release["author"]["type"], "key");

    let listed = service.get(&path, &key).await;
    assert_eq!(texts(listed.data(200)), ["New home page", "2.0"]);
    let first = service.get(&format!("{path}?limit=1"), &key).await;
    let cursor = first.body["meta"]["pagination"]["nextCursor"].as_str().unwrap().to_owned();
    let second = service.get(&format!("{path}?limit=1&cursor={cursor}"), &key).await;
    assert_eq!((texts(first.data(200)), texts(second.data(200))), (vec!["New home page"], vec!["2.0"]));
    assert_eq!(second.body["meta"]["pagination"]["nextCursor"], Value::Null);
    let before = service.get(&format!("{path}?from=2026-06-01&to=2026-06-15"), &key).await;
    assert_eq!(texts(before.data(200)), ["2.0"]);

    let one = format!("{path}/{}", release["id"].as_str().unwrap());
    let moved = json!({ "date": "2026-06-11", "time": null });
    let moved = service.send(Method::PATCH, &one, Some(&org.session), Some(&moved)).await.data(200).clone();
    assert_eq!((&moved["date"], &moved["time"], &moved["text"]), (&json!("2026-06-11"), &Value::Null, &json!("2.0")));
    assert_eq!(moved["author"], release["author"], "the author stays");
    service.send(Method::DELETE, &one, Some(&key), None).await.data(200);
    service.send(Method::DELETE, &one, Some(&key), None).await.refused(404, "NOT_FOUND");
    let other = service.organization(Plan::Pro).await;
    let elsewhere = format!("/api/v1/annotations/{}/{}", other.site, note["id"].as_str().unwrap());
    service.send(Method::DELETE, &elsewhere, Some(&other.session), None).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn changes_of_a_site_are_annotated_once_an_hour_and_can_be_hidden_and_not_changed() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let path = format!("/api/v1/annotations/{}", org.site);
    let rule = json!({ "name": "Guides", "action": { "type": "hide_widget" } });
    let rules = format!("/api/v1/rules/{}", org.site);
    for _ in 0..3 {
        service.send(Method::POST, &rules, Some(&org.session), Some(&rule)).await.data(201);
    }
    service.advance(1);
    let prompt = json!({ "name": "a", "kind": "custom", "text": "Look at {{url}}" });
    let prompts = format!("/api/v1/prompts/{}", org.site);
    service.send(Method::POST, &prompts, Some(&org.session), Some(&prompt)).await.data(201);
    let kinds = async || {
        let listed = service.get(&path, &org.session).await.data(200).clone();
        let kind =
            |item: &Value| format!("{} {}", item["kind"].as_str().unwrap(), item["author"]["type"].as_str().unwrap());
        listed["items"].as_array().unwrap().iter().map(kind).collect::<Vec<_>>()
    };
    assert_eq!(kinds().await, ["prompts system", "rules system"]);
    service.advance(3_600);
    service.send(Method::POST, &rules, Some(&org.session), Some(&rule)).await.data(201);
    assert_eq!(kinds().await, ["rules system", "prompts system", "rules system"]);
    let listed = service.get(&path, &org.session).await.data(200).clone();
    let own = format!("{path}/{}", listed["items"][0]["id"].as_str().unwrap());
    let edit = json!({ "text": "Mine" });
    service.send(Method::PATCH, &own, Some(&org.session), Some(&edit)).await.refused(409, "CONFLICT");
    service.send(Method::DELETE, &own, Some(&org.session), None).await.data(200);
    assert_eq!(kinds().await.len(), 2);
}

/// A server that has just started gives its first sign, and a little later writes the notes that are missing.
async fn start_server(service: &Service, in_between: impl FnOnce(&ManualClock)) -> SignsOfLife {
    let mut signs = SignsOfLife::default();
    signs.look(service.app.ports(), &*service.clock, true).await.unwrap();
    in_between(&service.clock);
    service.advance(5);
    signs.look(service.app.ports(), &*service.clock, true).await.unwrap();
    signs
}

async fn notes(service: &Service, org: &Org) -> Vec<Value> {
    let path = format!("/api/v1/annotations/{}", org.site);
    service.get(&path, &org.session).await.data(200)["items"].as_array().unwrap().clone()
}

#[tokio::test]
async fn an_outage_is_noted_once_for_sites_that_had_views_and_a_short_restart_is_not() {
    const NO_NOTES: [Value; 0] = [];
    let service = Service::start_unlimited().await;
    let (read, unread) = (service.organization(Plan::Pro).await, service.organization(Plan::Pro).await);
    count(&service, &[event(read.site, json!({}))]).await;
    let mut running = start_server(&service, |_| {}).await;
    service.advance(9 * 60);
    start_server(&service, |_| {}).await;
    assert_eq!(notes(&service, &read).await, NO_NOTES, "a short restart");
    // One server runs on while others start.
    for _ in 0..20 {
        service.advance(60);
        running.look(service.app.ports(), &*service.clock, true).await.unwrap();
    }
    start_server(&service, |_| {}).await;
    assert_eq!(notes(&service, &read).await, NO_NOTES, "a start beside a running server");

    // It is 12:29 in UTC, and Berlin is two hours ahead.
    let down_at = service.app.now();
    service.advance(3_600);
    tokio::join!(start_server(&service, |_| {}), start_server(&service, |_| {}));
    let noted = notes(&service, &read).await;
    assert_eq!(noted.len(), 1, "{noted:?}");
    assert_eq!((&noted[0]["kind"], &noted[0]["author"]["type"]), (&json!("outage"), &json!("system")));
    let time = (down_at + 2.hours()).to_string();
    assert_eq!((&noted[0]["date"], &noted[0]["time"]), (&json!(time[..10]), &json!(time[11..16])));
    let text = noted[0]["text"].as_str().unwrap();
    assert!(text.starts_with(&format!("Askline was down from {} {} to ", &time[..10], &time[11..16])), "{text}");
    assert_eq!(notes(&service, &unread).await, NO_NOTES, "a site without views");

    let own = format!("/api/v1/annotations/{}/{}", read.site, noted[0]["id"].as_str().unwrap());
    service.send(Method::DELETE, &own, Some(&read.session), None).await.data(200);
    start_server(&service, |_| {}).await;
    assert_eq!(notes(&service, &read).await, NO_NOTES, "it stays hidden");
}

#[tokio::test]
async fn a_clock_that_was_ahead_at_a_start_makes_no_note_about_an_outage() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    count(&service, &[event(org.site, json!({}))]).await;
    start_server(&service, |_| {}).await;
    let right = service.app.now();
    service.clock.jump_to(right + 9.hours());
    start_server(&service, |clock| clock.jump_to(right)).await;
    service.advance(60);
    start_server(&service, |_| {}).await;
    assert_eq!(notes(&service, &org).await, [] as [Value; 0]);
}

#[tokio::test]
async fn an_outage_that_was_found_with_a_clock_ahead_is_noted_with_its_right_end() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    count(&service, &[event(org.site, json!({}))]).await;
    start_server(&service, |_| {}).await;
    service.advance(3_600);
    let right = service.app.now();
    service.clock.jump_to(right + 30.minutes());
    let mut signs = start_server(&service, |clock| clock.jump_to(right)).await;
    // The next sign comes before the notes.
    for seconds in [60, 5] {
        service.advance(seconds);
        signs.look(service.app.ports(), &*service.clock, true).await.unwrap();
    }
    let noted = notes(&service, &org).await;
    assert_eq!(noted.len(), 1, "{noted:?}");
    let (text, end) = (noted[0]["text"].as_str().unwrap(), (right + 2.hours()).to_string());
    assert!(text.contains(&format!(" to {} {}", &end[..10], &end[11..16])), "{text}");
    // Another server that starts now writes no second one.
    start_server(&service, |_| {}).await;
    assert_eq!(notes(&service, &org).await.len(), 1);
}
