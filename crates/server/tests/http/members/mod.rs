//! Who may add, change and remove members of an organization. Nobody gets access, or keeps it, by accident.

mod consent;
mod invitations;

use askline_domain::{identity::role::Role, organizations::plan::Plan};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Org, PASSWORD, Service};

const DAY: u64 = 86_400;

fn members(org: &Org) -> String {
    format!("/api/v1/orgs/{}/members", org.id)
}

async fn add(service: &Service, org: &Org, bearer: &str, email: &str, role: &str) -> Answer {
    let body = json!({ "email": email, "role": role });
    service.send(Method::POST, &members(org), Some(bearer), Some(&body)).await
}

async fn set_role(service: &Service, org: &Org, bearer: &str, user: &str, role: &str) -> Answer {
    let path = format!("{}/{user}", members(org));
    service.send(Method::PATCH, &path, Some(bearer), Some(&json!({ "role": role }))).await
}

async fn remove(service: &Service, org: &Org, bearer: &str, user: &str) -> Answer {
    service.send(Method::DELETE, &format!("{}/{user}", members(org)), Some(bearer), None).await
}

async fn leave(service: &Service, org: &Org, bearer: &str) -> Answer {
    remove(service, org, bearer, "me").await
}

async fn accept(service: &Service, token: &str, password: &str) -> Answer {
    let body = json!({ "token": token, "name": "Grace", "password": password });
    service.send(Method::POST, "/api/v1/auth/invitations/accept", None, Some(&body)).await
}

/// The user id and the token in the answer to an invitation.
fn invited(answer: &Answer) -> (String, String) {
    let data = answer.data(201);
    let text = |value: &Value| value.as_str().unwrap_or_else(|| panic!("no text: {}", answer.text)).to_owned();
    (text(&data["member"]["userId"]), text(&data["invitation"]["token"]))
}

async fn owner_of(service: &Service, org: &Org) -> String {
    service.owner_of(org).await.to_string()
}

/// The seats of an organization: all in the plan, those in use, and those reserved by invitations.
async fn seats(service: &Service, org: &Org) -> Value {
    service.get(&format!("/api/v1/orgs/{}", org.id), &org.session).await.data(200)["seats"].clone()
}

#[tokio::test]
async fn the_plan_bounds_the_seats_invitations_included() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let mut token = String::new();
    for each in 0..4 {
        (_, token) = invited(&add(&service, &org, &org.session, &format!("{each}@example.com"), "viewer").await);
    }
    assert_eq!(seats(&service, &org).await, json!({ "total": 5, "used": 1, "pending": 4 }));
    add(&service, &org, &org.session, "one-more@example.com", "viewer").await.refused(409, "LIMIT_REACHED");
    let joined = accept(&service, &token, PASSWORD).await;
    let joined = joined.data(200)["user"]["id"].as_str().unwrap();
    assert_eq!(seats(&service, &org).await, json!({ "total": 5, "used": 2, "pending": 3 }));
    add(&service, &org, &org.session, "one-more@example.com", "viewer").await.refused(409, "LIMIT_REACHED");
    remove(&service, &org, &org.session, joined).await.data(200);
    assert_eq!(seats(&service, &org).await, json!({ "total": 5, "used": 1, "pending": 3 }));
    add(&service, &org, &org.session, "one-more@example.com", "viewer").await.data(201);

    for (plan, total) in [(Plan::Free, json!(1)), (Plan::Business, json!(25)), (Plan::Enterprise, json!(null))] {
        let org = service.organization(plan).await;
        assert_eq!(seats(&service, &org).await, json!({ "total": total, "used": 1, "pending": 0 }));
    }
    let free = service.organization(Plan::Free).await;
    add(&service, &free, &free.session, "two@example.com", "viewer").await.refused(409, "LIMIT_REACHED");
}

#[tokio::test]
async fn inviting_a_current_or_already_invited_member_is_refused() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let (_, token) = invited(&add(&service, &org, &org.session, "grace@example.com", "viewer").await);
    for email in ["grace@example.com", "GRACE@example.com", &org.owner_email] {
        add(&service, &org, &org.session, email, "admin").await.refused(409, "CONFLICT");
    }
    accept(&service, &token, PASSWORD).await.data(200);
    add(&service, &org, &org.session, "grace@example.com", "admin").await.refused(409, "CONFLICT");
    assert_eq!(seats(&service, &org).await, json!({ "total": 5, "used": 2, "pending": 0 }));
}

#[tokio::test]
async fn owners_are_made_and_touched_by_owners_alone() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let owner = owner_of(&service, &org).await;
    let (admin, session) = service.member_of(&org, Role::Admin).await;
    let admin = admin.to_string();
    add(&service, &org, &session, "grace@example.com", "owner").await.refused(403, "FORBIDDEN");
    set_role(&service, &org, &session, &admin, "owner").await.refused(403, "FORBIDDEN");
    set_role(&service, &org, &session, &owner, "admin").await.refused(403, "FORBIDDEN");
    remove(&service, &org, &session, &owner).await.refused(403, "FORBIDDEN");
    let (member, _) = service.member_of(&org, Role::Viewer).await;
    let changed = set_role(&service, &org, &session, &member.to_string(), "admin").await;
    assert_eq!((&changed.data(200)["role"], &changed.data(200)["userId"]), (&json!("admin"), &json!(member)));
    remove(&service, &org, &session, &member.to_string()).await.data(200);

    set_role(&service, &org, &org.session, &admin, "owner").await.data(200);
    set_role(&service, &org, &session, &owner, "viewer").await.data(200);
    service.get(&members(&org), &org.session).await.refused(403, "FORBIDDEN");
}

#[tokio::test]
async fn the_last_owner_stays() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let owner = owner_of(&service, &org).await;
    let (_, token) = invited(&add(&service, &org, &org.session, "grace@example.com", "owner").await);
    set_role(&service, &org, &org.session, &owner, "admin").await.refused(409, "CONFLICT");
    remove(&service, &org, &org.session, &owner).await.refused(409, "CONFLICT");
    leave(&service, &org, &org.session).await.refused(409, "CONFLICT");
    set_role(&service, &org, &org.session, &owner, "owner").await.data(200);
    accept(&service, &token, PASSWORD).await.data(200);
    leave(&service, &org, &org.session).await.data(200);
}

#[tokio::test]
async fn every_member_may_leave_and_is_out_with_the_next_request() {
    let service = Service::start_unlimited().await;
    let (org, other) = (service.organization(Plan::Business).await, service.organization(Plan::Pro).await);
    let path = format!("/api/v1/orgs/{}", org.id);
    for role in Role::EVERY {
        let (user, session) = service.member_of(&org, role).await;
        leave(&service, &other, &session).await.refused(404, "NOT_FOUND");
        service.get(&path, &session).await.data(200);
        assert_eq!(leave(&service, &org, &session).await.data(200)["userId"], user.to_string());
        service.get(&path, &session).await.refused(404, "NOT_FOUND");
        leave(&service, &org, &session).await.refused(404, "NOT_FOUND");
        assert_eq!(service.get("/api/v1/me", &session).await.data(200)["orgs"], json!([]));
    }
    let told = service.get("/api/v1/audit?action=member.left", &org.session).await;
    assert_eq!(told.data(200)["items"].as_array().unwrap().len(), 4);
    let key = service.key(&org, &[askline_domain::keys::scope::Scope::All]).await;
    leave(&service, &org, &key).await.refused(403, "INSUFFICIENT_SCOPE");
}

#[tokio::test]
async fn a_removed_member_is_out_with_the_next_request() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let (user, session) = service.member_of(&org, Role::Admin).await;
    let with_site = [format!("/api/v1/sites/{}", org.site), format!("/api/v1/prompts/{}", org.site)];
    let of_organization = [format!("/api/v1/orgs/{}", org.id), members(&org)];
    let own = ["/api/v1/sites", "/api/v1/keys", "/api/v1/audit"];
    for path in with_site.iter().chain(&of_organization).map(String::as_str).chain(own) {
        service.get(path, &session).await.data(200);
    }
    let removed = remove(&service, &org, &org.session, &user.to_string()).await;
    assert_eq!(
        removed.data(200),
        &json!({ "userId": user, "status": "removed", "keysStillActive": [], "serviceAccounts": [] })
    );
    for path in with_site.iter().chain(&of_organization) {
        service.get(path, &session).await.refused(404, "NOT_FOUND");
    }
    for path in own {
        service.get(path, &session).await.refused(403, "FORBIDDEN");
        service.get(&format!("{path}?orgId={}", org.id), &session).await.refused(404, "NOT_FOUND");
    }
    assert_eq!(service.get("/api/v1/me", &session).await.data(200)["orgs"], json!([]));
    remove(&service, &org, &org.session, &user.to_string()).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn another_role_counts_from_the_next_request_on() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let (user, session) = service.member_of(&org, Role::Viewer).await;
    let powers = [
        ("GET", format!("/api/v1/analytics/{}/ai", org.site), Value::Null),
        ("POST", format!("/api/v1/prompts/{}", org.site), json!({ "name": "a", "text": "{{url}}", "kind": "custom" })),
        ("GET", members(&org), Value::Null),
        ("POST", members(&org), json!({ "email": "no e-mail", "role": "owner" })),
    ];
    for (role, allowed) in [("viewer", 1), ("member", 2), ("admin", 3), ("owner", 4), ("member", 2)] {
        set_role(&service, &org, &org.session, &user.to_string(), role).await.data(200);
        for (number, (method, path, body)) in powers.iter().enumerate() {
            let body = (*method == "POST").then_some(body);
            let answer = service.send(method.parse().unwrap(), path, Some(&session), body).await;
            assert_eq!(answer.code() != "FORBIDDEN", number < allowed, "{role}: {path}: {}", answer.text);
        }
    }
}

#[tokio::test]
async fn what_is_wrong_with_a_new_member_or_role_is_named_and_changes_nothing() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let (user, _) = service.member_of(&org, Role::Viewer).await;
    let member = format!("{}/{user}", members(&org));
    let before = service.get(&members(&org), &org.session).await;
    let long = format!("{}@example.com", "x".repeat(65));
    for (method, path, body, named) in [
        (Method::POST, members(&org), json!({ "email": "ada", "role": "viewer" }), "email"),
        (Method::POST, members(&org), json!({ "email": "", "role": "viewer" }), "email"),
        (Method::POST, members(&org), json!({ "email": long, "role": "viewer" }), "email"),
        (Method::POST, members(&org), json!({ "email": "a b@example.com", "role": "viewer" }), "email"),
        (Method::POST, members(&org), json!({ "role": "viewer" }), "email"),
        (Method::POST, members(&org), json!({ "email": "ada@example.com" }), "role"),
        (Method::POST, members(&org), json!({ "email": "ada@example.com", "role": "boss" }), "role"),
        (Method::POST, members(&org), json!({ "email": "ada@example.com", "role": "Viewer" }), "role"),
        (Method::POST, members(&org), json!({ "email": "ada@example.com", "role": "viewer", "nam": "" }), "nam"),
        (Method::PATCH, member.clone(), json!({ "role": "boss" }), "role"),
        (Method::PATCH, member.clone(), json!({}), "role"),
        (Method::PATCH, member.clone(), json!({ "role": "admin", "email": "a@example.com" }), "email"),
    ] {
        let answer = service.send(method, &path, Some(&org.session), Some(&body)).await;
        answer.refused(422, "VALIDATION_FAILED");
        assert_eq!(answer.body["error"]["details"][0]["path"], named, "{}", answer.text);
    }
    set_role(&service, &org, &org.session, "usr_00000000000000000000000007", "admin").await.refused(404, "NOT_FOUND");
    set_role(&service, &org, &org.session, "nobody", "admin").await.refused(404, "NOT_FOUND");
    let after = service.get(&members(&org), &org.session).await;
    assert_eq!(after.data(200), before.data(200));
}

#[tokio::test]
async fn a_member_of_several_organizations_says_which() {
    let service = Service::start_unlimited().await;
    let (ours, theirs) = (service.organization(Plan::Pro).await, service.organization(Plan::Pro).await);
    let foreign = service.organization(Plan::Pro).await;
    service.join(&theirs, Role::Viewer, service.joiner(service.owner_of(&ours).await).await).await;
    let site = json!({ "domain": "new.example" });
    service
        .send(Method::POST, "/api/v1/sites", Some(&ours.session), Some(&site))
        .await
        .refused(400, "INVALID_PARAMETER");
    for path in ["/api/v1/sites", "/api/v1/keys", "/api/v1/audit", "/api/v1/audit/export"] {
        let answer = service.get(path, &ours.session).await;
        answer.refused(400, "INVALID_PARAMETER");
        assert_eq!(answer.body["error"]["details"][0]["path"], "orgId", "{path}");
        assert_eq!(service.get(&format!("{path}?orgId={}", ours.id), &ours.session).await.status, 200, "{path}");
        for other in [foreign.id.to_string(), "org_1".into()] {
            service.get(&format!("{path}?orgId={other}"), &ours.session).await.refused(404, "NOT_FOUND");
        }
    }
    for query in
        [format!("orgId={0}&orgId={0}", ours.id), format!("orgId={}&orgId={}", ours.id, theirs.id), "orgId=".into()]
    {
        let answer = service.get(&format!("/api/v1/keys?{query}"), &ours.session).await;
        assert_eq!(answer.refused(400, "INVALID_PARAMETER").body["error"]["details"][0]["path"], "orgId", "{query}");
    }
    // The role in the organization of the query decides.
    let listed = service.get(&format!("/api/v1/sites?orgId={}", theirs.id), &ours.session).await;
    assert_eq!(listed.data(200)["items"][0]["id"], theirs.site.to_string());
    service.get(&format!("/api/v1/keys?orgId={}", theirs.id), &ours.session).await.refused(403, "FORBIDDEN");
    service.get(&members(&theirs), &ours.session).await.refused(403, "FORBIDDEN");
    service.get(&members(&ours), &ours.session).await.data(200);
}

#[tokio::test]
async fn an_id_in_the_path_names_the_organization_for_a_member_of_several() {
    let service = Service::start_unlimited().await;
    let (ours, theirs) = (service.organization(Plan::Pro).await, service.organization(Plan::Pro).await);
    let foreign = service.organization(Plan::Pro).await;
    service.join(&theirs, Role::Viewer, service.joiner(service.owner_of(&ours).await).await).await;
    let made = async |org: &Org, path: &str, body: &Value| {
        let path = format!("/api/v1/{path}?orgId={}", org.id);
        let answer = service.send(Method::POST, &path, Some(&org.session), Some(body)).await;
        answer.data(201)["id"].as_str().unwrap().to_owned()
    };
    let key = json!({ "scopes": ["sites:read"] });
    let hook = json!({ "url": "https://example.com/hook", "events": ["key.revoked"] });
    for (org, session_may) in [(&ours, Some(true)), (&theirs, Some(false)), (&foreign, None)] {
        let (key, hook) = (made(org, "keys", &key).await, made(org, "webhooks", &hook).await);
        for path in [format!("/api/v1/keys/{key}"), format!("/api/v1/webhooks/{hook}/deliveries")] {
            let answer = service.get(&path, &ours.session).await;
            match session_may {
                Some(true) => drop(answer.data(200)),
                // The role in the organization that owns the resource decides.
                Some(false) => drop(answer.refused(403, "FORBIDDEN")),
                None => drop(answer.refused(404, "NOT_FOUND")),
            }
            let named = service.get(&format!("{path}?orgId={}", ours.id), &ours.session).await;
            assert_eq!(named.status.as_u16(), if session_may == Some(true) { 200 } else { 404 }, "{path}");
        }
    }
    for absent in ["keys/key_00000000000000000000000007", "keys/nonsense", "jobs/job_00000000000000000000000007"] {
        service.get(&format!("/api/v1/{absent}"), &ours.session).await.refused(404, "NOT_FOUND");
    }
}
