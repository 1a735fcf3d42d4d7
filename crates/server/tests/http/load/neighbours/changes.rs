//! Changes of one organization wait in a queue of their own.

use askline_domain::organizations::plan::Plan;
use futures_util::{StreamExt as _, stream::FuturesUnordered};
use reqwest::Method;
use serde_json::json;

use super::check_full;
use crate::harness::Service;

/// More changes than the writer and the queue of one organization can have at once.
const CHANGES: usize = 300;
/// The writer, and the queue of one organization.
const TAKEN: usize = 1 + 256;

#[tokio::test]
async fn an_organization_that_floods_the_writer_fills_its_own_queue_and_no_other() {
    let service = Service::start_unlimited().await;
    if service.metadata.instructions().is_none() {
        // On PostgreSQL, changes of one organization wait for each other before they take a connection.
        return;
    }
    let (busy, other) = (service.organization(Plan::Enterprise).await, service.organization(Plan::Enterprise).await);
    let key = json!({ "name": "flood", "scopes": ["sites:read"] });
    let create = async |session: &str| service.send(Method::POST, "/api/v1/keys", Some(session), Some(&key)).await;
    let held = service.hold_writers().await;
    let mut flood: FuturesUnordered<_> = (0..CHANGES).map(|_| create(&busy.session)).collect();
    for _ in TAKEN..CHANGES {
        check_full(&flood.next().await.expect("a refusal"));
    }
    drop(held);
    let (answer, rest) = tokio::join!(create(&other.session), flood.collect::<Vec<_>>());
    answer.data(201);
    assert_eq!(rest.len(), TAKEN);
    // On a slow disk, some of the flood wait for too long; none fails in another way.
    for answer in rest.iter().filter(|answer| answer.status.as_u16() != 201) {
        check_full(answer);
    }
}
