//! What every `PageTextStore` guarantees.

use askline_app::ports::{
    logs::robots_files::RobotsFileStore as _,
    sites::page_texts::{DuePage, NewVersion, PageRead, PageTextStore as _, Validators},
};
use askline_domain::{
    pages::text::{
        difference::Structure,
        version::{MAX_SITE_BYTES, MAX_VERSIONS, ReadingOutcome},
    },
    shared::ids::SiteId,
};
use jiff::Timestamp;

use crate::{
    backend::{Backend, Metadata, on_every_backend},
    samples::{audit, later, remove_all, stored_organization},
    sites::changes::SiteChanges as _,
    sites::stored::{stored_site, stored_site_of},
};

on_every_backend! {
    one_page_of_a_site_is_due_at_a_time_and_the_next_one_after_the_pause,
    a_reading_that_is_led_elsewhere_goes_on_there,
    the_newest_versions_of_a_page_stay_and_those_of_a_site_that_fit,
    texts_go_with_their_site_with_its_setting_and_when_a_page_is_no_longer_chosen,
}

fn version(number: u32) -> NewVersion {
    let structure = Structure { headings: number, ..Structure::default() };
    NewVersion { digest: [7; 32], words: number, structure, difference: vec![1, 2], text: vec![0, 200, 3] }
}

fn ended(seconds: u64, version: Option<NewVersion>) -> PageRead {
    let validators = Some(Validators { etag: Some("\"1\"".into()), modified: None });
    PageRead::Ended { outcome: ReadingOutcome::Read, due: later(seconds + 86_400), validators, version }
}

async fn chosen(store: &impl Metadata, site: SiteId, paths: &[&str], seconds: u64) {
    let paths: Vec<String> = paths.iter().map(|path| (*path).to_owned()).collect();
    store.choose_pages(site, &paths, later(seconds)).await.unwrap();
}

async fn due(store: &impl Metadata, site: SiteId, seconds: u64) -> Option<DuePage> {
    store.due_pages(later(seconds), 100).await.unwrap().into_iter().find(|page| page.site == site)
}

/// Stores a version that is read at this second.
async fn kept(store: &impl Metadata, site: SiteId, path: &str, number: u32) {
    let at = u64::from(number);
    store.record_page_read((site, path), &ended(at, Some(version(number))), later(at)).await.unwrap();
}

async fn words(store: &impl Metadata, site: SiteId, path: &str) -> Vec<u32> {
    let versions = store.text_versions((site, path), Timestamp::UNIX_EPOCH, later(1_000_000)).await.unwrap();
    versions.into_iter().map(|version| version.words).collect()
}

async fn one_page_of_a_site_is_due_at_a_time_and_the_next_one_after_the_pause<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await.id;
    let waiting = async |before: u64| store.sites_to_choose_for(later(before), 100).await.unwrap().contains(&site);
    assert!(waiting(1).await);
    assert!(store.robots_files_due(later(1), 100).await.unwrap().iter().all(|(due, _)| *due != site));
    chosen(store, site, &["/b", "/a"], 1).await;
    assert!(store.robots_files_due(later(1), 100).await.unwrap().iter().any(|(due, _)| *due == site));
    assert_eq!((waiting(1).await, waiting(2).await), (false, true));
    assert_eq!(due(store, site, 0).await, None);
    let first = due(store, site, 1).await.unwrap();
    assert_eq!((first.path.as_str(), first.redirects, first.validators), ("/a", 0, Validators::default()));
    let begun = async |now: u64, next: u64| store.begin_request(site, later(now), later(next)).await.unwrap();
    assert_eq!((begun(1, 6).await, begun(1, 6).await), (true, false), "of two servers, one asks");
    store.record_page_read((site, "/a"), &ended(2, Some(version(5))), later(2)).await.unwrap();
    assert_eq!(due(store, site, 5).await, None);
    assert_eq!(due(store, site, 6).await.unwrap().path, "/b");
    assert!(begun(6, 11).await);
    store.record_page_read((site, "/b"), &ended(7, None), later(7)).await.unwrap();
    assert_eq!(due(store, site, 80_000).await, None, "the site waits until a page is due");
    let again = due(store, site, 86_402).await.unwrap();
    assert_eq!((again.path.as_str(), again.validators.etag.as_deref()), ("/a", Some("\"1\"")));
    // A page that is no longer chosen is not read, and a new one soon.
    chosen(store, site, &["/c"], 90_000).await;
    assert_eq!(due(store, site, 90_030).await.unwrap().path, "/c");
    assert_eq!(store.page_reading(site, "/a").await.unwrap(), None);
    let state = store.page_reading(site, "/c").await.unwrap().unwrap();
    assert_eq!((state.tried_at, state.outcome), (None, None));
    assert_eq!(store.latest_text(site, "/a").await.unwrap(), Some(([7; 32], vec![0, 200, 3])));
}

async fn a_reading_that_is_led_elsewhere_goes_on_there<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await.id;
    chosen(store, site, &["/a"], 1).await;
    let led = PageRead::LedTo("https://www.example.com/a".into());
    store.record_page_read((site, "/a"), &led, later(2)).await.unwrap();
    let page = due(store, site, 2).await.unwrap();
    assert_eq!((page.address.as_deref(), page.redirects), (Some("https://www.example.com/a"), 1));
    let refused = PageRead::Ended { outcome: ReadingOutcome::Refused, due: later(9), validators: None, version: None };
    store.record_page_read((site, "/a"), &refused, later(3)).await.unwrap();
    let page = due(store, site, 9).await.unwrap();
    assert_eq!((page.address, page.redirects), (None, 0));
    let state = store.page_reading(site, "/a").await.unwrap().unwrap();
    assert_eq!((state.tried_at, state.outcome), (Some(later(3)), Some(ReadingOutcome::Refused)));
}

async fn the_newest_versions_of_a_page_stay_and_those_of_a_site_that_fit<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await.id;
    chosen(store, site, &["/a", "/b"], 0).await;
    for number in 1..=MAX_VERSIONS + 2 {
        kept(store, site, "/a", number).await;
    }
    let newest: Vec<u32> = (3..=MAX_VERSIONS + 2).rev().collect();
    assert_eq!(words(store, site, "/a").await, newest);
    let some = store.text_versions((site, "/a"), later(4), later(6)).await.unwrap();
    let read: Vec<_> = some.iter().map(|one| (one.read_at, one.structure.headings, one.difference.len())).collect();
    assert_eq!(read, [(later(5), 5, 2), (later(4), 4, 2)]);
    // The versions of a site share its bytes: the oldest go first, of whatever page.
    backend.tamper(&format!("UPDATE page_texts SET bytes = {} WHERE words > 29", MAX_SITE_BYTES / 3)).await;
    kept(store, site, "/b", 100).await;
    assert_eq!((words(store, site, "/a").await, words(store, site, "/b").await), (vec![32, 31], vec![100]));
    assert_eq!(store.latest_text(site, "/c").await.unwrap(), None);
    store.record_page_read((site, "/never"), &ended(1, Some(version(1))), later(1)).await.unwrap();
    assert_eq!(words(store, site, "/never").await, Vec::<u32>::new());
}

async fn texts_go_with_their_site_with_its_setting_and_when_a_page_is_no_longer_chosen<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let (gone, off) = (stored_site_of(store, org).await, stored_site_of(store, org).await);
    for site in [gone.id, off.id] {
        chosen(store, site, &["/a", "/b"], 1).await;
        kept(store, site, "/a", 2).await;
    }
    let mut without = off.clone();
    without.read_pages = false;
    assert!(store.update_site(&without, audit(org, "site.updated")).await.unwrap());
    assert_eq!(due(store, off.id, 5).await, None);
    chosen(store, off.id, &["/late"], 5).await;
    while store.remove_page_texts(Timestamp::UNIX_EPOCH, 1).await.unwrap() > 0 {}
    assert_eq!((words(store, off.id, "/a").await.len(), words(store, gone.id, "/a").await.len()), (0, 1));
    assert_eq!(store.page_reading(off.id, "/a").await.unwrap(), None);
    // A page that is no longer chosen goes later, with its texts.
    chosen(store, gone.id, &["/b"], 100).await;
    while store.remove_page_texts(later(50), 1).await.unwrap() > 0 {}
    assert_eq!(words(store, gone.id, "/a").await.len(), 0);
    kept(store, gone.id, "/b", 3).await;
    store.delete_site(org, gone.id, audit(org, "site.deleted")).await.unwrap();
    assert_eq!(due(store, gone.id, 90_000).await, None);
    chosen(store, gone.id, &["/late"], 5).await;
    remove_all(store).await;
    for table in ["page_texts", "page_text_pages", "page_text_sites"] {
        assert_eq!(backend.number(&format!("SELECT COUNT(*) FROM {table}")).await, 0, "{table}");
    }
}
