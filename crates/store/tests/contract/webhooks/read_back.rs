//! Events that can be read back.

use askline_app::ports::{organizations::OrganizationStore as _, webhooks::WebhookEventStore as _};
use askline_domain::{
    audit::{AuditDraft, Target},
    shared::ids::{MessageId, OrgId, SiteId},
    webhooks::{EventName, message::Event},
};
use serde_json::json;

use crate::{
    backend::{Backend, Metadata, on_every_backend},
    key_changes::KeyChanges as _,
    samples::{audit, id, key, later, now, remove_all, stored_organization},
    webhooks::changes::WebhookChanges as _,
};

on_every_backend! {
    events_read_back_in_the_order_of_their_changes_whether_or_not_a_webhook_exists,
    of_events_at_once_each_has_a_place_of_its_own_and_none_is_left_out,
    a_change_raises_its_event_and_a_refused_one_raises_none,
}

fn event(org: OrgId, name: EventName, seconds: u64) -> Event {
    Event { org_id: org, name, occurred_at: later(seconds), data: json!({ "seconds": seconds }) }
}

/// The seconds of the events after a place.
async fn seconds(store: &impl Metadata, org: OrgId, place: u64, kind: Option<&str>) -> Vec<u64> {
    let page = store.events_after(org, place, kind, 100).await.unwrap();
    page.items.iter().map(|event| event.payload["data"]["seconds"].as_u64().unwrap()).collect()
}

async fn events_read_back_in_the_order_of_their_changes_whether_or_not_a_webhook_exists<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (other, _) = stored_organization(store).await;
    // The second happened before the first, as when a request waited for another one.
    for (org, name, at) in [
        (org, EventName::SiteStale, 9),
        (org, EventName::CreditsLow, 5),
        (other, EventName::CreditsLow, 6),
        (org, EventName::SiteStale, 12),
    ] {
        store.raise_event(&event(org, name, at)).await.unwrap();
    }
    assert_eq!(seconds(store, org, 0, None).await, [9, 5, 12]);
    assert_eq!(seconds(store, org, 0, Some("site.stale")).await, [9, 12]);
    let first = store.events_after(org, 0, None, 1).await.unwrap();
    let [stored] = &first.items[..] else { panic!("one event") };
    assert!(first.has_more && stored.payload["type"] == "site.stale");
    assert_eq!(store.place_of_event(org, stored.id).await.unwrap(), Some(stored.place));
    assert_eq!(store.place_of_event(other, stored.id).await.unwrap(), None);
    assert_eq!(store.place_of_event(org, id::<MessageId>()).await.unwrap(), None);
    assert_eq!(seconds(store, org, stored.place, None).await, [5, 12]);

    assert_eq!(store.remove_old_webhook_events(later(9), 1).await.unwrap(), 1);
    assert_eq!(store.remove_old_webhook_events(later(9), 10).await.unwrap(), 1);
    assert_eq!(seconds(store, org, 0, None).await, [9, 12]);
    store.raise_event(&event(org, EventName::SiteStale, 20)).await.unwrap();
    assert_eq!(seconds(store, org, stored.place, None).await, [12, 20], "removed events free no place");
    store.remove_organization(org, &[], now()).await.unwrap();
    remove_all(store).await;
    assert_eq!(backend.number("SELECT COUNT(*) FROM webhook_events").await, 0);
}

async fn of_events_at_once_each_has_a_place_of_its_own_and_none_is_left_out<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let raised =
        (0..20).map(|number| async move { store.raise_event(&event(org, EventName::CreditsLow, number)).await });
    let mut read = Vec::new();
    let mut place = 0;
    let reading = async {
        while read.len() < 20 {
            let page = store.events_after(org, place, None, 3).await.unwrap();
            place = page.items.last().map_or(place, |event| event.place);
            read.extend(page.items.into_iter().map(|event| event.payload["data"]["seconds"].as_u64().unwrap()));
            tokio::task::yield_now().await;
        }
    };
    let (done, ()) = tokio::join!(futures_util::future::join_all(raised), reading);
    done.into_iter().for_each(|raised| raised.unwrap());
    read.sort_unstable();
    assert_eq!(read, (0..20).collect::<Vec<u64>>());
}

async fn a_change_raises_its_event_and_a_refused_one_raises_none<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let site = id::<SiteId>();
    let entry = AuditDraft { targets: vec![Target::new("site", site, "Garden")], ..audit(org, "site.config_updated") };
    store.create_key(&key(org), 10, entry.clone()).await.unwrap();
    let refused = store.create_key(&key(org), 1, AuditDraft { id: id(), ..entry.clone() }).await;
    assert_eq!(refused.unwrap(), crate::key_changes::KeyCreation::LimitReached);
    store.create_key(&key(org), 10, entry.clone()).await.unwrap_err();
    let published = store.events_after(org, 0, Some("config.published"), 10).await.unwrap().items;
    assert_eq!(published.len(), 1);
    let data = &published[0].payload["data"];
    assert_eq!((&data["siteId"], &data["auditEntryId"]), (&json!(site), &json!(entry.id)));
}
