//! Receivers of webhooks that fail in many ways.

use askline_app::webhooks;
use askline_domain::{
    organizations::plan::Plan,
    shared::{clock::Clock as _, ids::WebhookId},
    webhooks::WebhookEdit,
};
use serde_json::{Value, json};

use super::{actions, log, made, patched, posted, shown};
use crate::{
    harness::{Org, Service},
    webhooks::receiver::{Reaction, Receiver},
};

/// The longest waits between attempts, in seconds: a random part is added to each.
const WAITS: [u64; 7] = [7, 375, 2_250, 9_000, 22_500, 36_000, 36_000];

async fn raised(service: &Service, org: &Org) {
    let body = json!({ "scopes": ["sites:read"] });
    service.send(reqwest::Method::POST, "/api/v1/keys", Some(&org.session), Some(&body)).await.data(201);
}

#[tokio::test]
async fn a_message_that_fails_is_sent_again_for_a_day_and_then_given_up() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let receiver = Receiver::start().await;
    let (id, _) = made(&service, &org, &receiver.url, &["key.created"]).await;
    receiver.next_times(8, 500);
    raised(&service, &org).await;
    for (number, wait) in WAITS.into_iter().enumerate() {
        assert_eq!(service.run_due_jobs().await, 1);
        let delivery = &log(&service, &org, &id).await[0];
        assert_eq!((&delivery["status"], &delivery["attempts"]), (&json!("pending"), &json!(number + 1)));
        assert_eq!(
            (&delivery["responseStatus"], &delivery["failure"]),
            (&json!(500), &json!("The receiver answered 500."))
        );
        assert!(delivery["nextAttemptAt"].as_str() > delivery["lastAttemptAt"].as_str());
        assert_eq!(service.run_due_jobs().await, 0);
        service.advance(wait);
    }
    assert_eq!(service.run_due_jobs().await, 1);
    let delivery = &log(&service, &org, &id).await[0];
    assert_eq!((&delivery["status"], &delivery["nextAttemptAt"]), (&json!("failed"), &Value::Null));
    service.advance(1_000_000);
    assert_eq!(service.run_due_jobs().await, 0);
    let messages = receiver.received();
    assert_eq!(messages.len(), 8);
    assert!(messages.iter().all(|message| message.body == messages[0].body));
    assert!(messages.iter().all(|message| message.header("webhook-id") == messages[0].header("webhook-id")));
}

#[tokio::test]
async fn a_receiver_that_recovers_gets_the_message() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let receiver = Receiver::start().await;
    let (id, _) = made(&service, &org, &receiver.url, &["key.created"]).await;
    receiver.next_times(2, 503);
    raised(&service, &org).await;
    for wait in [0, WAITS[0], WAITS[1]] {
        service.advance(wait);
        service.run_due_jobs().await;
    }
    let delivery = &log(&service, &org, &id).await[0];
    assert_eq!((&delivery["status"], &delivery["attempts"]), (&json!("succeeded"), &json!(3)));
    assert_eq!(delivery["failure"], Value::Null);
    assert_eq!(shown(&service, &org, &id).await["consecutiveFailures"], 0);
}

#[tokio::test]
async fn a_receiver_is_given_the_time_it_asks_for_in_seconds_and_as_a_date() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let receiver = Receiver::start().await;
    let (id, _) = made(&service, &org, &receiver.url, &["key.created"]).await;
    // The clock of the tests is at a whole second, as HTTP dates are.
    let in_an_hour = service.clock.now() + jiff::SignedDuration::from_hours(1);
    let as_date = in_an_hour.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string();
    for (status, asked) in [(429, "3600".to_owned()), (503, as_date)] {
        receiver.next(Reaction::Answer(status, vec![("retry-after", asked.clone())]));
        raised(&service, &org).await;
        service.run_due_jobs().await;
        let delivery = log(&service, &org, &id).await[0].clone();
        let tried = delivery["attemptLog"].as_array().unwrap();
        assert_eq!((tried.len(), &tried[0]["responseStatus"]), (1, &json!(status)), "{asked}: {delivery}");
        assert!(tried[0]["failure"].as_str().unwrap().contains(&status.to_string()), "{delivery}");
        assert_eq!(delivery["nextAttemptAt"], json!(format!("{in_an_hour:.3}")), "{asked}");
        // The next message is newer, and its receiver asks for the same time.
        service.advance(1);
    }
    let sent = receiver.received().len();
    service.advance(3_597);
    assert_eq!(service.run_due_jobs().await, 0);
    service.advance(1);
    assert_eq!(service.run_due_jobs().await, 2);
    assert_eq!(receiver.received().len(), sent + 2);
    for delivery in log(&service, &org, &id).await {
        let told: Vec<&Value> =
            delivery["attemptLog"].as_array().unwrap().iter().map(|attempt| &attempt["responseStatus"]).collect();
        assert_eq!(told.len(), 2, "{delivery}");
        assert_eq!(told[1], &json!(200), "{delivery}");
    }
}

#[tokio::test]
async fn a_receiver_that_hangs_costs_one_attempt() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let receiver = Receiver::start().await;
    let (id, _) = made(&service, &org, &receiver.url, &["key.created"]).await;
    receiver.next(Reaction::Hang);
    raised(&service, &org).await;
    service.run_due_jobs().await;
    let delivery = &log(&service, &org, &id).await[0];
    assert_eq!((&delivery["status"], &delivery["responseStatus"]), (&json!("pending"), &Value::Null));
    assert_eq!(delivery["failure"], "The receiver did not answer in time.");
    service.advance(WAITS[0]);
    service.run_due_jobs().await;
    assert_eq!(log(&service, &org, &id).await[0]["status"], "succeeded");
}

#[tokio::test]
async fn a_delivery_to_an_unreachable_receiver_is_reported_and_stays_pending() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (id, _) = made(&service, &org, &format!("http://{free}/"), &["key.created"]).await;
    raised(&service, &org).await;
    service.run_due_jobs().await;
    let delivery = &log(&service, &org, &id).await[0];
    assert_eq!(
        (&delivery["status"], &delivery["failure"]),
        (&json!("pending"), &json!("The receiver could not be reached."))
    );
}

#[tokio::test]
async fn a_redirect_is_a_failure_and_leads_nowhere() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let (receiver, elsewhere) = (Receiver::start().await, Receiver::start().await);
    let (id, _) = made(&service, &org, &receiver.url, &["key.created"]).await;
    for target in [elsewhere.url.clone(), "http://169.254.169.254/".into(), "http://10.0.0.1/".into()] {
        receiver.next(Reaction::Answer(307, vec![("location", target)]));
        raised(&service, &org).await;
        service.run_due_jobs().await;
        let delivery = &log(&service, &org, &id).await[0];
        assert_eq!((&delivery["status"], &delivery["responseStatus"]), (&json!("pending"), &json!(307)));
        assert_eq!(delivery["failure"], "The receiver answered 307; redirects are not followed.");
        service.advance(1);
    }
    assert_eq!(elsewhere.received().len(), 0);
}

#[tokio::test]
async fn of_a_huge_answer_little_is_read_and_less_is_kept() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let receiver = Receiver::start().await;
    let (id, _) = made(&service, &org, &receiver.url, &["key.created"]).await;
    receiver.next(Reaction::Talk(200 << 20));
    raised(&service, &org).await;
    service.run_due_jobs().await;
    let delivery = &log(&service, &org, &id).await[0];
    assert_eq!(delivery["status"], "succeeded");
    assert_eq!(delivery["responseBody"], "x".repeat(1_024));
}

#[tokio::test]
async fn a_receiver_that_answers_gone_is_disabled_with_the_reason() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let receiver = Receiver::start().await;
    let (id, _) = made(&service, &org, &receiver.url, &["key.created"]).await;
    receiver.next_times(1, 410);
    raised(&service, &org).await;
    service.run_due_jobs().await;
    let webhook = shown(&service, &org, &id).await;
    assert_eq!((&webhook["enabled"], &webhook["disabledReason"]), (&json!(false), &json!("gone")));
    assert_eq!(log(&service, &org, &id).await[0]["status"], "failed");
    raised(&service, &org).await;
    service.advance(WAITS[0]);
    assert_eq!(service.run_due_jobs().await, 0);
    assert_eq!(actions(&service, &org).await, ["webhook.created", "webhook.disabled"]);
}

#[tokio::test]
async fn a_day_of_failures_disables_a_webhook_with_a_reason_and_a_short_outage_does_not() {
    const DAY: u64 = 86_400;
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let receiver = Receiver::start().await;
    let (id, _) = made(&service, &org, &receiver.url, &["key.created"]).await;
    receiver.next_times(200, 500);
    for failures in 1..=30 {
        raised(&service, &org).await;
        service.run_due_jobs().await;
        let webhook = shown(&service, &org, &id).await;
        assert_eq!((&webhook["enabled"], &webhook["consecutiveFailures"]), (&json!(true), &json!(failures)));
        assert!(webhook["failingSince"].is_string());
    }
    service.advance(DAY);
    raised(&service, &org).await;
    service.run_due_jobs().await;
    let webhook = shown(&service, &org, &id).await;
    assert_eq!((&webhook["enabled"], &webhook["disabledReason"]), (&json!(false), &json!("too_many_failures")));
    let audited = service.get("/api/v1/audit?action=webhook.disabled", &org.session).await;
    let entries = audited.data(200)["items"].as_array().unwrap();
    assert_eq!(entries.len(), 1);
    assert_eq!(
        (&entries[0]["actor"]["type"], &entries[0]["metadata"]),
        (&json!("system"), &json!({ "reason": "too_many_failures" }))
    );
    // Messages that still waited are not sent, and are in the log as failed.
    let sent = receiver.received().len();
    service.advance(DAY);
    service.run_due_jobs().await;
    assert_eq!(receiver.received().len(), sent);
    assert!(log(&service, &org, &id).await.iter().all(|delivery| delivery["status"] == "failed"));

    // A webhook is changed with a fresh proof only.
    let session = service.session_of(service.owner_of(&org).await).await;
    let org = crate::harness::Org { session, ..org.clone() };
    let enabled = patched(&service, &org, &id, &json!({ "enabled": true })).await;
    assert_eq!(
        (&enabled.data(200)["disabledReason"], &enabled.data(200)["consecutiveFailures"]),
        (&Value::Null, &json!(0))
    );
    assert_eq!(enabled.data(200)["failingSince"], Value::Null);
    raised(&service, &org).await;
    service.run_due_jobs().await;
    assert_eq!(receiver.received().len(), sent + 1);
}

#[tokio::test]
async fn what_failed_long_ago_is_no_part_of_a_short_outage() {
    const DAY: u64 = 86_400;
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let receiver = Receiver::start().await;
    let (id, _) = made(&service, &org, &receiver.url, &["key.created"]).await;
    receiver.next_times(200, 500);
    // All attempts of one message fail, for more than a day. Then nothing happens for two days.
    raised(&service, &org).await;
    for _ in 0..=WAITS.len() {
        service.run_due_jobs().await;
        service.advance(WAITS[6]);
    }
    assert_eq!(shown(&service, &org, &id).await["consecutiveFailures"], 8);
    service.advance(2 * DAY);
    for failures in 9..=40 {
        raised(&service, &org).await;
        service.run_due_jobs().await;
        let webhook = shown(&service, &org, &id).await;
        assert_eq!((&webhook["enabled"], &webhook["consecutiveFailures"]), (&json!(true), &json!(failures)));
    }
    service.advance(DAY);
    raised(&service, &org).await;
    service.run_due_jobs().await;
    assert_eq!(shown(&service, &org, &id).await["enabled"], false, "a day later it is");
}

#[tokio::test]
async fn a_failed_test_is_not_repeated_and_not_counted() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let receiver = Receiver::start().await;
    let (id, _) = made(&service, &org, &receiver.url, &["key.created"]).await;
    receiver.next_times(1, 500);
    posted(&service, &org, &id, "test").await.data(202);
    service.run_due_jobs().await;
    let delivery = &log(&service, &org, &id).await[0];
    assert_eq!((&delivery["event"], &delivery["status"]), (&json!("webhook.test"), &json!("failed")));
    assert_eq!(shown(&service, &org, &id).await["consecutiveFailures"], 0);
}

#[tokio::test]
async fn an_address_that_turned_inward_after_it_was_taken_is_not_reached() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let (id, _) = made(&service, &org, "https://hooks.example.com/", &["key.created"]).await;
    // The webhook's address is now a private one, as after a change in DNS or of the settings.
    for inward in ["https://10.0.0.1/", "https://192.168.1.1/", "http://[::1]:9/"] {
        let edit = WebhookEdit { url: Some(inward.into()), ..WebhookEdit::default() };
        let entry = service.audit(org.id, "webhook.updated");
        let webhook: WebhookId = id.parse().unwrap();
        webhooks::put(&*service.metadata, (org.id, webhook), edit, entry).await.unwrap().unwrap();
        raised(&service, &org).await;
        service.run_due_jobs().await;
        let delivery = &log(&service, &org, &id).await[0];
        assert_eq!(delivery["failure"], "The address does not lead to a public address.", "{inward}");
        service.advance(1);
    }
}
