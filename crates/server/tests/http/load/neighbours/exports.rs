//! Exports are generated while they are sent, in a pool.

use askline_domain::{audit::AuditDraft, organizations::plan::Plan};
use reqwest::{Method, StatusCode};

use super::{ByHand, check_full};
use crate::harness::{Answer, Org, Service};

/// The number of entries in a log that does not fit into the buffers of a connection.
const ENTRIES: usize = 20_000;

/// Adds this many entries of two kilobytes to the audit log of an organization.
async fn fill(service: &Service, org: &Org, entries: usize) {
    let AuditDraft { id, .. } = service.audit(org.id, "key.created");
    let prefix = &id.to_string()[..20];
    service.tamper(&format!(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {entries})
         INSERT INTO audit_entries (org_id, sequence, id, occurred_ms, action, actor_type, actor_id, actor_name, targets, ip,
             user_agent, request_id, metadata, previous_hash, hash)
         SELECT '{}', 1000 + i, '{prefix}' || (1000000000 + i), 0, 'key.created', 'system', 'test', 'test', '[]', NULL,
             NULL, NULL, '{{\"padding\":\"{}\"}}', '', '' FROM n",
        org.id,
        "0".repeat(2_000),
    )).await;
}

fn path(org: &Org) -> String {
    format!("/api/v1/audit/export?orgId={}", org.id)
}

async fn export(service: &Service, org: &Org) -> Answer {
    service.answer(service.request(Method::GET, &path(org)).bearer_auth(&org.session)).await
}

/// An export of which only the head is read.
async fn untaken(service: &Service, org: &Org) -> ByHand {
    let head = format!("GET {} HTTP/1.1\r\nHost: askline\r\nAuthorization: Bearer {}\r\n\r\n", path(org), org.session);
    let mut request = ByHand::send(service.address, &head).await;
    request.answer("\r\n\r\n").await;
    request
}

#[tokio::test]
async fn exports_that_are_not_taken_keep_their_own_organization_waiting_and_no_other() {
    let service = Service::start_unlimited().await;
    let (slow, other) = (service.organization(Plan::Pro).await, service.organization(Plan::Business).await);
    fill(&service, &slow, ENTRIES).await;
    let untaken = [untaken(&service, &slow).await, untaken(&service, &slow).await];
    check_full(&export(&service, &slow).await);
    let lines = export(&service, &other).await;
    assert_eq!(lines.status, StatusCode::OK);
    assert!(lines.text.contains("organization.created"), "{}", lines.text);
    drop(untaken);
    // A caller that disconnects releases its slot as soon as that is noticed.
    while export(&service, &slow).await.status != StatusCode::OK {}
}

#[tokio::test]
async fn an_export_of_many_pages_is_whole_and_in_order() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    fill(&service, &org, 1_001).await;
    let answer = export(&service, &org).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert!(!answer.headers.contains_key("x-export-truncated"));
    let ids: Vec<String> = answer
        .text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["id"].as_str().unwrap().to_owned())
        .collect();
    assert!(ids.len() > 1_001 && ids.is_sorted_by(|a, b| a > b), "{}", ids.len());
}

#[tokio::test]
async fn an_export_says_from_the_beginning_that_older_entries_are_left_out() {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Pro).await;
    let own = service.get(&format!("/api/v1/audit?orgId={}&limit=200", org.id), &org.session).await;
    let own = own.data(200)["items"].as_array().unwrap().len();
    fill(&service, &org, 100_000 - own).await;
    service.tamper("UPDATE audit_entries SET metadata = '{}'").await;
    for (entries, truncated) in [("all that fit", ""), ("one more", "true")] {
        let answer = export(&service, &org).await;
        assert_eq!(answer.header("x-export-truncated"), truncated, "{entries}");
        assert_eq!(answer.text.lines().count(), 100_000, "{entries}");
        service.site_of(&org, "example.org").await;
    }
}
