//! What every `KeyStore` guarantees.

mod updates;

use std::collections::HashSet;

use askline_app::ports::{
    StoreError,
    audit_log::{AuditFilter, AuditLog as _},
    keys::KeyStore as _,
};
use askline_domain::{
    identity::secret::SecretDigest,
    keys::{KeyRecord, KeyStatus},
    organizations::plan::Plan,
    shared::{
        ids::{Id as _, KeyId},
        paging::PageRequest,
    },
    sites::visible::VisibleSites,
};

use crate::{
    backend::{Backend, Metadata, Sqlite, on_every_backend},
    key_changes::{KeyChanges as _, KeyCreation, KeyRotation},
    organizations::changes::OrganizationChanges as _,
    samples::{audit, count_of, id, key, later, now, stored_key, stored_organization},
};

on_every_backend! {
    a_key_reads_back_as_it_was_stored,
    a_key_carries_the_plan_its_organization_has_now,
    a_key_of_another_organization_is_absent,
    a_revoked_key_stays_revoked_as_of_the_first_time,
    a_limit_that_is_reached_stores_nothing,
    ended_keys_do_not_count_against_the_limit,
    concurrent_creations_never_pass_the_limit,
    a_change_whose_audit_entry_fails_is_not_stored,
    keys_are_listed_newest_first_page_by_page,
    the_status_filter_agrees_with_the_record,
    a_rotation_replaces_a_key_once,
    a_rotation_never_prolongs_the_old_key,
    a_chain_has_one_place_however_often_it_is_rotated,
    rotating_the_newer_key_ends_the_older_with_an_entry_of_its_own,
    of_rotations_at_once_one_is_stored,
    the_end_of_a_chain_ends_its_active_keys_and_no_others,
    a_last_use_never_moves_back,
    a_key_that_cannot_be_read_names_its_place,
}

async fn a_key_reads_back_as_it_was_stored<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let mut full = key(org);
    full.last_used_at = Some(later(5));
    full.rotated_from_id = Some(id());
    let mut bare = key(org);
    (bare.site_ids, bare.allowed_ips, bare.created_by, bare.expires_at) = (VisibleSites::ALL, None, None, None);
    bare.name = String::new();
    for key in [full, bare] {
        let created = store.create_key(&key, 10, audit(org, "key.created")).await.unwrap();
        assert_eq!(created, KeyCreation::Created);
        assert_eq!(store.key(org, key.id).await.unwrap().as_ref(), Some(&key));
        assert_eq!(store.key_by_digest(key.digest).await.unwrap().unwrap().record, key);
        assert_eq!(store.organization_of_key(key.id).await.unwrap(), Some(org));
    }
    assert_eq!(count_of(store, org, "key.created").await, 2);
    assert_eq!(store.key_by_digest(SecretDigest::of("unknown")).await.unwrap(), None);
    assert_eq!(store.organization_of_key(id()).await.unwrap(), None);
}

async fn a_key_carries_the_plan_its_organization_has_now<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let key = stored_key(store, org).await;
    assert_eq!(store.key_by_digest(key.digest).await.unwrap().unwrap().plan, Plan::Pro);
    store.set_plan(org, Plan::Free, audit(org, "plan.changed")).await.unwrap().unwrap();
    assert_eq!(store.key_by_digest(key.digest).await.unwrap().unwrap().plan, Plan::Free);
}

async fn a_key_of_another_organization_is_absent<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (other, _) = stored_organization(store).await;
    let key = stored_key(store, org).await;
    assert_eq!(store.key(other, key.id).await.unwrap(), None);
    let revoked = store.revoke_key(other, key.id, now()).await.unwrap();
    assert_eq!(revoked, None);
    assert_eq!(store.key(org, key.id).await.unwrap(), Some(key.clone()));
    assert_eq!(count_of(store, other, "key.revoked").await, 0);
    let page = store.keys(other, None, now(), PageRequest::NEWEST).await.unwrap();
    assert!(page.items.is_empty());
    let rotated = store
        .rotate_key(key.id, &crate::samples::key(other), later(1), now(), audit(other, "key.rotated"))
        .await
        .unwrap();
    assert_eq!(rotated, KeyRotation::Missing);
}

async fn a_revoked_key_stays_revoked_as_of_the_first_time<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let key = stored_key(store, org).await;
    for at in [later(10), later(5), later(20)] {
        let revoked = store.revoke_key(org, key.id, at).await.unwrap().unwrap();
        assert_eq!(revoked.revoked_at, Some(later(10)));
    }
    let grant = store.key_by_digest(key.digest).await.unwrap().unwrap();
    assert_eq!(grant.record.status(later(10)), KeyStatus::Revoked);
    assert_eq!(count_of(store, org, "key.revoked").await, 1);
}

async fn a_limit_that_is_reached_stores_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let refused = key(org);
    let creation = store.create_key(&refused, 0, audit(org, "key.created")).await.unwrap();
    assert_eq!(creation, KeyCreation::LimitReached);
    assert_eq!(store.key(org, refused.id).await.unwrap(), None);
    assert_eq!(count_of(store, org, "key.created").await, 0);
}

async fn ended_keys_do_not_count_against_the_limit<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let mut expired = key(org);
    expired.expires_at = Some(now());
    store.create_key(&expired, 1, audit(org, "key.created")).await.unwrap();
    let revoked = stored_key(store, org).await;
    store.revoke_key(org, revoked.id, now()).await.unwrap();
    let create = async || store.create_key(&key(org), 1, audit(org, "key.created")).await.unwrap();
    assert_eq!(create().await, KeyCreation::Created);
    assert_eq!(create().await, KeyCreation::LimitReached);
}

async fn concurrent_creations_never_pass_the_limit<B: Backend>(backend: &B) {
    let (org, _) = stored_organization(backend.store()).await;
    let creations = (0..30).map(|_| {
        let store = backend.store().clone();
        tokio::spawn(async move { store.create_key(&key(org), 7, audit(org, "key.created")).await.unwrap() })
    });
    let mut created = 0;
    for creation in creations.collect::<Vec<_>>() {
        created += usize::from(creation.await.unwrap() == KeyCreation::Created);
    }
    assert_eq!(created, 7);
    let stored = backend.store().keys(org, None, now(), PageRequest::NEWEST).await.unwrap();
    assert_eq!(stored.items.len(), 7);
    assert_eq!(count_of(backend.store(), org, "key.created").await, 7);
}

async fn a_change_whose_audit_entry_fails_is_not_stored<B: Backend>(backend: &B) {
    use askline_app::ports::changes::Changes as _;
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let entry = audit(org, "key.created");
    store.create_key(&key(org), 10, entry.clone()).await.unwrap();
    let generation = store.generation();
    // An entry with the same id cannot be stored a second time.
    let lost = key(org);
    assert!(store.create_key(&lost, 10, entry).await.is_err());
    assert_eq!(store.key(org, lost.id).await.unwrap(), None);
    assert_eq!(store.key_by_digest(lost.digest).await.unwrap(), None);
    assert_eq!(store.generation(), generation);
    // The store keeps working.
    assert_eq!(store.create_key(&lost, 10, audit(org, "key.created")).await.unwrap(), KeyCreation::Created);
    assert_eq!(count_of(store, org, "key.created").await, 2);
}

async fn keys_are_listed_newest_first_page_by_page<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let mut stored = Vec::new();
    for _ in 0..7 {
        stored.push(stored_key(store, org).await.id);
    }
    stored.sort_by(|a, b| b.cmp(a));
    let mut listed: Vec<KeyId> = Vec::new();
    loop {
        let before = listed.last().map(|id| id.bits());
        let page = store.keys(org, None, now(), PageRequest { limit: 3, before }).await.unwrap();
        listed.extend(page.items.iter().map(|key| key.id));
        if !page.has_more {
            break;
        }
        assert_eq!(page.items.len(), 3);
    }
    assert_eq!(listed, stored);
}

async fn the_status_filter_agrees_with_the_record<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let times = [None, Some(later(10)), Some(later(20))];
    for expires_at in times {
        for revoked_at in times {
            let mut key = key(org);
            (key.expires_at, key.revoked_at) = (expires_at, revoked_at);
            store.create_key(&key, 100, audit(org, "key.created")).await.unwrap();
        }
    }
    let every = store.keys(org, None, now(), PageRequest::NEWEST).await.unwrap().items;
    assert_eq!(every.len(), 9);
    for at in [later(9), later(10), later(19), later(20)] {
        for status in [KeyStatus::Active, KeyStatus::Expired, KeyStatus::Revoked] {
            let listed = store.keys(org, Some(status), at, PageRequest::NEWEST).await.unwrap().items;
            let expected: Vec<_> = every.iter().filter(|key| key.status(at) == status).cloned().collect();
            assert_eq!(listed, expected, "{status:?} at {at}");
        }
    }
}

async fn a_rotation_replaces_a_key_once<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let old = stored_key(store, org).await;
    let new = key(org);
    let rotate = async |new| store.rotate_key(old.id, new, later(60), now(), audit(org, "key.rotated")).await.unwrap();
    let KeyRotation::Rotated(replaced) = rotate(&new).await else { panic!("the key is active") };
    assert_eq!(replaced.expires_at, Some(later(60)));
    assert_eq!(replaced.replaced_by_id, Some(new.id));
    assert_eq!(store.key(org, old.id).await.unwrap().as_ref(), Some(&*replaced));
    assert_eq!(store.key(org, new.id).await.unwrap().unwrap().rotated_from_id, Some(old.id));
    assert_eq!(rotate(&key(org)).await, KeyRotation::NotRotatable(KeyStatus::Active));
    assert_eq!(count_of(store, org, "key.rotated").await, 1);

    store.revoke_key(org, new.id, now()).await.unwrap();
    let rotated = store.rotate_key(new.id, &key(org), later(60), now(), audit(org, "key.rotated")).await.unwrap();
    assert_eq!(rotated, KeyRotation::NotRotatable(KeyStatus::Revoked));
}

async fn a_rotation_never_prolongs_the_old_key<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let mut old = key(org);
    old.expires_at = Some(later(30));
    store.create_key(&old, 10, audit(org, "key.created")).await.unwrap();
    store.rotate_key(old.id, &key(org), later(60), now(), audit(org, "key.rotated")).await.unwrap();
    assert_eq!(store.key(org, old.id).await.unwrap().unwrap().expires_at, Some(later(30)));
}

/// Rotates a key with an overlap of a minute; returns the new key.
async fn rotated(store: &impl Metadata, old: &KeyRecord) -> KeyRecord {
    let new = key(old.org_id);
    let audit = audit(old.org_id, "key.rotated");
    let rotation = store.rotate_key(old.id, &new, later(60), now(), audit).await.unwrap();
    assert!(matches!(rotation, KeyRotation::Rotated(_)), "{rotation:?}");
    store.key(old.org_id, new.id).await.unwrap().unwrap()
}

async fn a_chain_has_one_place_however_often_it_is_rotated<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let create = async || store.create_key(&key(org), 2, audit(org, "key.created")).await.unwrap();
    let first = stored_key(store, org).await;
    assert_eq!(first.chain_id, first.id);
    let second = rotated(store, &first).await;
    assert_eq!(second.chain_id, first.id);
    let third = rotated(store, &second).await;
    assert_eq!(third.chain_id, first.id);
    assert_eq!((create().await, create().await), (KeyCreation::Created, KeyCreation::LimitReached));
    // The other key of the chain still counts.
    store.revoke_key(org, third.id, now()).await.unwrap();
    assert_eq!(create().await, KeyCreation::LimitReached);
    store.revoke_key(org, second.id, now()).await.unwrap();
    assert_eq!((create().await, create().await), (KeyCreation::Created, KeyCreation::LimitReached));
}

async fn rotating_the_newer_key_ends_the_older_with_an_entry_of_its_own<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let first = stored_key(store, org).await;
    let second = rotated(store, &first).await;
    let third = rotated(store, &second).await;
    let status = async |id| store.key(org, id).await.unwrap().unwrap().status(now());
    assert_eq!(status(first.id).await, KeyStatus::Revoked);
    assert_eq!((status(second.id).await, status(third.id).await), (KeyStatus::Active, KeyStatus::Active));
    let filter = AuditFilter { target_id: Some(first.id.to_string()), ..AuditFilter::default() };
    let entries = store.audit_entries(org, &filter, PageRequest::NEWEST).await.unwrap().items;
    assert_eq!(entries.iter().map(|entry| entry.draft.action.as_str()).collect::<Vec<_>>(), ["key.revoked"]);
    assert_eq!(entries[0].draft.metadata, serde_json::json!({ "reason": "rotated again" }));
    assert!(store.verify_chains().await.unwrap().iter().all(|report| report.broken_at.is_none()));
}

async fn of_rotations_at_once_one_is_stored<B: Backend>(backend: &B) {
    let (org, _) = stored_organization(backend.store()).await;
    let old = stored_key(backend.store(), org).await;
    let processes = [backend.store().clone(), backend.another_process().await];
    let rotations: Vec<_> = (0..20)
        .map(|n| {
            let store = processes[n % 2].clone();
            let audit = audit(org, "key.rotated");
            tokio::spawn(async move { store.rotate_key(old.id, &key(org), later(60), now(), audit).await.unwrap() })
        })
        .collect();
    let mut stored = 0;
    for rotation in rotations {
        match rotation.await.unwrap() {
            KeyRotation::Rotated(_) => stored += 1,
            rotation => assert_eq!(rotation, KeyRotation::NotRotatable(KeyStatus::Active)),
        }
    }
    assert_eq!((stored, count_of(backend.store(), org, "key.rotated").await), (1, 1));
}

async fn the_end_of_a_chain_ends_its_active_keys_and_no_others<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let other = stored_key(store, org).await;
    let first = stored_key(store, org).await;
    let second = rotated(store, &first).await;
    let ended = store.revoke_chain(org, second.id, later(1)).await.unwrap();
    let mut ended: Vec<_> = ended.iter().map(|key| (key.id, key.revoked_at)).collect();
    ended.sort_unstable();
    let mut expected = vec![(first.id, Some(later(1))), (second.id, Some(later(1)))];
    expected.sort_unstable();
    assert_eq!(ended, expected);
    assert_eq!(count_of(store, org, "key.revoked").await, 2);
    assert_eq!(store.key(org, other.id).await.unwrap().unwrap().status(later(1)), KeyStatus::Active);

    // An expired key ends nothing, nor does one that does not exist.
    let first = stored_key(store, org).await;
    let second = rotated(store, &first).await;
    for (key, at) in [(first.id, later(60)), (id(), later(1))] {
        assert_eq!(store.revoke_chain(org, key, at).await.unwrap(), []);
    }
    assert_eq!(store.key(org, second.id).await.unwrap().unwrap().status(later(60)), KeyStatus::Active);
    assert_eq!(count_of(store, org, "key.revoked").await, 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chains_of_the_layout_before_are_found_by_what_replaced_what() {
    let backend = &Sqlite::empty().await;
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let alone = stored_key(store, org).await;
    let first = stored_key(store, org).await;
    let second = rotated(store, &first).await;
    let third = rotated(store, &second).await;
    backend
        .tamper(
            "DROP INDEX api_keys_of_chain; ALTER TABLE api_keys DROP COLUMN chain_id;
         DELETE FROM _sqlx_migrations WHERE description = 'key_chains';",
        )
        .await;
    let upgraded = backend.another_process().await;
    for (key, chain) in [(&alone, &alone), (&first, &first), (&second, &first), (&third, &first)] {
        assert_eq!(upgraded.key(org, key.id).await.unwrap().unwrap().chain_id, chain.id);
        assert_eq!(upgraded.key_by_digest(key.digest).await.unwrap().unwrap().record.chain_id, chain.id);
    }
    // A key that the previous release stored in the meantime is a separate chain.
    backend.tamper(&format!("UPDATE api_keys SET chain_id = NULL WHERE id = '{}'", alone.id)).await;
    let new = rotated(&upgraded, &alone).await;
    assert_eq!(new.chain_id, alone.id);
    let ended = upgraded.revoke_chain(org, new.id, now()).await.unwrap();
    assert_eq!(ended.len(), 2);
}

async fn a_last_use_never_moves_back<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (first, second) = (stored_key(store, org).await.id, stored_key(store, org).await.id);
    let last_use = async |id| store.key(org, id).await.unwrap().unwrap().last_used_at;
    store.touch_keys(&[(first, later(9)), (second, later(3)), (first, later(4)), (id(), later(1))]).await.unwrap();
    assert_eq!((last_use(first).await, last_use(second).await), (Some(later(9)), Some(later(3))));
    store.touch_keys(&[(first, later(5)), (second, later(6))]).await.unwrap();
    assert_eq!((last_use(first).await, last_use(second).await), (Some(later(9)), Some(later(6))));
    store.touch_keys(&[]).await.unwrap();
    // More uses than one transaction records.
    let uses: Vec<_> = (0..2_500).map(|n| (if n == 2_400 { first } else { id() }, later(50))).collect();
    assert_eq!(uses.iter().collect::<HashSet<_>>().len(), 2_500);
    store.touch_keys(&uses).await.unwrap();
    assert_eq!(last_use(first).await, Some(later(50)));
}

async fn a_key_that_cannot_be_read_names_its_place<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let key = stored_key(store, org).await;
    backend.tamper("UPDATE api_keys SET scopes = '[\"root\"]'").await;
    for error in [store.key(org, key.id).await.unwrap_err(), store.key_by_digest(key.digest).await.unwrap_err()] {
        let StoreError::Corrupt { table: "api_keys", column: "scopes", id } = error else { panic!("{error}") };
        assert_eq!(id, key.id.to_string());
    }
}
