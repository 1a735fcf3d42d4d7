//! Trials of rules run in a pool, and the wildcards of a rule are limited.

use askline_domain::organizations::plan::Plan;
use futures_util::future::join_all;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::check_full;
use crate::harness::{Answer, Org, Service};

const AT_ONCE: usize = 64;

/// A rule with this many globs of three wildcards each. Matching a long path of `a` against them takes as long as
/// possible.
fn costly_rule(globs: usize) -> Value {
    let paths: Vec<String> = (0..globs).map(|number| format!("/*{}*b{number}*", "a".repeat(150))).collect();
    json!({ "name": "Costly", "match": { "paths": paths }, "action": { "type": "hide_widget" } })
}

async fn store(service: &Service, org: &Org, rule: &Value) -> Answer {
    service.advance(1);
    service.send(Method::POST, &format!("/api/v1/rules/{}", org.site), Some(&org.session), Some(rule)).await
}

async fn trial(service: &Service, org: &Org) -> Answer {
    let url = format!("https://example.com/{}", "a".repeat(4_000));
    let path = format!("/api/v1/rules/{}/test", org.site);
    service.send(Method::POST, &path, Some(&org.session), Some(&json!({ "url": url }))).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_costly_rule_trials_are_refused_for_their_organization_and_no_other() {
    let service = Service::start_unlimited().await;
    let (busy, other) = (service.organization(Plan::Pro).await, service.organization(Plan::Pro).await);
    for _ in 0..20 {
        store(&service, &busy, &costly_rule(50)).await.data(201);
    }
    let refused = loop {
        let busy = join_all((0..AT_ONCE).map(|_| trial(&service, &busy)));
        let (tried, others) = tokio::join!(busy, trial(&service, &other));
        others.data(200);
        assert!(tried.iter().any(|answer| answer.status == StatusCode::OK), "some are judged");
        if let Some(refused) = tried.into_iter().find(|answer| answer.status != StatusCode::OK) {
            break refused;
        }
    };
    check_full(&refused);
}

#[tokio::test]
async fn a_rule_with_more_wildcards_than_it_may_have_is_refused_by_field() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let mut rule = costly_rule(50);
    rule["match"]["excludePaths"] = costly_rule(17)["match"]["paths"].clone();
    let refused = store(&service, &org, &rule).await;
    refused.refused(422, "VALIDATION_FAILED");
    let detail = &refused.body["error"]["details"][0];
    assert_eq!((&detail["path"], &detail["code"]), (&json!("match"), &json!("TOO_MANY_WILDCARDS")));
    assert!(detail["message"].as_str().unwrap().contains("200"), "{detail}");
    rule["match"]["excludePaths"] = costly_rule(16)["match"]["paths"].clone();
    store(&service, &org, &rule).await.data(201);
}

#[tokio::test]
async fn of_a_long_path_the_beginning_decides_as_in_the_widget() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let rule = json!({ "name": "Blog", "match": { "paths": ["/aaa*"] }, "action": { "type": "hide_widget" } });
    store(&service, &org, &rule).await.data(201);
    let url = format!("https://example.com/{}/b", "a".repeat(3_000));
    let path = format!("/api/v1/rules/{}/test", org.site);
    let tried = service.send(Method::POST, &path, Some(&org.session), Some(&json!({ "url": url }))).await;
    assert_eq!(tried.data(200)["shown"], false, "the '/b' stands beyond what is compared");
}
