//! Events that a receiver reads back after it was away.

use askline_domain::{
    identity::role::Role,
    organizations::plan::Plan,
    shared::ids::{Id as _, MessageId},
};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Org, Service};

async fn events(service: &Service, org: &Org, query: &str) -> (Vec<Value>, Option<String>) {
    let answer = service.get(&format!("/api/v1/webhook-events{query}"), &org.session).await;
    let items = answer.data(200)["items"].as_array().unwrap().clone();
    (items, answer.body["meta"]["pagination"]["nextCursor"].as_str().map(str::to_owned))
}

fn types(items: &[Value]) -> Vec<&str> {
    items.iter().map(|event| event["type"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn what_people_and_programs_change_is_read_back_in_order_with_ids_and_roles_alone() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let token = service.service_token(&org, Role::Admin).await;
    let site = org.site;
    let send = async |method: Method, path: String, body: Value, status: u16| {
        let body = Some(&body).filter(|body| !body.is_null());
        service.advance(1);
        service.send(method, &path, Some(&token), body).await.data(status).clone()
    };
    let made = send(Method::POST, "/api/v1/sites".into(), json!({ "domain": "made.example" }), 201).await;
    let prompt = json!({ "name": "Short", "text": "Summarize {{url}}." });
    let prompt = send(Method::POST, format!("/api/v1/prompts/{site}"), prompt, 201).await;
    let one = format!("/api/v1/prompts/{site}/{}", prompt["id"].as_str().unwrap());
    send(Method::PATCH, one.clone(), json!({ "name": "Shorter" }), 200).await;
    send(Method::DELETE, one, Value::Null, 200).await;
    let (user, _) = service.member_of(&org, Role::Viewer).await;
    let member = format!("/api/v1/orgs/{}/members/{user}", org.id);
    // Members are for people.
    service.send(Method::PATCH, &member, Some(&org.session), Some(&json!({ "role": "member" }))).await.data(200);
    service.send(Method::DELETE, &member, Some(&org.session), None).await.data(200);
    send(Method::DELETE, format!("/api/v1/sites/{}", made["id"].as_str().unwrap()), Value::Null, 200).await;

    let (all, none) = events(&service, &org, "").await;
    let expected = [
        "site.created",
        "prompt.created",
        "prompt.updated",
        "prompt.deleted",
        "member.updated",
        "member.removed",
        "site.deleted",
    ];
    let is_manual = |event: &Value| {
        event["data"]["actor"]["type"] == "service"
            || ["member.updated", "member.removed"].iter().any(|name| event["type"] == *name)
    };
    let manual: Vec<Value> = all.into_iter().filter(is_manual).collect();
    assert_eq!((types(&manual), none), (expected.to_vec(), None));
    let changed = &manual[4]["data"];
    assert_eq!((&changed["role"], &changed["previousRole"]), (&json!("member"), &json!("viewer")));
    assert_eq!(changed["targets"], json!([{ "type": "member", "id": user }]));
    let text = json!(manual).to_string();
    assert!(!text.contains('@') && !text.contains("made.example") && !text.contains("Short"), "{text}");

    let (rest, _) = events(&service, &org, &format!("?since={}", manual[4]["id"].as_str().unwrap())).await;
    assert_eq!(types(&rest), expected[5..]);
    let (deleted, _) = events(&service, &org, "?type=site.deleted").await;
    assert_eq!(deleted, manual[6..]);
    let (first, next) = events(&service, &org, "?type=prompt.updated&limit=1").await;
    assert_eq!((types(&first), next), (vec!["prompt.updated"], None));
    let (page, next) = events(&service, &org, "?limit=2").await;
    let (following, _) = events(&service, &org, &format!("?limit=2&cursor={}", next.unwrap())).await;
    assert!(page.len() == 2 && following.len() == 2 && page[1] != following[0]);
}

#[tokio::test]
async fn an_id_that_left_the_window_gets_410_with_the_first_that_is_there() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let other = service.organization(Plan::Pro).await;
    let make = async |org: &Org, scope: &str| {
        let body = json!({ "scopes": [scope] });
        service.send(Method::POST, "/api/v1/keys", Some(&org.session), Some(&body)).await.data(201).clone()
    };
    make(&org, "sites:read").await;
    let (old, _) = events(&service, &org, "?type=key.created").await;
    let old = old[0]["id"].as_str().unwrap().to_owned();
    service.advance(31 * 86_400);
    let session = service.session_of(service.owner_of(&org).await).await;
    let org = Org { session, ..org };
    make(&org, "org:read").await;
    let now = service.app.now();
    service.metadata.remove_old_webhook_events(now - askline_domain::webhooks::EVENTS_KEPT, 100).await.unwrap();
    let (kept, _) = events(&service, &org, "").await;
    let gone = service.get(&format!("/api/v1/webhook-events?since={old}"), &org.session).await;
    let details = &gone.refused(410, "GONE").body["error"]["details"][0];
    assert_eq!((&details["path"], &details["allowed"]), (&json!("since"), &json!([kept[0]["id"]])));

    let session = service.session_of(service.owner_of(&other).await).await;
    let other = Org { session, ..other };
    make(&other, "org:read").await;
    let (foreign, _) = events(&service, &other, "").await;
    for since in [foreign[0]["id"].as_str().unwrap().to_owned(), MessageId::new(now, &mut rand::rng()).to_string()] {
        let answer = service.get(&format!("/api/v1/webhook-events?since={since}"), &org.session).await;
        answer.refused(400, "INVALID_PARAMETER");
    }
    for query in ["since=msg_x", "type=nothing", "since="] {
        let answer = service.get(&format!("/api/v1/webhook-events?{query}"), &org.session).await;
        answer.refused(400, "INVALID_PARAMETER");
    }
}
