//! A page shows how its address is spelled.
//!
//! Its latest reader decides, or the canonical link that the service itself read.

use askline_app::ports::{
    analytics::AnalyticsStore,
    events::{EventPosition, EventStore},
};
use askline_domain::{
    analytics::page_list::question::PagesQuestion,
    events::Event,
    pages::identity::{CanonicalPage, PageIdentifier, SpelledPage},
    shared::calendar::{Day, Window},
};

use crate::{
    backend::{Backend, on_every_backend},
    contract::{Store, all_pages},
    sample::*,
};

on_every_backend! {
    the_latest_reader_spells_a_page_and_crawlers_do_not,
    pages_of_one_batch_and_of_several_sites_have_their_own_spellings,
    a_canonical_link_spells_a_page_until_another_one_is_read,
    a_search_finds_a_page_by_the_spelling_that_is_shown,
    a_merge_keeps_the_spelling_that_was_seen_last,
}

/// A view of an address, as it is taken from a widget.
fn seen(number: u128, address: &str) -> Event {
    let url = format!("https://example.com{address}").parse().unwrap();
    let SpelledPage { page, spelling } = PageIdentifier::default().spelled_url(&url);
    Event { spelling, ..event(number, site(1), &page, view()) }
}

/// Path and spelling of each page of the first site, as the list of pages and the export have them.
async fn spellings(store: &impl Store, question: &PagesQuestion) -> Vec<(String, Option<String>)> {
    let whole = Window { from: Day(TODAY.0 - 60), to: TODAY };
    let listed = store.pages(site(1), whole, question).await.unwrap().rows;
    let listed: Vec<_> = listed.into_iter().map(|row| (row.path.unwrap(), row.spelling)).collect();
    for stored in store.events_after(site(1), EventPosition::START, 1_000).await.unwrap() {
        let of_page = listed.iter().find(|(path, _)| *path == stored.event.path);
        assert!(of_page.is_none_or(|(_, spelling)| *spelling == stored.event.spelling), "{listed:?} {stored:?}");
    }
    listed
}

fn pairs(expected: &[(&str, Option<&str>)]) -> Vec<(String, Option<String>)> {
    expected.iter().map(|(path, spelling)| ((*path).to_owned(), spelling.map(str::to_owned))).collect()
}

async fn the_latest_reader_spells_a_page_and_crawlers_do_not(backend: &impl Backend) {
    let store = backend.open().await;
    let crawled = |event: Event| Event { crawler: Some("GPTBot".into()), ..event };
    for (number, (event, expected)) in (0..).zip([
        (seen(0, "/Guide/"), Some("/Guide/")),
        (crawled(seen(0, "/Guide/index.html")), Some("/Guide/")),
        (seen(0, "/Guide"), None),
        (crawled(seen(0, "/Guide/")), None),
        (seen(0, "/Guide/?utm_source=mail#top"), Some("/Guide/")),
        (seen(0, "/Guide/index.html"), Some("/Guide/index.html")),
    ]) {
        let before = store.revision(site(1));
        store.append(vec![Event { event_id: event_id(number), ..event.clone() }]).await.unwrap();
        assert!(store.revision(site(1)) > before);
        assert_eq!(spellings(&store, &all_pages()).await, pairs(&[("/Guide", expected)]), "{event:?}");
        let newest = store.recent(site(1), at(TODAY, 601)).await.unwrap().newest;
        assert!(newest.iter().all(|event| event.spelling.as_deref() == expected), "{newest:?}");
    }
    drop(store);
    let store = backend.open().await;
    store.append(vec![seen(100, "/Guide/index.html"), seen(101, "/Guide/")]).await.unwrap();
    assert_eq!(spellings(&store, &all_pages()).await, pairs(&[("/Guide", Some("/Guide/"))]));
}

async fn pages_of_one_batch_and_of_several_sites_have_their_own_spellings(backend: &impl Backend) {
    let store = backend.open().await;
    let elsewhere = Event { site: site(2), ..seen(9, "/a") };
    store.append(vec![seen(1, "/a/"), seen(2, "/b"), elsewhere, seen(3, "/it%27s"), seen(4, "/b//")]).await.unwrap();
    let expected = pairs(&[("/a", Some("/a/")), ("/b", Some("/b//")), ("/it's", Some("/it%27s"))]);
    assert_eq!(spellings(&store, &all_pages()).await, expected);
}

async fn a_canonical_link_spells_a_page_until_another_one_is_read(backend: &impl Backend) {
    let store = backend.open().await;
    store.append(vec![seen(1, "/a/"), seen(2, "/b/")]).await.unwrap();
    let canonical = |read: &str, link: &str| -> Vec<CanonicalPage> {
        let address = |path: &str| format!("https://example.com{path}").parse().unwrap();
        PageIdentifier::default().canonical_page(&address(read), &address(link)).into_iter().collect()
    };
    let before = store.revision(site(1));
    let read = [canonical("/a", "/a/index.html"), canonical("/b", "/b"), canonical("/never-seen", "/never-seen/")];
    store.record_canonical_pages(site(1), read.concat()).await.unwrap();
    assert!(store.revision(site(1)) > before, "kept answers about those pages are old");
    store.append(vec![seen(3, "/a"), seen(4, "/b/")]).await.unwrap();
    let expected = pairs(&[("/a", Some("/a/index.html")), ("/b", Some("/b"))]);
    assert_eq!(spellings(&store, &all_pages()).await, expected);
    store.record_canonical_pages(site(1), canonical("/a", "/a/")).await.unwrap();
    store.record_canonical_pages(site(2), canonical("/b", "/b/")).await.unwrap();
    let expected = pairs(&[("/a", Some("/a/")), ("/b", Some("/b"))]);
    assert_eq!(spellings(&store, &all_pages()).await, expected);
}

async fn a_search_finds_a_page_by_the_spelling_that_is_shown(backend: &impl Backend) {
    let store = backend.open().await;
    store.append(vec![seen(1, "/Guide/"), seen(2, "/other")]).await.unwrap();
    for text in ["guide/", "/Guide", "/GUIDE/"] {
        let asked = PagesQuestion { search: Some(text.into()), ..all_pages() };
        assert_eq!(spellings(&store, &asked).await, pairs(&[("/Guide", Some("/Guide/"))]), "{text}");
    }
}

async fn a_merge_keeps_the_spelling_that_was_seen_last(backend: &impl Backend) {
    let store = backend.open().await;
    // As an earlier release stored them.
    let stored = |number, path: &str, ago: i32| {
        let day = Day(TODAY.0 - ago);
        Event { day, at: at(day, 600), ..event(number, site(1), path, view()) }
    };
    store
        .append(vec![
            stored(1, "/%7Euser", 9),
            stored(2, "/~user/", 2),
            stored(3, "/~user", 5),
            stored(4, "/alone/", 3),
            stored(5, "/x/", 8),
            stored(6, "/x", 1),
            stored(7, "/it%27s", 4),
            stored(8, "/it%27s/", 3),
        ])
        .await
        .unwrap();
    store.merge_pages(site(1), &PageIdentifier::default()).await.unwrap();
    let expected =
        [("/alone", Some("/alone/")), ("/it's", Some("/it%27s/")), ("/x", None), ("/~user", Some("/~user/"))];
    assert_eq!(spellings(&store, &all_pages()).await, pairs(&expected));
    store.append(vec![stored(9, "/~user", 0)]).await.unwrap();
    assert_eq!(spellings(&store, &all_pages()).await[3], ("/~user".to_owned(), None));
}
