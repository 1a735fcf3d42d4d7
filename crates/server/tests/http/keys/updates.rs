//! Changes to API keys, which take effect with the next request.

use askline_domain::{keys::scope::Scope, organizations::plan::Plan};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Org, Service};

async fn change(service: &Service, org: &Org, id: &str, body: Value) -> Answer {
    service.send(Method::PATCH, &format!("/api/v1/keys/{id}"), Some(&org.session), Some(&body)).await
}

#[tokio::test]
async fn a_changed_key_has_its_new_settings_at_the_next_request_on_every_server() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Business).await;
    let another = service.another_server().await;
    let other = service.site_of(&org, "other.example").await;
    let body = json!({ "scopes": ["sites:read", "org:read"], "name": "CI" });
    let made = service.send(Method::POST, "/api/v1/keys", Some(&org.session), Some(&body)).await.data(201).clone();
    let (id, key) = (made["id"].as_str().unwrap(), made["key"].as_str().unwrap());
    let codes = async |path: &str| {
        let there = service.request_to(Method::GET, &format!("http://{another}{path}")).bearer_auth(key);
        (service.get(path, key).await.status.as_u16(), service.answer(there).await.status.as_u16())
    };
    let becomes = async |path: &str, expected: u16| {
        assert_eq!(codes(path).await.0, expected, "{path}");
        askline_stand_in::until("the other server learns of it", async || codes(path).await.1 == expected).await;
    };
    let (own, organization) = (format!("/api/v1/sites/{other}"), format!("/api/v1/orgs/{}", org.id));
    assert_eq!((codes(&own).await, codes(&organization).await), ((200, 200), (200, 200)));

    let narrowed = change(&service, &org, id, json!({ "scopes": ["sites:read"], "siteIds": [org.site] })).await;
    assert_eq!((&narrowed.data(200)["scopes"], &narrowed.data(200)["name"]), (&json!(["sites:read"]), &json!("CI")));
    becomes(&own, 404).await;
    becomes(&organization, 403).await;
    service.advance(1);
    change(&service, &org, id, json!({ "siteIds": null, "allowedIps": ["192.0.2.0/24"] })).await.data(200);
    becomes(&own, 403).await;
    service.advance(1);
    change(&service, &org, id, json!({ "allowedIps": null, "expiresAt": "2026-06-15T12:01:00Z" })).await.data(200);
    becomes(&own, 200).await;
    service.advance(60);
    becomes(&own, 401).await;
    change(&service, &org, id, json!({ "expiresAt": null })).await.refused(409, "CONFLICT");

    let audit = service.get("/api/v1/audit?action=key.updated", &org.session).await;
    let widened: Vec<&Value> =
        audit.data(200)["items"].as_array().unwrap().iter().map(|entry| &entry["metadata"]["widened"]).collect();
    assert_eq!(widened, [&json!(true), &json!(true), &json!(false)]);
}

#[tokio::test]
async fn what_cannot_be_changed_is_refused_and_changes_nothing() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let other = service.organization(Plan::Pro).await;
    let body = json!({ "scopes": ["sites:read"] });
    let made = service.send(Method::POST, "/api/v1/keys", Some(&org.session), Some(&body)).await.data(201).clone();
    let id = made["id"].as_str().unwrap();
    for (body, path) in [
        (json!({}), "name"),
        (json!({ "scopes": ["sites:raed"] }), "scopes[0]"),
        (json!({ "siteIds": [other.site] }), "siteIds[0]"),
        (json!({ "allowedIps": [] }), "allowedIps"),
        (json!({ "expiresAt": "2020-01-01T00:00:00Z" }), "expiresAt"),
        (json!({ "scope": ["*"] }), "scope"),
    ] {
        let refused = change(&service, &org, id, body).await;
        assert_eq!(refused.refused(422, "VALIDATION_FAILED").body["error"]["details"][0]["path"], path);
    }
    change(&service, &other, id, json!({ "name": "x" })).await.refused(404, "NOT_FOUND");
    let key = service.key(&org, &[Scope::All]).await;
    let path = format!("/api/v1/keys/{id}");
    let by_key = service.send(Method::PATCH, &path, Some(&key), Some(&json!({ "name": "x" }))).await;
    by_key.refused(403, "INSUFFICIENT_SCOPE");
    let rotate = format!("{path}/rotate");
    service.send(Method::POST, &rotate, Some(&org.session), Some(&json!({ "overlapSeconds": 60 }))).await.data(201);
    change(&service, &org, id, json!({ "name": "x" })).await.refused(409, "CONFLICT");
    let shown = service.get(&path, &org.session).await;
    assert_eq!((&shown.data(200)["name"], &shown.data(200)["scopes"]), (&json!(""), &json!(["sites:read"])));
}

#[tokio::test]
async fn a_key_that_may_do_more_afterwards_needs_a_fresh_proof_and_one_that_is_narrowed_or_renamed_needs_none() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Business).await;
    let body = json!({ "scopes": ["sites:read", "org:read"], "siteIds": [org.site] });
    let made = service.send(Method::POST, "/api/v1/keys", Some(&org.session), Some(&body)).await.data(201).clone();
    let id = made["id"].as_str().unwrap();
    service.advance(901);
    change(&service, &org, id, json!({ "name": "CI" })).await.data(200);
    change(&service, &org, id, json!({ "scopes": ["sites:read"] })).await.data(200);
    for wider in [json!({ "scopes": ["sites:read", "org:read"] }), json!({ "siteIds": null })] {
        change(&service, &org, id, wider).await.refused(403, "REAUTHENTICATION_REQUIRED");
    }
    let shown = service.get(&format!("/api/v1/keys/{id}"), &org.session).await;
    assert_eq!((&shown.data(200)["scopes"], &shown.data(200)["siteIds"]), (&json!(["sites:read"]), &json!([org.site])));
    let proof = json!({ "password": crate::harness::PASSWORD });
    service.send(Method::POST, "/api/v1/auth/reauthenticate", Some(&org.session), Some(&proof)).await.data(200);
    change(&service, &org, id, json!({ "siteIds": null })).await.data(200);
}
