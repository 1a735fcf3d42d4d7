//! What every `SiteStore` guarantees about query parameters in canonical links.
//!
//! Also about the first settings for pages.

use askline_app::{
    canonical_links::set_first_pages,
    ports::{changes::Changes as _, sites::SiteStore as _},
};
use askline_domain::{
    pages::{canonical_parameters::CanonicalParameters, settings::PageSettings},
    sites::{Site, SiteSettings},
};

use super::{sightings::sighting, stored::stored_site};
use crate::{
    backend::{Backend, on_every_backend},
    samples::{audit, count_of, id, later},
    sites::changes::SiteChanges as _,
};

on_every_backend! {
    parameters_of_several_readings_add_up_and_an_unknown_site_keeps_none,
    a_site_without_events_gets_its_first_settings_for_pages_once,
}

fn read(queries: &[&str]) -> CanonicalParameters {
    let address = |query: &str| format!("https://example.com{query}").parse().unwrap();
    let links: Vec<_> = queries.iter().map(|query| (address("/"), address(query))).collect();
    CanonicalParameters::of(&links)
}

async fn parameters_of_several_readings_add_up_and_an_unknown_site_keeps_none<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, other) = (stored_site(store).await, stored_site(store).await);
    let kept = async |site: &Site| store.site(site.id).await.unwrap().unwrap().0.sightings.canonical_parameters;
    let generation = store.generation();
    for (queries, proposed) in [(&["/?p=1", "/?p=2"][..], 0), (&["/?p=2"], 0), (&["/?p=3", "/?id=1"], 1)] {
        let all = store.record_canonical_parameters(&site, &read(queries)).await.unwrap();
        assert_eq!(all.proposed(&PageSettings::default()).len(), proposed, "{queries:?}");
        assert_eq!(kept(&site).await, all);
    }
    assert_eq!(kept(&site).await, read(&["/?p=1", "/?p=2", "/?p=3", "/?id=1"]));
    assert_eq!(kept(&other).await, CanonicalParameters::default());
    assert_eq!(store.generation(), generation, "nothing that is kept depends on it");
    let unknown = Site { id: id(), ..site };
    let none = store.record_canonical_parameters(&unknown, &read(&["/?p=1"])).await.unwrap();
    assert_eq!(none, CanonicalParameters::default());
}

async fn a_site_without_events_gets_its_first_settings_for_pages_once<B: Backend>(backend: &B) {
    let store = backend.store();
    let pages: PageSettings = serde_json::from_str(r#"{ "queryParameters": [{ "name": "p" }] }"#).unwrap();
    let first =
        |before: &Site| before.with(SiteSettings { pages: pages.clone(), ..before.settings.clone() }, later(50));
    let (new, seen) = (stored_site(store).await, stored_site(store).await);
    store.see(&[sighting(seen.id, later(1), None)]).await.unwrap();
    for (site, expected) in [(&new, true), (&new, false), (&seen, false)] {
        let entry = audit(site.org_id, "site.updated");
        assert_eq!(set_first_pages(store, site, &first(site), entry).await.unwrap(), expected);
    }
    let stored = store.site(new.id).await.unwrap().unwrap().0;
    assert_eq!((&stored.pages, stored.updated_at), (&pages, later(50)));
    assert_eq!(store.site(seen.id).await.unwrap().unwrap().0.pages, PageSettings::default());
    assert_eq!(count_of(store, new.org_id, "site.updated").await, 1);
}
