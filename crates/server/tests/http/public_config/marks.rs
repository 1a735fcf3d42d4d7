//! The logos (`mark`) of assistants and share targets in the keyless configuration.

use askline_domain::organizations::plan::Plan;
use reqwest::Method;
use serde_json::json;

use super::{path_of, read, write};
use crate::harness::Service;

#[tokio::test]
async fn marks_are_sent_only_for_offered_items_and_in_the_style_the_owner_chose() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let path = path_of(&org);
    for (marks, expected) in [("mono", [true, false]), ("brand", [true, true]), ("none", [false, false])] {
        let body =
            json!({ "theme": { "marks": marks }, "platforms": [{ "id": "claude" }], "social": [{ "id": "reddit" }] });
        write(&service, &org, Method::PUT, &path, body).await;
        let data = read(&service, &path).await.data(200).clone();
        for list in ["registry", "shareTargets"] {
            let shown = data[list].as_array().unwrap();
            assert_eq!(shown.len(), 1);
            let of_mark = ["mark", "markColor"].map(|field| shown[0][field].is_string());
            assert_eq!(of_mark, expected, "{marks} {list}");
        }
    }
}

#[tokio::test]
async fn an_assistant_without_a_mark_is_sent_without_one_and_not_with_that_of_another() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let path = path_of(&org);
    for marks in ["mono", "brand"] {
        let body = json!({ "theme": { "marks": marks }, "platforms": [{ "id": "you" }, { "id": "claude" }] });
        write(&service, &org, Method::PUT, &path, body).await;
        let data = read(&service, &path).await.data(200).clone();
        let has_mark = [0, 1].map(|place| data["registry"][place]["mark"].is_string());
        assert_eq!(has_mark, [false, true], "{marks}");
    }
}
