//! The last half hour is read only from the days that can contain it.

use askline_app::ports::{
    analytics::AnalyticsStore as _,
    events::{EventPosition, EventStore as _},
};
use askline_domain::{events::Event, shared::calendar::Day};
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};

use crate::{
    backend::{Backend as _, Postgres},
    sample::*,
};

/// More than enough questions for the server to keep a generic plan on each connection.
const QUESTIONS: usize = 100;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn neither_a_quiet_site_nor_one_with_events_of_today_reads_or_locks_other_days() {
    let backend = Postgres::on_own_server().await;
    let store = backend.open().await;
    let last = Day(TODAY.0 - 20);
    let of = |day: Day, number: u128, site| Event { day, at: at(day, 600), ..event(number, site, "/", view()) };
    let events = (0..40).flat_map(|ago: i32| {
        let (day, number) = (Day(TODAY.0 - ago), ago.unsigned_abs().into());
        let quiet = (day <= last).then(|| of(day, 100 + number, site(1)));
        quiet.into_iter().chain([of(day, number, site(2))])
    });
    store.append(events.collect()).await.unwrap();

    // A query that reads, or only plans to read, a day that this transaction has locked would wait.
    let mut holding = PgConnection::connect(&backend.server.url(&backend.database)).await.unwrap();
    let held = (3..40).map(|ago| TODAY.0 - ago).filter(|day| *day != last.0).map(|day| format!("events_{day}"));
    let held = format!("BEGIN; LOCK TABLE {} IN ACCESS EXCLUSIVE MODE", held.collect::<Vec<_>>().join(", "));
    holding.execute(sqlx::raw_sql(AssertSqlSafe(held))).await.unwrap();
    let now = at(TODAY, 601);
    for _ in 0..QUESTIONS {
        let quiet = store.recent(site(1), now).await.unwrap();
        assert_eq!((quiet.last_event_at, quiet.newest.len()), (Some(at(last, 600)), 0));
        let busy = store.recent(site(2), now).await.unwrap();
        assert_eq!((busy.last_event_at, busy.newest.len()), (Some(at(TODAY, 600)), 1));
        assert_eq!(store.recent(site(3), now).await.unwrap().last_event_at, None);
    }
    holding.execute("ROLLBACK").await.unwrap();

    // Forgetting the pages of old days does not affect the last event; removing the events does.
    store.forget_pages(&[(site(1), TODAY)], 1_000).await.unwrap();
    assert_eq!(store.recent(site(1), now).await.unwrap().last_event_at, Some(at(last, 600)));
    while store.remove_events(&[(site(1), at(TODAY, 0))], 1_000).await.unwrap() > 0 {}
    assert_eq!(store.events_after(site(1), EventPosition::START, 10).await.unwrap(), []);
    assert_eq!(store.recent(site(1), now).await.unwrap().last_event_at, None);
}
