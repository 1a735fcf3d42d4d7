//! Channels: what admins see of them, what is sent there, and services that fail.

use askline_domain::{channels::message::MAX_AT_ONCE_A_DAY, organizations::plan::Plan};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    harness::{Answer, Org, Service},
    mail::{Letter, Mailing},
    webhooks::receiver::{Reaction, Receiver},
};

const PATH: &str = "/api/v1/notifications/channels";
const HOURS_6: u64 = 6 * 3_600;

async fn create(service: &Service, org: &Org, kind: &str, address: &str) -> Answer {
    let body = json!({ "type": kind, "name": "#seo", "address": address });
    service.send(Method::POST, PATH, Some(&org.session), Some(&body)).await
}

async fn added(service: &Service, org: &Org, kind: &str, receiver: &Receiver) -> String {
    create(service, org, kind, &receiver.url).await.data(201)["id"].as_str().unwrap().to_owned()
}

async fn route(service: &Service, org: &Org, items: Value) -> Answer {
    let path = format!("/api/v1/orgs/{}/notifications", org.id);
    service.send(Method::PUT, &path, Some(&org.session), Some(&json!({ "items": items }))).await
}

async fn post(service: &Service, org: &Org, path: &str, body: Value) -> Value {
    service.send(Method::POST, path, Some(&org.session), Some(&body)).await.data(201).clone()
}

async fn raise(service: &Service, org: &Org) {
    post(service, org, "/api/v1/keys", json!({ "scopes": ["sites:read"], "name": "<!channel> *CI*" })).await;
}

async fn messages(service: &Service, org: &Org, id: &str) -> Vec<Value> {
    let listed = service.get(&format!("{PATH}/{id}/messages"), &org.session).await;
    listed.data(200)["items"].as_array().unwrap().clone()
}

async fn shown(service: &Service, org: &Org, id: &str) -> Value {
    let listed = service.get(PATH, &org.session).await;
    let items = listed.data(200)["items"].as_array().unwrap();
    items.iter().find(|item| item["id"] == id).unwrap_or(&Value::Null).clone()
}

#[tokio::test]
async fn an_address_is_never_shown_again() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Free).await;
    let address = "https://hooks.slack.com/services/T00000000/B00000000/abcdefgh9fQ2";
    let made = create(&service, &org, "slack", address).await;
    let channel = made.data(201).clone();
    let id = channel["id"].as_str().unwrap();
    assert_eq!(
        channel,
        json!({
            "id": id, "type": "slack", "name": "#seo", "maskedAddress": "hooks.slack.com/…9fQ2", "audience": "team", "state": "active", "isGone": false,
            "failure": null, "failingSince": null, "lastSentAt": null, "createdAt": "2026-06-15T12:00:00.000Z",
            "updatedAt": "2026-06-15T12:00:00.000Z", "createdBy": channel["createdBy"],
        })
    );
    assert_eq!(channel["createdBy"]["email"], org.owner_email);
    let one = format!("{PATH}/{id}");
    let patch =
        json!({ "name": "#ai", "address": "https://hooks.slack.com/services/T00000000/B00000000/secretsecret" });
    let changed = service.send(Method::PATCH, &one, Some(&org.session), Some(&patch)).await;
    assert_eq!(
        (&changed.data(200)["name"], &changed.data(200)["maskedAddress"]),
        (&json!("#ai"), &json!("hooks.slack.com/…cret"))
    );
    service.send(Method::POST, &format!("{one}/test"), Some(&org.session), None).await.data(202);
    route(&service, &org, json!([{ "kind": "key.created", "channelId": id }])).await.data(200);
    let listed = service.get(PATH, &org.session).await;
    let audit = service.get("/api/v1/audit?limit=200", &org.session).await;
    service.send(Method::DELETE, &one, Some(&org.session), None).await.data(200);
    for answer in [&made, &changed, &listed, &audit] {
        assert!(!answer.text.contains("T00000000"), "{}", answer.text);
    }
    let audit = service.get("/api/v1/audit?limit=200", &org.session).await;
    for action in ["channel.created", "channel.updated", "channel.tested", "channel.deleted", "notifications.routed"] {
        assert!(audit.text.contains(&format!("\"{action}\"")), "{action}");
    }
    assert_eq!(shown(&service, &org, id).await, Value::Null);
}

#[tokio::test]
async fn what_cannot_be_sent_is_refused_and_stores_nothing() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    for (kind, address) in [
        ("slack", "https://example.com/services/T/B/x"),
        ("slack", "http://hooks.slack.com/services/T/B/x"),
        ("discord", "https://hooks.slack.com/services/T/B/x"),
        ("teams", "https://example.webhook.office.com/webhookb2/x"),
        ("slack", "https://10.0.0.1/services/T/B/x"),
    ] {
        let refused = create(&service, &org, kind, address).await;
        let error = &refused.refused(422, "VALIDATION_FAILED").body["error"];
        assert_eq!(
            (&error["details"][0]["path"], &error["details"][0]["code"]),
            (&json!("address"), &json!("INVALID_ADDRESS"))
        );
    }
    assert_eq!(service.get(PATH, &org.session).await.data(200)["items"], json!([]));
    let receiver = Receiver::start().await;
    let id = added(&service, &org, "slack", &receiver).await;
    for (item, path) in [
        (json!({ "kind": "report.daily", "channelId": id }), "items[0].kind"),
        (json!({ "kind": "site.stale", "channelId": "ntf_01j00000000000000000000000" }), "items[0].channelId"),
        (
            json!({ "kind": "site.stale", "channelId": id, "siteIds": ["site_01j00000000000000000000000"] }),
            "items[0].siteIds[0]",
        ),
    ] {
        let refused = route(&service, &org, json!([item])).await;
        assert_eq!(refused.refused(422, "VALIDATION_FAILED").body["error"]["details"][0]["path"], path);
    }
    let routes = service.get(&format!("/api/v1/orgs/{}/notifications", org.id), &org.session).await;
    assert_eq!(routes.data(200)["items"], json!([]));
}

#[tokio::test]
async fn an_event_reaches_the_channels_that_get_it_in_the_form_of_each_service() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let mut receivers = Vec::new();
    let mut items = Vec::new();
    for kind in ["slack", "discord", "teams"] {
        let receiver = Receiver::start().await;
        let id = added(&service, &org, kind, &receiver).await;
        items.push(json!({ "kind": "key.created", "channelId": id, "siteIds": null }));
        receivers.push((receiver, id));
    }
    let routed = route(&service, &org, Value::Array(items.clone())).await;
    let mut listed = routed.data(200)["items"].as_array().unwrap().clone();
    listed.sort_by_key(|item| item["channelId"].to_string());
    items.sort_by_key(|item| item["channelId"].to_string());
    assert_eq!(listed, items);
    raise(&service, &org).await;
    assert_eq!(service.run_due_jobs().await, 3);
    let body = |index: usize| -> Value {
        let (receiver, _): &(Receiver, String) = &receivers[index];
        let received = receiver.received();
        assert_eq!(received.len(), 1);
        assert_eq!(received[0].header("content-type"), "application/json");
        serde_json::from_str(&received[0].body).unwrap()
    };
    let slack = body(0);
    assert_eq!(slack["blocks"][0]["text"]["text"], "An API key was created");
    assert!(
        slack["blocks"][1]["text"]["text"].as_str().unwrap().starts_with("Key: &lt;!channel&gt; *CI* (ak_"),
        "{slack}"
    );
    let discord = body(1);
    assert_eq!(discord["allowed_mentions"], json!({ "parse": [] }));
    assert!(discord["embeds"][0]["description"].as_str().unwrap().contains("\\<\\!channel\\> \\*CI\\*"), "{discord}");
    let card = &body(2)["attachments"][0]["content"];
    assert_eq!(card["body"][0]["inlines"][0]["text"], "An API key was created");
    for (_, id) in &receivers {
        let message = &messages(&service, &org, id).await[0];
        assert_eq!(
            (&message["state"], &message["kind"], &message["attempts"]),
            (&json!("sent"), &json!("key.created"), &json!(1))
        );
        assert_eq!(shown(&service, &org, id).await["lastSentAt"], message["sentAt"]);
    }
}

#[tokio::test]
async fn events_of_other_sites_and_kinds_are_not_sent() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let (first, second) = (org.site, service.site_of(&org, "second.example").await);
    let receiver = Receiver::start().await;
    let id = added(&service, &org, "slack", &receiver).await;
    route(&service, &org, json!([{ "kind": "rule.created", "channelId": id, "siteIds": [first] }])).await.data(200);
    let rule = json!({ "name": "a", "action": { "type": "hide_widget" } });
    raise(&service, &org).await;
    for site in [second, first] {
        post(&service, &org, &format!("/api/v1/rules/{site}"), rule.clone()).await;
    }
    service.run_due_jobs().await;
    let listed = messages(&service, &org, &id).await;
    assert_eq!((listed.len(), &listed[0]["siteId"]), (1, &json!(first)));
    // A deleted site is among what is sent no more.
    service.send(Method::DELETE, &format!("/api/v1/sites/{first}"), Some(&org.session), None).await.data(200);
    let path = format!("/api/v1/orgs/{}/notifications", org.id);
    let left = service.get(&path, &org.session).await.data(200)["items"].clone();
    assert_eq!(left, json!([{ "kind": "rule.created", "channelId": id, "siteIds": [] }]));
    route(&service, &org, left).await.data(200);
}

#[tokio::test]
async fn what_is_beyond_two_a_day_waits_for_one_digest_at_18() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let receiver = Receiver::start().await;
    let id = added(&service, &org, "slack", &receiver).await;
    route(&service, &org, json!([{ "kind": "key.created", "channelId": id }])).await.data(200);
    for _ in 0..5 {
        raise(&service, &org).await;
        service.advance(1);
    }
    service.run_due_jobs().await;
    let at_once = usize::try_from(MAX_AT_ONCE_A_DAY).unwrap();
    assert_eq!(receiver.received().len(), at_once);
    let states = |listed: &[Value]| -> Vec<String> {
        let mut states: Vec<String> =
            listed.iter().map(|message| message["state"].as_str().unwrap().to_owned()).collect();
        states.sort();
        states
    };
    assert_eq!(
        states(&messages(&service, &org, &id).await),
        ["pending", "sent", "sent", "waiting", "waiting", "waiting"]
    );
    // The clock of the tests begins at noon.
    service.advance(HOURS_6 - 10);
    assert_eq!(service.run_due_jobs().await, 0);
    service.advance(10);
    service.run_due_jobs().await;
    let received = receiver.received();
    assert_eq!(received.len(), at_once + 1);
    let digest: Value = serde_json::from_str(&received[at_once].body).unwrap();
    assert_eq!(digest["blocks"][0]["text"]["text"], "More of today");
    assert_eq!(digest["blocks"][1]["text"]["text"], ["An API key was created"; 3].join("\n"));
    assert!(states(&messages(&service, &org, &id).await).iter().all(|state| state == "sent"));
    // The next day begins with messages that are sent at once.
    service.advance(2 * HOURS_6);
    raise(&service, &org).await;
    service.run_due_jobs().await;
    assert_eq!(receiver.received().len(), at_once + 2);
}

#[tokio::test]
async fn a_service_that_limits_hangs_or_redirects_gets_the_message_later() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let receiver = Receiver::start().await;
    let id = added(&service, &org, "discord", &receiver).await;
    route(&service, &org, json!([{ "kind": "key.created", "channelId": id }])).await.data(200);
    raise(&service, &org).await;
    let inward = vec![("location", "http://169.254.169.254/".to_owned())];
    for (reaction, status, wait, failure) in [
        (Reaction::Answer(429, vec![("retry-after", "3600".into())]), json!(429), 3_600, "The receiver answered 429."),
        (Reaction::Hang, Value::Null, 375, "The receiver did not answer in time."),
        (Reaction::Answer(302, inward), json!(302), 2_250, "The receiver answered 302; redirects are not followed."),
    ] {
        receiver.next(reaction);
        service.run_due_jobs().await;
        let message = messages(&service, &org, &id).await[0].clone();
        assert_eq!(
            (&message["state"], &message["responseStatus"], &message["failure"]),
            (&json!("pending"), &status, &json!(failure))
        );
        let channel = shown(&service, &org, &id).await;
        assert_eq!((&channel["state"], &channel["failure"]), (&json!("failing"), &json!(failure)));
        service.advance(wait - 1);
        if status == json!(429) {
            assert_eq!(service.run_due_jobs().await, 0, "the service asked for an hour");
        }
        service.advance(1);
    }
    service.run_due_jobs().await;
    assert_eq!(messages(&service, &org, &id).await[0]["state"], "sent");
    assert_eq!(shown(&service, &org, &id).await["state"], "active");
}

#[tokio::test]
async fn a_channel_test_reports_its_outcome_and_is_not_retried() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let receiver = Receiver::start().await;
    let id = added(&service, &org, "teams", &receiver).await;
    let test = || async { service.send(Method::POST, &format!("{PATH}/{id}/test"), Some(&org.session), None).await };
    receiver.next_times(1, 500);
    assert_eq!(test().await.data(202)["state"], "pending");
    service.run_due_jobs().await;
    let message = messages(&service, &org, &id).await[0].clone();
    assert_eq!((&message["state"], &message["failure"]), (&json!("failed"), &json!("The receiver answered 500.")));
    service.advance(1);
    test().await.data(202);
    service.run_due_jobs().await;
    assert_eq!(messages(&service, &org, &id).await[0]["state"], "sent");
    let off = json!({ "enabled": false });
    service.send(Method::PATCH, &format!("{PATH}/{id}"), Some(&org.session), Some(&off)).await.data(200);
    test().await.refused(409, "CONFLICT");
}

#[tokio::test]
async fn a_channel_whose_address_answers_gone_for_a_day_is_disabled_and_admins_get_an_email() {
    let mailing = Mailing::start().await;
    let service = &mailing.service;
    let org = service.organization(Plan::Pro).await;
    mailing.prove_owner(&org).await;
    mailing.sent().await;
    let receiver = Receiver::start().await;
    let id = added(service, &org, "slack", &receiver).await;
    route(service, &org, json!([{ "kind": "rule.created", "channelId": id }])).await.data(200);
    receiver.next_times(20, 404);
    let rule = json!({ "name": "a", "action": { "type": "hide_widget" } });
    post(service, &org, &format!("/api/v1/rules/{}", org.site), rule).await;
    for attempt in 1..=5 {
        let channel = shown(service, &org, &id).await;
        assert_ne!(channel["state"], "disabled", "before attempt {attempt}");
        service.run_due_jobs().await;
        service.advance(HOURS_6 + HOURS_6 / 4 + 1);
    }
    let channel = shown(service, &org, &id).await;
    assert_eq!((&channel["state"], &channel["isGone"]), (&json!("disabled"), &json!(true)));
    mailing.sent().await;
    let letters = mailing.server.taken();
    let letter = letters.iter().map(Letter::of).find(|letter| letter.subject.contains("channel")).expect("an email");
    assert!(
        letter.text.contains("#seo") && letter.text.contains(&format!("/orgs/{}/notifications", org.id)),
        "{}",
        letter.text
    );
    let audit = service.get("/api/v1/audit?action=channel.disabled", &org.session).await;
    assert_eq!(audit.data(200)["items"].as_array().unwrap().len(), 1);
    let on = json!({ "enabled": true });
    let enabled = service.send(Method::PATCH, &format!("{PATH}/{id}"), Some(&org.session), Some(&on)).await;
    assert_eq!((&enabled.data(200)["state"], &enabled.data(200)["isGone"]), (&json!("active"), &json!(false)));
}
