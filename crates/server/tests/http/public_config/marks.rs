//! The logos (`mark`) of assistants and share targets in the keyless configuration.

use askline_domain::organizations::plan::Plan;
use reqwest::Method;
use serde_json::json;

use super::{path_of, read, write};
use crate::harness::Service;

#[tokio::test]
async fn marks_come_for_what_is_offered_and_as_the_owner_wants_them() {
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
async fn an_assistant_without_a_mark_comes_without_one_so_that_none_stands_for_another() {
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
