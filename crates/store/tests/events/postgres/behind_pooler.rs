//! Events through a pooler that assigns a connection per transaction, without kept prepared statements.

use askline_app::ports::{
    analytics::AnalyticsStore as _,
    events::{EventPosition, EventStore as _},
    whole_stores::Database as _,
};
use askline_domain::{analytics::filter::AnalyticsFilter, events::CounterKind, shared::calendar::Day};
use askline_stand_in::until;
use askline_store::events::postgres::{EventServerOptions, connect_events};
use futures_util::future::join_all;

use crate::{
    clock,
    contract::{all_pages, total},
    pooler::Pooler,
    postgres_server::Server,
    sample::*,
};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn stores_that_start_at_once_through_a_pooler_count_once_and_leave_no_statement_behind() {
    let server = Server::start().await;
    server.run("postgres", "CREATE DATABASE pooled").await;
    let pooler = Pooler::start(&server).await;
    let options = pooler.options("pooled");
    let connect = || connect_events(&options, EventServerOptions::default(), clock());
    let (one, other) = tokio::join!(connect(), connect());
    let (one, other) = (one.unwrap(), other.unwrap());
    // Both stores get all events; each batch is of two days and two sites.
    let batches = (0..40_u128).map(|batch| {
        let event = |n: u128| {
            let day = Day(TODAY.0 - (n % 2) as i32 * 9);
            let (at, hour) = (at(day, 600), None);
            let path = format!("/{}", n % 7);
            askline_domain::events::Event { at, day, hour, ..event(batch * 10 + n, site(n % 2), &path, view()) }
        };
        (0..10).map(event).collect::<Vec<_>>()
    });
    let sent = batches.flat_map(|batch| [one.append(batch.clone()), other.append(batch)]);
    let stored: u32 = join_all(sent).await.into_iter().map(|appended| appended.unwrap().stored).sum();
    assert_eq!(stored, 400);
    for store in [&one, &other] {
        for (number, day) in [(0, TODAY), (1, Day(TODAY.0 - 9))] {
            let site = site(number);
            assert_eq!(total(store, site, CounterKind::View, &AnalyticsFilter::default()).await, 200);
            assert_eq!(total(store, site, CounterKind::View, &of_page("/3")).await, if number == 1 { 40 } else { 0 });
            assert_eq!(store.pages(site, window(30), &all_pages()).await.unwrap().totals.views, 200);
            assert_eq!(store.recount(site, day).await.unwrap().differences, []);
            assert_eq!(store.event_ids(site, day).await.unwrap().len(), 200);
            let first = store.events_after(site, EventPosition::START, 50).await.unwrap();
            assert_eq!(first.len(), 50);
            store.recent(site, at(TODAY, 601)).await.unwrap();
        }
        assert_eq!(store.asks(vec![(site(0), window(1))]).await.unwrap(), [0]);
        assert_eq!(store.counted_platforms(site(0)).await.unwrap(), Vec::<String>::new());
        store.ping().await.unwrap();
    }
    // A day is dropped as a whole, a site is removed row by row, and the other node is notified.
    assert_eq!(one.remove_events(&[(site(0), at(TODAY, 0)), (site(1), at(TODAY, 0))], 1_000).await.unwrap(), 200);
    one.forget_pages(&[(site(1), TODAY)], 100).await.unwrap();
    let before = other.revision(site(0));
    one.remove_site(site(0)).await.unwrap();
    until("the other is told", async || other.revision(site(0)) > before).await;
    assert_eq!(total(&other, site(0), CounterKind::View, &AnalyticsFilter::default()).await, 0);
    one.close().await;
    other.close().await;
    assert_eq!(pooler.kept_statements("pooled").await, 0);
}
