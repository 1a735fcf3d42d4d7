//! Receivers of webhooks: a slow one delays its own organization's messages only.

use askline_domain::organizations::plan::Plan;
use tokio::sync::watch;

use crate::{
    harness::Service,
    webhooks::{
        made, posted,
        receiver::{Reaction, Receiver},
    },
};

/// More messages than the whole service can have in progress at once.
const MESSAGES: usize = 150;
/// How many messages of one organization can be in progress at once.
const SHARE: usize = 16;

#[tokio::test]
async fn a_receiver_that_hangs_with_a_long_backlog_keeps_no_other_organization_waiting() {
    let service = Service::start_unlimited().await;
    let (slow, other) = (service.organization(Plan::Pro).await, service.organization(Plan::Business).await);
    let (hanging, quick) = (Receiver::start().await, Receiver::start().await);
    let (id, _) = made(&service, &slow, &hanging.url, &["key.created"]).await;
    for _ in 0..MESSAGES {
        hanging.next(Reaction::Hang);
        posted(&service, &slow, &id, "test").await;
    }
    let (stop, stopped) = watch::channel(false);
    let jobs = service.jobs.clone().finishing_within(std::time::Duration::ZERO);
    let running = tokio::spawn(async move { jobs.run(stopped).await });
    while hanging.received().len() < SHARE {
        tokio::task::yield_now().await;
    }
    let (id, _) = made(&service, &other, &quick.url, &["key.created"]).await;
    posted(&service, &other, &id, "test").await;
    while quick.received().is_empty() {
        tokio::task::yield_now().await;
    }
    assert!(hanging.received().len() < MESSAGES, "most of the slow ones still wait for their turn");
    stop.send(true).unwrap();
    running.await.unwrap();
}
