//! Webhooks: how owners create, change and check them.

mod alerts;
mod deliveries;
mod faults;
mod read_back;
pub(crate) mod receiver;
mod replays;

use askline_domain::{identity::role::Role, organizations::plan::Plan};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    harness::{Answer, Org, Service},
    webhooks::receiver::Receiver,
};

pub const PATH: &str = "/api/v1/webhooks";

/// Makes a webhook, and returns its id and secret.
pub async fn made(service: &Service, org: &Org, url: &str, events: &[&str]) -> (String, String) {
    let answer = create(service, org, &json!({ "url": url, "events": events })).await;
    let data = answer.data(201);
    (data["id"].as_str().unwrap().to_owned(), data["secret"].as_str().unwrap().to_owned())
}

async fn create(service: &Service, org: &Org, body: &Value) -> Answer {
    service.send(Method::POST, PATH, Some(&org.session), Some(body)).await
}

pub async fn patched(service: &Service, org: &Org, id: &str, body: &Value) -> Answer {
    service.send(Method::PATCH, &format!("{PATH}/{id}"), Some(&org.session), Some(body)).await
}

pub async fn posted(service: &Service, org: &Org, id: &str, act: &str) -> Answer {
    service.send(Method::POST, &format!("{PATH}/{id}/{act}"), Some(&org.session), None).await
}

/// The webhook as the list shows it.
pub async fn shown(service: &Service, org: &Org, id: &str) -> Value {
    let listed = service.get(PATH, &org.session).await;
    let items = listed.data(200)["items"].as_array().unwrap();
    items.iter().find(|item| item["id"] == id).unwrap_or(&Value::Null).clone()
}

/// The deliveries of a webhook, newest first.
pub async fn log(service: &Service, org: &Org, id: &str) -> Vec<Value> {
    let listed = service.get(&format!("{PATH}/{id}/deliveries"), &org.session).await;
    listed.data(200)["items"].as_array().unwrap().clone()
}

/// The actions of the audit entries about webhooks, sorted, because entries of one millisecond have no fixed order.
async fn actions(service: &Service, org: &Org) -> Vec<String> {
    let listed = service.get("/api/v1/audit?action=webhook.", &org.session).await;
    let items = listed.data(200)["items"].as_array().unwrap();
    let mut actions: Vec<String> = items.iter().map(|item| item["action"].as_str().unwrap().to_owned()).collect();
    actions.sort();
    actions
}

#[tokio::test]
async fn a_webhook_is_made_shown_changed_and_deleted() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let body = json!({ "url": "https://hooks.example.com/a?t=1", "events": ["site.stale", "key.created"], "description": " till " });
    let answer = create(&service, &org, &body).await;
    let mut webhook = answer.data(201).clone();
    assert_eq!(answer.header("cache-control"), "no-store");
    let secret = webhook.as_object_mut().unwrap().remove("secret").unwrap();
    assert!(secret.as_str().unwrap().starts_with("whsec_"));
    let id = webhook["id"].as_str().unwrap().to_owned();
    assert!(id.starts_with("whk_"));
    assert_eq!(
        webhook,
        json!({ "id": id, "url": "https://hooks.example.com/a?t=1", "events": ["key.created", "site.stale"],
            "urlUnreadable": false, "description": "till", "enabled": true, "disabledReason": null, "consecutiveFailures": 0, "failingSince": null,
            "previousSecretExpiresAt": null, "createdAt": "2026-06-15T12:00:00.000Z", "updatedAt": "2026-06-15T12:00:00.000Z" })
    );
    assert_eq!(shown(&service, &org, &id).await, webhook);

    service.advance(5);
    let change = json!({ "enabled": false, "events": ["credits.low"] });
    let changed = patched(&service, &org, &id, &change).await;
    webhook["enabled"] = false.into();
    webhook["events"] = json!(["credits.low"]);
    webhook["updatedAt"] = "2026-06-15T12:00:05.000Z".into();
    assert_eq!(changed.data(200), &webhook);
    assert_eq!(patched(&service, &org, &id, &json!({})).await.data(200), &webhook);
    assert_eq!(shown(&service, &org, &id).await, webhook);

    let path = format!("{PATH}/{id}");
    let deleted = service.send(Method::DELETE, &path, Some(&org.session), None).await;
    assert_eq!(deleted.data(200), &json!({ "id": id, "status": "deleted" }));
    service.send(Method::DELETE, &path, Some(&org.session), None).await.refused(404, "NOT_FOUND");
    assert_eq!(shown(&service, &org, &id).await, Value::Null);
    assert_eq!(actions(&service, &org).await, ["webhook.created", "webhook.deleted", "webhook.updated"]);
}

#[tokio::test]
async fn every_event_of_the_contract_can_be_subscribed_to() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let every = [
        "key.created",
        "key.rotated",
        "key.revoked",
        "key.expiring",
        "site.installed",
        "site.stale",
        "prompt.generated",
        "crawler.refused",
        "referrals.dropped",
        "referrals.risen",
        "citation.run_completed",
        "citation.gained",
        "citation.lost",
        "monitor.failing",
        "credits.low",
        "credits.exhausted",
        "webhook.disabled",
    ];
    let (id, _) = made(&service, &org, "https://hooks.example.com/", &every).await;
    assert_eq!(shown(&service, &org, &id).await["events"], json!(every));
}

#[tokio::test]
async fn what_is_wrong_with_a_webhook_is_named_and_changes_nothing() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let (id, _) = made(&service, &org, "https://hooks.example.com/", &["key.created"]).await;
    let before = service.get(PATH, &org.session).await;
    let good = "https://hooks.example.com/";
    for (body, path, code) in [
        (json!({ "url": good, "events": ["key.create"] }), "events[0]", "UNKNOWN_EVENT"),
        (json!({ "url": good, "events": ["webhook.test"] }), "events[0]", "UNKNOWN_EVENT"),
        (json!({ "url": good, "events": ["key.created", "key.created"] }), "events[1]", "DUPLICATE"),
        (json!({ "url": good, "events": [] }), "events", "INVALID_COUNT"),
        (json!({ "url": good }), "events", "REQUIRED"),
        (json!({ "events": ["key.created"] }), "url", "REQUIRED"),
        (json!({ "url": "hooks.example.com", "events": ["key.created"] }), "url", "INVALID_URL"),
        (json!({ "url": "https://u:p@example.com/", "events": ["key.created"] }), "url", "INVALID_URL"),
        (json!({ "url": "ftp://example.com/", "events": ["key.created"] }), "url", "INVALID_URL"),
        (json!({ "url": "http://1.1.1.1/", "events": ["key.created"] }), "url", "NOT_HTTPS"),
        (json!({ "url": "https://1.1.1.1:8443/", "events": ["key.created"] }), "url", "UNUSUAL_PORT"),
        (json!({ "url": "https://10.0.0.1/", "events": ["key.created"] }), "url", "NOT_PUBLIC"),
        (json!({ "url": "https://169.254.169.254/", "events": ["key.created"] }), "url", "NOT_PUBLIC"),
        (json!({ "url": "https://[::ffff:10.0.0.1]/", "events": ["key.created"] }), "url", "NOT_PUBLIC"),
        (json!({ "url": "https://0x7f000002/", "events": ["key.created"] }), "url", "NOT_PUBLIC"),
        (json!({ "url": format!("{good}{}", "a".repeat(2_048)), "events": ["key.created"] }), "url", "TOO_LONG"),
        (json!({ "url": good, "events": ["key.created"], "description": "a".repeat(201) }), "description", "TOO_LONG"),
        (
            json!({ "url": good, "events": ["key.created"], "description": "a\u{7}" }),
            "description",
            "CONTROL_CHARACTER",
        ),
        (json!({ "url": good, "events": ["key.created"], "secret": "whsec_x" }), "secret", "UNKNOWN_FIELD"),
        (json!({ "url": good, "events": ["key.created"], "enabled": "yes" }), "enabled", "WRONG_TYPE"),
    ] {
        let refused = create(&service, &org, &body).await;
        refused.refused(422, "VALIDATION_FAILED");
        let detail = &refused.body["error"]["details"][0];
        assert_eq!((&detail["path"], &detail["code"]), (&path.into(), &code.into()), "{}", refused.text);
        if code != "REQUIRED" {
            patched(&service, &org, &id, &body).await.refused(422, "VALIDATION_FAILED");
        }
    }
    let late = json!({ "overlapSeconds": 2_592_001 });
    let rotate = format!("{PATH}/{id}/rotate");
    service.send(Method::POST, &rotate, Some(&org.session), Some(&late)).await.refused(422, "VALIDATION_FAILED");
    assert_eq!(service.get(PATH, &org.session).await.data(200), before.data(200));
    assert_eq!(actions(&service, &org).await, ["webhook.created"]);
}

#[tokio::test]
async fn a_secret_is_shown_once_and_never_again() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let body = json!({ "url": "https://hooks.example.com/", "events": ["key.created"] });
    let idempotent = async |path: &str, body: &Value| {
        let request = service.request(Method::POST, path).bearer_auth(&org.session).json(body);
        service.answer(request.header("Idempotency-Key", "once")).await
    };
    let mut secrets = Vec::new();
    let first = idempotent(PATH, &body).await;
    let id = first.data(201)["id"].as_str().unwrap().to_owned();
    secrets.push(first.data(201)["secret"].as_str().unwrap().to_owned());
    let repeat = idempotent(PATH, &body).await;
    assert_eq!(repeat.header("idempotency-replayed"), "true");
    assert_eq!((&repeat.data(201)["id"], &repeat.data(201)["secret"]), (&json!(id), &Value::Null));

    let rotate = format!("{PATH}/{id}/rotate");
    let rotated = idempotent(&rotate, &json!({})).await;
    assert_eq!(rotated.header("cache-control"), "no-store");
    assert_eq!(rotated.data(200)["previousSecretExpiresAt"], "2026-06-16T12:00:00.000Z");
    secrets.push(rotated.data(200)["secret"].as_str().unwrap().to_owned());
    assert_eq!(idempotent(&rotate, &json!({})).await.data(200)["secret"], Value::Null);
    assert_ne!(secrets[0], secrets[1]);

    let listed = service.get(PATH, &org.session).await;
    let audited = service.get("/api/v1/audit", &org.session).await;
    assert!(audited.text.contains("webhook.rotated"));
    for secret in secrets {
        assert!(!listed.text.contains(&secret[6..]) && !audited.text.contains(&secret[6..]));
    }
}

#[tokio::test]
async fn a_webhook_of_another_organization_answers_like_one_that_does_not_exist() {
    let service = Service::start_unlimited().await;
    let (ours, theirs) = (service.organization(Plan::Pro).await, service.organization(Plan::Pro).await);
    let receiver = Receiver::start().await;
    let (id, _) = made(&service, &theirs, &receiver.url, &["key.created"]).await;
    posted(&service, &theirs, &id, "test").await.data(202);
    service.run_due_jobs().await;
    let delivery = log(&service, &theirs, &id).await[0]["id"].as_str().unwrap().to_owned();
    let (own, _) = made(&service, &ours, &receiver.url, &["key.created"]).await;
    let nothing = "whk_00000000000000000000000007";
    for (method, path) in [
        (Method::PATCH, ""),
        (Method::DELETE, ""),
        (Method::POST, "/rotate"),
        (Method::POST, "/test"),
        (Method::GET, "/deliveries"),
        (Method::POST, &format!("/deliveries/{delivery}/replay")),
    ] {
        let body = json!({ "enabled": false });
        let body = (method == Method::PATCH).then_some(&body);
        let told = async |id: &str| {
            let answer = service.send(method.clone(), &format!("{PATH}/{id}{path}"), Some(&ours.session), body).await;
            answer.refused(404, "NOT_FOUND");
            answer.body["error"].clone()
        };
        assert_eq!(told(&id).await, told(nothing).await, "{method} {path}");
    }
    // The caller's own webhook does not give access to another organization's delivery.
    posted(&service, &ours, &own, &format!("deliveries/{delivery}/replay")).await.refused(404, "NOT_FOUND");
    assert_eq!(shown(&service, &theirs, &id).await["enabled"], true);
    assert_eq!(receiver.received().len(), 1);
}

#[tokio::test]
async fn an_organization_has_twenty_webhooks_at_most() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    for _ in 0..20 {
        made(&service, &org, "https://hooks.example.com/", &["key.created"]).await;
    }
    let body = json!({ "url": "https://hooks.example.com/", "events": ["key.created"] });
    create(&service, &org, &body).await.refused(409, "LIMIT_REACHED");
    let page = service.get(&format!("{PATH}?limit=15"), &org.session).await;
    assert_eq!(page.data(200)["items"].as_array().unwrap().len(), 15);
    let cursor = page.body["meta"]["pagination"]["nextCursor"].as_str().unwrap();
    let rest = service.get(&format!("{PATH}?limit=15&cursor={cursor}"), &org.session).await;
    assert_eq!(rest.data(200)["items"].as_array().unwrap().len(), 5);
}

#[tokio::test]
async fn webhooks_are_for_admins_and_their_addresses_are_in_no_audit_entry() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let (_, member) = service.member_of(&org, Role::Member).await;
    let (id, _) = made(&service, &org, "https://hooks.example.com/secret-path?token=hidden", &["key.created"]).await;
    patched(&service, &org, &id, &json!({ "url": "https://hooks.example.org/hidden" })).await.data(200);
    service.get(PATH, &member).await.refused(403, "FORBIDDEN");
    let audited = service.get("/api/v1/audit?action=webhook.", &org.session).await;
    assert!(audited.text.contains("https://hooks.example.org"), "{}", audited.text);
    assert!(!audited.text.contains("hidden"), "{}", audited.text);
}
