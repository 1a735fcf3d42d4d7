//! What a generation costs: the estimate, once, and only if it succeeds. Also tests who is notified.

use askline_domain::organizations::plan::Plan;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Scene, Site, sites};

/// A scene with a model, since the built-in generator costs nothing.
async fn scene() -> Scene {
    Scene::with_model(Site::with_pages(&sites::shop()).await).await
}

async fn ledger(scene: &Scene) -> Vec<Value> {
    let ledger = scene.service.get("/api/v1/credits/ledger", &scene.org.session).await;
    ledger.data(200)["items"].as_array().unwrap().clone()
}

#[tokio::test]
async fn an_estimate_does_nothing_and_is_what_is_charged_then() {
    let scene = scene().await;
    let one = format!("/{}/regenerate", scene.prompts().await[0]["id"].as_str().unwrap());
    for (path, credits) in [("/regenerate", 20), (one.as_str(), 5)] {
        let estimate = scene.post(&format!("{path}?estimate=true"), None).await;
        let expected = json!({ "credits": credits, "available": 100_000, "affordable": true, "generator": "model", "model": "house-model" });
        assert_eq!(estimate.data(200), &expected);
    }
    assert_eq!((scene.runner.run_due().await.unwrap(), scene.credits().await), (0, (100_000, 0)));
    let started = scene.post("/regenerate", None).await;
    let data = started.data(202);
    assert_eq!(
        (&data["creditsReserved"], &data["state"], &data["kind"]),
        (&json!(20), &json!("queued"), &json!("prompts.generate"))
    );
    assert_eq!(started.header("cache-control"), "no-store");
    assert_eq!(scene.credits().await, (100_000, 20));
    let job = scene.ended(&started).await;
    assert_eq!(job["progress"], json!({ "done": 2, "total": 2 }));
    assert_eq!(scene.credits().await, (99_980, 0));
    let line = &ledger(&scene).await[0];
    assert_eq!((&line["type"], &line["amount"]), (&json!("debit"), &json!(-20)));
    assert_eq!(line["reference"], json!({ "type": "job", "id": job["id"] }));
}

#[tokio::test]
async fn the_built_in_generator_costs_nothing_also_without_credits_left() {
    let scene = Scene::on(Site::with_pages(&sites::shop()).await).await;
    let (org, at) = (scene.org.id, scene.service.app.now());
    let audit = scene.service.audit(org, "credits.adjusted");
    askline_app::credits::adjust(&*scene.service.metadata, org, -100_000, "Spent", at, audit).await.unwrap().unwrap();
    let before = ledger(&scene).await;
    let one = format!("/{}/regenerate", scene.prompts().await[0]["id"].as_str().unwrap());
    for path in ["/regenerate", &one] {
        let estimate = scene.post(&format!("{path}?estimate=true"), None).await;
        let expected =
            json!({ "credits": 0, "available": 0, "affordable": true, "generator": "built_in", "model": null });
        assert_eq!(estimate.data(200), &expected);
        let started = scene.post(path, None).await;
        assert_eq!(started.data(202)["creditsReserved"], 0);
        assert_eq!(scene.credits().await, (0, 0));
        let job = scene.ended(&started).await;
        assert_eq!((&job["state"], &job["result"]["credits"]), (&json!("succeeded"), &json!(0)), "{job}");
    }
    assert_eq!((ledger(&scene).await, scene.credits().await), (before, (0, 0)));
}

#[tokio::test]
async fn without_enough_credits_nothing_begins() {
    let scene = scene().await;
    let (org, at) = (scene.org.id, scene.service.app.now());
    let audit = scene.service.audit(org, "credits.adjusted");
    askline_app::credits::adjust(&*scene.service.metadata, org, -99_990, "Spent", at, audit).await.unwrap().unwrap();
    let estimate = scene.post("/regenerate?estimate=true", None).await;
    assert_eq!((&estimate.data(200)["available"], &estimate.data(200)["affordable"]), (&json!(10), &json!(false)));
    let refused = scene.post("/regenerate", None).await;
    refused.refused(402, "INSUFFICIENT_CREDITS");
    assert!(refused.text.contains("20") && refused.text.contains("10"), "{}", refused.text);
    assert_eq!((scene.runner.run_due().await.unwrap(), scene.credits().await), (0, (10, 0)));
}

#[tokio::test]
async fn work_that_is_done_twice_after_a_lost_lease_counts_once() {
    let scene = scene().await;
    let started = scene.post("/regenerate", None).await;
    let id = started.data(202)["id"].as_str().unwrap();
    // A worker that lost its connection holds the job, but its lease has expired: another worker takes the job.
    scene
        .service
        .tamper(&format!("UPDATE jobs SET state = 'running', lease = 7, attempts = 1 WHERE id = '{id}'"))
        .await;
    let job = scene.ended(&started).await;
    assert_eq!((&job["state"], &job["attempts"]), (&json!("succeeded"), &json!(2)));
    assert_eq!(scene.runner.run_due().await.unwrap(), 0);
    assert_eq!(ledger(&scene).await.len(), 2, "the grant and one debit");
    assert!(scene.prompts().await.iter().all(|prompt| prompt["version"] == 2));
}

#[tokio::test]
async fn a_generation_that_was_cut_off_again_and_again_gives_its_credits_back() {
    let scene = scene().await;
    let before = scene.prompts().await;
    let started = scene.post("/regenerate", None).await;
    let id = started.data(202)["id"].as_str().unwrap();
    scene
        .service
        .tamper(&format!("UPDATE jobs SET state = 'running', lease = 7, attempts = 4 WHERE id = '{id}'"))
        .await;
    let job = scene.ended(&started).await;
    scene.check_failed(&job, "INTERRUPTED", &before).await;
}

#[tokio::test]
async fn generation_is_recorded_in_the_audit_log_and_sent_to_webhooks() {
    let scene = scene().await;
    let hook = json!({ "url": "https://hooks.example.com/", "events": ["prompt.generated"] });
    let made = scene.service.send(Method::POST, "/api/v1/webhooks", Some(&scene.org.session), Some(&hook)).await;
    let hook = made.data(201)["id"].as_str().unwrap().to_owned();
    let job = scene.generate().await;
    let deliveries = scene.service.get(&format!("/api/v1/webhooks/{hook}/deliveries"), &scene.org.session).await;
    let payload = &deliveries.data(200)["items"][0]["payload"];
    assert_eq!((&payload["type"], &payload["data"]["jobId"]), (&json!("prompt.generated"), &job["id"]));
    assert_eq!(payload["data"]["updatedPromptIds"].as_array().unwrap().len(), 4);
    let log = scene.service.get("/api/v1/audit", &scene.org.session).await;
    let actions: Vec<&str> =
        log.data(200)["items"].as_array().unwrap().iter().map(|e| e["action"].as_str().unwrap()).collect();
    for action in ["prompt.generation_started", "prompt.generated", "site.config_updated"] {
        assert_eq!(actions.iter().filter(|each| **each == action).count(), 1, "{action}: {actions:?}");
    }
}

#[tokio::test]
async fn another_organizations_site_is_absent() {
    let scene = scene().await;
    let stranger = scene.service.organization(Plan::Enterprise).await;
    let answer = scene.service.send(Method::POST, &scene.path("/regenerate"), Some(&stranger.session), None).await;
    answer.refused(404, "NOT_FOUND");
}
