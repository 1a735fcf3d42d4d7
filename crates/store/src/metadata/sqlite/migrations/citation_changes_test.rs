//! The step `citation_changes` on a database of the previous release.
//!
//! Changes that were stored with runs become rows.

use askline_app::ports::monitors::{ChangeFilter, CitationChangeStore as _};
use askline_domain::{
    citations::citation_change::{ChangeDirection, ChangeNote, ChangeStrength, CitationChange},
    shared::{
        ids::{MonitorId, SiteId},
        paging::PageRequest,
    },
};
use jiff::Timestamp;
use serde_json::json;
use sqlx::{Connection as _, migrate::Migrator, sqlite::SqliteConnectOptions};

use super::{MIGRATIONS, STEPS};
use crate::metadata::MetadataStore;

const STEP: &str = "citation_changes";
const ORG: &str = "org_01j00000000000000000000001";
const SITE: &str = "site_01j00000000000000000000001";
const MONITOR: &str = "mon_01j00000000000000000000001";

fn run(number: u8) -> String {
    format!("run_01j000000000000000000000{number}0")
}

/// A change as earlier releases stored it with each run: with the one that made it clear, and with later ones.
fn change(direction: &str, from: u8, clear: u8, evidence: f64, is_new: bool) -> serde_json::Value {
    json!([{
        "engine": "perplexity", "previousRunId": run(1), "samples": 1, "citedCount": 1, "previousSamples": 1,
        "previousCitedCount": 0, "different": true, "method": "betting_by_run", "watchedFromRunId": run(from),
        "change": { "direction": direction, "clearSince": "2026-01-01T00:00:00.000Z", "clearSinceRunId": run(clear),
            "fromRunId": run(from), "rateBefore": 0.25, "rateAfter": 1.0, "evidence": evidence, "isNew": is_new },
    }])
}

/// Five runs: a rise becomes clear with the third, a fall with the fifth.
fn rows() -> Vec<String> {
    let mut rows = vec![
        "PRAGMA application_id = 0x41534B4C".to_owned(),
        "PRAGMA foreign_keys = OFF".to_owned(),
        format!("INSERT INTO organizations (id, name, slug, plan, created_ms) VALUES ('{ORG}', 'o', 'o', 'pro', 1)"),
        format!(
            "INSERT INTO sites (id, org_id, name, domain, allowed_origins, timezone, created_ms, updated_ms) \
             VALUES ('{SITE}', '{ORG}', 's', 'example.com', '[]', 'UTC', 1, 1)"
        ),
        format!(
            "INSERT INTO monitors (id, site_id, query, engines, cadence, samples_per_run, competitors, enabled, updated_ms, created_ms) \
             VALUES ('{MONITOR}', '{SITE}', 'Which?', '[\"perplexity\"]', 'daily', 1, '[]', 1, 1, 1)"
        ),
    ];
    let empty = json!([]);
    let changes = [
        empty.clone(),
        empty,
        change("up", 2, 3, 250_000.0, true),
        change("up", 2, 3, 300_000.0, false),
        change("down", 4, 5, 1_000.0, false),
    ];
    for (number, changes) in (1_u8..).zip(changes) {
        let (id, at) = (run(number), u32::from(number) * 10);
        rows.push(format!(
            "INSERT INTO monitor_runs (id, monitor_id, site_id, started_by, question, engines, status, credits_reserved, \
             credits_used, started_ms, finished_ms, changes) VALUES ('{id}', '{MONITOR}', '{SITE}', 'schedule', \
             '{{\"query\":\"Which?\"}}', '[]', 'succeeded', 0, 0, {at}, {at} + 5, '{changes}')"
        ));
        rows.push(format!(
            "INSERT INTO answer_sums (site_id, slot_ms, run_id, engine, reading_version, monitor_id, first_ms, samples, failed, \
             unsearched, cited, consulted_only, mentioned, competitors_cited, position_sum, credits) \
             VALUES ('{SITE}', 0, '{id}', 'perplexity', 2, '{MONITOR}', {at}, 2, 0, 0, {}, 0, 0, 0, 0, 0)",
            number % 2
        ));
    }
    rows
}

#[tokio::test]
async fn changes_that_were_stored_with_runs_become_rows_with_their_answers_and_their_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = SqliteConnectOptions::new().filename(folder.path().join("metadata.db")).create_if_missing(true);
    let mut connection = sqlx::SqliteConnection::connect_with(&options).await.expect("a database");
    let number = STEPS.0.iter().find(|(_, name, _)| *name == STEP).expect("the step").0;
    let earlier = MIGRATIONS.iter().filter(|migration| migration.version < number).cloned().collect();
    Migrator::with_migrations(earlier).run(&mut connection).await.expect("the earlier steps");
    for row in rows() {
        sqlx::raw_sql(sqlx::AssertSqlSafe(row)).execute(&mut connection).await.expect("a row");
    }
    drop(connection);

    let store = MetadataStore::open(folder.path()).await.expect("it is upgraded");
    let (site, monitor): (SiteId, MonitorId) = (SITE.parse().expect("an id"), MONITOR.parse().expect("an id"));
    let at = |ms| Timestamp::from_millisecond(ms).expect("a time");
    let page =
        store.citation_changes(site, &ChangeFilter::default(), PageRequest::NEWEST, at(60)).await.expect("changes");
    let [fall, rise]: [CitationChange; 2] = page.items.try_into().expect("two changes");
    assert_eq!((rise.monitor_id, rise.query.as_deref()), (Some(monitor), Some("Which?")));
    assert_eq!((rise.direction, fall.direction), (ChangeDirection::Rise, ChangeDirection::Fall));
    assert_eq!((rise.first_run_at, rise.clear_at, rise.ended_at), (at(20), at(35), Some(at(55))));
    assert_eq!((fall.clear_at, fall.ended_at), (at(55), None));
    assert_eq!((rise.before.samples, rise.before.cited_count, rise.before.rate), (2, 1, 0.25));
    assert_eq!((rise.after.samples, rise.after.cited_count, rise.after.rate), (4, 1, 1.0));
    assert_eq!((rise.strength, fall.strength), (ChangeStrength::VerySure, ChangeStrength::Sure));
    assert_eq!((rise.note, fall.note), (None, Some(ChangeNote::ClearBeforeUpgrade)));
    assert_eq!((rise.reading_version, rise.is_current, fall.is_current), (2, false, true));
    assert_eq!(store.current_changes(&[site], at(60)).await.expect("changes"), [fall]);
}
