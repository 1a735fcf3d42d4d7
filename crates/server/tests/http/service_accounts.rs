//! Service accounts: their life, what they may do, and every way in which they end.

use askline_domain::{identity::role::Role, organizations::plan::Plan};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Org, Service};

/// A service with an organization, and requests about its service accounts.
struct Accounts {
    service: Service,
    org: Org,
}

impl Accounts {
    async fn start() -> Self {
        let service = Service::start_unlimited().await;
        let org = service.organization(Plan::Pro).await;
        Self { service, org }
    }

    async fn send(&self, method: Method, path: &str, body: Value) -> Answer {
        let path = format!("/api/v1/orgs/{}/service-accounts{path}", self.org.id);
        let body = Some(&body).filter(|body| !body.is_null());
        self.service.send(method, &path, Some(&self.org.session), body).await
    }

    /// A new service account's id and token.
    async fn made(&self, role: Role, token: Value) -> (String, String) {
        let made = self.send(Method::POST, "", json!({ "name": "Terraform", "role": role })).await;
        let id = made.data(201)["id"].as_str().unwrap().to_owned();
        let token = self.token(&id, token).await;
        (id, token)
    }

    async fn token(&self, id: &str, body: Value) -> String {
        let made = self.send(Method::POST, &format!("/{id}/token"), body).await;
        made.data(201)["token"].as_str().unwrap().to_owned()
    }
}

#[tokio::test]
async fn a_token_is_shown_once_acts_with_its_role_and_is_replaced_with_an_overlap() {
    let accounts = Accounts::start().await;
    let Accounts { service, org } = &accounts;
    let created = accounts.send(Method::POST, "", json!({ "name": " CI ", "role": "admin" })).await;
    let created = created.data(201);
    assert_eq!((&created["name"], &created["tokens"], &created["siteIds"]), (&json!("CI"), &json!([]), &Value::Null));
    let id = created["id"].as_str().unwrap().to_owned();
    service.advance(1);
    let path = format!("/api/v1/orgs/{}/service-accounts/{id}/token", org.id);
    let request = || service.request(Method::POST, &path).bearer_auth(&org.session).header("Idempotency-Key", "one");
    let shown = service.answer(request()).await;
    let repeated = service.answer(request()).await;
    assert_eq!((shown.header("cache-control"), &repeated.data(201)["token"]), ("no-store", &Value::Null));
    let first = shown.data(201)["token"].as_str().unwrap().to_owned();
    assert_eq!((first.len(), &first[..3]), (41, "sv_"));

    let site = json!({ "domain": "made.example" });
    let made = service.send(Method::POST, "/api/v1/sites", Some(&first), Some(&site)).await.data(201)["id"].clone();
    let entry = service.get("/api/v1/audit?action=site.created", &first).await.data(200)["items"][0].clone();
    assert_eq!(entry["actor"], json!({ "type": "service", "id": id, "name": "CI", "via": null }));
    let member = json!({ "email": "eve@example.com", "role": "admin" });
    let members = format!("/api/v1/orgs/{}/members", org.id);
    service.send(Method::POST, &members, Some(&first), Some(&member)).await.refused(403, "INSUFFICIENT_SCOPE");

    service.advance(1);
    let second = accounts.token(&id, json!({ "overlapSeconds": 60 })).await;
    for token in [&first, &second] {
        assert_eq!(service.get("/api/v1/webhooks", token).await.header("x-ratelimit-limit"), "600");
    }
    service.advance(60);
    service.get("/api/v1/webhooks", &first).await.refused(401, "API_KEY_EXPIRED");
    service.get("/api/v1/webhooks", &second).await.data(200);
    service.app.flush_notes().await.unwrap();
    let listed = accounts.send(Method::GET, "", Value::Null).await;
    assert!(!listed.text.contains(&second) && listed.data(200)["items"][0]["lastUsedAt"].is_string());
    assert_eq!(listed.data(200)["items"][0]["tokens"].as_array().unwrap().len(), 1);

    let ended = accounts.send(Method::DELETE, &format!("/{id}"), Value::Null).await;
    let named = json!([{ "type": "site", "id": made, "name": "made.example" }]);
    assert_eq!((&ended.data(200)["status"], &ended.data(200)["made"]), (&json!("deleted"), &named));
    service.get("/api/v1/webhooks", &second).await.refused(401, "INVALID_API_KEY");
    accounts.send(Method::DELETE, &format!("/{id}"), Value::Null).await.refused(404, "NOT_FOUND");
    let written = service.get("/api/v1/audit?action=service_account.", &org.session).await;
    let items = written.data(200)["items"].as_array().unwrap();
    let actions: Vec<&str> = items.iter().map(|entry| entry["action"].as_str().unwrap()).collect();
    let expected = ["deleted", "token_created", "token_created", "created"].map(|act| format!("service_account.{act}"));
    assert_eq!(actions, expected);
    assert_eq!(items[0]["metadata"]["made"], named);
    for secret in [&first, &second] {
        assert!(!service.stores.hold(&secret[3..]), "a plaintext is stored");
    }
}

#[tokio::test]
async fn a_token_is_refused_elsewhere_after_its_end_from_other_networks_and_on_the_free_plan() {
    let accounts = Accounts::start().await;
    let Accounts { service, org } = &accounts;
    let (id, token) = accounts.made(Role::Admin, json!({ "expiresAt": "2026-06-15T12:00:30Z" })).await;
    let other = service.organization(Plan::Pro).await;
    let path = |org: &Org| format!("/api/v1/orgs/{}/members", org.id);
    service.get(&path(org), &token).await.data(200);
    service.get(&path(&other), &token).await.refused(404, "NOT_FOUND");
    service.get(&format!("/api/v1/sites/{}", other.site), &token).await.refused(404, "NOT_FOUND");
    let of_other = format!("/api/v1/orgs/{}/service-accounts/{id}", other.id);
    service.send(Method::DELETE, &of_other, Some(&other.session), None).await.refused(404, "NOT_FOUND");
    service.advance(30);
    service.get(&path(org), &token).await.refused(401, "API_KEY_EXPIRED");

    let elsewhere = accounts.token(&id, json!({ "allowedIps": ["192.0.2.0/24"] })).await;
    service.get(&path(org), &elsewhere).await.refused(403, "IP_NOT_ALLOWED");
    let kept = accounts.token(&id, json!({})).await;
    service.get(&path(org), &kept).await.refused(403, "IP_NOT_ALLOWED");
    let here = accounts.token(&id, json!({ "allowedIps": ["127.0.0.0/8"], "overlapSeconds": 0 })).await;
    service.get(&path(org), &here).await.data(200);
    service.get(&path(org), &kept).await.refused(401, "INVALID_API_KEY");

    service.set_plan(org, Plan::Free).await;
    service.get(&path(org), &here).await.refused(403, "PLAN_REQUIRED");
    accounts.send(Method::POST, "", json!({ "name": "CI", "role": "viewer" })).await.refused(403, "PLAN_REQUIRED");
    service.set_plan(org, Plan::Pro).await;
    service.get(&path(org), &here).await.data(200);

    let wrong = [
        (json!({ "name": "CI", "role": "owner" }), "role"),
        (json!({ "name": " ", "role": "viewer" }), "name"),
        (json!({ "name": "CI", "role": "viewer", "siteIds": [other.site] }), "siteIds[0]"),
        (json!({ "name": "CI", "role": "admin", "siteIds": [org.site] }), "siteIds"),
    ];
    for (body, path) in wrong {
        let refused = accounts.send(Method::POST, "", body).await;
        assert_eq!(refused.refused(422, "VALIDATION_FAILED").body["error"]["details"][0]["path"], path);
    }
    for number in 1..10 {
        accounts.send(Method::POST, "", json!({ "name": format!("{number}"), "role": "viewer" })).await.data(201);
    }
    accounts.send(Method::POST, "", json!({ "name": "11", "role": "viewer" })).await.refused(409, "LIMIT_REACHED");
}

#[tokio::test]
async fn a_changed_role_and_changed_sites_count_for_the_next_request_on_every_server() {
    let accounts = Accounts::start().await;
    let Accounts { service, org } = &accounts;
    let another = service.another_server().await;
    let (id, token) = accounts.made(Role::Admin, Value::Null).await;
    let codes = async |path: &str| {
        let here = service.get(path, &token).await;
        let there = service.request_to(Method::GET, &format!("http://{another}{path}")).bearer_auth(&token);
        (here.status.as_u16(), service.answer(there).await.status.as_u16())
    };
    let site = format!("/api/v1/sites/{}", org.site);
    assert_eq!((codes("/api/v1/audit").await, codes(&site).await), ((200, 200), (200, 200)));
    let one = format!("/{id}");
    accounts.send(Method::PATCH, &one, json!({ "role": "viewer", "siteIds": [] })).await.data(200);
    let becomes = async |path: &str, expected: u16| {
        assert_eq!(codes(path).await.0, expected, "{path}");
        askline_stand_in::until("the other server learns of it", async || codes(path).await.1 == expected).await;
    };
    becomes("/api/v1/audit", 403).await;
    becomes(&site, 404).await;
    accounts.send(Method::PATCH, &one, json!({ "siteIds": [org.site], "name": "Reports" })).await.data(200);
    becomes(&site, 200).await;
    let audit = service.get("/api/v1/audit?action=service_account.updated", &org.session).await;
    let items = audit.data(200)["items"].as_array().unwrap();
    let renamed = items.iter().find(|entry| entry["metadata"]["to"]["name"] == "Reports").unwrap();
    let metadata = &renamed["metadata"];
    assert_eq!((&metadata["from"]["name"], &metadata["to"]["siteIds"]), (&json!("Terraform"), &json!([org.site])));
    accounts.send(Method::DELETE, &one, Value::Null).await.data(200);
    becomes(&site, 401).await;
}

#[tokio::test]
async fn only_owners_create_and_change_them_and_who_leaves_names_theirs() {
    let accounts = Accounts::start().await;
    let Accounts { service, org } = &accounts;
    service.set_plan(org, Plan::Enterprise).await;
    let (user, owner) = service.member_of(org, Role::Owner).await;
    let (_, admin) = service.member_of(org, Role::Admin).await;
    let path = format!("/api/v1/orgs/{}/service-accounts", org.id);
    let body = json!({ "name": "Terraform", "role": "member" });
    service.send(Method::POST, &path, Some(&admin), Some(&body)).await.refused(403, "FORBIDDEN");
    let made = service.send(Method::POST, &path, Some(&owner), Some(&body)).await;
    let id = made.data(201)["id"].as_str().unwrap().to_owned();
    let one = format!("{path}/{id}");
    for (method, path) in [(Method::PATCH, one.clone()), (Method::POST, format!("{one}/token"))] {
        service.send(method, &path, Some(&admin), Some(&json!({ "name": "x" }))).await.refused(403, "FORBIDDEN");
    }
    // A token of another's account, one that has expired, and one that was replaced.
    let token = async |by: &str, name: &str, body: Value| {
        // Each a second later, so that their order is known.
        service.advance(1);
        let new = json!({ "name": name, "role": "viewer" });
        let made = service.send(Method::POST, &path, Some(&org.session), Some(&new)).await;
        let id = made.data(201)["id"].as_str().unwrap().to_owned();
        let given = service.send(Method::POST, &format!("{path}/{id}/token"), Some(by), Some(&body)).await;
        let token = given.data(201)["serviceAccount"]["tokens"][0].clone();
        (id, token["createdBy"]["id"].clone())
    };
    let (held, given_to) = token(&owner, "held", json!({})).await;
    assert_eq!(given_to, json!(user));
    token(&owner, "ended", json!({ "expiresAt": "2026-06-15T12:00:30Z" })).await;
    let (replaced, _) = token(&owner, "replaced", json!({})).await;
    let again = json!({ "overlapSeconds": 0 });
    service.send(Method::POST, &format!("{path}/{replaced}/token"), Some(&org.session), Some(&again)).await.data(201);
    token(&org.session, "of another owner", json!({})).await;
    service.advance(30);
    let named = json!([{ "id": held, "name": "held" }, { "id": id, "name": "Terraform" }]);
    let entry = async |action: &str| {
        let log = service.get(&format!("/api/v1/audit?orgId={}&action={action}", org.id), &org.session).await;
        log.data(200)["items"][0]["metadata"]["serviceAccounts"].clone()
    };
    let password = json!({ "password": crate::harness::PASSWORD });
    let ended = service.send(Method::POST, "/api/v1/auth/revoke-all", Some(&owner), Some(&password)).await;
    assert_eq!((&ended.data(200)["serviceAccounts"], entry("auth.access_revoked").await), (&named, named.clone()));
    let member = format!("/api/v1/orgs/{}/members/{user}", org.id);
    let lowered = service.send(Method::PATCH, &member, Some(&org.session), Some(&json!({ "role": "admin" }))).await;
    assert_eq!((&lowered.data(200)["serviceAccounts"], entry("member.role_changed").await), (&named, named.clone()));
    let removed = service.send(Method::DELETE, &member, Some(&org.session), None).await;
    assert_eq!((&removed.data(200)["serviceAccounts"], entry("member.removed").await), (&named, named.clone()));
    service.send(Method::DELETE, &one, Some(&admin), None).await.data(200);
}
