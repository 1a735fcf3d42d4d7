//! What the end of a run costs a site with 500 cells.
//!
//! Each cell has 90 days of daily runs.

use std::{collections::BTreeMap, time::Instant};

use askline_app::{
    monitors::finish_run,
    ports::{
        monitors::{CitationChangeStore as _, CitationStore as _, NewCitation},
        whole_stores::Database as _,
    },
};
use askline_domain::engines::Engine;

use super::citations::answered;
use crate::{
    backend::{Backend as _, Sqlite},
    monitors::{run_of, start, stored_monitor, take},
    samples::later,
};

const QUESTIONS: u32 = 100;
const DAYS: u32 = 90;

/// 100 questions that five engines answered each day: about 30% of the answers cite the site.
async fn fill(backend: &Sqlite, site: &str, now_ms: i64) {
    let numbers =
        |count: u32| format!("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})");
    let of_question = format!("'mon_' || printf('%026d', i % {QUESTIONS})");
    let question = r#"{"query":"Who?","region":null,"language":null,"competitors":[],"samples":1}"#;
    let at = format!("({now_ms} - 86400000 * ({DAYS} - (i - 1) / {QUESTIONS}))");
    let runs = QUESTIONS * DAYS;
    let engines: Vec<String> = Engine::EVERY.iter().map(|engine| format!("('{engine}')")).collect();
    for statement in [
        format!(
            "{} INSERT INTO monitors (id, site_id, query, engines, cadence, samples_per_run, competitors, enabled, created_ms, updated_ms) \
             SELECT {of_question}, '{site}', 'Who?', '[]', 'manual', 1, '[]', 1, i, i FROM n",
            numbers(QUESTIONS)
        ),
        format!(
            "{} INSERT INTO monitor_runs (id, monitor_id, site_id, started_by, question, engines, status, credits_reserved, credits_used, \
             started_ms, finished_ms) SELECT 'run_' || printf('%026d', i), {of_question}, '{site}', 'schedule', '{question}', '[]', \
             'succeeded', 0, 0, {at}, {at} FROM n",
            numbers(runs)
        ),
        format!(
            "{} INSERT INTO answer_sums (site_id, slot_ms, run_id, engine, reading_version, monitor_id, first_ms, samples, failed, \
             unsearched, cited, consulted_only, mentioned, competitors_cited, position_sum, credits) \
             SELECT '{site}', {at} / 900000 * 900000, 'run_' || printf('%026d', i), e.column1, 1, {of_question}, {at}, 1, 0, 0, \
             (i * 7919 / 13) % 10 < 3, 0, 0, 0, 0, 0 FROM n, (VALUES {}) e",
            numbers(runs),
            engines.join(", ")
        ),
    ] {
        backend.tamper(&statement).await;
    }
}

#[tokio::test]
async fn the_end_of_a_run_reads_the_answers_of_its_site_once() {
    let backend = Sqlite::empty().await;
    let store = backend.store();
    let (site, monitor) = stored_monitor(store).await;
    fill(&backend, &site.id.to_string(), later(0).as_millisecond()).await;
    let (run, job) = run_of(site.org_id, &monitor, later(0));
    start(store, site.org_id, &run, &job).await;
    let lease = take(store, later(0)).await.unwrap();
    for engine in Engine::EVERY {
        let citation = answered(&run, engine, 1);
        let new = NewCitation { citation: &citation, pages: &[], raw: None, targets: &BTreeMap::new(), total: 5 };
        assert!(store.record_citation(lease, new).await.unwrap());
    }
    let ran = || store.instructions().unwrap();
    let before = ran();
    let answers = store.changes_before(&run, later(3)).await.unwrap().of_site.len();
    let to_read = ran() - before;
    let begun = Instant::now();
    assert!(finish_run(store, lease, run.id, later(3)).await.unwrap());
    let all = ran() - before - to_read;
    println!(
        "{} cells: {answers} sums read with {to_read} instructions; the end of a run takes {all} and {} ms",
        QUESTIONS * 5,
        begun.elapsed().as_millis()
    );
    assert_eq!(answers, (QUESTIONS * DAYS * 5 + 5) as usize);
    assert!(all < to_read + to_read / 10, "{all} instructions, {to_read} of them to read the history");
}
