//! A POST with an `Idempotency-Key` stores its record in the transaction of its change. This holds for every such
//! route, wherever the request is interrupted.

use std::{collections::BTreeSet, future::poll_fn, task::Poll};

use askline_api::{
    routes,
    settings::{ApiSettings, RequestLimits},
};
use askline_domain::organizations::plan::Plan;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    harness::{Answer, Org, Service},
    monitors::engines::catalogue,
    webhooks::receiver::Receiver,
};

async fn post(service: &Service, path: &str, bearer: &str, key: &str, body: &Value) -> Answer {
    let request = service.request(Method::POST, path).bearer_auth(bearer).header("idempotency-key", key);
    service.answer(if body.is_null() { request } else { request.json(body) }).await
}

async fn audit_entries(service: &Service, org: &Org) -> usize {
    let listed = service.get(&format!("/api/v1/audit?limit=200&orgId={}", org.id), &org.session).await;
    listed.data(200)["items"].as_array().unwrap().len()
}

/// A POST request to a route, ready to be sent.
struct Post {
    /// Its path in the table.
    row: &'static str,
    path: String,
    body: Value,
    /// Where its response contains the id of the created or changed object; `None` if the id is `expected_id`.
    id_at: Option<&'static str>,
    expected_id: String,
}

fn made(row: &'static str, path: impl Into<String>, body: Value, id_at: &'static str) -> Post {
    Post { row, path: path.into(), body, id_at: Some(id_at), expected_id: String::new() }
}

fn changed(row: &'static str, path: impl Into<String>, body: Value, expected_id: impl ToString) -> Post {
    Post { row, path: path.into(), body, id_at: None, expected_id: expected_id.to_string() }
}

/// Creates an object for a later POST; returns the response's data.
async fn prepared(service: &Service, org: &Org, path: &str, body: Value) -> Value {
    let answer = service.send(Method::POST, path, Some(&org.session), Some(&body)).await;
    assert!(answer.status.is_success(), "{path}: {}", answer.text);
    answer.body["data"].clone()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}

/// One POST for each route that accepts an `Idempotency-Key`.
async fn every_post(service: &Service, org: &Org, receiver: &Receiver) -> Vec<Post> {
    let (site, second) = (org.site, service.site_of(org, "second.example").await);
    let api_key = text(&prepared(service, org, "/api/v1/keys", json!({ "scopes": ["org:read"] })).await["id"]);
    let webhook = json!({ "url": receiver.url, "events": ["site.installed"] });
    let hook = text(&prepared(service, org, "/api/v1/webhooks", webhook.clone()).await["id"]);
    // The one message to this webhook waits for its next attempt.
    let down = json!({ "url": receiver.url, "events": ["key.created"] });
    let down = text(&prepared(service, org, "/api/v1/webhooks", down).await["id"]);
    receiver.next_times(1, 503);
    prepared(service, org, "/api/v1/keys", json!({ "scopes": ["org:read"] })).await;
    service.run_due_jobs().await;
    let delivery = text(&prepared(service, org, &format!("/api/v1/webhooks/{hook}/test"), Value::Null).await["id"]);
    service.run_due_jobs().await;
    let channel = json!({ "type": "slack", "name": "#seo", "address": receiver.url });
    let chat = text(&prepared(service, org, "/api/v1/notifications/channels", channel.clone()).await["id"]);
    let reader = json!({ "email": "reader@example.com", "audience": "team" });
    let reader = text(&prepared(service, org, "/api/v1/notifications/recipients", reader).await["id"]);
    let monitor = json!({ "query": "Which is best?", "cadence": "manual", "engines": ["openai"] });
    let watched = text(&prepared(service, org, &format!("/api/v1/monitors/{site}"), monitor.clone()).await["id"]);
    let listed = service.get(&format!("/api/v1/prompts/{second}?limit=200"), &org.session).await;
    let generated = listed.data(200)["items"].as_array().unwrap().iter().find(|prompt| prompt["source"] == "generated");
    let generated = text(&generated.expect("a new site has generated prompts")["id"]);
    let prompt = json!({ "name": "a", "kind": "custom", "text": "Look at {{url}}" });
    let rule = json!({ "name": "a", "action": { "type": "hide_widget" } });
    let items = json!([{ "name": "imported", "kind": "custom", "text": "Look at {{url}}" }]);
    let file = json!({ "exportVersion": "1.0", "kind": "prompts", "items": items });
    let member = json!({ "email": "grace@example.com", "role": "viewer" });
    let members = format!("/api/v1/orgs/{}/members", org.id);
    let invited = prepared(service, org, &members, json!({ "email": "ada@example.com", "role": "viewer" })).await;
    let invited = text(&invited["member"]["userId"]);
    let accounts = format!("/api/v1/orgs/{}/service-accounts", org.id);
    let account = json!({ "name": "CI", "role": "viewer" });
    let program = text(&prepared(service, org, &accounts, account.clone()).await["id"]);
    let sources = format!("/api/v1/logs/{site}/sources");
    let source = json!({ "name": "web 1" });
    let sending = text(&prepared(service, org, &sources, source.clone()).await["source"]["id"]);
    service.propose_rules(&site.to_string()).await;
    vec![
        made("/api/v1/logs/{siteId}/sources", sources.clone(), source, "/source/id"),
        made(
            "/api/v1/logs/{siteId}/sources/{sourceId}/rotate",
            format!("{sources}/{sending}/rotate"),
            Value::Null,
            "/source/id",
        ),
        made("/api/v1/keys", "/api/v1/keys", json!({ "scopes": ["org:read"] }), "/id"),
        made("/api/v1/keys/{keyId}/rotate", format!("/api/v1/keys/{api_key}/rotate"), Value::Null, "/id"),
        made("/api/v1/orgs/{orgId}/service-accounts", accounts.clone(), account, "/id"),
        made(
            "/api/v1/orgs/{orgId}/service-accounts/{serviceAccountId}/token",
            format!("{accounts}/{program}/token"),
            json!({}),
            "/serviceAccount/id",
        ),
        made("/api/v1/orgs/{orgId}/members", members.clone(), member, "/member/userId"),
        made(
            "/api/v1/orgs/{orgId}/members/{userId}/invitation",
            format!("{members}/{invited}/invitation"),
            Value::Null,
            "/member/userId",
        ),
        made("/api/v1/sites", "/api/v1/sites", json!({ "domain": "third.example" }), "/id"),
        changed(
            "/api/v1/sites/{siteId}/config/rollback",
            format!("/api/v1/sites/{site}/config/rollback"),
            json!({ "version": 1 }),
            site,
        ),
        changed("/api/v1/sites/{siteId}/verify", format!("/api/v1/sites/{site}/verify"), Value::Null, site),
        made("/api/v1/prompts/{siteId}", format!("/api/v1/prompts/{site}"), prompt, "/id"),
        made("/api/v1/prompts/{siteId}/regenerate", format!("/api/v1/prompts/{site}/regenerate"), Value::Null, "/id"),
        made(
            "/api/v1/prompts/{siteId}/{promptId}/regenerate",
            format!("/api/v1/prompts/{second}/{generated}/regenerate"),
            Value::Null,
            "/id",
        ),
        changed("/api/v1/prompts/{siteId}/import", format!("/api/v1/prompts/{site}/import"), file, site),
        made(
            "/api/v1/annotations/{siteId}",
            format!("/api/v1/annotations/{site}"),
            json!({ "text": "A release" }),
            "/id",
        ),
        made(
            "/api/v1/links/{siteId}",
            format!("/api/v1/links/{site}"),
            json!({ "name": "Month", "panels": ["figures"], "range": { "days": 30 } }),
            "/link/id",
        ),
        made("/api/v1/rules/{siteId}", format!("/api/v1/rules/{site}"), rule, "/id"),
        made(
            "/api/v1/rules/{siteId}/proposed/approve",
            format!("/api/v1/rules/{site}/proposed/approve"),
            json!({ "ids": ["prop_01kv5je8g00000000000000001"] }),
            "/approved/0/rule/id",
        ),
        changed(
            "/api/v1/rules/{siteId}/proposed/dismiss",
            format!("/api/v1/rules/{site}/proposed/dismiss"),
            json!({ "ids": ["prop_01kv5je8g00000000000000002"] }),
            site,
        ),
        made("/api/v1/monitors/{siteId}", format!("/api/v1/monitors/{site}"), monitor, "/id"),
        made(
            "/api/v1/monitors/{siteId}/{monitorId}/run",
            format!("/api/v1/monitors/{site}/{watched}/run"),
            Value::Null,
            "/run/id",
        ),
        made("/api/v1/notifications/channels", "/api/v1/notifications/channels", channel, "/id"),
        made(
            "/api/v1/notifications/channels/{channelId}/test",
            format!("/api/v1/notifications/channels/{chat}/test"),
            Value::Null,
            "/id",
        ),
        made(
            "/api/v1/notifications/recipients",
            "/api/v1/notifications/recipients",
            json!({ "email": "client@example.com", "audience": "client" }),
            "/id",
        ),
        made(
            "/api/v1/notifications/recipients/{recipientId}/confirmation",
            format!("/api/v1/notifications/recipients/{reader}/confirmation"),
            Value::Null,
            "/id",
        ),
        made("/api/v1/webhooks", "/api/v1/webhooks", webhook, "/id"),
        made("/api/v1/webhooks/{webhookId}/rotate", format!("/api/v1/webhooks/{hook}/rotate"), Value::Null, "/id"),
        made("/api/v1/webhooks/{webhookId}/test", format!("/api/v1/webhooks/{hook}/test"), Value::Null, "/id"),
        made(
            "/api/v1/webhooks/{webhookId}/deliveries/{deliveryId}/replay",
            format!("/api/v1/webhooks/{hook}/deliveries/{delivery}/replay"),
            Value::Null,
            "/id",
        ),
        changed(
            "/api/v1/webhooks/{webhookId}/replay",
            format!("/api/v1/webhooks/{down}/replay"),
            json!({ "since": "2026-01-01T00:00:00Z", "status": "pending" }),
            &down,
        ),
        // Last, because afterwards requests of the session must name one of its organizations.
        made("/api/v1/orgs", "/api/v1/orgs", json!({ "name": "Second" }), "/id"),
    ]
}

#[tokio::test]
async fn every_post_is_replayed_though_all_that_followed_its_change_was_lost() {
    let limits = RequestLimits { session_per_minute: 0, ..RequestLimits::default() };
    let settings = ApiSettings {
        engines: catalogue(),
        limits,
        organizations_per_account: 9,
        mail: true,
        ..ApiSettings::default()
    };
    let service = Service::start_with(settings).await;
    let org = service.organization(Plan::Enterprise).await;
    let receiver = Receiver::start().await;
    let posts = every_post(&service, &org, &receiver).await;
    let ours: BTreeSet<&str> = routes::table().policies().filter(|row| row.idempotent).map(|row| row.path).collect();
    let tried: BTreeSet<&str> = posts.iter().map(|post| post.row).collect();
    assert_eq!(ours, tried, "every row that takes an Idempotency-Key has a request here");

    // As after a kill right after the commit: what is not stored with the change is never stored.
    service.stores.refuse_insertions("idempotency_answers").await;
    for Post { row, path, body, id_at, expected_id } in posts {
        let first = post(&service, &path, &org.session, "a-key", &body).await;
        assert!(first.status.is_success() && first.header("idempotency-replayed").is_empty(), "{row}: {}", first.text);
        let id = id_at.map_or(expected_id, |pointer| text(first.body["data"].pointer(pointer).unwrap_or(&Value::Null)));
        let entries = audit_entries(&service, &org).await;
        for _ in 0..2 {
            let again = post(&service, &path, &org.session, "a-key", &body).await;
            assert_eq!(again.header("idempotency-replayed"), "true", "{row}: {}", again.text);
            assert_eq!((again.status, &again.body["data"]), (first.status, &json!({ "id": id })), "{row}");
        }
        assert_eq!(audit_entries(&service, &org).await, entries, "{row}");
    }
}

#[tokio::test]
async fn sent_to_two_servers_at_once_a_request_is_done_by_one_and_replayed_by_the_other() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let other = service.another_server().await;
    let path = format!("/api/v1/prompts/{}", org.site);
    for n in 0..10 {
        let body = json!({ "name": format!("prompt {n}"), "kind": "custom", "text": "Look at {{url}}" });
        let key = n.to_string();
        // Writes are blocked, so that both find no record of the request and try to make the change.
        let held = service.hold_writers().await;
        let send = |address| {
            let url = format!("http://{address}{path}");
            let request = reqwest::Client::builder().no_proxy().build().unwrap().post(url);
            let request = request.bearer_auth(&org.session).header("idempotency-key", &key).json(&body).send();
            tokio::spawn(async move {
                let answer = request.await.unwrap();
                let replayed = answer.headers().contains_key("idempotency-replayed");
                (answer.status().as_u16(), replayed, answer.json::<Value>().await.unwrap()["data"]["id"].clone())
            })
        };
        let sent = [send(service.address), send(other)];
        for _ in 0..20 {
            service.get(&path, &org.session).await.data(200);
        }
        drop(held);
        let [first, second] = futures_util::future::join_all(sent).await.try_into().unwrap();
        let ((first, is_replay, id), (second, is_other_replay, other_id)) = (first.unwrap(), second.unwrap());
        assert_eq!((first, second), (201, 201));
        assert!(is_replay != is_other_replay, "{n}: replayed by {is_replay} and {is_other_replay}");
        assert_eq!(id, other_id);
    }
}

#[tokio::test]
async fn a_failure_of_ours_that_changed_nothing_uses_no_key_up() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let path = format!("/api/v1/prompts/{}", org.site);
    let prompt = json!({ "name": "a", "kind": "custom", "text": "Look at {{url}}" });
    service.stores.refuse_insertions("audit_entries").await;
    for _ in 0..2 {
        post(&service, &path, &org.session, "k", &prompt).await.refused(500, "INTERNAL_ERROR");
    }
    service.stores.allow_insertions("audit_entries").await;
    let done = post(&service, &path, &org.session, "k", &prompt).await;
    assert_eq!((done.status.as_u16(), done.header("idempotency-replayed")), (201, ""));
    assert_eq!(post(&service, &path, &org.session, "k", &prompt).await.header("idempotency-replayed"), "true");
}

#[tokio::test]
async fn whenever_a_client_hangs_up_its_key_is_done_once_and_never_stuck() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let path = format!("/api/v1/prompts/{}", org.site);
    let names: Vec<String> = (0..40).map(|n| format!("prompt {n}")).collect();
    for (polls, name) in names.iter().enumerate() {
        let body = json!({ "name": name, "kind": "custom", "text": "Look at {{url}}" });
        let mut cut_off = Box::pin(post(&service, &path, &org.session, name, &body));
        for _ in 0..polls {
            let ready = poll_fn(|context| Poll::Ready(cut_off.as_mut().poll(context).is_ready())).await;
            if ready {
                break;
            }
            tokio::task::yield_now().await;
        }
        drop(cut_off);
        loop {
            let again = post(&service, &path, &org.session, name, &body).await;
            if again.code() != "IDEMPOTENCY_IN_PROGRESS" {
                again.data(201);
                break;
            }
        }
    }
    let listed = service.get(&format!("{path}?limit=200"), &org.session).await;
    let mut stored: Vec<&str> =
        listed.data(200)["items"].as_array().unwrap().iter().filter_map(|item| item["name"].as_str()).collect();
    stored.retain(|name| names.iter().any(|known| known == name));
    assert_eq!(stored.len(), names.len());
    assert_eq!(stored.into_iter().collect::<BTreeSet<_>>().len(), names.len());
}

#[tokio::test]
async fn new_idempotency_key_at_the_record_limit_is_refused_with_the_time_to_wait() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let other = service.organization(Plan::Pro).await;
    let path = |org: &Org| format!("/api/v1/prompts/{}", org.site);
    let prompt = json!({ "name": "a", "kind": "custom", "text": "Look at {{url}}" });
    post(&service, &path(&org), &org.session, "k", &prompt).await.data(201);
    service.tamper("UPDATE idempotency_totals SET records = 100000").await;
    service.advance(86_000);
    let refused = post(&service, &path(&org), &org.session, "new", &prompt).await;
    assert_eq!(refused.refused(429, "RATE_LIMITED").header("retry-after"), "400");
    // Completed requests are replayed, requests without a key are handled, and other organizations are not affected.
    let again = post(&service, &path(&org), &org.session, "k", &prompt).await;
    assert_eq!((again.status.as_u16(), again.header("idempotency-replayed")), (201, "true"));
    service.send(Method::POST, &path(&org), Some(&org.session), Some(&prompt)).await.data(201);
    post(&service, &path(&other), &other.session, "new", &prompt).await.data(201);
    service.advance(400);
    askline_server::background::retention::remove_old_records(&*service.metadata, service.app.now()).await.unwrap();
    post(&service, &path(&org), &org.session, "new", &prompt).await.data(201);
}
