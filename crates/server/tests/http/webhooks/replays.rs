//! Messages are sent again.
//!
//! One that waits, and all that piled up while a receiver was down.

use std::collections::BTreeSet;

use askline_domain::organizations::plan::Plan;
use reqwest::Method;
use serde_json::{Value, json};

use super::{PATH, log, made, patched, posted};
use crate::{
    harness::{Answer, Org, Service},
    webhooks::receiver::Receiver,
};

const START: &str = "2026-06-15T12:00:00Z";

async fn replayed(service: &Service, org: &Org, id: &str, body: &Value) -> Answer {
    service.send(Method::POST, &format!("{PATH}/{id}/replay"), Some(&org.session), Some(body)).await
}

/// Makes keys, one message for each.
async fn make_keys(service: &Service, org: &Org, count: usize) {
    for _ in 0..count {
        let body = json!({ "scopes": ["sites:read"] });
        service.send(Method::POST, "/api/v1/keys", Some(&org.session), Some(&body)).await.data(201);
    }
}

fn statuses(log: &[Value]) -> Vec<&str> {
    log.iter().map(|delivery| delivery["status"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_replay_of_a_waiting_delivery_makes_its_next_attempt_at_once() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let receiver = Receiver::start().await;
    let (id, _) = made(&service, &org, &receiver.url, &["key.created"]).await;
    make_keys(&service, &org, 1).await;
    receiver.next_times(1, 503);
    service.run_due_jobs().await;
    let waiting = log(&service, &org, &id).await.remove(0);
    assert_eq!((&waiting["status"], &waiting["attempts"]), (&json!("pending"), &json!(1)));
    assert_eq!(service.run_due_jobs().await, 0, "the next attempt is not due yet");

    let act = format!("deliveries/{}/replay", waiting["id"].as_str().unwrap());
    let answer = posted(&service, &org, &id, &act).await;
    let sent = answer.data(202);
    assert_eq!((&sent["id"], &sent["status"]), (&waiting["id"], &json!("pending")), "the same delivery");
    assert_eq!(sent["nextAttemptAt"], "2026-06-15T12:00:00.000Z");
    assert_eq!(sent["attemptLog"].as_array().unwrap().len(), 1);
    assert_eq!(service.run_due_jobs().await, 1);
    let log = log(&service, &org, &id).await;
    assert_eq!((statuses(&log), &log[0]["attempts"]), (vec!["succeeded"], &json!(2)));
    let messages = receiver.received();
    assert_eq!(messages[0].header("webhook-id"), messages[1].header("webhook-id"));
}

#[tokio::test]
async fn a_replay_since_a_time_sends_each_failed_message_once_and_no_test() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let receiver = Receiver::start().await;
    let (id, _) = made(&service, &org, &receiver.url, &["key.created"]).await;
    make_keys(&service, &org, 1).await;
    service.advance(60);
    make_keys(&service, &org, 2).await;
    posted(&service, &org, &id, "test").await.data(202);
    // A disabled webhook fails what waits.
    patched(&service, &org, &id, &json!({ "enabled": false })).await.data(200);
    service.run_due_jobs().await;
    assert_eq!(statuses(&log(&service, &org, &id).await), ["failed"; 4]);
    let later = json!({ "since": "2026-06-15T12:00:30Z" });
    replayed(&service, &org, &id, &later).await.refused(409, "CONFLICT");
    patched(&service, &org, &id, &json!({ "enabled": true })).await.data(200);

    assert_eq!(replayed(&service, &org, &id, &later).await.data(202), &json!({ "replayed": 2, "hasMore": false }));
    // What waits already is not requested a second time; of the rest, the first message is left.
    for (body, count) in [(&later, 0), (&json!({ "since": START, "status": "failed" }), 1)] {
        let answer = replayed(&service, &org, &id, body).await;
        assert_eq!(answer.data(202), &json!({ "replayed": count, "hasMore": false }));
    }
    service.run_due_jobs().await;
    let ids: Vec<String> = receiver.received().iter().map(|sent| sent.header("webhook-id").to_owned()).collect();
    assert_eq!(ids.len(), 3);
    assert!(ids.iter().enumerate().all(|(at, id)| !ids[..at].contains(id)), "{ids:?}");
    let listed = service.get("/api/v1/audit?action=webhook.replayed", &org.session).await;
    let entries = listed.data(200)["items"].as_array().unwrap().iter();
    let counts: BTreeSet<u64> = entries.map(|entry| entry["metadata"]["deliveries"].as_u64().unwrap()).collect();
    assert_eq!(counts, BTreeSet::from([1, 2]));
}

#[tokio::test]
async fn a_replay_of_pending_deliveries_attempts_all_of_them_at_once() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let receiver = Receiver::start().await;
    let (id, _) = made(&service, &org, &receiver.url, &["key.created"]).await;
    make_keys(&service, &org, 3).await;
    receiver.next_times(3, 500);
    service.run_due_jobs().await;
    assert_eq!(service.run_due_jobs().await, 0);
    let pending = json!({ "since": START, "status": "pending" });
    assert_eq!(replayed(&service, &org, &id, &pending).await.data(202), &json!({ "replayed": 3, "hasMore": false }));
    assert_eq!(replayed(&service, &org, &id, &pending).await.data(202), &json!({ "replayed": 0, "hasMore": false }));
    assert_eq!(service.run_due_jobs().await, 3);
    assert_eq!(statuses(&log(&service, &org, &id).await), ["succeeded"; 3]);
}

#[tokio::test]
async fn a_replay_names_what_is_wrong_with_it() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let receiver = Receiver::start().await;
    let (id, _) = made(&service, &org, &receiver.url, &["key.created"]).await;
    let refused = replayed(&service, &org, &id, &json!({ "since": "yesterday" })).await;
    assert_eq!(refused.refused(422, "VALIDATION_FAILED").body["error"]["details"][0]["path"], "since");
    for body in [json!({}), json!({ "since": START, "status": "succeeded" }), json!({ "since": START, "until": START })]
    {
        replayed(&service, &org, &id, &body).await.refused(422, "VALIDATION_FAILED");
    }
    let other = service.organization(Plan::Enterprise).await;
    replayed(&service, &other, &id, &json!({ "since": START })).await.refused(404, "NOT_FOUND");
}
