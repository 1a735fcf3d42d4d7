//! What every `SiteStore` guarantees about configurations and their history.

use askline_app::ports::{
    StoreError,
    changes::Changes as _,
    sites::{CONFIG_VERSIONS_KEPT, ConfigVersion, SiteStore as _},
};
use askline_domain::{
    audit::{Actor, ActorKind, AuditDraft},
    sites::Site,
};

use super::stored::{config, stored_site};
use crate::{
    backend::{Backend, Metadata, on_every_backend},
    samples::{audit, count_of, id, later},
    sites::changes::{ConfigChange, SiteChanges as _},
};

on_every_backend! {
    config_versions_increase_by_one_and_name_who_stored_them,
    what_a_change_returns_is_what_is_read_back,
    a_stale_expectation_stores_nothing,
    of_concurrent_writers_with_one_expectation_one_stores,
    the_fifty_first_version_drops_the_first,
    a_rollback_stores_the_earlier_configuration_again_as_the_next_version,
    a_rollback_that_cannot_be_done_stores_nothing,
    a_site_that_does_not_exist_takes_no_configuration,
    a_configuration_that_cannot_be_read_names_its_place,
}

fn entry(site: &Site) -> AuditDraft {
    audit(site.org_id, "site.config_updated")
}

async fn put(store: &impl Metadata, site: &Site, expected: Option<u32>, radius: u16) -> ConfigChange {
    store.put_config(site.id, expected, &config(radius), later(u64::from(radius)), entry(site)).await.unwrap()
}

async fn current(store: &impl Metadata, site: &Site) -> ConfigVersion {
    store.site(site.id).await.unwrap().unwrap().1
}

/// What must be unchanged after a refused change.
async fn traces(store: &impl Metadata, site: &Site) -> (Vec<ConfigVersion>, usize, u64) {
    let entries = count_of(store, site.org_id, "site.config_updated").await;
    (store.config_versions(site.id).await.unwrap(), entries, store.generation())
}

async fn config_versions_increase_by_one_and_name_who_stored_them<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let other = stored_site(store).await;
    let actor = Actor { kind: ActorKind::Key, id: "key_1".into(), name: "ak_9fKq…x7Zb".into(), via: None };
    for version in 2..=4_u32 {
        let at = later(u64::from(version));
        let draft = AuditDraft { actor: actor.clone(), ..entry(&site) };
        let generation = store.generation();
        // The same configuration each time: every PUT creates a version, whatever its content.
        let change = store.put_config(site.id, Some(version - 1), &config(5), at, draft).await.unwrap();
        let expected = ConfigVersion { version, config: config(5), created_at: at, actor: actor.clone() };
        assert_eq!(change, ConfigChange::Stored(expected.clone()));
        assert_eq!(current(store, &site).await, expected);
        assert!(store.generation() > generation);
    }
    assert!(matches!(put(store, &site, None, 9).await, ConfigChange::Stored(stored) if stored.version == 5));
    let versions: Vec<u32> = store.config_versions(site.id).await.unwrap().iter().map(|kept| kept.version).collect();
    assert_eq!(versions, [5, 4, 3, 2, 1]);
    assert_eq!(count_of(store, site.org_id, "site.config_updated").await, 4);
    assert_eq!(current(store, &other).await.version, 1);
}

async fn what_a_change_returns_is_what_is_read_back<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let at = later(1) + std::time::Duration::from_nanos(1_234_567);
    let put = store.put_config(site.id, None, &config(2), at, entry(&site)).await.unwrap();
    assert_eq!(put, ConfigChange::Stored(current(store, &site).await));
    let rolled = store.roll_back_config(site.id, 1, None, at, entry(&site)).await.unwrap();
    assert_eq!(rolled, ConfigChange::Stored(current(store, &site).await));
}

async fn a_stale_expectation_stores_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    put(store, &site, Some(1), 2).await;
    let before = traces(store, &site).await;
    for stale in [0, 1, 3, u32::MAX] {
        assert_eq!(put(store, &site, Some(stale), 3).await, ConfigChange::VersionMismatch(2));
        let rolled = store.roll_back_config(site.id, 1, Some(stale), later(3), entry(&site)).await.unwrap();
        assert_eq!(rolled, ConfigChange::VersionMismatch(2));
    }
    assert_eq!(traces(store, &site).await, before);
}

async fn of_concurrent_writers_with_one_expectation_one_stores<B: Backend>(backend: &B) {
    let site = stored_site(backend.store()).await;
    let elsewhere = backend.another_process().await;
    let writes = (0..20_u16).map(|n| {
        let store = if n % 2 == 0 { backend.store().clone() } else { elsewhere.clone() };
        let site = site.clone();
        tokio::spawn(async move { put(&store, &site, Some(1), n).await })
    });
    let mut stored = Vec::new();
    for write in writes.collect::<Vec<_>>() {
        match write.await.unwrap() {
            ConfigChange::Stored(version) => stored.push(version),
            refused => assert_eq!(refused, ConfigChange::VersionMismatch(2)),
        }
    }
    assert_eq!(stored, [current(backend.store(), &site).await]);
    assert_eq!(count_of(backend.store(), site.org_id, "site.config_updated").await, 1);
}

async fn the_fifty_first_version_drops_the_first<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let other = stored_site(store).await;
    let kept = async || {
        let versions = store.config_versions(site.id).await.unwrap();
        (versions.first().unwrap().version, versions.last().unwrap().version, versions.len())
    };
    for radius in 2..=50 {
        put(store, &site, None, radius).await;
    }
    assert_eq!(kept().await, (50, 1, CONFIG_VERSIONS_KEPT as usize));
    put(store, &site, Some(50), 51).await;
    assert_eq!(kept().await, (51, 2, CONFIG_VERSIONS_KEPT as usize));
    store.roll_back_config(site.id, 2, None, later(1), entry(&site)).await.unwrap();
    assert_eq!(kept().await, (52, 3, CONFIG_VERSIONS_KEPT as usize));
    assert_eq!(store.config_versions(other.id).await.unwrap().len(), 1);
}

async fn a_rollback_stores_the_earlier_configuration_again_as_the_next_version<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    put(store, &site, None, 2).await;
    put(store, &site, None, 3).await;
    let earlier = store.config_versions(site.id).await.unwrap();
    let draft = entry(&site);
    let change = store.roll_back_config(site.id, 2, Some(3), later(9), draft.clone()).await.unwrap();
    let expected = ConfigVersion { version: 4, config: config(2), created_at: later(9), actor: draft.actor };
    assert_eq!(change, ConfigChange::Stored(expected.clone()));
    assert_eq!(current(store, &site).await, expected);
    // Earlier versions stay unchanged.
    assert_eq!(store.config_versions(site.id).await.unwrap()[1..], earlier);
    // The current version can be stored again as well.
    let again = store.roll_back_config(site.id, 4, None, later(10), entry(&site)).await.unwrap();
    assert!(matches!(again, ConfigChange::Stored(stored) if stored.version == 5 && stored.config == config(2)));
}

async fn a_rollback_that_cannot_be_done_stores_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let other = stored_site(store).await;
    put(store, &other, None, 2).await;
    let before = traces(store, &site).await;
    // Version 2 exists, but for another site.
    for version in [0, 2, u32::MAX] {
        let change = store.roll_back_config(site.id, version, None, later(9), entry(&site)).await.unwrap();
        assert_eq!(change, ConfigChange::Missing);
    }
    assert_eq!(traces(store, &site).await, before);
}

async fn a_site_that_does_not_exist_takes_no_configuration<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let before = traces(store, &site).await;
    let missing = Site { id: id(), ..site.clone() };
    for expected in [None, Some(0), Some(1)] {
        assert_eq!(put(store, &missing, expected, 2).await, ConfigChange::Missing);
        let rolled = store.roll_back_config(missing.id, 1, expected, later(9), entry(&site)).await.unwrap();
        assert_eq!(rolled, ConfigChange::Missing);
    }
    assert_eq!(store.config_versions(missing.id).await.unwrap(), []);
    assert_eq!(traces(store, &site).await, before);
}

async fn a_configuration_that_cannot_be_read_names_its_place<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    backend.tamper("UPDATE site_configs SET config = '{}'").await;
    let rolled = store.roll_back_config(site.id, 1, None, later(9), entry(&site)).await;
    let errors = [
        store.site(site.id).await.unwrap_err(),
        store.config_versions(site.id).await.unwrap_err(),
        rolled.unwrap_err(),
    ];
    for error in errors {
        let StoreError::Corrupt { table: "site_configs", column: "config", id } = error else { panic!("{error}") };
        assert_eq!(id, site.id.to_string());
    }
    // The next version does not depend on the unreadable one.
    assert!(matches!(put(store, &site, Some(1), 2).await, ConfigChange::Stored(stored) if stored.version == 2));
    assert_eq!(current(store, &site).await.config, config(2));
}
