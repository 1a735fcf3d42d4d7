//! Ending all other access to an account, and which keys are named when access ends.

use askline_domain::{identity::role::Role, organizations::plan::Plan};
use reqwest::Method;
use serde_json::{Value, json};

use super::{ME, log_in, post, token_of};
use crate::harness::{Answer, Org, PASSWORD, Service};

async fn revoke(service: &Service, session: &str, password: &str) -> Answer {
    post(service, "/api/v1/auth/revoke-all", Some(session), json!({ "password": password })).await
}

async fn key_of(service: &Service, org: &Org, session: &str, name: &str) -> (Value, String) {
    let path = format!("/api/v1/keys?orgId={}", org.id);
    let made = post(service, &path, Some(session), json!({ "scopes": ["sites:read"], "name": name })).await;
    let made = made.data(201);
    let named = json!({ "id": made["id"], "orgId": org.id, "name": name, "maskedKey": made["maskedKey"] });
    (named, made["key"].as_str().unwrap().to_owned())
}

async fn last_entry(service: &Service, org: &Org, action: &str) -> Value {
    let path = format!("/api/v1/audit?orgId={}&action={action}", org.id);
    service.get(&path, &org.session).await.data(200)["items"][0].clone()
}

#[tokio::test]
async fn every_other_session_ends_and_keys_are_named_and_still_work() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let (user, acting) = service.member_of(&org, Role::Admin).await;
    let email = service.metadata.user(user).await.unwrap().unwrap().0.email;
    let other = token_of(&log_in(&service, &email, PASSWORD).await);
    let (named, key) = key_of(&service, &org, &acting, "CI").await;
    key_of(&service, &org, &org.session, "of the owner").await;
    revoke(&service, &acting, "a wrong password").await.refused(401, "INVALID_CREDENTIALS");
    service.get(ME, &other).await.data(200);
    let missing = post(&service, "/api/v1/auth/revoke-all", Some(&acting), json!({})).await;
    assert_eq!(missing.refused(422, "VALIDATION_FAILED").body["error"]["details"][0]["path"], "password");

    let answer = revoke(&service, &acting, PASSWORD).await;
    assert_eq!(answer.data(200), &json!({ "status": "ended", "keysStillActive": [named], "serviceAccounts": [] }));
    assert!(answer.header("set-cookie").starts_with("askline_browser_"), "this browser stays known");
    service.get(ME, &other).await.refused(401, "SESSION_EXPIRED");
    service.get(ME, &acting).await.data(200);
    service.get("/api/v1/sites", &key).await.data(200);
    log_in(&service, &email, PASSWORD).await.data(200);
    let entry = last_entry(&service, &org, "auth.access_revoked").await;
    assert_eq!(entry["metadata"]["keysStillActive"][0]["id"], named["id"]);
}

#[tokio::test]
async fn keys_are_named_only_to_who_may_see_them() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let (user, acting) = service.member_of(&org, Role::Admin).await;
    key_of(&service, &org, &acting, "CI").await;
    let path = format!("/api/v1/orgs/{}/members/{user}", org.id);
    service.send(Method::PATCH, &path, Some(&org.session), Some(&json!({ "role": "member" }))).await.data(200);
    assert_eq!(revoke(&service, &acting, PASSWORD).await.data(200)["keysStillActive"], json!([]));
    let leaving = format!("/api/v1/orgs/{}/members/me", org.id);
    let left = service.send(Method::DELETE, &leaving, Some(&acting), None).await;
    assert_eq!(left.data(200)["keysStillActive"], json!([]));
    assert_eq!(last_entry(&service, &org, "member.left").await["metadata"]["keysStillActive"][0]["name"], "CI");
}

#[tokio::test]
async fn removing_an_admin_reports_which_of_their_keys_still_work() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let (user, acting) = service.member_of(&org, Role::Admin).await;
    let (named, key) = key_of(&service, &org, &acting, "CI").await;
    let (ended, _) = key_of(&service, &org, &acting, "ended").await;
    let path = format!("/api/v1/keys/{}?orgId={}", ended["id"].as_str().unwrap(), org.id);
    service.send(Method::DELETE, &path, Some(&acting), None).await.data(200);
    let path = format!("/api/v1/orgs/{}/members/{user}", org.id);
    let removed = service.send(Method::DELETE, &path, Some(&org.session), None).await;
    assert_eq!(removed.data(200)["keysStillActive"], json!([named]));
    service.get("/api/v1/sites", &key).await.data(200);
    let entry = last_entry(&service, &org, "member.removed").await;
    assert_eq!(entry["metadata"]["keysStillActive"][0]["maskedKey"], named["maskedKey"]);
}
