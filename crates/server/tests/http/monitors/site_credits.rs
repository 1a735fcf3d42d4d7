//! A site's own limit of credits in a month.

use askline_domain::organizations::plan::Plan;
use reqwest::Method;
use serde_json::{Value, json};

use super::Scene;
use crate::webhooks::receiver::Receiver;

impl Scene {
    async fn limit(&self, credits: Value) -> Value {
        let path = format!("/api/v1/sites/{}", self.org.site);
        let edit = json!({ "creditsPerMonth": credits });
        self.service.send(Method::PATCH, &path, Some(&self.org.session), Some(&edit)).await.data(200).clone()
    }
}

#[tokio::test]
async fn run_that_may_exceed_the_site_credit_limit_is_refused_and_a_warning_is_sent_before() {
    let scene = Scene::at("2026-06-29T12:00:00Z", Plan::Pro).await;
    let monitor = scene.create(json!({ "engines": ["openai"], "samplesPerRun": 5, "cadence": "daily" })).await;
    let receiver = Receiver::start().await;
    let webhook = json!({ "url": receiver.url, "events": ["credits.low"] });
    scene.service.send(Method::POST, "/api/v1/webhooks", Some(&scene.org.session), Some(&webhook)).await.data(201);
    assert_eq!(scene.limit(json!(18)).await["creditsPerMonth"], 18);

    // A run of five answers costs 15 credits: more than four fifths of the limit.
    assert_eq!(scene.run(&monitor).await["state"], "succeeded");
    scene.service.run_due_jobs().await;
    let told = receiver.received();
    let [message] = &told[..] else { panic!("{} messages", told.len()) };
    let data = serde_json::from_str::<Value>(&message.body).unwrap()["data"].clone();
    assert_eq!((&data["site"]["creditsPerMonth"], &data["site"]["creditsUsed"]), (&json!(18), &json!(15)));
    assert_eq!(data["site"]["id"], json!(scene.org.site));

    let refused = scene.begin(&monitor).await;
    let message = refused.refused(402, "INSUFFICIENT_CREDITS").body["error"]["message"].as_str().unwrap().to_owned();
    assert!(message.contains("used 15 of its 18"), "{message}");
    scene.service.advance(86_400);
    scene.tick().await;
    let last = scene.monitor(&monitor).await["lastRun"].clone();
    assert_eq!((&last["status"], &last["failure"]["code"]), (&json!("failed"), &json!("INSUFFICIENT_CREDITS")));
    assert_eq!(scene.credits().await, (985, 0));
    assert_eq!(receiver.received().len(), 1, "once a month");

    // A higher limit, none, or another month lets it begin.
    scene.limit(json!(null)).await;
    scene.begin(&monitor).await.data(202);
    scene.service.run_due_jobs().await;
    scene.limit(json!(30)).await;
    scene.begin(&monitor).await.refused(402, "INSUFFICIENT_CREDITS");
    scene.jump_to(&json!("2026-07-01T00:00:00Z"));
    scene.begin(&monitor).await.data(202);
}

#[tokio::test]
async fn a_limit_that_is_no_number_of_credits_is_refused_and_leaves_the_stored_one() {
    let scene = Scene::at("2026-06-15T12:00:00Z", Plan::Pro).await;
    scene.limit(json!(0)).await;
    let path = format!("/api/v1/sites/{}", scene.org.site);
    for bad in [json!(-1), json!(1.5), json!("18"), json!(1_000_000_001_u32)] {
        let edit = json!({ "creditsPerMonth": bad });
        let refused = scene.service.send(Method::PATCH, &path, Some(&scene.org.session), Some(&edit)).await;
        let details = refused.refused(422, "VALIDATION_FAILED").body["error"]["details"].clone();
        assert_eq!(details[0]["path"], "creditsPerMonth", "{bad}: {details}");
    }
    let stored = scene.service.get(&path, &scene.org.session).await.data(200)["creditsPerMonth"].clone();
    assert_eq!(stored, 0);
}
