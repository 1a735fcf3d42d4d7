//! Which messages the receivers of webhooks get, and when.

use askline_app::ports::webhooks::DeliveryFilter;
use askline_domain::{keys::scope::Scope, organizations::plan::Plan, shared::paging::PageRequest};
use askline_server::background::{notices, retention};
use jiff::Timestamp;
use reqwest::Method;
use serde_json::{Value, json};
use standardwebhooks::Webhook as Verifier;

use super::{log, made, patched, posted, shown};
use crate::{
    harness::{Org, Service},
    webhooks::receiver::{Received, Receiver},
};

const DAY: u64 = 86_400;

/// Whether an independent implementation of Standard Webhooks computes the same signature with `secret`.
fn verifies(message: &Received, secret: &str) -> bool {
    let verifier = Verifier::new(secret).unwrap();
    // Only the signatures are compared: the verifier would refuse the time, because the service's clock stands still.
    let at: i64 = message.header("webhook-timestamp").parse().unwrap();
    let signature = verifier.sign(message.header("webhook-id"), at, message.body.as_bytes()).unwrap();
    message.header("webhook-signature").split(' ').any(|each| each == signature)
}

/// Makes a key through the API, and returns its id.
async fn make_key(service: &Service, org: &Org, body: &Value) -> String {
    let made = service.send(Method::POST, "/api/v1/keys", Some(&org.session), Some(body)).await;
    made.data(201)["id"].as_str().unwrap().to_owned()
}

fn types(receiver: &Receiver) -> Vec<String> {
    let payload = |message: &Received| serde_json::from_str::<Value>(&message.body).unwrap();
    receiver.received().iter().map(|message| payload(message)["type"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn key_events_are_delivered_signed_as_the_standard_requires() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let receiver = Receiver::start().await;
    let (id, secret) = made(&service, &org, &receiver.url, &["key.created", "key.rotated", "key.revoked"]).await;
    let key = make_key(&service, &org, &json!({ "scopes": ["sites:read"], "name": "CI" })).await;
    assert_eq!(service.run_due_jobs().await, 1);
    let message = receiver.received().remove(0);
    assert!(verifies(&message, &secret));
    assert_eq!(message.header("content-type"), "application/json");
    assert!(message.header("user-agent").starts_with("Askline/"));
    let at: Timestamp = "2026-06-15T12:00:00Z".parse().unwrap();
    assert_eq!(message.header("webhook-timestamp"), at.as_second().to_string());
    let payload: Value = serde_json::from_str(&message.body).unwrap();
    assert_eq!((&payload["type"], &payload["timestamp"]), (&json!("key.created"), &json!("2026-06-15T12:00:00.000Z")));
    assert_eq!((&payload["data"]["key"]["id"], &payload["data"]["key"]["name"]), (&json!(key), &json!("CI")));

    let path = format!("/api/v1/keys/{key}");
    service.advance(1);
    service.send(Method::POST, &format!("{path}/rotate"), Some(&org.session), None).await.data(201);
    service.run_due_jobs().await;
    service.advance(1);
    service.send(Method::DELETE, &path, Some(&org.session), None).await.data(200);
    service.run_due_jobs().await;
    assert_eq!(types(&receiver), ["key.created", "key.rotated", "key.revoked"]);
    let log = log(&service, &org, &id).await;
    assert_eq!(log.len(), 3);
    assert_eq!(log[2]["messageId"], message.header("webhook-id"));
    assert_eq!(log[2]["payload"], payload);
    for delivery in &log {
        assert_eq!((&delivery["status"], &delivery["attempts"]), (&json!("succeeded"), &json!(1)));
        assert_eq!((&delivery["responseStatus"], &delivery["failure"]), (&json!(200), &Value::Null));
        assert_eq!(delivery["responseBody"], "taken\u{1}");
    }
}

#[tokio::test]
async fn a_changed_body_and_another_secret_do_not_verify() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let receiver = Receiver::start().await;
    let (id, secret) = made(&service, &org, &receiver.url, &["key.created"]).await;
    let (_, other) = made(&service, &org, "https://hooks.example.com/", &["key.revoked"]).await;
    posted(&service, &org, &id, "test").await.data(202);
    service.run_due_jobs().await;
    let message = receiver.received().remove(0);
    assert!(verifies(&message, &secret));
    assert!(!verifies(&message, &other));
    assert!(!verifies(&Received { body: message.body.replace("webhook.test", "key.created"), ..message }, &secret));
}

#[tokio::test]
async fn while_a_rotation_overlaps_both_secrets_verify_and_then_only_the_new_one() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let receiver = Receiver::start().await;
    let (id, old) = made(&service, &org, &receiver.url, &["key.created"]).await;
    let rotated = posted(&service, &org, &id, "rotate").await;
    let new = rotated.data(200)["secret"].as_str().unwrap().to_owned();
    for (wait, old_counts) in [(0, true), (DAY - 1, true), (1, false)] {
        service.advance(wait);
        posted(&service, &org, &id, "test").await.data(202);
        service.run_due_jobs().await;
        let message = receiver.received().pop().unwrap();
        assert_eq!((verifies(&message, &new), verifies(&message, &old)), (true, old_counts), "{wait}");
    }
}

#[tokio::test]
async fn webhooks_are_sent_when_a_site_is_installed_and_when_it_goes_stale() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let receiver = Receiver::start().await;
    made(&service, &org, &receiver.url, &["site.installed", "site.stale"]).await;
    let view = async |number: u32| {
        let event = json!({ "siteId": org.site, "type": "view", "url": "https://example.com/a?x=1",
            "eventId": format!("0197f2a0-5b7e-7c3a-9d52-3f1e8c6b{number:04}") });
        service.send(Method::POST, "/api/v1/events", None, Some(&event)).await.data(202);
        service.app.flush_notes().await.unwrap();
        service.run_due_jobs().await;
    };
    view(1).await;
    view(2).await;
    let tell = async || {
        notices::tell_what_time_brings(&*service.metadata, service.app.now()).await.unwrap();
        service.run_due_jobs().await;
    };
    tell().await;
    service.advance(7 * DAY);
    tell().await;
    tell().await;
    service.advance(3_600);
    view(3).await;
    assert_eq!(types(&receiver), ["site.installed", "site.stale", "site.installed"]);
    let payload: Value = serde_json::from_str(&receiver.received()[0].body).unwrap();
    assert_eq!(payload["data"]["site"]["id"], org.site.to_string());
    assert_eq!(payload["data"]["site"]["lastSeenUrl"], "https://example.com/a");
    // The charts have notes about it; the first sighting has no note.
    let session = service.session_of(service.owner_of(&org).await).await;
    let notes = service.get(&format!("/api/v1/annotations/{}", org.site), &session).await.data(200)["items"].clone();
    let notes =
        notes.as_array().unwrap().iter().map(|note| (note["kind"].as_str().unwrap(), note["text"].as_str().unwrap()));
    let expected = [("widget", "The widget is seen again."), ("widget", "The widget is no longer seen.")];
    assert_eq!(notes.collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn a_key_expiry_webhook_is_sent_once_seven_days_before() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let receiver = Receiver::start().await;
    made(&service, &org, &receiver.url, &["key.expiring"]).await;
    let ending = json!({ "scopes": ["sites:read"], "expiresAt": "2026-06-25T12:00:00Z" });
    let key = make_key(&service, &org, &ending).await;
    service.key(&org, &[Scope::SitesRead]).await;
    for (seconds, told) in [(3 * DAY - 1, 0), (1, 1), (3_600, 1), (6 * DAY, 1), (5 * DAY, 1)] {
        service.advance(seconds);
        notices::tell_what_time_brings(&*service.metadata, service.app.now()).await.unwrap();
        service.run_due_jobs().await;
        assert_eq!(receiver.received().len(), told);
    }
    let payload: Value = serde_json::from_str(&receiver.received()[0].body).unwrap();
    assert_eq!(payload["data"]["key"]["id"], json!(key));
    assert_eq!(payload["data"]["key"]["expiresAt"], "2026-06-25T12:00:00.000Z");
}

#[tokio::test]
async fn a_replay_is_a_delivery_of_its_own_with_the_same_message() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let receiver = Receiver::start().await;
    let (id, secret) = made(&service, &org, &receiver.url, &["key.created"]).await;
    make_key(&service, &org, &json!({ "scopes": ["sites:read"] })).await;
    let first = log(&service, &org, &id).await[0]["id"].as_str().unwrap().to_owned();
    let replay = format!("deliveries/{first}/replay");
    service.run_due_jobs().await;
    service.advance(60);
    let replayed = posted(&service, &org, &id, &replay).await;
    assert_eq!((&replayed.data(202)["status"], &replayed.data(202)["attempts"]), (&json!("pending"), &json!(0)));
    service.run_due_jobs().await;
    let messages = receiver.received();
    assert_eq!(messages.len(), 2);
    assert_eq!(messages[0].header("webhook-id"), messages[1].header("webhook-id"));
    assert_eq!(messages[0].body, messages[1].body);
    // Each attempt has its own signature, with its own time.
    assert_ne!(messages[0].header("webhook-timestamp"), messages[1].header("webhook-timestamp"));
    assert!(messages.iter().all(|message| verifies(message, &secret)));
    assert_eq!(log(&service, &org, &id).await.len(), 2);
}

#[tokio::test]
async fn a_disabled_webhook_is_sent_nothing() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let receiver = Receiver::start().await;
    let (id, _) = made(&service, &org, &receiver.url, &["key.created"]).await;
    make_key(&service, &org, &json!({ "scopes": ["sites:read"] })).await;
    patched(&service, &org, &id, &json!({ "enabled": false })).await.data(200);
    make_key(&service, &org, &json!({ "scopes": ["sites:read"] })).await;
    posted(&service, &org, &id, "test").await.refused(409, "CONFLICT");
    service.run_due_jobs().await;
    assert_eq!(receiver.received().len(), 0);
    // The log says why the message that already waited was not sent. The message can be replayed.
    let log = log(&service, &org, &id).await;
    assert_eq!(log.len(), 1);
    assert_eq!((&log[0]["status"], &log[0]["failure"]), (&json!("failed"), &json!("The webhook is disabled.")));
    assert_eq!(shown(&service, &org, &id).await["disabledReason"], Value::Null);
    patched(&service, &org, &id, &json!({ "enabled": true })).await.data(200);
    posted(&service, &org, &id, &format!("deliveries/{}/replay", log[0]["id"].as_str().unwrap())).await.data(202);
    service.run_due_jobs().await;
    assert_eq!(types(&receiver), ["key.created"]);
}

#[tokio::test]
async fn the_log_is_kept_for_thirty_days() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let receiver = Receiver::start().await;
    let (id, _) = made(&service, &org, &receiver.url, &["key.created"]).await;
    posted(&service, &org, &id, "test").await.data(202);
    service.run_due_jobs().await;
    for (wait, left) in [(30 * DAY, 1), (1, 0)] {
        service.advance(wait);
        retention::remove_old_work(&*service.metadata, service.app.now()).await.unwrap();
        // The session has expired by then, so this asks the store.
        let kept = service.metadata.deliveries(id.parse().unwrap(), DeliveryFilter::default(), PageRequest::NEWEST);
        assert_eq!(kept.await.unwrap().items.len(), left);
    }
}
