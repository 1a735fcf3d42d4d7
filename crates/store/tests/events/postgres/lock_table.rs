//! A transaction takes a limited part of the server's lock table. This holds for any number of sites and days.

use askline_app::ports::{
    analytics::{AnalyticsStore as _, CountsQuestion},
    events::{EventPosition, EventStore as _},
};
use askline_domain::{
    analytics::filter::AnalyticsFilter,
    events::{CounterKind, Event},
    shared::calendar::Day,
};
use askline_stand_in::until;
use askline_store::events::{postgres::EventServer, sqlite::EventOptions};
use futures_util::future::join_all;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};

use crate::{
    backend::{Backend as _, Postgres},
    sample::*,
};

/// The maximum number of locks per transaction.
const MAX_LOCKS: i64 = 256;
/// The number of days with a partition: more than a transaction may lock.
const DAYS: i32 = 300;
/// Enough questions for the server to keep a generic plan on each connection.
const QUESTIONS: usize = 100;

/// Records the number of locks that a transaction holds, after each of its statements that delete events or write turns
/// or books of sites.
const COUNTING: &str = "CREATE TABLE locks_held (number BIGINT);
    CREATE FUNCTION note_locks() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO locks_held SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid();
        RETURN NULL;
    END $$;
    CREATE TRIGGER note_locks AFTER INSERT OR UPDATE ON event_turns FOR EACH STATEMENT EXECUTE FUNCTION note_locks();
    CREATE TRIGGER note_locks AFTER UPDATE ON event_books FOR EACH STATEMENT EXECUTE FUNCTION note_locks();
    CREATE TRIGGER note_locks AFTER DELETE ON events FOR EACH STATEMENT EXECUTE FUNCTION note_locks()";

/// A store with a partition for each of many days.
async fn with_many_days() -> (Postgres, EventServer) {
    let backend = Postgres::on_own_server().await;
    let store = backend.open_with(EventOptions::default()).await;
    let mut connection = connect(&backend).await;
    for ago in 0..days() {
        let day = TODAY.0 - ago;
        let making = format!(
            "CREATE TABLE events_{day} (LIKE events INCLUDING ALL);
             ALTER TABLE events ATTACH PARTITION events_{day} FOR VALUES FROM ({day}) TO ({})",
            day + 1
        );
        connection.execute(sqlx::raw_sql(AssertSqlSafe(making))).await.unwrap();
    }
    (backend, store)
}

/// The number of days with a partition; `ASKLINE_TEST_DAYS` changes it for measurements.
fn days() -> i32 {
    std::env::var("ASKLINE_TEST_DAYS").ok().and_then(|days| days.parse().ok()).unwrap_or(DAYS)
}

async fn connect(backend: &Postgres) -> PgConnection {
    PgConnection::connect(&backend.server.url(&backend.database)).await.unwrap()
}

fn of(day: Day, number: u128, site_number: u128) -> Event {
    Event { day, at: at(day, 600), ..event(number, site(site_number), "/", view()) }
}

/// Returns the largest number of locks that a transaction holds while `work` waits for a table that another transaction
/// has locked.
async fn locks_while_waiting<T>(backend: &Postgres, table: &str, work: impl Future<Output = T>) -> (i64, T) {
    let mut holding = connect(backend).await;
    let held = format!("BEGIN; LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE");
    holding.execute(sqlx::raw_sql(AssertSqlSafe(held))).await.unwrap();
    let counting = async {
        // Other tests use other databases on the server.
        let held = "SELECT COALESCE(MAX(held), 0) FROM (SELECT count(*) AS held FROM pg_locks
            WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database())
            GROUP BY pid HAVING bool_or(NOT granted)) AS waiting";
        until("it waits", async || backend.number(held).await > 0).await;
        let locks = backend.number(held).await;
        holding.execute("ROLLBACK").await.unwrap();
        locks
    };
    tokio::join!(counting, work)
}

/// Returns the maximum number of locks that was recorded since the last call.
async fn noted(backend: &Postgres) -> i64 {
    let most = backend.number("SELECT COALESCE(MAX(number), 0) FROM locks_held").await;
    connect(backend).await.execute("DELETE FROM locks_held").await.unwrap();
    most
}

fn check(what: &str, locks: i64) {
    println!("{what}: {locks} locks");
    assert!(locks <= MAX_LOCKS, "{what} takes {locks} locks");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_events_of_thousands_of_sites_are_stored_with_few_locks() {
    const SITES: u128 = 5_200;
    const SITES_EACH: u128 = 40;
    let backend = Postgres::on_own_server().await;
    let store = backend.open_with(EventOptions::default()).await;
    let mut connection = connect(&backend).await;
    connection.execute(sqlx::raw_sql(COUNTING)).await.unwrap();
    // The first commits wait until all other events have arrived.
    connection.execute("BEGIN; LOCK TABLE event_books IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let batches = (0..SITES / SITES_EACH).map(|caller| {
        let numbers = caller * SITES_EACH..(caller + 1) * SITES_EACH;
        numbers.map(|number| of(TODAY, number, number)).collect::<Vec<_>>()
    });
    // One for each queue, which then waits.
    let first = join_all((0..3).map(|number| store.append(vec![of(TODAY, 100_000 + number, number)])));
    let storing = async {
        let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
        until("each queue has a commit", async || backend.number(waiting).await > 2).await;
        join_all(batches.map(|events| store.append(events))).await
    };
    let releasing = async {
        until("all others wait", async || store.waiting() as u128 >= SITES).await;
        connection.execute("ROLLBACK").await.unwrap();
    };
    let (first, stored, ()) = tokio::join!(first, storing, releasing);
    assert!(first.into_iter().all(|appended| appended.is_ok()));
    assert!(stored.into_iter().all(|appended| u128::from(appended.unwrap().stored) == SITES_EACH));
    check("a commit of events", noted(&backend).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_question_locks_every_day() {
    let (backend, store) = with_many_days().await;
    let old = Day(TODAY.0 - days() + 1);
    store.append((0..40).map(|ago| of(Day(TODAY.0 - ago), 100 + ago as u128, 1)).collect()).await.unwrap();
    store.append(vec![of(old, 1, 1)]).await.unwrap();
    for _ in 0..QUESTIONS {
        store.event_ids(site(1), TODAY).await.unwrap();
        store.recount(site(1), TODAY).await.unwrap();
        store.recent(site(1), at(TODAY, 601)).await.unwrap();
        assert_eq!(store.events_after(site(1), EventPosition::START, 100).await.unwrap().len(), 41);
    }
    let today = format!("events_{}", TODAY.0);
    let (locks, _) = locks_while_waiting(&backend, &today, store.event_ids(site(1), TODAY)).await;
    check("the ids of a day", locks);
    let (locks, _) = locks_while_waiting(&backend, &today, store.recount(site(1), TODAY)).await;
    check("a recount", locks);
    let (locks, _) = locks_while_waiting(&backend, &today, store.recent(site(1), at(TODAY, 601))).await;
    check("the last half hour", locks);
    let (locks, events) =
        locks_while_waiting(&backend, &today, store.events_after(site(1), EventPosition::START, 100)).await;
    check("an export", locks);
    assert_eq!(events.unwrap().len(), 41);
    let question = CountsQuestion::by_day(CounterKind::View, window(30));
    let every = AnalyticsFilter::default();
    let asked = store.counts(site(1), &every, vec![question]);
    let (locks, _) = locks_while_waiting(&backend, "event_site_counters", asked).await;
    check("a question over 30 days", locks);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_removal_locks_every_day() {
    let (backend, store) = with_many_days().await;
    connect(&backend).await.execute(sqlx::raw_sql(COUNTING)).await.unwrap();
    let ago = |days: i32| Day(TODAY.0 - days);
    // Another site keeps every day, so that rows are removed and no day is dropped.
    let kept = (0..days()).map(|days| of(ago(days), 10_000 + days as u128, 2));
    let old = (20..60).map(|days| Event { path: "/old".into(), ..of(ago(days), 100 + days as u128, 1) });
    let whole = (0..60).map(|days| of(ago(days), 200 + days as u128, 3));
    for events in [kept.collect::<Vec<_>>(), old.collect(), whole.collect()] {
        for some in events.chunks(20) {
            store.append(some.to_vec()).await.unwrap();
        }
    }
    check("a commit of twenty days", noted(&backend).await);
    let removing = [(site(1), at(ago(10), 0)), (site(2), at(ago(days() + 10), 0)), (site(3), at(ago(days() + 10), 0))];
    assert_eq!(store.remove_events(&removing, 1_000).await.unwrap(), 40);
    check("a removal of old events", noted(&backend).await);
    assert_eq!(store.forget_pages(&[(site(1), ago(10))], 1_000).await.unwrap(), 1);
    check("forgetting old pages", noted(&backend).await);
    store.remove_site(site(3)).await.unwrap();
    check("a removal of a site", noted(&backend).await);
    for (number, left) in [(1, 0), (2, days()), (3, 0)] {
        let events = store.events_after(site(number), EventPosition::START, 10_000).await.unwrap();
        assert_eq!(events.len(), left as usize, "site {number}");
    }
}
