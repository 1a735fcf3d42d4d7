//! A removal checks what has become old since the last one, and nothing twice. This holds for days, pages and labels,
//! however many there are.

use askline_app::ports::{
    analytics::AnalyticsStore as _,
    events::{EventPosition, EventStore as _},
};
use askline_domain::{
    events::Event,
    shared::{calendar::Day, ids::SiteId},
};
use askline_store::events::postgres::EventServer;
use jiff::{SignedDuration, Timestamp};
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};

use crate::{
    backend::{Backend as _, Postgres},
    contract::all_pages,
    sample::*,
};

async fn connect(backend: &Postgres) -> PgConnection {
    PgConnection::connect(&backend.server.url(&backend.database)).await.unwrap()
}

async fn run(connection: &mut PgConnection, sql: &str) {
    connection.execute(sqlx::raw_sql(AssertSqlSafe(sql))).await.unwrap();
}

fn ago(days: i32) -> Day {
    Day(TODAY.0 - days)
}

fn of(day: Day, number: u128, of_site: u128, path: &str) -> Event {
    Event { day, at: at(day, 600), ..event(number, site(of_site), path, view()) }
}

/// The times before which events of the first and second site are removed, at this minute of today.
fn older(minute: i64) -> [(SiteId, Timestamp); 2] {
    [(site(1), at(ago(10), minute)), (site(2), at(ago(40), minute))]
}

fn unused() -> [(SiteId, Day); 2] {
    [(site(1), ago(11)), (site(2), ago(41))]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn removal_reads_nothing_twice_and_removes_late_events_as_well() {
    let backend = Postgres::on_own_server().await;
    let (one, other) = (backend.open().await, backend.open().await);
    let events = |number: u128| (0..60).map(move |days| of(ago(days), number * 100 + days as u128, number, "/"));
    for number in [1, 2] {
        let events: Vec<Event> = events(number).collect();
        for some in events.chunks(20) {
            one.append(some.to_vec()).await.unwrap();
        }
    }
    one.append(vec![of(ago(50), 1_000, 1, "/old")]).await.unwrap();
    // Days 11 to 59 ago for one site and 41 to 59 for the other; 42 to 59 are dropped as a whole.
    assert_eq!(one.remove_events(&older(0), 1_000).await.unwrap(), 49 + 19 + 1);
    assert_eq!(one.forget_pages(&unused(), 1_000).await.unwrap(), 1);
    // The remaining rows of a day were removed one by one, so its partition is dropped next.
    assert_eq!(one.remove_events(&older(0), 1_000).await.unwrap(), 0);
    let days = "SELECT count(*) FROM pg_inherits WHERE inhparent = 'events'::regclass";
    assert_eq!(backend.number(days).await, 41);

    // No query can read, or plan to read, what this transaction has locked.
    let mut holding = connect(&backend).await;
    let old = (12..39).map(|days| format!("events_{}", ago(days).0)).collect::<Vec<_>>().join(", ");
    let held = format!("BEGIN; LOCK TABLE {old}, event_pages, event_labels, event_site_days IN ACCESS EXCLUSIVE MODE");
    run(&mut holding, &held).await;
    for (minute, store) in [(0, &one), (0, &other), (60, &other), (120, &one)] {
        assert_eq!(store.remove_events(&older(minute), 1_000).await.unwrap(), 0);
        assert_eq!(store.forget_pages(&unused(), 1_000).await.unwrap(), 0);
    }
    run(&mut holding, "ROLLBACK").await;

    // A new event of an old day is found: for the first site by its rows, for both by dropping the day.
    other.append(vec![of(ago(20), 2_000, 1, "/late"), of(ago(70), 2_001, 1, "/late")]).await.unwrap();
    other.append(vec![of(ago(70), 2_002, 2, "/later")]).await.unwrap();
    assert_eq!(other.forget_pages(&unused(), 1_000).await.unwrap(), 0, "raw events need their page");
    assert_eq!(one.remove_events(&older(0), 1_000).await.unwrap(), 3);
    assert_eq!(one.forget_pages(&unused(), 1_000).await.unwrap(), 2);
    for (number, left, views) in [(1, 11, 63), (2, 41, 61)] {
        assert_eq!(one.events_after(site(number), EventPosition::START, 100).await.unwrap().len(), left);
        let pages = one.pages(site(number), window(100), &all_pages()).await.unwrap();
        assert_eq!(pages.totals.views, views, "every sum stays");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_removal_that_stops_at_its_limit_goes_on_where_it_was() {
    let backend = Postgres::on_own_server().await;
    let store = backend.open().await;
    // Another site keeps every day, so that rows are removed and no day is dropped.
    for day in 0..100 {
        let number = 10 * day as u128;
        let kept = of(ago(day), number, 2, "/");
        let removed = (1..4).map(|more| of(ago(day), number + more, 1, "/"));
        store.append(removed.chain([kept]).collect()).await.unwrap();
    }
    let older = [(site(1), at(ago(10), 0)), (site(2), at(ago(1_000), 0))];
    let mut removed = 0;
    for _ in 0..100 {
        match store.remove_events(&older, 7).await.unwrap() {
            0 => break,
            some => {
                assert!(some <= 7);
                removed += some;
            }
        }
    }
    assert_eq!(removed, 3 * 89);
    assert_eq!(store.events_after(site(1), EventPosition::START, 1_000).await.unwrap().len(), 3 * 11);
    assert_eq!(store.events_after(site(2), EventPosition::START, 1_000).await.unwrap().len(), 100);
}

/// A number from the environment, for measurements: `ASKLINE_TEST_DAYS=1095 ASKLINE_TEST_SITES=5000`.
fn given(name: &str, otherwise: i32) -> i32 {
    std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(otherwise)
}

/// Fills the tables as if each site had an event on each day, or for half of the sites only on the last 90 days.
async fn fill(backend: &Postgres, days: i32, sites: i32) {
    let mut connection = connect(backend).await;
    let made = format!(
        "CREATE TABLE made AS SELECT n, n % 2 = 0 AS is_short, decode('0000001' || lpad(to_hex(n), 25, '0'), 'hex') AS site
             FROM generate_series(1, {sites}) AS n;
         INSERT INTO event_books (site, next_place, next_page) SELECT site, {days} + 1, 3 FROM made;
         INSERT INTO event_pages (site, page, path, first_day, last_day) SELECT site, 1, '/', {0} - {days}, {0} FROM made;
         INSERT INTO event_labels (site, kind, label, detail, last_day)
             SELECT site, 6, 'other', label || '.example', {0} FROM made, generate_series(1, 50) AS label;
         INSERT INTO event_site_days (site, day, events, new_pages, new_referrers, new_pairs)
             SELECT site, day, 1, 0, 0, 0 FROM made, generate_series({0} - CASE WHEN is_short THEN 90 ELSE {days} END + 1, {0}) AS day",
        TODAY.0
    );
    run(&mut connection, &made).await;
    for day in (0..days).map(|days| ago(days).0) {
        let filled = format!(
            "CREATE TABLE events_{day} (LIKE events INCLUDING ALL);
             INSERT INTO events_{day} (site, day, place, event_id, at, hour, page, type)
                 SELECT site, {day}, {day}, site, {day} * 86400000::bigint + 79200000, 22, 1, 1 FROM made
                 WHERE NOT is_short OR {day} > {};
             ALTER TABLE events ATTACH PARTITION events_{day} FOR VALUES FROM ({day}) TO ({})",
            ago(90).0,
            day + 1
        );
        run(&mut connection, &filled).await;
    }
    run(&mut connection, "VACUUM ANALYZE").await;
}

/// Returns the milliseconds of processor time that the connections to the database have used.
async fn processor_ms(backend: &Postgres) -> u64 {
    let mut connection = connect(backend).await;
    let processes = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
    let processes: Vec<i32> = sqlx::query_scalar(processes).fetch_all(&mut connection).await.unwrap();
    let ticks = |process: i32| -> Option<u64> {
        let state = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        let fields: Vec<&str> = state.rsplit(')').next()?.split_whitespace().collect();
        Some(fields[11].parse::<u64>().ok()? + fields[12].parse::<u64>().ok()?)
    };
    10 * processes.into_iter().filter_map(ticks).sum::<u64>()
}

/// Removes everything that is old at a time; returns how many events.
async fn remove(store: &EventServer, sites: i32, days: i32, now: Timestamp) -> u64 {
    let kept = |number: i32| if number % 2 == 0 { 90 } else { days };
    let sites: Vec<(SiteId, i32)> = (1..=sites).map(|number| (site(number as u128), kept(number))).collect();
    let events = sites.iter().map(|(site, days)| (*site, now - SignedDuration::from_hours(24 * i64::from(*days))));
    let removed = store.remove_events(&events.collect::<Vec<_>>(), u32::MAX).await.unwrap();
    let today = Day::of(now, &jiff::tz::TimeZone::UTC).0;
    let pages: Vec<_> = sites.iter().map(|(site, days)| (*site, Day(today - (*days).max(366) - 1))).collect();
    store.forget_pages(&pages, u32::MAX).await.unwrap();
    removed
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn removing_nothing_costs_little() {
    let (days, sites) = (given("ASKLINE_TEST_DAYS", 120), given("ASKLINE_TEST_SITES", 100));
    let backend = Postgres::on_own_server().await;
    fill(&backend, days, sites).await;
    let store = backend.open().await;
    let mut last = 0;
    let mut tell = async |what: &str, removed: u64| {
        let now = processor_ms(&backend).await;
        // A connection that ended in between is no longer included.
        let spent = now.saturating_sub(last);
        let each = spent as f64 / f64::from(sites);
        println!("{what}: {removed} events, {spent} ms of the server's processor, {each:.3} ms a site");
        last = now;
    };
    tell("start", 0).await;
    tell("the first removal after an upgrade", remove(&store, sites, days, at(TODAY, 0)).await).await;
    // Events of each site become old at 22:00.
    let midnight = at(Day(TODAY.0 + 1), 0);
    let mut removed = remove(&store, sites, days, midnight).await;
    tell("the first of a day", removed).await;
    for hour in 1..22 {
        removed += remove(&store, sites, days, midnight + SignedDuration::from_hours(hour)).await;
    }
    tell("21 more of that day", removed).await;
    assert_eq!(removed, 0);
    let done = "SELECT count(*) FROM event_books WHERE removed_before <= forgotten_before - 2 OR forgotten_before < 0";
    assert_eq!(backend.number(done).await, 0);
}
