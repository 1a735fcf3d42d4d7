//! URLs of webhooks, which contain tokens, are in no file in plaintext. If the key is lost, webhooks can still be
//! listed.

use std::path::Path;

use askline_app::ports::{webhooks::WebhookStore as _, whole_stores::Database as _};
use askline_domain::{
    shared::paging::PageRequest,
    webhooks::{EventName, Webhook, WebhookEdit},
};
use askline_store::{metadata::MetadataStore, sealing::SEALING_KEY_FILE};

use crate::{
    backend::{Backend as _, Sqlite},
    samples::{audit, later, stored_organization},
    webhooks::{changes::WebhookChanges as _, stored_webhook},
};

const TOKEN: &str = "T024BE7LH-B024BE7LK-zbRgj2mQ";

fn url() -> String {
    format!("https://hooks.example.com/services/{TOKEN}?{TOKEN}")
}

fn holds_token(folder: &Path) -> bool {
    std::fs::read_dir(folder).unwrap().any(|entry| {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        bytes.windows(TOKEN.len()).any(|window| window == TOKEN.as_bytes())
    })
}

async fn only_webhook(store: &MetadataStore, webhook: &Webhook) -> Webhook {
    let listed = store.webhooks(webhook.org_id, PageRequest::NEWEST).await.unwrap().items;
    assert_eq!(store.webhook(webhook.org_id, webhook.id).await.unwrap().as_ref(), listed.first());
    listed.into_iter().next().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_webhook_address_is_in_plain_text_in_no_file_and_no_backup() {
    let backend = Sqlite::empty().await;
    let (org, _) = stored_organization(backend.store()).await;
    let stored = stored_webhook(backend.store(), org, &[EventName::KeyCreated]).await;
    let edit = WebhookEdit { url: Some(url()), ..WebhookEdit::default() };
    let changed = backend.store().update_webhook(org, stored.id, &edit, later(1), audit(org, "webhook.updated")).await;
    assert_eq!(changed.unwrap().unwrap().url, url());
    assert_eq!(only_webhook(backend.store(), &stored).await.url, url());
    assert_eq!(only_webhook(&backend.another_process().await, &stored).await.url, url());
    backend.store().backup_into(&backend.dir().join("backup.db")).await.unwrap();
    assert!(!holds_token(backend.dir()));
}

/// Changes the row to what an older release stored.
async fn as_an_older_release_stored_it(backend: &Sqlite, webhook: &Webhook) {
    let id = webhook.id;
    backend.tamper(&format!("UPDATE webhooks SET url = '{}', sealed_url = NULL WHERE id = '{id}'", url())).await;
    assert!(holds_token(backend.dir()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn addresses_that_an_older_release_stored_are_sealed_without_a_trace_when_the_store_is_opened() {
    let backend = Sqlite::empty().await;
    let (org, _) = stored_organization(backend.store()).await;
    let stored = stored_webhook(backend.store(), org, &[EventName::KeyCreated]).await;
    backend.store().close().await;
    as_an_older_release_stored_it(&backend, &stored).await;
    let opened = backend.another_process().await;
    assert!(!holds_token(backend.dir()), "not in the log of writes either");
    let expected = Webhook { url: url(), ..stored.clone() };
    assert_eq!(only_webhook(&opened, &stored).await, expected);
    opened.close().await;
    assert!(!holds_token(backend.dir()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_its_key_a_webhook_is_listed_by_its_origin_and_can_be_given_a_new_address() {
    let backend = Sqlite::empty().await;
    let (org, _) = stored_organization(backend.store()).await;
    let stored = stored_webhook(backend.store(), org, &[EventName::KeyCreated]).await;
    backend.store().close().await;
    std::fs::remove_file(backend.dir().join(SEALING_KEY_FILE)).unwrap();
    let restored = backend.another_process().await;
    let lost = Webhook { url: "https://example.com".into(), url_unreadable: true, ..stored.clone() };
    assert_eq!(only_webhook(&restored, &stored).await, lost);
    assert!(!backend.dir().join(SEALING_KEY_FILE).exists(), "reading makes no key");
    let edit = WebhookEdit { url: Some(url()), ..WebhookEdit::default() };
    restored.update_webhook(org, stored.id, &edit, later(1), audit(org, "webhook.updated")).await.unwrap();
    let mended = only_webhook(&restored, &stored).await;
    assert_eq!((mended.url, mended.url_unreadable), (url(), false));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clear_addresses_wait_for_their_key_rather_than_for_a_new_one() {
    let backend = Sqlite::empty().await;
    let (org, _) = stored_organization(backend.store()).await;
    let stored = stored_webhook(backend.store(), org, &[EventName::KeyCreated]).await;
    backend.store().close().await;
    as_an_older_release_stored_it(&backend, &stored).await;
    let key = backend.dir().join(SEALING_KEY_FILE);
    let kept = std::fs::read(&key).unwrap();
    std::fs::remove_file(&key).unwrap();
    let restored = backend.another_process().await;
    assert_eq!(only_webhook(&restored, &stored).await.url, url());
    assert!(!key.exists());
    restored.close().await;
    std::fs::write(&key, kept).unwrap();
    backend.another_process().await.close().await;
    assert!(!holds_token(backend.dir()));
}

#[tokio::test]
async fn an_address_moved_to_another_webhook_is_not_believed() {
    let backend = Sqlite::empty().await;
    let (org, _) = stored_organization(backend.store()).await;
    let one = stored_webhook(backend.store(), org, &[EventName::KeyCreated]).await;
    let other = stored_webhook(backend.store(), org, &[EventName::KeyCreated]).await;
    let (from, to) = (one.id, other.id);
    for column in ["sealed_url", "secret"] {
        backend
            .tamper(&format!(
                "UPDATE webhooks SET sealed_url = (SELECT {column} FROM webhooks WHERE id = '{from}') WHERE id = '{to}'"
            ))
            .await;
        let found = backend.store().webhook(org, to).await.unwrap().unwrap();
        assert_eq!((found.url.as_str(), found.url_unreadable), ("https://example.com", true), "{column}");
    }
}
