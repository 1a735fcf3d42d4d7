//! What every `CitationChangeStore` guarantees.

use std::collections::BTreeMap;

use askline_app::{
    monitors::{EndedRun, end_run},
    ports::{
        StoreError,
        monitors::{ChangeFilter, CitationChangeStore as _, RunStore as _},
    },
};
use askline_domain::{
    citations::{
        change_evidence::{ComparedAnswers, MeasuredEvidence, SHOWN_FOR},
        citation_change::{
            CURRENT_FOR, ChangeDirection, ChangeLevel, ChangeNote, ChangeStrength, ChangedRate, CitationChange,
        },
        found_changes::FoundChanges,
        statistics::levels::{Level, Outlook},
    },
    engines::Engine,
    jobs::JobLease,
    monitors::{Monitor, run::MonitorRun, run_end::RunEnd},
    shared::{
        ids::{ChangeId, Id as _, SiteId},
        paging::PageRequest,
    },
    sites::Site,
};
use jiff::Timestamp;

use crate::{
    backend::{Backend, Metadata, on_every_backend},
    monitors::settings::MonitorChanges as _,
    monitors::{run_of, start, stored_monitor, take},
    samples::{audit, id, later, remove_all},
};

on_every_backend! {
    a_change_reads_back_as_it_was_stored_and_the_next_of_the_same_rate_ends_it,
    a_run_that_was_decided_without_the_latest_change_is_decided_again,
    a_change_is_current_while_its_question_is_asked_and_no_longer_than_its_time,
    the_changes_of_a_deleted_monitor_are_absent_and_go_with_it,
    each_run_replaces_the_evidence_of_its_rates_and_a_clear_change_removes_it,
}

/// A run of a monitor that is about to end.
async fn next_run(store: &impl Metadata, site: &Site, monitor: &Monitor, second: u64) -> (MonitorRun, JobLease) {
    let (run, job) = run_of(site.org_id, monitor, later(second));
    start(store, site.org_id, &run, &job).await;
    (run, take(store, later(second)).await.unwrap())
}

/// A change of every field that became clear with this run.
fn change_of(run: &MonitorRun, level: ChangeLevel, direction: ChangeDirection, at: Timestamp) -> CitationChange {
    let has_question = matches!(level, ChangeLevel::Cell | ChangeLevel::Question);
    CitationChange {
        id: ChangeId::new(at, &mut rand::rng()),
        site_id: run.site_id,
        level,
        monitor_id: has_question.then_some(run.monitor_id),
        query: has_question.then(|| run.plan.question.query.clone()),
        engine: matches!(level, ChangeLevel::Cell | ChangeLevel::Engine).then_some(Engine::Xai),
        direction,
        first_run_id: run.id,
        first_run_at: run.started_at,
        clear_run_id: run.id,
        clear_at: at,
        before: ChangedRate { samples: 90, cited_count: 61, rate: 0.6612 },
        after: ChangedRate { samples: 34, cited_count: 9, rate: 0.3 },
        strength: ChangeStrength::Sure,
        reading_version: 3,
        part_of: None,
        note: None,
        ended_at: None,
        is_current: true,
    }
}

/// Ends a run with what it found.
async fn end(
    store: &impl Metadata,
    (run, lease): &(MonitorRun, JobLease),
    found: FoundChanges,
    known: Vec<ChangeId>,
    at: Timestamp,
) -> Result<bool, StoreError> {
    let (changes, events, unreadable) = (vec![], vec![], BTreeMap::new());
    let ended =
        EndedRun { run: run.clone(), end: RunEnd::of(&[]), changes, found, known, events, unreadable, notes: vec![] };
    end_run(store, *lease, Some(&ended), at).await
}

async fn listed(store: &impl Metadata, site: SiteId, at: Timestamp) -> Vec<CitationChange> {
    let page = PageRequest { limit: 50, ..PageRequest::NEWEST };
    store.citation_changes(site, &ChangeFilter::default(), page, at).await.unwrap().items
}

async fn a_change_reads_back_as_it_was_stored_and_the_next_of_the_same_rate_ends_it<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, monitor) = stored_monitor(store).await;
    let first = next_run(store, &site, &monitor, 0).await;
    assert!(store.changes_before(&first.0, later(1)).await.unwrap().is_first_look);
    let levels = [ChangeLevel::Cell, ChangeLevel::Question, ChangeLevel::Engine, ChangeLevel::Site];
    let mut stored: Vec<CitationChange> = levels
        .iter()
        .zip(1..)
        .map(|(level, second)| change_of(&first.0, *level, ChangeDirection::Rise, later(second)))
        .collect();
    stored[0].part_of = Some(stored[3].id);
    stored[1].note = Some(ChangeNote::ClearBeforeUpgrade);
    let found = FoundChanges { new: stored.clone(), ..FoundChanges::default() };
    assert!(end(store, &first, found, vec![], later(5)).await.unwrap());
    stored.reverse();
    assert_eq!(listed(store, site.id, later(6)).await, stored);
    let only = ChangeFilter { since: Some(later(2)), level: Some(ChangeLevel::Question) };
    let page = store.citation_changes(site.id, &only, PageRequest::NEWEST, later(6)).await.unwrap();
    assert_eq!(page.items, [stored[2].clone()]);
    let pages = PageRequest { limit: 3, ..PageRequest::NEWEST };
    let page = store.citation_changes(site.id, &ChangeFilter::default(), pages, later(6)).await.unwrap();
    assert_eq!((page.items.len(), page.has_more), (3, true));

    let second = next_run(store, &site, &monitor, 10).await;
    let before = store.changes_before(&second.0, later(11)).await.unwrap();
    assert_eq!((before.known.len(), before.is_first_look), (4, false));
    let fall = change_of(&second.0, ChangeLevel::Cell, ChangeDirection::Fall, later(12));
    let site_wide = CitationChange {
        strength: ChangeStrength::VerySure,
        note: Some(ChangeNote::NotConfirmedByNewReading),
        ..stored[0].clone()
    };
    let found = FoundChanges { new: vec![fall.clone()], updated: vec![site_wide.clone()], evidence: vec![] };
    let known = before.known.iter().map(|change| change.id).collect();
    assert!(end(store, &second, found, known, later(13)).await.unwrap());
    let current = store.current_changes(&[site.id], later(14)).await.unwrap();
    assert_eq!(current, [fall.clone(), site_wide, stored[1].clone(), stored[2].clone()]);
    let ended = CitationChange { ended_at: Some(later(12)), is_current: false, ..stored[3].clone() };
    assert_eq!(listed(store, site.id, later(14)).await.last(), Some(&ended));
    let of_board = store.standings(&[site.id], later(14)).await.unwrap();
    assert_eq!((of_board.len(), &of_board[0].changes), (1, &current));
}

async fn a_run_that_was_decided_without_the_latest_change_is_decided_again<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, monitor) = stored_monitor(store).await;
    let first = next_run(store, &site, &monitor, 0).await;
    let rise = change_of(&first.0, ChangeLevel::Site, ChangeDirection::Rise, later(1));
    let found = FoundChanges { new: vec![rise.clone()], ..FoundChanges::default() };
    let unknown = end(store, &first, found.clone(), vec![id()], later(2)).await;
    assert!(matches!(unknown, Err(StoreError::RolledBack(_))), "{unknown:?}");
    assert_eq!(listed(store, site.id, later(3)).await, []);
    assert!(store.open_run(first.0.id).await.unwrap().is_some(), "the run has not ended");
    assert!(end(store, &first, found, vec![], later(2)).await.unwrap());
    assert_eq!(listed(store, site.id, later(3)).await, [rise]);
    // A run that found nothing ends whatever others stored.
    let second = next_run(store, &site, &monitor, 10).await;
    assert!(end(store, &second, FoundChanges::default(), vec![], later(11)).await.unwrap());
}

async fn a_change_is_current_while_its_question_is_asked_and_no_longer_than_its_time<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, monitor) = stored_monitor(store).await;
    let run = next_run(store, &site, &monitor, 0).await;
    let levels = [ChangeLevel::Cell, ChangeLevel::Question, ChangeLevel::Engine, ChangeLevel::Site];
    let new =
        levels.iter().zip(1..).map(|(level, second)| change_of(&run.0, *level, ChangeDirection::Fall, later(second)));
    let found = FoundChanges { new: new.collect(), ..FoundChanges::default() };
    end(store, &run, found, vec![], later(5)).await.unwrap();
    let current = async |at| {
        let current = store.current_changes(&[site.id], at).await.unwrap();
        current.iter().map(|change| change.level).collect::<Vec<_>>()
    };
    let [cell, question, engine, of_site] = levels;
    assert_eq!(current(later(6)).await, [of_site, engine, question, cell]);
    assert_eq!(current(later(2) + CURRENT_FOR).await, [of_site, engine], "two became clear more than 90 days ago");
    assert_eq!(current(later(4) + CURRENT_FOR).await, []);
    let mut read = monitor.clone();
    for (change, expected) in [
        ((|now: &mut Monitor| now.settings.query = "Other?".into()) as fn(&mut Monitor), vec![of_site, engine]),
        ((|now: &mut Monitor| now.settings.engines = vec![Engine::OpenAi]) as fn(&mut Monitor), vec![of_site]),
        ((|now: &mut Monitor| now.settings.enabled = false) as fn(&mut Monitor), vec![]),
    ] {
        let mut edited = Monitor { updated_at: read.updated_at + std::time::Duration::from_secs(1), ..read.clone() };
        change(&mut edited);
        assert!(store.update_monitor(&read, &edited, audit(site.org_id, "monitor.updated")).await.unwrap());
        assert_eq!(current(later(6)).await, expected);
        read = edited;
    }
    assert_eq!(listed(store, site.id, later(6)).await.len(), 4, "they stay in the list");
}

async fn the_changes_of_a_deleted_monitor_are_absent_and_go_with_it<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, monitor) = stored_monitor(store).await;
    let run = next_run(store, &site, &monitor, 0).await;
    let levels = [ChangeLevel::Cell, ChangeLevel::Question, ChangeLevel::Engine];
    let new =
        levels.iter().zip(1..).map(|(level, second)| change_of(&run.0, *level, ChangeDirection::Fall, later(second)));
    end(store, &run, FoundChanges { new: new.collect(), ..FoundChanges::default() }, vec![], later(5)).await.unwrap();
    store.delete_monitor(site.id, monitor.id, audit(site.org_id, "monitor.deleted")).await.unwrap();
    let left = listed(store, site.id, later(6)).await;
    assert_eq!(left.iter().map(|change| change.level).collect::<Vec<_>>(), [ChangeLevel::Engine]);
    assert_eq!(backend.number("SELECT COUNT(*) FROM citation_changes").await, 3);
    remove_all(store).await;
    assert_eq!(backend.number("SELECT COUNT(*) FROM citation_changes").await, 1);
}

/// Evidence for a fall of this part of what a clear change needs.
fn evidence(fraction: f64) -> MeasuredEvidence {
    MeasuredEvidence {
        direction: Some(ChangeDirection::Fall),
        possible_since: Some(jiff::civil::date(2026, 1, 10)),
        fraction,
        outlook: Outlook::Growing,
        days_left: Some(12),
        before: Some(ComparedAnswers { samples: 90, cited_count: 61 }),
        after: Some(ComparedAnswers { samples: 34, cited_count: 9 }),
    }
}

async fn each_run_replaces_the_evidence_of_its_rates_and_a_clear_change_removes_it<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, monitor) = stored_monitor(store).await;
    let found_by = |run: &MonitorRun, fractions: [f64; 4]| {
        let levels = [
            Level::Cell(run.monitor_id, Engine::Xai),
            Level::Question(run.monitor_id),
            Level::Engine(Engine::Xai),
            Level::Site,
        ];
        let evidence = levels.into_iter().zip(fractions.map(evidence)).collect();
        FoundChanges { evidence, ..FoundChanges::default() }
    };
    let shown = async |at| {
        let shown = store.change_evidence(site.id, None, at, 3).await.unwrap();
        shown.iter().map(|one| (one.level, one.measured.fraction)).collect::<Vec<_>>()
    };
    let first = next_run(store, &site, &monitor, 0).await;
    let found = found_by(&first.0, [0.3, 0.2, 0.7, 0.1]);
    assert!(end(store, &first, found, vec![], later(1)).await.unwrap());
    let strongest = [(ChangeLevel::Engine, 0.7), (ChangeLevel::Cell, 0.3), (ChangeLevel::Question, 0.2)];
    assert_eq!(shown(later(2)).await, strongest);
    let of_cell = store.change_evidence(site.id, None, later(2), 9).await.unwrap().remove(1);
    assert_eq!(
        (of_cell.monitor_id, of_cell.query, of_cell.engine, of_cell.measured, of_cell.measured_at),
        (Some(monitor.id), Some(monitor.settings.query.clone()), Some(Engine::Xai), evidence(0.3), later(1))
    );
    let of_question = store.change_evidence(site.id, Some(monitor.id), later(2), 9).await.unwrap();
    assert_eq!(of_question.iter().map(|one| one.level).collect::<Vec<_>>(), [ChangeLevel::Cell, ChangeLevel::Question]);
    assert_eq!(shown(later(2) + SHOWN_FOR).await, [], "no run has measured them since");
    // The next run measures again; the change of the engine becomes clear with it.
    let second = next_run(store, &site, &monitor, 10).await;
    let clear = change_of(&second.0, ChangeLevel::Engine, ChangeDirection::Fall, later(11));
    let mut found = found_by(&second.0, [0.8, 0.5, 0.9, 0.6]);
    found.evidence.remove(2);
    found.new = vec![clear];
    assert!(end(store, &second, found, vec![], later(11)).await.unwrap());
    let measured = [(ChangeLevel::Cell, 0.8), (ChangeLevel::Site, 0.6), (ChangeLevel::Question, 0.5)];
    assert_eq!(shown(later(12)).await, measured);
    // A question that is asked in other words has no evidence.
    let updated_at = monitor.updated_at + std::time::Duration::from_secs(1);
    let mut edited = Monitor { updated_at, ..monitor.clone() };
    edited.settings.query = "Other?".into();
    assert!(store.update_monitor(&monitor, &edited, audit(site.org_id, "monitor.updated")).await.unwrap());
    assert_eq!(shown(later(12)).await, [(ChangeLevel::Site, 0.6)]);
    store.delete_monitor(site.id, monitor.id, audit(site.org_id, "monitor.deleted")).await.unwrap();
    assert_eq!(shown(later(12)).await, []);
    remove_all(store).await;
    assert_eq!(backend.number("SELECT COUNT(*) FROM change_evidence").await, 1, "that of the site");
}
