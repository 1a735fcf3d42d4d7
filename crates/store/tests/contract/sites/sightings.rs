//! What every `SiteStore` guarantees about sightings of the widget and checks of pages.

use askline_app::ports::{
    changes::Changes as _,
    sites::{Sighting, SiteStore as _},
};
use askline_domain::{
    shared::ids::SiteId,
    sites::{InstallCheck, InstallProblem, Sightings},
};
use jiff::Timestamp;

use super::stored::stored_site;
use crate::{
    backend::{Backend, on_every_backend},
    samples::{audit, count_of, id, later},
    sites::changes::SiteChanges as _,
};

on_every_backend! {
    the_latest_check_is_kept_and_a_check_of_an_unknown_site_is_refused,
    sightings_never_move_back,
    sightings_of_unknown_sites_are_skipped,
    sightings_raise_no_generation,
}

async fn the_latest_check_is_kept_and_a_check_of_an_unknown_site_is_refused<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let problems = InstallProblem::EVERY.into_iter().map(Some).chain([None]);
    for (second, problem) in (1..).zip(problems) {
        let check = InstallCheck { checked_at: later(second), problem };
        assert!(store.record_check(site.id, &check, audit(site.org_id, "site.checked")).await.unwrap());
        assert_eq!(store.site(site.id).await.unwrap().unwrap().0.sightings.check, Some(check));
    }
    let check = InstallCheck { checked_at: later(1), problem: None };
    assert!(!store.record_check(id(), &check, audit(site.org_id, "site.checked")).await.unwrap());
    assert_eq!(count_of(store, site.org_id, "site.checked").await, InstallProblem::EVERY.len() + 1);
}

pub(super) fn sighting(site: SiteId, at: Timestamp, version: Option<&str>) -> Sighting {
    let url = format!("https://example.com/{}", at.as_second());
    Sighting { site, at, url, widget_version: version.map(str::to_owned), automated: false }
}

async fn sightings_never_move_back<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, other) = (stored_site(store).await.id, stored_site(store).await.id);
    let seen = async |id| store.site(id).await.unwrap().unwrap().0.sightings;
    let expected = |first, last, version: &str| Sightings {
        first_seen_at: Some(later(first)),
        last_seen_at: Some(later(last)),
        last_seen_url: Some(sighting(site, later(last), None).url),
        last_seen_automated: false,
        widget_version: Some(version.into()),
        ..Sightings::default()
    };
    // The order within a batch does not matter.
    let batch = [
        sighting(site, later(180), Some("1.2")),
        sighting(site, later(60), Some("1.0")),
        sighting(other, later(60), Some("9")),
        sighting(site, later(120), Some("1.1")),
    ];
    store.see(&batch).await.unwrap();
    assert_eq!(seen(site).await, expected(60, 180, "1.2"));
    assert_eq!(seen(other).await, expected(60, 60, "9"));
    // A late batch changes nothing,
    store.see(&[sighting(site, later(120), Some("0.9")), sighting(site, later(30), None)]).await.unwrap();
    assert_eq!(seen(site).await, expected(60, 180, "1.2"));
    // and a page without the widget's version does not make it unknown.
    store.see(&[sighting(site, later(240), None)]).await.unwrap();
    assert_eq!(seen(site).await, expected(60, 240, "1.2"));
    // Who drove the browser belongs to the latest sighting.
    store.see(&[Sighting { automated: true, ..sighting(site, later(300), None) }]).await.unwrap();
    assert_eq!(seen(site).await, Sightings { last_seen_automated: true, ..expected(60, 300, "1.2") });
    store.see(&[sighting(site, later(360), None)]).await.unwrap();
    assert_eq!(seen(site).await, expected(60, 360, "1.2"));
}

async fn sightings_of_unknown_sites_are_skipped<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await.id;
    store.see(&[]).await.unwrap();
    let batch = [sighting(id(), later(60), None), sighting(site, later(60), None), sighting(id(), later(60), None)];
    store.see(&batch).await.unwrap();
    assert_eq!(store.site(site).await.unwrap().unwrap().0.sightings.last_seen_at, Some(later(60)));
    assert_eq!(store.site(batch[0].site).await.unwrap(), None);
}

async fn sightings_raise_no_generation<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let generation = store.generation();
    store.see(&[sighting(site.id, later(60), None)]).await.unwrap();
    assert_eq!(store.generation(), generation);
    let check = InstallCheck { checked_at: later(61), problem: None };
    store.record_check(site.id, &check, audit(site.org_id, "site.checked")).await.unwrap();
    assert!(store.generation() > generation);
}
