//! What only PostgreSQL has: dropped days, several nodes, broken connections, lost answers.

mod behind_pooler;
mod bytes;
mod lock_table;
mod one_write;
mod quiet_site;
mod removing_nothing;
mod upgrade;

use std::{sync::Arc, time::Duration};

use askline_app::ports::{
    StoreError,
    analytics::{AnalyticsStore as _, CountsQuestion},
    events::{EventPosition, EventStore as _},
    whole_stores::Database as _,
};
use askline_domain::{
    analytics::filter::{AnalyticsFilter, PageFilter},
    events::{CounterKind, Event},
    shared::calendar::Day,
};
use askline_stand_in::until;
use askline_store::{
    events::{
        postgres::{EventServer, EventServerOptions, connect_events},
        sqlite::EventOptions,
    },
    postgres::{ConnectError, PostgresOptions},
};
use futures_util::future::join_all;
use sqlx::{Connection as _, Executor as _, PgConnection};

use crate::{
    backend::{Backend as _, Postgres},
    clock,
    contract::{Store, all_pages, total},
    cutting_proxy::CuttingProxy,
    sample::*,
    small,
};

fn batch(from: u128, events: u128) -> Vec<Event> {
    (from..from + events).map(|n| event(n, site(1), &format!("/{}", n % 10), view())).collect()
}

fn of_day(day: Day, event: Event) -> Event {
    Event { day, at: at(day, 600), ..event }
}

async fn check_views(store: &impl Store, expected: i64) {
    assert_eq!(total(store, site(1), CounterKind::View, &AnalyticsFilter::default()).await, expected);
    let recount = store.recount(site(1), TODAY).await.unwrap();
    assert_eq!((recount.events, recount.differences), (expected.unsigned_abs(), vec![]));
}

/// The number of days that have a partition.
async fn partitions(backend: &Postgres) -> i64 {
    backend.number("SELECT count(*) FROM pg_inherits WHERE inhparent = 'events'::regclass").await
}

async fn somebody(backend: &Postgres) -> PgConnection {
    PgConnection::connect(&backend.server.url(&backend.database)).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_day_goes_as_a_whole_when_all_that_is_in_it_is_past_its_time() {
    let backend = Postgres::on_own_server().await;
    let store = backend.open().await;
    let days = (0..10).map(|ago| Day(TODAY.0 - 20 - ago));
    let events = (0..).zip(days).flat_map(|(n, day)| {
        // The second site has events on every other day.
        let second = (n % 2 == 0).then(|| of_day(day, event(100 + n, site(2), "/b", view())));
        second.into_iter().chain([of_day(day, event(n, site(1), "/a", view()))])
    });
    store.append(events.collect()).await.unwrap();
    assert_eq!(partitions(&backend).await, 10);
    // On five days only the first site has events: they are dropped as a whole. On the others its rows are removed.
    assert_eq!(store.remove_events(&[(site(1), at(TODAY, 0))], 1_000).await.unwrap(), 10);
    assert_eq!(partitions(&backend).await, 5);
    assert_eq!(store.events_after(site(2), EventPosition::START, 100).await.unwrap().len(), 5);
    let both = [(site(1), at(TODAY, 0)), (site(2), at(Day(TODAY.0 - 23), 0))];
    assert_eq!(store.remove_events(&both, 1_000).await.unwrap(), 3, "those of 24, 26 and 28 days ago");
    // The row of 24 days ago was removed separately: in some time zone that day ended only half a day after this
    // midnight. The day itself is dropped next.
    assert_eq!(partitions(&backend).await, 3);
    assert_eq!(store.remove_events(&both, 1_000).await.unwrap(), 0);
    assert_eq!(partitions(&backend).await, 2);
    // Dropping a day affects no remembered ids and no counters.
    assert_eq!(total(&store, site(1), CounterKind::View, &AnalyticsFilter::default()).await, 10);
    let again = of_day(Day(TODAY.0 - 29), event(9, site(1), "/a", view()));
    assert_eq!(store.append(vec![again]).await.unwrap().repeated, 1);
    // A dropped day is created again for an event of that day.
    let late = of_day(Day(TODAY.0 - 29), event(500, site(1), "/a", view()));
    assert_eq!(store.append(vec![late.clone()]).await.unwrap().stored, 1);
    let stored = store.events_after(site(1), EventPosition::START, 10).await.unwrap();
    assert_eq!(stored.into_iter().map(|stored| stored.event).collect::<Vec<_>>(), [late]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_node_stores_events_of_a_day_that_another_node_has_let_go() {
    let backend = Postgres::on_own_server().await;
    let (one, other) = (backend.open().await, backend.open().await);
    let day = Day(TODAY.0 - 30);
    one.append(vec![of_day(day, event(1, site(1), "/", view()))]).await.unwrap();
    assert_eq!(other.remove_events(&[(site(1), at(TODAY, 0))], 10).await.unwrap(), 1);
    assert_eq!(partitions(&backend).await, 0);
    let appended = one.append(vec![of_day(day, event(2, site(1), "/", view()))]).await.unwrap();
    assert_eq!((appended.stored, partitions(&backend).await), (1, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn nodes_that_let_days_go_at_once_count_each_event_once() {
    let backend = Postgres::on_own_server().await;
    let nodes = [backend.open().await, backend.open().await, backend.open().await];
    let events = (0..30).map(|n| of_day(Day(TODAY.0 - 30 - n), event(n as u128, site(1), "/", view())));
    nodes[0].append(events.collect()).await.unwrap();
    let older = [(site(1), at(TODAY, 0))];
    let removed = join_all(nodes.iter().map(|node| node.remove_events(&older, 1_000))).await;
    let removed: u64 = removed.into_iter().map(Result::unwrap).sum();
    // The next call removes what was left because the nodes interfered with each other.
    assert_eq!(removed + nodes[1].remove_events(&older, 1_000).await.unwrap(), 30);
    let tables = "SELECT count(*) FROM pg_tables WHERE tablename LIKE 'events\\_%'";
    assert_eq!((partitions(&backend).await, backend.number(tables).await), (0, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn nodes_that_begin_many_days_concurrently_do_not_deadlock() {
    let backend = Postgres::on_own_server().await;
    let nodes = [Arc::new(backend.open().await), Arc::new(backend.open().await)];
    let tasks = (0..40_u128).map(|task| {
        let node = Arc::clone(&nodes[usize::from(task % 2 == 0)]);
        tokio::spawn(async move {
            // Each task begins with another day, and with another site.
            let days = (0..10).map(|n| Day(TODAY.0 - (n + task as i32) % 10));
            let events = (0..).zip(days).map(|(n, day)| {
                of_day(day, event(task * 100 + n, site((n + task) % 5), &format!("/{}", n % 3), ai_click("chatgpt")))
            });
            node.append(events.collect()).await.unwrap().stored
        })
    });
    let stored: u32 = join_all(tasks).await.into_iter().map(Result::unwrap).sum();
    assert_eq!((stored, partitions(&backend).await), (400, 10));
    let mut counted = 0;
    for number in 0..5 {
        counted += total(&*nodes[0], site(number), CounterKind::AiClick, &AnalyticsFilter::default()).await;
        for ago in 0..10 {
            assert_eq!(nodes[0].recount(site(number), Day(TODAY.0 - ago)).await.unwrap().differences, []);
        }
    }
    assert_eq!(counted, 400);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_commit_whose_answer_was_lost_counts_once_and_is_acknowledged() {
    let backend = Postgres::on_own_server().await;
    let proxy = CuttingProxy::start(backend.server.folder()).await;
    let url = format!("postgres://askline@127.0.0.1:{}/{}?sslmode=disable", proxy.port, backend.database);
    let options = PostgresOptions { url, ..backend.server.options(&backend.database) };
    let store = connect_events(&options, EventServerOptions::default(), clock()).await.unwrap();
    store.append(batch(0, 10)).await.unwrap();
    for round in 1..=5 {
        proxy.cut(2);
        let appended = store.append(batch(round * 10, 10)).await.unwrap();
        // The first attempt stored them, so a later one found them.
        assert_eq!((appended.stored, appended.repeated, proxy.left()), (0, 10, 0));
    }
    check_views(&store, 60).await;
    // If every answer is lost, nothing is reported as stored.
    proxy.cut(u32::MAX);
    let lost = store.append(batch(900, 10)).await.unwrap_err();
    assert!(matches!(lost, StoreError::Uncertain(_)), "{lost}");
    proxy.cut(0);
    assert_eq!(store.append(batch(900, 10)).await.unwrap().repeated, 10);
    check_views(&store, 70).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_was_acknowledged_while_connections_were_ended_is_stored_once() {
    let backend = Postgres::on_own_server().await;
    let store = Arc::new(backend.open().await);
    let tasks: Vec<_> = (0..8_u128)
        .map(|task| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                let mut acknowledged = Vec::new();
                for n in 0..25 {
                    let events = batch(task * 1_000 + n * 10, 10);
                    if store.append(events.clone()).await.is_ok() {
                        acknowledged.extend(events);
                    }
                }
                acknowledged
            })
        })
        .collect();
    let mut other = somebody(&backend).await;
    while !tasks.iter().all(tokio::task::JoinHandle::is_finished) {
        let end = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                   WHERE datname = current_database() AND pid <> pg_backend_pid()";
        other.execute(end).await.unwrap();
        tokio::task::yield_now().await;
    }
    let acknowledged: Vec<Event> = join_all(tasks).await.into_iter().flat_map(|task| task.unwrap()).collect();
    // Every acknowledged event is stored, and every stored event is counted once.
    let known = store.event_ids(site(1), TODAY).await.unwrap();
    assert!(acknowledged.iter().all(|event| known.contains(&event.event_id)));
    check_views(&*store, known.len() as i64).await;
    for events in acknowledged.chunks(500) {
        assert_eq!(store.append(events.to_vec()).await.unwrap().stored, 0);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_full_queue_refuses_at_once_and_what_was_taken_is_stored() {
    let backend = Postgres::on_own_server().await;
    let store = Arc::new(backend.open_with(EventOptions { max_waiting_events: 100, ..small() }).await);
    store.append(batch(10_000, 1)).await.unwrap();
    let mut other = somebody(&backend).await;
    other.execute("BEGIN; LOCK TABLE event_ids").await.unwrap();
    let append = |from| {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.append(batch(from, 10)).await })
    };
    // The first batch is running and waits for the lock; ten others fill the queue.
    let first = append(0);
    let waits = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    until("the first waits", async || backend.number(waits).await == 1).await;
    let waiting: Vec<_> = (1..=10).map(|n| append(n * 10)).collect();
    until("the queue is full", async || store.waiting() == 100).await;
    let refused = store.append(batch(900, 10)).await.unwrap_err();
    assert!(matches!(refused, StoreError::Unavailable(_)), "{refused}");
    assert_eq!(store.waiting(), 100, "it was refused while the others still waited");
    other.execute("ROLLBACK").await.unwrap();
    assert_eq!(first.await.unwrap().unwrap().stored, 10);
    for appended in join_all(waiting).await {
        assert_eq!(appended.unwrap().unwrap().stored, 10);
    }
    check_views(&*store, 111).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_impossible_event_fails_alone() {
    let backend = Postgres::on_own_server().await;
    let store = Arc::new(backend.open().await);
    backend
        .server
        .run(
            &backend.database,
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'impossible'; END $$;
             CREATE TRIGGER impossible BEFORE INSERT ON events FOR EACH ROW WHEN (NEW.referrer = 'impossible')
             EXECUTE FUNCTION refuse()",
        )
        .await;
    let tasks = (0..40_u128).map(|n| {
        let store = Arc::clone(&store);
        tokio::spawn(async move {
            let mut events = batch(n * 10, 10);
            if n % 4 == 0 {
                events[5].referrer = Some("impossible".into());
            }
            store.append(events).await
        })
    });
    for (n, appended) in join_all(tasks).await.into_iter().map(Result::unwrap).enumerate() {
        match appended {
            Ok(appended) => assert!(n % 4 != 0 && appended.stored == 10, "{n}"),
            Err(error) => assert!(n % 4 == 0 && matches!(error, StoreError::Internal(_)), "{n}: {error}"),
        }
    }
    check_views(&*store, 300).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn closing_stores_what_was_taken_and_takes_nothing_more() {
    let backend = Postgres::on_own_server().await;
    let store = Arc::new(backend.open().await);
    let tasks: Vec<_> = (0..200_u128)
        .map(|n| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { store.append(batch(n * 10, 10)).await })
        })
        .collect();
    store.close().await;
    let mut acknowledged = 0;
    for appended in join_all(tasks).await {
        match appended.unwrap() {
            Ok(appended) => acknowledged += i64::from(appended.stored),
            Err(error) => assert!(matches!(error, StoreError::Unavailable(_)), "{error}"),
        }
    }
    assert!(store.ping().await.is_err());
    assert!(store.append(batch(0, 1)).await.is_err());
    let again = backend.open().await;
    again.ping().await.unwrap();
    check_views(&again, acknowledged).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_held_transaction_does_not_delay_the_revision_of_another_site() {
    let backend = Postgres::on_own_server().await;
    let (one, other) = (backend.open().await, backend.open().await);
    for number in [1, 2] {
        one.append(vec![event(number, site(number), "/", view())]).await.unwrap();
    }
    let mut held = somebody(&backend).await;
    let write = "BEGIN; UPDATE event_turns SET turn = pg_current_xact_id() WHERE site = (SELECT site FROM event_turns ORDER BY site LIMIT 1)";
    held.execute(write).await.unwrap();
    for number in 10..13 {
        let before = other.revision(site(2));
        one.append(vec![event(number, site(2), "/", view())]).await.unwrap();
        until("the commit is noticed", async || other.revision(site(2)) > before).await;
    }
    let before = other.revision(site(1));
    held.execute("COMMIT").await.unwrap();
    until("the held one is noticed", async || other.revision(site(1)) > before).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_layout_of_a_newer_release_is_refused_by_its_number() {
    let backend = Postgres::on_own_server().await;
    let newer = "INSERT INTO _sqlx_event_migrations SELECT 99, 'newer', installed_on, true, checksum, execution_time
                 FROM _sqlx_event_migrations LIMIT 1";
    backend.server.run(&backend.database, newer).await;
    let options = backend.server.options(&backend.database);
    let refused: Result<EventServer, _> = connect_events(&options, EventServerOptions::default(), clock()).await;
    match refused.map(drop).unwrap_err() {
        ConnectError::NewerThanBinary { found, .. } => assert_eq!(found, 99),
        error => panic!("{error}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_server_that_is_away_refuses_events_and_takes_them_when_it_is_back() {
    let backend = Postgres::on_own_server().await;
    let store = backend.open().await;
    store.append(batch(0, 10)).await.unwrap();
    // A database that allows no connections is treated as unavailable, like a server that is down.
    backend.server.run("postgres", &format!("ALTER DATABASE {} ALLOW_CONNECTIONS false", backend.database)).await;
    let mut other = PgConnection::connect(&backend.server.url("postgres")).await.unwrap();
    let end = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{}'", backend.database);
    sqlx::raw_sql(sqlx::AssertSqlSafe(end)).execute(&mut other).await.unwrap();
    let refused = tokio::time::timeout(Duration::from_secs(60), store.append(batch(10, 10))).await.unwrap();
    assert!(refused.is_err(), "{refused:?}");
    backend.server.run("postgres", &format!("ALTER DATABASE {} ALLOW_CONNECTIONS true", backend.database)).await;
    until("events are taken again", async || store.append(batch(10, 10)).await.is_ok()).await;
    check_views(&store, 20).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hours_stay_short_and_right_however_often_a_counter_is_raised() {
    let backend = Postgres::on_own_server().await;
    let store = backend.open().await;
    for n in 0..300 {
        let event = Event { hour: Some((n % 3) as u8), ..event(n, site(1), "/a", view()) };
        store.append(vec![event]).await.unwrap();
    }
    for table in ["event_site_counters", "event_page_counters"] {
        let longest = backend.number(&format!("SELECT max(octet_length(hours)) FROM {table}")).await;
        assert!((6..200).contains(&longest), "{table}: {longest}");
    }
    for filter in
        [AnalyticsFilter::default(), AnalyticsFilter { page: Some(PageFilter::Page("/a".into())), platform: None }]
    {
        let question = CountsQuestion { by_hour: true, ..CountsQuestion::by_day(CounterKind::View, window(1)) };
        let counts = ask(&store, site(1), &filter, &question).await;
        let hours: Vec<_> = counts.by_slot.iter().map(|row| (row.slot.hour, row.value)).collect();
        assert_eq!(hours, [(0, 100), (1, 100), (2, 100)]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_waits_of_pages_is_bounded_and_counted_once_by_whichever_node_is_asked() {
    let backend = Postgres::on_own_server().await;
    let (one, other) = (backend.open().await, backend.open().await);
    let of_page = AnalyticsFilter { page: Some(PageFilter::Page("/3".into())), platform: None };
    let writes = (0..80).map(|n| one.append(batch(n * 10, 10)));
    let reads = async {
        for _ in 0..20 {
            let pages = other.pages(site(1), window(1), &all_pages()).await.unwrap();
            assert_eq!(pages.rows.iter().map(|row| row.views).sum::<i64>().unsigned_abs(), pages.totals.views);
            assert_eq!(other.recount(site(1), TODAY).await.unwrap().differences, []);
        }
    };
    let (stored, ()) = tokio::join!(join_all(writes), reads);
    assert!(stored.into_iter().all(|appended| appended.unwrap().stored == 10));
    for n in 80..150 {
        one.append(batch(n * 10, 10)).await.unwrap();
        let waiting = backend.number("SELECT count(*) FROM event_page_raises").await;
        assert!(waiting < 32, "{waiting} commits wait");
        assert_eq!(waiting, backend.number("SELECT page_raises FROM event_books").await);
    }
    assert!(backend.number("SELECT count(*) FROM event_page_raises").await > 0);
    drop(one);
    assert_eq!(total(&other, site(1), CounterKind::View, &of_page).await, 150);
    check_views(&other, 1_500).await;
    assert_eq!(backend.number("SELECT count(*) FROM event_page_raises").await, 0, "nothing is left to be folded");
}
