//! What every `JobStore` guarantees. Jobs are inserted directly into the database: the store has no method that stores
//! only a job, since a job belongs to the change that requests it.

use std::collections::HashSet;

use askline_app::ports::{
    StoreError,
    jobs::{JobStore as _, JobTaking},
};
use askline_domain::{
    jobs::{Job, JobFailure, JobKind, JobLease, JobOutcome, JobProgress, JobState, LeaseToken},
    shared::ids::{Id as _, JobId, OrgId},
};
use jiff::Timestamp;
use serde_json::json;

use crate::{
    backend::{Backend, Metadata, on_every_backend},
    samples::{id, later, now, stored_organization},
};

on_every_backend! {
    a_job_that_is_due_is_taken_once,
    the_longest_waiting_jobs_are_taken_first,
    of_one_kind_no_more_run_at_once_than_is_allowed,
    a_kind_with_a_backlog_does_not_keep_another_waiting,
    an_organization_with_a_backlog_takes_its_share_and_keeps_no_other_waiting,
    what_one_organization_leaves_free_others_have,
    takers_at_once_never_share_a_job,
    a_lease_that_ran_out_is_taken_again_and_its_holder_has_no_say_any_more,
    a_renewed_lease_holds_longer,
    a_try_ends_once,
    a_retried_job_is_not_due_before_its_time_and_keeps_the_reason,
    a_job_that_is_given_back_counts_no_try,
    progress_is_shown_and_is_for_the_holder_of_the_lease,
    a_job_of_another_organization_is_absent,
    the_next_due_time_is_that_of_the_earliest_job_or_lease,
    only_finished_jobs_are_removed_and_only_old_ones,
    a_job_that_cannot_be_read_names_its_place,
}

const KIND: JobKind = JobKind::new("test.work");
const OTHER_KIND: JobKind = JobKind::new("test.other");

/// A queued job of a kind, due at a time.
async fn put(backend: &impl Backend, org: OrgId, kind: &JobKind, due_at: Timestamp) -> JobId {
    let id: JobId = id();
    let due = due_at.as_millisecond();
    backend
        .tamper(&format!(
            "INSERT INTO jobs (id, org_id, kind, input, state, attempts, due_ms, ready_ms, created_ms) \
         VALUES ('{id}', '{org}', '{kind}', '{{\"n\": 1}}', 'queued', 0, {due}, {due}, {due})"
        ))
        .await;
    id
}

fn taking(kind: &JobKind, at: Timestamp) -> JobTaking {
    JobTaking {
        kind: kind.clone(),
        max_jobs: 1,
        max_running: 100,
        max_running_each: 100,
        token: LeaseToken::random(&mut rand::rng()),
        now: at,
        lease_until: at + std::time::Duration::from_secs(60),
    }
}

/// Takes the next job and its lease.
async fn take(store: &impl Metadata, at: Timestamp) -> Option<(Job, JobLease)> {
    let taking = taking(&KIND, at);
    let job = store.take_jobs(&taking).await.unwrap().pop()?;
    let lease = JobLease { job: job.id, token: taking.token };
    Some((job, lease))
}

fn done() -> JobOutcome {
    JobOutcome::Succeeded(json!({ "made": 3 }))
}

async fn a_job_that_is_due_is_taken_once<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stored = put(backend, org, &KIND, later(10)).await;
    assert_eq!(take(store, later(9)).await, None);
    let (job, _) = take(store, later(10)).await.unwrap();
    assert_eq!((job.id, job.org_id, &job.kind, &job.input), (stored, Some(org), &KIND, &json!({ "n": 1 })));
    assert_eq!((job.state, job.attempts, job.lease_until), (JobState::Running, 1, Some(later(70))));
    assert_eq!((job.due_at, job.created_at, job.finished_at), (later(10), later(10), None));
    assert_eq!(take(store, later(11)).await, None);
    assert_eq!(store.job(org, stored).await.unwrap(), Some(job));
}

async fn the_longest_waiting_jobs_are_taken_first<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let mut stored = Vec::new();
    for due in [5, 3, 9, 1, 7] {
        stored.push((due, put(backend, org, &KIND, later(due)).await));
    }
    stored.sort_unstable();
    let expected: Vec<JobId> = stored.iter().map(|(_, id)| *id).collect();
    let first = store.take_jobs(&JobTaking { max_jobs: 3, ..taking(&KIND, later(20)) }).await.unwrap();
    let rest = store.take_jobs(&JobTaking { max_jobs: 3, ..taking(&KIND, later(20)) }).await.unwrap();
    let taken: Vec<JobId> = first.iter().chain(&rest).map(|job| job.id).collect();
    assert_eq!((first.len(), taken), (3, expected));
}

async fn of_one_kind_no_more_run_at_once_than_is_allowed<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    for _ in 0..9 {
        put(backend, org, &KIND, now()).await;
    }
    let take_some = async |at, max_jobs, max_running| {
        store.take_jobs(&JobTaking { max_jobs, max_running, ..taking(&KIND, at) }).await.unwrap()
    };
    assert_eq!(take_some(now(), 2, 3).await.len(), 2);
    assert_eq!(take_some(now(), 9, 3).await.len(), 1);
    assert_eq!(take_some(now(), 9, 3).await.len(), 0);
    // If the limit is below the number of running jobs, it takes nothing, not everything.
    assert_eq!(take_some(now(), 9, 1).await.len(), 0);
    assert_eq!(take_some(now(), 0, 9).await.len(), 0);
    // Jobs with expired leases do not count, and are taken again in turn.
    assert_eq!(take_some(later(60), 9, 3).await.len(), 3);
}

async fn a_kind_with_a_backlog_does_not_keep_another_waiting<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    for _ in 0..50 {
        put(backend, org, &KIND, now()).await;
    }
    let other = put(backend, org, &OTHER_KIND, later(5)).await;
    store.take_jobs(&JobTaking { max_jobs: 4, max_running: 4, ..taking(&KIND, later(5)) }).await.unwrap();
    let taken = store.take_jobs(&taking(&OTHER_KIND, later(5))).await.unwrap();
    assert_eq!(taken.iter().map(|job| job.id).collect::<Vec<_>>(), [other]);
}

async fn an_organization_with_a_backlog_takes_its_share_and_keeps_no_other_waiting<B: Backend>(backend: &B) {
    let store = backend.store();
    let (busy, _) = stored_organization(store).await;
    let (quiet, _) = stored_organization(store).await;
    for _ in 0..500 {
        put(backend, busy, &KIND, now()).await;
    }
    let others = [put(backend, quiet, &KIND, later(5)).await, put(backend, quiet, &KIND, later(6)).await];
    let take_some = async |at| {
        let taking = JobTaking { max_jobs: 8, max_running: 8, max_running_each: 3, ..taking(&KIND, at) };
        store.take_jobs(&taking).await.unwrap()
    };
    let first = take_some(later(4)).await;
    assert_eq!((first.len(), first.iter().filter(|job| job.org_id == Some(busy)).count()), (3, 3));
    let second: Vec<JobId> = take_some(later(6)).await.iter().map(|job| job.id).collect();
    assert_eq!(second, others, "found behind the backlog, and nothing more of the busy one");
    assert!(take_some(later(7)).await.is_empty());
    // When one of its jobs ends, the next job of the busy organization begins.
    backend.tamper(&format!("UPDATE jobs SET state = 'succeeded', ready_ms = NULL WHERE id = '{}'", first[0].id)).await;
    assert_eq!(take_some(later(7)).await.iter().map(|job| job.org_id).collect::<Vec<_>>(), [Some(busy)]);
}

async fn what_one_organization_leaves_free_others_have<B: Backend>(backend: &B) {
    let store = backend.store();
    let mut stored = Vec::new();
    for number in 0..4 {
        let (org, _) = stored_organization(store).await;
        for _ in 0..=number {
            stored.push((org, put(backend, org, &KIND, now()).await));
        }
    }
    let taking = JobTaking { max_jobs: 10, max_running: 7, max_running_each: 2, ..taking(&KIND, now()) };
    let taken = store.take_jobs(&taking).await.unwrap();
    let of = |org: OrgId| taken.iter().filter(|job| job.org_id == Some(org)).count();
    let mut shares: Vec<usize> =
        stored.iter().map(|(org, _)| *org).collect::<HashSet<_>>().into_iter().map(of).collect();
    shares.sort_unstable();
    assert_eq!(shares, [1, 2, 2, 2]);
}

async fn takers_at_once_never_share_a_job<B: Backend>(backend: &B) {
    let (org, _) = stored_organization(backend.store()).await;
    for _ in 0..60 {
        put(backend, org, &KIND, now()).await;
    }
    let stores = [backend.store().clone(), backend.another_process().await];
    let takers = (0..8).map(|n| {
        let store = stores[n % 2].clone();
        tokio::spawn(async move {
            let mut taken = Vec::new();
            loop {
                let taking = JobTaking { max_jobs: 3, max_running: 45, ..taking(&KIND, now()) };
                let jobs = store.take_jobs(&taking).await.unwrap();
                if jobs.is_empty() {
                    return taken;
                }
                taken.extend(jobs.into_iter().map(|job| job.id));
            }
        })
    });
    let mut taken = Vec::new();
    for taker in takers.collect::<Vec<_>>() {
        taken.extend(taker.await.unwrap());
    }
    assert_eq!((taken.len(), taken.iter().collect::<HashSet<_>>().len()), (45, 45));
}

async fn a_lease_that_ran_out_is_taken_again_and_its_holder_has_no_say_any_more<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stored = put(backend, org, &KIND, now()).await;
    let (_, lost) = take(store, now()).await.unwrap();
    assert_eq!(take(store, later(59)).await, None);
    let (again, lease) = take(store, later(60)).await.unwrap();
    assert_eq!((again.id, again.attempts), (stored, 2));
    assert!(!store.renew_lease(lost, later(500)).await.unwrap());
    assert!(!store.report_progress(lost, JobProgress { done: 1, total: 2 }).await.unwrap());
    assert!(!store.end_try(lost, &done(), later(61)).await.unwrap());
    assert!(!store.give_back(lost, later(61)).await.unwrap());
    assert_eq!(store.job(org, stored).await.unwrap(), Some(again));
    assert!(store.end_try(lease, &done(), later(62)).await.unwrap());
}

async fn a_renewed_lease_holds_longer<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stored = put(backend, org, &KIND, now()).await;
    let (_, lease) = take(store, now()).await.unwrap();
    assert!(store.renew_lease(lease, later(120)).await.unwrap());
    assert_eq!(take(store, later(119)).await, None);
    assert_eq!(store.job(org, stored).await.unwrap().unwrap().lease_until, Some(later(120)));
    assert_eq!(take(store, later(120)).await.unwrap().0.id, stored);
}

async fn a_try_ends_once<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let failed = JobOutcome::Failed(JobFailure::new("NO_PAGES", "The site has no pages."));
    for (first, second, state) in [(done(), failed.clone(), JobState::Succeeded), (failed, done(), JobState::Failed)] {
        let stored = put(backend, org, &KIND, now()).await;
        let (_, lease) = take(store, now()).await.unwrap();
        assert!(store.end_try(lease, &first, later(1)).await.unwrap());
        let ended = store.job(org, stored).await.unwrap().unwrap();
        assert!(!store.end_try(lease, &second, later(2)).await.unwrap());
        assert!(!store.end_try(lease, &first, later(2)).await.unwrap());
        assert!(!store.give_back(lease, later(2)).await.unwrap());
        assert_eq!(store.job(org, stored).await.unwrap().as_ref(), Some(&ended));
        assert_eq!((ended.state, ended.finished_at, ended.lease_until), (state, Some(later(1)), None));
        assert_eq!(
            (ended.result.is_some(), ended.failure.is_some()),
            match state {
                JobState::Succeeded => (true, false),
                _ => (false, true),
            }
        );
        assert_eq!(take(store, later(100_000)).await, None);
    }
}

async fn a_retried_job_is_not_due_before_its_time_and_keeps_the_reason<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stored = put(backend, org, &KIND, now()).await;
    let (_, lease) = take(store, now()).await.unwrap();
    let failure = JobFailure::new("ENGINE_BUSY", "The engine asked to wait.");
    let retry = JobOutcome::Retry { failure: failure.clone(), due_at: later(300) };
    assert!(store.end_try(lease, &retry, later(1)).await.unwrap());
    let waiting = store.job(org, stored).await.unwrap().unwrap();
    assert_eq!((waiting.state, waiting.due_at, waiting.finished_at), (JobState::Queued, later(300), None));
    assert_eq!((waiting.attempts, waiting.failure), (1, Some(failure)));
    assert_eq!(take(store, later(299)).await, None);
    let (again, lease) = take(store, later(300)).await.unwrap();
    assert_eq!(again.attempts, 2);
    assert!(store.end_try(lease, &done(), later(301)).await.unwrap());
    assert_eq!(store.job(org, stored).await.unwrap().unwrap().failure, None);
}

async fn a_job_that_is_given_back_counts_no_try<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stored = put(backend, org, &KIND, now()).await;
    let (_, lease) = take(store, now()).await.unwrap();
    assert!(store.give_back(lease, later(2)).await.unwrap());
    let waiting = store.job(org, stored).await.unwrap().unwrap();
    assert_eq!((waiting.state, waiting.attempts, waiting.due_at), (JobState::Queued, 0, later(2)));
    assert_eq!(take(store, later(2)).await.unwrap().0.attempts, 1);
}

async fn progress_is_shown_and_is_for_the_holder_of_the_lease<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stored = put(backend, org, &KIND, now()).await;
    let (_, lease) = take(store, now()).await.unwrap();
    let progress = JobProgress { done: 2, total: 5 };
    assert!(store.report_progress(lease, progress).await.unwrap());
    assert_eq!(store.job(org, stored).await.unwrap().unwrap().progress, Some(progress));
    let stranger = JobLease { token: LeaseToken::random(&mut rand::rng()), ..lease };
    assert!(!store.report_progress(stranger, JobProgress { done: 5, total: 5 }).await.unwrap());
    assert_eq!(store.job(org, stored).await.unwrap().unwrap().progress, Some(progress));
}

async fn a_job_of_another_organization_is_absent<B: Backend>(backend: &B) {
    let store = backend.store();
    let (ours, _) = stored_organization(store).await;
    let (theirs, _) = stored_organization(store).await;
    let stored = put(backend, theirs, &KIND, now()).await;
    assert_eq!(store.job(ours, stored).await.unwrap(), None);
    assert_eq!(store.job(theirs, JobId::from_bits(1)).await.unwrap(), None);
    assert!(store.job(theirs, stored).await.unwrap().is_some());
}

async fn the_next_due_time_is_that_of_the_earliest_job_or_lease<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    assert_eq!(store.next_due(&KIND).await.unwrap(), None);
    put(backend, org, &KIND, later(100)).await;
    put(backend, org, &KIND, later(30)).await;
    put(backend, org, &OTHER_KIND, later(1)).await;
    assert_eq!(store.next_due(&KIND).await.unwrap(), Some(later(30)));
    let (_, lease) = take(store, later(31)).await.unwrap();
    assert_eq!(store.next_due(&KIND).await.unwrap(), Some(later(91)));
    assert!(store.end_try(lease, &done(), later(32)).await.unwrap());
    assert_eq!(store.next_due(&KIND).await.unwrap(), Some(later(100)));
}

async fn only_finished_jobs_are_removed_and_only_old_ones<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let mut ended = Vec::new();
    for at in [1, 2, 3, 100] {
        ended.push(put(backend, org, &KIND, now()).await);
        let (_, lease) = take(store, later(at)).await.unwrap();
        assert!(store.end_try(lease, &done(), later(at)).await.unwrap());
    }
    let queued = put(backend, org, &KIND, now()).await;
    assert_eq!(store.remove_finished_jobs(later(50), 2).await.unwrap(), 2);
    assert_eq!(store.remove_finished_jobs(later(50), 2).await.unwrap(), 1);
    assert_eq!(store.remove_finished_jobs(later(50), 2).await.unwrap(), 0);
    for (job, stays) in [(ended[0], false), (ended[2], false), (ended[3], true), (queued, true)] {
        assert_eq!(store.job(org, job).await.unwrap().is_some(), stays);
    }
}

async fn a_job_that_cannot_be_read_names_its_place<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let stored = put(backend, org, &KIND, now()).await;
    backend.tamper("UPDATE jobs SET state = 'lost'").await;
    let error = store.job(org, stored).await.unwrap_err();
    let StoreError::Corrupt { table: "jobs", column: "state", id } = error else { panic!("{error}") };
    assert_eq!(id, stored.to_string());
}
