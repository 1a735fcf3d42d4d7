//! What every `AlertStore` guarantees.

use askline_app::ports::{
    change::{BeginChange as _, Scope},
    sites::alerts::AlertStore as _,
};
use askline_domain::{
    alerts::state::AlertState,
    shared::{calendar::Day, ids::SiteId},
    sites::Site,
};

use crate::{
    backend::{Backend, Metadata, on_every_backend},
    samples::{audit, later},
    sites::changes::SiteChanges as _,
    sites::stored::stored_site,
};

on_every_backend! {
    a_site_is_due_at_once_and_then_when_its_look_was_planned,
    alert_state_is_stored_only_by_a_committed_change_and_deleted_with_its_site,
}

async fn put(store: &impl Metadata, site: &Site, state: &AlertState, seconds: u64) {
    let mut change = store.begin(&[Scope::Organization(site.org_id)]).await.unwrap();
    change.put_alert_state(site.id, state, later(seconds)).await.unwrap();
    change.commit_without_notice().await.unwrap();
}

async fn a_site_is_due_at_once_and_then_when_its_look_was_planned<B: Backend>(backend: &B) {
    let store = backend.store();
    let (one, other) = (stored_site(store).await, stored_site(store).await);
    let due = async |seconds, until, most| -> Vec<SiteId> {
        let mut found = store.sites_to_look_at(later(seconds), later(until), most).await.unwrap();
        found.sort();
        found
    };
    let mut both = vec![one.id, other.id];
    both.sort();
    assert_eq!(due(0, 1_000, 10).await, both);
    assert_eq!(due(0, 1_000, 1).await.len(), 1);
    let state = AlertState::default();
    put(store, &one, &state, 100).await;
    put(store, &other, &state, 200).await;
    assert_eq!(due(99, 1_000, 10).await, []);
    assert_eq!(due(100, 1_000, 10).await, [one.id]);
    assert_eq!(due(200, 1_000, 10).await, both);
    assert_eq!(due(0, 150, 10).await, [other.id], "a clock that was ahead planned it");
    assert!(store.delete_site(other.org_id, other.id, audit(other.org_id, "site.deleted")).await.unwrap());
    assert_eq!(due(200, 1_000, 10).await, [one.id]);
}

async fn alert_state_is_stored_only_by_a_committed_change_and_deleted_with_its_site<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let mut told = AlertState::default();
    assert!(told.advance(Day(20_000)) && told.missing_views(Some(Day(19_999))));
    let stored = async || {
        let mut change = store.begin(&[Scope::Organization(site.org_id)]).await.unwrap();
        change.alert_state(site.id).await.unwrap()
    };
    assert_eq!(stored().await, Some(AlertState::default()));
    // A change that is dropped leaves no trace.
    let mut change = store.begin(&[Scope::Organization(site.org_id)]).await.unwrap();
    change.put_alert_state(site.id, &told, later(1)).await.unwrap();
    drop(change);
    assert_eq!(stored().await, Some(AlertState::default()));
    put(store, &site, &told, 1).await;
    assert_eq!(stored().await, Some(told));
    assert!(store.delete_site(site.org_id, site.id, audit(site.org_id, "site.deleted")).await.unwrap());
    assert_eq!(stored().await, None);
}
