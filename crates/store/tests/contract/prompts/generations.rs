//! What every store guarantees about generations: credits, complete records, manual texts kept. A generation starts
//! only if its credits can be reserved, is recorded completely and once, and never overwrites a person's text.

use askline_app::{
    ports::{
        jobs::{JobStore as _, JobTaking},
        prompts::PromptStore as _,
        sites::SiteStore as _,
    },
    prompts::GenerationRecord,
};
use askline_domain::{
    generation::{GENERATION_JOB, GeneratedPrompt, Generation, GenerationRequest, SITE_KINDS},
    jobs::{Job, JobLease, JobState, LeaseToken, NewJob},
    organizations::ledger::CreditAccount,
    prompts::{Prompt, PromptKind, PromptSource, PromptStatus},
    shared::ids::{JobId, QuestionId},
    sites::Site,
    webhooks::EventName,
    widget::config::Question,
};
use serde_json::{Value, json};

use crate::{
    backend::{Backend, Metadata, on_every_backend},
    prompts::{
        changes::{GenerationStart, PromptTestChanges as _},
        create, prompt,
    },
    samples::{audit, count_of, id, later, now},
    sites::changes::SiteChanges as _,
    sites::stored::stored_site,
    webhooks::{deliveries, stored_webhook},
};

on_every_backend! {
    a_generation_begins_with_its_credits_and_its_entry,
    one_generation_runs_for_a_site_at_a_time,
    of_many_that_begin_at_once_one_does,
    a_generation_without_enough_credits_stores_nothing_and_raises_credits_low,
    what_was_generated_is_stored_with_its_payment_its_entry_and_its_event,
    a_generation_recorded_under_a_lost_lease_stores_nothing,
    what_a_person_wrote_meanwhile_stays_and_is_not_paid_for,
    questions_replace_those_that_were_generated_and_no_others,
    a_generation_for_a_deleted_site_fails_unpaid,
}

pub fn request(site: &Site) -> GenerationRequest {
    GenerationRequest { site_id: site.id, prompt_id: None, prompts: true, questions: true, credits: 20 }
}

fn job(site: &Site, request: &GenerationRequest) -> NewJob {
    NewJob::of(id::<JobId>(), site.org_id, request, now()).about(site.id)
}

pub async fn start(store: &impl Metadata, site: &Site, request: &GenerationRequest) -> (JobId, GenerationStart) {
    let job = job(site, request);
    let entry = audit(site.org_id, "prompt.generation_started");
    (job.id, store.start_generation(&job, request, entry).await.unwrap())
}

pub async fn take(store: &impl Metadata) -> JobLease {
    let token = LeaseToken::random(&mut rand::rng());
    let (now, lease_until) = (later(1), later(2));
    let taking =
        JobTaking { kind: GENERATION_JOB, max_jobs: 1, max_running: 9, max_running_each: 9, token, now, lease_until };
    let jobs = store.take_jobs(&taking).await.unwrap();
    JobLease { job: jobs[0].id, token }
}

pub fn record(request: &GenerationRequest) -> GenerationRecord {
    let prompts = SITE_KINDS.map(|kind| GeneratedPrompt {
        kind,
        name: "Summary".into(),
        text: format!("Read {{{{url}}}} for the {kind}."),
    });
    let questions = vec!["What is it?".into(), "What does it cost?".into()];
    let generation = Generation { language: "en".into(), model: Some("m".into()), prompts: prompts.into(), questions };
    GenerationRecord {
        request: request.clone(),
        generation,
        pages_read: vec!["https://example.com/".into()],
        drafted: None,
        left_out: vec![],
        at: later(1),
    }
}

async fn credits(store: &impl Metadata, site: &Site) -> CreditAccount {
    store.credits(site.org_id, now()).await.unwrap().unwrap()
}

async fn stored_job(store: &impl Metadata, site: &Site, id: JobId) -> Job {
    store.job(site.org_id, id).await.unwrap().unwrap()
}

fn generated(site: &Site, kind: PromptKind) -> Prompt {
    let language = "*".into();
    Prompt { kind, language, source: PromptSource::Generated, status: PromptStatus::Active, ..prompt(site.id) }
}

async fn a_generation_begins_with_its_credits_and_its_entry<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let (id, outcome) = start(store, &site, &request(&site)).await;
    assert_eq!(outcome, GenerationStart::Started);
    assert_eq!((credits(store, &site).await.balance, credits(store, &site).await.reserved), (1_000, 20));
    let job = stored_job(store, &site, id).await;
    assert_eq!((job.state, &job.input["siteId"]), (JobState::Queued, &json!(site.id)));
    assert_eq!(job.input_of::<GenerationRequest>(), Some(request(&site)));
    assert_eq!(count_of(store, site.org_id, "prompt.generation_started").await, 1);
    let other = stored_site(store).await;
    let foreign = NewJob { org_id: other.org_id, ..self::job(&site, &request(&site)) };
    let entry = audit(other.org_id, "prompt.generation_started");
    let free = GenerationRequest { site_id: askline_domain::shared::ids::Id::from_bits(7), ..request(&site) };
    assert_eq!(store.start_generation(&foreign, &free, entry).await.unwrap(), GenerationStart::Missing);
}

async fn one_generation_runs_for_a_site_at_a_time<B: Backend>(backend: &B) {
    let store = backend.store();
    let (site, other) = (stored_site(store).await, stored_site(store).await);
    let (first, _) = start(store, &site, &request(&site)).await;
    assert_eq!(start(store, &site, &request(&site)).await.1, GenerationStart::AlreadyRunning(first));
    assert_eq!(start(store, &other, &request(&other)).await.1, GenerationStart::Started);
    assert_eq!(credits(store, &site).await.reserved, 20);
    for _ in 0..2 {
        let lease = take(store).await;
        let of = if lease.job == first { &site } else { &other };
        assert!(store.record_generation(lease, of.org_id, &record(&request(of))).await.unwrap());
    }
    assert_eq!(start(store, &site, &request(&site)).await.1, GenerationStart::Started);
}

async fn of_many_that_begin_at_once_one_does<B: Backend>(backend: &B) {
    let site = stored_site(backend.store()).await;
    let mut running = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let (store, site) = (backend.store().clone(), site.clone());
        running.spawn(async move { start(&store, &site, &request(&site)).await.1 });
    }
    let begun = running.join_all().await.into_iter().filter(|outcome| *outcome == GenerationStart::Started).count();
    assert_eq!((begun, credits(backend.store(), &site).await.reserved), (1, 20));
}

async fn a_generation_without_enough_credits_stores_nothing_and_raises_credits_low<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let webhook = stored_webhook(store, site.org_id, &[EventName::CreditsLow]).await;
    let dear = GenerationRequest { credits: 1_001, ..request(&site) };
    let (id, outcome) = start(store, &site, &dear).await;
    assert_eq!(outcome, GenerationStart::Insufficient(dear.why_unpaid(1_000)));
    assert_eq!(store.job(site.org_id, id).await.unwrap(), None);
    assert_eq!(count_of(store, site.org_id, "prompt.generation_started").await, 0);
    assert_eq!(deliveries(store, &webhook).await.len(), 1);
    assert_eq!(credits(store, &site).await.reserved, 0);
}

async fn what_was_generated_is_stored_with_its_payment_its_entry_and_its_event<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let webhook = stored_webhook(store, site.org_id, &[EventName::PromptGenerated]).await;
    let (old, manual) = (
        generated(&site, PromptKind::Summary),
        Prompt { source: PromptSource::Manual, ..generated(&site, PromptKind::Compare) },
    );
    create(store, &old).await;
    create(store, &manual).await;
    let (id, _) = start(store, &site, &request(&site)).await;
    let lease = take(store).await;
    assert!(store.record_generation(lease, site.org_id, &record(&request(&site))).await.unwrap());
    let after = store.all_prompts(site.id).await.unwrap();
    let replaced = after.iter().find(|prompt| prompt.id == old.id).unwrap();
    assert_eq!((replaced.version, replaced.text.as_str()), (old.version + 1, "Read {{url}} for the summary."));
    assert!(after.contains(&manual));
    assert_eq!(after.len(), 4, "two kinds were missing");
    let config = store.site(site.id).await.unwrap().unwrap().1;
    assert_eq!(config.config.questions.items.len(), 2);
    assert_eq!((credits(store, &site).await.balance, credits(store, &site).await.reserved), (980, 0));
    let job = stored_job(store, &site, id).await;
    let result = job.result.unwrap();
    assert_eq!((job.state, &result["updatedPromptIds"]), (JobState::Succeeded, &json!([old.id])));
    assert_eq!((&result["questionsStored"], &result["configVersion"]), (&json!(true), &json!(config.version)));
    for action in ["prompt.generated", "site.config_updated"] {
        assert_eq!(count_of(store, site.org_id, action).await, 1, "{action}");
    }
    let told: Value = serde_json::from_str(&deliveries(store, &webhook).await[0].payload).unwrap();
    assert_eq!((&told["data"]["jobId"], &told["data"]["site"]["id"]), (&json!(id), &json!(site.id)));
}

async fn a_generation_recorded_under_a_lost_lease_stores_nothing<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    start(store, &site, &request(&site)).await;
    let lost = take(store).await;
    backend.tamper("UPDATE jobs SET ready_ms = 0").await;
    let held = take(store).await;
    assert!(!store.record_generation(lost, site.org_id, &record(&request(&site))).await.unwrap());
    assert_eq!(store.all_prompts(site.id).await.unwrap(), []);
    assert_eq!(credits(store, &site).await.reserved, 20);
    assert!(store.record_generation(held, site.org_id, &record(&request(&site))).await.unwrap());
    assert!(!store.record_generation(held, site.org_id, &record(&request(&site))).await.unwrap());
    assert_eq!(store.all_prompts(site.id).await.unwrap().len(), 4);
    assert_eq!(credits(store, &site).await.balance, 980);
}

async fn what_a_person_wrote_meanwhile_stays_and_is_not_paid_for<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let old = generated(&site, PromptKind::Summary);
    create(store, &old).await;
    let one = GenerationRequest { prompt_id: Some(old.id), questions: false, ..request(&site) };
    let (id, _) = start(store, &site, &one).await;
    let lease = take(store).await;
    let mine = Prompt { source: PromptSource::Manual, text: "Mine {{url}}".into(), version: old.version + 1, ..old };
    assert!(store.update_prompt(&mine, audit(site.org_id, "prompt.updated")).await.unwrap());
    assert!(store.record_generation(lease, site.org_id, &record(&one)).await.unwrap());
    assert_eq!(store.all_prompts(site.id).await.unwrap(), [mine]);
    let job = stored_job(store, &site, id).await;
    assert_eq!((job.state, job.failure.unwrap().code.as_str()), (JobState::Failed, "PROMPT_CHANGED"));
    assert_eq!((credits(store, &site).await.balance, credits(store, &site).await.reserved), (1_000, 0));
    assert_eq!(count_of(store, site.org_id, "prompt.generated").await, 0);
}

async fn questions_replace_those_that_were_generated_and_no_others<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let texts = async || -> Vec<String> {
        let items = store.site(site.id).await.unwrap().unwrap().1.config.questions.items;
        items.into_iter().map(|question| question.text).collect()
    };
    let generate = async |questions: &[&str]| {
        start(store, &site, &request(&site)).await;
        let lease = take(store).await;
        let mut record = record(&request(&site));
        record.generation.questions = questions.iter().map(|text| (*text).to_owned()).collect();
        assert!(store.record_generation(lease, site.org_id, &record).await.unwrap());
    };
    generate(&["What is it?", "Who made it?"]).await;
    let first = store.site(site.id).await.unwrap().unwrap().1;
    generate(&["Who made it?", "What does it cost?"]).await;
    assert_eq!(texts().await, ["Who made it?", "What does it cost?"]);
    let second = store.site(site.id).await.unwrap().unwrap().1;
    assert_eq!(second.config.questions.items[0].id, first.config.questions.items[1].id);
    let mut own = second.config.clone();
    own.questions.items.push(Question { id: id::<QuestionId>(), text: "Where is it?".into() });
    store.put_config(site.id, None, &own, now(), audit(site.org_id, "site.config_updated")).await.unwrap();
    generate(&["What is new?"]).await;
    assert_eq!(texts().await, ["Who made it?", "What does it cost?", "Where is it?"]);
}

async fn a_generation_for_a_deleted_site_fails_unpaid<B: Backend>(backend: &B) {
    let store = backend.store();
    let site = stored_site(store).await;
    let (id, _) = start(store, &site, &request(&site)).await;
    let lease = take(store).await;
    assert!(store.delete_site(site.org_id, site.id, audit(site.org_id, "site.deleted")).await.unwrap());
    assert!(store.record_generation(lease, site.org_id, &record(&request(&site))).await.unwrap());
    let job = stored_job(store, &site, id).await;
    assert_eq!((job.state, job.failure.unwrap().code.as_str()), (JobState::Failed, "SITE_DELETED"));
    assert_eq!(credits(store, &site).await.reserved, 0);
}
