//! Which events are repeats: those with an id that the site had within seven days.

use std::{sync::Arc, time::Duration};

use askline_app::ports::events::{EventPosition, EventStore};
use askline_domain::{
    analytics::filter::AnalyticsFilter,
    events::{CounterKind, Event},
    shared::{calendar::Day, ids::SiteId},
};
use askline_store::events::sqlite::EventOptions;

use crate::{
    backend::{Backend, on_every_backend},
    clock,
    contract::{Store, total},
    sample::*,
    small,
};

on_every_backend! {
    the_same_id_counts_at_each_of_two_sites,
    what_is_remembered_of_other_days_goes,
    seven_days_are_counted_from_when_an_event_was_taken_across_restarts_and_other_sites,
    repeats_are_recognised_across_sealing_merging_and_reopening,
    a_removed_event_stays_a_repeat_after_reopening,
}

const DAY: Duration = Duration::from_secs(86_400);

/// Views of a site that arrive now.
fn views(of_site: SiteId, numbers: std::ops::Range<u128>) -> Vec<Event> {
    numbers.map(|n| event(n, of_site, "/", view())).collect()
}

async fn check_repeats(database: &impl Store, events: &[Event], repeated: bool, when: &str) {
    let appended = database.append(events.to_vec()).await.unwrap();
    let expected = if repeated { (0, events.len()) } else { (events.len(), 0) };
    assert_eq!((appended.stored as usize, appended.repeated as usize), expected, "{when}");
}

async fn the_same_id_counts_at_each_of_two_sites(backend: &impl Backend) {
    let database = backend.open().await;
    let both = [views(site(1), 0..200), views(site(2), 0..200)].concat();
    assert_eq!(database.append(both.clone()).await.unwrap().stored, 400);
    assert_eq!(database.append(both).await.unwrap().repeated, 400);
    for number in [1, 2] {
        let none = AnalyticsFilter::default();
        assert_eq!(total(&database, site(number), CounterKind::View, &none).await, 200);
    }
}

async fn seven_days_are_counted_from_when_an_event_was_taken_across_restarts_and_other_sites(backend: &impl Backend) {
    // With memory for no filter, for some, and for all of them.
    for (number, max_filter_bytes) in (1..).zip([0, 500, 1 << 20]) {
        let clock = clock();
        let options = EventOptions { max_filter_bytes, ..small() };
        let reopen = async || backend.open_at(options, Arc::clone(&clock)).await;
        let mine = views(site(number), 0..30);
        // Imported past events are also received now.
        let past = Day(TODAY.0 - 300);
        let mine: Vec<Event> = mine
            .into_iter()
            .map(|one| if one.event_id.0 % 2 == 0 { Event { day: past, at: at(past, 1), ..one } } else { one })
            .collect();
        let mut database = reopen().await;
        check_repeats(&database, &mine, false, "at first").await;
        for day in 0..7_u128 {
            // Twenty times the number of ids in a run; on the first day they include the same ids.
            let theirs = views(site(100 + number), day * 1_000..day * 1_000 + 1_280);
            database.append(theirs).await.unwrap();
            check_repeats(&database, &mine, true, "within seven days").await;
            drop(database);
            database = reopen().await;
            check_repeats(&database, &mine, true, "after a restart").await;
            clock.advance(if day < 6 { DAY } else { DAY - Duration::from_secs(1) });
        }
        check_repeats(&database, &mine, true, "a second before seven days").await;
        // Times are stored in whole seconds, rounded up.
        clock.advance(Duration::from_secs(2));
        check_repeats(&database, &mine, false, "after seven days").await;
        check_repeats(&database, &mine, true, "once more").await;
    }
}

async fn what_is_remembered_of_other_days_goes(backend: &impl Backend) {
    let clock = clock();
    let database = backend.open_at(small(), Arc::clone(&clock)).await;
    for day in 0..40 {
        database.append(views(site(1), day * 1_000..day * 1_000 + 256)).await.unwrap();
        clock.advance(DAY);
    }
    // A server forgets ids when it removes events.
    database.remove_events(&[], 1_000).await.unwrap();
    let ids = backend.ids().await;
    assert!((256 * 6..=256 * 9).contains(&ids), "{ids} ids are kept of seven days with 256 each");
}

async fn repeats_are_recognised_across_sealing_merging_and_reopening(backend: &impl Backend) {
    let events = |from: u128| (from..from + 100).map(|n| event(n, site(1), "/", view())).collect::<Vec<_>>();
    for round in 0..20 {
        let database = backend.open().await;
        assert_eq!(database.append(events(round * 100)).await.unwrap().stored, 100);
        assert_eq!(database.append(events(round * 100)).await.unwrap().repeated, 100);
    }
    let database = backend.open().await;
    for round in 0..20 {
        assert_eq!(database.append(events(round * 100)).await.unwrap().repeated, 100, "{round}");
    }
    assert_eq!(total(&database, site(1), CounterKind::View, &AnalyticsFilter::default()).await, 2_000);
}

async fn a_removed_event_stays_a_repeat_after_reopening(backend: &impl Backend) {
    let events = |from: u128| (from..from + 70).map(|n| event(n, site(n % 2), "/", view())).collect::<Vec<_>>();
    let database = backend.open().await;
    database.append(events(0)).await.unwrap();
    // The first 70 are sealed, the next 30 are not.
    database.append(events(30)).await.unwrap();
    let last = database.events_after(site(0), EventPosition::START, 1_000).await.unwrap().last().unwrap().place;
    assert_eq!(database.remove_events(&[(site(0), at(TODAY, 1_000))], 1_000).await.unwrap(), 50);
    database.remove_site(site(1)).await.unwrap();
    let newest = event(100, site(0), "/", view());
    drop(database);
    let database = backend.open().await;
    for from in [0, 30] {
        assert_eq!(database.append(events(from)).await.unwrap().repeated, 70);
    }
    assert_eq!(database.append(vec![newest]).await.unwrap().stored, 1);
    let place = database.events_after(site(0), EventPosition::START, 1).await.unwrap()[0].place;
    assert!(place > last, "a place is not given twice");
}
