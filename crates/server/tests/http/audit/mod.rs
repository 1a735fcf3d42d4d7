//! The audit log: every change adds one entry, which only its organization can read.

mod evidence;
mod failed_log_ins;

use std::collections::{BTreeMap, BTreeSet};

use askline_domain::{audit::GENESIS_HASH, identity::role::Role, keys::scope::Scope, organizations::plan::Plan};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Org, PASSWORD, Service};

const AGENT: &str = "audit-test/1.0";
const AUDIT: &str = "/api/v1/audit";
const FIELDS: [&str; 11] = [
    "id",
    "occurredAt",
    "action",
    "actor",
    "targets",
    "ip",
    "userAgent",
    "requestId",
    "metadata",
    "previousHash",
    "hash",
];

async fn entries(service: &Service, org: &Org, query: &str) -> Vec<Value> {
    let answer = service.get(&format!("{AUDIT}?limit=200{query}"), &org.session).await;
    answer.data(200)["items"].as_array().unwrap().clone()
}

async fn actions(service: &Service, org: &Org, query: &str) -> Vec<String> {
    let text = |entry: Value| entry["action"].as_str().unwrap().to_owned();
    entries(service, org, query).await.into_iter().map(text).collect()
}

/// The last hash of the chain that these entries form; they must be the whole chain. Entries of the same millisecond are
/// listed by id, and so not always in the order of the chain.
fn end_of_chain(entries: &[Value]) -> &str {
    let next: BTreeMap<&str, &str> =
        entries.iter().map(|entry| (text_of(&entry["previousHash"]), text_of(&entry["hash"]))).collect();
    let mut last = GENESIS_HASH;
    for _ in entries {
        last = next.get(last).unwrap_or_else(|| panic!("nothing follows {last}: {entries:?}"));
    }
    last
}

fn text_of(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}"))
}

#[tokio::test]
async fn a_check_reads_every_entry_of_its_own_organization_alone() {
    let service = Service::start_unlimited().await;
    let (org, _other) = (service.organization(Plan::Pro).await, service.organization(Plan::Free).await);
    let read = entries(&service, &org, "").await;
    let found = service.get("/api/v1/audit/verify", &org.session).await.data(200).clone();
    assert_eq!(
        (&found["intact"], &found["brokenAt"], &found["truncated"]),
        (&json!(true), &Value::Null, &json!(false))
    );
    assert_eq!(found["entries"], json!(read.len()));
}

/// Sends changes one after the other and checks the entry that each leaves.
struct Recorder<'a> {
    service: &'a Service,
    org: &'a Org,
    bearer: &'a str,
    actor: Value,
}

impl Recorder<'_> {
    /// Sends a change, which must add one entry about `target`: an id, or the place of the id in the response's data.
    async fn leaves(&self, action: &str, target: &str, method: &str, path: &str, body: Value) -> Value {
        let before = entries(self.service, self.org, "").await;
        self.service.advance(1);
        let mut request = self.service.request(method.parse().unwrap(), path).header("user-agent", AGENT);
        if !path.contains("/auth/") {
            request = request.bearer_auth(self.bearer);
        }
        let answer = self.service.answer(if body.is_null() { request } else { request.json(&body) }).await;
        assert!(answer.status.is_success() || action == "auth.login_failed", "{method} {path}: {}", answer.text);
        let after = entries(self.service, self.org, "").await;
        assert_eq!(after.len(), before.len() + 1, "{action}");
        assert_eq!(after[1..], before, "{action}");
        self.check_entry(&after[0], action, &answer);
        assert_eq!(after[0]["previousHash"], end_of_chain(&before), "{action}");
        let data = answer.body["data"].clone();
        let target = data.pointer(target).map_or(json!(target), Clone::clone);
        let targets = after[0]["targets"].as_array().unwrap();
        assert!(targets.iter().any(|each| each["id"] == target), "{action} of {target}: {targets:?}");
        data
    }

    fn check_entry(&self, entry: &Value, action: &str, answer: &Answer) {
        let names: BTreeSet<&str> = entry.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(names, FIELDS.into());
        assert_eq!(entry["action"], action);
        let actor = if action == "auth.login_failed" { &entry["actor"] } else { &self.actor };
        let mut direct = actor.clone();
        direct["via"] = Value::Null;
        assert_eq!(entry["actor"], direct, "{action}");
        assert_eq!(entry["ip"], "127.0.0.1", "{action}");
        assert_eq!(entry["userAgent"], AGENT, "{action}");
        assert_eq!(entry["requestId"], answer.header("x-request-id"), "{action}");
        let at: jiff::Timestamp = entry["occurredAt"].as_str().unwrap().parse().unwrap();
        assert_eq!(at, self.service.app.now(), "{action}");
    }
}

async fn check_chains_hold(service: &Service, organizations: usize) {
    let reports = service.metadata.verify_chains().await.unwrap();
    assert_eq!(reports.len(), organizations);
    assert!(reports.iter().all(|report| report.broken_at.is_none() && !report.truncated), "{reports:?}");
}

#[tokio::test]
async fn every_change_leaves_one_entry_with_its_actor_target_and_request() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Business).await;
    let me = service.get("/api/v1/me", &org.session).await.data(200)["user"].clone();
    let actor = json!({ "type": "user", "id": me["id"], "name": org.owner_email });
    let log = Recorder { service: &service, org: &org, bearer: &org.session, actor };

    let login = json!({ "email": org.owner_email, "password": PASSWORD });
    log.leaves("auth.login", "/user/id", "POST", "/api/v1/auth/login", login).await;
    let wrong = json!({ "email": org.owner_email, "password": "a wrong long password" });
    log.leaves("auth.login_failed", me["id"].as_str().unwrap(), "POST", "/api/v1/auth/login", wrong).await;
    assert_eq!(entries(&service, &org, "").await[0]["actor"]["type"], "system");

    let site = log.leaves("site.created", "/id", "POST", "/api/v1/sites", json!({ "domain": "new.example" })).await;
    let site = site["id"].as_str().unwrap();
    let path = format!("/api/v1/sites/{site}");
    log.leaves("site.updated", site, "PATCH", &path, json!({ "name": "Renamed" })).await;
    let config = service.get(&path, &org.session).await.data(200)["config"].clone();
    log.leaves("site.config_updated", site, "PUT", &format!("{path}/config"), config).await;
    log.leaves("site.config_rolled_back", site, "POST", &format!("{path}/config/rollback"), json!({ "version": 1 }))
        .await;
    log.leaves("site.verified", site, "POST", &format!("{path}/verify"), Value::Null).await;

    let prompts = format!("/api/v1/prompts/{site}");
    let body = json!({ "name": "a", "kind": "custom", "text": "{{url}}" });
    let prompt = log.leaves("prompt.created", "/id", "POST", &prompts, body).await;
    let prompt = format!("{prompts}/{}", prompt["id"].as_str().unwrap());
    log.leaves("prompt.updated", "/id", "PATCH", &prompt, json!({ "name": "b" })).await;
    log.leaves("prompt.deleted", "/id", "DELETE", &prompt, Value::Null).await;

    let key = log.leaves("key.created", "/id", "POST", "/api/v1/keys", json!({ "scopes": ["*"] })).await;
    let key = format!("/api/v1/keys/{}", key["id"].as_str().unwrap());
    let new = log.leaves("key.rotated", "/id", "POST", &format!("{key}/rotate"), Value::Null).await;
    let new = format!("/api/v1/keys/{}", new["id"].as_str().unwrap());
    log.leaves("key.revoked", "/id", "DELETE", &new, Value::Null).await;

    let members = format!("/api/v1/orgs/{}/members", org.id);
    let body = json!({ "email": "grace@example.com", "role": "viewer" });
    let member = log.leaves("member.invited", "/member/userId", "POST", &members, body).await;
    let member = format!("{members}/{}", member["member"]["userId"].as_str().unwrap());
    log.leaves("member.role_changed", "/userId", "PATCH", &member, json!({ "role": "admin" })).await;
    log.leaves("member.invitation_renewed", "/member/userId", "POST", &format!("{member}/invitation"), Value::Null)
        .await;
    log.leaves("member.invitation_withdrawn", "/userId", "DELETE", &member, Value::Null).await;
    let (member, _) = service.member_of(&org, Role::Viewer).await;
    log.leaves("member.removed", "/userId", "DELETE", &format!("{members}/{member}"), Value::Null).await;
    log.leaves("site.deleted", site, "DELETE", &path, Value::Null).await;
    check_chains_hold(&service, 1).await;
}

#[tokio::test]
async fn actions_of_a_key_are_recorded_under_its_masked_form() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let key = service.key(&org, &[Scope::All]).await;
    let record = service.get("/api/v1/keys", &org.session).await.data(200)["items"][0].clone();
    let actor = json!({ "type": "key", "id": record["id"], "name": record["maskedKey"] });
    let log = Recorder { service: &service, org: &org, bearer: &key, actor };
    let body = json!({ "name": "a", "kind": "custom", "text": "{{url}}" });
    log.leaves("prompt.created", "/id", "POST", &format!("/api/v1/prompts/{}", org.site), body).await;
    let config = service.get(&format!("/api/v1/sites/{}", org.site), &key).await.data(200)["config"].clone();
    let path = format!("/api/v1/sites/{}/config", org.site);
    log.leaves("site.config_updated", &org.site.to_string(), "PUT", &path, config).await;
    assert!(!entries(&service, &org, "").await.iter().any(|entry| entry.to_string().contains(&key[12..30])));
}

#[tokio::test]
async fn what_is_refused_or_changes_nothing_leaves_no_entry() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let (member, session) = service.member_of(&org, Role::Member).await;
    let before = entries(&service, &org, "").await;
    let site = format!("/api/v1/sites/{}", org.site);
    let members = format!("/api/v1/orgs/{}/members", org.id);
    let nothing = "00000000000000000000000007";
    for (bearer, method, path, body, status) in [
        (&org.session, "POST", "/api/v1/keys".to_owned(), json!({ "scopes": [] }), 422),
        (&org.session, "POST", "/api/v1/sites".into(), json!({ "domain": "" }), 422),
        (&org.session, "PATCH", site.clone(), json!({ "timezone": "Nowhere" }), 422),
        (&org.session, "POST", format!("{site}/config/rollback"), json!({ "version": 99 }), 404),
        (&org.session, "DELETE", format!("/api/v1/sites/site_{nothing}"), Value::Null, 404),
        (&org.session, "DELETE", format!("/api/v1/keys/key_{nothing}"), Value::Null, 404),
        (&org.session, "POST", members.clone(), json!({ "email": org.owner_email, "role": "viewer" }), 409),
        (&org.session, "PATCH", format!("{members}/{member}"), json!({ "role": "member" }), 200),
        (&session, "POST", "/api/v1/keys".into(), json!({ "scopes": ["org:read"] }), 403),
        (&session, "DELETE", site.clone(), Value::Null, 403),
        (&session, "DELETE", format!("{members}/{member}"), Value::Null, 403),
    ] {
        let body = (!body.is_null()).then_some(&body);
        let answer = service.send(method.parse().unwrap(), &path, Some(bearer), body).await;
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.text);
    }
    let stale =
        service.request(Method::PUT, &format!("{site}/config")).bearer_auth(&org.session).header("if-match", "\"99\"");
    let config = service.get(&site, &org.session).await.data(200)["config"].clone();
    service.answer(stale.json(&config)).await.refused(412, "PRECONDITION_FAILED");
    assert_eq!(entries(&service, &org, "").await, before);
}

#[tokio::test]
async fn entries_are_paged_newest_first_and_exported_in_full() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    for each in 0..210 {
        service.advance(1);
        let body = json!({ "name": format!("Site {each}") });
        service
            .send(Method::PATCH, &format!("/api/v1/sites/{}", org.site), Some(&org.session), Some(&body))
            .await
            .data(200);
    }
    let (mut paged, mut query) = (Vec::new(), "?limit=70".to_owned());
    loop {
        let page = service.get(&format!("{AUDIT}{query}"), &org.session).await;
        paged.extend(page.data(200)["items"].as_array().unwrap().clone());
        let paging = &page.body["meta"]["pagination"];
        assert_eq!((&paging["limit"], &paging["hasMore"]), (&json!(70), &json!(paged.len() < 212)));
        let Some(cursor) = paging["nextCursor"].as_str() else { break };
        query = format!("?limit=70&cursor={cursor}");
    }
    assert_eq!(paged.len(), 212);
    assert_eq!(paged[0]["metadata"]["name"], "Site 209");
    assert_eq!(end_of_chain(&paged), paged[0]["hash"]);
    assert!(paged.is_sorted_by(|newer, older| text_of(&newer["id"]) > text_of(&older["id"])));
    assert_eq!(service.get(AUDIT, &org.session).await.data(200)["items"], json!(paged[..50]));

    let download = service.get("/api/v1/audit/export", &org.session).await;
    assert_eq!((download.status.as_u16(), download.header("content-type")), (200, "application/x-ndjson"));
    assert!(download.header("content-disposition").starts_with("attachment"));
    assert!(download.text.ends_with('\n'));
    let lines: Vec<Value> = download.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines, paged);
    let part = service.get("/api/v1/audit/export?action=site.created", &org.session).await;
    assert_eq!(part.text.lines().count(), 1);
}

#[tokio::test]
async fn filters_find_what_they_ask_for() {
    let service = Service::start_unlimited().await;
    let (org, other) = (service.organization(Plan::Pro).await, service.organization(Plan::Pro).await);
    let (member, session) = service.member_of(&org, Role::Member).await;
    service.advance(10);
    let key = service.send(Method::POST, "/api/v1/keys", Some(&org.session), Some(&json!({ "scopes": ["*"] }))).await;
    let key = key.data(201)["id"].as_str().unwrap().to_owned();
    service.advance(10);
    service.send(Method::DELETE, &format!("/api/v1/keys/{key}"), Some(&org.session), None).await.data(200);
    service.advance(10);
    let body = json!({ "name": "a", "kind": "custom", "text": "{{url}}" });
    service.send(Method::POST, &format!("/api/v1/prompts/{}", org.site), Some(&session), Some(&body)).await.data(201);
    let (by_member, to_key) = (format!("&actorId={member}"), format!("&targetId={key}"));
    for (query, expected) in [
        ("&action=key.*", &["key.revoked", "key.created"][..]),
        ("&action=key.", &["key.revoked", "key.created"]),
        ("&action=key.created", &["key.created"]),
        ("&action=key", &[]),
        ("&action=%25", &[]),
        (&by_member, &["prompt.created"]),
        (&to_key, &["key.revoked", "key.created"]),
        (&format!("{to_key}{by_member}"), &[]),
        (&format!("{to_key}&action=key.revoked"), &["key.revoked"]),
        ("&from=2026-06-15T12:00:20Z", &["prompt.created", "key.revoked"]),
        ("&from=2026-06-15T14:00:20%2B02:00", &["prompt.created", "key.revoked"]),
        ("&from=2026-06-15T12:00:10Z&to=2026-06-15T12:00:20Z", &["key.created"]),
        ("&from=2026-06-15T12:00:20.001Z&action=key.*", &[]),
    ] {
        assert_eq!(actions(&service, &org, query).await, expected, "{query}");
        assert!(actions(&service, &other, query).await.is_empty(), "{query}");
    }
}

#[tokio::test]
async fn a_date_is_a_whole_day_of_the_log_and_the_last_one_is_included() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let all = actions(&service, &org, "").await;
    assert!(!all.is_empty());
    for (query, expected) in [
        ("&from=2026-06-15&to=2026-06-15", &all),
        ("&from=2026-06-15T00:00:00Z&to=2026-06-16T00:00:00Z", &all),
        ("&to=2026-06-14", &vec![]),
        ("&from=2026-06-16", &vec![]),
    ] {
        assert_eq!(actions(&service, &org, query).await, *expected, "{query}");
    }
}

#[tokio::test]
async fn an_invalid_filter_is_refused_by_its_name() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    for (query, named) in [
        ("from=yesterday", "from"),
        ("from=1781524800", "from"),
        ("from=", "from"),
        ("to=2026-06-31", "to"),
        ("to=2026-02-30T00:00:00Z", "to"),
        ("action=", "action"),
        ("actor=usr_1", "actor"),
        ("limit=0", "limit"),
        ("limit=201", "limit"),
        ("limit=all", "limit"),
    ] {
        // A download has no pages, so `limit` is not one of its parameters.
        for path in [AUDIT, "/api/v1/audit/export"] {
            let answer = service.get(&format!("{path}?{query}"), &org.session).await;
            answer.refused(400, "INVALID_PARAMETER");
            assert_eq!(answer.body["error"]["details"][0]["path"], named, "{query}: {}", answer.text);
        }
    }
    service.get(&format!("{AUDIT}?cursor=nothing"), &org.session).await.refused(400, "INVALID_CURSOR");
}

#[tokio::test]
async fn only_admins_and_owners_read_the_log_and_only_that_of_their_organization() {
    let service = Service::start_unlimited().await;
    let (org, other) = (service.organization(Plan::Business).await, service.organization(Plan::Pro).await);
    for path in [AUDIT, "/api/v1/audit/export"] {
        for (role, status) in [(Role::Viewer, 403), (Role::Member, 403), (Role::Admin, 200), (Role::Owner, 200)] {
            let (_, session) = service.member_of(&org, role).await;
            assert_eq!(service.get(path, &session).await.status, status, "{role} on {path}");
        }
        service.get(&format!("{path}?orgId={}", org.id), &other.session).await.refused(404, "NOT_FOUND");
        let theirs = service.get(path, &other.session).await;
        assert!(theirs.text.contains(&other.site.to_string()) && !theirs.text.contains(&org.site.to_string()));
    }
}
