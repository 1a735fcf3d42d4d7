//! What every `WebhookStore` guarantees.

use askline_domain::{
    id::{DeliveryId, Id as _, MessageId, OrgId, WebhookId},
    job::{Job, JobLease, JobState, LeaseToken},
    page::PageRequest,
    ports::{
        AttemptReport, DeliveryFilter, JobStore as _, JobTaking, StoreError, WebhookCreation, WebhookEdit,
        WebhookStore as _,
    },
    webhook::{
        Attempt, DELIVERY_JOB, Delivery, DeliveryStatus, DisabledReason, EventName, FAILURES_IN_A_ROW_MOST,
        TEST_MESSAGE, WEBHOOKS_PER_ORGANIZATION_MOST, Webhook,
    },
    webhook_message::Event,
    webhook_secret::WebhookSecret,
};
use jiff::Timestamp;
use serde_json::json;

use crate::{
    backend::{Backend, Metadata, on_every_backend},
    samples::{audit, count_of, id, later, now, stored_organization},
};

on_every_backend! {
    a_webhook_reads_back_as_it_was_stored,
    an_organization_has_no_more_webhooks_than_it_may,
    a_webhook_of_another_organization_is_absent,
    an_edit_changes_what_it_names_and_nothing_else,
    a_rotated_secret_signs_beside_the_new_one,
    a_deleted_webhook_takes_its_deliveries_with_it,
    an_event_is_delivered_to_every_webhook_that_wants_it_and_to_no_other,
    an_attempt_settles_delivery_and_job_together,
    a_delivery_that_failed_waits_for_its_next_attempt,
    whoever_lost_the_lease_reports_nothing,
    twenty_failures_in_a_row_disable_a_webhook_and_a_success_starts_anew,
    a_receiver_that_is_gone_is_told_nothing_more,
    a_failed_test_does_not_count_against_a_webhook,
    deliveries_are_listed_newest_first_page_by_page_and_by_status,
    only_old_deliveries_are_removed,
    a_webhook_that_cannot_be_read_names_its_place,
}

pub fn webhook(org_id: OrgId, events: &[EventName]) -> Webhook {
    Webhook {
        id: id::<WebhookId>(),
        org_id,
        url: "https://example.com/hooks?token='x'".into(),
        events: events.to_vec(),
        description: "Für die Kasse ☀".into(),
        enabled: true,
        disabled_reason: None,
        failures_in_a_row: 0,
        previous_secret_until: None,
        created_at: now(),
        updated_at: now(),
    }
}

/// A webhook that is stored.
pub async fn stored_webhook(store: &impl Metadata, org: OrgId, events: &[EventName]) -> Webhook {
    let webhook = webhook(org, events);
    let secret = WebhookSecret::generate(&mut rand::rng());
    let created = store.create_webhook(&webhook, &secret, audit(org, "webhook.created")).await.unwrap();
    assert_eq!(created, WebhookCreation::Created);
    webhook
}

/// The deliveries of a webhook, newest first.
pub async fn deliveries(store: &impl Metadata, webhook: &Webhook) -> Vec<Delivery> {
    store.deliveries(webhook.id, DeliveryFilter::default(), PageRequest::NEWEST).await.unwrap().items
}

fn event(org_id: OrgId, name: EventName) -> Event {
    Event { org_id, name, occurred_at: now(), data: json!({ "a": 1 }) }
}

fn delivery(webhook: &Webhook, event: &str) -> Delivery {
    Delivery {
        id: id::<DeliveryId>(),
        webhook_id: webhook.id,
        message_id: id::<MessageId>(),
        event: event.into(),
        payload: "{}".into(),
        status: DeliveryStatus::Pending,
        attempts: 0,
        created_at: now(),
        last_attempt_at: None,
        next_attempt_at: Some(now()),
        last_attempt: None,
    }
}

/// Takes the next delivery's job.
async fn take(store: &impl Metadata, at: Timestamp) -> Option<(Job, JobLease)> {
    let taking = JobTaking {
        kind: DELIVERY_JOB,
        jobs_most: 1,
        running_most: 100,
        token: LeaseToken::random(&mut rand::rng()),
        now: at,
        lease_until: at + std::time::Duration::from_secs(60),
    };
    let job = store.take_jobs(&taking).await.unwrap().pop()?;
    Some((job.clone(), JobLease { job: job.id, token: taking.token }))
}

fn report(delivery: &Delivery, org: OrgId, status: u16, at: Timestamp, next: Option<Timestamp>) -> AttemptReport {
    let failure = (!(200..300).contains(&status)).then(|| format!("The receiver answered {status}."));
    let attempt = Attempt {
        status: Some(status),
        body: Some("was it ☀?".into()),
        failure,
        duration_ms: 12,
        retry_after_seconds: None,
    };
    let audit_if_disabled = audit(org, "webhook.disabled");
    AttemptReport { delivery: delivery.id, attempt: Some(attempt), at, next_attempt_at: next, audit_if_disabled }
}

/// Stores a delivery and an attempt at it that ends like this.
async fn attempt(store: &impl Metadata, webhook: &Webhook, event: &str, status: u16) -> Webhook {
    let sent = delivery(webhook, event);
    store.add_delivery(webhook.org_id, &sent).await.unwrap();
    let (_, lease) = take(store, later(1)).await.unwrap();
    assert!(store.record_attempt(lease, &report(&sent, webhook.org_id, status, later(1), None)).await.unwrap());
    store.webhook(webhook.org_id, webhook.id).await.unwrap().unwrap()
}

async fn a_webhook_reads_back_as_it_was_stored<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let bare = Webhook {
        description: String::new(),
        enabled: false,
        disabled_reason: Some(DisabledReason::Gone),
        failures_in_a_row: 3,
        updated_at: later(4),
        ..webhook(org, &[EventName::SiteStale])
    };
    for webhook in [webhook(org, &EventName::EVERY), bare] {
        let secret = WebhookSecret::generate(&mut rand::rng());
        store.create_webhook(&webhook, &secret, audit(org, "webhook.created")).await.unwrap();
        assert_eq!(store.webhook(org, webhook.id).await.unwrap(), Some(webhook));
    }
    assert_eq!(store.webhooks(org, PageRequest::NEWEST).await.unwrap().items.len(), 2);
    assert_eq!(count_of(store, org, "webhook.created").await, 2);
}

async fn an_organization_has_no_more_webhooks_than_it_may<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (other, _) = stored_organization(store).await;
    for _ in 0..WEBHOOKS_PER_ORGANIZATION_MOST {
        stored_webhook(store, org, &[EventName::KeyCreated]).await;
    }
    let (refused, secret) = (webhook(org, &[EventName::KeyCreated]), WebhookSecret::generate(&mut rand::rng()));
    let creation = store.create_webhook(&refused, &secret, audit(org, "webhook.created")).await.unwrap();
    assert_eq!(creation, WebhookCreation::LimitReached);
    assert_eq!(store.webhook(org, refused.id).await.unwrap(), None);
    assert_eq!(count_of(store, org, "webhook.created").await, WEBHOOKS_PER_ORGANIZATION_MOST as usize);
    stored_webhook(store, other, &[EventName::KeyCreated]).await;
}

async fn a_webhook_of_another_organization_is_absent<B: Backend>(backend: &B) {
    let store = backend.store();
    let (ours, _) = stored_organization(store).await;
    let (theirs, _) = stored_organization(store).await;
    let foreign = stored_webhook(store, theirs, &[EventName::KeyCreated]).await;
    let secret = WebhookSecret::generate(&mut rand::rng());
    let (edit, entry) = (WebhookEdit { enabled: Some(false), ..WebhookEdit::default() }, || audit(ours, "webhook.x"));
    assert_eq!(store.webhook(ours, foreign.id).await.unwrap(), None);
    assert_eq!(store.webhooks(ours, PageRequest::NEWEST).await.unwrap().items, []);
    assert_eq!(store.update_webhook(ours, foreign.id, &edit, later(1), entry()).await.unwrap(), None);
    assert_eq!(store.rotate_webhook_secret(ours, foreign.id, &secret, later(9), entry()).await.unwrap(), None);
    assert!(!store.delete_webhook(ours, foreign.id, entry()).await.unwrap());
    assert_eq!(store.webhook(theirs, foreign.id).await.unwrap(), Some(foreign));
    assert_eq!(count_of(store, ours, "webhook.x").await, 0);
}

async fn an_edit_changes_what_it_names_and_nothing_else<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stored = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    let neighbour = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    let edit = async |edit, at| {
        store.update_webhook(org, stored.id, &edit, at, audit(org, "webhook.updated")).await.unwrap().unwrap()
    };
    let described = edit(WebhookEdit { description: Some("b".into()), ..Default::default() }, later(1)).await;
    let expected = Webhook { description: "b".into(), updated_at: later(1), ..stored.clone() };
    assert_eq!(described, expected);
    let moved = WebhookEdit {
        url: Some("https://example.org/".into()),
        events: Some(vec![EventName::SiteStale]),
        enabled: Some(false),
        description: None,
    };
    let moved = edit(moved, later(2)).await;
    let expected = Webhook {
        url: "https://example.org/".into(),
        events: vec![EventName::SiteStale],
        enabled: false,
        updated_at: later(2),
        ..expected
    };
    assert_eq!(moved, expected);
    assert_eq!(store.webhook(org, stored.id).await.unwrap(), Some(expected));
    assert_eq!(store.webhook(org, neighbour.id).await.unwrap(), Some(neighbour));
    assert_eq!(count_of(store, org, "webhook.updated").await, 2);
}

async fn a_rotated_secret_signs_beside_the_new_one<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stored = webhook(org, &[EventName::KeyCreated]);
    let secrets: Vec<WebhookSecret> = (0..3).map(|_| WebhookSecret::generate(&mut rand::rng())).collect();
    store.create_webhook(&stored, &secrets[0], audit(org, "webhook.created")).await.unwrap();
    let sent = delivery(&stored, "key.created");
    store.add_delivery(org, &sent).await.unwrap();
    let of_due = async || store.due_delivery(sent.id).await.unwrap().unwrap().secrets;
    assert_eq!(of_due().await.current.expose(), secrets[0].expose());
    assert!(of_due().await.previous.is_none());
    for (number, secret) in secrets.iter().enumerate().skip(1) {
        let until = later(number as u64 * 100);
        let entry = audit(org, "webhook.rotated");
        let rotated = store.rotate_webhook_secret(org, stored.id, secret, until, entry).await.unwrap().unwrap();
        assert_eq!(rotated.previous_secret_until, Some(until));
        let (previous, ends) = of_due().await.previous.unwrap();
        assert_eq!((previous.expose(), ends), (secrets[number - 1].expose(), until));
        assert_eq!(of_due().await.current.expose(), secret.expose());
    }
    assert_eq!(count_of(store, org, "webhook.rotated").await, 2);
}

async fn a_deleted_webhook_takes_its_deliveries_with_it<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stored = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    store.raise_event(&event(org, EventName::KeyCreated)).await.unwrap();
    let sent = deliveries(store, &stored).await.remove(0);
    assert!(store.delete_webhook(org, stored.id, audit(org, "webhook.deleted")).await.unwrap());
    assert!(!store.delete_webhook(org, stored.id, audit(org, "webhook.deleted")).await.unwrap());
    assert_eq!(deliveries(store, &stored).await, []);
    assert!(store.due_delivery(sent.id).await.unwrap().is_none());
    assert_eq!(count_of(store, org, "webhook.deleted").await, 1);
}

async fn an_event_is_delivered_to_every_webhook_that_wants_it_and_to_no_other<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (other, _) = stored_organization(store).await;
    let wants = [EventName::KeyCreated, EventName::SiteStale];
    let first = stored_webhook(store, org, &wants).await;
    let second = stored_webhook(store, org, &EventName::EVERY).await;
    let not_subscribed = stored_webhook(store, org, &[EventName::KeyRevoked]).await;
    let disabled = stored_webhook(store, org, &wants).await;
    let off = WebhookEdit { enabled: Some(false), ..WebhookEdit::default() };
    store.update_webhook(org, disabled.id, &off, now(), audit(org, "webhook.updated")).await.unwrap();
    let foreign = stored_webhook(store, other, &wants).await;

    let raised = event(org, EventName::SiteStale);
    let seen = store.stored_count();
    store.raise_event(&raised).await.unwrap();
    assert!(store.stored_count() > seen);
    for silent in [&not_subscribed, &disabled, &foreign] {
        assert_eq!(deliveries(store, silent).await, []);
    }
    let (a, b) = (deliveries(store, &first).await, deliveries(store, &second).await);
    assert_eq!((a.len(), b.len()), (1, 1));
    // One message, told to two.
    assert_eq!((a[0].message_id, &a[0].payload), (b[0].message_id, &raised.payload()));
    assert_eq!((a[0].status, a[0].attempts, a[0].next_attempt_at), (DeliveryStatus::Pending, 0, Some(now())));
    assert_eq!(a[0].event, "site.stale");
    let mut jobs = Vec::new();
    while let Some((job, _)) = take(store, now()).await {
        jobs.push(job.input["deliveryId"].as_str().unwrap().to_owned());
    }
    jobs.sort();
    let mut expected = [a[0].id.to_string(), b[0].id.to_string()];
    expected.sort();
    assert_eq!(jobs, expected);
}

async fn an_attempt_settles_delivery_and_job_together<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stored = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    for (status, delivery_status, job_state) in
        [(204, DeliveryStatus::Succeeded, JobState::Succeeded), (500, DeliveryStatus::Failed, JobState::Failed)]
    {
        let sent = delivery(&stored, "key.created");
        store.add_delivery(org, &sent).await.unwrap();
        let (job, lease) = take(store, later(1)).await.unwrap();
        let due = store.due_delivery(sent.id).await.unwrap().unwrap();
        assert_eq!((due.delivery, due.webhook.id), (sent.clone(), stored.id));
        let report = report(&sent, org, status, later(2), None);
        assert!(store.record_attempt(lease, &report).await.unwrap());
        let settled = store.delivery(stored.id, sent.id).await.unwrap().unwrap();
        assert_eq!((settled.status, settled.attempts), (delivery_status, 1));
        assert_eq!((settled.last_attempt_at, settled.next_attempt_at), (Some(later(2)), None));
        assert_eq!(settled.last_attempt, report.attempt);
        assert_eq!(store.job(org, job.id).await.unwrap().unwrap().state, job_state);
        // Settled is settled.
        assert!(store.due_delivery(sent.id).await.unwrap().is_none());
        assert!(!store.record_attempt(lease, &report).await.unwrap());
        assert_eq!(store.delivery(stored.id, sent.id).await.unwrap(), Some(settled));
    }
}

async fn a_delivery_that_failed_waits_for_its_next_attempt<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stored = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    let sent = delivery(&stored, "key.created");
    store.add_delivery(org, &sent).await.unwrap();
    let (_, lease) = take(store, later(1)).await.unwrap();
    assert!(store.record_attempt(lease, &report(&sent, org, 503, later(1), Some(later(60)))).await.unwrap());
    let waiting = store.delivery(stored.id, sent.id).await.unwrap().unwrap();
    assert_eq!((waiting.status, waiting.next_attempt_at), (DeliveryStatus::Pending, Some(later(60))));
    assert_eq!(take(store, later(59)).await, None);
    let (_, lease) = take(store, later(60)).await.unwrap();
    assert!(store.record_attempt(lease, &report(&sent, org, 200, later(61), None)).await.unwrap());
    let settled = store.delivery(stored.id, sent.id).await.unwrap().unwrap();
    assert_eq!((settled.status, settled.attempts), (DeliveryStatus::Succeeded, 2));
    assert_eq!(settled.last_attempt.unwrap().failure, None);
}

async fn whoever_lost_the_lease_reports_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stored = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    let sent = delivery(&stored, "key.created");
    store.add_delivery(org, &sent).await.unwrap();
    let (_, lost) = take(store, now()).await.unwrap();
    let (_, lease) = take(store, later(60)).await.unwrap();
    assert!(!store.record_attempt(lost, &report(&sent, org, 410, later(61), None)).await.unwrap());
    assert_eq!(store.delivery(stored.id, sent.id).await.unwrap(), Some(sent.clone()));
    assert_eq!(store.webhook(org, stored.id).await.unwrap(), Some(stored));
    assert_eq!(count_of(store, org, "webhook.disabled").await, 0);
    assert!(store.record_attempt(lease, &report(&sent, org, 200, later(61), None)).await.unwrap());
}

async fn twenty_failures_in_a_row_disable_a_webhook_and_a_success_starts_anew<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stored = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    for failures in 1..FAILURES_IN_A_ROW_MOST {
        assert_eq!(attempt(store, &stored, "key.created", 500).await.failures_in_a_row, failures);
    }
    assert_eq!(attempt(store, &stored, "key.created", 200).await.failures_in_a_row, 0);
    for _ in 1..FAILURES_IN_A_ROW_MOST {
        assert!(attempt(store, &stored, "key.created", 302).await.enabled);
    }
    assert_eq!(count_of(store, org, "webhook.disabled").await, 0);
    let disabled = attempt(store, &stored, "key.created", 404).await;
    assert_eq!((disabled.enabled, disabled.disabled_reason), (false, Some(DisabledReason::TooManyFailures)));
    assert_eq!(count_of(store, org, "webhook.disabled").await, 1);
    // An attempt that was under way meanwhile does not disable it again.
    assert_eq!(attempt(store, &stored, "key.created", 500).await, disabled);
    assert_eq!(count_of(store, org, "webhook.disabled").await, 1);
    let on = WebhookEdit { enabled: Some(true), ..WebhookEdit::default() };
    let entry = audit(org, "webhook.updated");
    let enabled = store.update_webhook(org, stored.id, &on, later(9), entry).await.unwrap().unwrap();
    assert_eq!((enabled.enabled, enabled.disabled_reason, enabled.failures_in_a_row), (true, None, 0));
}

async fn a_receiver_that_is_gone_is_told_nothing_more<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stored = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    let gone = attempt(store, &stored, "key.created", 410).await;
    assert_eq!((gone.enabled, gone.disabled_reason), (false, Some(DisabledReason::Gone)));
    assert_eq!(count_of(store, org, "webhook.disabled").await, 1);
    store.raise_event(&event(org, EventName::KeyCreated)).await.unwrap();
    assert_eq!(deliveries(store, &stored).await.len(), 1);
    // What was not sent for that reason says so.
    let sent = delivery(&stored, "key.created");
    store.add_delivery(org, &sent).await.unwrap();
    let (_, lease) = take(store, later(1)).await.unwrap();
    let unsent = AttemptReport { attempt: None, ..report(&sent, org, 200, later(1), None) };
    assert!(store.record_attempt(lease, &unsent).await.unwrap());
    let settled = store.delivery(stored.id, sent.id).await.unwrap().unwrap();
    assert_eq!((settled.status, settled.attempts, settled.last_attempt_at), (DeliveryStatus::Failed, 0, None));
    assert_eq!(settled.last_attempt.unwrap().failure.as_deref(), Some("The webhook is disabled."));
}

async fn a_failed_test_does_not_count_against_a_webhook<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stored = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    attempt(store, &stored, "key.created", 500).await;
    assert_eq!(attempt(store, &stored, TEST_MESSAGE, 500).await.failures_in_a_row, 1);
    assert!(!attempt(store, &stored, TEST_MESSAGE, 410).await.enabled);
}

async fn deliveries_are_listed_newest_first_page_by_page_and_by_status<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stored = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    let other = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    store.add_delivery(org, &delivery(&other, "key.created")).await.unwrap();
    attempt(store, &stored, "key.created", 200).await;
    for _ in 0..6 {
        store.add_delivery(org, &delivery(&stored, "key.created")).await.unwrap();
    }
    let all = deliveries(store, &stored).await;
    assert_eq!(all.len(), 7);
    assert!(all.is_sorted_by(|a, b| a.id > b.id));
    let mut paged = Vec::new();
    loop {
        let before = paged.last().map(|delivery: &Delivery| delivery.id.bits());
        let request = PageRequest { limit: 3, before };
        let page = store.deliveries(stored.id, DeliveryFilter::default(), request).await.unwrap();
        paged.extend(page.items);
        if !page.has_more {
            break;
        }
        assert_eq!(paged.len() % 3, 0);
    }
    assert_eq!(paged, all);
    for (status, count) in [(DeliveryStatus::Pending, 6), (DeliveryStatus::Succeeded, 1), (DeliveryStatus::Failed, 0)] {
        let filter = DeliveryFilter { status: Some(status) };
        let listed = store.deliveries(stored.id, filter, PageRequest::NEWEST).await.unwrap().items;
        assert!(listed.len() == count && listed.iter().all(|delivery| delivery.status == status), "{status:?}");
    }
    assert_eq!(store.delivery(other.id, all[0].id).await.unwrap(), None);
}

async fn only_old_deliveries_are_removed<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stored = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    for age in [1, 2, 3, 50] {
        let sent = Delivery { created_at: later(age), ..delivery(&stored, "key.created") };
        store.add_delivery(org, &sent).await.unwrap();
    }
    assert_eq!(store.remove_old_deliveries(later(10), 2).await.unwrap(), 2);
    assert_eq!(store.remove_old_deliveries(later(10), 2).await.unwrap(), 1);
    assert_eq!(store.remove_old_deliveries(later(10), 2).await.unwrap(), 0);
    let left = deliveries(store, &stored).await;
    assert_eq!(left.iter().map(|delivery| delivery.created_at).collect::<Vec<_>>(), [later(50)]);
}

async fn a_webhook_that_cannot_be_read_names_its_place<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stored = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    let sent = delivery(&stored, "key.created");
    store.add_delivery(org, &sent).await.unwrap();
    backend.tamper("UPDATE webhooks SET secret = 'whsec_short'");
    let error = store.due_delivery(sent.id).await.unwrap_err();
    let StoreError::Corrupt { table: "webhooks", column: "secret", id } = error else { panic!("{error}") };
    assert_eq!(id, stored.id.to_string());
    backend.tamper("UPDATE webhooks SET events = '[\"everything\"]'");
    let error = store.webhook(org, stored.id).await.unwrap_err();
    assert!(matches!(error, StoreError::Corrupt { table: "webhooks", column: "events", .. }), "{error}");
}
