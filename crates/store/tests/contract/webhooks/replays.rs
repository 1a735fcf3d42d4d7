//! What every `ReplayStore` guarantees about messages that are sent again.

use askline_app::{
    error::{Conflict, UseCaseError},
    ports::{jobs::JobStore as _, webhooks::DeliveryStore as _},
    webhooks::{attempt_now, send, send_again},
};
use askline_domain::{
    shared::ids::{DeliveryId, Id as _},
    webhooks::{Delivery, DeliveryStatus, EventName, TEST_MESSAGE, WebhookEdit},
};

use super::deliveries::{report, take};
use crate::{
    backend::{Backend, on_every_backend},
    samples::{audit, count_of, id, later, now, stored_organization},
    webhooks::{changes::WebhookChanges as _, deliveries, delivery, stored_webhook},
};

on_every_backend! {
    the_next_attempts_of_waiting_deliveries_become_due_and_no_others,
    failed_messages_are_found_by_their_latest_delivery,
    a_message_that_waits_is_not_added_again,
    a_webhook_that_was_disabled_or_deleted_in_the_meantime_is_sent_nothing,
}

/// The lowest id of all.
fn first() -> DeliveryId {
    DeliveryId::from_bits(0)
}

async fn the_next_attempts_of_waiting_deliveries_become_due_and_no_others<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let webhook = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    let other = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    let sent = [delivery(&webhook, "key.created"), delivery(&webhook, "key.created"), delivery(&other, "key.created")];
    for one in &sent {
        store.add_delivery(org, one, audit(org, "webhook.tested")).await.unwrap();
        let (_, lease) = take(store, now()).await.unwrap();
        assert!(store.record_attempt(lease, org, &report(one, 503, now(), Some(later(900)))).await.unwrap());
    }
    assert_eq!(take(store, later(60)).await, None);
    assert_eq!(store.waiting_deliveries(webhook.id, first(), later(900), 9).await.unwrap(), []);
    let mut own: Vec<DeliveryId> = sent[..2].iter().map(|one| one.id).collect();
    own.sort();
    assert_eq!(store.waiting_deliveries(webhook.id, first(), later(60), 9).await.unwrap(), own);
    assert_eq!(store.waiting_deliveries(webhook.id, own[1], later(60), 9).await.unwrap(), own[1..]);
    assert_eq!(store.waiting_deliveries(webhook.id, first(), later(60), 1).await.unwrap(), own[..1]);

    let ids: Vec<DeliveryId> = sent.iter().map(|one| one.id).collect();
    let seen = store.stored_count();
    let due = store.attempt_now(webhook.id, &ids, later(60), audit(org, "webhook.replayed")).await.unwrap();
    assert_eq!((due, store.stored_count() > seen), (2, true), "the other webhook's delivery waits on");
    assert!(deliveries(store, &webhook).await.iter().all(|one| one.next_attempt_at == Some(later(60))));
    take(store, later(60)).await.unwrap();
    // One is being attempted, the other is due: neither waits.
    let due = store.attempt_now(webhook.id, &ids, later(61), audit(org, "webhook.replayed")).await.unwrap();
    assert_eq!((due, count_of(store, org, "webhook.replayed").await), (0, 1));
}

async fn failed_messages_are_found_by_their_latest_delivery<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let webhook = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    let (failed, again, test) =
        (delivery(&webhook, "key.created"), delivery(&webhook, "key.created"), delivery(&webhook, TEST_MESSAGE));
    for one in [&failed, &again, &test] {
        store.add_delivery(org, one, audit(org, "webhook.tested")).await.unwrap();
        let (_, lease) = take(store, now()).await.unwrap();
        assert!(store.record_attempt(lease, org, &report(one, 500, now(), None)).await.unwrap());
    }
    let found = |since: DeliveryId| async move {
        let found = store.failed_deliveries(webhook.id, since, 9).await.unwrap();
        found.into_iter().map(|one| one.id).collect::<Vec<_>>()
    };
    let mut both = [failed.id, again.id];
    both.sort();
    assert_eq!(found(first()).await, both, "the test is left out");
    assert_eq!(found(both[1]).await, both[1..]);
    let replay = Delivery { id: DeliveryId::new(later(1), &mut rand::rng()), ..again.clone() };
    let added = store.add_deliveries(webhook.id, &[replay], audit(org, "webhook.replayed")).await.unwrap();
    assert_eq!((added, found(first()).await), (1, vec![failed.id]));
}

async fn a_message_that_waits_is_not_added_again<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let webhook = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    let (waiting, fresh) = (delivery(&webhook, "key.created"), delivery(&webhook, "key.created"));
    store.add_delivery(org, &waiting, audit(org, "webhook.tested")).await.unwrap();
    let repeated = Delivery { id: id::<DeliveryId>(), ..waiting.clone() };
    for (chosen, expected) in [(vec![repeated.clone()], 0), (vec![repeated, fresh], 1)] {
        let added = store.add_deliveries(webhook.id, &chosen, audit(org, "webhook.replayed")).await.unwrap();
        assert_eq!(added, expected);
    }
    assert_eq!(count_of(store, org, "webhook.replayed").await, 1);
    let stored = deliveries(store, &webhook).await;
    assert_eq!(stored.len(), 2);
    assert!(stored.iter().all(|one| one.status == DeliveryStatus::Pending));
}

async fn a_webhook_that_was_disabled_or_deleted_in_the_meantime_is_sent_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    for is_deleted in [false, true] {
        let (org, _) = stored_organization(store).await;
        let webhook = stored_webhook(store, org, &[EventName::KeyCreated]).await;
        let waiting = delivery(&webhook, "key.created");
        send(store, org, &waiting, audit(org, "webhook.tested")).await.unwrap();
        if is_deleted {
            assert!(store.delete_webhook(org, webhook.id, audit(org, "webhook.deleted")).await.unwrap());
        } else {
            let edit = WebhookEdit { enabled: Some(false), ..WebhookEdit::default() };
            store.update_webhook(org, webhook.id, &edit, now(), audit(org, "webhook.updated")).await.unwrap().unwrap();
        }
        let (fresh, entry) = (delivery(&webhook, "key.created"), || audit(org, "webhook.replayed"));
        let jobs = store.stored_count();
        let refusals = [
            send(store, org, &fresh, entry()).await.map(|()| 0),
            send_again(store, webhook.id, &[fresh], entry()).await,
            attempt_now(store, webhook.id, &[waiting.id], entry()).await,
        ];
        for refused in refusals {
            let is_expected = match refused {
                Err(UseCaseError::NotFound(_)) => is_deleted,
                Err(UseCaseError::InConflict(Conflict::WebhookDisabled)) => !is_deleted,
                _ => false,
            };
            assert!(is_expected, "{refused:?}");
        }
        assert_eq!((store.stored_count(), count_of(store, org, "webhook.replayed").await), (jobs, 0));
    }
}
