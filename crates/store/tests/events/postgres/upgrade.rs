//! Events that were stored with an earlier layout, after the upgrade.

use askline_app::ports::{
    analytics::AnalyticsStore as _,
    events::{EventPosition, EventStore as _},
};
use askline_domain::events::Event;
use askline_store::{
    events::postgres::{EventServer, EventServerOptions, connect_events},
    postgres::{ConnectError, PostgresOptions},
};

use crate::{
    backend::{Backend as _, Postgres},
    clock,
    contract::all_pages,
    sample::*,
};

/// Restores the layout before the step that made events smaller, with the same rows.
const EARLIER: &str = "DROP TABLE event_page_weeks, event_crawler_days, event_crawler_pages, event_crawler_lines, event_log_states,
        event_log_batches;
    ALTER TABLE event_page_raises RENAME COLUMN additions TO raises;
    DROP TABLE event_ids;
    CREATE TABLE event_ids (site BYTEA NOT NULL, event_id BYTEA NOT NULL, taken BIGINT NOT NULL, PRIMARY KEY (site, event_id));
    CREATE INDEX event_ids_by_taken ON event_ids (taken);
    INSERT INTO event_ids SELECT site, event_id, at / 1000 + 1 FROM events;
    DROP INDEX events_in_order;
    ALTER TABLE events ADD PRIMARY KEY (site, place, day);
    UPDATE events e SET title = nullif(coalesce(e.title, p.first_title), '') FROM event_pages p
        WHERE p.site = e.site AND p.page = e.page;
    ALTER TABLE event_pages DROP COLUMN first_title, DROP COLUMN spelling, DROP COLUMN canonical;
    DROP INDEX event_page_counters_by_page;
    ALTER TABLE event_page_counters ADD PRIMARY KEY (site, day, page, kind, label, detail);
    DELETE FROM _sqlx_event_migrations WHERE version >= 6";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_of_an_earlier_layout_are_known_and_counted_on_after_the_upgrade() {
    let backend = Postgres::on_own_server().await;
    let title = |number: u128| Some(number % 3).filter(|title| *title > 0).map(|title| format!("Title {title}"));
    let some = |numbers: std::ops::Range<u128>| {
        let of = |n| Event { title: title(n), ..event(n, site(n % 2), &format!("/{}", n % 4), view()) };
        numbers.map(of).collect::<Vec<_>>()
    };
    let store = backend.open().await;
    store.append(some(0..30)).await.unwrap();
    let read = async |store: &EventServer| store.events_after(site(0), EventPosition::START, 100).await.unwrap();
    let before = read(&store).await;
    assert!(before.iter().any(|stored| stored.event.title.is_none()));
    drop(store);

    backend.server.run(&backend.database, EARLIER).await;
    let options = backend.server.options(&backend.database);
    let refused = connect_events(&options, EventServerOptions::default(), clock()).await.map(drop);
    assert!(matches!(refused, Err(ConnectError::BackupNeeded { .. })), "{refused:?}");
    let options = PostgresOptions { is_backup_done: true, ..options };
    let store = connect_events(&options, EventServerOptions::default(), clock()).await.unwrap();
    assert_eq!(read(&store).await, before);
    let appended = store.append(some(20..40)).await.unwrap();
    assert_eq!((appended.stored, appended.repeated), (10, 10));
    let titles: Vec<_> = read(&store).await.into_iter().map(|stored| stored.event.title).collect();
    assert_eq!(titles, (0..40).filter(|n| n % 2 == 0).map(title).collect::<Vec<_>>());
    for number in 0..2 {
        let recount = store.recount(site(number), TODAY).await.unwrap();
        assert_eq!((recount.events, recount.differences), (20, vec![]));
        let pages = store.pages(site(number), window(1), &all_pages()).await.unwrap();
        assert_eq!((pages.totals.pages, pages.totals.views), (2, 20));
        let pages = store.pages(site(number), window(30), &all_pages()).await.unwrap();
        assert_eq!((pages.totals.pages, pages.totals.views), (2, 20), "read by weeks");
    }
}
