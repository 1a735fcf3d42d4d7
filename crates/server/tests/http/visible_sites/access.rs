//! Which sites a member sees: set by invitations, changed by admins, recorded, ended by promotion.

use askline_domain::{identity::role::Role, organizations::plan::Plan};
use reqwest::Method;
use serde_json::{Value, json};

use super::{HIDDEN_NAME, Scene};
use crate::harness::{Answer, PASSWORD};

async fn invite(scene: &Scene, body: Value) -> Answer {
    let path = format!("/api/v1/orgs/{}/members", scene.org.id);
    scene.service.send(Method::POST, &path, Some(&scene.org.session), Some(&body)).await
}

/// The newest audit entry with this action.
async fn entry(scene: &Scene, action: &str) -> Value {
    let path = format!("/api/v1/audit?action={action}&limit=1");
    scene.service.get(&path, &scene.org.session).await.data(200)["items"][0].clone()
}

/// The names of the sites in an audit entry, sorted.
fn sites_named(entry: &Value) -> Vec<String> {
    let sites = entry["targets"].as_array().unwrap().iter().filter(|target| target["type"] == "site");
    let mut names: Vec<String> = sites.map(|site| site["name"].as_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

async fn member_view(scene: &Scene, user: &str) -> Value {
    let path = format!("/api/v1/orgs/{}/members", scene.org.id);
    let members = scene.service.get(&path, &scene.org.session).await.data(200)["items"].clone();
    members.as_array().unwrap().iter().find(|member| member["userId"] == user).unwrap().clone()
}

#[tokio::test]
async fn an_invitation_says_the_sites_and_the_person_who_accepts_it_sees_those() {
    let scene = Scene::new().await;
    let body = json!({ "email": "client@example.com", "role": "viewer", "siteIds": [scene.hidden] });
    let invited = invite(&scene, body).await;
    assert_eq!(invited.data(201)["member"]["siteIds"], json!([scene.hidden]));
    let told = entry(&scene, "member.invited").await;
    assert_eq!(told["metadata"], json!({ "role": "viewer", "siteIds": [scene.hidden] }));
    assert_eq!(sites_named(&told), [HIDDEN_NAME]);
    let pending = invited.data(201)["member"]["userId"].as_str().unwrap();
    let renewal = format!("/api/v1/orgs/{}/members/{pending}/invitation", scene.org.id);
    let renewed = scene.service.send(Method::POST, &renewal, Some(&scene.org.session), None).await;
    assert_eq!(renewed.data(201)["member"]["siteIds"], json!([scene.hidden]), "a new token is to the same sites");
    let token = renewed.data(201)["invitation"]["token"].as_str().unwrap();
    let body = json!({ "token": token, "password": PASSWORD });
    let joined = scene.service.send(Method::POST, "/api/v1/auth/invitations/accept", None, Some(&body)).await;
    let session = joined.data(200)["token"].as_str().unwrap();
    assert_eq!(entry(&scene, "member.joined").await["metadata"]["siteIds"], json!([scene.hidden]));
    assert_eq!(scene.sites_of(session).await, [scene.hidden.to_string()]);
    let me = scene.service.get("/api/v1/me", session).await;
    assert_eq!(me.data(200)["orgs"][0]["siteIds"], json!([scene.hidden]));
    let owner = scene.service.get("/api/v1/me", &scene.org.session).await;
    assert_eq!(owner.data(200)["orgs"][0]["siteIds"], Value::Null);
}

#[tokio::test]
async fn a_list_is_of_own_sites_each_once_and_never_an_admins() {
    let scene = Scene::new().await;
    let foreign = scene.service.organization(Plan::Pro).await.site;
    let (member, _) = scene.limited(Role::Viewer).await;
    let own = scene.org.site;
    let before = scene.service.metadata.verify_chains().await.unwrap();
    for (role, sites, field, code) in [
        ("viewer", json!([own, foreign]), "siteIds[1]", "UNKNOWN_SITE"),
        ("viewer", json!(["site_x"]), "siteIds[0]", "UNKNOWN_SITE"),
        ("member", json!([own, own]), "siteIds[1]", "DUPLICATE"),
        ("admin", json!([own]), "siteIds", "NOT_ALLOWED"),
        ("owner", json!([]), "siteIds", "NOT_ALLOWED"),
    ] {
        let invited = invite(&scene, json!({ "email": "a@example.com", "role": role, "siteIds": sites.clone() })).await;
        let changed = scene.change(member, json!({ "role": role, "siteIds": sites })).await;
        for refused in [invited, changed] {
            let details = &refused.refused(422, "VALIDATION_FAILED").body["error"]["details"];
            assert_eq!((&details[0]["path"], &details[0]["code"]), (&json!(field), &json!(code)), "{role}");
        }
    }
    scene.change(member, json!({ "siteIds": "all" })).await.refused(422, "VALIDATION_FAILED");
    scene.change(member, json!({ "role": null })).await.refused(422, "VALIDATION_FAILED");
    assert_eq!(scene.service.metadata.verify_chains().await.unwrap(), before, "nothing was stored");
    assert_eq!(member_view(&scene, &member.to_string()).await["siteIds"], json!([own]));
}

#[tokio::test]
async fn change_of_member_sites_is_audited_with_site_names_and_a_no_op_is_not() {
    let scene = Scene::new().await;
    let (member, _) = scene.limited(Role::Viewer).await;
    let (own, hidden) = (scene.org.site, scene.hidden);
    scene.change(member, json!({ "siteIds": [own, hidden] })).await.data(200);
    let told = entry(&scene, "member.sites_changed").await;
    assert_eq!(told["metadata"], json!({ "role": "viewer", "siteIds": { "from": [own], "to": [own, hidden] } }));
    assert_eq!(sites_named(&told), [HIDDEN_NAME]);
    let before = scene.service.metadata.verify_chains().await.unwrap();
    for nothing in [json!({ "siteIds": [own, hidden] }), json!({ "role": "viewer" })] {
        let same = scene.change(member, nothing).await;
        assert_eq!(same.data(200)["siteIds"], json!([own, hidden]));
    }
    assert_eq!(scene.service.metadata.verify_chains().await.unwrap(), before);
    let both = scene.change(member, json!({ "role": "member", "siteIds": null })).await;
    assert_eq!((&both.data(200)["role"], &both.data(200)["siteIds"]), (&json!("member"), &Value::Null));
    let told = entry(&scene, "member.role_changed").await;
    let expected = json!({ "from": "viewer", "to": "member", "siteIds": { "from": [own, hidden], "to": null } });
    assert_eq!(told["metadata"], expected);
    assert_eq!(sites_named(&told).len(), 2);
}

#[tokio::test]
async fn a_promotion_to_admin_removes_the_list_and_a_demotion_brings_none_back() {
    let scene = Scene::new().await;
    let (member, session) = scene.limited(Role::Viewer).await;
    let promoted = scene.change(member, json!({ "role": "admin" })).await;
    assert_eq!(promoted.data(200)["siteIds"], Value::Null);
    assert_eq!(scene.sites_of(&session).await.len(), 2);
    let lowered = scene.change(member, json!({ "role": "viewer" })).await;
    assert_eq!(lowered.data(200)["siteIds"], Value::Null);
    let limited = scene.change(member, json!({ "siteIds": [scene.org.site] })).await;
    assert_eq!(limited.data(200)["siteIds"], json!([scene.org.site]));
    assert_eq!(scene.sites_of(&session).await.len(), 1);
}

#[tokio::test]
async fn when_the_last_listed_site_is_deleted_the_member_sees_none() {
    let scene = Scene::new().await;
    let (member, session) = scene.seeing(Role::Member, &[scene.hidden]).await;
    let invited = json!({ "email": "a@example.com", "role": "viewer", "siteIds": [scene.hidden] });
    let pending = invite(&scene, invited).await.data(201)["member"]["userId"].as_str().unwrap().to_owned();
    assert_eq!(scene.sites_of(&session).await, [scene.hidden.to_string()]);
    let path = format!("/api/v1/sites/{}", scene.hidden);
    scene.service.send(Method::DELETE, &path, Some(&scene.org.session), None).await.data(200);
    assert!(scene.sites_of(&session).await.is_empty());
    let me = scene.service.get("/api/v1/me", &session).await;
    assert_eq!(me.data(200)["orgs"][0]["siteIds"], json!([]));
    for user in [member.to_string(), pending] {
        assert_eq!(member_view(&scene, &user).await["siteIds"], json!([]));
    }
    while scene.service.metadata.remove_piece(1_000).await.unwrap() {}
    assert!(scene.sites_of(&session).await.is_empty());
}
