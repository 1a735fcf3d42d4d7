//! `PATCH`: what is left out stays.

use askline_domain::plan::Plan;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    contract_table::ROUTES,
    harness::{Org, Service},
};

/// An organization with one object of each kind that can be edited, and the path of each.
async fn editable(service: &Service) -> (Org, Vec<(&'static str, String)>) {
    let org = service.organization(Plan::Enterprise).await;
    let (member, _) = service.member_of(&org, askline_domain::role::Role::Viewer).await;
    let mut paths = Vec::new();
    for (_, template, _) in ROUTES.iter().filter(|(method, ..)| *method == "PATCH") {
        let path = template
            .replace("{siteId}", &org.site.to_string())
            .replace("{orgId}", &org.id.to_string())
            .replace("{userId}", &member.to_string());
        let Some((list, parameter)) = path.split_once("/{") else {
            paths.push((*template, path));
            continue;
        };
        let body = match parameter {
            "promptId}" => json!({ "name": "One", "text": "Summarise {{url}}.", "variantGroup": "a" }),
            "webhookId}" => json!({ "url": "https://example.com/hook", "events": ["key.revoked"] }),
            "monitorId}" => json!({ "query": "Which rose?", "engines": ["openai"], "region": "DE", "language": "de" }),
            other => panic!("a sample for {other} is missing"),
        };
        let made = service.send(Method::POST, list, Some(&org.session), Some(&body)).await;
        paths.push((*template, format!("{list}/{}", made.data(201)["id"].as_str().unwrap())));
    }
    (org, paths)
}

async fn audit(service: &Service, org: &Org) -> Value {
    let path = format!("/api/v1/audit?limit=200&orgId={}", org.id);
    service.get(&path, &org.session).await.data(200).clone()
}

#[tokio::test]
async fn an_empty_change_changes_nothing_and_writes_no_entry() {
    let service = Service::start_unlimited().await;
    let (org, paths) = editable(&service).await;
    let before = audit(&service, &org).await;
    let mut told = 0;
    for (template, path) in paths {
        service.advance(60);
        let answer = service.send(Method::PATCH, &path, Some(&org.session), Some(&json!({}))).await;
        // A change of which something must be said is refused when nothing is.
        if answer.status == 422 {
            assert_eq!(answer.body["error"]["details"][0]["code"], "REQUIRED", "{template}");
            continue;
        }
        told += 1;
        let changed = answer.data(200)["updatedAt"].as_str();
        assert!(changed.is_none_or(|at| at < "2026-06-15T12:01"), "{template}: {}", answer.text);
    }
    assert!(told >= 4);
    assert_eq!(audit(&service, &org).await, before);
}
