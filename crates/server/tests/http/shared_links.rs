//! Shared links: what their sessions reach and show, and when they end.

use askline_api::{pipeline::route_table::policy::Access, routes};
use askline_domain::{identity::role::Role, organizations::plan::Plan, shared_links::SharedPanel};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    events::{count, event},
    every_route::{authorization::path_of, contract_table::FOR_LINKS},
    harness::{Answer, Org, Service},
};

async fn create(service: &Service, org: &Org, change: &Value) -> Answer {
    let mut body = json!({ "name": "Month", "panels": ["figures"], "range": { "days": 30 } });
    for (name, value) in change.as_object().unwrap() {
        body[name] = value.clone();
    }
    service.send(Method::POST, &format!("/api/v1/links/{}", org.site), Some(&org.session), Some(&body)).await
}

async fn open(service: &Service, token: &str, password: Option<&str>) -> Answer {
    let body = json!({ "token": token, "password": password });
    service.send(Method::POST, "/api/v1/auth/link", None, Some(&body)).await
}

impl Service {
    /// A session of a new link of the organization's site, with these settings.
    pub async fn link_session(&self, org: &Org, change: &Value) -> String {
        let made = create(self, org, change).await;
        let token = made.data(201)["token"].as_str().unwrap().to_owned();
        open(self, &token, None).await.data(200)["token"].as_str().unwrap().to_owned()
    }
}

#[test]
fn the_routes_of_links_are_those_of_the_contract() {
    let table = routes::table();
    let open = table.policies().filter(|policy| policy.for_links.is_some());
    let mut ours: Vec<&str> =
        open.inspect(|policy| assert_eq!(policy.method, Method::GET)).map(|policy| policy.path).collect();
    let mut theirs: Vec<&str> = FOR_LINKS.iter().map(|(path, _)| *path).collect();
    ours.sort_unstable();
    theirs.sort_unstable();
    assert_eq!(ours, theirs);
}

#[tokio::test]
async fn a_session_of_a_link_reaches_the_routes_of_its_panels_on_its_site_and_no_other_route() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let other = service.organization(Plan::Enterprise).await;
    let panels: Vec<&str> = SharedPanel::EVERY.iter().map(|panel| panel.as_str()).collect();
    let mut sessions = vec![(panels.clone(), service.link_session(&org, &json!({ "panels": panels })).await)];
    for panel in panels {
        sessions.push((vec![panel], service.link_session(&org, &json!({ "panels": [panel] })).await));
    }
    let unknown = format!("ls_{}", "0".repeat(64));
    for policy in routes::table().policies() {
        let path = path_of(policy.path, &org);
        let row = FOR_LINKS.iter().find(|(path, _)| policy.path == *path && policy.method == Method::GET);
        if matches!(policy.access, Access::Anyone) {
            continue;
        }
        for (panels, session) in &sessions {
            let answer = service.send(policy.method.clone(), &path, Some(session), None).await;
            let place = format!("{panels:?} on {} {path}: {}", policy.method, answer.text);
            match row {
                Some((_, None)) => assert_eq!(answer.status, 200, "{place}"),
                Some((_, Some(panel))) if panels.contains(panel) => assert_eq!(answer.status, 200, "{place}"),
                Some(_) => drop(answer.refused(403, "FORBIDDEN")),
                None => drop(answer.refused(403, "INSUFFICIENT_SCOPE")),
            }
            if row.is_some() {
                let elsewhere = service.get(&path_of(policy.path, &other), session).await;
                assert!(matches!(elsewhere.status.as_u16(), 403 | 404), "{place}: {}", elsewhere.text);
            }
        }
        // Whether a session exists is not revealed where none is accepted.
        let answer = service.send(policy.method.clone(), &path, Some(&unknown), None).await;
        match row {
            Some(_) => answer.refused(401, "SESSION_EXPIRED"),
            None => answer.refused(403, "INSUFFICIENT_SCOPE"),
        };
    }
}

#[tokio::test]
async fn every_question_of_a_link_is_within_its_pages_its_platform_and_its_days() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let ask = |page: &str, platform: &str| {
        event(
            org.site,
            json!({ "type": "ai_click", "platform": platform, "url": format!("https://example.com{page}") }),
        )
    };
    count(&service, &[ask("/old", "chatgpt"), ask("/guides/a", "claude")]).await;
    service.advance(3 * 86_400);
    count(&service, &[ask("/guides/a", "chatgpt"), ask("/guides/b", "claude"), ask("/pricing", "chatgpt")]).await;
    let total = async |session: &str, query: &str| -> Value {
        let path = format!("/api/v1/analytics/{}/ai{query}", org.site);
        service.get(&path, session).await.data(200)["totals"]["aiClicks"].clone()
    };
    let all = json!(["figures", "chart", "assistants", "pages"]);
    let guides =
        json!({ "panels": all, "filter": { "pages": ["/guides/**"] }, "range": { "days": 2 }, "compare": true });
    let guides = service.link_session(&org, &guides).await;
    let chatgpt = json!({ "panels": ["assistants", "figures"], "filter": { "platforms": ["chatgpt"] }, "notes": true });
    let chatgpt = service.link_session(&org, &chatgpt).await;
    for (session, query, expected) in [
        (&guides, "", 2),
        (&guides, "?days=1", 2),
        (&guides, "?page=/guides/b", 1),
        (&guides, "?page=/guides/**&platform=claude", 1),
        (&guides, "?compare=previous", 2),
        (&chatgpt, "", 3),
        (&chatgpt, "?days=2", 2),
        (&chatgpt, "?platform=chatgpt", 3),
    ] {
        assert_eq!(total(session, query).await, json!(expected), "{query}");
    }
    for (session, query, status, code) in [
        (&guides, "?days=3", 403, "FORBIDDEN"),
        (&guides, "?from=2026-01-01", 403, "FORBIDDEN"),
        (&guides, "?from=2026-06-18&to=2026-06-20", 403, "FORBIDDEN"),
        (&guides, "?page=/pricing", 403, "FORBIDDEN"),
        (&guides, "?page=/**", 403, "FORBIDDEN"),
        (&guides, "?page=/guidesx", 403, "FORBIDDEN"),
        (&guides, "?compare=year", 403, "FORBIDDEN"),
        (&guides, "?include=byPrompt", 403, "FORBIDDEN"),
        (&guides, "?include=seriesByPlatform&include=byPrompt", 403, "FORBIDDEN"),
        (&guides, "?days=1&days=30", 400, "INVALID_PARAMETER"),
        (&guides, "?cursor=c2", 400, "INVALID_PARAMETER"),
        (&guides, "?days=0", 400, "INVALID_PARAMETER"),
        (&chatgpt, "?platform=claude", 403, "FORBIDDEN"),
        (&chatgpt, "?compare=previous", 403, "FORBIDDEN"),
    ] {
        let path = format!("/api/v1/analytics/{}/ai{query}", org.site);
        service.get(&path, session).await.refused(status, code);
    }
    let view = |session: String| {
        let path = format!("/api/v1/links/{}/view", org.site);
        let service = &service;
        async move { service.get(&path, &session).await }
    };
    let shown = view(guides).await;
    let data = shown.data(200);
    assert_eq!(shown.body["meta"]["range"]["from"], "2026-06-17");
    assert_eq!(
        data["figures"]["asks"],
        json!({ "value": 2, "previous": 1, "change": data["figures"]["asks"]["change"] })
    );
    assert_eq!(data["pages"]["total"], 2);
    assert!(data.get("devices").is_none() && data.get("notes").is_none() && data.get("loop").is_none());
    let shown = view(chatgpt).await.data(200).clone();
    let figures = shown["figures"].as_object().unwrap();
    assert_eq!((&figures["asks"]["value"], figures.len()), (&json!(3), 3), "asks, visits and questions: {figures:?}");
    assert!(figures["asks"].get("previous").is_none(), "the link does not show the previous period");
    assert_eq!(shown["notes"], json!([]));
}

#[tokio::test]
async fn a_link_ends_for_its_sessions_at_once_with_its_time_its_password_and_its_deletion() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let view = format!("/api/v1/links/{}/view", org.site);
    let tried = async |session: &str| service.get(&view, session).await.status.as_u16();
    let made = create(&service, &org, &json!({ "password": "roses in spring" })).await.data(201).clone();
    let token = made["token"].as_str().unwrap();
    let link = format!("/api/v1/links/{}/{}", org.site, made["link"]["id"].as_str().unwrap());
    assert!(made["link"].get("password").is_none() && made["link"]["hasPassword"] == true);
    for (sent, password, path, code) in [
        (token, None, "password", "REQUIRED"),
        (token, Some("roses in summer"), "password", "WRONG"),
        ("lk_0", None, "token", "UNKNOWN"),
    ] {
        let answer = open(&service, sent, password).await;
        let detail = &answer.refused(401, "INVALID_CREDENTIALS").body["error"]["details"][0];
        assert_eq!((&detail["path"], &detail["code"]), (&json!(path), &json!(code)));
    }
    let opened = open(&service, token, Some("roses in spring")).await.data(200).clone();
    let session = opened["token"].as_str().unwrap().to_owned();
    assert_eq!((&opened["name"], &opened["panels"]), (&json!("Month"), &json!(["figures"])));
    assert_eq!(tried(&session).await, 200);
    let listed = service.get(&format!("/api/v1/links/{}", org.site), &org.session).await.data(200).clone();
    assert_eq!((&listed["items"][0]["uses"], listed["items"][0].get("token")), (&json!(1), None));

    // What a change leaves out is left out of the next answer.
    let change = json!({ "panels": ["pages"] });
    service.send(Method::PATCH, &link, Some(&org.session), Some(&change)).await.data(200);
    assert!(service.get(&view, &session).await.data(200).get("figures").is_none());
    let change = json!({ "password": "tulips in spring" });
    service.send(Method::PATCH, &link, Some(&org.session), Some(&change)).await.data(200);
    assert_eq!(tried(&session).await, 401);
    let again = open(&service, token, Some("tulips in spring")).await.data(200)["token"].as_str().unwrap().to_owned();
    assert_eq!(tried(&again).await, 200);
    service.send(Method::DELETE, &link, Some(&org.session), None).await.data(200);
    assert_eq!(tried(&again).await, 401);
    open(&service, token, Some("tulips in spring")).await.refused(401, "INVALID_CREDENTIALS");

    let brief = create(&service, &org, &json!({ "expiresAt": "2026-06-15T13:00:00Z" })).await.data(201).clone();
    let forever = service.link_session(&org, &json!({ "expiresAt": null })).await;
    let token = brief["token"].as_str().unwrap();
    let session = open(&service, token, None).await.data(200)["token"].as_str().unwrap().to_owned();
    service.advance(3_599);
    assert_eq!(tried(&session).await, 200);
    service.advance(1);
    assert_eq!(tried(&session).await, 401);
    let expired = open(&service, token, None).await;
    assert_eq!(expired.refused(401, "INVALID_CREDENTIALS").body["error"]["details"][0]["code"], "EXPIRED");
    service.advance(11 * 3_600 - 1);
    assert_eq!(tried(&forever).await, 200);
    service.advance(1);
    assert_eq!(tried(&forever).await, 401, "twelve hours");
}

#[tokio::test]
async fn a_link_that_could_show_more_than_it_says_is_not_created_and_a_preview_shows_what_it_would() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    for (change, path, code) in [
        (json!({ "panels": ["experiments"] }), "panels[0]", None),
        (json!({ "panels": ["citations"], "filter": { "pages": ["/a"] } }), "panels[0]", Some("NOT_ALLOWED")),
        (json!({ "filter": { "platforms": ["chatgptt"] } }), "filter.platforms[0]", Some("UNKNOWN_PLATFORM")),
        (json!({ "filter": { "pages": ["/**"] } }), "filter.pages[0]", Some("NOT_ALLOWED")),
        (json!({ "name": "a\u{202e}b" }), "name", None),
    ] {
        let answer = create(&service, &org, &change).await;
        let detail = answer.refused(422, "VALIDATION_FAILED").body["error"]["details"][0].clone();
        assert_eq!(detail["path"], path, "{change}: {detail}");
        assert!(code.is_none_or(|code| detail["code"] == code), "{detail}");
    }
    assert_eq!(service.get(&format!("/api/v1/links/{}", org.site), &org.session).await.data(200)["items"], json!([]));
    let (_, viewer) = service.member_of(&org, Role::Viewer).await;
    service.get(&format!("/api/v1/links/{}", org.site), &viewer).await.refused(403, "FORBIDDEN");

    let markup = "<img src=x onerror=alert(1)>";
    let body = json!({ "name": markup, "panels": ["figures", "devices"], "range": { "days": 7 } });
    let path = format!("/api/v1/links/{}/preview", org.site);
    let preview = service.send(Method::POST, &path, Some(&org.session), Some(&body)).await.data(200).clone();
    let session = service.link_session(&org, &body).await;
    let shown = service.get(&format!("/api/v1/links/{}/view", org.site), &session).await.data(200).clone();
    assert_eq!((&shown["name"], &shown["devices"]), (&json!(markup), &preview["devices"]));
    let names = |view: &Value| view.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&shown), names(&preview));
}
