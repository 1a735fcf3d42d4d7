//! Failed sign-ins: one entry per account and minute, with their number.

use askline_app::ports::audit_log::AuditFilter;
use askline_domain::organizations::plan::Plan;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Org, Service};

async fn fail(service: &Service, email: &str) {
    let body = json!({ "email": email, "password": "a wrong long password" });
    let answer = service.send(Method::POST, "/api/v1/auth/login", None, Some(&body)).await;
    answer.refused(401, "INVALID_CREDENTIALS");
}

/// `count` of each stored entry, newest first. Read from the store, so that reading does not write anything.
async fn stored(service: &Service, org: &Org) -> Vec<u64> {
    let filter = AuditFilter { action: Some("auth.login_failed".into()), ..AuditFilter::default() };
    let page = askline_domain::shared::paging::PageRequest::NEWEST;
    let entries = service.metadata.audit_entries(org.id, &filter, page).await.unwrap();
    entries.items.iter().map(|entry| entry.draft.metadata["count"].as_u64().unwrap()).collect()
}

async fn read(service: &Service, org: &Org) -> Vec<Value> {
    let answer = service.get("/api/v1/audit?action=auth.login_failed", &org.session).await;
    answer.data(200)["items"].as_array().unwrap().clone()
}

#[tokio::test]
async fn failures_of_a_minute_make_one_entry_with_their_number() {
    let service = Service::start_unlimited().await;
    let (org, other) = (service.organization(Plan::Pro).await, service.organization(Plan::Pro).await);
    for _ in 0..4 {
        fail(&service, &org.owner_email).await;
        service.advance(10);
    }
    fail(&service, &other.owner_email).await;
    fail(&service, "nobody@example.com").await;
    service.app.flush_notes().await.unwrap();
    assert_eq!(stored(&service, &org).await, [] as [u64; 0]);
    service.advance(20);
    service.app.flush_notes().await.unwrap();
    assert_eq!(stored(&service, &org).await, [4]);
    assert_eq!(stored(&service, &other).await, [] as [u64; 0]);
    service.advance(40);
    service.app.flush_notes().await.unwrap();
    service.app.flush_notes().await.unwrap();
    assert_eq!((stored(&service, &org).await, stored(&service, &other).await), (vec![4], vec![1]));
    let entry = &read(&service, &org).await[0];
    assert_eq!(entry["metadata"], json!({ "count": 4, "firstAt": "2026-06-15T12:00:00.000Z" }));
    assert_eq!((&entry["occurredAt"], &entry["ip"]), (&json!("2026-06-15T12:00:30.000Z"), &json!("127.0.0.1")));
    assert!(service.metadata.verify_chains().await.unwrap().iter().all(|report| report.broken_at.is_none()));
}

#[tokio::test]
async fn reading_the_log_includes_the_latest_failed_log_ins_with_one_entry_a_minute() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let counts = async || -> Vec<u64> {
        read(&service, &org).await.iter().map(|entry| entry["metadata"]["count"].as_u64().unwrap()).collect()
    };
    fail(&service, &org.owner_email).await;
    fail(&service, &org.owner_email).await;
    assert_eq!(counts().await, [2]);
    service.advance(5);
    fail(&service, &org.owner_email).await;
    assert_eq!(counts().await, [2]);
    service.advance(55);
    assert_eq!(counts().await, [1, 2]);
    let download = service.get("/api/v1/audit/export?action=auth.login_failed", &org.session).await;
    assert_eq!(download.text.lines().count(), 2);
}

#[tokio::test]
async fn at_the_end_of_the_service_nothing_is_left_unwritten_and_a_store_that_was_away_loses_nothing() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    fail(&service, &org.owner_email).await;
    // Another process locks the database for longer than any request waits.
    let held = service.hold_writers().await;
    assert!(service.app.flush_all_notes().await.is_err());
    drop(held);
    fail(&service, &org.owner_email).await;
    service.app.flush_all_notes().await.unwrap();
    assert_eq!(stored(&service, &org).await, [2]);
}
