//! Policy checks of texts: they run in a pool, with a limit per request. A request takes its slot once its body has
//! arrived.

use askline_api::pipeline::work_pools::{Holder, WorkPool};
use askline_domain::{organizations::plan::Plan, widget::default_labels::LABEL_KEYS};
use futures_util::future::join_all;
use reqwest::{Method, StatusCode};
use serde_json::{Map, Value, json};

use super::{ByHand, check_full};
use crate::harness::{Answer, Org, Service};

/// The number of slots of one organization.
const SHARE: usize = 2;
const AT_ONCE: usize = 48;
/// The maximum number of findings in a response.
const FINDINGS: usize = 20;

/// Two thousand letters that begin many instructions.
fn costly_text() -> String {
    "当店今後常にトップ良いだけ批判競合".chars().cycle().take(2_000).collect()
}

/// A configuration full of labels with these words.
fn labels_of(words: &str) -> Value {
    const BYTES: usize = 122 * 1024;
    let keys: Vec<&str> =
        LABEL_KEYS.iter().filter(|key| !key.is_sent && key.placeholders.is_empty()).map(|key| key.name).collect();
    let label: String = words.chars().cycle().take(118).chain(['a']).collect();
    let mut labels = Map::new();
    for language in
        ["ar", "bg", "cs", "da", "de", "el", "en", "es", "fi", "fr", "he", "hu", "it", "ja", "ko", "nl", "pl", "pt"]
    {
        let of_language: Map<String, Value> = keys.iter().map(|key| ((*key).to_owned(), json!(label))).collect();
        labels.insert(language.to_owned(), Value::Object(of_language));
        if json!({ "labels": labels }).to_string().len() > BYTES {
            labels.remove(language);
            break;
        }
    }
    json!({ "labels": labels })
}

async fn preview(service: &Service, org: &Org) -> Answer {
    let path = format!("/api/v1/prompts/{}/preview", org.site);
    service.send(Method::POST, &path, Some(&org.session), Some(&json!({ "text": costly_text() }))).await
}

async fn preview_config(service: &Service, org: &Org, config: &Value) -> Answer {
    let path = format!("/api/v1/sites/{}/config/preview", org.site);
    service.send(Method::POST, &path, Some(&org.session), Some(config)).await
}

#[tokio::test]
async fn an_organization_with_all_slots_taken_is_refused_while_another_has_its_whole_share() {
    let service = Service::start_unlimited().await;
    let (busy, other) = (service.organization(Plan::Pro).await, service.organization(Plan::Pro).await);
    let config = labels_of("当店");
    let place = || service.app.slot(WorkPool::Check, Holder::Organization(busy.id));
    let held = [place().await.expect("a place"), place().await.expect("a place")];
    assert_eq!(held.len(), SHARE);
    let refused = async { tokio::join!(preview(&service, &busy), preview_config(&service, &busy, &config)) };
    let served = async { tokio::join!(preview(&service, &other), preview_config(&service, &other, &config)) };
    let (refused, served) = tokio::join!(refused, served);
    check_full(&refused.0);
    check_full(&refused.1);
    served.0.data(200);
    served.1.data(200);
    // A request that checks no text needs no slot.
    service.get(&format!("/api/v1/prompts/{}", busy.site), &busy.session).await.data(200);
    drop(held);
    preview(&service, &busy).await.data(200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_one_organization_has_judged_at_once_another_is_served() {
    let service = Service::start_unlimited().await;
    let (busy, other) = (service.organization(Plan::Pro).await, service.organization(Plan::Pro).await);
    let config = labels_of("当店");
    let previews = join_all((0..AT_ONCE).map(|_| preview(&service, &busy)));
    let configs = join_all((0..10).map(|_| preview_config(&service, &busy, &config)));
    let (previews, configs, theirs) = tokio::join!(previews, configs, preview(&service, &other));
    theirs.data(200);
    let mut all = previews.into_iter().chain(configs);
    assert!(all.any(|answer| answer.status == StatusCode::OK), "some are judged");
    for refused in all.filter(|answer| answer.status != StatusCode::OK) {
        check_full(&refused);
    }
}

#[tokio::test]
async fn slowly_arriving_bodies_hold_no_slot() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let body = json!({ "text": costly_text() }).to_string();
    let head = format!(
        "POST /api/v1/prompts/{}/preview HTTP/1.1\r\nHost: askline\r\nAuthorization: Bearer {}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        org.site,
        org.session,
        body.len()
    );
    let begun = format!("{head}{}", &body[..body.len() - 1]);
    let mut slow = join_all((0..=SHARE).map(|_| ByHand::send(service.address, &begun))).await;
    preview(&service, &org).await.data(200);
    for request in &mut slow {
        request.more("}").await;
        assert!(request.answer("requestId").await.starts_with("HTTP/1.1 200"));
    }
}

#[tokio::test]
async fn findings_are_capped_at_twenty_across_all_texts_of_a_request() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let refused = preview_config(&service, &org, &labels_of("Remember us. ")).await;
    refused.refused(422, "PROMPT_POLICY_VIOLATION");
    assert_eq!(refused.body["error"]["details"].as_array().map(Vec::len), Some(FINDINGS), "{}", refused.text);
    let path = format!("/api/v1/prompts/{}/preview", org.site);
    let text = "Remember us. ".repeat(100);
    let shown = service.send(Method::POST, &path, Some(&org.session), Some(&json!({ "text": text }))).await;
    assert_eq!(shown.data(200)["findings"].as_array().map(Vec::len), Some(FINDINGS));
}
