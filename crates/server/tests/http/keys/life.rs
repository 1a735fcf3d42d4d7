//! The life cycle of an API key.

use askline_domain::{identity::role::Role, keys::scope::Scope, organizations::plan::Plan};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Org, Service};

async fn create(service: &Service, org: &Org, body: Value) -> Value {
    service.send(Method::POST, "/api/v1/keys", Some(&org.session), Some(&body)).await.data(201).clone()
}

#[tokio::test]
async fn the_plaintext_is_shown_once_and_stored_nowhere() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let body = json!({ "scopes": ["analytics:read"], "name": "CI" });
    let answer = service.send(Method::POST, "/api/v1/keys", Some(&org.session), Some(&body)).await;
    assert_eq!(answer.header("cache-control"), "no-store");
    let data = answer.data(201);
    let key = data["key"].as_str().unwrap();
    assert_eq!((key.len(), &key[..3]), (41, "ak_"));
    assert_eq!(data["scopes"], json!(["analytics:read"]));
    assert_eq!(data["status"], "active");
    assert_eq!(data["rateLimitPerMinute"], 120);
    let listed = service.get("/api/v1/keys", &org.session).await;
    assert!(!listed.text.contains(key));
    assert_eq!(listed.data(200)["items"][0]["maskedKey"], data["maskedKey"]);
    service.get(&format!("/api/v1/analytics/{}/ai", org.site), key).await.data(200);
    service.app.flush_notes().await.unwrap();
    for secret in [&key[3..], &org.session[3..]] {
        assert!(!service.stores.hold(secret));
    }
}

#[tokio::test]
async fn a_revoked_key_is_refused_at_once_and_revoking_again_changes_nothing() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let data = create(&service, &org, json!({ "scopes": ["*"] })).await;
    let (id, key) = (data["id"].as_str().unwrap(), data["key"].as_str().unwrap());
    service.get("/api/v1/sites", key).await.data(200);
    let path = format!("/api/v1/keys/{id}");
    let first = service.send(Method::DELETE, &path, Some(&org.session), None).await;
    assert_eq!(first.data(200)["status"], "revoked");
    service.get("/api/v1/sites", key).await.refused(401, "API_KEY_REVOKED");
    service.advance(5);
    let second = service.send(Method::DELETE, &path, Some(&org.session), None).await;
    assert_eq!(second.data(200)["revokedAt"], first.data(200)["revokedAt"]);
    let audit = service.get("/api/v1/audit?action=key.revoked", &org.session).await;
    assert_eq!(audit.data(200)["items"].as_array().unwrap().len(), 1);
    service
        .send(Method::DELETE, "/api/v1/keys/key_00000000000000000000000007", Some(&org.session), None)
        .await
        .refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn a_rotated_key_lives_on_for_the_overlap() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let old = create(&service, &org, json!({ "scopes": ["sites:read"], "name": "CI" })).await;
    let path = format!("/api/v1/keys/{}/rotate", old["id"].as_str().unwrap());
    let new = service.send(Method::POST, &path, Some(&org.session), Some(&json!({ "overlapSeconds": 60 }))).await;
    let new = new.data(201).clone();
    assert_eq!(new["rotatedFromId"], old["id"]);
    assert_eq!(new["scopes"], old["scopes"]);
    for key in [&old, &new] {
        service.get("/api/v1/sites", key["key"].as_str().unwrap()).await.data(200);
    }
    service.advance(60);
    service.get("/api/v1/sites", old["key"].as_str().unwrap()).await.refused(401, "API_KEY_EXPIRED");
    service.get("/api/v1/sites", new["key"].as_str().unwrap()).await.data(200);
    service.send(Method::POST, &path, Some(&org.session), None).await.refused(409, "CONFLICT");
}

#[tokio::test]
async fn expiry_addresses_and_sites_restrict_a_key() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Business).await;
    let other = service.site_of(&org, "other.example").await;
    let soon = create(&service, &org, json!({ "scopes": ["*"], "expiresAt": "2026-06-15T12:00:30Z" })).await;
    service.get("/api/v1/sites", soon["key"].as_str().unwrap()).await.data(200);
    service.advance(30);
    service.get("/api/v1/sites", soon["key"].as_str().unwrap()).await.refused(401, "API_KEY_EXPIRED");

    let elsewhere = create(&service, &org, json!({ "scopes": ["*"], "allowedIps": ["192.0.2.0/24"] })).await;
    service.get("/api/v1/sites", elsewhere["key"].as_str().unwrap()).await.refused(403, "IP_NOT_ALLOWED");
    let here = create(&service, &org, json!({ "scopes": ["*"], "allowedIps": ["127.0.0.0/8"] })).await;
    service.get("/api/v1/sites", here["key"].as_str().unwrap()).await.data(200);

    let one = create(&service, &org, json!({ "scopes": ["*"], "siteIds": [org.site] })).await;
    let one = one["key"].as_str().unwrap();
    let listed = service.get("/api/v1/sites", one).await;
    assert_eq!(listed.data(200)["items"].as_array().unwrap().len(), 1);
    service.get(&format!("/api/v1/sites/{}", org.site), one).await.data(200);
    service.get(&format!("/api/v1/sites/{other}"), one).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn what_is_wrong_with_a_new_key_is_named() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    for (body, path) in [
        (json!({}), "scopes"),
        (json!({ "scopes": [] }), "scopes"),
        (json!({ "scopes": ["*", "*"] }), "scopes[1]"),
        (json!({ "scopes": ["*"], "allowedIps": ["nowhere"] }), "allowedIps[0]"),
        (json!({ "scopes": ["*"], "siteIds": ["site_00000000000000000000000007"] }), "siteIds[0]"),
        (json!({ "scopes": ["*"], "expiresAt": "2020-01-01T00:00:00Z" }), "expiresAt"),
        (json!({ "scopes": ["*"], "name": "x".repeat(101) }), "name"),
    ] {
        let answer = service.send(Method::POST, "/api/v1/keys", Some(&org.session), Some(&body)).await;
        answer.refused(422, "VALIDATION_FAILED");
        assert_eq!(answer.body["error"]["details"][0]["path"], path, "{}", answer.text);
    }
}

#[tokio::test]
async fn the_plan_bounds_the_number_of_active_keys() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let mut last = Value::Null;
    for _ in 0..10 {
        last = create(&service, &org, json!({ "scopes": ["org:read"] })).await;
    }
    let body = json!({ "scopes": ["org:read"] });
    service.send(Method::POST, "/api/v1/keys", Some(&org.session), Some(&body)).await.refused(409, "LIMIT_REACHED");
    let path = format!("/api/v1/keys/{}", last["id"].as_str().unwrap());
    service.send(Method::DELETE, &path, Some(&org.session), None).await.data(200);
    create(&service, &org, body).await;
}

#[tokio::test]
async fn a_leaked_key_is_revoked_and_the_answer_reveals_nothing() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let key = service.key(&org, &[Scope::All]).await;
    let report = |key: &str| {
        let body = json!({ "key": key });
        let service = &service;
        async move { service.send(Method::POST, "/api/v1/keys/leaked", None, Some(&body)).await.data(200).clone() }
    };
    let known = report(&key).await;
    let unknown = report(askline_domain::keys::ApiKey::generate(&mut rand::rng()).expose()).await;
    assert_eq!((&known, &unknown), (&report("nonsense").await, &known));
    service.get("/api/v1/sites", &key).await.refused(401, "API_KEY_REVOKED");
}

#[tokio::test]
async fn a_key_sees_itself_and_its_rate_state() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let key = service.key(&org, &[Scope::CreditsRead]).await;
    let answer = service.get("/api/v1/keys/self", &key).await;
    assert!(answer.text.contains("credits:read"), "{}", answer.text);
    assert!(!answer.text.contains(&key));
    service.get("/api/v1/keys/self", &org.session).await.refused(403, "FORBIDDEN");
}

#[tokio::test]
async fn every_change_to_a_key_is_in_the_audit_log_and_the_chain_holds() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let key = create(&service, &org, json!({ "scopes": ["*"] })).await;
    let id = key["id"].as_str().unwrap();
    service.advance(1);
    let new = service.send(Method::POST, &format!("/api/v1/keys/{id}/rotate"), Some(&org.session), None).await;
    let new = new.data(201)["id"].as_str().unwrap().to_owned();
    service.advance(1);
    service.send(Method::DELETE, &format!("/api/v1/keys/{new}"), Some(&org.session), None).await.data(200);
    let audit = service.get("/api/v1/audit?action=key.", &org.session).await;
    let actions: Vec<&str> =
        audit.data(200)["items"].as_array().unwrap().iter().map(|entry| entry["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["key.revoked", "key.rotated", "key.created"]);
    assert_eq!(audit.data(200)["items"][0]["actor"]["name"], org.owner_email.as_str());
    assert!(!audit.text.contains(key["key"].as_str().unwrap()));
    let chains = service.metadata.verify_chains().await.unwrap();
    assert!(chains.iter().all(|chain| chain.broken_at.is_none() && !chain.truncated));
}

#[tokio::test]
async fn keys_are_for_admins_and_owners() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let body = json!({ "scopes": ["sites:read"] });
    for (role, status) in [(Role::Viewer, 403), (Role::Member, 403), (Role::Admin, 201), (Role::Owner, 201)] {
        let (_, session) = service.member_of(&org, role).await;
        let answer = service.send(Method::POST, "/api/v1/keys", Some(&session), Some(&body)).await;
        assert_eq!(answer.status.as_u16(), status, "{role}: {}", answer.text);
    }
}
