//! What every `AlertMailStore` guarantees, and that alerts are stored for those who want them, once.

use askline_app::ports::{
    change::{BeginChange as _, Scope},
    identity::alert_mails::AlertMailStore as _,
};
use askline_domain::{
    alert_mails::{
        due::LEAST_BETWEEN,
        quiet_hours::QuietHours,
        settings::{AlertSettings, AlertWish},
    },
    shared::ids::{OrgId, UserId},
    webhooks::{EventName, message::Event},
};
use jiff::Timestamp;
use serde_json::json;

use crate::{
    backend::{Backend, Metadata, on_every_backend},
    samples::{id, later, now, stored_organization},
    webhooks::changes::WebhookChanges as _,
};

on_every_backend! {
    what_a_person_chose_is_read_back_and_nothing_is_stored_for_an_account_that_does_not_exist,
    an_alert_is_due_for_each_member_who_wants_it_and_is_taken_once,
}

async fn put(store: &impl Metadata, user: UserId, settings: &AlertSettings) {
    let mut change = store.begin(&[Scope::User(user)]).await.unwrap();
    change.put_alert_settings(user, settings).await.unwrap();
    change.commit_without_notice().await.unwrap();
}

fn wanting(kind: EventName) -> AlertSettings {
    AlertSettings { wishes: vec![AlertWish { kind, site: None, wanted: true }], ..AlertSettings::default() }
}

async fn raise(store: &impl Metadata, org: OrgId, at: Timestamp) {
    let data = json!({ "key": { "name": "Deploy", "maskedKey": "ak_…" } });
    store.raise_event(&Event { org_id: org, name: EventName::KeyExpiring, occurred_at: at, data }).await.unwrap();
}

async fn what_a_person_chose_is_read_back_and_nothing_is_stored_for_an_account_that_does_not_exist<B: Backend>(
    backend: &B,
) {
    let store = backend.store();
    let (_, ada) = stored_organization(store).await;
    assert_eq!(store.alert_settings_of(ada).await.unwrap(), AlertSettings::default());
    let quiet = QuietHours { from: "22:00".into(), to: "07:00".into(), timezone: "UTC".into() };
    let chosen = AlertSettings { quiet_hours: Some(quiet), sent_at: Some(now()), ..wanting(EventName::CitationLost) };
    for settings in [wanting(EventName::CitationGained), chosen] {
        put(store, ada, &settings).await;
        assert_eq!(store.alert_settings_of(ada).await.unwrap(), settings);
    }
    let nobody: UserId = id();
    put(store, nobody, &wanting(EventName::CitationLost)).await;
    assert_eq!(store.alert_settings_of(nobody).await.unwrap(), AlertSettings::default());
}

async fn an_alert_is_due_for_each_member_who_wants_it_and_is_taken_once<B: Backend>(backend: &B) {
    let store = backend.store();
    let ((org, ada), (_, grace)) = (stored_organization(store).await, stored_organization(store).await);
    put(store, ada, &wanting(EventName::KeyExpiring)).await;
    put(store, grace, &wanting(EventName::KeyExpiring)).await;
    let due = async |seconds: u64| {
        let at = later(seconds);
        store.people_with_due_alerts(at, at - LEAST_BETWEEN, 10).await.unwrap()
    };
    for _ in 0..3 {
        raise(store, org, later(5)).await;
    }
    assert_eq!(due(4).await, []);
    assert_eq!(due(5).await, [ada], "grace is no member");
    // Two on a day are due at once, the third with the evening.
    let mut change = store.begin(&[Scope::User(ada)]).await.unwrap();
    assert_eq!(change.take_due_alerts(ada, later(5), 1).await.unwrap().len(), 1);
    assert_eq!(change.take_due_alerts(ada, later(5), 10).await.unwrap().len(), 1);
    drop(change);
    let mut change = store.begin(&[Scope::User(ada)]).await.unwrap();
    let taken = change.take_due_alerts(ada, later(5), 10).await.unwrap();
    assert_eq!((taken.len(), taken[0].kind, taken[0].org_id), (2, EventName::KeyExpiring, org));
    assert_eq!(change.take_due_alerts(ada, later(5), 10).await.unwrap(), []);
    change.commit_without_notice().await.unwrap();
    assert_eq!(due(6).await, []);
    assert_eq!(due(2 * 86_400).await, [ada]);
    // A person who got an email a moment ago waits; a clock that was ahead delays nothing.
    put(store, ada, &AlertSettings { sent_at: Some(later(2 * 86_400 - 60)), ..wanting(EventName::KeyExpiring) }).await;
    assert_eq!(due(2 * 86_400).await, []);
    put(store, ada, &AlertSettings { sent_at: Some(later(9 * 86_400)), ..wanting(EventName::KeyExpiring) }).await;
    assert_eq!(due(2 * 86_400).await, [ada]);
    assert_eq!(store.remove_old_alert_mails(later(6), 2).await.unwrap(), 2);
    assert_eq!(store.remove_old_alert_mails(later(6), 2).await.unwrap(), 1);
    assert_eq!(due(2 * 86_400).await, []);
}
