//! What every store guarantees about stored answers after a change of the settings for pages.

use std::collections::BTreeMap;

use askline_app::ports::monitors::{
    CitationSums as _, NewCitation,
    cited_pages::{CitedPagesStore as _, SiteWithEarlierPages},
};
use askline_domain::{
    engines::Engine,
    jobs::JobLease,
    monitors::{Monitor, run::MonitorRun},
    pages::settings::{PageSettings, QueryParameter},
    shared::ids::SiteId,
    sites::{Site, SiteSettings},
};

use super::citations::{EVERYTHING, answered};
use crate::{
    backend::{Backend, Metadata, on_every_backend},
    monitors::{run_of, start, stored_monitor, take},
    samples::{audit, later},
    sites::changes::SiteChanges as _,
};

on_every_backend! {
    cited_pages_follow_the_settings_and_no_citation_is_lost,
    settings_that_change_during_the_work_are_worked_on_again,
}

async fn begun(store: &impl Metadata, site: &Site, monitor: &Monitor) -> (MonitorRun, JobLease) {
    let (run, job) = run_of(site.org_id, monitor, later(0));
    start(store, site.org_id, &run, &job).await;
    (run, take(store, later(0)).await.unwrap())
}

/// Stores answers that cite `https://example.com/a?b='1'`, as an earlier release stored their paths.
async fn stored_answers(store: &impl Metadata, site: &Site, monitor: &Monitor, paths: [&str; 2]) -> MonitorRun {
    let (run, lease) = begun(store, site, monitor).await;
    for (engine, path) in [Engine::Xai, Engine::OpenAi].into_iter().zip(paths) {
        let (citation, pages) = (answered(&run, engine, 1), [path.to_owned()]);
        let new = NewCitation { citation: &citation, pages: &pages, raw: None, targets: &BTreeMap::new(), total: 2 };
        assert!(store.record_citation(lease, new).await.unwrap());
    }
    run
}

async fn merged(store: &impl Metadata, site: SiteId) -> u64 {
    let (mut last, mut changed) = (None, 0);
    loop {
        let piece = store.merge_cited_pages(site, last).await.unwrap();
        changed += piece.changed;
        last = match piece.last {
            Some(last) => Some(last),
            None => return changed,
        };
    }
}

async fn cited(store: &impl Metadata, site: &Site) -> Vec<(String, u64)> {
    store.cited_paths(site.id, later(0), later(99)).await.unwrap()
}

fn with_parameter(site: &Site) -> Site {
    let parameter = QueryParameter { name: "b".into(), paths: vec![] };
    let pages = PageSettings { query_parameters: vec![parameter], ..PageSettings::default() };
    site.with(SiteSettings { pages, ..site.settings.clone() }, later(50))
}

async fn earlier(store: &impl Metadata) -> Vec<SiteWithEarlierPages> {
    store.sites_with_earlier_cited_pages().await.unwrap()
}

async fn cited_pages_follow_the_settings_and_no_citation_is_lost<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, monitor) = stored_monitor(store).await;
    let run = stored_answers(store, &site, &monitor, ["/a", "/a/"]).await;
    assert_eq!(store.open_runs(site.id).await.unwrap(), [run.id]);
    assert_eq!(cited(store, &site).await, [("/a".to_owned(), 1), ("/a/".to_owned(), 1)]);
    let answers = store.run_answers(site.id, &EVERYTHING).await.unwrap();
    let todo = earlier(store).await;
    assert_eq!(todo.len(), 1);

    assert_eq!((merged(store, site.id).await, merged(store, site.id).await), (1, 0));
    assert_eq!(cited(store, &site).await, [("/a".to_owned(), 2)]);
    store.record_merged_citations(&todo[0]).await.unwrap();
    assert_eq!(earlier(store).await, []);

    // A parameter separates what was one page, since the cited addresses are stored.
    assert!(store.update_site(&with_parameter(&site), audit(site.org_id, "site.updated")).await.unwrap());
    assert_eq!(earlier(store).await.len(), 1);
    assert_eq!(merged(store, site.id).await, 2);
    assert_eq!(cited(store, &site).await, [("/a?b='1'".to_owned(), 2)]);
    assert_eq!(store.run_answers(site.id, &EVERYTHING).await.unwrap(), answers);
    assert_eq!(store.own_addresses(site.id, 10).await.unwrap(), ["https://example.com/a?b='1'"]);
}

async fn settings_that_change_during_the_work_are_worked_on_again<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, monitor) = stored_monitor(store).await;
    stored_answers(store, &site, &monitor, ["/a", "/a"]).await;
    let todo = earlier(store).await;
    assert_eq!(merged(store, site.id).await, 0);
    assert!(store.update_site(&with_parameter(&site), audit(site.org_id, "site.updated")).await.unwrap());
    store.record_merged_citations(&todo[0]).await.unwrap();
    assert_eq!(earlier(store).await.len(), 1);
    assert_eq!(merged(store, site.id).await, 2);
}
