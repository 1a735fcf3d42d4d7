//! A tool's answer has at most 24 KiB and continues with a cursor. It says what was left out.

use askline_domain::{keys::scope::Scope, organizations::plan::Plan};
use reqwest::Method;
use serde_json::{Value, json};

use super::{Heard, call, heard, message, request, tools};
use crate::harness::{Org, Service};

const MAX_BYTES: usize = 24 * 1024;

/// Calls a tool until it has no more rows, and returns the rows of one table. Checks that every body fits.
async fn read_on(
    service: &Service,
    key: &str,
    tool: &str,
    mut arguments: Value,
    table: &str,
) -> (Vec<Vec<Value>>, usize) {
    let (mut rows, mut pages) = (Vec::new(), 0);
    loop {
        let called = message("tools/call", json!({ "name": tool, "arguments": arguments }));
        let response = request(service, Some(key)).body(called.to_string()).send().await.unwrap();
        let text = response.text().await.unwrap();
        assert!(text.len() <= MAX_BYTES, "{tool}: {} bytes", text.len());
        let body: Value = serde_json::from_str(&text).unwrap();
        let answer = &body["result"]["structuredContent"];
        assert_eq!(body["result"]["isError"], false, "{body}");
        for row in answer["tables"][table]["rows"].as_array().into_iter().flatten() {
            rows.push(row.as_array().unwrap().clone());
        }
        pages += 1;
        match answer["nextCursor"].as_str() {
            Some(cursor) => {
                assert!(!answer["leftOut"].as_array().unwrap().is_empty(), "{answer}");
                arguments["cursor"] = cursor.into();
            }
            None => return (rows, pages),
        }
    }
}

async fn add_prompts(service: &Service, org: &Org, key: &str, count: usize) {
    let path = format!("/api/v1/prompts/{}", org.site);
    for number in 0..count {
        // Drafts, because the content that every page loads has its own limit.
        let text = "\u{6f22}".repeat(2_000);
        let prompt = json!({ "name": format!("Prompt {number}"), "kind": "custom", "status": "draft", "text": text });
        service.send(Method::POST, &path, Some(key), Some(&prompt)).await.data(201);
    }
}

#[tokio::test]
async fn long_list_is_split_into_several_pages_with_every_row_exactly_once() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let key = service.key(&org, &[Scope::All]).await;
    add_prompts(&service, &org, &key, 70).await;
    let whole = service.get(&format!("/api/v1/prompts/{}?limit=200", org.site), &key).await;
    let expected: Vec<Value> =
        whole.body["data"]["items"].as_array().unwrap().iter().map(|item| item["id"].clone()).collect();
    // More than were made here, because a new site has built-in prompts.
    assert!(expected.len() >= 70, "{}", expected.len());
    for limit in [None, Some(7), Some(60), Some(150)] {
        let mut arguments = json!({ "siteId": org.site });
        if let Some(limit) = limit {
            arguments["limit"] = limit.into();
        }
        let (rows, pages) = read_on(&service, &key, "list_prompts", arguments, "items").await;
        let told: Vec<Value> = rows.iter().map(|row| row[0].clone()).collect();
        assert_eq!(told, expected, "{limit:?}");
        assert!(pages > 1, "{limit:?}");
    }
}

#[tokio::test]
async fn added_row_shifts_no_later_page_and_a_deleted_row_invalidates_its_cursor() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let key = service.key(&org, &[Scope::All]).await;
    add_prompts(&service, &org, &key, 45).await;
    let first = call(&service, &key, "list_prompts", json!({ "siteId": org.site })).await;
    let shown = first.answer()["tables"]["items"]["rows"].as_array().unwrap().clone();
    let cursor = first.answer()["nextCursor"].clone();
    let last = shown.last().unwrap()[0].as_str().unwrap().to_owned();
    service.advance(1);
    add_prompts(&service, &org, &key, 1).await;
    let arguments = json!({ "siteId": org.site, "cursor": cursor });
    let second = call(&service, &key, "list_prompts", arguments.clone()).await;
    let whole = service.get(&format!("/api/v1/prompts/{}?limit=200", org.site), &key).await;
    assert_eq!(second.item(0, "id"), &whole.body["data"]["items"][shown.len() + 1]["id"]);
    let path = format!("/api/v1/prompts/{}/{last}", org.site);
    service.send(Method::DELETE, &path, Some(&key), None).await.data(200);
    call(&service, &key, "list_prompts", arguments).await.tool_error("INVALID_CURSOR");
}

#[tokio::test]
async fn a_cursor_is_good_for_its_own_tool_and_arguments_alone() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let key = service.key(&org, &[Scope::All]).await;
    add_prompts(&service, &org, &key, 45).await;
    let first = call(&service, &key, "list_prompts", json!({ "siteId": org.site })).await;
    let cursor = first.answer()["nextCursor"].clone();
    for (tool, arguments) in [
        ("list_prompts", json!({ "siteId": org.site, "kind": "custom", "cursor": cursor })),
        ("list_rules", json!({ "siteId": org.site, "cursor": cursor })),
        ("show_ai_clicks", json!({ "siteId": org.site, "cursor": cursor })),
        ("list_prompts", json!({ "siteId": org.site, "cursor": "m1.made.up" })),
        ("list_prompts", json!({ "siteId": org.site, "cursor": "made up" })),
    ] {
        call(&service, &key, tool, arguments).await.tool_error("INVALID_CURSOR");
    }
    let given = json!({ "siteId": org.site, "cursor": "c2made" });
    call(&service, &key, "show_ai_clicks", given).await.tool_error("INVALID_PARAMETER");
}

#[tokio::test]
async fn single_prompt_is_returned_in_full_where_the_list_truncates_its_text() {
    let service = Service::start().await;
    let org = service.organization(Plan::Enterprise).await;
    let key = service.key(&org, &[Scope::All]).await;
    add_prompts(&service, &org, &key, 1).await;
    let list =
        call(&service, &key, "list_prompts", json!({ "siteId": org.site, "kind": "custom", "status": "draft" })).await;
    assert!(list.item(0, "text").as_str().unwrap().ends_with('\u{2026}'), "{}", list.body);
    assert!(list.answer()["leftOut"].to_string().contains("cut"), "{}", list.body);
    let arguments = json!({ "siteId": org.site, "promptId": list.item(0, "id") });
    let (parts, _) = read_on(&service, &key, "show_prompt", arguments, "text").await;
    let text: String = parts.iter().map(|part| part[0].as_str().unwrap()).collect();
    assert_eq!(text, "\u{6f22}".repeat(2_000));
}

#[tokio::test]
async fn a_refusal_that_repeats_what_was_sent_fits_as_well() {
    let service = Service::start().await;
    let org = service.organization(Plan::Enterprise).await;
    let key = service.key(&org, &[Scope::All]).await;
    let long = "x".repeat(60_000);
    for (tool, arguments) in [
        ("list_sites", json!({ &long: 1 })),
        ("show_site", json!({ "siteId": &long })),
        ("show_ai_clicks", json!({ "siteId": org.site, "days": &long })),
        ("test_rules", json!({ "siteId": org.site, "url": &long })),
    ] {
        let body = message("tools/call", json!({ "name": tool, "arguments": arguments })).to_string();
        let answer: Heard = heard(request(&service, Some(&key)).body(body)).await;
        assert_eq!(answer.result()["isError"], true, "{tool}");
        assert!(answer.body.to_string().len() <= MAX_BYTES, "{tool}: {}", answer.body.to_string().len());
    }
}

#[tokio::test]
async fn every_tool_says_when_to_use_it() {
    let service = Service::start().await;
    let org = service.organization(Plan::Enterprise).await;
    let key = service.key(&org, &[Scope::All]).await;
    for tool in tools(&service, &key).await {
        let description = tool["description"].as_str().unwrap();
        assert!(description.contains("Use it"), "{description}");
        assert!(description.len() <= 700, "{description}");
        assert!(!description.contains('\n') && description.ends_with('.'), "{description}");
    }
}
