//! Events that changes raise are stored with the change, once, or not at all. Every store guarantees this.

use askline_app::{
    keys::report_expiring,
    ports::{jobs::JobStore as _, sites::Sighting},
};
use askline_domain::{
    keys::KeyRecord,
    organizations::{credit_reservation::CreditReservation, ledger::LedgerReference},
    shared::ids::OrgId,
    sites::{InstallCheck, InstallProblem},
    webhooks::{EventName, Webhook},
};
use jiff::Timestamp;
use serde_json::Value;

use crate::{
    backend::{Backend, Metadata, on_every_backend},
    credits::changes::CreditChanges as _,
    key_changes::{KeyChanges as _, KeyCreation},
    samples::{audit, key, later, signed_in, stored_key, stored_organization},
    sites::changes::SiteChanges as _,
    sites::stored::stored_site,
    webhooks::{deliveries, stored_webhook},
};

on_every_backend! {
    key_lifecycle_events_are_sent_without_the_secret,
    a_change_that_is_not_stored_raises_no_event,
    an_expiring_key_is_reported_once,
    a_replaced_revoked_or_expired_key_is_not_reported_as_expiring,
    site_installed_and_site_stale_are_raised_once_for_each_change,
    a_check_that_finds_the_snippet_is_a_sight_of_it,
    a_change_without_a_subscribed_webhook_stores_no_work,
    low_and_exhausted_credits_are_reported_once_each_until_more_are_added,
    reserved_credits_are_not_reported_as_exhausted_until_they_are_really_used_up,
    a_reservation_that_exceeds_the_available_credits_reports_low_credits_once,
}

const DAY: u64 = 86_400;

/// The type and data of each message, newest last.
async fn told(store: &impl Metadata, webhook: &Webhook) -> Vec<(String, Value)> {
    let mut told = deliveries(store, webhook).await;
    told.sort_by_key(|delivery| (delivery.created_at, delivery.id));
    told.into_iter()
        .map(|delivery| {
            let payload: Value = serde_json::from_str(&delivery.payload).unwrap();
            assert_eq!(payload["type"], delivery.event);
            (delivery.event, payload["data"].clone())
        })
        .collect()
}

async fn names(store: &impl Metadata, webhook: &Webhook) -> Vec<String> {
    told(store, webhook).await.into_iter().map(|(name, _)| name).collect()
}

fn without_end(org: OrgId) -> KeyRecord {
    KeyRecord { expires_at: None, ..key(org) }
}

async fn key_lifecycle_events_are_sent_without_the_secret<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let webhook = stored_webhook(store, org, &EventName::EVERY).await;
    let old = stored_key(store, org).await;
    let new = KeyRecord { created_at: later(10), ..key(org) };
    store.rotate_key(old.id, &new, later(60), later(10), audit(org, "key.rotated")).await.unwrap();
    for at in [later(20), later(30)] {
        store.revoke_key(org, new.id, at).await.unwrap();
    }
    let told = told(store, &webhook).await;
    let names: Vec<&str> = told.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["key.created", "key.rotated", "key.revoked"]);
    assert_eq!(told[0].1["key"]["id"], old.id.to_string());
    assert_eq!(told[0].1["key"]["maskedKey"], old.masked);
    assert_eq!(
        (&told[1].1["key"]["id"], &told[1].1["replacedKey"]["id"]),
        (&new.id.to_string().into(), &old.id.to_string().into())
    );
    assert_eq!(told[2].1["key"]["revokedAt"], "2026-11-20T12:00:20.000Z");
    let digest: String = old.digest.0.iter().map(|byte| format!("{byte:02x}")).collect();
    assert!(told.iter().all(|(_, data)| !data.to_string().contains(&digest)));
}

async fn a_change_that_is_not_stored_raises_no_event<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let webhook = stored_webhook(store, org, &EventName::EVERY).await;
    let refused = store.create_key(&key(org), 0, audit(org, "key.created")).await.unwrap();
    assert_eq!(refused, KeyCreation::LimitReached);
    let entry = audit(org, "key.created");
    store.create_key(&key(org), 10, entry.clone()).await.unwrap();
    // An entry with the same id cannot be stored a second time.
    assert!(store.create_key(&key(org), 10, entry).await.is_err());
    assert_eq!(names(store, &webhook).await, ["key.created"]);
}

async fn an_expiring_key_is_reported_once<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let webhook = stored_webhook(store, org, &[EventName::KeyExpiring]).await;
    let mut soon = Vec::new();
    for _ in 0..3 {
        let ending = KeyRecord { expires_at: Some(later(10 * DAY)), ..key(org) };
        store.create_key(&ending, 10, audit(org, "key.created")).await.unwrap();
        soon.push(ending.id.to_string());
    }
    store.create_key(&without_end(org), 10, audit(org, "key.created")).await.unwrap();
    assert_eq!(report_expiring(store, later(3 * DAY - 1), 100).await.unwrap(), 0);
    assert_eq!(report_expiring(store, later(3 * DAY), 2).await.unwrap(), 2);
    assert_eq!(report_expiring(store, later(3 * DAY), 2).await.unwrap(), 1);
    assert_eq!(report_expiring(store, later(4 * DAY), 100).await.unwrap(), 0);
    let mut ids: Vec<String> =
        told(store, &webhook).await.iter().map(|(_, data)| data["key"]["id"].as_str().unwrap().to_owned()).collect();
    ids.sort();
    soon.sort();
    assert_eq!(ids, soon);
}

async fn a_replaced_revoked_or_expired_key_is_not_reported_as_expiring<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let webhook = stored_webhook(store, org, &[EventName::KeyExpiring]).await;
    let (replaced, revoked, ended) = (without_end(org), stored_key(store, org).await, key(org));
    store.create_key(&replaced, 10, audit(org, "key.created")).await.unwrap();
    store.create_key(&KeyRecord { expires_at: Some(later(1)), ..ended }, 10, audit(org, "key.created")).await.unwrap();
    let (new, entry) = (without_end(org), audit(org, "key.rotated"));
    store.rotate_key(replaced.id, &new, later(60), later(1), entry).await.unwrap();
    store.revoke_key(org, revoked.id, later(1)).await.unwrap();
    assert_eq!(report_expiring(store, later(2), 100).await.unwrap(), 0);
    assert_eq!(names(store, &webhook).await, [] as [String; 0]);
}

async fn site_installed_and_site_stale_are_raised_once_for_each_change<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let webhook = stored_webhook(store, site.org_id, &EventName::EVERY).await;
    let sight = async |seconds| {
        let at = later(seconds);
        let url = "https://example.com/a".to_owned();
        store.see(&[Sighting { site: site.id, at, url, widget_version: None, automated: false }]).await.unwrap();
    };
    assert_eq!(store.tell_stale_sites(later(30 * DAY), 100).await.unwrap(), 0);
    for seconds in [1, 2, DAY] {
        sight(seconds).await;
    }
    assert_eq!(store.tell_stale_sites(later(8 * DAY - 1), 100).await.unwrap(), 0);
    assert_eq!(store.tell_stale_sites(later(8 * DAY), 100).await.unwrap(), 1);
    assert_eq!(store.tell_stale_sites(later(9 * DAY), 100).await.unwrap(), 0);
    sight(10 * DAY).await;
    sight(10 * DAY + 1).await;
    assert_eq!(store.tell_stale_sites(later(17 * DAY + 1), 100).await.unwrap(), 1);
    let told = told(store, &webhook).await;
    let names: Vec<&str> = told.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["site.installed", "site.stale", "site.installed", "site.stale"]);
    for (_, data) in &told {
        assert_eq!(
            (&data["site"]["id"], &data["site"]["domain"]),
            (&site.id.to_string().into(), &site.domain.as_str().into())
        );
    }
    assert_eq!(told[0].1["site"]["lastSeenAt"], "2026-11-20T12:00:01.000Z");
}

async fn a_check_that_finds_the_snippet_is_a_sight_of_it<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let webhook = stored_webhook(store, site.org_id, &EventName::EVERY).await;
    let check = async |seconds, problem| {
        let check = InstallCheck { checked_at: later(seconds), problem };
        assert!(store.record_check(site.id, &check, audit(site.org_id, "site.verified")).await.unwrap());
    };
    check(1, Some(InstallProblem::NoSnippet)).await;
    assert_eq!(names(store, &webhook).await, [] as [String; 0]);
    check(2, None).await;
    check(3, None).await;
    assert_eq!(names(store, &webhook).await, ["site.installed"]);
    assert_eq!(store.tell_stale_sites(later(7 * DAY + 2), 100).await.unwrap(), 0);
    assert_eq!(store.tell_stale_sites(later(7 * DAY + 3), 100).await.unwrap(), 1);
}

async fn a_change_without_a_subscribed_webhook_stores_no_work<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, user) = stored_organization(store).await;
    stored_webhook(store, org, &[EventName::CreditsLow]).await;
    let seen = store.stored_count();
    stored_key(store, org).await;
    signed_in(store, user).await;
    assert_eq!(store.stored_count(), seen);
}

/// Reserves credits for a job and pays them.
async fn spend(store: &impl Metadata, org: OrgId, at: Timestamp, amount: u32) {
    let work = LedgerReference { kind: "job".into(), id: at.to_string() };
    assert_eq!(store.reserve_credits(org, &work, amount, at).await.unwrap(), CreditReservation::Reserved);
    assert!(store.settle_credits(org, &work, amount, "work", at).await.unwrap());
}

async fn low_and_exhausted_credits_are_reported_once_each_until_more_are_added<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let webhook = stored_webhook(store, org, &EventName::EVERY).await;
    // A tenth of the credits is left.
    spend(store, org, later(1), 900).await;
    assert_eq!(names(store, &webhook).await, [""; 0]);
    for at in [later(2), later(3)] {
        spend(store, org, at, 1).await;
        assert_eq!(names(store, &webhook).await, ["credits.low"]);
    }
    spend(store, org, later(4), 98).await;
    let told = told(store, &webhook).await;
    assert_eq!(told.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["credits.low", "credits.exhausted"]);
    assert_eq!(told[0].1["credits"]["available"], 99);
    assert_eq!(told[1].1["credits"]["balance"], 0);
    store.adjust_credits(org, 101, "a gift", later(0), audit(org, "credits.adjusted")).await.unwrap();
    spend(store, org, later(5), 100).await;
    assert_eq!(names(store, &webhook).await, ["credits.low", "credits.exhausted", "credits.low"]);
}

async fn reserved_credits_are_not_reported_as_exhausted_until_they_are_really_used_up<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let webhook = stored_webhook(store, org, &[EventName::CreditsExhausted]).await;
    let work = |id: &str| LedgerReference { kind: "job".into(), id: id.into() };
    // All credits are reserved, more are requested, and nearly all of the reservation is freed.
    assert_eq!(store.reserve_credits(org, &work("all"), 1_000, later(0)).await.unwrap(), CreditReservation::Reserved);
    let refused = store.reserve_credits(org, &work("more"), 1, later(1)).await.unwrap();
    assert_eq!(refused, CreditReservation::Insufficient { available: 0 });
    assert!(store.settle_credits(org, &work("all"), 1, "work", later(2)).await.unwrap());
    assert_eq!(names(store, &webhook).await, [""; 0]);
    spend(store, org, later(3), 999).await;
    assert_eq!(names(store, &webhook).await, ["credits.exhausted"]);
    // However few are added in between, the next exhaustion is reported.
    store.adjust_credits(org, 1, "a gift", later(4), audit(org, "credits.adjusted")).await.unwrap();
    spend(store, org, later(5), 1).await;
    assert_eq!(names(store, &webhook).await, ["credits.exhausted"; 2]);
    // A correction by the operator can also use up the credits.
    store.adjust_credits(org, 5, "a gift", later(6), audit(org, "credits.adjusted")).await.unwrap();
    store.adjust_credits(org, -5, "a mistake", later(7), audit(org, "credits.adjusted")).await.unwrap();
    assert_eq!(names(store, &webhook).await, ["credits.exhausted"; 3]);
}

async fn a_reservation_that_exceeds_the_available_credits_reports_low_credits_once<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let webhook = stored_webhook(store, org, &EventName::EVERY).await;
    let work = LedgerReference { kind: "job".into(), id: "large".into() };
    for _ in 0..2 {
        let refused = store.reserve_credits(org, &work, 1_001, later(0)).await.unwrap();
        assert_eq!(refused, CreditReservation::Insufficient { available: 1_000 });
        assert_eq!(names(store, &webhook).await, ["credits.low"]);
    }
}
