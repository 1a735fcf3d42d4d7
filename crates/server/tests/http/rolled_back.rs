//! Changes that PostgreSQL rolls back are tried again.
//!
//! Usually callers do not notice: the change is stored once, with one audit entry. If the third attempt is rolled back,
//! too, the answer is 503, and nothing is stored.
//!
//! Databases in files roll back nothing by themselves, so these tests do nothing with them. `document::examples` checks
//! that every operation is answered as usual while its changes are rolled back.

use askline_domain::{engines::Engine, organizations::plan::Plan};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    harness::{Answer, Org, Service},
    monitors::{Scene, engines::Act},
    webhooks::receiver::Receiver,
};

async fn create(service: &Service, org: &Org) -> Answer {
    let path = format!("/api/v1/prompts/{}", org.site);
    let request = service.request(Method::POST, &path).bearer_auth(&org.session).header("idempotency-key", "k");
    service.answer(request.json(&json!({ "name": "new", "kind": "custom", "text": "Look at {{url}}" }))).await
}

async fn items(service: &Service, org: &Org, path: &str) -> Vec<Value> {
    service.get(path, &org.session).await.data(200)["items"].as_array().unwrap().clone()
}

/// How many prompts were created, and how many audit entries say so.
async fn created(service: &Service, org: &Org) -> (usize, usize) {
    let prompts = items(service, org, &format!("/api/v1/prompts/{}?limit=200", org.site)).await;
    let entries = items(service, org, "/api/v1/audit?limit=200").await;
    let intact = service.get("/api/v1/audit/verify", &org.session).await.data(200)["intact"].clone();
    assert_eq!(intact, json!(true));
    (
        prompts.iter().filter(|prompt| prompt["name"] == "new").count(),
        entries.iter().filter(|entry| entry["action"] == "prompt.created").count(),
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_whose_connection_is_killed_before_its_commit_is_answered_and_stored_once() {
    let service = Service::start_unlimited().await;
    let Some(servers) = service.stores.servers() else { return };
    let org = service.organization(Plan::Pro).await;
    let held = servers.hold_changes().await;
    let (answer, ()) = tokio::join!(create(&service, &org), held.kill_one());
    let made = answer.data(201).clone();
    assert_eq!(created(&service, &org).await, (1, 1));
    let repeated = create(&service, &org).await;
    assert_eq!((repeated.data(201), repeated.header("idempotency-replayed")), (&made, "true"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_that_is_rolled_back_each_time_is_refused_for_now_and_leaves_nothing() {
    let service = Service::start_unlimited().await;
    let Some(servers) = service.stores.servers() else { return };
    let org = service.organization(Plan::Pro).await;
    servers
        .tamper(
            "CREATE SEQUENCE times;
             CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
                 $$ BEGIN PERFORM nextval('times'); RAISE EXCEPTION USING ERRCODE = 'deadlock_detected'; END $$;
             CREATE TRIGGER fails BEFORE INSERT ON changes FOR EACH STATEMENT EXECUTE FUNCTION fail();",
        )
        .await;
    let refused = create(&service, &org).await;
    refused.refused(503, "UNAVAILABLE");
    assert_eq!((&refused.body["error"]["retryable"], refused.header("retry-after")), (&json!(true), "2"));
    assert_eq!(servers.number("SELECT last_value FROM times"), 3, "it is tried three times");
    servers.tamper("DROP TRIGGER fails ON changes").await;
    assert_eq!(created(&service, &org).await, (0, 0));
    create(&service, &org).await.data(201);
    assert_eq!(created(&service, &org).await, (1, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_with_rolled_back_transactions_asks_charges_and_notifies_once() {
    let scene = Scene::new().await;
    let Some(servers) = scene.service.stores.servers() else { return };
    let receiver = Receiver::start().await;
    let webhook = json!({ "url": receiver.url, "events": ["citation.run_completed"] });
    scene.service.send(Method::POST, "/api/v1/webhooks", Some(&scene.org.session), Some(&webhook)).await.data(201);
    let monitor = scene.create(json!({ "engines": ["openai"], "samplesPerRun": 2 })).await;
    let openai = scene.engine(Engine::OpenAi);
    openai.next(Act::says("", &["https://www.example.com/a"])).next(Act::says("", &[]));
    servers.prepare_to_roll_back().await;
    servers.roll_back(true).await;
    let job = scene.run(&monitor).await;
    servers.roll_back(false).await;
    // Changes: taking the jobs, storing the answers, and ending the run and the delivery.
    assert!(servers.begun_changes() >= 12);
    assert_eq!((&job["state"], &job["attempts"]), (&json!("succeeded"), &json!(1)), "{job}");
    assert_eq!((openai.asked().len(), scene.citations("").await.len()), (2, 2));
    assert_eq!(scene.credits().await, (1_000 - 6, 0));
    assert_eq!(receiver.received().len(), 1);
}
