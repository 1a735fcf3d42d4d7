//! A site's settings for pages: checked, stored, and previewed before they are saved.

use askline_domain::organizations::plan::Plan;
use reqwest::Method;
use serde_json::json;

use super::{Desk, refused_at};
use crate::{
    events::{count, event},
    harness::Service,
};

#[tokio::test]
async fn a_preview_of_settings_for_pages_lists_merges_and_changes_nothing() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let desk = Desk::of(&service, &org);
    let by_parameter = json!({ "pages": { "distinct": ["trailing_slash"], "queryParameters": [{ "name": "p" }] } });
    desk.send(Method::PATCH, "", by_parameter.clone()).await.data(200);
    let view = |path: &str| event(org.site, json!({ "url": format!("https://example.com{path}") }));
    count(&service, &["/?p=4", "/?p=6", "/x", "/x/", "/y"].map(view)).await;
    let before = desk.site().await;
    let answer = desk.send(Method::POST, "/pages/preview", json!({ "pages": {} })).await;
    let found = answer.data(200);
    assert_eq!(
        (&found["pageCount"], &found["pageCountAfter"], &found["isComplete"]),
        (&json!(5), &json!(3), &json!(true))
    );
    let merges = json!([
        { "page": "/", "pageCount": 2, "pages": ["/?p=4", "/?p=6"] },
        { "page": "/x", "pageCount": 2, "pages": ["/x", "/x/"] },
    ]);
    assert_eq!((&found["mergeCount"], &found["merges"], &found["splitCount"]), (&json!(2), &merges, &json!(0)));
    assert_eq!(desk.site().await, before);
    let same = desk.send(Method::POST, "/pages/preview", by_parameter).await;
    assert_eq!((&same.data(200)["pageCountAfter"], &same.data(200)["mergeCount"]), (&json!(5), &json!(0)));
}

#[tokio::test]
async fn settings_for_pages_that_are_invalid_are_refused_by_the_preview_as_by_the_change() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let desk = Desk::of(&service, &org);
    for (pages, path) in [
        (json!({ "queryParameters": [{ "name": "utm_source" }] }), "pages.queryParameters[0].name"),
        (json!({ "queryParameters": [{ "name": "token" }] }), "pages.queryParameters[0].name"),
        (json!({ "queryParameters": [{ "name": "p" }, { "name": "p" }] }), "pages.queryParameters[1].name"),
        (json!({ "queryParameters": [{ "name": "p", "paths": ["blog"] }] }), "pages.queryParameters[0].paths[0]"),
        (json!({ "hashRoutes": ["app"] }), "pages.hashRoutes[0]"),
        (json!({ "distinct": ["index_files", "index_files"] }), "pages.distinct[1]"),
    ] {
        let body = json!({ "pages": pages });
        refused_at(&desk.send(Method::POST, "/pages/preview", body.clone()).await, path, &body);
        refused_at(&desk.send(Method::PATCH, "", body.clone()).await, path, &body);
    }
    assert_eq!(desk.site().await["pages"], json!({ "distinct": [], "queryParameters": [], "hashRoutes": false }));
}
