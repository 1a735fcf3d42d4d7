//! `ETag`, `If-None-Match`, `If-Match`: an unchanged response is not sent again. A tag never stands for different
//! content.

use askline_domain::organizations::plan::Plan;
use reqwest::Method;
use serde_json::json;

use crate::{
    events::{count, event},
    every_route::contract_table::{ROUTES, Who},
    harness::Service,
};

#[tokio::test]
async fn whatever_is_read_with_an_entity_tag_is_not_sent_again_to_who_has_it() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let mut tagged = 0;
    for (_, template, who) in ROUTES.iter().filter(|(method, ..)| *method == "GET") {
        let path = template.replace("{siteId}", &org.site.to_string()).replace("{orgId}", &org.id.to_string());
        let request = |tags: Option<&str>| {
            let request = service.request(Method::GET, &path);
            let request = if *who == Who::NoHeader { request } else { request.bearer_auth(&org.session) };
            service.answer(if let Some(tags) = tags { request.header("if-none-match", tags) } else { request })
        };
        let first = request(None).await;
        let tag = first.header("etag").to_owned();
        if first.status != 200 || tag.is_empty() {
            continue;
        }
        tagged += 1;
        let plain = tag.trim_start_matches("W/");
        for tags in [tag.clone(), plain.to_owned(), format!("\"x\", {tag}"), "*".to_owned()] {
            let again = request(Some(&tags)).await;
            assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""), "{path} {tags}");
            for name in ["etag", "cache-control", "vary"] {
                assert_eq!(again.header(name), first.header(name), "{path}");
            }
        }
        for tags in ["\"x\"", "\"1\"", "W/\"1-0\""] {
            assert_eq!(request(Some(tags)).await.status, 200, "{path} {tags}");
        }
    }
    assert!(tagged >= 18, "only {tagged} routes");
}

#[tokio::test]
async fn the_tag_of_a_report_changes_with_each_event_that_it_counts_and_with_nothing_else() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let known = ["ai", "pages", "overview", "live", "ai?format=csv", "pages?format=csv"];
    let asked = async |report: &str, tag: &str| {
        let path = format!("/api/v1/analytics/{}/{report}", org.site);
        let request = service.request(Method::GET, &path).bearer_auth(&org.session);
        service.answer(if tag.is_empty() { request } else { request.header("if-none-match", tag) }).await
    };
    let mut tags = Vec::new();
    for report in known {
        tags.push(asked(report, "").await.header("etag").to_owned());
    }
    assert_ne!(tags[0], tags[4], "a file has a tag of its own");
    for click in 0..2 {
        for (report, tag) in known.iter().zip(&tags) {
            assert_eq!(asked(report, tag).await.status, 304, "{report} before click {click}");
        }
        let click = event(org.site, json!({ "type": "ai_click", "platform": "claude" }));
        count(&service, &[click]).await;
        for (report, tag) in known.iter().zip(&mut tags) {
            let answer = asked(report, tag).await;
            assert_eq!(answer.status, 200, "{report} after the click");
            assert_ne!(answer.header("etag"), tag, "{report}");
            answer.header("etag").clone_into(tag);
        }
    }
}

#[tokio::test]
async fn site_etag_changes_with_name_and_config_and_serves_as_the_config_version() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let path = format!("/api/v1/sites/{}", org.site);
    let tag = async || service.get(&path, &org.session).await.header("etag").to_owned();
    let before = tag().await;
    assert_eq!(before, tag().await);
    let name = json!({ "name": "Another" });
    service.send(Method::PATCH, &path, Some(&org.session), Some(&name)).await.data(200);
    let renamed = tag().await;
    assert_ne!(before, renamed);
    // The tag is also the version of the configuration, for a change that is based on it.
    let put = async |tag: &str, name: &str| {
        let request = service.request(Method::PUT, &format!("{path}/config")).bearer_auth(&org.session);
        service.answer(request.header(name, tag).json(&json!({ "enabled": false }))).await
    };
    put(&renamed, "if-none-match").await.refused(412, "PRECONDITION_FAILED");
    put("*", "if-none-match").await.refused(412, "PRECONDITION_FAILED");
    put(&renamed, "if-match").await.data(200);
    put(&renamed, "if-match").await.refused(412, "PRECONDITION_FAILED");
    put(&renamed, "if-none-match").await.data(200);
    assert_ne!(renamed, tag().await);
}

#[tokio::test]
async fn settings_of_a_site_that_changed_meanwhile_are_not_overwritten() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let path = format!("/api/v1/sites/{}", org.site);
    let patch = async |tag: &str, name: &str| {
        let request = service.request(Method::PATCH, &path).bearer_auth(&org.session).header("if-match", tag);
        service.answer(request.json(&json!({ "name": name }))).await
    };
    let read = async || service.get(&path, &org.session).await.header("etag").to_owned();
    let before = read().await;
    // A new version of the widget's configuration does not change the site's settings.
    service.advance(1);
    let config = format!("{path}/config");
    service.send(Method::PUT, &config, Some(&org.session), Some(&json!({ "enabled": false }))).await.data(200);
    assert_ne!(before, read().await);
    let first = patch(&before, "First").await;
    assert_eq!(first.data(200)["name"], "First");
    assert_eq!(first.header("etag"), format!("\"{}\"", first.data(200)["updatedAt"].as_str().unwrap()));
    patch(&before, "Second").await.refused(412, "PRECONDITION_FAILED");
    patch("\"7\"", "Second").await.refused(412, "PRECONDITION_FAILED");
    assert_eq!(service.get(&path, &org.session).await.data(200)["name"], "First");
    service.advance(1);
    patch(first.header("etag"), "Third").await.data(200);
    patch(&read().await, "Fourth").await.data(200);
    patch("*", "Fifth").await.data(200);
}

#[tokio::test]
async fn a_name_of_an_organization_that_changed_meanwhile_is_not_overwritten() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    let path = format!("/api/v1/orgs/{}", org.id);
    let patch = async |tag: &str, name: &str| {
        let request = service.request(Method::PATCH, &path).bearer_auth(&org.session).header("if-match", tag);
        service.answer(request.json(&json!({ "name": name }))).await
    };
    let before = service.get(&path, &org.session).await.header("etag").to_owned();
    let first = patch(&before, "First").await;
    assert_eq!(first.data(200)["name"], "First");
    let read = service.get(&path, &org.session).await.header("etag").to_owned();
    assert_eq!(first.header("etag"), read);
    assert_ne!(read, before);
    patch(&before, "Second").await.refused(412, "PRECONDITION_FAILED");
    patch("\"\"", "Second").await.refused(412, "PRECONDITION_FAILED");
    assert_eq!(service.get(&path, &org.session).await.data(200)["name"], "First");
    patch(&read, "Third").await.data(200);
}
