//! The file itself: how it is identified, backed up, upgraded and read.

use askline_app::ports::{
    analytics::{AnalyticsStore, CountsQuestion},
    events::EventStore,
};
use askline_domain::{
    analytics::filter::AnalyticsFilter,
    events::{CounterKind, visit_source::VisitKind},
    shared::calendar::Day,
};
use askline_store::{
    events::sqlite::{EVENTS_FILE, EventDatabase, EventOptions},
    sqlite::OpenError,
};
use rusqlite::Connection;

use crate::{
    clock,
    contract::{all_pages, total},
    open, runtime,
    sample::*,
    small,
};

fn refused(dir: &std::path::Path) -> OpenError {
    match EventDatabase::open(dir, small(), clock()) {
        Ok(_) => panic!("it was opened"),
        Err(error) => error,
    }
}

#[test]
fn a_file_of_another_program_is_left_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(EVENTS_FILE);
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE theirs (a)").unwrap();
    let before = std::fs::read(&path).unwrap();
    assert!(matches!(refused(dir.path()), OpenError::NotAskline { .. }));
    assert_eq!(std::fs::read(&path).unwrap(), before);
    std::fs::write(&path, "not a database at all, but long enough to be read as a header of one".repeat(20)).unwrap();
    assert!(matches!(refused(dir.path()), OpenError::NotAskline { .. }));
}

#[test]
fn a_file_of_a_newer_release_is_refused_by_its_number() {
    let dir = tempfile::tempdir().unwrap();
    drop(open(dir.path()));
    let connection = Connection::open(dir.path().join(EVENTS_FILE)).unwrap();
    let known: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
    connection.pragma_update(None, "user_version", known + 7).unwrap();
    drop(connection);
    match refused(dir.path()) {
        OpenError::NewerThanBinary { found, known: says, .. } => assert_eq!((found, says), (known + 7, known)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_missing_folder_is_an_error_that_names_the_file() {
    let dir = tempfile::tempdir().unwrap();
    let error = refused(&dir.path().join("absent"));
    assert!(error.to_string().contains(EVENTS_FILE), "{error}");
}

#[test]
fn a_backup_made_during_writes_is_complete_and_consistent() {
    let dir = tempfile::tempdir().unwrap();
    let copy = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let database = std::sync::Arc::new(open(dir.path()));
        database.append((0..500).map(|n| event(n, site(1), "/", view())).collect()).await.unwrap();
        let writing = std::sync::Arc::clone(&database);
        let more = tokio::spawn(async move {
            for n in 500..700 {
                writing.append(vec![event(n, site(1), "/", view())]).await.unwrap();
            }
        });
        database.backup_into(&copy.path().join(EVENTS_FILE)).await.unwrap();
        more.await.unwrap();
        let restored = open(copy.path());
        let recount = restored.recount(site(1), TODAY).await.unwrap();
        assert!((500..=700).contains(&recount.events) && recount.differences.is_empty(), "{recount:?}");
        let views = total(&restored, site(1), CounterKind::View, &AnalyticsFilter::default()).await;
        assert_eq!(views.unsigned_abs(), recount.events);
        let repeated = restored.append((0..500).map(|n| event(n, site(1), "/", view())).collect()).await.unwrap();
        assert_eq!(repeated.repeated, 500, "the memory of repeats is part of the backup");
    });
}

/// Converts the file back to the first release's layout.
fn as_of_the_first_release(dir: &std::path::Path) {
    let connection = Connection::open(dir.join(EVENTS_FILE)).unwrap();
    connection
        .execute_batch(
            "DROP TABLE crawler_days; DROP TABLE crawler_pages; DROP TABLE crawler_lines;
             DROP TABLE log_states; DROP TABLE log_batches;
             DROP TABLE site_minutes; ALTER TABLE events DROP COLUMN hour;
             ALTER TABLE site_counters DROP COLUMN hours; ALTER TABLE page_counters DROP COLUMN hours;
             ALTER TABLE page_days DROP COLUMN phone_views; ALTER TABLE page_days DROP COLUMN tablet_views;
             ALTER TABLE page_days DROP COLUMN desktop_views;
             ALTER TABLE page_days DROP COLUMN views_without_widget;
             DROP TABLE site_days; DROP TABLE known_labels;
             ALTER TABLE pages DROP COLUMN spelling; ALTER TABLE pages DROP COLUMN canonical;
             ALTER TABLE pages DROP COLUMN first_day; ALTER TABLE pages DROP COLUMN last_day;
             ALTER TABLE sites ADD COLUMN pages INTEGER NOT NULL DEFAULT 0;
             DROP TABLE removed_ids; CREATE TABLE removed_ids (seq INTEGER PRIMARY KEY, event_id BLOB NOT NULL) STRICT;
             ALTER TABLE sealed_runs DROP COLUMN form; ALTER TABLE sealed_runs DROP COLUMN newest;
             ALTER TABLE events DROP COLUMN taken; ALTER TABLE sites DROP COLUMN identity;
             DROP TABLE counted_since; PRAGMA user_version = 1;
             DELETE FROM site_counters WHERE kind = 8; DELETE FROM page_counters WHERE kind = 8;",
        )
        .unwrap();
}

#[test]
fn a_file_of_the_first_release_counts_by_prompt_from_the_upgrade_on() {
    let dir = tempfile::tempdir().unwrap();
    let clicks =
        |from: u128| (from..from + 30).map(|n| event(n, site(1), "/", prompt_click("chatgpt", n % 3))).collect();
    runtime().block_on(async {
        open(dir.path()).append(clicks(0)).await.unwrap();
        as_of_the_first_release(dir.path());
        let database = open(dir.path());
        assert_eq!(database.recount(site(1), TODAY).await.unwrap().differences, []);
        assert_eq!(database.append(clicks(0)).await.unwrap().repeated, 30, "repeats of before the upgrade");
        database.append(clicks(30)).await.unwrap();
        drop(database);
        let database = open(dir.path());
        let none = AnalyticsFilter::default();
        assert_eq!(total(&database, site(1), CounterKind::PromptClick, &none).await, 30);
        assert_eq!(total(&database, site(1), CounterKind::AiClick, &none).await, 60);
        let recount = database.recount(site(1), TODAY).await.unwrap();
        assert_eq!((recount.events, recount.differences), (60, vec![]));
    });
}

#[test]
fn counts_from_before_hourly_counting_are_in_the_first_hour_of_their_day() {
    let dir = tempfile::tempdir().unwrap();
    let views = |from: u128| (from..from + 5).map(|n| event(n, site(1), "/", view())).collect();
    runtime().block_on(async {
        open(dir.path()).append(views(0)).await.unwrap();
        as_of_the_first_release(dir.path());
        let database = open(dir.path());
        database.append(views(10)).await.unwrap();
        let question = CountsQuestion { by_hour: true, ..CountsQuestion::by_day(CounterKind::View, window(1)) };
        for filter in [AnalyticsFilter::default(), of_page("/")] {
            let counts = ask(&database, site(1), &filter, &question).await;
            let by_hour: Vec<_> = counts.by_slot.iter().map(|row| (row.slot.hour, row.value)).collect();
            assert_eq!(by_hour, [(0, 5), (10, 5)]);
        }
    });
}

#[test]
fn what_a_file_of_the_first_release_has_counted_is_known_after_the_upgrade() {
    let dir = tempfile::tempdir().unwrap();
    let events = |from: u128| {
        let visits = (0..20).map(move |n| {
            let source = visit(VisitKind::Other, &format!("{n}.example"));
            event(from + n, site(1), &format!("/{n}"), source)
        });
        visits.collect::<Vec<_>>()
    };
    runtime().block_on(async {
        open(dir.path()).append(events(0)).await.unwrap();
        as_of_the_first_release(dir.path());
        let options = EventOptions { max_new_pages_per_day: 0, max_new_referrers_per_day: 0, ..small() };
        let database = EventDatabase::open(dir.path(), options, clock()).unwrap();
        database.append(events(100)).await.unwrap();
        database.append(vec![event(900, site(1), "/new", visit(VisitKind::Other, "new.example"))]).await.unwrap();
        let pages = database.pages(site(1), window(1), &all_pages()).await.unwrap();
        let told: Vec<_> = pages.rows.iter().map(|row| (row.path.is_some(), row.views)).collect();
        assert_eq!(told, [vec![(true, 2); 20], vec![(false, 1)]].concat());
        let none = AnalyticsFilter::default();
        let visits = counts_of(&database, site(1), CounterKind::Visit, window(1), &none).await;
        assert_eq!(visits.breakdown.iter().filter(|row| row.value == 2).count(), 20);
        assert_eq!(database.recount(site(1), TODAY).await.unwrap().differences, []);
        // Pages from before the upgrade are removed like others when they are no longer used.
        database.remove_events(&[(site(1), at(Day(TODAY.0 + 1), 0))], 1_000).await.unwrap();
        assert_eq!(database.forget_pages(&[(site(1), Day(TODAY.0 + 1))], 1_000).await.unwrap(), 20);
        assert_eq!(total(&database, site(1), CounterKind::View, &none).await, 41);
    });
}

#[test]
fn a_recount_reports_a_wrong_counter_of_a_prompt() {
    let dir = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let database = open(dir.path());
        database.append(vec![event(1, site(1), "/", prompt_click("chatgpt", 4))]).await.unwrap();
        let connection = Connection::open(dir.path().join(EVENTS_FILE)).unwrap();
        connection.execute_batch("UPDATE site_counters SET value = 5 WHERE kind = 8").unwrap();
        let differences = database.recount(site(1), TODAY).await.unwrap().differences;
        assert_eq!(differences, [(format!("prompt_click chatgpt {}", prompt(4)), 5, 1)]);
    });
}

#[test]
fn the_questions_use_their_indexes() {
    let dir = tempfile::tempdir().unwrap();
    drop(open(dir.path()));
    let connection = Connection::open(dir.path().join(EVENTS_FILE)).unwrap();
    for (question, plan) in [
        (
            "SELECT seq FROM events INDEXED BY events_by_site_day WHERE site = 1 AND day = 2 AND seq > 3 AND seq < 4 ORDER BY seq",
            "SEARCH events USING COVERING INDEX events_by_site_day (site=? AND day=? AND rowid>? AND rowid<?)",
        ),
        (
            "SELECT day, label, detail, value FROM site_counters WHERE site = 1 AND kind = 2 AND day BETWEEN 1 AND 9",
            "SEARCH site_counters USING PRIMARY KEY (site=? AND kind=? AND day>? AND day<?)",
        ),
    ] {
        let found: String =
            connection.query_row(&format!("EXPLAIN QUERY PLAN {question}"), [], |row| row.get(3)).unwrap();
        assert_eq!(found, plan);
    }
}
