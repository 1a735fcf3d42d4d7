//! Jobs as callers see them, and what the runner guarantees. The test provides the work, and webhook events create
//! jobs.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use askline_app::{
    ports::{StoreError, StoreResult},
    webhooks,
};
use askline_domain::{
    identity::role::Role,
    jobs::{Job, JobFailure, JobKind, JobProgress, JobState},
    keys::scope::Scope,
    organizations::plan::Plan,
    shared::{
        clock::Clock as _,
        ids::{Id as _, JobId, KeyId, WebhookId},
    },
    webhooks::{DELIVERY_JOB, EventName, Webhook, message::Event, secret::WebhookSecret},
};
use askline_jobs::runner::{HeldJob, JobEnd, JobHandler, JobRunner};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::sync::{Mutex, mpsc, watch};

use crate::harness::{Org, Service};

/// What the handler does in its attempts, one after another; the last one is repeated.
#[derive(Clone, Copy)]
enum Act {
    Succeed,
    Fail,
    Retry,
    Panic,
    LoseTheStore,
    NeverEnd,
}

/// A test's handler of jobs: reports each attempt, ends it as the test says, and counts how many run at the same time.
struct Work {
    kind: JobKind,
    acts: Vec<Act>,
    tried: AtomicUsize,
    running: AtomicUsize,
    most_at_once: AtomicUsize,
    seen: mpsc::UnboundedSender<Job>,
}

#[async_trait::async_trait]
impl JobHandler for Work {
    fn kind(&self) -> JobKind {
        self.kind.clone()
    }
    fn max_running(&self) -> u32 {
        3
    }
    fn max_attempts(&self) -> u32 {
        4
    }
    async fn run(&self, job: &Job, held: &HeldJob) -> StoreResult<JobEnd> {
        let running = self.running.fetch_add(1, Ordering::SeqCst) + 1;
        self.most_at_once.fetch_max(running, Ordering::SeqCst);
        let tried = self.tried.fetch_add(1, Ordering::SeqCst);
        held.report_progress(JobProgress { done: 1, total: 2 }).await?;
        self.seen.send(job.clone()).unwrap();
        let act = self.acts[tried.min(self.acts.len() - 1)];
        if let Act::NeverEnd = act {
            std::future::pending::<()>().await;
        }
        self.running.fetch_sub(1, Ordering::SeqCst);
        match act {
            Act::Succeed | Act::NeverEnd => Ok(JobEnd::Succeeded(json!({ "made": 3 }))),
            Act::Fail => Ok(JobEnd::Failed(JobFailure::new("NO_PAGES", "The site has no pages."))),
            Act::Retry => Ok(JobEnd::Retry(JobFailure::new("ENGINE_BUSY", "The engine asked to wait."))),
            Act::Panic => panic!("on purpose, by a test"),
            Act::LoseTheStore => Err(StoreError::Unavailable("on purpose, by a test".into())),
        }
    }
}

/// A server, an organization whose events create jobs, and a runner whose work does these acts.
struct Scene {
    service: Service,
    org: Org,
    runner: JobRunner,
    work: Arc<Work>,
    seen: Mutex<mpsc::UnboundedReceiver<Job>>,
}

impl Work {
    fn new(kind: JobKind, acts: &[Act]) -> (Arc<Self>, mpsc::UnboundedReceiver<Job>) {
        let (told, seen) = mpsc::unbounded_channel();
        let count = AtomicUsize::default;
        let (acts, tried, running, most_at_once) = (acts.to_vec(), count(), count(), count());
        (Arc::new(Self { kind, acts, tried, running, most_at_once, seen: told }), seen)
    }
}

impl Scene {
    async fn with(acts: &[Act]) -> Self {
        let service = Service::start_unlimited().await;
        let org = service.organization(Plan::Pro).await;
        let at = service.clock.now();
        let webhook = Webhook {
            id: WebhookId::new(at, &mut rand::rng()),
            org_id: org.id,
            url: "https://hooks.example.com/".into(),
            url_unreadable: false,
            events: vec![EventName::CreditsLow],
            description: String::new(),
            enabled: true,
            disabled_reason: None,
            consecutive_failures: 0,
            failing_since: None,
            previous_secret_expires_at: None,
            created_at: at,
            updated_at: at,
        };
        let secret = WebhookSecret::generate(&mut rand::rng());
        webhooks::add(&*service.metadata, &webhook, &secret, service.audit(org.id, "webhook.created")).await.unwrap();
        let (work, seen) = Work::new(DELIVERY_JOB, acts);
        let runner = JobRunner::new(service.metadata.clone(), service.clock.clone(), vec![work.clone()]);
        Self { service, org, runner, work, seen: Mutex::new(seen) }
    }

    async fn add_jobs(&self, count: usize) {
        for _ in 0..count {
            let at = self.service.app.now();
            let event = Event { org_id: self.org.id, name: EventName::CreditsLow, occurred_at: at, data: json!({}) };
            self.service.raise(&event).await;
        }
    }

    /// The next job that the work has started.
    async fn begun(&self) -> Job {
        let mut seen = self.seen.lock().await;
        tokio::time::timeout(Duration::from_secs(20), seen.recv()).await.expect("no job is begun").unwrap()
    }

    async fn job(&self, id: JobId) -> Job {
        self.service.metadata.job(self.org.id, id).await.unwrap().unwrap()
    }
}

#[tokio::test]
async fn a_job_is_shown_to_its_organization_and_to_no_key_that_did_not_start_it() {
    let scene = Scene::with(&[Act::Succeed]).await;
    let (service, org) = (&scene.service, &scene.org);
    scene.add_jobs(1).await;
    assert_eq!(scene.runner.run_due().await.unwrap(), 1);
    let id = scene.begun().await.id;
    let path = format!("/api/v1/jobs/{id}");
    let shown = service.get(&path, &org.session).await;
    assert_eq!(
        shown.data(200),
        &json!({ "id": id, "kind": "webhook.delivery", "state": "succeeded", "attempts": 1,
            "progress": { "done": 1, "total": 2 }, "result": { "made": 3 }, "failure": null,
            "createdAt": "2026-06-15T12:00:00.000Z", "dueAt": "2026-06-15T12:00:00.000Z",
            "finishedAt": "2026-06-15T12:00:00.000Z" })
    );
    let key = service.key(org, &[Scope::All]).await;
    let stranger = service.organization(Plan::Pro).await;
    let absent = service.get("/api/v1/jobs/job_00000000000000000000000007", &org.session).await;
    absent.refused(404, "NOT_FOUND");
    for bearer in [&key, &stranger.session] {
        let foreign = service.get(&path, bearer).await;
        assert_eq!((foreign.status, &foreign.body["error"]), (absent.status, &absent.body["error"]));
    }
    service.get("/api/v1/jobs/1", &org.session).await.refused(404, "NOT_FOUND");
    service.send(Method::DELETE, &path, Some(&org.session), None).await.refused(405, "METHOD_NOT_ALLOWED");
}

#[tokio::test]
async fn a_job_is_shown_to_sessions_whose_role_may_start_it_and_to_no_lower_one() {
    let scene = Scene::with(&[Act::Succeed]).await;
    let (service, org) = (&scene.service, &scene.org);
    scene.add_jobs(1).await;
    scene.runner.run_due().await.unwrap();
    let path = format!("/api/v1/jobs/{}", scene.begun().await.id);
    let mut sessions = Vec::new();
    for role in Role::EVERY {
        sessions.push((role, service.member_of(org, role).await.1));
    }
    for (kind, lowest) in [
        ("webhook.delivery", Role::Admin),
        ("prompts.generate", Role::Member),
        ("monitor.run", Role::Member),
        ("something.new", Role::Admin),
    ] {
        service.tamper(&format!("UPDATE jobs SET kind = '{kind}'")).await;
        for (role, session) in &sessions {
            let shown = service.get(&path, session).await;
            if *role < lowest {
                shown.refused(403, "FORBIDDEN");
            } else {
                assert_eq!(shown.data(200)["result"], json!({ "made": 3 }), "{role} {kind}");
            }
        }
    }
}

#[tokio::test]
async fn the_key_that_started_a_job_sees_it() {
    let scene = Scene::with(&[Act::Fail]).await;
    let (service, org) = (&scene.service, &scene.org);
    let plaintext = service.key(org, &[Scope::PromptsWrite]).await;
    let other = service.key(org, &[Scope::PromptsWrite]).await;
    let own = service.get("/api/v1/keys/self", &plaintext).await;
    let key: KeyId = own.data(200)["key"]["id"].as_str().unwrap().parse().unwrap();
    scene.add_jobs(1).await;
    scene.runner.run_due().await.unwrap();
    let id = scene.begun().await.id;
    service.tamper(&format!("UPDATE jobs SET started_by = '{key}'")).await;
    let shown = service.get(&format!("/api/v1/jobs/{id}"), &plaintext).await;
    assert_eq!((&shown.data(200)["state"], &shown.data(200)["result"]), (&json!("failed"), &Value::Null));
    let failure = json!({ "code": "NO_PAGES", "message": "The site has no pages." });
    assert_eq!(shown.data(200)["failure"], failure);
    service.get(&format!("/api/v1/jobs/{id}"), &other).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn a_panic_and_a_lost_store_cost_one_try_and_no_worker() {
    let scene = Scene::with(&[Act::Panic, Act::LoseTheStore, Act::Succeed]).await;
    scene.add_jobs(1).await;
    for (code, wait) in [("INTERNAL_ERROR", 7), ("UNAVAILABLE", 25)] {
        assert_eq!(scene.runner.run_due().await.unwrap(), 1);
        let job = scene.job(scene.begun().await.id).await;
        assert_eq!((job.state, job.failure.unwrap().code.as_str()), (JobState::Queued, code));
        assert!(job.due_at > scene.service.app.now());
        assert_eq!(scene.runner.run_due().await.unwrap(), 0);
        scene.service.advance(wait);
    }
    assert_eq!(scene.runner.run_due().await.unwrap(), 1);
    let job = scene.job(scene.begun().await.id).await;
    assert_eq!((job.state, job.attempts, job.failure), (JobState::Succeeded, 3, None));
}

#[tokio::test]
async fn a_job_that_fails_again_and_again_is_given_up_with_its_reason() {
    let scene = Scene::with(&[Act::Retry]).await;
    scene.add_jobs(1).await;
    let mut tries = 0;
    for _ in 0..10 {
        tries += scene.runner.run_due().await.unwrap();
        scene.service.advance(86_400);
    }
    assert_eq!(tries, 4);
    let job = scene.job(scene.begun().await.id).await;
    assert_eq!((job.state, job.attempts, job.failure.unwrap().code.as_str()), (JobState::Failed, 4, "ENGINE_BUSY"));
}

#[tokio::test]
async fn a_job_that_took_its_process_down_each_time_is_given_up() {
    let scene = Scene::with(&[Act::Succeed]).await;
    scene.add_jobs(1).await;
    scene.service.tamper("UPDATE jobs SET attempts = 4, state = 'running', lease = 7, ready_ms = due_ms").await;
    assert_eq!(scene.runner.run_due().await.unwrap(), 1);
    assert_eq!(scene.work.tried.load(Ordering::SeqCst), 0);
    scene.add_jobs(1).await;
    assert_eq!(scene.runner.run_due().await.unwrap(), 1);
    assert_eq!(scene.work.tried.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn jobs_are_begun_when_they_are_stored_a_bounded_number_at_once() {
    let scene = Scene::with(&[Act::Succeed]).await;
    let (stop, stopped) = watch::channel(false);
    let runner = scene.runner.clone();
    let running = tokio::spawn(async move { runner.run(stopped).await });
    scene.add_jobs(20).await;
    for _ in 0..20 {
        scene.begun().await;
    }
    scene.add_jobs(1).await;
    scene.begun().await;
    stop.send(true).unwrap();
    running.await.unwrap();
    assert!((1..=3).contains(&scene.work.most_at_once.load(Ordering::SeqCst)));
    assert_eq!(scene.runner.run_due().await.unwrap(), 0);
}

#[tokio::test]
async fn a_look_that_finds_nothing_due_needs_no_right_to_write() {
    let scene = Scene::with(&[Act::Retry, Act::Succeed]).await;
    scene.add_jobs(1).await;
    assert_eq!(scene.runner.run_due().await.unwrap(), 1);
    let held = scene.service.hold_writers().await;
    // There is a job, but it is due later.
    assert_eq!(scene.runner.run_due().await.unwrap(), 0);
    drop(held);
    scene.service.advance(7);
    assert_eq!(scene.runner.run_due().await.unwrap(), 1);
}

#[tokio::test]
async fn what_does_not_end_after_the_sign_to_stop_is_given_back_uncounted() {
    let scene = Scene::with(&[Act::NeverEnd, Act::Succeed]).await;
    let (stop, stopped) = watch::channel(false);
    let runner = scene.runner.clone().finishing_within(Duration::ZERO);
    let running = tokio::spawn(async move { runner.run(stopped).await });
    scene.add_jobs(1).await;
    let id = scene.begun().await.id;
    assert_eq!(scene.job(id).await.state, JobState::Running);
    stop.send(true).unwrap();
    running.await.unwrap();
    let job = scene.job(id).await;
    assert_eq!((job.state, job.attempts), (JobState::Queued, 0));
    // The next process takes it immediately.
    assert_eq!(scene.runner.run_due().await.unwrap(), 1);
    assert_eq!(scene.job(id).await.state, JobState::Succeeded);
}

#[tokio::test]
async fn a_kind_whose_places_are_all_taken_keeps_no_other_waiting() {
    let scene = Scene::with(&[Act::NeverEnd]).await;
    let (other, mut seen) = Work::new(JobKind::new("test.other"), &[Act::Succeed]);
    scene.add_jobs(50).await;
    scene.service.tamper("UPDATE jobs SET kind = 'test.other' WHERE id = (SELECT MAX(id) FROM jobs)").await;
    let store = scene.service.metadata.clone();
    let runner = JobRunner::new(store, scene.service.clock.clone(), vec![scene.work.clone(), other]);
    let (stop, stopped) = watch::channel(false);
    let running = tokio::spawn(async move { runner.finishing_within(Duration::ZERO).run(stopped).await });
    for _ in 0..3 {
        scene.begun().await;
    }
    let begun = tokio::time::timeout(Duration::from_secs(20), seen.recv()).await;
    assert_eq!(begun.expect("it is begun").unwrap().kind.as_str(), "test.other");
    assert_eq!(scene.work.tried.load(Ordering::SeqCst), 3);
    stop.send(true).unwrap();
    running.await.unwrap();
}
