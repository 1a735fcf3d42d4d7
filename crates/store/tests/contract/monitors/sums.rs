//! The sums over answers equal what the stored answers say.

use std::collections::BTreeMap;

use askline_app::ports::monitors::{CitationFilter, CitationSums as _, NewCitation};
use askline_domain::{
    citations::{
        Citation, CitationFailure, CitationResult,
        answer_reading::{AnswerReading, CitationOutcome, CitedUrl, SourceOwner},
    },
    engines::{Engine, answer::EngineFailureKind},
    jobs::JobLease,
    monitors::{Monitor, run::MonitorRun},
    shared::{
        ids::{CitationId, Id, MonitorId},
        paging::{MAX_PAGE_ROWS, PageRequest},
    },
    sites::Site,
};
use jiff::Timestamp;
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};

use super::citations::EVERYTHING;
use crate::{
    backend::{Backend, Metadata, on_every_backend},
    monitors::settings::MonitorChanges as _,
    monitors::{create, monitor, run_of, start, take},
    samples::{audit, later, now, remove_all},
    sites::stored::stored_site,
};

on_every_backend! {
    sums_equal_what_the_stored_answers_say,
    answers_of_an_earlier_release_are_added_when_the_database_is_opened,
    a_new_reading_of_stored_answers_counts_after_a_recount,
}

const OWNERS: [SourceOwner; 3] = [SourceOwner::Own, SourceOwner::Competitor, SourceOwner::Other];

/// A run of a new monitor, whose lease this process holds.
async fn new_run(store: &impl Metadata, site: &Site) -> (Monitor, MonitorRun, JobLease) {
    let monitor = monitor(site.id);
    create(store, &monitor).await;
    let (run, job) = run_of(site.org_id, &monitor, now());
    start(store, site.org_id, &run, &job).await;
    (monitor, run, take(store, now()).await.unwrap())
}

/// An answer with random sources, at a random second of six hours, or a failure.
fn random_answer(run: &MonitorRun, engine: Engine, sample: u8, rng: &mut StdRng) -> Citation {
    let ran_at = later(rng.random_range(0..6 * 3_600));
    let sources = (1..=rng.random_range(0..5_u32)).map(|position| {
        let owner = OWNERS[rng.random_range(0..3)];
        CitedUrl {
            url: format!("https://{}.example/{position}", owner.as_str()),
            domain: format!("{}.example", owner.as_str()),
            title: rng.random_bool(0.5).then(|| format!("Title {}", rng.random_range(0..3))),
            position,
            owner,
            page_known: rng.random_bool(0.9),
        }
    });
    let cited_urls: Vec<CitedUrl> = sources.collect();
    let cited = cited_urls.iter().any(|page| page.owner == SourceOwner::Own);
    let reading = AnswerReading {
        outcome: if cited { CitationOutcome::Cited } else { CitationOutcome::Consulted },
        searched: rng.random_bool(0.8),
        mentioned: rng.random_bool(0.5),
        cited,
        consulted: rng.random_bool(0.5),
        position: cited_urls.iter().find(|page| page.owner == SourceOwner::Own).map(|page| page.position),
        cited_urls,
        consulted_urls: vec![],
        competitors: vec![],
        excerpt: "An answer".into(),
        dangling_markers: 2,
        billed_queries: 3,
    };
    let result = if rng.random_bool(0.1) {
        CitationResult::Failed(CitationFailure::new(EngineFailureKind::RateLimited, "Too many."))
    } else {
        CitationResult::Succeeded(reading)
    };
    Citation {
        id: CitationId::new(ran_at, rng),
        run_id: run.id,
        monitor_id: run.monitor_id,
        site_id: run.site_id,
        query: run.plan.question.query.clone(),
        engine,
        sample,
        model: "m-1".into(),
        ran_at,
        result,
        reading_version: 1,
        credits_used: rng.random_range(0..4),
    }
}

/// The paths that an answer cites in these tests.
fn pages(citation: &Citation) -> Vec<String> {
    let cited = citation.reading().map_or(&[][..], |reading| &reading.cited_urls);
    let own = cited.iter().filter(|page| page.owner == SourceOwner::Own && page.page_known);
    own.map(|page| format!("/{}", page.position)).collect()
}

async fn record(store: &impl Metadata, lease: JobLease, citation: &Citation) {
    let pages = pages(citation);
    let new =
        NewCitation { citation, pages: &pages, raw: None, targets: &std::collections::BTreeMap::new(), total: 25 };
    assert!(store.record_citation(lease, new).await.unwrap());
}

/// What a list of cited pages shows for one of them, but for its title.
type Counted = (u64, Vec<Engine>, Timestamp, Timestamp);

/// Compares every sum with the stored answers, counted one by one.
async fn compare(store: &impl Metadata, site: &Site, filter: CitationFilter) {
    let page = PageRequest { limit: MAX_PAGE_ROWS, before: None };
    let answers = store.citations(site.id, &filter, page).await.unwrap();
    assert!(!answers.has_more);
    let mut urls = BTreeMap::<(String, &str), Counted>::new();
    let (mut paths, mut by_run) = (BTreeMap::<String, u64>::new(), BTreeMap::new());
    for answer in &answers.items {
        let cited = answer.reading().map_or(&[][..], |reading| &reading.cited_urls);
        for page in cited.iter().filter(|page| page.page_known) {
            let row = urls.entry((page.url.clone(), page.owner.as_str())).or_insert((
                0,
                vec![],
                answer.ran_at,
                answer.ran_at,
            ));
            row.0 += 1;
            row.1.push(answer.engine);
            (row.2, row.3) = (row.2.min(answer.ran_at), row.3.max(answer.ran_at));
        }
        pages(answer).into_iter().for_each(|path| *paths.entry(path).or_default() += 1);
        let sums = by_run.entry((answer.run_id, answer.engine.as_str())).or_insert((answer.ran_at, [0_u64; 8]));
        sums.0 = sums.0.min(answer.ran_at);
        let reading = answer.reading();
        let is = |flag: bool| u64::from(flag);
        for (sum, more) in sums.1.iter_mut().zip([
            is(reading.is_some()),
            is(reading.is_none()),
            is(reading.is_some_and(|reading| !reading.searched)),
            is(reading.is_some_and(|reading| reading.cited)),
            is(reading.is_some_and(|reading| reading.mentioned)),
            reading.and_then(|reading| reading.position).map_or(0, u64::from),
            u64::from(answer.credits_used),
            reading.map_or(0, |reading| u64::from(reading.billed_queries)),
        ]) {
            *sum += more;
        }
    }
    urls.values_mut().for_each(|row| {
        row.1.sort();
        row.1.dedup();
    });
    let found = store.cited_urls(site.id, &filter, None, None, 200).await.unwrap();
    for owner in OWNERS {
        let sum: u64 = urls.iter().filter(|((_, of), _)| *of == owner.as_str()).map(|(_, row)| row.0).sum();
        assert_eq!(found.by_owner[owner as usize], sum);
        let of_owner = store.cited_urls(site.id, &filter, Some(owner), None, 200).await.unwrap();
        assert!(of_owner.rows.iter().all(|row| row.owner == owner) && of_owner.by_owner.iter().sum::<u64>() == sum);
    }
    assert!(
        found.rows.is_sorted_by(|a, b| {
            (b.citations, &a.url, a.owner.as_str()) <= (a.citations, &b.url, b.owner.as_str())
        })
    );
    let rows = found.rows.into_iter().map(|row| {
        let counted = (row.citations, row.engines, row.first_cited_at, row.last_cited_at);
        ((row.url, row.owner.as_str()), counted)
    });
    assert_eq!(rows.collect::<BTreeMap<_, _>>(), urls);
    let sums = store.run_answers(site.id, &filter).await.unwrap().into_iter().map(|run| {
        let counts = run.counts;
        let sums =
            [counts.samples, counts.failed, counts.unsearched, counts.cited, counts.mentioned, counts.position_sum];
        let all: Vec<u64> = sums.into_iter().chain([counts.credits, counts.billed_queries]).collect();
        ((run.run, run.engine.as_str()), (run.first_at, all.try_into().unwrap()))
    });
    assert_eq!(sums.collect::<BTreeMap<_, _>>(), by_run);
    let asked: Vec<String> = (0..6).map(|path| format!("/{path}")).collect();
    let mut of_pages = BTreeMap::<String, u64>::new();
    for row in store.page_citations(site.id, &filter, &asked).await.unwrap() {
        *of_pages.entry(row.path).or_default() += row.cited;
    }
    assert_eq!(of_pages, paths);
    for (path, cited) in &paths {
        let citing = store.citing_answers(site.id, &filter, path).await.unwrap();
        assert_eq!(citing.iter().map(|one| one.citations).sum::<u64>(), *cited, "{path}");
        assert!(citing.iter().all(|one| one.last_cited_at >= filter.from && one.last_cited_at < filter.before));
    }
    if (filter.engine, filter.monitor) == (None, None) {
        let found = store.cited_paths(site.id, filter.from, filter.before).await.unwrap();
        assert_eq!(found.into_iter().collect::<BTreeMap<_, _>>(), paths);
    }
}

/// Compares with every kind of filter. Days begin at a quarter of an hour in every time zone.
async fn compare_all(store: &impl Metadata, site: &Site, monitor: MonitorId) {
    compare(store, site, EVERYTHING).await;
    compare(store, site, CitationFilter { engine: Some(Engine::Xai), ..EVERYTHING }).await;
    compare(store, site, CitationFilter { monitor: Some(monitor), ..EVERYTHING }).await;
    for quarter in [1, 7] {
        compare(store, site, CitationFilter { from: later(quarter * 900), ..EVERYTHING }).await;
        compare(store, site, CitationFilter { before: later(quarter * 900), ..EVERYTHING }).await;
    }
}

async fn all_sums<B: Backend>(backend: &B) -> [i64; 3] {
    [
        backend.number("SELECT COUNT(*) FROM answer_sums").await,
        backend.number("SELECT COUNT(*) FROM cited_address_sums").await,
        backend.number("SELECT COALESCE(SUM(citations), 0) FROM cited_address_sums").await,
    ]
}

async fn sums_equal_what_the_stored_answers_say<B: Backend>(backend: &B) {
    let store = backend.store();
    let rng = &mut StdRng::seed_from_u64(50);
    let (site, other) = (stored_site(store).await, stored_site(store).await);
    let (_, foreign, lease) = new_run(store, &other).await;
    record(store, lease, &random_answer(&foreign, Engine::Xai, 1, rng)).await;
    let mut monitors = Vec::new();
    for _ in 0..3 {
        let (monitor, run, lease) = new_run(store, &site).await;
        for engine in [Engine::OpenAi, Engine::Xai, Engine::Gemini] {
            for sample in 1..=5 {
                let answer = random_answer(&run, engine, sample, rng);
                record(store, lease, &answer).await;
                // A second answer to the same question is not stored, and not counted.
                record(store, lease, &Citation { id: CitationId::new(now(), rng), ..answer }).await;
            }
        }
        monitors.push(monitor.id);
    }
    compare_all(store, &site, monitors[0]).await;
    let before = all_sums(backend).await;
    let (mut after, mut runs) = (None, 0);
    while let Some((last, counted)) = store.recount_runs(after, 2).await.unwrap() {
        (after, runs) = (Some(last), runs + counted);
    }
    assert_eq!((runs, all_sums(backend).await), (4, before));
    compare_all(store, &site, monitors[0]).await;

    store.delete_monitor(site.id, monitors[0], audit(site.org_id, "monitor.deleted")).await.unwrap();
    compare_all(store, &site, monitors[0]).await;
    remove_all(store).await;
    compare_all(store, &site, monitors[1]).await;
    compare(store, &other, EVERYTHING).await;
}

async fn answers_of_an_earlier_release_are_added_when_the_database_is_opened<B: Backend>(backend: &B) {
    let store = backend.store();
    let rng = &mut StdRng::seed_from_u64(51);
    let site = stored_site(store).await;
    let (monitor, run, lease) = new_run(store, &site).await;
    for sample in 1..=4 {
        record(store, lease, &random_answer(&run, Engine::Xai, sample, rng)).await;
    }
    let before = all_sums(backend).await;
    // As that release left them. Of the last answer the sums know nothing, as of one that its server stored meanwhile.
    for table in ["answer_sums", "cited_address_sums", "cited_addresses"] {
        backend.tamper(&format!("DELETE FROM {table}")).await;
    }
    backend.tamper("UPDATE citations SET is_summed = 0 WHERE sample > 1").await;
    let opened = backend.another_process().await;
    compare_all(&opened, &site, monitor.id).await;
    assert_eq!(all_sums(backend).await, before);
    assert_eq!(store.add_missing_answers().await.unwrap(), 0);
}

async fn a_new_reading_of_stored_answers_counts_after_a_recount<B: Backend>(backend: &B) {
    let store = backend.store();
    let rng = &mut StdRng::seed_from_u64(52);
    let site = stored_site(store).await;
    let (_, run, lease) = new_run(store, &site).await;
    for sample in 1..=3 {
        record(store, lease, &random_answer(&run, Engine::Xai, sample, rng)).await;
    }
    backend.tamper("UPDATE citations SET reading_version = 2, mentioned = 1 WHERE failure IS NULL").await;
    store.recount_runs(None, 10).await.unwrap();
    let counted = store.run_answers(site.id, &EVERYTHING).await.unwrap();
    assert!(counted.iter().all(|run| run.counts.mentioned == run.counts.samples));
    assert_eq!(backend.number("SELECT COUNT(*) FROM answer_sums WHERE reading_version = 1 AND samples > 0").await, 0);
}
