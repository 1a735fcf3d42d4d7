//! An upgrade of PostgreSQL changes both stores or neither, without a limit of time.

use std::time::Duration;

use askline_store::{
    metadata::postgres::connect_metadata,
    postgres::{ConnectError, FailedStep, PostgresOptions, UPGRADE_WAIT},
    sealing::SealingKey,
};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

use super::Postgres;
use crate::backend::Backend as _;

/// Undoes the last steps of the events and an earlier one of the metadata, all of which only add something.
const EARLIER: &str = "ALTER TABLE citation_urls DROP COLUMN page_known;
    DELETE FROM _sqlx_migrations WHERE version = 7;
    DROP TABLE event_page_weeks, event_crawler_days, event_crawler_pages, event_crawler_lines, event_log_states,
        event_log_batches;
    ALTER TABLE event_page_raises RENAME COLUMN additions TO raises;
    ALTER TABLE event_pages DROP COLUMN spelling, DROP COLUMN canonical;
    DELETE FROM _sqlx_event_migrations WHERE version IN (7, 8, 9, 10, 11);
    UPDATE layouts SET readable_from = 6 WHERE name = 'events'";
/// The layout that these databases have: the steps that are missing, and which releases can read the events.
const LAYOUT: &str = "SELECT (SELECT count(*) FROM _sqlx_migrations WHERE version = 7) * 100
    + (SELECT count(*) FROM _sqlx_event_migrations WHERE version = 7) * 10
    + (SELECT readable_from FROM layouts WHERE name = 'events')";
const EARLIER_LAYOUT: i64 = 6;
const NEW_LAYOUT: i64 = 118;
/// The lock under which migrations are applied.
const UPGRADING: &str = "SELECT pg_advisory_xact_lock(x'41534b4c73746570'::bit(64)::bigint)";

async fn earlier() -> Postgres {
    let backend = Postgres::empty().await;
    backend.tamper(EARLIER).await;
    assert_eq!(backend.number(LAYOUT).await, EARLIER_LAYOUT);
    backend
}

async fn upgrade(backend: &Postgres, upgrade_wait: Duration) -> Result<(), ConnectError> {
    let options = PostgresOptions { upgrade_wait, ..backend.options.clone() };
    connect_metadata(&options, SealingKey::of_folder(backend.keys.path())).await.map(drop)
}

/// Runs `body` at the beginning of each statement of the next upgrades that alters a table.
async fn at_each_change_of_a_table(backend: &Postgres, body: &str) {
    let trigger = format!(
        "CREATE FUNCTION at_change() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN IF tg_tag = 'ALTER TABLE' THEN {body} END IF; END $$;
         CREATE EVENT TRIGGER at_change ON ddl_command_start EXECUTE FUNCTION at_change()"
    );
    backend.tamper(&trigger).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_step_that_fails_leaves_both_stores_as_they_were_and_the_error_names_it() {
    let backend = earlier().await;
    backend.tamper("CREATE TABLE event_page_weeks (x INTEGER)").await;
    let error = upgrade(&backend, UPGRADE_WAIT).await.unwrap_err();
    let step = FailedStep { number: 7, name: "page_weeks".into(), tables: "events" };
    assert!(matches!(&error, ConnectError::StepFailed { step: failed, .. } if *failed == step), "{error}");
    assert!(error.to_string().contains("Nothing was changed"), "{error}");
    assert_eq!(backend.number(LAYOUT).await, EARLIER_LAYOUT);
    backend.tamper("DROP TABLE event_page_weeks").await;
    upgrade(&backend, UPGRADE_WAIT).await.unwrap();
    assert_eq!(backend.number(LAYOUT).await, NEW_LAYOUT);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_step_has_a_limit_of_time() {
    let backend = earlier().await;
    // The limits of requests, which each connection asks for, do not hold here.
    let limits = "IF EXISTS (SELECT FROM pg_settings WHERE name IN ('statement_timeout', 'transaction_timeout') AND setting <> '0')
        THEN RAISE 'a step has a limit of time'; END IF;";
    at_each_change_of_a_table(&backend, limits).await;
    let refused = sqlx::raw_sql("SET statement_timeout = 1000; ALTER TABLE sites ADD COLUMN x INTEGER");
    let mut other = PgConnection::connect(&backend.options.url).await.unwrap();
    assert!(refused.execute(&mut other).await.is_err(), "the check finds a limit");
    upgrade(&backend, UPGRADE_WAIT).await.unwrap();
    assert_eq!(backend.number(LAYOUT).await, NEW_LAYOUT);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_upgrade_without_room_on_the_disk_says_so_and_changes_nothing() {
    let backend = earlier().await;
    let full = "RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';";
    at_each_change_of_a_table(&backend, full).await;
    let error = upgrade(&backend, UPGRADE_WAIT).await.unwrap_err().to_string();
    assert!(error.contains("has no room for it (could not extend file: No space left on device)"), "{error}");
    assert!(error.contains("Nothing was changed"), "{error}");
    assert_eq!(backend.number(LAYOUT).await, EARLIER_LAYOUT);
    backend.tamper("DROP EVENT TRIGGER at_change").await;
    upgrade(&backend, UPGRADE_WAIT).await.unwrap();
    assert_eq!(backend.number(LAYOUT).await, NEW_LAYOUT);
}

/// Makes each alteration of a table wait for a lock that the returned connection holds.
async fn wait_at_each_change_of_a_table(backend: &Postgres) -> PgConnection {
    let mut holding = PgConnection::connect(&backend.options.url).await.unwrap();
    sqlx::raw_sql("SELECT pg_advisory_lock(7)").execute(&mut holding).await.unwrap();
    at_each_change_of_a_table(backend, "PERFORM pg_advisory_xact_lock(7);").await;
    holding
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_upgrade_that_is_ended_from_outside_says_so_and_changes_nothing() {
    for (ending, words) in [("pg_cancel_backend", "longer than a limit"), ("pg_terminate_backend", "the connection")] {
        let backend = earlier().await;
        let holding = wait_at_each_change_of_a_table(&backend).await;
        let upgrading = upgrade(&backend, UPGRADE_WAIT);
        let ended = format!(
            "SELECT count(*) FROM (SELECT {ending}(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND wait_event = 'advisory') ended"
        );
        let until_ended = askline_stand_in::until("the step has begun", async || backend.number(&ended).await > 0);
        let (error, ()) = tokio::join!(upgrading, until_ended);
        let error = error.unwrap_err().to_string();
        assert!(error.contains(words) && error.contains("of the metadata ended after"), "{error}");
        assert_eq!(backend.number(LAYOUT).await, EARLIER_LAYOUT, "{ending}");
        holding.close().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_starts_during_an_upgrade_waits_and_then_says_who_it_waits_for() {
    let backend = earlier().await;
    let mut other = PgConnection::connect(&backend.options.url).await.unwrap();
    let holding = format!("BEGIN; {UPGRADING}");
    sqlx::raw_sql(AssertSqlSafe(holding)).execute(&mut other).await.unwrap();
    let error = upgrade(&backend, Duration::from_secs(1)).await.unwrap_err();
    assert!(matches!(error, ConnectError::UpgradeElsewhere { seconds: 1, .. }), "{error}");
    assert_eq!(backend.number(LAYOUT).await, EARLIER_LAYOUT);
    // One that waits longer goes on as soon as the other has ended.
    let waits = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    let until_it_waits = async {
        askline_stand_in::until("it waits", async || backend.number(waits).await > 0).await;
        other.close().await.unwrap();
    };
    let (upgraded, ()) = tokio::join!(upgrade(&backend, UPGRADE_WAIT), until_it_waits);
    upgraded.unwrap();
    assert_eq!(backend.number(LAYOUT).await, NEW_LAYOUT);
}

mod long {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    #[ignore = "long: takes more time than every limit of requests"]
    async fn a_step_that_takes_longer_than_every_limit_of_requests_ends() {
        let backend = earlier().await;
        let holding = wait_at_each_change_of_a_table(&backend).await;
        // Requests end after 35 s at the latest.
        let waits =
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'
            AND clock_timestamp() - query_start > interval '40 s'";
        let until_it_was_long = async {
            askline_stand_in::until("it takes 40 s", async || backend.number(waits).await > 0).await;
            holding.close().await.unwrap();
        };
        let (upgraded, ()) = tokio::join!(upgrade(&backend, UPGRADE_WAIT), until_it_was_long);
        upgraded.unwrap();
        assert_eq!(backend.number(LAYOUT).await, NEW_LAYOUT);
    }
}
