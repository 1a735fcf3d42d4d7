//! Jobs that an assistant can start and follow, if the key's scopes allow it.

use askline_domain::{keys::scope::Scope, organizations::plan::Plan};
use reqwest::Method;
use serde_json::json;

use super::{call, names, tools};
use crate::harness::Service;

#[tokio::test]
async fn generation_is_estimated_started_and_followed_only_by_the_key_that_started_it() {
    let service = Service::start().await;
    let org = service.organization(Plan::Enterprise).await;
    let key = service.key(&org, &[Scope::PromptsWrite]).await;
    let price = call(&service, &key, "regenerate_prompts", json!({ "siteId": org.site, "estimate": true })).await;
    assert_eq!(price.answer()["facts"]["affordable"], true, "{}", price.body);
    let begun = call(&service, &key, "regenerate_prompts", json!({ "siteId": org.site, "questions": false })).await;
    let job = begun.answer()["facts"]["id"].clone();
    assert!(job.as_str().unwrap().starts_with("job_"), "{}", begun.body);
    let followed = call(&service, &key, "show_job", json!({ "jobId": job })).await;
    assert_eq!((&followed.answer()["facts"]["id"], &followed.answer()["facts"]["state"]), (&job, &json!("queued")));
    let again = call(&service, &key, "regenerate_prompts", json!({ "siteId": org.site })).await;
    again.tool_error("CONFLICT");
    let stranger = service.key(&org, &[Scope::All]).await;
    call(&service, &stranger, "show_job", json!({ "jobId": job })).await.tool_error("NOT_FOUND");
}

#[tokio::test]
async fn a_key_that_only_reads_is_neither_shown_nor_allowed_to_start_work() {
    let service = Service::start().await;
    let org = service.organization(Plan::Enterprise).await;
    let reading = service.key(&org, &[Scope::PromptsRead, Scope::RulesRead]).await;
    let shown = tools(&service, &reading).await;
    assert!(!names(&shown).iter().any(|name| name.starts_with("regenerate_")), "{:?}", names(&shown));
    for tool in ["regenerate_prompts", "regenerate_prompt"] {
        let arguments = json!({ "siteId": org.site, "promptId": "prm_00000000000000000000000000" });
        let arguments = if tool == "regenerate_prompts" { json!({ "siteId": org.site }) } else { arguments };
        let refused = call(&service, &reading, tool, arguments).await;
        assert_eq!(refused.tool_error("INSUFFICIENT_SCOPE")["requiredScope"], "prompts:write", "{tool}");
    }
    // Only members can run monitors; no scope of a key allows it.
    let all = tools(&service, &service.key(&org, &[Scope::All]).await).await;
    assert!(!names(&all).contains(&"run_monitor"));
}

#[tokio::test]
async fn rules_are_tried_on_a_page_as_over_the_api() {
    let service = Service::start().await;
    let org = service.organization(Plan::Enterprise).await;
    let key = service.key(&org, &[Scope::RulesRead]).await;
    let body = json!({ "url": "https://example.com/pricing" });
    let path = format!("/api/v1/rules/{}/test", org.site);
    let expected = service.send(Method::POST, &path, Some(&key), Some(&body)).await.data(200).clone();
    let arguments = json!({ "siteId": org.site, "url": "https://example.com/pricing" });
    let tried = call(&service, &key, "test_rules", arguments).await;
    assert_eq!(tried.answer()["facts"]["shown"], expected["shown"], "{}", tried.body);
    let rows = &tried.answer()["tables"]["resolved"]["rowsFound"];
    assert_eq!(rows, &json!(expected["resolved"].as_array().unwrap().len()));
    let wrong = call(&service, &key, "test_rules", json!({ "siteId": org.site, "url": 7 })).await;
    assert_eq!(wrong.tool_error("VALIDATION_FAILED")["details"][0]["path"], "url");
}
