//! What every `MonitorStore` guarantees about monitors and their runs.

mod archived;
mod changes;
pub mod citations;
mod cited_pages;
mod competitors;
mod deleted_site;
mod finish_cost;
mod new_readings;
pub mod settings;
mod starting;
mod sums;

use std::cmp::Reverse;

use askline_app::{
    monitors::{begin_run, finish_run, start_due_runs},
    ports::{
        StoreError,
        changes::Changes as _,
        jobs::{JobStore as _, JobTaking},
        monitors::{MonitorState, MonitorStore as _, RunStore as _},
    },
};
use askline_domain::{
    citations::competitor::Competitor,
    engines::{Engine, EngineCatalogue, EngineOffer, EngineReadiness},
    jobs::{JobFailure, JobLease, JobOutcome, JobState, LeaseToken, NewJob},
    monitors::{
        MAX_MONITORS_PER_SITE, Monitor, MonitorSettings,
        cadence::Cadence,
        run::{MONITOR_JOB, MonitorRun, RunPlan, RunStatus, RunTrigger},
    },
    shared::{
        ids::{Id as _, OrgId, SiteId},
        paging::PageRequest,
    },
    sites::Site,
};
use jiff::{Timestamp, tz::TimeZone};

pub use self::starting::{RunStart, start};
use crate::{
    backend::{Backend, Metadata, on_every_backend},
    credits::changes::CreditChanges as _,
    monitors::settings::MonitorChanges as _,
    samples::{audit, count_of, id, later, now},
    sites::stored::stored_site,
};

on_every_backend! {
    a_monitor_reads_back_as_it_was_stored,
    a_limit_of_monitors_that_is_reached_stores_nothing,
    a_monitor_of_another_site_is_absent,
    monitors_are_listed_newest_first_page_by_page,
    a_monitor_is_changed_and_deleted_once,
    a_change_of_a_monitor_whose_audit_entry_fails_is_not_stored,
    a_run_keeps_its_credits_and_is_the_only_one,
    a_run_that_cannot_be_paid_is_not_stored,
    a_run_whose_job_ends_without_it_is_closed_and_costs_nothing,
    a_run_that_is_due_is_started_by_one_of_two_processes,
    of_two_changes_of_what_was_read_once_the_second_is_refused,
    a_change_that_overlaps_a_scheduled_run_starts_no_second_one,
    a_clock_that_was_set_back_stops_no_schedule,
    a_monitor_that_cannot_be_read_holds_up_no_other,
    a_site_whose_time_zone_cannot_be_read_holds_up_no_other_and_runs_in_no_other_zone,
}

/// A monitor with every field set, due in an hour.
pub fn monitor(site_id: SiteId) -> Monitor {
    let settings = MonitorSettings {
        query: "Wer 'hat' die besten Bücher? ☀".into(),
        engines: vec![Engine::Xai, Engine::OpenAi],
        cadence: Cadence::Daily,
        samples_per_run: 2,
        region: Some("DE".into()),
        language: Some("de-DE".into()),
        competitors: vec![Competitor { domain: "rival.com".into(), aliases: vec!["Rival & 'Söhne'".into()] }],
        enabled: true,
    };
    Monitor {
        id: id(),
        site_id,
        settings,
        next_run_at: Some(later(3_600)),
        archived_at: None,
        created_at: now(),
        updated_at: later(3),
    }
}

/// OpenAI and xAI, at 3 credits per answer.
pub fn catalogue() -> EngineCatalogue {
    let offer =
        |engine| EngineOffer { engine, model: "m-1".into(), credits_per_answer: 3, readiness: EngineReadiness::Ready };
    EngineCatalogue::new(vec![offer(Engine::OpenAi), offer(Engine::Xai)])
}

pub async fn create(store: &impl Metadata, monitor: &Monitor) {
    let org = store.site(monitor.site_id).await.unwrap().unwrap().0.org_id;
    assert!(store.create_monitor(monitor, audit(org, "monitor.created")).await.unwrap());
}

/// A site and one of its monitors.
pub async fn stored_monitor(store: &impl Metadata) -> (Site, Monitor) {
    let site = stored_site(store).await;
    let monitor = monitor(site.id);
    create(store, &monitor).await;
    (site, monitor)
}

/// A run of a monitor at a time, and its job.
pub fn run_of(org_id: OrgId, monitor: &Monitor, at: Timestamp) -> (MonitorRun, NewJob) {
    let plan = RunPlan::of(&monitor.settings, &catalogue());
    MonitorRun::begin(monitor, org_id, plan, RunTrigger::Manual, at, &mut rand::rng())
}

/// Takes the job of the next due run.
pub async fn take(store: &impl Metadata, at: Timestamp) -> Option<JobLease> {
    let taking = JobTaking {
        kind: MONITOR_JOB,
        max_jobs: 1,
        max_running: 100,
        max_running_each: 100,
        token: LeaseToken::random(&mut rand::rng()),
        now: at,
        lease_until: at + std::time::Duration::from_secs(30),
    };
    let job = store.take_jobs(&taking).await.unwrap().pop()?;
    Some(JobLease { job: job.id, token: taking.token })
}

/// The balance, and how much of it is reserved.
pub async fn credits(store: &impl Metadata, org: OrgId) -> (i64, i64) {
    let account = store.credits(org, now()).await.unwrap().unwrap();
    (account.balance, account.reserved)
}

async fn a_monitor_reads_back_as_it_was_stored<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, full) = stored_monitor(store).await;
    let settings = MonitorSettings {
        cadence: Cadence::Manual,
        region: None,
        language: None,
        competitors: vec![],
        enabled: false,
        ..full.settings.clone()
    };
    let bare = Monitor { id: id(), settings, next_run_at: None, ..full.clone() };
    create(store, &bare).await;
    for monitor in [full, bare] {
        let state = MonitorState { monitor: monitor.clone(), last_run: None };
        assert_eq!(store.monitor(site.id, monitor.id).await.unwrap(), Some(state));
    }
    assert_eq!(count_of(store, site.org_id, "monitor.created").await, 2);
    assert_eq!(store.monitor(site.id, id()).await.unwrap(), None);
}

async fn a_limit_of_monitors_that_is_reached_stores_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, _) = stored_monitor(store).await;
    let columns = "site_id, query, engines, cadence, samples_per_run, region, language, competitors, enabled, \
                   next_run_ms, created_ms, updated_ms";
    backend
        .tamper(&format!(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {}) \
         INSERT INTO monitors (id, {columns}) SELECT id || i, {columns} FROM monitors, n",
            MAX_MONITORS_PER_SITE - 1
        ))
        .await;
    let generation = store.generation();
    let refused = monitor(site.id);
    assert!(!store.create_monitor(&refused, audit(site.org_id, "monitor.created")).await.unwrap());
    assert_eq!(store.monitor(site.id, refused.id).await.unwrap(), None);
    assert_eq!((count_of(store, site.org_id, "monitor.created").await, store.generation()), (1, generation));
    stored_monitor(store).await;
}

async fn a_monitor_of_another_site_is_absent<B: Backend>(backend: &B) {
    let store = backend.store();
    let ((site, stored), other) = (stored_monitor(store).await, stored_site(store).await);
    assert_eq!(store.monitor(other.id, stored.id).await.unwrap(), None);
    assert_eq!(store.monitors(other.id, PageRequest::NEWEST).await.unwrap().items, []);
    let moved = Monitor { site_id: other.id, ..stored.clone() };
    assert!(!store.update_monitor(&stored, &moved, audit(other.org_id, "monitor.updated")).await.unwrap());
    assert!(!store.delete_monitor(other.id, stored.id, audit(other.org_id, "monitor.deleted")).await.unwrap());
    let (run, job) = run_of(other.org_id, &moved, now());
    assert_eq!(start(store, other.org_id, &run, &job).await, RunStart::Missing);
    assert_eq!(store.monitor(site.id, stored.id).await.unwrap().unwrap().monitor, stored);
    assert_eq!(credits(store, other.org_id).await, (1_000, 0));
}

async fn monitors_are_listed_newest_first_page_by_page<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, first) = stored_monitor(store).await;
    stored_monitor(store).await;
    let mut stored = vec![first];
    for _ in 0..6 {
        stored.push(monitor(site.id));
        create(store, stored.last().unwrap()).await;
    }
    let (run, job) = run_of(site.org_id, &stored[3], now());
    assert_eq!(start(store, site.org_id, &run, &job).await, RunStart::Started);
    let with_run = stored[3].id;
    stored.sort_by_key(|monitor| Reverse(monitor.id));
    let mut listed: Vec<MonitorState> = Vec::new();
    loop {
        let before = listed.last().map(|state| state.monitor.id.bits());
        let page = store.monitors(site.id, PageRequest { limit: 3, before }).await.unwrap();
        listed.extend(page.items);
        if !page.has_more {
            break;
        }
    }
    let expected = stored.into_iter().map(|monitor| {
        let last_run = (monitor.id == with_run).then(|| run.clone());
        MonitorState { monitor, last_run }
    });
    assert_eq!(listed, expected.collect::<Vec<_>>());
}

async fn a_monitor_is_changed_and_deleted_once<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, stored) = stored_monitor(store).await;
    let zone = TimeZone::get("Europe/Berlin").unwrap();
    let settings = MonitorSettings { query: "Who?".into(), cadence: Cadence::Weekly, ..stored.settings.clone() };
    let changed = stored.edited(settings, false, &zone, later(60));
    assert_ne!(changed.next_run_at, stored.next_run_at);
    assert!(store.update_monitor(&stored, &changed, audit(site.org_id, "monitor.updated")).await.unwrap());
    assert_eq!(store.monitor(site.id, stored.id).await.unwrap().unwrap().monitor, changed);
    for expected in [true, false] {
        let entry = audit(site.org_id, "monitor.deleted");
        assert_eq!(store.delete_monitor(site.id, stored.id, entry).await.unwrap(), expected);
    }
    assert!(!store.update_monitor(&changed, &changed, audit(site.org_id, "monitor.updated")).await.unwrap());
    assert_eq!(count_of(store, site.org_id, "monitor.deleted").await, 1);
}

async fn a_change_of_a_monitor_whose_audit_entry_fails_is_not_stored<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let (stored, lost) = (monitor(site.id), monitor(site.id));
    let entry = audit(site.org_id, "monitor.created");
    store.create_monitor(&stored, entry.clone()).await.unwrap();
    // An entry with the same id cannot be stored a second time.
    assert!(store.create_monitor(&lost, entry.clone()).await.is_err());
    let changed = Monitor { next_run_at: None, ..stored.clone() };
    assert!(store.update_monitor(&stored, &changed, entry.clone()).await.is_err());
    assert!(store.delete_monitor(site.id, stored.id, entry.clone()).await.is_err());
    let (run, job) = run_of(site.org_id, &stored, now());
    assert!(begin_run(store, &run, &job, entry).await.is_err());
    let state = MonitorState { monitor: stored, last_run: None };
    assert_eq!(store.monitors(site.id, PageRequest::NEWEST).await.unwrap().items, [state]);
    assert_eq!((credits(store, site.org_id).await, take(store, later(1)).await), ((1_000, 0), None));
}

async fn a_run_keeps_its_credits_and_is_the_only_one<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, stored) = stored_monitor(store).await;
    let (run, job) = run_of(site.org_id, &stored, now());
    assert_eq!(start(store, site.org_id, &run, &job).await, RunStart::Started);
    assert_eq!(credits(store, site.org_id).await, (1_000, 12));
    let queued = store.job(site.org_id, job.id).await.unwrap().unwrap();
    assert_eq!((queued.state, queued.input), (JobState::Queued, job.input));
    let (second, its_job) = run_of(site.org_id, &stored, later(1));
    assert_eq!(start(store, site.org_id, &second, &its_job).await, RunStart::AlreadyRunning);
    assert_eq!(store.job(site.org_id, its_job.id).await.unwrap(), None);
    assert_eq!(credits(store, site.org_id).await, (1_000, 12));
    let state = store.monitor(site.id, stored.id).await.unwrap().unwrap();
    assert_eq!(state.last_run, Some(run));
    assert_eq!(count_of(store, site.org_id, "monitor.run_started").await, 1);
}

async fn a_run_that_cannot_be_paid_is_not_stored<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, stored) = stored_monitor(store).await;
    let entry = audit(site.org_id, "credits.adjusted");
    store.adjust_credits(site.org_id, -990, "test", now(), entry).await.unwrap().unwrap();
    let (run, job) = run_of(site.org_id, &stored, now());
    let reason = run.why_unpaid(10);
    assert_eq!(start(store, site.org_id, &run, &job).await, RunStart::Insufficient { reason });
    assert_eq!(store.monitor(site.id, stored.id).await.unwrap().unwrap().last_run, None);
    assert_eq!((credits(store, site.org_id).await, take(store, later(1)).await), ((10, 0), None));
    assert_eq!(count_of(store, site.org_id, "monitor.run_started").await, 0);
}

async fn a_run_whose_job_ends_without_it_is_closed_and_costs_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, stored) = stored_monitor(store).await;
    let (run, job) = run_of(site.org_id, &stored, now());
    start(store, site.org_id, &run, &job).await;
    let lease = take(store, now()).await.unwrap();
    let failure = JobFailure::new("INTERRUPTED", "Again and again.");
    assert!(store.end_try(lease, &JobOutcome::Failed(failure.clone()), later(9)).await.unwrap());
    let closed = store.monitor(site.id, stored.id).await.unwrap().unwrap().last_run.unwrap();
    assert_eq!((closed.status, closed.failure, closed.finished_at), (RunStatus::Failed, Some(failure), Some(later(9))));
    assert_eq!(credits(store, site.org_id).await, (1_000, 0));
    assert!(store.run_work(run.id).await.unwrap().is_none());
    let (next, its_job) = run_of(site.org_id, &stored, later(10));
    assert_eq!(start(store, site.org_id, &next, &its_job).await, RunStart::Started);
}

async fn a_run_that_is_due_is_started_by_one_of_two_processes<B: Backend>(backend: &B) {
    let (store, other) = (backend.store(), backend.another_process().await);
    let (site, stored) = stored_monitor(store).await;
    assert_eq!(start_due_runs(store, later(3_599), 10, &catalogue()).await.unwrap(), 0);
    let offers = catalogue();
    let at = later(3_600);
    let (one, two) = tokio::join!(start_due_runs(store, at, 10, &offers), start_due_runs(&other, at, 10, &offers));
    assert!(one.unwrap() + two.unwrap() >= 1);
    let state = store.monitor(site.id, stored.id).await.unwrap().unwrap();
    let run = state.last_run.unwrap();
    assert_eq!((run.trigger, run.status, run.started_at), (RunTrigger::Schedule, RunStatus::Running, at));
    assert!(state.monitor.next_run_at.unwrap() > at);
    assert_eq!(credits(store, site.org_id).await, (1_000, 12));
    assert!(take(store, at).await.is_some() && take(store, at).await.is_none());
}

async fn of_two_changes_of_what_was_read_once_the_second_is_refused<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, read) = stored_monitor(store).await;
    let with = |query: &str| {
        let settings = MonitorSettings { query: query.into(), ..read.settings.clone() };
        // Two edits differ even if the clock stopped or was set back.
        read.edited(settings, false, &TimeZone::UTC, now())
    };
    assert!(store.update_monitor(&read, &with("a"), audit(site.org_id, "monitor.updated")).await.unwrap());
    assert!(!store.update_monitor(&read, &with("b"), audit(site.org_id, "monitor.updated")).await.unwrap());
    let stored = store.monitor(site.id, read.id).await.unwrap().unwrap().monitor;
    assert_eq!((stored, count_of(store, site.org_id, "monitor.updated").await), (with("a"), 1));
}

async fn a_change_that_overlaps_a_scheduled_run_starts_no_second_one<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, read) = stored_monitor(store).await;
    let (at, offers) = (later(3_600), catalogue());
    assert_eq!(start_due_runs(store, at, 10, &offers).await.unwrap(), 1);
    let lease = take(store, at).await.unwrap();
    finish_run(store, lease, store.monitor(site.id, read.id).await.unwrap().unwrap().last_run.unwrap().id, at)
        .await
        .unwrap();
    // Settings that were read before the run began are stored after it began.
    let settings = MonitorSettings { query: "Who?".into(), ..read.settings.clone() };
    let changed = read.edited(settings.clone(), false, &TimeZone::UTC, at);
    assert!(store.update_monitor(&read, &changed, audit(site.org_id, "monitor.updated")).await.unwrap());
    let stored = store.monitor(site.id, read.id).await.unwrap().unwrap().monitor;
    assert!(stored.settings == settings && stored.next_run_at.unwrap() > at);
    assert_eq!(start_due_runs(store, at, 10, &offers).await.unwrap(), 0);
}

async fn a_clock_that_was_set_back_stops_no_schedule<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, stored) = stored_monitor(store).await;
    backend.tamper("UPDATE monitors SET next_run_ms = next_run_ms + 31536000000").await;
    start_due_runs(store, now(), 10, &catalogue()).await.unwrap();
    let state = store.monitor(site.id, stored.id).await.unwrap().unwrap();
    assert_eq!((state.last_run, credits(store, site.org_id).await), (None, (1_000, 0)));
    let due = state.monitor.next_run_at.unwrap();
    assert!(due > now() && due <= later(25 * 3_600));
    assert_eq!(start_due_runs(store, now(), 10, &catalogue()).await.unwrap(), 0);
}

async fn a_monitor_that_cannot_be_read_holds_up_no_other<B: Backend>(backend: &B) {
    let store = backend.store();
    let (_, broken) = stored_monitor(store).await;
    let (site, stored) = stored_monitor(store).await;
    backend.tamper(&format!("UPDATE monitors SET engines = '7', next_run_ms = 1 WHERE id = '{}'", broken.id)).await;
    let error = start_due_runs(store, later(3_600), 10, &catalogue()).await.unwrap_err();
    let StoreError::Corrupt { table: "monitors", column: "engines", id } = error else { panic!("{error}") };
    assert_eq!(id, broken.id.to_string());
    assert!(store.monitor(site.id, stored.id).await.unwrap().unwrap().last_run.is_some());
}

async fn a_site_whose_time_zone_cannot_be_read_holds_up_no_other_and_runs_in_no_other_zone<B: Backend>(backend: &B) {
    let store = backend.store();
    let (broken, waiting) = stored_monitor(store).await;
    let (site, stored) = stored_monitor(store).await;
    backend.tamper(&format!("UPDATE sites SET timezone = 'Mars/Olympus' WHERE id = '{}'", broken.id)).await;
    let error = start_due_runs(store, later(3_600), 10, &catalogue()).await.unwrap_err();
    let StoreError::Corrupt { table: "sites", column: "timezone", id } = error else { panic!("{error}") };
    assert_eq!(id, broken.id.to_string());
    assert!(store.monitor(broken.id, waiting.id).await.unwrap().unwrap().last_run.is_none());
    assert!(store.monitor(site.id, stored.id).await.unwrap().unwrap().last_run.is_some());
}
