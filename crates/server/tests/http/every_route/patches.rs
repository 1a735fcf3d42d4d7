//! `PATCH`: omitted fields stay as they are, and null clears only some fields.

use askline_domain::organizations::plan::Plan;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    every_route::contract_table::ROUTES,
    harness::{Org, Service},
};

/// An organization with one object of each kind that can be edited, and the path of each.
async fn editable(service: &Service) -> (Org, Vec<(&'static str, String)>) {
    let org = service.organization(Plan::Enterprise).await;
    let (member, _) = service.member_of(&org, askline_domain::identity::role::Role::Viewer).await;
    let mut paths = Vec::new();
    for (_, template, _) in
        ROUTES.iter().filter(|(method, path, _)| *method == "PATCH" && !path.contains("{passkeyId}"))
    {
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
            "channelId}" => {
                json!({ "type": "slack", "name": "#seo", "address": "https://hooks.slack.com/services/T0/B0/x" })
            }
            "recipientId}" => json!({ "email": "client@example.com", "audience": "client" }),
            "monitorId}" => json!({ "query": "Which rose?", "engines": ["openai"], "region": "DE", "language": "de" }),
            "keyId}" => json!({ "scopes": ["org:read"] }),
            "annotationId}" => json!({ "text": "A release", "time": "09:30" }),
            "serviceAccountId}" => json!({ "name": "CI", "role": "viewer" }),
            "sourceId}" => json!({ "name": "web 1" }),
            "linkId}" => json!({ "name": "Month", "panels": ["figures"], "range": { "days": 30 } }),
            other => panic!("a sample for {other} is missing"),
        };
        let made = service.send(Method::POST, list, Some(&org.session), Some(&body)).await;
        let made = made.data(201);
        let id = ["source", "link"].iter().find_map(|of| made[of]["id"].as_str()).or(made["id"].as_str()).unwrap();
        paths.push((*template, format!("{list}/{id}")));
    }
    (org, paths)
}

async fn audit(service: &Service, org: &Org) -> Value {
    let path = format!("/api/v1/audit?limit=200&orgId={}", org.id);
    service.get(&path, &org.session).await.data(200).clone()
}

#[tokio::test]
async fn an_empty_change_changes_nothing_and_writes_no_entry() {
    let service = Service::start_mailing().await;
    let (org, paths) = editable(&service).await;
    let before = audit(&service, &org).await;
    let mut told = 0;
    for (template, path) in paths {
        // All are within the time of one proof of who is signed in.
        service.advance(30);
        let answer = service.send(Method::PATCH, &path, Some(&org.session), Some(&json!({}))).await;
        // A change that requires a field is refused if it is empty.
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

/// The fields that null clears.
const CLEARABLE: [&str; 16] = [
    "brand",
    "creditsPerMonth",
    "quietHours",
    "format",
    "logFormat",
    "verificationCode",
    "drainSecret",
    "time",
    "variantGroup",
    "region",
    "siteIds",
    "allowedIps",
    "expiresAt",
    "password",
    "embed",
    "language of a monitor",
];

fn is_clearable(template: &str, field: &str) -> bool {
    let of_monitor = format!("{field} of a monitor");
    CLEARABLE.contains(&field) || (template.contains("monitors") && CLEARABLE.contains(&of_monitor.as_str()))
}

fn takes_null(schema: &Value) -> bool {
    schema.to_string().contains("null")
}

#[tokio::test]
async fn null_is_taken_where_a_field_can_be_cleared_and_nowhere_else() {
    let service = Service::start_mailing().await;
    let document = service.answer(service.request(Method::GET, "/api/v1/openapi.json")).await.text;
    let document: Value = serde_json::from_str(&document).unwrap();
    let (org, paths) = editable(&service).await;
    let before = audit(&service, &org).await;
    let mut refused = 0;
    for (template, path) in paths {
        let schema = &document["paths"][template]["patch"]["requestBody"]["content"]["application/json"]["schema"];
        let schema = match schema["$ref"].as_str() {
            Some(name) => document.pointer(name.trim_start_matches('#')).unwrap(),
            None => schema,
        };
        let mut nulls = serde_json::Map::new();
        for (field, shape) in schema["properties"].as_object().unwrap() {
            assert_eq!(takes_null(shape), is_clearable(template, field), "{template} {field}: {shape}");
            if !is_clearable(template, field) {
                let body = json!({ field.as_str(): null });
                let answer = service.send(Method::PATCH, &path, Some(&org.session), Some(&body)).await;
                let detail = &answer.refused(422, "VALIDATION_FAILED").body["error"]["details"][0];
                assert_eq!((&detail["path"], &detail["code"]), (&json!(field), &json!("WRONG_TYPE")), "{template}");
                nulls.insert(field.clone(), Value::Null);
                refused += 1;
            }
        }
        // All of them are reported together.
        let told = service.send(Method::PATCH, &path, Some(&org.session), Some(&Value::Object(nulls.clone()))).await;
        assert_eq!(told.body["error"]["details"].as_array().unwrap().len(), nulls.len(), "{}", told.text);
    }
    assert!(refused >= 20, "{refused}");
    assert_eq!(audit(&service, &org).await, before);
    let clear = json!({ "variantGroup": null });
    let prompt = service.get(&format!("/api/v1/prompts/{}?limit=1", org.site), &org.session).await;
    let id = prompt.data(200)["items"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/prompts/{}/{id}", org.site);
    service.send(Method::PATCH, &path, Some(&org.session), Some(&clear)).await.data(200);
}
