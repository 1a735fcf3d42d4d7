//! Organizations are created if the operator allows it, and renamed and deleted by owners. A deletion removes everything
//! that belongs to them.

mod brands;

use askline_api::settings::ApiSettings;
use askline_app::ports::events::EventPosition;
use askline_domain::{identity::role::Role, keys::scope::Scope, organizations::plan::Plan};
use askline_stand_in::until;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    harness::{Answer, Org, Service, unlimited},
    webhooks::receiver::Receiver,
};

async fn start(organizations_per_account: u32) -> Service {
    let settings = ApiSettings { limits: unlimited(), default_plan: Plan::Pro, ..ApiSettings::default() };
    Service::start_with(ApiSettings { organizations_per_account, ..settings }).await
}

async fn found(service: &Service, bearer: &str, body: Value) -> Answer {
    service.send(Method::POST, "/api/v1/orgs", Some(bearer), Some(&body)).await
}

async fn change(service: &Service, method: Method, org: &Org, bearer: &str, body: Value) -> Answer {
    service.send(method, &format!("/api/v1/orgs/{}", org.id), Some(bearer), Some(&body)).await
}

async fn my_organizations(service: &Service, bearer: &str) -> Vec<Value> {
    service.get("/api/v1/me", bearer).await.data(200)["orgs"].as_array().unwrap().clone()
}

fn names_first(answer: &Answer, path: &str, code: &str) {
    answer.refused(422, "VALIDATION_FAILED");
    let first = &answer.body["error"]["details"][0];
    assert_eq!((&first["path"], &first["code"]), (&json!(path), &json!(code)), "{}", answer.text);
}

#[tokio::test]
async fn accounts_found_organizations_where_the_operator_lets_them_and_as_many_as_that_says() {
    let closed = start(0).await;
    let org = closed.organization(Plan::Pro).await;
    found(&closed, &org.session, json!({ "name": "Second" })).await.refused(403, "FORBIDDEN");

    let service = start(2).await;
    let org = service.organization(Plan::Pro).await;
    let made = found(&service, &org.session, json!({ "name": " Büro & Co " })).await.data(201).clone();
    assert_eq!(
        (&made["name"], &made["slug"], &made["plan"]["id"]),
        (&json!("Büro & Co"), &json!("b-ro-co"), &json!("pro"))
    );
    assert_eq!(made["seats"], json!({ "total": 5, "used": 1, "pending": 0 }));
    let path = format!("/api/v1/orgs/{}", made["id"].as_str().unwrap());
    assert_eq!(service.get(&path, &org.session).await.data(200), &made);
    let mine = my_organizations(&service, &org.session).await;
    let new = mine.iter().find(|one| one["id"] == made["id"]).unwrap();
    assert_eq!((mine.len(), &new["role"]), (2, &json!("owner")));
    let log = service.get(&format!("/api/v1/audit?orgId={}", made["id"].as_str().unwrap()), &org.session).await;
    assert_eq!(log.data(200)["items"][0]["action"], "organization.created");

    found(&service, &org.session, json!({ "name": "Taken", "slug": "b-ro-co" })).await.refused(409, "CONFLICT");
    found(&service, &org.session, json!({ "name": "Chosen", "slug": "chosen" })).await.data(201);
    found(&service, &org.session, json!({ "name": "One more" })).await.refused(409, "LIMIT_REACHED");
    let (_, viewer) = service.member_of(&org, Role::Viewer).await;
    found(&service, &viewer, json!({ "name": "One more" })).await.data(201);
}

#[tokio::test]
async fn what_is_wrong_with_an_organization_is_named_and_nothing_is_stored() {
    let service = start(9).await;
    let org = service.organization(Plan::Pro).await;
    let before = service.get(&format!("/api/v1/orgs/{}", org.id), &org.session).await.data(200).clone();
    for (body, path, code) in [
        (json!({ "name": " " }), "name", "TOO_SHORT"),
        (json!({ "name": "n".repeat(101) }), "name", "TOO_LONG"),
        (json!({ "name": "a\u{202e}b" }), "name", "HIDDEN_CHARACTER"),
        (json!({ "name": 5 }), "name", "WRONG_TYPE"),
        (json!({ "name": "a", "slug": "A b" }), "slug", "INVALID_SLUG"),
        (json!({ "name": "a", "slug": "a".repeat(41) }), "slug", "TOO_LONG"),
        (json!({ "name": "a", "plan": "enterprise" }), "plan", "UNKNOWN_FIELD"),
    ] {
        names_first(&found(&service, &org.session, body.clone()).await, path, code);
        names_first(&change(&service, Method::PATCH, &org, &org.session, body).await, path, code);
    }
    assert_eq!(my_organizations(&service, &org.session).await.len(), 1);
    assert_eq!(service.get(&format!("/api/v1/orgs/{}", org.id), &org.session).await.data(200), &before);
}

#[tokio::test]
async fn an_owner_gives_an_organization_another_name_and_slug() {
    let service = start(0).await;
    let (org, other) = (service.organization(Plan::Pro).await, service.organization(Plan::Business).await);
    let (_, admin) = service.member_of(&org, Role::Admin).await;
    change(&service, Method::PATCH, &org, &admin, json!({ "name": "Mine" })).await.refused(403, "FORBIDDEN");
    service.advance(1);
    let changed = change(&service, Method::PATCH, &org, &org.session, json!({ "name": "Acme", "slug": "acme" })).await;
    assert_eq!((&changed.data(200)["name"], &changed.data(200)["slug"]), (&json!("Acme"), &json!("acme")));
    assert_eq!(my_organizations(&service, &admin).await[0]["name"], "Acme");
    let entry = service.get("/api/v1/audit", &org.session).await.data(200)["items"][0].clone();
    assert_eq!((&entry["action"], &entry["metadata"]["to"]["slug"]), (&json!("organization.updated"), &json!("acme")));
    let taken = change(&service, Method::PATCH, &other, &other.session, json!({ "slug": "acme" })).await;
    taken.refused(409, "CONFLICT");
    change(&service, Method::PATCH, &org, &org.session, json!({ "slug": "acme" })).await.data(200);
}

#[tokio::test]
async fn a_person_changes_the_name_that_others_see() {
    let service = start(0).await;
    let org = service.organization(Plan::Pro).await;
    let (_, other) = service.member_of(&org, Role::Admin).await;
    let rename = async |body: Value| service.send(Method::PATCH, "/api/v1/me", Some(&org.session), Some(&body)).await;
    let me = rename(json!({ "name": " Ada Lovelace " })).await;
    assert_eq!(me.data(200)["user"]["name"], "Ada Lovelace");
    assert_eq!(service.get("/api/v1/me", &org.session).await.data(200), me.data(200));
    let members = service.get(&format!("/api/v1/orgs/{}/members", org.id), &other).await;
    let names: Vec<_> = members.data(200)["items"].as_array().unwrap().iter().map(|one| one["name"].clone()).collect();
    assert!(names.contains(&json!("Ada Lovelace")) && names.len() == 2, "{names:?}");
    names_first(&rename(json!({ "name": "n".repeat(101) })).await, "name", "TOO_LONG");
    names_first(&rename(json!({ "name": "a\nb" })).await, "name", "CONTROL_CHARACTER");
    names_first(&rename(json!({ "email": "a@example.com" })).await, "email", "UNKNOWN_FIELD");
    assert_eq!(rename(json!({})).await.data(200)["user"]["name"], "Ada Lovelace");
    assert_eq!(rename(json!({ "name": "" })).await.data(200)["user"]["name"], "");
}

#[tokio::test]
async fn an_organization_is_deleted_only_by_an_owner_who_types_its_name() {
    let service = start(0).await;
    let org = service.organization(Plan::Pro).await;
    let name = json!({ "name": "Pro Ltd" });
    for role in [Role::Viewer, Role::Member, Role::Admin] {
        let (_, session) = service.member_of(&org, role).await;
        change(&service, Method::DELETE, &org, &session, name.clone()).await.refused(403, "FORBIDDEN");
    }
    for wrong in ["pro ltd", "Pro", "Pro Ltd.", ""] {
        let refused = change(&service, Method::DELETE, &org, &org.session, json!({ "name": wrong })).await;
        names_first(&refused, "name", "NAME_MISMATCH");
    }
    names_first(&change(&service, Method::DELETE, &org, &org.session, json!({})).await, "name", "REQUIRED");
    service.get(&format!("/api/v1/sites/{}", org.site), &org.session).await.data(200);
    let gone = change(&service, Method::DELETE, &org, &org.session, name.clone()).await;
    assert_eq!(gone.data(200), &json!({ "id": org.id.to_string(), "status": "deleted" }));
    change(&service, Method::DELETE, &org, &org.session, name).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn with_an_organization_goes_all_that_is_its_own_and_nothing_else() {
    let service = start(0).await;
    let (org, other) = (service.organization(Plan::Enterprise).await, service.organization(Plan::Pro).await);
    let receiver = Receiver::start().await;
    let (member, session) = service.member_of(&org, Role::Member).await;
    service.join(&other, Role::Viewer, service.joiner(member).await).await;
    let (key, kept_key) = (service.key(&org, &[Scope::All]).await, service.key(&other, &[Scope::All]).await);
    let webhook = json!({ "url": receiver.url, "events": ["key.created"] });
    service.send(Method::POST, "/api/v1/webhooks", Some(&org.session), Some(&webhook)).await.data(201);
    let scopes = json!({ "scopes": ["org:read"] });
    service.send(Method::POST, "/api/v1/keys", Some(&org.session), Some(&scopes)).await.data(201);
    let view = |site| json!({ "siteId": site, "type": "view", "url": "https://example.com/a", "eventId": "0190c1d2-0000-7000-8000-000000000001" });
    for site in [org.site, other.site] {
        service.send(Method::POST, "/api/v1/events", None, Some(&view(site))).await.data(202);
    }
    service.get("/api/v1/keys/self", &key).await.data(200);

    let name = json!({ "name": "Enterprise Ltd" });
    change(&service, Method::DELETE, &org, &org.session, name).await.data(200);

    service.get("/api/v1/keys/self", &key).await.refused(401, "INVALID_API_KEY");
    let config = format!("/api/v1/sites/{}/config", org.site);
    service.send(Method::GET, &config, None, None).await.refused(404, "NOT_FOUND");
    let second = service.another_server().await;
    let elsewhere = reqwest::get(format!("http://{second}{config}")).await.unwrap();
    assert_eq!(elsewhere.status(), 404);
    askline_app::sites::gone::take_up_removals(service.app.instance()).await.unwrap();
    let events = service.app.ports().events.events_after(org.site, EventPosition::START, 10).await.unwrap();
    assert_eq!(events.len(), 0);
    service.get(&format!("/api/v1/orgs/{}", org.id), &session).await.refused(404, "NOT_FOUND");
    service.run_due_jobs().await;
    assert_eq!(receiver.received().len(), 0, "the message that waited is sent to nobody");

    // The accounts still exist, and so does the other organization.
    assert_eq!(my_organizations(&service, &org.session).await, [json!(null); 0]);
    service.get("/api/v1/sites", &org.session).await.refused(403, "FORBIDDEN");
    let mine = my_organizations(&service, &session).await;
    assert_eq!((mine.len(), &mine[0]["id"]), (1, &json!(other.id.to_string())));
    service.get("/api/v1/keys/self", &kept_key).await.data(200);
    assert_eq!(service.app.ports().events.events_after(other.site, EventPosition::START, 10).await.unwrap().len(), 1);
}

#[tokio::test]
async fn with_very_many_invitations_an_organization_is_deleted_at_once_everywhere_and_its_rows_follow() {
    let service = start(0).await;
    let (org, other) = (service.organization(Plan::Enterprise).await, service.organization(Plan::Pro).await);
    service
        .tamper(&format!(
            "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000) \
         INSERT INTO pending_members (org_id, user_id, email, role, created_ms) \
         SELECT '{}', 'usr_' || CAST(n AS TEXT), 'many-' || CAST(n AS TEXT), 'viewer', 0 FROM numbers",
            org.id
        ))
        .await;
    let second = service.another_server().await;
    let asked = [format!("/api/v1/orgs/{}", org.id), format!("/api/v1/sites/{}", org.site)];
    let at_second = async |path: &str| {
        let url = format!("http://{second}{path}");
        reqwest::Client::new().get(url).bearer_auth(&org.session).send().await.unwrap().status().as_u16()
    };
    for path in &asked {
        service.get(path, &org.session).await.data(200);
        assert_eq!(at_second(path).await, 200, "{path} is remembered there");
    }
    let name = json!({ "name": "Enterprise Ltd" });
    change(&service, Method::DELETE, &org, &org.session, name.clone()).await.data(200);
    for path in &asked {
        service.get(path, &org.session).await.refused(404, "NOT_FOUND");
        // The other server learns of the deletion within a second.
        until(path, async || at_second(path).await == 404).await;
    }
    change(&service, Method::DELETE, &org, &org.session, name).await.refused(404, "NOT_FOUND");
    // Another organization writes in the meantime.
    service.site_of(&other, "elsewhere.example").await;
    askline_app::sites::gone::take_up_removals(service.app.instance()).await.unwrap();
    assert_eq!(service.metadata.seats(org.id).await.unwrap().pending, 0);
    assert!(!service.metadata.remove_piece(1_000).await.unwrap(), "nothing is left");
    service.get(&format!("/api/v1/sites/{}", other.site), &other.session).await.data(200);
}

#[tokio::test]
async fn what_an_organization_makes_in_a_day_and_whom_it_invites_is_bounded_on_every_plan() {
    let service = start(0).await;
    let org = service.organization(Plan::Enterprise).await;
    let post = async |path: &str, body: Value| service.send(Method::POST, path, Some(&org.session), Some(&body)).await;
    let key = post("/api/v1/keys", json!({ "scopes": ["org:read"] })).await.data(201)["id"].clone();
    service.tamper("UPDATE made_on_day SET made = 1000").await;
    let rotation = format!("/api/v1/keys/{}/rotate", key.as_str().unwrap());
    for (path, body, said) in [
        ("/api/v1/keys", json!({ "scopes": ["org:read"] }), "1000 keys today"),
        (rotation.as_str(), json!({}), "1000 keys today"),
        ("/api/v1/sites", json!({ "domain": "more.example", "timezone": "UTC" }), "1000 sites today"),
    ] {
        let refused = post(path, body).await;
        let message = refused.refused(409, "LIMIT_REACHED").body["error"]["message"].as_str().unwrap();
        assert!(message.contains(said), "{message}");
    }
    service.advance(12 * 3_600);
    post("/api/v1/keys", json!({ "scopes": ["org:read"] })).await.data(201);
    post("/api/v1/sites", json!({ "domain": "more.example", "timezone": "UTC" })).await.data(201);

    service
        .tamper(&format!(
            "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000) \
         INSERT INTO pending_members (org_id, user_id, email, role, created_ms) \
         SELECT '{}', 'usr_' || CAST(n AS TEXT), 'many-' || CAST(n AS TEXT), 'viewer', 0 FROM numbers",
            org.id
        ))
        .await;
    let members = format!("/api/v1/orgs/{}/members", org.id);
    let refused = post(&members, json!({ "email": "one@example.com", "role": "viewer" })).await;
    let message = refused.refused(409, "LIMIT_REACHED").body["error"]["message"].as_str().unwrap();
    assert!(message.contains("1000 people are invited"), "{message}");
}

#[tokio::test]
async fn events_whose_removal_was_cut_off_are_removed_later() {
    let service = start(0).await;
    let org = service.organization(Plan::Pro).await;
    let view = json!({ "siteId": org.site, "type": "view", "url": "https://example.com/a", "eventId": "0190c1d2-0000-7000-8000-000000000001" });
    service.send(Method::POST, "/api/v1/events", None, Some(&view)).await.data(202);
    // As if the process had been killed right after the commit.
    service.tamper(&format!("DELETE FROM organizations WHERE id = '{}'", org.id)).await;
    let events =
        async || service.app.ports().events.events_after(org.site, EventPosition::START, 10).await.unwrap().len();
    assert_eq!(events().await, 1);
    assert_eq!(askline_app::sites::gone::take_up_removals(service.app.instance()).await.unwrap(), 1);
    assert_eq!(
        (events().await, askline_app::sites::gone::take_up_removals(service.app.instance()).await.unwrap()),
        (0, 0)
    );
}
