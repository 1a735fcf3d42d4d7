//! What every `WebhookStore` guarantees about events, deliveries and attempts.

use askline_app::ports::{
    jobs::{JobStore as _, JobTaking},
    webhooks::{AttemptReport, DeliveryFilter, DeliveryStore as _, WebhookStore as _},
};
use askline_domain::{
    jobs::{Job, JobLease, JobState, LeaseToken},
    shared::{ids::Id as _, paging::PageRequest},
    webhooks::{
        Attempt, DELIVERY_JOB, Delivery, DeliveryStatus, DisabledReason, EventName, MAX_FAILURES_IN_A_ROW,
        TEST_MESSAGE, Webhook, WebhookEdit,
    },
};
use jiff::Timestamp;

use crate::{
    backend::{Backend, Metadata, on_every_backend},
    samples::{audit, count_of, later, now, stored_organization},
    webhooks::{changes::WebhookChanges as _, deliveries, delivery, event, stored_webhook},
};

on_every_backend! {
    an_event_is_delivered_to_every_webhook_that_wants_it_and_to_no_other,
    an_attempt_settles_delivery_and_job_together,
    a_delivery_that_failed_waits_for_its_next_attempt,
    an_attempt_reported_under_a_lost_lease_is_refused,
    only_a_day_of_twenty_failures_disables_a_webhook_and_a_success_starts_the_count_again,
    every_attempt_is_listed_in_the_log_of_its_delivery,
    a_gone_receiver_disables_its_webhook_and_is_sent_nothing_more,
    a_failed_test_does_not_count_against_a_webhook,
    deliveries_are_listed_newest_first_page_by_page_and_by_status,
    only_old_deliveries_are_removed,
    of_a_disabled_webhook_the_newest_unsent_messages_are_kept_and_can_be_sent_again,
}

/// Takes the job of the next delivery.
pub async fn take(store: &impl Metadata, at: Timestamp) -> Option<(Job, JobLease)> {
    let taking = JobTaking {
        kind: DELIVERY_JOB,
        max_jobs: 1,
        max_running: 100,
        max_running_each: 100,
        token: LeaseToken::random(&mut rand::rng()),
        now: at,
        lease_until: at + std::time::Duration::from_secs(60),
    };
    let job = store.take_jobs(&taking).await.unwrap().pop()?;
    Some((job.clone(), JobLease { job: job.id, token: taking.token }))
}

pub fn report(delivery: &Delivery, status: u16, at: Timestamp, next: Option<Timestamp>) -> AttemptReport {
    let failure = (!(200..300).contains(&status)).then(|| format!("The receiver answered {status}."));
    let attempt = Attempt {
        status: Some(status),
        body: Some("was it ☀?".into()),
        failure,
        duration_ms: 12,
        retry_after_seconds: None,
    };
    AttemptReport { delivery: delivery.id, attempt: Some(attempt), at, next_attempt_at: next }
}

/// Stores a delivery and an attempt at it with this result.
async fn attempt(store: &impl Metadata, webhook: &Webhook, event: &str, status: u16) -> Webhook {
    attempt_at(store, webhook, event, status, later(1)).await
}

async fn attempt_at(store: &impl Metadata, webhook: &Webhook, event: &str, status: u16, at: Timestamp) -> Webhook {
    let sent = delivery(webhook, event);
    store.add_delivery(webhook.org_id, &sent, audit(webhook.org_id, "webhook.tested")).await.unwrap();
    let (_, lease) = take(store, at).await.unwrap();
    assert!(store.record_attempt(lease, webhook.org_id, &report(&sent, status, at, None)).await.unwrap());
    store.webhook(webhook.org_id, webhook.id).await.unwrap().unwrap()
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
    // One message to two webhooks.
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
        store.add_delivery(org, &sent, audit(org, "webhook.tested")).await.unwrap();
        let (job, lease) = take(store, later(1)).await.unwrap();
        let due = store.due_delivery(sent.id).await.unwrap().unwrap();
        assert_eq!((due.delivery, due.webhook.id), (sent.clone(), stored.id));
        let report = report(&sent, status, later(2), None);
        assert!(store.record_attempt(lease, org, &report).await.unwrap());
        let settled = store.delivery(stored.id, sent.id).await.unwrap().unwrap();
        assert_eq!((settled.status, settled.attempts), (delivery_status, 1));
        assert_eq!((settled.last_attempt_at, settled.next_attempt_at), (Some(later(2)), None));
        assert_eq!(settled.last_attempt, report.attempt);
        assert_eq!(store.job(org, job.id).await.unwrap().unwrap().state, job_state);
        // A settled delivery is not due.
        assert!(store.due_delivery(sent.id).await.unwrap().is_none());
        assert!(!store.record_attempt(lease, org, &report).await.unwrap());
        assert_eq!(store.delivery(stored.id, sent.id).await.unwrap(), Some(settled));
    }
}

async fn a_delivery_that_failed_waits_for_its_next_attempt<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stored = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    let sent = delivery(&stored, "key.created");
    store.add_delivery(org, &sent, audit(org, "webhook.tested")).await.unwrap();
    let (_, lease) = take(store, later(1)).await.unwrap();
    assert!(store.record_attempt(lease, org, &report(&sent, 503, later(1), Some(later(60)))).await.unwrap());
    let waiting = store.delivery(stored.id, sent.id).await.unwrap().unwrap();
    assert_eq!((waiting.status, waiting.next_attempt_at), (DeliveryStatus::Pending, Some(later(60))));
    assert_eq!(take(store, later(59)).await, None);
    let (_, lease) = take(store, later(60)).await.unwrap();
    assert!(store.record_attempt(lease, org, &report(&sent, 200, later(61), None)).await.unwrap());
    let settled = store.delivery(stored.id, sent.id).await.unwrap().unwrap();
    assert_eq!((settled.status, settled.attempts), (DeliveryStatus::Succeeded, 2));
    assert_eq!(settled.last_attempt.unwrap().failure, None);
}

async fn an_attempt_reported_under_a_lost_lease_is_refused<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stored = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    let sent = delivery(&stored, "key.created");
    store.add_delivery(org, &sent, audit(org, "webhook.tested")).await.unwrap();
    let (_, lost) = take(store, now()).await.unwrap();
    let (_, lease) = take(store, later(60)).await.unwrap();
    assert!(!store.record_attempt(lost, org, &report(&sent, 410, later(61), None)).await.unwrap());
    assert_eq!(store.delivery(stored.id, sent.id).await.unwrap(), Some(sent.clone()));
    assert_eq!(store.webhook(org, stored.id).await.unwrap(), Some(stored));
    assert_eq!(count_of(store, org, "webhook.disabled").await, 0);
    assert!(store.record_attempt(lease, org, &report(&sent, 200, later(61), None)).await.unwrap());
}

async fn only_a_day_of_twenty_failures_disables_a_webhook_and_a_success_starts_the_count_again<B: Backend>(
    backend: &B,
) {
    const DAY: u64 = 86_400;
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stored = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    // A short outage does not disable the webhook, however many messages fail in it.
    for failures in 1..=3 * MAX_FAILURES_IN_A_ROW {
        let failing = attempt_at(store, &stored, "key.created", 500, later(u64::from(failures))).await;
        assert_eq!((failing.enabled, failing.consecutive_failures), (true, failures));
        assert_eq!(failing.failing_since, Some(later(1)));
    }
    let well = attempt_at(store, &stored, "key.created", 200, later(100)).await;
    assert_eq!((well.consecutive_failures, well.failing_since), (0, None));
    // A few failures do not disable it, however long they continue.
    for failures in 1..MAX_FAILURES_IN_A_ROW {
        let at = later(200 + u64::from(failures) * DAY);
        assert!(attempt_at(store, &stored, "key.created", 302, at).await.enabled);
    }
    assert_eq!(count_of(store, org, "webhook.disabled").await, 0);
    let at = later(200 + 20 * DAY);
    let disabled = attempt_at(store, &stored, "key.created", 404, at).await;
    assert_eq!((disabled.enabled, disabled.disabled_reason), (false, Some(DisabledReason::TooManyFailures)));
    assert_eq!(count_of(store, org, "webhook.disabled").await, 1);
    // An attempt that was in progress at that time does not disable it again.
    assert_eq!(attempt_at(store, &stored, "key.created", 500, at).await, disabled);
    assert_eq!(count_of(store, org, "webhook.disabled").await, 1);
    let on = WebhookEdit { enabled: Some(true), ..WebhookEdit::default() };
    let entry = audit(org, "webhook.updated");
    let enabled = store.update_webhook(org, stored.id, &on, at, entry).await.unwrap().unwrap();
    assert_eq!((enabled.enabled, enabled.disabled_reason), (true, None));
    assert_eq!((enabled.consecutive_failures, enabled.failing_since), (0, None));
}

async fn every_attempt_is_listed_in_the_log_of_its_delivery<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stored = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    let sent = delivery(&stored, "key.created");
    store.add_delivery(org, &sent, audit(org, "webhook.tested")).await.unwrap();
    assert_eq!(store.attempts(&[sent.id]).await.unwrap(), []);
    for (status, at, next) in [(503, 1, Some(later(60))), (500, 60, Some(later(90))), (200, 90, None)] {
        let (_, lease) = take(store, later(at)).await.unwrap();
        assert!(store.record_attempt(lease, org, &report(&sent, status, later(at), next)).await.unwrap());
    }
    let other = delivery(&stored, "key.created");
    store.add_delivery(org, &other, audit(org, "webhook.tested")).await.unwrap();
    let (_, lease) = take(store, later(91)).await.unwrap();
    assert!(store.record_attempt(lease, org, &report(&other, 410, later(91), None)).await.unwrap());
    let log = store.attempts(&[sent.id]).await.unwrap();
    assert!(log.iter().all(|(id, attempt)| *id == sent.id && attempt.duration_ms == 12));
    let seen: Vec<_> = log.iter().map(|(_, attempt)| (attempt.status, attempt.at)).collect();
    assert_eq!(seen, [(Some(503), later(1)), (Some(500), later(60)), (Some(200), later(90))]);
    assert_eq!(log[0].1.failure.as_deref(), Some("The receiver answered 503."));
    assert_eq!(log[2].1.failure, None);
    assert_eq!(store.attempts(&[sent.id, other.id]).await.unwrap().len(), 4);
}

async fn a_gone_receiver_disables_its_webhook_and_is_sent_nothing_more<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stored = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    let gone = attempt(store, &stored, "key.created", 410).await;
    assert_eq!((gone.enabled, gone.disabled_reason), (false, Some(DisabledReason::Gone)));
    assert_eq!(count_of(store, org, "webhook.disabled").await, 1);
    store.raise_event(&event(org, EventName::KeyCreated)).await.unwrap();
    assert_eq!(deliveries(store, &stored).await.len(), 1);
    // If a delivery was not sent because the webhook is disabled, its failure says so.
    let sent = delivery(&stored, "key.created");
    store.add_delivery(org, &sent, audit(org, "webhook.tested")).await.unwrap();
    let (_, lease) = take(store, later(1)).await.unwrap();
    let unsent = AttemptReport { attempt: None, ..report(&sent, 200, later(1), None) };
    assert!(store.record_attempt(lease, org, &unsent).await.unwrap());
    let settled = store.delivery(stored.id, sent.id).await.unwrap().unwrap();
    assert_eq!((settled.status, settled.attempts, settled.last_attempt_at), (DeliveryStatus::Failed, 0, None));
    assert_eq!(settled.last_attempt.unwrap().failure.as_deref(), Some("The webhook is disabled."));
}

async fn a_failed_test_does_not_count_against_a_webhook<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stored = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    attempt(store, &stored, "key.created", 500).await;
    assert_eq!(attempt(store, &stored, TEST_MESSAGE, 500).await.consecutive_failures, 1);
    assert!(!attempt(store, &stored, TEST_MESSAGE, 410).await.enabled);
}

async fn deliveries_are_listed_newest_first_page_by_page_and_by_status<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stored = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    let other = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    store.add_delivery(org, &delivery(&other, "key.created"), audit(org, "webhook.tested")).await.unwrap();
    attempt(store, &stored, "key.created", 200).await;
    for _ in 0..6 {
        store.add_delivery(org, &delivery(&stored, "key.created"), audit(org, "webhook.tested")).await.unwrap();
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
        store.add_delivery(org, &sent, audit(org, "webhook.tested")).await.unwrap();
    }
    assert_eq!(store.remove_old_deliveries(later(10), 2).await.unwrap(), 2);
    assert_eq!(store.remove_old_deliveries(later(10), 2).await.unwrap(), 1);
    assert_eq!(store.remove_old_deliveries(later(10), 2).await.unwrap(), 0);
    let left = deliveries(store, &stored).await;
    assert_eq!(left.iter().map(|delivery| delivery.created_at).collect::<Vec<_>>(), [later(50)]);
}

async fn of_a_disabled_webhook_the_newest_unsent_messages_are_kept_and_can_be_sent_again<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let disabled = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    let enabled = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    attempt(store, &disabled, "key.created", 204).await;
    for _ in 0..6 {
        for webhook in [&disabled, &enabled] {
            store.add_delivery(org, &delivery(webhook, "key.created"), audit(org, "webhook.tested")).await.unwrap();
        }
    }
    let waiting = async || {
        let all = deliveries(store, &disabled).await;
        all.into_iter().filter(|delivery| delivery.status == DeliveryStatus::Pending).collect::<Vec<_>>()
    };
    let before = waiting().await;
    assert_eq!(store.remove_unsent_deliveries(4, 100).await.unwrap(), 0);
    let off = WebhookEdit { enabled: Some(false), ..WebhookEdit::default() };
    store.update_webhook(org, disabled.id, &off, now(), audit(org, "webhook.updated")).await.unwrap();
    // In steps, so that no other writer waits long.
    assert_eq!(store.remove_unsent_deliveries(4, 1).await.unwrap(), 1);
    assert_eq!(store.remove_unsent_deliveries(4, 100).await.unwrap(), 1);
    assert_eq!(store.remove_unsent_deliveries(4, 100).await.unwrap(), 0);
    let left = waiting().await;
    assert_eq!(left, before[..4]);
    // What was delivered stays.
    assert_eq!(deliveries(store, &disabled).await.len(), 5);
    assert_eq!(deliveries(store, &enabled).await.len(), 6);
    // The jobs of the deleted deliveries end without a report; the others are due, as the webhook is enabled again.
    let on = WebhookEdit { enabled: Some(true), ..WebhookEdit::default() };
    store.update_webhook(org, disabled.id, &on, now(), audit(org, "webhook.updated")).await.unwrap();
    assert!(store.due_delivery(before[4].id).await.unwrap().is_none());
    assert!(store.due_delivery(left[0].id).await.unwrap().is_some());
}
