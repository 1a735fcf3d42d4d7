//! What every `MonitorStore` guarantees about the findings of runs.

use askline_app::{
    monitors::finish_run,
    ports::{
        jobs::JobStore as _,
        monitors::{
            CitationFilter, CitationStore as _, CitationSums as _, MonitorStore as _, NewCitation, RunStore as _,
        },
    },
};
use askline_domain::{
    citations::{
        Citation, CitationFailure, CitationResult, MAX_RAW_ANSWER_BYTES,
        answer_reading::{AnswerReading, CitationOutcome, CitedUrl, CompetitorSighting, SourceOwner},
        summary::{AnswerCounts, CompetitorAnswers, PageCitations, RunAnswers},
    },
    engines::{Engine, answer::EngineFailureKind},
    jobs::{JobLease, JobProgress, JobState, LeaseToken},
    monitors::run::{MonitorRun, RunStatus},
    shared::{
        ids::{CitationId, Id, RunId},
        paging::PageRequest,
    },
    sites::Site,
};

use crate::{
    backend::{Backend, Metadata, on_every_backend},
    monitors::settings::MonitorChanges as _,
    monitors::{credits, run_of, start, stored_monitor, take},
    samples::{audit, later, now, remove_all},
};

on_every_backend! {
    a_citation_reads_back_as_it_was_stored,
    a_citation_is_stored_once_and_under_the_lease_alone,
    what_is_stored_of_a_run_is_not_asked_again,
    a_run_ends_once_and_pays_for_its_answers,
    a_run_without_answers_ends_as_failed_and_costs_nothing,
    a_lost_lease_ends_no_run,
    citations_go_with_their_monitor,
    a_citation_of_another_site_is_absent,
    raw_answers_are_removed_when_they_are_old,
    answers_are_summed_by_run_and_engine,
    a_run_is_compared_only_with_runs_that_the_same_rules_read,
}

/// Every citation of a site.
pub const EVERYTHING: CitationFilter = CitationFilter {
    from: jiff::Timestamp::UNIX_EPOCH,
    before: jiff::Timestamp::MAX,
    engine: None,
    monitor: None,
    cited: None,
};

/// A run whose lease this process holds.
async fn running(store: &impl Metadata) -> (Site, MonitorRun, JobLease) {
    let (site, monitor) = stored_monitor(store).await;
    let (run, job) = run_of(site.org_id, &monitor, now());
    start(store, site.org_id, &run, &job).await;
    let lease = take(store, now()).await.unwrap();
    (site, run, lease)
}

fn page(url: &str, position: u32, owner: SourceOwner) -> CitedUrl {
    let title = (position != 2).then(|| "Ein \"Titel\" ☀".to_owned());
    CitedUrl { url: url.into(), domain: "example.com".into(), title, position, owner, page_known: position != 3 }
}

pub fn answered(run: &MonitorRun, engine: Engine, sample: u8) -> Citation {
    let reading = AnswerReading {
        outcome: CitationOutcome::Cited,
        searched: true,
        mentioned: true,
        cited: true,
        consulted: false,
        position: Some(2),
        cited_urls: vec![
            page("https://rival.com/", 1, SourceOwner::Competitor),
            page("https://example.com/a?b='1'", 2, SourceOwner::Own),
            page("https://other.org/", 3, SourceOwner::Other),
        ],
        consulted_urls: vec![page("https://other.org/", 1, SourceOwner::Other)],
        competitors: vec![CompetitorSighting {
            domain: "rival.com".into(),
            mentioned: false,
            cited: true,
            position: Some(1),
        }],
        excerpt: "… Büchergarten …".into(),
        dangling_markers: 2,
        billed_queries: 3,
    };
    Citation {
        id: CitationId::new(later(2), &mut rand::rng()),
        run_id: run.id,
        monitor_id: run.monitor_id,
        site_id: run.site_id,
        query: run.plan.question.query.clone(),
        engine,
        sample,
        model: "m-1-2026".into(),
        ran_at: later(2),
        result: CitationResult::Succeeded(reading),
        reading_version: 1,
        credits_used: 3,
    }
}

pub fn unanswered(run: &MonitorRun, engine: Engine, sample: u8) -> Citation {
    let failure = CitationFailure::new(EngineFailureKind::RateLimited, "Too many.");
    Citation { result: CitationResult::Failed(failure), credits_used: 0, ..answered(run, engine, sample) }
}

async fn record(store: &impl Metadata, lease: JobLease, citation: &Citation) -> bool {
    let pages = ["/a".to_owned()];
    let pages = if citation.is_cited() { &pages[..] } else { &[] };
    let targets = std::collections::BTreeMap::new();
    let new = NewCitation { citation, pages, raw: Some("{\"ü\":1}"), targets: &targets, total: 4 };
    store.record_citation(lease, new).await.unwrap()
}

async fn all(store: &impl Metadata, site: &Site) -> Vec<Citation> {
    store.citations(site.id, &EVERYTHING, PageRequest::NEWEST).await.unwrap().items
}

async fn a_citation_reads_back_as_it_was_stored<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, run, lease) = running(store).await;
    for citation in [answered(&run, Engine::Xai, 1), unanswered(&run, Engine::Xai, 2)] {
        assert!(record(store, lease, &citation).await);
        let (stored, raw) = store.citation(site.id, citation.id).await.unwrap().unwrap();
        assert_eq!((stored, raw.unwrap().text.as_str()), (citation.clone(), "{\"ü\":1}"));
        assert!(all(store, &site).await.contains(&citation));
    }
    let long = answered(&run, Engine::OpenAi, 1);
    let body = "x".repeat(MAX_RAW_ANSWER_BYTES + 1);
    let new = NewCitation {
        citation: &long,
        pages: &[],
        raw: Some(&body),
        targets: &std::collections::BTreeMap::new(),
        total: 4,
    };
    assert!(store.record_citation(lease, new).await.unwrap());
    let raw = store.citation(site.id, long.id).await.unwrap().unwrap().1.unwrap();
    assert_eq!((raw.text.len(), raw.cut), (MAX_RAW_ANSWER_BYTES, true));
}

async fn a_citation_is_stored_once_and_under_the_lease_alone<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, run, lease) = running(store).await;
    let first = answered(&run, Engine::Xai, 1);
    let foreign = JobLease { token: LeaseToken::random(&mut rand::rng()), ..lease };
    assert!(!record(store, foreign, &first).await);
    assert_eq!(all(store, &site).await, []);
    for citation in [&first, &answered(&run, Engine::Xai, 1), &unanswered(&run, Engine::Xai, 1)] {
        assert!(record(store, lease, citation).await);
    }
    assert_eq!(all(store, &site).await, [first]);
    let job = store.job(site.org_id, lease.job).await.unwrap().unwrap();
    assert_eq!(job.progress, Some(JobProgress { done: 1, total: 4 }));
}

async fn what_is_stored_of_a_run_is_not_asked_again<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, run, lease) = running(store).await;
    record(store, lease, &answered(&run, Engine::Xai, 2)).await;
    record(store, lease, &unanswered(&run, Engine::OpenAi, 1)).await;
    let work = store.run_work(run.id).await.unwrap().unwrap();
    let mut done = work.done;
    done.sort();
    assert_eq!((work.run, done), (run, vec![(Engine::OpenAi, 1), (Engine::Xai, 2)]));
}

async fn a_run_ends_once_and_pays_for_its_answers<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, run, lease) = running(store).await;
    for citation in
        [answered(&run, Engine::Xai, 1), answered(&run, Engine::Xai, 2), unanswered(&run, Engine::OpenAi, 1)]
    {
        record(store, lease, &citation).await;
    }
    assert!(finish_run(store, lease, run.id, later(5)).await.unwrap());
    assert!(!finish_run(store, lease, run.id, later(6)).await.unwrap());
    assert!(!record(store, lease, &answered(&run, Engine::OpenAi, 2)).await);
    let ended = store.monitor(site.id, run.monitor_id).await.unwrap().unwrap().last_run.unwrap();
    let expected =
        MonitorRun { status: RunStatus::Succeeded, credits_used: 6, finished_at: Some(later(5)), ..run.clone() };
    assert_eq!(ended, expected);
    assert_eq!(credits(store, site.org_id).await, (994, 0));
    let job = store.job(site.org_id, lease.job).await.unwrap().unwrap();
    assert_eq!((job.state, job.result.unwrap()["creditsUsed"].clone()), (JobState::Succeeded, 6.into()));
    let mut answers = store.run_answers(site.id, &EVERYTHING).await.unwrap();
    answers.sort_by_key(|one| one.engine.as_str());
    let shown: Vec<_> = answers.iter().map(|one| (one.engine, one.counts.samples, one.counts.failed)).collect();
    assert_eq!(shown, [(Engine::OpenAi, 0, 1), (Engine::Xai, 2, 0)]);
    assert_eq!(store.cited_paths(site.id, now(), later(9)).await.unwrap(), [("/a".to_owned(), 2)]);
    assert_eq!(store.cited_paths(site.id, later(3), later(9)).await.unwrap(), []);
    let urls = store.cited_urls(site.id, &EVERYTHING, None, None, 2).await.unwrap();
    // The third is missing, since its page is not known.
    assert_eq!((urls.by_owner, urls.rows.len(), urls.has_more), ([2, 2, 0], 2, false));
    assert!(store.cited_urls(site.id, &EVERYTHING, None, None, 1).await.unwrap().has_more);
}

async fn a_run_without_answers_ends_as_failed_and_costs_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, run, lease) = running(store).await;
    record(store, lease, &unanswered(&run, Engine::Xai, 1)).await;
    assert!(finish_run(store, lease, run.id, later(5)).await.unwrap());
    let ended = store.monitor(site.id, run.monitor_id).await.unwrap().unwrap().last_run.unwrap();
    let job = store.job(site.org_id, lease.job).await.unwrap().unwrap();
    assert_eq!((ended.status, job.state, ended.failure), (RunStatus::Failed, JobState::Failed, job.failure));
    assert_eq!(credits(store, site.org_id).await, (1_000, 0));
}

async fn a_lost_lease_ends_no_run<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, run, lease) = running(store).await;
    record(store, lease, &answered(&run, Engine::Xai, 1)).await;
    // The lease ran out, and another worker took the job.
    let other = take(store, later(31)).await.unwrap();
    assert!(!finish_run(store, lease, run.id, later(32)).await.unwrap());
    assert!(!record(store, lease, &answered(&run, Engine::Xai, 2)).await);
    assert_eq!(credits(store, site.org_id).await, (1_000, 12));
    assert!(finish_run(store, other, run.id, later(33)).await.unwrap());
    assert_eq!(credits(store, site.org_id).await, (997, 0));
}

async fn citations_go_with_their_monitor<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, run, lease) = running(store).await;
    let citation = answered(&run, Engine::Xai, 1);
    record(store, lease, &citation).await;
    store.delete_monitor(site.id, run.monitor_id, audit(site.org_id, "monitor.deleted")).await.unwrap();
    assert_eq!((all(store, &site).await, store.citation(site.id, citation.id).await.unwrap()), (vec![], None));
    assert_eq!(store.cited_paths(site.id, now(), later(9)).await.unwrap(), []);
    // Its rows are removed in pieces.
    remove_all(store).await;
    assert_eq!(backend.number("SELECT COUNT(*) FROM citations").await, 0);
    assert_eq!(store.remove_raw_answers(later(9), 10).await.unwrap(), 0);
    // Later results are not stored, and the job ends.
    assert!(record(store, lease, &answered(&run, Engine::Xai, 2)).await);
    assert_eq!(all(store, &site).await, []);
    assert!(finish_run(store, lease, run.id, later(5)).await.unwrap());
    assert_eq!(credits(store, site.org_id).await, (1_000, 0));
}

async fn a_citation_of_another_site_is_absent<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, run, lease) = running(store).await;
    let (other, ..) = running(store).await;
    let citation = answered(&run, Engine::Xai, 1);
    record(store, lease, &citation).await;
    assert_eq!(store.citation(other.id, citation.id).await.unwrap(), None);
    assert_eq!(store.run_answers(other.id, &EVERYTHING).await.unwrap(), []);
    let by_monitor = CitationFilter { monitor: Some(run.monitor_id), ..EVERYTHING };
    assert_eq!(store.citations(other.id, &by_monitor, PageRequest::NEWEST).await.unwrap().items, []);
    assert_eq!(store.citation(run.site_id, CitationId::from_bits(1)).await.unwrap(), None);
}

async fn raw_answers_are_removed_when_they_are_old<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, run, lease) = running(store).await;
    let citations = [(Engine::Xai, 1), (Engine::Xai, 2), (Engine::OpenAi, 1)].map(|(e, n)| answered(&run, e, n));
    for citation in &citations {
        record(store, lease, citation).await;
    }
    assert_eq!(store.remove_raw_answers(later(2), 10).await.unwrap(), 0);
    assert_eq!(store.remove_raw_answers(later(3), 2).await.unwrap(), 2);
    assert_eq!(store.remove_raw_answers(later(3), 2).await.unwrap(), 1);
    assert_eq!(store.citation(site.id, citations[0].id).await.unwrap(), Some((citations[0].clone(), None)));
}

async fn answers_are_summed_by_run_and_engine<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, run, lease) = running(store).await;
    for citation in
        [answered(&run, Engine::Xai, 1), answered(&run, Engine::Xai, 2), unanswered(&run, Engine::OpenAi, 1)]
    {
        record(store, lease, &citation).await;
    }
    let found = store.run_answers(site.id, &EVERYTHING).await.unwrap();
    let shown: Vec<_> = found.iter().map(|one| (one.run, one.monitor, one.engine, one.counts)).collect();
    let failed = AnswerCounts { failed: 1, ..AnswerCounts::default() };
    let of_xai = found.iter().find(|one| one.engine == Engine::Xai).unwrap().counts;
    assert_eq!((of_xai.samples, of_xai.cited, of_xai.credits), (2, 2, 6));
    let (openai, xai) =
        ((run.id, run.monitor_id, Engine::OpenAi, failed), (run.id, run.monitor_id, Engine::Xai, of_xai));
    assert!(shown == [openai, xai] || shown == [xai, openai], "{shown:?}");
    let only_xai = CitationFilter { engine: Some(Engine::Xai), monitor: Some(run.monitor_id), ..EVERYTHING };
    let engines = |found: &[RunAnswers]| found.iter().map(|one| one.engine).collect::<Vec<_>>();
    assert_eq!(engines(&store.run_answers(site.id, &only_xai).await.unwrap()), [Engine::Xai]);
    let later_on = CitationFilter { from: later(3), ..EVERYTHING };
    assert_eq!(store.run_answers(site.id, &later_on).await.unwrap(), []);
    let other = CitationFilter { monitor: Some(Id::from_bits(1)), ..EVERYTHING };
    assert_eq!(store.run_answers(site.id, &other).await.unwrap(), []);
    let rivals = store.competitor_answers(site.id, &EVERYTHING).await.unwrap();
    let counts =
        AnswerCounts { samples: 2, cited: 2, competitors_cited: 2, position_sum: 2, ..AnswerCounts::default() };
    let of_run = RunAnswers { counts, ..*found.iter().find(|one| one.engine == Engine::Xai).unwrap() };
    assert_eq!(rivals, [CompetitorAnswers { domain: "rival.com".into(), answers: of_run }]);
    assert_eq!(store.competitor_answers(site.id, &only_xai).await.unwrap(), rivals);
    assert_eq!(store.competitor_answers(site.id, &other).await.unwrap(), []);
    let paths = ["/a".to_owned(), "/none".to_owned()];
    let of_page = PageCitations { path: "/a".into(), run: run.id, cited: 2 };
    assert_eq!(store.page_citations(site.id, &EVERYTHING, &paths).await.unwrap(), [of_page]);
    assert_eq!(store.page_citations(site.id, &EVERYTHING, &[]).await.unwrap(), []);
    let citing = store.citing_answers(site.id, &EVERYTHING, "/a").await.unwrap();
    let [one] = &citing[..] else { panic!("{citing:?}") };
    assert_eq!((one.monitor, one.engine, one.citations), (run.monitor_id, Engine::Xai, 2));
    let settings = store.monitor(site.id, run.monitor_id).await.unwrap().unwrap().monitor.settings;
    assert_eq!(one.query, settings.query);
    assert_eq!(store.citing_answers(site.id, &only_xai, "/a").await.unwrap(), citing);
    for (filter, path) in [(EVERYTHING, "/none"), (other, "/a"), (later_on, "/a")] {
        assert_eq!(store.citing_answers(site.id, &filter, path).await.unwrap(), [], "{filter:?} {path}");
    }
}

async fn a_run_is_compared_only_with_runs_that_the_same_rules_read<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, monitor) = stored_monitor(store).await;
    let mut previous = vec![];
    for (second, reading_version) in [(0, 1), (10, 1), (20, 2), (30, 2), (40, 1)] {
        let (run, job) = run_of(site.org_id, &monitor, later(second));
        start(store, site.org_id, &run, &job).await;
        let lease = take(store, later(second)).await.unwrap();
        record(store, lease, &Citation { reading_version, ..answered(&run, Engine::Xai, 1) }).await;
        assert!(finish_run(store, lease, run.id, later(second + 5)).await.unwrap());
        let ended = store.monitor(site.id, monitor.id).await.unwrap().unwrap().last_run.unwrap();
        previous.push((run.id, ended.changes.first().map(|change| change.previous_run_id)));
    }
    let runs: Vec<RunId> = previous.iter().map(|(run, _)| *run).collect();
    let compared_with: Vec<Option<RunId>> = previous.iter().map(|(_, previous)| *previous).collect();
    assert_eq!(compared_with, [None, Some(runs[0]), None, Some(runs[2]), Some(runs[1])]);
    let versions: Vec<u16> =
        store.run_answers(site.id, &EVERYTHING).await.unwrap().iter().map(|one| one.reading_version).collect();
    assert_eq!(versions, [1, 1, 2, 2, 1]);
}
