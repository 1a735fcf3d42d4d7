//! Clicks on assistants' buttons, by the prompt that they sent.

use askline_domain::keys::scope::Scope;
use reqwest::Method;
use serde_json::{Value, json};

use super::{ask, count, data, event, start, sum};
use crate::harness::{Org, Service};

/// The prompts of the site, newest first: id and name.
async fn prompts(service: &Service, org: &Org) -> Vec<(String, String)> {
    let key = service.key(org, &[Scope::PromptsRead]).await;
    let answer = service.get(&format!("/api/v1/prompts/{}", org.site), &key).await;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    answer.data(200)["items"].as_array().unwrap().iter().map(|one| (text(&one["id"]), text(&one["name"]))).collect()
}

fn press(org: &Org, platform: &str, path: &str, prompt: Option<&str>) -> Value {
    let mut press = event(org.site, json!({ "type": "ai_click", "platform": platform, "promptId": prompt }));
    press["url"] = json!(format!("https://example.com{path}"));
    press
}

fn row(prompt: Option<&(String, String)>, value: i64) -> Value {
    json!({ "promptId": prompt.map(|(id, _)| id), "name": prompt.map(|(_, name)| name), "value": value })
}

#[tokio::test]
async fn clicks_by_prompt_are_reported_only_on_request() {
    let (service, org) = start().await;
    let known = prompts(&service, &org).await;
    let (first, second) = (&known[0], &known[1]);
    count(
        &service,
        &[
            press(&org, "chatgpt", "/", Some(&first.0)),
            press(&org, "claude", "/a", Some(&first.0)),
            press(&org, "claude", "/a", Some(&first.0)),
            press(&org, "claude", "/a", Some(&second.0)),
            press(&org, "chatgpt", "/", None),
            press(&org, "chatgpt", "/", None),
        ],
    )
    .await;
    let plain = data(&service, &org, "ai?days=1").await;
    assert_eq!(plain.as_object().unwrap().keys().collect::<Vec<_>>(), ["totals", "series", "byPlatform"]);
    for (query, expected) in [
        ("", vec![row(Some(first), 3), row(None, 2), row(Some(second), 1)]),
        ("&platform=claude", vec![row(Some(first), 2), row(Some(second), 1)]),
        ("&platform=grok", vec![]),
        ("&page=/", vec![row(None, 2), row(Some(first), 1)]),
        ("&page=/a&platform=claude", vec![row(Some(first), 2), row(Some(second), 1)]),
        ("&page=/none", vec![]),
    ] {
        let mut whole = data(&service, &org, &format!("ai?days=1{query}&include=byPrompt")).await;
        assert_eq!(whole["byPrompt"], json!(expected), "{query}");
        assert_eq!(whole["totals"]["aiClicks"], sum(&whole["byPrompt"]), "{query}");
        assert_eq!(sum(&whole["series"]), sum(&whole["byPrompt"]), "{query}");
        whole.as_object_mut().unwrap().remove("byPrompt");
        assert_eq!(whole, data(&service, &org, &format!("ai?days=1{query}")).await, "{query}");
    }
    let compared = data(&service, &org, "ai?days=1&include=byPrompt&compare=previous").await;
    assert_eq!(compared["previous"]["totals"], json!({ "aiClicks": 0, "days": 1 }));
}

#[tokio::test]
async fn duplicate_press_is_counted_once_and_reported_immediately() {
    let (service, org) = start().await;
    let known = prompts(&service, &org).await;
    let press = press(&org, "chatgpt", "/", Some(&known[0].0));
    for _ in 0..2 {
        count(&service, std::slice::from_ref(&press)).await;
        let told = data(&service, &org, "ai?include=byPrompt").await;
        assert_eq!(told["byPrompt"], json!([row(Some(&known[0]), 1)]));
    }
}

#[tokio::test]
async fn clicks_by_prompt_use_the_current_prompt_name_and_null_after_deletion() {
    let (service, org) = start().await;
    let known = prompts(&service, &org).await;
    let id = &known[0].0;
    count(&service, &[press(&org, "chatgpt", "/", Some(id))]).await;
    let told = async || data(&service, &org, "ai?include=byPrompt").await["byPrompt"].clone();
    assert_eq!(told().await, json!([row(Some(&known[0]), 1)]));
    let key = service.key(&org, &[Scope::PromptsWrite]).await;
    let path = format!("/api/v1/prompts/{}/{id}", org.site);
    service.send(Method::PATCH, &path, Some(&key), Some(&json!({ "name": "=New" }))).await.data(200);
    assert_eq!(told().await, json!([{ "promptId": id, "name": "=New", "value": 1 }]));
    let csv = ask(&service, &org, "ai?include=byPrompt&format=csv").await.text;
    assert_eq!(csv, format!("promptId,name,aiClicks\n{id},'=New,1\n"));
    service.send(Method::DELETE, &path, Some(&key), None).await.data(200);
    assert_eq!(told().await, json!([{ "promptId": id, "name": null, "value": 1 }]));
}

#[tokio::test]
async fn the_tail_beyond_fifty_prompts_is_one_row_and_the_sum_still_holds() {
    let (service, org) = start().await;
    let ids: Vec<String> = (0..60).map(|number| format!("prm_000000000000000000000000{number:02}")).collect();
    service.offer(&org, &ids).await;
    let presses: Vec<Value> = ids.iter().chain([&ids[59]]).map(|id| press(&org, "chatgpt", "/", Some(id))).collect();
    count(&service, &presses[..50]).await;
    count(&service, &presses[50..]).await;
    let told = data(&service, &org, "ai?include=byPrompt").await;
    let rows = told["byPrompt"].as_array().unwrap();
    assert_eq!((rows.len(), sum(&told["byPrompt"])), (51, 61));
    assert_eq!(rows[0], json!({ "promptId": ids[59], "name": null, "value": 2 }));
    assert_eq!(rows[50], json!({ "promptId": "other", "name": null, "value": 10, "other": true }));
}

#[tokio::test]
async fn csv_has_the_rows_by_prompt_when_they_are_asked_for_and_else_the_series() {
    let (service, org) = start().await;
    let known = prompts(&service, &org).await;
    let presses = [press(&org, "chatgpt", "/", Some(&known[0].0)), press(&org, "chatgpt", "/", None)];
    count(&service, &presses).await;
    // Requested as JSON before, so that a wrongly reused cached answer would be noticed.
    data(&service, &org, "ai?days=1&include=byPrompt").await;
    let csv = async |query: &str| {
        let answer = ask(&service, &org, &format!("ai?days=1&format=csv{query}")).await;
        assert_eq!(answer.header("content-type"), "text/csv; charset=utf-8");
        answer.text
    };
    assert_eq!(csv("").await, "date,aiClicks\n2026-06-15,2\n");
    let (id, name) = &known[0];
    assert_eq!(csv("&include=byPrompt").await, format!("promptId,name,aiClicks\n,,1\n{id},{name},1\n"));
}

#[tokio::test]
async fn clicks_by_prompt_and_series_by_platform_are_returned_in_one_response() {
    let (service, org) = start().await;
    let known = prompts(&service, &org).await;
    count(&service, &[press(&org, "chatgpt", "/", Some(&known[0].0)), press(&org, "claude", "/", None)]).await;
    // Requested one by one before, so that a wrongly reused cached answer would be noticed.
    let by_prompt = data(&service, &org, "ai?days=1&include=byPrompt").await["byPrompt"].clone();
    let series = data(&service, &org, "ai?days=1&include=seriesByPlatform").await["seriesByPlatform"].clone();
    assert_eq!((by_prompt.as_array().unwrap().len(), series.as_array().unwrap().len()), (2, 2));
    for query in ["include=byPrompt&include=seriesByPlatform", "include=seriesByPlatform&include=byPrompt"] {
        let both = data(&service, &org, &format!("ai?days=1&{query}")).await;
        assert_eq!((&both["byPrompt"], &both["seriesByPlatform"]), (&by_prompt, &series), "{query}");
    }
    let again = data(&service, &org, "ai?days=1&include=byPrompt").await;
    assert_eq!((&again["byPrompt"], again.get("seriesByPlatform")), (&by_prompt, None));
    ask(&service, &org, "ai?include=byPrompt&include=byPlatform").await.refused(400, "INVALID_PARAMETER");
}

#[tokio::test]
async fn what_cannot_be_included_is_named() {
    let (service, org) = start().await;
    for (question, name) in [
        ("ai?include=byprompt", "include"),
        ("ai?include=", "include"),
        ("ai?include=byPlatform", "include"),
        ("social?include=byPrompt", "include"),
        ("ai?include=byPrompt&days=0", "days"),
    ] {
        let answer = ask(&service, &org, question).await;
        answer.refused(400, "INVALID_PARAMETER");
        assert_eq!(answer.body["error"]["details"][0]["path"], name, "{question}: {}", answer.text);
    }
}

#[tokio::test]
async fn more_included_values_than_the_document_says_are_refused_by_their_name() {
    let (service, org) = start().await;
    for (route, value) in [
        ("ai", "byPrompt"),
        ("questions", "seriesByPlatform"),
        ("social", "seriesByNetwork"),
        ("shares", "seriesByChannel"),
    ] {
        let repeated = |times: usize| vec![format!("include={value}"); times].join("&");
        data(&service, &org, &format!("{route}?{}", repeated(10))).await;
        let refused = ask(&service, &org, &format!("{route}?{}", repeated(11))).await;
        let error = &refused.refused(400, "INVALID_PARAMETER").body["error"];
        assert_eq!(error["details"][0]["message"], "include: has more than 10 values.", "{error}");
    }
}
