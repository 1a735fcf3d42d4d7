//! How a repeated event is recognized, and which questions and prompts an event may name.

use askline_domain::{keys::scope::Scope, organizations::plan::Plan};
use reqwest::Method;
use serde_json::{Value, json};

use super::{check_taken, event, post, press, presses, total};
use crate::harness::{Org, Service};

const DAY: u64 = 86_400;

/// Gives the organization a key in place of its session, which would end within a week.
async fn with_key(service: &Service, org: Org) -> Org {
    Org { session: service.key(&org, &[Scope::All]).await, ..org }
}

async fn presses_ever(service: &Service, org: &Org) -> i64 {
    let path = format!("/api/v1/analytics/{}/ai?days=60", org.site);
    service.get(&path, &org.session).await.data(200)["totals"]["aiClicks"].as_i64().unwrap()
}

#[tokio::test]
async fn the_same_event_id_counts_at_each_of_two_sites() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Business).await;
    let other = Org { site: service.site_of(&org, "other.example").await, ..org.clone() };
    let here = press(org.site);
    let mut there = here.clone();
    there["siteId"] = json!(other.site);
    there["url"] = json!("https://other.example/");
    check_taken(&post(&service, &json!({ "events": [there, here, there, here] })).await, 4, 0, &[]);
    assert_eq!((presses(&service, &org).await, presses(&service, &other).await), (1, 1));
}

#[tokio::test]
async fn an_event_counts_once_within_seven_days_and_across_midnight() {
    let service = Service::start_unlimited().await;
    let org = with_key(&service, service.organization(Plan::Business).await).await;
    // It is noon: fourteen hours later is another day, in UTC and in Berlin.
    let first = press(org.site);
    for seconds in [0, 14 * 3_600, 2 * DAY, 4 * DAY + 10 * 3_600 - 1] {
        service.advance(seconds);
        check_taken(&post(&service, &json!({ "events": [first, press(org.site)] })).await, 2, 0, &[]);
    }
    assert_eq!(presses_ever(&service, &org).await, 1 + 4, "one second before seven days have passed");
    service.advance(1);
    check_taken(&post(&service, &first).await, 1, 0, &[]);
    assert_eq!(presses_ever(&service, &org).await, 2 + 4, "seven days later it is another event");
}

fn asks(site: askline_domain::shared::ids::SiteId, question: &Value) -> Value {
    event(site, json!({ "type": "question_click", "questionId": question, "platform": "chatgpt" }))
}

fn sends(site: askline_domain::shared::ids::SiteId, prompt: &Value) -> Value {
    event(site, json!({ "type": "ai_click", "promptId": prompt, "platform": "chatgpt" }))
}

async fn send(service: &Service, org: &Org, method: Method, path: &str, body: Value) -> Value {
    let body = (!body.is_null()).then_some(&body);
    let answer = service.send(method, path, Some(&org.session), body).await;
    assert!(answer.status.is_success(), "{path}: {}", answer.text);
    answer.body["data"].clone()
}

#[tokio::test]
async fn an_id_that_the_site_never_had_is_refused_by_its_place_and_the_others_are_kept() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Business).await;
    let other = service.site_of(&org, "other.example").await;
    let org = with_key(&service, org).await;
    let list = format!("/api/v1/prompts/{other}");
    let of_another = &send(&service, &org, Method::GET, &list, Value::Null).await["items"][0]["id"];
    let made_up = json!("prm_00000000000000000000000007");
    let question = json!("q_00000000000000000000000007");
    let viewed = event(org.site, json!({ "questionId": question }));
    let events = [
        press(org.site),
        sends(org.site, &made_up),
        sends(org.site, of_another),
        asks(org.site, &question),
        viewed,
        press(org.site),
    ];
    let refused = [(1, "UNKNOWN_PROMPT"), (2, "UNKNOWN_PROMPT"), (3, "UNKNOWN_QUESTION"), (4, "UNKNOWN_QUESTION")];
    let answer = post(&service, &json!({ "events": events })).await;
    check_taken(&answer, 2, 4, &refused);
    for (error, named) in answer.data(202)["errors"].as_array().unwrap().iter().zip([&made_up, of_another, &question]) {
        assert!(error["message"].as_str().unwrap().contains(named.as_str().unwrap()), "{error} does not name {named}");
    }
    assert_eq!((presses_ever(&service, &org).await, total(&service, &org, "pages", "views").await), (2, 0));
}

#[tokio::test]
async fn what_the_site_had_is_counted_also_after_it_was_taken_away() {
    let service = Service::start_unlimited().await;
    let org = with_key(&service, service.organization(Plan::Business).await).await;
    let config = format!("/api/v1/sites/{}/config", org.site);
    let (prompts, rules) = (format!("/api/v1/prompts/{}", org.site), format!("/api/v1/rules/{}", org.site));
    let suggest = |text: &str| json!({ "questions": { "items": [{ "text": text }] } });
    let set =
        |text: &str| json!({ "name": "asks", "action": { "type": "set_questions", "questions": [{ "text": text }] } });

    let configured = send(&service, &org, Method::PUT, &config, suggest("Why?")).await;
    let rule = send(&service, &org, Method::POST, &rules, set("Whence?")).await;
    let rule_path = format!("{rules}/{}", rule["id"].as_str().unwrap());
    let replaced = send(&service, &org, Method::PUT, &rule_path, set("Whither?")).await;
    let prompt = send(
        &service,
        &org,
        Method::POST,
        &prompts,
        json!({ "name": "a", "kind": "summary", "text": "Sum up {{url}}" }),
    )
    .await;
    let questions = [
        &configured["questions"]["items"][0]["id"],
        &rule["action"]["questions"][0]["id"],
        &replaced["action"]["questions"][0]["id"],
    ];
    let events = || {
        let mut events: Vec<Value> = questions.iter().map(|id| asks(org.site, id)).collect();
        events.push(sends(org.site, &prompt["id"]));
        json!({ "events": events })
    };
    check_taken(&post(&service, &events()).await, 4, 0, &[]);

    // More changes than stored versions, so that the history no longer has the questions.
    for round in 0..55 {
        send(&service, &org, Method::PUT, &config, suggest(&format!("Round {round}?"))).await;
    }
    send(&service, &org, Method::DELETE, &rule_path, Value::Null).await;
    let path = format!("{prompts}/{}", prompt["id"].as_str().unwrap());
    send(&service, &org, Method::DELETE, &path, Value::Null).await;
    service.advance(9 * DAY);
    check_taken(&post(&service, &events()).await, 4, 0, &[]);
}
