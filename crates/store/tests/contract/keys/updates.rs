//! Changes to the settings of keys, and races with their end.

use askline_app::{
    error::{Conflict, UseCaseError},
    keys,
    ports::{
        audit_log::{AuditFilter, AuditLog as _},
        keys::KeyStore as _,
    },
};
use askline_domain::{
    audit::context::AuditContext,
    identity::role::Role,
    keys::{KeyRecord, KeyStatus, edit::KeyEdit},
    shared::paging::PageRequest,
    sites::visible::VisibleSites,
};
use serde_json::json;

use crate::{
    backend::{Backend, Metadata, on_every_backend},
    key_changes::KeyChanges as _,
    samples::{id, later, now, stored_key, stored_organization},
};

on_every_backend! {
    a_changed_key_reads_back_and_a_new_expiry_is_reported_again,
    an_ended_key_stays_ended_whatever_is_changed_at_the_same_time,
    a_key_that_is_narrowed_while_it_is_rotated_hands_over_what_is_left,
}

fn edit(body: serde_json::Value) -> KeyEdit {
    serde_json::from_value(body).unwrap()
}

/// Changes a key after some seconds.
async fn updated<S: Metadata>(
    store: &S,
    key: &KeyRecord,
    body: serde_json::Value,
    seconds: u64,
) -> Result<KeyRecord, UseCaseError> {
    let context = AuditContext::system("contract", later(seconds));
    keys::update((store, store), (key.org_id, key.id), edit(body), (Role::Admin, true), &context).await
}

async fn a_changed_key_reads_back_and_a_new_expiry_is_reported_again<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let key = stored_key(store, org).await;
    assert_eq!(keys::report_expiring(store, now(), 10).await.unwrap(), 1);
    let renamed = updated(store, &key, json!({ "name": "Nightly" }), 1).await.unwrap();
    assert_eq!(keys::report_expiring(store, now(), 10).await.unwrap(), 0, "another name is no other expiry");
    let body =
        json!({ "scopes": ["org:read"], "siteIds": null, "allowedIps": null, "expiresAt": later(90_000).to_string() });
    let changed = updated(store, &renamed, body.clone(), 2).await.unwrap();
    assert_eq!(
        (changed.name.as_str(), &changed.site_ids, changed.expires_at),
        ("Nightly", &VisibleSites::ALL, Some(later(90_000)))
    );
    assert_eq!(store.key_by_digest(key.digest).await.unwrap().unwrap().record, changed);
    assert_eq!(keys::report_expiring(store, now(), 10).await.unwrap(), 1);
    updated(store, &changed, body, 3).await.unwrap();
    let filter = AuditFilter { action: Some("key.updated".into()), ..AuditFilter::default() };
    let entries = store.audit_entries(org, &filter, PageRequest::NEWEST).await.unwrap().items;
    let metadata: Vec<_> = entries.iter().map(|entry| &entry.draft.metadata).collect();
    assert_eq!(metadata.len(), 2, "a change without new values leaves no entry");
    assert_eq!(*metadata[1], json!({ "from": { "name": "CI" }, "to": { "name": "Nightly" }, "widened": false }));
    assert_eq!((&metadata[0]["widened"], &metadata[0]["to"]["scopes"]), (&json!(true), &json!(["org:read"])));
    let context = AuditContext::system("contract", later(2));
    let as_member =
        keys::update((store, store), (org, key.id), edit(json!({ "scopes": ["*"] })), (Role::Member, true), &context);
    assert!(matches!(as_member.await, Err(UseCaseError::NeedsRole(Role::Admin))));
    let foreign = KeyRecord { org_id: id(), ..changed };
    assert!(matches!(updated(store, &foreign, json!({ "name": "x" }), 4).await, Err(UseCaseError::NotFound(_))));
}

async fn an_ended_key_stays_ended_whatever_is_changed_at_the_same_time<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    for round in 0..5 {
        let key = stored_key(store, org).await;
        let changes =
            (0..3).map(|number| {
                let key = &key;
                async move {
                    updated(store, key, json!({ "name": format!("{round} {number}"), "expiresAt": null }), 1).await
                }
            });
        let (revoked, changed) =
            tokio::join!(store.revoke_key(org, key.id, later(1)), futures_util::future::join_all(changes));
        revoked.unwrap().unwrap();
        for refused in changed.into_iter().filter_map(Result::err) {
            assert!(
                matches!(refused, UseCaseError::InConflict(Conflict::KeyNotChangeable(KeyStatus::Revoked))),
                "{refused}"
            );
        }
        assert_eq!(store.key(org, key.id).await.unwrap().unwrap().status(later(1)), KeyStatus::Revoked);
    }
}

async fn a_key_that_is_narrowed_while_it_is_rotated_hands_over_what_is_left<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let seen = stored_key(store, org).await;
    let edit = json!({ "scopes": ["org:read"], "allowedIps": ["192.0.2.7"], "expiresAt": later(3_600).to_string() });
    let narrowed = updated(store, &seen, edit, 1).await.unwrap();
    let context = AuditContext::system("contract", later(2));
    let (made, _) = keys::rotate(store, &seen, 60, None, &context).await.unwrap();
    let stored = store.key(org, made.record.id).await.unwrap().unwrap();
    let expected = askline_domain::keys::KeySettings { expires_at: Some(later(3_602)), ..narrowed.settings() };
    assert_eq!((stored.settings(), made.record.settings()), (expected.clone(), expected));
}
