//! Tools accept every argument that they offer, and their list fits an assistant's window.

use askline_domain::{keys::scope::Scope, organizations::plan::Plan};
use reqwest::Method;
use serde_json::{Value, json};

use super::{arguments_for, call, message, send, tools};
use crate::harness::Service;

/// The maximum size of the list of every tool in bytes, of the list of a key that only reads, and of one tool.
const MAX_LIST_BYTES: usize = 48_000;
const MAX_READING_LIST_BYTES: usize = 39_000;
const MAX_TOOL_BYTES: usize = 2_700;
const READING: [Scope; 7] = [
    Scope::AnalyticsRead,
    Scope::SitesRead,
    Scope::PromptsRead,
    Scope::CitationsRead,
    Scope::CreditsRead,
    Scope::RulesRead,
    Scope::OrgRead,
];

/// Every value that the schema of an argument names: each choice, each end of a range, and null.
fn offered(schema: &Value) -> Vec<Value> {
    let mut values = vec![Value::Null];
    values.extend(schema["enum"].as_array().into_iter().flatten().cloned());
    values.extend(["minimum", "maximum"].iter().filter_map(|end| schema.get(end)).cloned());
    if schema["type"] == "boolean" {
        values.extend([json!(true), json!(false)]);
    }
    if let Some(choices) = schema["items"]["enum"].as_array() {
        values.extend(choices.iter().map(|choice| json!([choice])));
        values.push(json!(choices));
    }
    values
}

#[tokio::test]
async fn every_value_that_a_tool_offers_is_accepted_by_it() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let key = service.key(&org, &[Scope::All]).await;
    let mut tried = 0;
    for tool in tools(&service, &key).await {
        let name = tool["name"].as_str().unwrap();
        let properties = tool["inputSchema"]["properties"].as_object().unwrap();
        let mut given = arguments_for(&tool, &org);
        // Hours are kept for eight days; a generation is only estimated; a rule is tried on a page of the site; changes have
        // something to be compared with.
        for (argument, value) in [
            ("days", json!(7)),
            ("estimate", json!(true)),
            ("url", json!("https://example.com/")),
            ("compare", json!("previous")),
        ] {
            if properties.contains_key(argument) {
                given[argument] = value;
            }
        }
        let has_ids = given.as_object().unwrap().values().any(|value| value == "no such thing");
        for (argument, schema) in properties {
            let is_required = tool["inputSchema"]["required"].as_array().unwrap().contains(&json!(argument));
            for value in offered(schema).into_iter().filter(|value| !(is_required && value.is_null())) {
                let mut arguments = given.clone();
                arguments[argument] = value.clone();
                if argument == "estimate" && value != true {
                    continue;
                }
                let answer = call(&service, &key, name, arguments).await;
                let result = answer.result();
                let code = &result["structuredContent"]["code"];
                let is_answered = result["isError"] == false || (has_ids && code == "NOT_FOUND");
                assert!(is_answered, "{name} refuses {argument} = {value}: {}", result["structuredContent"]);
                tried += 1;
            }
        }
    }
    assert!(tried > 150, "{tried}");
}

#[tokio::test]
async fn the_list_of_tools_leaves_an_assistant_most_of_its_window() {
    let service = Service::start().await;
    let org = service.organization(Plan::Enterprise).await;
    let bytes_of = async |scopes: &[Scope]| {
        let key = service.key(&org, scopes).await;
        let listed = send(&service, Some(&key), &message("tools/list", json!({}))).await;
        for tool in listed.result()["tools"].as_array().unwrap() {
            let bytes = tool.to_string().len();
            assert!(bytes <= MAX_TOOL_BYTES, "{}: {bytes} bytes", tool["name"]);
        }
        listed.body.to_string().len()
    };
    let (all, reading) = (bytes_of(&[Scope::All]).await, bytes_of(&READING).await);
    assert!(all <= MAX_LIST_BYTES, "{all} bytes");
    assert!(reading <= MAX_READING_LIST_BYTES, "{reading} bytes");
}

#[tokio::test]
async fn a_tool_finds_a_site_by_its_domain_among_the_sites_of_the_key() {
    let service = Service::start().await;
    let org = service.organization(Plan::Enterprise).await;
    let other = service.organization(Plan::Enterprise).await;
    service.site_of(&other, "foreign.example.com").await;
    let site = service.site_of(&org, "shop.example.com").await;
    let key = service.key(&org, &[Scope::All]).await;
    for domain in ["shop.example.com", "Shop.Example.com", "www.shop.example.com", "shop.example.com."] {
        let shown = call(&service, &key, "show_site", json!({ "siteId": domain })).await;
        assert_eq!(shown.answer()["facts"]["id"], json!(site), "{domain}");
    }
    for domain in ["foreign.example.com", "absent.example.com", "https://shop.example.com", "shop"] {
        let refused = call(&service, &key, "show_ai_clicks", json!({ "siteId": domain })).await;
        refused.tool_error("NOT_FOUND");
    }
    // The path of a request to the API takes ids only.
    service.get("/api/v1/sites/shop.example.com", &key).await.refused(404, "NOT_FOUND");

    let second = service.site_of(&org, "www.shop.example.com").await;
    let several = call(&service, &key, "show_site", json!({ "siteId": "shop.example.com" })).await;
    let message = several.tool_error("INVALID_PARAMETER")["message"].as_str().unwrap();
    assert!(message.contains(&site.to_string()) && message.contains(&second.to_string()), "{message}");
    let body = json!({ "scopes": ["sites:read"], "siteIds": [second] });
    let narrow = service.send(Method::POST, "/api/v1/keys", Some(&org.session), Some(&body)).await;
    let narrow = narrow.data(201)["key"].as_str().unwrap().to_owned();
    let shown = call(&service, &narrow, "show_site", json!({ "siteId": "shop.example.com" })).await;
    assert_eq!(shown.answer()["facts"]["id"], json!(second));
}
