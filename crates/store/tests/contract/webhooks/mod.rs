//! What every `WebhookStore` guarantees.

mod addresses;
pub mod changes;
mod channels;
pub(crate) mod deliveries;
mod raised_events;
mod read_back;
mod replays;

use askline_app::ports::{
    StoreError,
    webhooks::{DeliveryFilter, DeliveryStore as _, WebhookStore as _},
};
use askline_domain::{
    shared::{
        ids::{DeliveryId, MessageId, OrgId, WebhookId},
        paging::PageRequest,
    },
    webhooks::{
        Delivery, DeliveryStatus, DisabledReason, EventName, MAX_WEBHOOKS_PER_ORGANIZATION, Webhook, WebhookEdit,
        message::Event, secret::WebhookSecret,
    },
};
use serde_json::json;

use self::changes::WebhookChanges as _;
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
    a_change_of_a_webhook_whose_audit_entry_fails_is_not_stored,
    a_webhook_that_cannot_be_read_names_its_place,
}

pub fn webhook(org_id: OrgId, events: &[EventName]) -> Webhook {
    Webhook {
        id: id::<WebhookId>(),
        org_id,
        url: "https://example.com/hooks?token='x'".into(),
        url_unreadable: false,
        events: events.to_vec(),
        description: "Für die Kasse ☀".into(),
        enabled: true,
        disabled_reason: None,
        consecutive_failures: 0,
        failing_since: None,
        previous_secret_expires_at: None,
        created_at: now(),
        updated_at: now(),
    }
}

/// A stored webhook.
pub async fn stored_webhook(store: &impl Metadata, org: OrgId, events: &[EventName]) -> Webhook {
    let webhook = webhook(org, events);
    let secret = WebhookSecret::generate(&mut rand::rng());
    assert!(store.create_webhook(&webhook, &secret, audit(org, "webhook.created")).await.unwrap());
    webhook
}

/// The deliveries of a webhook, newest first.
pub async fn deliveries(store: &impl Metadata, webhook: &Webhook) -> Vec<Delivery> {
    store.deliveries(webhook.id, DeliveryFilter::default(), PageRequest::NEWEST).await.unwrap().items
}

pub fn event(org_id: OrgId, name: EventName) -> Event {
    Event { org_id, name, occurred_at: now(), data: json!({ "a": 1 }) }
}

pub fn delivery(webhook: &Webhook, event: &str) -> Delivery {
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

async fn a_webhook_reads_back_as_it_was_stored<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let bare = Webhook {
        description: String::new(),
        enabled: false,
        disabled_reason: Some(DisabledReason::Gone),
        consecutive_failures: 3,
        failing_since: Some(now()),
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
    for _ in 0..MAX_WEBHOOKS_PER_ORGANIZATION {
        stored_webhook(store, org, &[EventName::KeyCreated]).await;
    }
    let (refused, secret) = (webhook(org, &[EventName::KeyCreated]), WebhookSecret::generate(&mut rand::rng()));
    assert!(!store.create_webhook(&refused, &secret, audit(org, "webhook.created")).await.unwrap());
    assert_eq!(store.webhook(org, refused.id).await.unwrap(), None);
    assert_eq!(count_of(store, org, "webhook.created").await, MAX_WEBHOOKS_PER_ORGANIZATION as usize);
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
    store.add_delivery(org, &sent, audit(org, "webhook.tested")).await.unwrap();
    let of_due = async || store.due_delivery(sent.id).await.unwrap().unwrap().secrets;
    assert_eq!(of_due().await.current.expose(), secrets[0].expose());
    assert!(of_due().await.previous.is_none());
    for (number, secret) in secrets.iter().enumerate().skip(1) {
        let until = later(number as u64 * 100);
        let entry = audit(org, "webhook.rotated");
        let rotated = store.rotate_webhook_secret(org, stored.id, secret, until, entry).await.unwrap().unwrap();
        assert_eq!(rotated.previous_secret_expires_at, Some(until));
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

async fn a_change_of_a_webhook_whose_audit_entry_fails_is_not_stored<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (stored, lost) = (webhook(org, &[EventName::KeyCreated]), webhook(org, &[EventName::KeyCreated]));
    let (secret, other) = (WebhookSecret::generate(&mut rand::rng()), WebhookSecret::generate(&mut rand::rng()));
    let entry = audit(org, "webhook.created");
    store.create_webhook(&stored, &secret, entry.clone()).await.unwrap();
    // An entry with the same id cannot be stored a second time.
    assert!(store.create_webhook(&lost, &other, entry.clone()).await.is_err());
    let edit = WebhookEdit { enabled: Some(false), ..WebhookEdit::default() };
    assert!(store.update_webhook(org, stored.id, &edit, later(1), entry.clone()).await.is_err());
    assert!(store.rotate_webhook_secret(org, stored.id, &other, later(9), entry.clone()).await.is_err());
    assert!(store.delete_webhook(org, stored.id, entry).await.is_err());
    assert_eq!(store.webhooks(org, PageRequest::NEWEST).await.unwrap().items, std::slice::from_ref(&stored));
    let sent = delivery(&stored, "key.created");
    store.add_delivery(org, &sent, audit(org, "webhook.tested")).await.unwrap();
    assert_eq!(store.due_delivery(sent.id).await.unwrap().unwrap().secrets.current.expose(), secret.expose());
}

async fn a_webhook_that_cannot_be_read_names_its_place<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stored = stored_webhook(store, org, &[EventName::KeyCreated]).await;
    let sent = delivery(&stored, "key.created");
    store.add_delivery(org, &sent, audit(org, "webhook.tested")).await.unwrap();
    backend.tamper("UPDATE webhooks SET secret = 'whsec_short'").await;
    let error = store.due_delivery(sent.id).await.unwrap_err();
    let StoreError::Corrupt { table: "webhooks", column: "secret", id } = error else { panic!("{error}") };
    assert_eq!(id, stored.id.to_string());
    backend.tamper("UPDATE webhooks SET events = '[\"everything\"]'").await;
    let error = store.webhook(org, stored.id).await.unwrap_err();
    assert!(matches!(error, StoreError::Corrupt { table: "webhooks", column: "events", .. }), "{error}");
}
