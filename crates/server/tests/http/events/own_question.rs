//! A reader's own question is counted, but none of its words reach the server.

use askline_domain::organizations::plan::Plan;
use reqwest::Method;
use serde_json::json;

use super::{check_taken, event, post};
use crate::harness::Service;

#[tokio::test]
async fn a_visitors_question_has_a_row_of_its_own_and_is_refused_where_the_site_takes_none() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let own = || event(org.site, json!({ "type": "question_click", "questionId": "own", "platform": "claude" }));
    check_taken(&post(&service, &own()).await, 1, 0, &[]);
    let path = format!("/api/v1/analytics/{}/questions?days=1", org.site);
    let rows = service.get(&path, &org.session).await.data(200)["byQuestion"].clone();
    assert_eq!(rows, json!([{ "questionId": "own", "question": null, "value": 1 }]));
    // No field accepts its words.
    let mut with_words = own();
    with_words["question"] = json!("What do I do about my back?");
    check_taken(&post(&service, &with_words).await, 0, 1, &[(0, "INVALID_EVENT")]);

    let config = format!("/api/v1/sites/{}/config", org.site);
    let off = json!({ "questions": { "own": false } });
    service.send(Method::PUT, &config, Some(&org.session), Some(&off)).await.data(200);
    let view = event(org.site, json!({}));
    let both = json!({ "events": [view, own()] });
    check_taken(&post(&service, &both).await, 1, 1, &[(1, "OWN_QUESTIONS_DISABLED")]);
}
