//! Annotations: who writes them, what a list contains, and what is refused.

use askline_domain::{keys::scope::Scope, organizations::plan::Plan};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::Service;

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
