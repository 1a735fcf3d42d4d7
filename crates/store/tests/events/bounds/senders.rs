//! How many new names, and how many of a day's events, one address can use.

use askline_app::ports::events::EventStore;
use askline_domain::{
    analytics::filter::AnalyticsFilter,
    events::{CounterKind, Event},
    requests::quota::AddressCaller,
};
use askline_store::events::sqlite::EventOptions;

use crate::{
    backend::{Backend, on_every_backend},
    contract::{Store, all_pages, total},
    sample::*,
    small,
};

on_every_backend! {
    made_up_pages_from_one_address_leave_a_new_article_its_place,
    networks_around_an_address_have_a_bound_too,
    the_last_tenth_of_a_days_pages_is_kept_for_those_that_two_networks_opened,
    an_address_sends_a_fiftieth_of_a_days_events,
    what_an_operator_imports_is_bounded_by_no_address,
}

fn address(text: &str) -> Option<AddressCaller> {
    Some(text.parse::<std::net::IpAddr>().unwrap().into())
}

/// Views of invented pages, all of them new.
fn made_up(first: u128, many: u128) -> Vec<Event> {
    (first..first + many).map(|n| event(n, site(1), &format!("/made-up/{n}"), view())).collect()
}

/// The number of pages with a name.
async fn pages(database: &impl Store) -> u64 {
    database.pages(site(1), window(1), &all_pages()).await.unwrap().totals.pages
}

async fn views_of(database: &impl Store, path: &str) -> i64 {
    let counts = counts_of(database, site(1), CounterKind::View, window(1), &of_page(path)).await;
    counts.by_slot.iter().map(|row| row.value).sum()
}

async fn made_up_pages_from_one_address_leave_a_new_article_its_place(backend: &impl Backend) {
    let database = backend.open_with(EventOptions::default()).await;
    for batch in 0..30 {
        let appended = database.append_from(made_up(batch * 500, 500), address("192.0.2.7")).await.unwrap();
        assert_eq!((appended.stored, appended.over_limit.len()), (500, 0), "all of them count");
    }
    assert_eq!(pages(&database).await, 200);
    let article = event(90_000, site(1), "/new-article", view());
    database.append_from(vec![article], address("198.51.100.1")).await.unwrap();
    // Known names are counted separately, even from an address that may add no new ones.
    let again = vec![event(90_001, site(1), "/new-article", view()), event(90_002, site(1), "/made-up/0", view())];
    database.append_from(again, address("192.0.2.7")).await.unwrap();
    assert_eq!((views_of(&database, "/new-article").await, views_of(&database, "/made-up/0").await), (2, 2));
    assert_eq!(pages(&database).await, 201);
    assert_eq!(total(&database, site(1), CounterKind::View, &AnalyticsFilter::default()).await, 15_003);
    // Repeats count toward no limit.
    let repeated = database.append_from(made_up(0, 500), address("203.0.113.1")).await.unwrap();
    assert_eq!(repeated.repeated, 500);
    database.append_from(made_up(100_000, 300), address("203.0.113.1")).await.unwrap();
    assert_eq!(pages(&database).await, 401);
    assert_eq!(database.recount(site(1), TODAY).await.unwrap().differences, []);
}

async fn networks_around_an_address_have_a_bound_too(backend: &impl Backend) {
    let database = backend.open_with(EventOptions::default()).await;
    let mut number = 0;
    let mut flood = async |from: &str| {
        number += 1_000;
        database.append_from(made_up(number, 300), address(from)).await.unwrap();
        pages(&database).await
    };
    // An address, and its /24.
    assert_eq!((flood("192.0.2.1").await, flood("192.0.2.2").await, flood("192.0.2.3").await), (200, 400, 400));
    // A /64, a /56 and a /48.
    assert_eq!((flood("2001:db8::1").await, flood("2001:db8::2").await), (600, 600));
    assert_eq!((flood("2001:db8:0:1::1").await, flood("2001:db8:0:2::1").await), (800, 800));
    let mut others = Vec::new();
    for network in 1..5 {
        others.push(flood(&format!("2001:db8:0:{network}00::1")).await);
    }
    assert_eq!(others, [1_000, 1_200, 1_400, 1_400]);
    assert_eq!(flood("2001:db8:1::1").await, 1_600);
}

async fn the_last_tenth_of_a_days_pages_is_kept_for_those_that_two_networks_opened(backend: &impl Backend) {
    let options = EventOptions { max_new_pages_per_day: 100, ..small() };
    let database = backend.open_with(options).await;
    database.append_from(made_up(0, 150), address("192.0.2.1")).await.unwrap();
    assert_eq!(pages(&database).await, 90);
    let mut number = 1_000;
    let mut open = async |path: &str, from: &str| {
        number += 1;
        database.append_from(vec![event(number, site(1), path, view())], address(from)).await.unwrap();
        views_of(&database, path).await
    };
    // A single network, however often it opens the page and from whichever of its addresses.
    for from in ["198.51.100.1", "198.51.100.1", "198.51.100.99"] {
        assert_eq!(open("/article", from).await, 0, "{from}");
    }
    assert_eq!(open("/article", "203.0.113.1").await, 1);
    assert_eq!(open("/article", "198.51.100.1").await, 2);
    assert_eq!(open("/other", "203.0.113.1").await, 0);
    assert_eq!(pages(&database).await, 91);
    assert_eq!(database.recount(site(1), TODAY).await.unwrap().differences, []);
}

async fn an_address_sends_a_fiftieth_of_a_days_events(backend: &impl Backend) {
    let options = EventOptions { events_per_site_and_day: 500, ..small() };
    let database = backend.open_with(options).await;
    let views = |first: u128, many: u128| (first..first + many).map(|n| event(n, site(1), "/", view())).collect();
    let appended = database.append_from(views(0, 15), address("192.0.2.1")).await.unwrap();
    assert_eq!((appended.stored, appended.over_limit), (10, (10..15).collect::<Vec<_>>()));
    let appended = database.append_from(views(0, 15), address("192.0.2.1")).await.unwrap();
    assert_eq!((appended.stored, appended.repeated, appended.over_limit.len()), (0, 10, 5));
    let appended = database.append_from(views(10, 6), address("192.0.2.2")).await.unwrap();
    assert_eq!((appended.stored, appended.over_limit.len()), (6, 0));
    let other_site = vec![event(100, site(2), "/", view())];
    assert_eq!(database.append_from(other_site, address("192.0.2.1")).await.unwrap().stored, 1);
    drop(database);
    let lifted = backend.open_with(EventOptions { events_per_site_and_day: 0, ..options }).await;
    assert_eq!(lifted.append_from(views(200, 50), address("192.0.2.1")).await.unwrap().stored, 50);
}

async fn what_an_operator_imports_is_bounded_by_no_address(backend: &impl Backend) {
    let options = EventOptions { max_new_pages_per_day: 400, events_per_site_and_day: 1_000, ..small() };
    let database = backend.open_with(options).await;
    let appended = database.append(made_up(0, 500)).await.unwrap();
    assert_eq!((appended.stored, pages(&database).await), (500, 400));
}
