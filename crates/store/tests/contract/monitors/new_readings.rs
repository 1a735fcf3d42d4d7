//! What every store guarantees about answers that a new version of the rules reads again.

use std::collections::BTreeMap;

use askline_app::{
    monitors::finish_run,
    new_readings::{StoredResponse, read_next_run_again},
    ports::monitors::{
        CitationChangeStore as _, CitationStore as _, CitationSums as _, MonitorStore as _, NewCitation,
        new_readings::{AnswerReadings as _, NewReading, RawAnswerToRead},
    },
};
use askline_domain::{
    citations::{Citation, MAX_RAW_ANSWER_BYTES, answer_reading::CitationOutcome, found_changes::ChangesBefore},
    engines::{
        Engine,
        answer::{EngineAnswer, EngineSource},
    },
    jobs::JobLease,
    monitors::{Monitor, run::MonitorRun},
    shared::{
        ids::{CitationId, Id as _},
        paging::PageRequest,
    },
    sites::Site,
};

use super::citations::{EVERYTHING, answered, unanswered};
use crate::{
    backend::{Backend, Metadata, on_every_backend},
    monitors::{run_of, start, stored_monitor, take},
    samples::later,
};

on_every_backend! {
    answers_are_read_again_run_by_run_and_earlier_ones_count_as_read_if_no_outcome_changed,
    what_cannot_be_read_again_keeps_its_reading_and_is_tried_once,
    answers_of_a_run_in_progress_are_read_again_after_its_end,
}

/// A response in which the engine cites the site, and one in which it does not.
const CITES: &str = r#"{"cites":true}"#;
const SILENT: &str = r#"{"cites":false}"#;

/// The rules of version 2: they read a response as it is, whatever was read before.
fn second_version(stored: StoredResponse<'_>) -> Option<EngineAnswer> {
    let page = |url: &str| EngineSource { url: url.to_owned(), title: None, page_known: true };
    let is_readable = stored.body == CITES || stored.body == SILENT;
    is_readable.then(|| EngineAnswer {
        dangling_markers: 0,
        billed_queries: 0,
        model: stored.model.to_owned(),
        text: String::new(),
        searched: true,
        queries: vec![],
        cited: if stored.body == CITES { vec![page("https://example.com/new")] } else { vec![] },
        consulted: vec![],
        targets: BTreeMap::new(),
        raw: String::new(),
    })
}

async fn begun(store: &impl Metadata, site: &Site, monitor: &Monitor, second: u64) -> (MonitorRun, JobLease) {
    let (run, job) = run_of(site.org_id, monitor, later(second));
    start(store, site.org_id, &run, &job).await;
    (run, take(store, later(second)).await.unwrap())
}

async fn record(store: &impl Metadata, lease: JobLease, citation: &Citation, body: &str) {
    let targets = BTreeMap::from([("https://redirect.example/1".to_owned(), "https://example.com/a".to_owned())]);
    let pages = ["/a".to_owned()];
    let new = NewCitation { citation, pages: &pages, raw: Some(body), targets: &targets, total: 4 };
    assert!(store.record_citation(lease, new).await.unwrap());
}

/// A run that has ended: the first version of the rules read both engines' answers as citing the site.
async fn ended(store: &impl Metadata, site: &Site, monitor: &Monitor, second: u64) -> MonitorRun {
    let (run, lease) = begun(store, site, monitor, second).await;
    for (engine, body) in [(Engine::Xai, CITES), (Engine::OpenAi, SILENT)] {
        let ran_at = later(second + 2);
        // Runs are read again in the order of their answers' ids.
        let id = CitationId::new(ran_at, &mut rand::rng());
        let citation = Citation { id, ran_at, ..answered(&run, engine, 1) };
        record(store, lease, &citation, body).await;
    }
    assert!(finish_run(store, lease, run.id, later(second + 5)).await.unwrap());
    run
}

/// A reading that says something else.
fn again_as_other(answer: &RawAnswerToRead) -> NewReading {
    let reading = answer.citation.reading().unwrap().clone();
    NewReading {
        citation: answer.citation.id,
        engine: answer.citation.engine,
        from_version: 1,
        reading: Some((reading, vec![])),
        has_new_outcome: true,
    }
}

/// The versions as which the answers of an engine count, oldest first, with the number of them that cite the site.
async fn counted(store: &impl Metadata, site: &Site, engine: Engine) -> Vec<(u16, u64)> {
    let of_engine = store.run_answers(site.id, &EVERYTHING).await.unwrap();
    of_engine.iter().filter(|one| one.engine == engine).map(|one| (one.reading_version, one.counts.cited)).collect()
}

async fn answers_are_read_again_run_by_run_and_earlier_ones_count_as_read_if_no_outcome_changed<B: Backend>(
    backend: &B,
) {
    let store = backend.store();
    let (site, monitor) = stored_monitor(store).await;
    for second in [0, 10, 20] {
        ended(store, &site, &monitor, second).await;
    }
    // The responses of the first run are too old to be kept.
    assert_eq!(store.remove_raw_answers(later(9), 10).await.unwrap(), 2);
    let to_read = store.run_to_read_again(2).await.unwrap().unwrap();
    let targets = to_read.answers[0].targets.clone().unwrap();
    assert_eq!((to_read.answers.len(), targets["https://redirect.example/1"].as_str()), (2, "https://example.com/a"));
    assert!(store.run_to_read_again(1).await.unwrap().is_none());

    // Interrupted after one run: no version counts as another one.
    assert!(read_next_run_again(store, 2, second_version).await.unwrap());
    assert_eq!(counted(store, &site, Engine::Xai).await, [(1, 1), (2, 1), (1, 1)]);
    assert_eq!(counted(store, &site, Engine::OpenAi).await, [(1, 1), (2, 0), (1, 1)]);
    // Another server, which had read the same run, stores nothing.
    let again: Vec<NewReading> = to_read.answers.iter().map(again_as_other).collect();
    store.store_new_readings(&to_read, 2, &again).await.unwrap();
    assert_eq!(counted(store, &site, Engine::OpenAi).await, [(1, 1), (2, 0), (1, 1)]);
    while read_next_run_again(store, 2, second_version).await.unwrap() {}
    assert_eq!(counted(store, &site, Engine::Xai).await, [(2, 1), (2, 1), (2, 1)]);
    assert_eq!(counted(store, &site, Engine::OpenAi).await, [(1, 1), (2, 0), (2, 0)]);

    // Answers, pages and sums are those of the new reading.
    let stored = store.citations(site.id, &EVERYTHING, PageRequest::NEWEST).await.unwrap().items;
    // Ids of the same millisecond have no order.
    let of_engine = stored.iter().filter(|one| one.engine == Engine::OpenAi);
    let latest = of_engine.max_by_key(|one| one.ran_at).unwrap();
    let reading = latest.reading().unwrap();
    assert_eq!((latest.reading_version, reading.outcome, reading.cited_urls.len()), (2, CitationOutcome::Absent, 0));
    assert_eq!((reading.dangling_markers, reading.billed_queries), (0, 0), "the first reading had two and three");
    let cited = store.cited_paths(site.id, later(0), later(99)).await.unwrap();
    assert_eq!(cited, [("/a".to_owned(), 2), ("/new".to_owned(), 2)]);

    // Runs of the new version are compared with those that count as read by it.
    let (run, lease) = begun(store, &site, &monitor, 30).await;
    for engine in [Engine::Xai, Engine::OpenAi] {
        let citation = Citation { reading_version: 2, ran_at: later(32), ..answered(&run, engine, 1) };
        record(store, lease, &citation, CITES).await;
    }
    let ChangesBefore { of_question, .. } = store.changes_before(&run, later(33)).await.unwrap();
    let versions = |engine| {
        let of_engine = of_question.iter().filter(|one| one.engine == engine);
        of_engine.map(|one| one.version).collect::<std::collections::BTreeSet<_>>().len()
    };
    assert_eq!((versions(Engine::Xai), versions(Engine::OpenAi)), (1, 2));
    assert!(finish_run(store, lease, run.id, later(35)).await.unwrap());
    let changes = store.monitor(site.id, monitor.id).await.unwrap().unwrap().last_run.unwrap().changes;
    let since = |engine| changes.iter().find(|one| one.engine == engine).unwrap().new_reading_since;
    assert_eq!((since(Engine::Xai), since(Engine::OpenAi)), (None, Some(later(12))));
}

async fn what_cannot_be_read_again_keeps_its_reading_and_is_tried_once<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, monitor) = stored_monitor(store).await;
    let (run, lease) = begun(store, &site, &monitor, 0).await;
    let cut = format!("{CITES}{}", " ".repeat(MAX_RAW_ANSWER_BYTES));
    let citations = [
        (answered(&run, Engine::Xai, 1), cut.as_str()),
        (answered(&run, Engine::Xai, 2), "not readable by the new rules"),
        (unanswered(&run, Engine::Xai, 3), CITES),
    ];
    for (citation, body) in &citations {
        record(store, lease, citation, body).await;
    }
    assert!(finish_run(store, lease, run.id, later(5)).await.unwrap());
    assert!(read_next_run_again(store, 2, second_version).await.unwrap());
    assert!(!read_next_run_again(store, 2, second_version).await.unwrap());
    for (citation, _) in &citations {
        assert_eq!(store.citation(site.id, citation.id).await.unwrap().unwrap().0, *citation);
    }
    assert_eq!(counted(store, &site, Engine::Xai).await, [(1, 2)]);
}

async fn answers_of_a_run_in_progress_are_read_again_after_its_end<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, monitor) = stored_monitor(store).await;
    ended(store, &site, &monitor, 0).await;
    let (run, lease) = begun(store, &site, &monitor, 10).await;
    let early = Citation { ran_at: later(11), ..answered(&run, Engine::Xai, 1) };
    record(store, lease, &early, CITES).await;
    assert!(read_next_run_again(store, 2, second_version).await.unwrap());
    assert!(!read_next_run_again(store, 2, second_version).await.unwrap());
    assert_eq!(store.citation(site.id, early.id).await.unwrap().unwrap().0.reading_version, 1);
    assert!(finish_run(store, lease, run.id, later(15)).await.unwrap());
    assert!(read_next_run_again(store, 2, second_version).await.unwrap());
    assert_eq!(counted(store, &site, Engine::Xai).await, [(2, 1), (2, 1)]);
}
