//! The marks of assistants and share targets in the keyless configuration.

use askline_domain::{mark::SPARK, plan::Plan};
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
async fn an_assistant_without_a_mark_comes_with_a_neutral_spark_unless_the_owner_wants_no_marks() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let path = path_of(&org);
    for (marks, expected) in [("mono", true), ("brand", true), ("none", false)] {
        let body = json!({ "theme": { "marks": marks }, "platforms": [{ "id": "you" }, { "id": "claude" }] });
        write(&service, &org, Method::PUT, &path, body).await;
        let data = read(&service, &path).await.data(200).clone();
        let [spark, own] = [0, 1].map(|place| data["registry"][place]["mark"].clone());
        assert_eq!(spark == SPARK, expected, "{marks}: {spark}");
        assert_ne!(own, SPARK, "{marks}");
    }
}
