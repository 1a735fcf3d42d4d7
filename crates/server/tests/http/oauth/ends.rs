//! What an app may do, and every way in which it ends.

use askline_app::accounts::by_operator;
use askline_domain::{identity::role::Role, organizations::plan::Plan, sites::visible::VisibleSites};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::{CALLBACK, Connected, Connecting, connected, parameter, request};
use crate::{harness::PASSWORD, mcp};

impl Connecting {
    async fn connected_with(&self, session: &str, changes: &Value) -> Connected {
        let client_id = self.register(&[CALLBACK]).await;
        let answer = self.consent(session, &request(&client_id, CALLBACK), changes).await;
        let code = parameter(answer.data(201)["redirectUrl"].as_str().unwrap(), "code").unwrap();
        connected(&client_id, &self.exchange(&client_id, CALLBACK, &code).await)
    }

    /// The sites that an app sees.
    async fn sites(&self, app: &Connected) -> Vec<String> {
        let heard = mcp::call(&self.service, &app.access, "list_sites", json!({})).await;
        let table = &heard.answer()["tables"]["items"];
        let place = table["columns"].as_array().unwrap().iter().position(|name| name == "id");
        let rows = table["rows"].as_array().cloned().unwrap_or_default();
        rows.iter().map(|row| row[place.unwrap()].as_str().unwrap().to_owned()).collect()
    }

    async fn member(&self, id: &str, body: Value) {
        let path = format!("/api/v1/orgs/{}/members/{id}", self.org.id);
        self.service.send(Method::PATCH, &path, Some(&self.org.session), Some(&body)).await.data(200);
    }
}

#[tokio::test]
async fn an_app_does_at_most_what_was_given_and_what_its_person_may_do_now() {
    let connecting = Connecting::start().await;
    let (user, session) = connecting.service.member_of(&connecting.org, Role::Member).await;
    let app = connecting.connected_with(&session, &json!({ "scopes": ["sites:read", "prompts:read"] })).await;
    let arguments = json!({ "siteId": connecting.org.site });
    let prompts = async || mcp::call(&connecting.service, &app.access, "list_prompts", arguments.clone()).await;
    assert_eq!(prompts().await.result()["isError"], false);
    // The client gets to know for which scopes it may ask its person.
    let refused = mcp::call(&connecting.service, &app.access, "show_ai_clicks", arguments.clone()).await;
    refused.refused(403, "INSUFFICIENT_SCOPE");
    let challenge = refused.header("www-authenticate");
    for part in [
        "Bearer error=\"insufficient_scope\"",
        "scope=\"analytics:read sites:read prompts:read\"",
        "resource_metadata=\"https://ask.example.com/.well-known/oauth-protected-resource/mcp\"",
    ] {
        assert!(challenge.contains(part), "{challenge}");
    }
    let tools = mcp::tools(&connecting.service, &app.access).await;
    assert!(
        tools.iter().any(|tool| tool["name"] == "list_prompts")
            && !tools.iter().any(|tool| tool["name"] == "show_ai_clicks")
    );
    connecting.member(&user.to_string(), json!({ "role": "viewer" })).await;
    // No consent of the person gives what their role does not have.
    let refused = prompts().await;
    refused.tool_error("INSUFFICIENT_SCOPE");
    assert_eq!(refused.header("www-authenticate"), "");
    let tools = mcp::tools(&connecting.service, &app.access).await;
    assert!(!tools.iter().any(|tool| tool["name"] == "list_prompts"));
    let own = mcp::call(&connecting.service, &app.access, "show_own_api_key", json!({})).await;
    assert_eq!(own.result()["isError"], false);
}

#[tokio::test]
async fn the_audit_log_names_the_person_and_the_app_through_which_they_made_a_change() {
    let connecting = Connecting::start().await;
    let (service, org) = (&connecting.service, &connecting.org);
    let client_id = connecting.register(&[CALLBACK]).await;
    let query = format!("{}&scope=sites:read+prompts:write", request(&client_id, CALLBACK));
    let answer = connecting.consent(&org.session, &query, &json!({})).await;
    let code = parameter(answer.data(201)["redirectUrl"].as_str().unwrap(), "code").unwrap();
    let app = connected(&client_id, &connecting.exchange(&client_id, CALLBACK, &code).await);
    let arguments = json!({ "siteId": org.site, "questions": false });
    let begun = mcp::call(service, &app.access, "regenerate_prompts", arguments).await;
    assert_eq!(begun.result()["isError"], false, "{}", begun.body);
    let entries = format!("?orgId={}&action=prompt.generation_started", org.id);
    let listed = service.get(&format!("/api/v1/audit{entries}"), &org.session).await.data(200)["items"][0].clone();
    let id = service.get("/api/v1/auth/apps", &org.session).await.data(200)["items"][0]["id"].clone();
    assert_eq!((&listed["actor"]["type"], &listed["actor"]["name"]), (&json!("user"), &json!(org.owner_email)));
    assert_eq!(listed["actor"]["via"], json!({ "app": { "id": id, "name": "An app" } }));
    let file = service.request(Method::GET, &format!("/api/v1/audit/export{entries}")).bearer_auth(&org.session);
    let line: Value = serde_json::from_str(&connecting.heard(file).await.text).unwrap();
    assert_eq!(line["actor"], listed["actor"]);
    // A change by the person alone names no app.
    let all = service.get(&format!("/api/v1/audit?orgId={}&action=oauth.*", org.id), &org.session).await;
    assert_eq!(all.data(200)["items"][0]["actor"]["via"], Value::Null);
    let chain = service.get(&format!("/api/v1/audit/verify?orgId={}", org.id), &org.session).await;
    assert_eq!(chain.data(200)["intact"], true);
}

#[tokio::test]
async fn a_person_cannot_give_more_than_was_asked_or_than_they_have() {
    let connecting = Connecting::start().await;
    let (_, viewer) = connecting.service.member_of(&connecting.org, Role::Viewer).await;
    let client_id = connecting.register(&[CALLBACK]).await;
    let query = request(&client_id, CALLBACK);
    for (session, scopes) in [
        (&viewer, json!(["prompts:read"])),
        (&connecting.org.session, json!(["*"])),
        (&connecting.org.session, json!(["sites:write"])),
        (&connecting.org.session, json!([])),
    ] {
        let answer = connecting.consent(session, &query, &json!({ "scopes": scopes })).await;
        assert_eq!(answer.status.as_u16(), 422, "{scopes}");
    }
    let foreign = connecting.service.organization(Plan::Pro).await;
    for changes in [json!({ "siteIds": [foreign.site] }), json!({ "siteIds": [] }), json!({ "expiresInDays": 366 })] {
        let answer = connecting.consent(&connecting.org.session, &query, &changes).await;
        assert_eq!(answer.status.as_u16(), 422, "{changes}");
    }
    let answer = connecting.consent(&foreign.session, &query, &json!({})).await;
    assert_eq!(answer.status.as_u16(), 404);
}

#[tokio::test]
async fn an_app_sees_only_sites_that_its_person_still_sees() {
    let connecting = Connecting::start().await;
    let other = connecting.service.site_of(&connecting.org, "other.example").await;
    let first = connecting.org.site;
    let seen = VisibleSites::only(vec![first, other]);
    let (user, session) = connecting.service.member_seeing(&connecting.org, Role::Viewer, seen).await;
    let all = connecting.connected_with(&session, &json!({ "scopes": ["sites:read"] })).await;
    let one = connecting.connected_with(&session, &json!({ "scopes": ["sites:read"], "siteIds": [other] })).await;
    assert_eq!(connecting.sites(&all).await.len(), 2);
    assert_eq!(connecting.sites(&one).await, [other.to_string()]);
    connecting.member(&user.to_string(), json!({ "siteIds": [first] })).await;
    assert_eq!(connecting.sites(&all).await, [first.to_string()]);
    assert!(connecting.sites(&one).await.is_empty());
    let lost = mcp::call(&connecting.service, &one.access, "list_refused_origins", json!({ "siteId": other })).await;
    lost.tool_error("NOT_FOUND");
}

#[tokio::test]
async fn a_connected_app_is_listed_and_ended_by_its_person_and_by_admins() {
    let connecting = Connecting::start().await;
    let (service, org) = (&connecting.service, &connecting.org);
    let (_, session) = service.member_of(org, Role::Viewer).await;
    let scopes = json!({ "scopes": ["sites:read"] });
    let oldest = connecting.connected_with(&session, &scopes).await;
    service.advance(1);
    let apps = [oldest, connecting.connected_with(&session, &scopes).await];
    let own = service.get("/api/v1/auth/apps", &session).await.data(200)["items"].clone();
    let of_all = format!("/api/v1/orgs/{}/apps", org.id);
    assert_eq!(service.get(&of_all, &session).await.status.as_u16(), 403);
    let listed = service.get(&of_all, &org.session).await.data(200)["items"].clone();
    let ids = |items: &Value| {
        items.as_array().unwrap().iter().map(|app| app["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!((ids(&own), own.as_array().unwrap().len()), (ids(&listed), 2));
    assert!(listed[0]["email"].as_str().unwrap().contains('@'));
    assert_eq!((&own[0]["clientName"], &own[0]["destination"]), (&json!("An app"), &json!("app.example")));
    assert!(service.get("/api/v1/auth/apps", &org.session).await.data(200)["items"].as_array().unwrap().is_empty());

    let foreign = service.organization(Plan::Pro).await;
    let end = async |path: String, session: &str| service.send(Method::DELETE, &path, Some(session), None).await;
    let [newest, oldest] = [&ids(&own)[0], &ids(&own)[1]];
    assert_eq!(end(format!("/api/v1/auth/apps/{newest}"), &foreign.session).await.status.as_u16(), 404);
    assert_eq!(end(format!("/api/v1/orgs/{}/apps/{newest}", foreign.id), &foreign.session).await.status.as_u16(), 404);
    for app in &apps {
        assert_eq!(connecting.calls(&app.access).await, StatusCode::OK);
    }
    end(format!("/api/v1/auth/apps/{newest}"), &session).await.data(200);
    assert_eq!(connecting.calls(&apps[1].access).await, StatusCode::UNAUTHORIZED);
    assert_eq!(connecting.calls(&apps[0].access).await, StatusCode::OK);
    end(format!("{of_all}/{oldest}"), &org.session).await.data(200);
    assert_eq!(connecting.calls(&apps[0].access).await, StatusCode::UNAUTHORIZED);
    connecting.refresh(&apps[0]).await.refused(400, "invalid_grant");
    assert_eq!(end(format!("{of_all}/{oldest}"), &org.session).await.status.as_u16(), 404);
}

#[tokio::test]
async fn an_app_ends_with_the_membership_the_password_and_the_access_of_its_person() {
    let connecting = Connecting::start().await;
    let (service, org) = (&connecting.service, &connecting.org);
    for way in ["removed", "left", "password", "revoke-all", "locked", "deleted"] {
        let (user, session) = service.member_of(org, Role::Admin).await;
        let app = connecting.connected_by(&session).await;
        let client_id = connecting.register(&[CALLBACK]).await;
        let code = connecting.code(&client_id, CALLBACK, &session).await;
        assert_eq!(connecting.calls(&app.access).await, StatusCode::OK, "{way}");
        let member = format!("/api/v1/orgs/{}/members/{user}", org.id);
        let new = json!({ "currentPassword": PASSWORD, "newPassword": "another good long password" });
        match way {
            "removed" => service.send(Method::DELETE, &member, Some(&org.session), None).await.data(200).clone(),
            "left" => {
                let path = format!("/api/v1/orgs/{}/members/me", org.id);
                service.send(Method::DELETE, &path, Some(&session), None).await.data(200).clone()
            }
            "password" => {
                service.send(Method::POST, "/api/v1/auth/password", Some(&session), Some(&new)).await.data(200).clone()
            }
            "revoke-all" => {
                let body = json!({ "password": PASSWORD });
                service
                    .send(Method::POST, "/api/v1/auth/revoke-all", Some(&session), Some(&body))
                    .await
                    .data(200)
                    .clone()
            }
            "locked" => {
                assert!(by_operator::lock_account(&*service.metadata, user, service.app.now(), vec![]).await.unwrap());
                Value::Null
            }
            _ => {
                let path = format!("/api/v1/orgs/{}", org.id);
                let body = json!({ "name": "Enterprise Ltd" });
                service.send(Method::DELETE, &path, Some(&org.session), Some(&body)).await.data(200).clone()
            }
        };
        assert_eq!(connecting.calls(&app.access).await, StatusCode::UNAUTHORIZED, "{way}");
        connecting.refresh(&app).await.refused(400, "invalid_grant");
        connecting.exchange(&client_id, CALLBACK, &code).await.refused(400, "invalid_grant");
    }
}

#[tokio::test]
async fn an_app_counts_against_the_plan_as_one_key_and_needs_a_plan_with_keys() {
    let settings = askline_api::settings::ApiSettings { public_url: Some(super::ISSUER.into()), ..Default::default() };
    let service = crate::harness::Service::start_with(settings).await;
    let connecting = Connecting { org: service.organization(Plan::Pro).await, service };
    let app = connecting.connected().await;
    let first = mcp::call(&connecting.service, &app.access, "list_sites", json!({})).await;
    let limit = Plan::Pro.limits().requests_per_minute;
    assert_eq!((first.header("x-ratelimit-limit"), first.remaining()), (limit.to_string().as_str(), limit - 1));
    let again = connected(&app.client_id, &connecting.refresh(&app).await);
    assert_eq!(mcp::call(&connecting.service, &again.access, "list_sites", json!({})).await.remaining(), limit - 2);
    connecting.service.set_plan(&connecting.org, Plan::Free).await;
    mcp::call(&connecting.service, &app.access, "list_sites", json!({})).await.tool_error("PLAN_REQUIRED");
}

#[tokio::test]
async fn another_server_refuses_an_ended_app_within_a_second() {
    let connecting = Connecting::start().await;
    let app = connecting.connected().await;
    let other = connecting.service.another_server().await;
    let status = async || {
        let url = format!("http://{other}/mcp");
        let request = connecting.service.request_to(Method::POST, &url).bearer_auth(&app.access);
        let request =
            request.header("accept", "application/json, text/event-stream").header("content-type", "application/json");
        request.body(mcp::initialize().to_string()).send().await.unwrap().status()
    };
    assert_eq!(status().await, StatusCode::OK);
    let form = [("token", app.access.as_str()), ("client_id", &app.client_id)];
    assert_eq!(connecting.form("/oauth/revoke", &form).await.status, 200);
    askline_stand_in::until("the other server refuses it", async || status().await == StatusCode::UNAUTHORIZED).await;
}
