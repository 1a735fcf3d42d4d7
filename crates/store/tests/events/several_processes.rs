//! Two stores on one folder or server behave like two processes. They share only what is stored.

use std::{sync::Arc, time::Duration};

use askline_app::ports::{analytics::AnalyticsStore, events::EventStore};
use askline_domain::{
    analytics::filter::AnalyticsFilter,
    events::{CounterKind, Event},
    shared::calendar::Day,
};
use askline_stand_in::until;
use askline_store::events::sqlite::EventOptions;
use futures_util::future::join_all;

use crate::{
    backend::{Backend, on_every_backend},
    clock,
    contract::total,
    sample::*,
    small,
};

on_every_backend! {
    two_processes_together_count_an_event_once,
    an_event_that_comes_again_after_midnight_through_another_process_counts_once,
    a_site_removed_by_one_process_is_begun_anew_by_the_other,
    a_commit_of_another_process_raises_the_revision_without_being_asked_for,
    a_server_is_not_starved_by_an_import,
}

async fn two_processes_together_count_an_event_once(backend: &impl Backend) {
    let both = [Arc::new(backend.open().await), Arc::new(backend.open().await)];
    // Both stores get the same 2,000 events in batches of different sizes, so that sealing and merging interleave.
    let tasks = both.iter().zip([7, 13]).map(|(database, size)| {
        let database = Arc::clone(database);
        tokio::spawn(async move {
            let events: Vec<Event> =
                (0..2_000).map(|n| event(n, site(n % 2), &format!("/{}", n % 50), ai_click("chatgpt"))).collect();
            let mut stored = 0;
            for batch in events.chunks(size) {
                stored += database.append(batch.to_vec()).await.unwrap().stored;
            }
            stored
        })
    });
    let stored: Vec<u32> = join_all(tasks).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(stored.iter().sum::<u32>(), 2_000);
    for database in &both {
        for number in 0..2 {
            let none = AnalyticsFilter::default();
            assert_eq!(total(&**database, site(number), CounterKind::AiClick, &none).await, 1_000);
            assert_eq!(database.recount(site(number), TODAY).await.unwrap().differences, []);
        }
    }
}

async fn an_event_that_comes_again_after_midnight_through_another_process_counts_once(backend: &impl Backend) {
    let clock = clock();
    let (one, other) =
        (backend.open_at(small(), Arc::clone(&clock)).await, backend.open_at(small(), Arc::clone(&clock)).await);
    assert_eq!(one.append(vec![event(1, site(1), "/", view())]).await.unwrap().stored, 1);
    for day in 1..7 {
        clock.advance(Duration::from_secs(24 * 3_600));
        let day = Day(TODAY.0 + day);
        let again = Event { day, at: at(day, 600), ..event(1, site(1), "/", view()) };
        let new = Event { day, at: at(day, 600), ..event(100 + day.0 as u128, site(1), "/", view()) };
        for store in [&other, &one] {
            let appended = store.append(vec![again.clone(), new.clone()]).await.unwrap();
            assert_eq!(appended.repeated, 1 + u32::from(std::ptr::eq(store, &one)));
        }
        // The rows of the day and of earlier days are removed, but their ids are kept.
        other.remove_events(&[(site(1), at(Day(day.0 + 1), 0))], 1_000).await.unwrap();
    }
    assert_eq!(total(&one, site(1), CounterKind::View, &AnalyticsFilter::default()).await, 1);
}

async fn a_site_removed_by_one_process_is_begun_anew_by_the_other(backend: &impl Backend) {
    let (one, other) = (backend.open().await, backend.open().await);
    one.append(vec![event(1, site(1), "/a", view())]).await.unwrap();
    other.remove_site(site(1)).await.unwrap();
    one.append(vec![event(2, site(1), "/a", view()), event(1, site(1), "/a", view())]).await.unwrap();
    let pages = one.pages(site(1), window(1), &crate::contract::all_pages()).await.unwrap();
    assert_eq!((pages.totals.pages, pages.totals.views), (1, 1));
}

async fn a_commit_of_another_process_raises_the_revision_without_being_asked_for(backend: &impl Backend) {
    let (server, import) = (backend.open().await, backend.open().await);
    server.append(vec![event(0, site(1), "/", view())]).await.unwrap();
    // A commit at the start may be noticed during the first round, and in no other.
    for number in 1..4 {
        let before = server.revision(site(1));
        import.append(vec![event(number, site(1), "/", view())]).await.unwrap();
        until("the commit is noticed", async || server.revision(site(1)) > before).await;
    }
}

async fn a_server_is_not_starved_by_an_import(backend: &impl Backend) {
    let server = backend.open().await;
    let import = backend.open_with(EventOptions::beside_a_server()).await;
    let importing = tokio::spawn(async move {
        let mut from = 1_000_u128;
        while from < 60_000 {
            import.append((from..from + 1_000).map(|n| event(n, site(1), "/", view())).collect()).await.unwrap();
            from += 1_000;
        }
    });
    let mut answered = 0;
    while !importing.is_finished() {
        server.append(vec![event(1_000_000 + answered, site(2), "/", view())]).await.unwrap();
        answered += 1;
    }
    importing.await.unwrap();
    assert!(answered >= 10, "only {answered} events were taken during the import");
    let none = AnalyticsFilter::default();
    assert_eq!(total(&server, site(1), CounterKind::View, &none).await, 59_000);
    assert_eq!(total(&server, site(2), CounterKind::View, &none).await, i64::try_from(answered).unwrap());
}
