//! Faults of the SQLite file: a full disk, another program's lock, an impossible row.

use std::{path::Path, sync::Arc, time::Duration};

use askline_app::ports::{StoreError, events::EventStore, whole_stores::Database as _};
use askline_domain::{
    analytics::filter::AnalyticsFilter,
    events::{CounterKind, Event},
};
use askline_store::events::sqlite::{EVENTS_FILE, EventDatabase, EventOptions};
use futures_util::future::join_all;
use rusqlite::Connection;

use crate::{clock, contract::total, open, runtime, sample::*, small};

fn other_program(dir: &Path) -> Connection {
    Connection::open(dir.join(EVENTS_FILE)).unwrap()
}

fn batch(from: u128, events: u128) -> Vec<Event> {
    (from..from + events).map(|n| event(n, site(1), &format!("/{}", n % 10), view())).collect()
}

async fn check_views(database: &EventDatabase, expected: i64) {
    assert_eq!(total(database, site(1), CounterKind::View, &AnalyticsFilter::default()).await, expected);
    let recount = database.recount(site(1), TODAY).await.unwrap();
    assert_eq!((recount.events, recount.differences), (expected.unsigned_abs(), vec![]));
}

#[test]
fn a_full_disk_refuses_events_whole_and_takes_them_when_room_is_back() {
    let dir = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let options = EventOptions { max_file_bytes: Some(40 * 4_096), ..small() };
        let database = EventDatabase::open(dir.path(), options, clock()).unwrap();
        let mut stored = 0;
        let mut refused = Vec::new();
        for from in (0..3_000).step_by(30) {
            match database.append(batch(from, 30)).await {
                Ok(appended) => stored += i64::from(appended.stored),
                Err(error) => {
                    assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
                    refused.push(from);
                }
            }
        }
        assert!(stored > 0 && !refused.is_empty(), "{stored} stored, {} refused", refused.len());
        check_views(&database, stored).await;
        database.limit_file(None).await.unwrap();
        for from in &refused {
            let again = database.append(batch(*from, 30)).await.unwrap();
            assert_eq!((again.stored, again.repeated), (30, 0), "what was refused is not remembered as stored");
        }
        check_views(&database, 3_000).await;
        drop(database);
        check_views(&open(dir.path()), 3_000).await;
    });
}

#[test]
fn a_full_queue_refuses_at_once_and_what_was_taken_is_stored() {
    let dir = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let options = EventOptions { max_waiting_events: 100, lock_wait: Duration::from_secs(30), ..small() };
        let database = Arc::new(EventDatabase::open(dir.path(), options, clock()).unwrap());
        let mut lock = other_program(dir.path());
        let held = lock.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).unwrap();
        let append = |from| {
            let database = Arc::clone(&database);
            tokio::spawn(async move { database.append(batch(from, 10)).await })
        };
        // The writer takes the first batch and waits for the lock; ten others fill the queue.
        let mut first = std::pin::pin!(database.append(batch(0, 10)));
        tokio::select! {
            biased;
            appended = &mut first => panic!("the file is locked, and yet {appended:?}"),
            () = std::future::ready(()) => {}
        }
        while database.waiting() > 0 {
            tokio::task::yield_now().await;
        }
        let waiting: Vec<_> = (1..=10).map(|n| append(n * 10)).collect();
        while database.waiting() < 100 {
            tokio::task::yield_now().await;
        }
        let refused = database.append(batch(900, 10)).await.unwrap_err();
        assert!(matches!(refused, StoreError::Unavailable(_)));
        assert_eq!(database.waiting(), 100, "it was refused while the others still waited for the lock");
        held.rollback().unwrap();
        for appended in join_all(waiting).await {
            assert_eq!(appended.unwrap().unwrap().stored, 10);
        }
        assert_eq!(first.await.unwrap().stored, 10);
        check_views(&database, 110).await;
    });
}

#[test]
fn one_impossible_event_fails_alone() {
    let dir = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let database = Arc::new(open(dir.path()));
        other_program(dir.path())
            .execute_batch(
                "CREATE TRIGGER impossible BEFORE INSERT ON events WHEN NEW.title = 'impossible'
                 BEGIN SELECT RAISE(ABORT, 'impossible'); END",
            )
            .unwrap();
        let tasks = (0..40_u128).map(|n| {
            let database = Arc::clone(&database);
            tokio::spawn(async move {
                let mut events = batch(n * 10, 10);
                if n % 4 == 0 {
                    events[5].title = Some("impossible".into());
                }
                database.append(events).await
            })
        });
        for (n, appended) in join_all(tasks).await.into_iter().map(Result::unwrap).enumerate() {
            match appended {
                Ok(appended) => assert!(n % 4 != 0 && appended.stored == 10, "{n}"),
                Err(error) => assert!(n % 4 == 0 && matches!(error, StoreError::Internal(_)), "{n}: {error}"),
            }
        }
        check_views(&database, 300).await;
    });
}

#[test]
fn a_file_locked_too_long_is_unavailable_and_nothing_is_remembered() {
    let dir = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let options = EventOptions { lock_wait: Duration::from_millis(50), ..small() };
        let database = EventDatabase::open(dir.path(), options, clock()).unwrap();
        let mut lock = other_program(dir.path());
        let held = lock.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).unwrap();
        assert!(matches!(database.append(batch(0, 5)).await, Err(StoreError::Unavailable(_))));
        held.rollback().unwrap();
        assert_eq!(database.append(batch(0, 5)).await.unwrap().stored, 5);
        check_views(&database, 5).await;
    });
}

#[test]
fn closing_stores_what_was_taken_and_takes_nothing_more() {
    let dir = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let database = Arc::new(open(dir.path()));
        let tasks: Vec<_> = (0..200_u128)
            .map(|n| {
                let database = Arc::clone(&database);
                tokio::spawn(async move { database.append(batch(n * 10, 10)).await })
            })
            .collect();
        database.close().await;
        let mut acknowledged = 0;
        for appended in join_all(tasks).await {
            match appended.unwrap() {
                Ok(appended) => acknowledged += i64::from(appended.stored),
                Err(error) => assert!(matches!(error, StoreError::Unavailable(_)), "{error}"),
            }
        }
        assert!(database.ping().await.is_err());
        assert!(database.append(batch(0, 1)).await.is_err());
        drop(database);
        let again = open(dir.path());
        again.ping().await.unwrap();
        check_views(&again, acknowledged).await;
    });
}
