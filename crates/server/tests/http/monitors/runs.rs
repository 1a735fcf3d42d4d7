//! Successful runs: what they ask, find, cost and report.

use askline_domain::{engines::Engine, organizations::plan::Plan};
use reqwest::Method;
use serde_json::json;

use super::Scene;
use crate::{monitors::engines::Act, webhooks::receiver::Receiver};

const OWN: &str = "https://www.example.com/a?utm_source=openai";

#[tokio::test]
async fn four_outcomes_are_distinguished_and_each_answer_is_charged() {
    let scene = Scene::new().await;
    let monitor = scene
        .create(json!({ "engines": ["openai"], "samplesPerRun": 5, "competitors": ["rival.com"], "region": "DE" }))
        .await;
    let other = "https://other.org/x";
    scene
        .engine(Engine::OpenAi)
        .next(Act::says("See example.com and rival.com.", &[other, "https://rival.com/", OWN]))
        .next(Act::found("Nothing.", &[other], &[other, OWN]))
        .next(Act::says("Try Example.com!", &[other]))
        .next(Act::says("Nothing.", &[other]))
        .next(Act::says("From memory.", &[]));
    let job = scene.run(&monitor).await;
    assert_eq!(job["state"], "succeeded", "{job}");
    assert_eq!(job["progress"], json!({ "done": 5, "total": 5 }));
    let (result, counts) = (&job["result"], json!([5, 0, 1, 15]));
    assert_eq!(json!([result["samples"], result["failed"], result["citedCount"], result["creditsUsed"]]), counts);
    let asked = scene.engine(Engine::OpenAi).asked();
    assert_eq!(
        (asked.len(), asked[0].text.as_str(), asked[0].region.as_deref()),
        (5, "Which tool is best?", Some("DE"))
    );
    let mut found = scene.citations("").await;
    found.sort_by_key(|one| one["sample"].as_u64());
    let outcomes: Vec<_> =
        found.iter().map(|one| (one["outcome"].as_str().unwrap(), one["searched"] == true)).collect();
    assert_eq!(
        outcomes,
        [("cited", true), ("consulted", true), ("mentioned", true), ("absent", true), ("absent", false)]
    );
    let first = &found[0];
    let page = |url: &str, domain: &str, place: u32, owner: &str, named: &str| json!({ "url": url, "domain": domain, "title": format!("About {named}"), "position": place, "owner": owner, "pageKnown": true });
    let urls = json!([
        page(other, "other.org", 1, "other", other),
        page("https://rival.com/", "rival.com", 2, "competitor", "https://rival.com/"),
        page("https://www.example.com/a", "example.com", 3, "own", OWN),
    ]);
    assert_eq!(
        first,
        &json!({
            "id": first["id"], "runId": job["result"]["runId"], "monitorId": monitor["id"],
            "query": "Which tool is best?", "engine": "openai", "model": "model-of-today", "surface": "api", "sample": 1, "readingVersion": 2,
            "ranAt": "2026-06-15T12:00:02.000Z", "status": "succeeded", "failure": null, "outcome": "cited",
            "searched": true, "mentioned": true, "cited": true, "position": 3, "citedUrls": urls,
            "consultedUrls": urls, "answerExcerpt": "See example.com and rival.com.", "danglingMarkers": 0, "billedQueries": 0,
            "creditsUsed": 3,
            "competitors": [{ "domain": "rival.com", "mentioned": true, "cited": true, "position": 2 }],
        })
    );
    assert_eq!(scene.credits().await, (1_000 - 15, 0));
    let last = scene.monitor(&monitor).await["lastRun"].clone();
    assert_eq!(
        (&last["status"], &last["creditsUsed"], &last["trigger"]),
        (&json!("succeeded"), &json!(15), &json!("manual"))
    );
}

#[tokio::test]
async fn an_answer_that_uses_an_alias_names_the_site_and_the_competitor() {
    let scene = Scene::new().await;
    let path = format!("/api/v1/sites/{}", scene.org.site);
    let aliases = json!({ "aliases": ["Example & Sons"] });
    scene.service.send(Method::PATCH, &path, Some(&scene.org.session), Some(&aliases)).await.data(200);
    let rival = json!([{ "domain": "rival.com", "aliases": ["Rival Works"] }]);
    let monitor = scene.create(json!({ "engines": ["openai"], "competitors": rival })).await;
    scene.engine(Engine::OpenAi).next(Act::says("Ask example & sons, or Rival Works.", &[]));
    scene.run(&monitor).await;
    let found = scene.citations("").await;
    assert_eq!((&found[0]["outcome"], &found[0]["competitors"][0]["mentioned"]), (&json!("mentioned"), &json!(true)));
}

#[tokio::test]
async fn credits_are_kept_when_a_run_begins_and_a_second_one_waits() {
    let scene = Scene::new().await;
    let monitor = scene.create(json!({ "engines": ["openai", "xai", "gemini"], "samplesPerRun": 2 })).await;
    let begun = scene.begin(&monitor).await.data(202).clone();
    assert_eq!((&begun["creditsReserved"], &begun["run"]["status"]), (&json!(10), &json!("running")));
    assert_eq!((&begun["job"]["state"], &begun["job"]["kind"]), (&json!("queued"), &json!("monitor.run")));
    assert_eq!(scene.credits().await, (1_000, 10));
    scene.begin(&monitor).await.refused(409, "CONFLICT");
    scene.service.run_due_jobs().await;
    assert_eq!(scene.credits().await, (990, 0));
    scene.begin(&monitor).await.data(202);
}

#[tokio::test]
async fn a_run_that_cannot_be_paid_is_refused_and_changes_nothing() {
    let scene = Scene::on(Plan::Free).await;
    let monitor = scene.create(json!({ "engines": ["openai", "xai"], "samplesPerRun": 5 })).await;
    for _ in 0..2 {
        scene.run(&monitor).await;
    }
    assert_eq!(scene.credits().await, (0, 0));
    let refused = scene.begin(&monitor).await;
    refused.refused(402, "INSUFFICIENT_CREDITS");
    let message = refused.body["error"]["message"].as_str().unwrap();
    assert!(message.starts_with("The run needs 25 credits and 0 are available."), "{message}");
    assert_eq!(scene.service.run_due_jobs().await, 0);
    assert_eq!(scene.engine(Engine::Xai).asked().len(), 10);
    assert_eq!(scene.monitor(&monitor).await["lastRun"]["status"], "succeeded");
}

#[tokio::test]
async fn an_estimate_says_what_a_run_would_cost_and_begins_nothing() {
    let scene = Scene::new().await;
    let monitor = scene.create(json!({ "engines": ["xai", "anthropic"], "samplesPerRun": 3 })).await;
    let path = format!("/{}/run?estimate=true", monitor["id"].as_str().unwrap());
    let estimate = scene.send(Method::POST, &path, None).await.data(200).clone();
    // The estimate has the same form as that of a generation.
    let known = json!([estimate["credits"], estimate["available"], estimate["affordable"]]);
    assert_eq!(known, json!([6, 1_000, true]));
    let of = |index: usize| estimate["engines"][index].clone();
    assert_eq!(json!([of(0)["readiness"], of(0)["answers"], of(0)["credits"]]), json!(["ready", 3, 6]));
    assert_eq!(json!([of(1)["readiness"], of(1)["answers"], of(1)["credits"]]), json!(["no_key", 0, 0]));
    assert_eq!(scene.service.run_due_jobs().await, 0);
    assert_eq!((scene.credits().await, scene.monitor(&monitor).await["lastRun"].clone()), ((1_000, 0), json!(null)));
    let document = scene.service.send(Method::GET, "/api/v1/openapi.json", None, None).await.text;
    let document: serde_json::Value = serde_json::from_str(&document).unwrap();
    let responses = &document["paths"]["/api/v1/monitors/{siteId}/{monitorId}/run"]["post"]["responses"];
    for status in ["200", "202", "402", "409"] {
        assert!(responses[status].is_object(), "{status}");
    }
    let bad = format!("/{}/run?estimate=maybe", monitor["id"].as_str().unwrap());
    scene.send(Method::POST, &bad, None).await.refused(400, "INVALID_PARAMETER");
}

/// The messages that the receiver got so far.
fn told(receiver: &Receiver) -> Vec<serde_json::Value> {
    receiver.received().iter().map(|message| serde_json::from_str(&message.body).unwrap()).collect()
}

#[tokio::test]
async fn every_run_sends_a_webhook_and_a_flip_is_reported_without_gained_or_lost_events() {
    let scene = Scene::new().await;
    let receiver = Receiver::start().await;
    let events = ["citation.run_completed", "citation.gained", "citation.lost"];
    let webhook = json!({ "url": receiver.url, "events": events });
    scene.service.send(Method::POST, "/api/v1/webhooks", Some(&scene.org.session), Some(&webhook)).await.data(201);
    let monitor = scene.create(json!({ "engines": ["openai", "xai"], "samplesPerRun": 2 })).await;
    let broken = || {
        Act::fails(
            askline_domain::engines::answer::EngineFailureKind::BadKey,
            askline_domain::engines::answer::Again::Never,
        )
    };
    let openai = scene.engine(Engine::OpenAi);
    // The change that each run reports for the engine. The first run has no previous one, and failures are not answers.
    for (first, second, flipped) in [
        (Act::says("", &[OWN]), Act::says("", &[OWN]), json!(null)),
        (broken(), broken(), json!(null)),
        (Act::says("", &[OWN]), broken(), json!(false)),
        (Act::says("", &[]), Act::says("", &[]), json!(true)),
        (broken(), broken(), json!(null)),
        (Act::says("", &[]), Act::says("", &[OWN]), json!(false)),
        (Act::says("", &[]), Act::says("", &[]), json!(false)),
        (Act::says("", &[OWN]), Act::says("", &[OWN]), json!(true)),
    ] {
        openai.next(first).next(second);
        scene.run(&monitor).await;
        scene.service.run_due_jobs().await;
        let run = scene.monitor(&monitor).await["lastRun"].clone();
        let change = run["changes"].as_array().unwrap().iter().find(|one| one["engine"] == "openai").cloned();
        assert_eq!(change.as_ref().map_or(json!(null), |change| change["flipped"].clone()), flipped);
        if let Some(change) = change {
            let said = json!([change["different"], change["method"], change["change"], change["detectable"]]);
            assert_eq!(said, json!([null, "too_few_runs", null, null]));
            assert_ne!(change["previousRunId"], run["id"]);
        }
    }
    let told = told(&receiver);
    assert!(told.len() == 8 && told.iter().all(|message| message["type"] == "citation.run_completed"), "{told:?}");
    let run = &told[0]["data"]["run"];
    assert_eq!(
        json!([run["status"], run["samples"], run["failed"], run["citedCount"], run["creditsUsed"], run["failure"]]),
        json!(["succeeded", 4, 0, 2, 10, null])
    );
}

#[tokio::test]
async fn answers_for_another_region_are_not_reported_as_a_change() {
    let scene = Scene::new().await;
    let monitor = scene.create(json!({ "engines": ["openai"], "samplesPerRun": 1 })).await;
    let path = format!("/{}", monitor["id"].as_str().unwrap());
    let mut runs = Vec::new();
    for (region, answer) in [
        (json!("DE"), Act::says("", &[OWN])),
        (json!("FR"), Act::says("", &[])),
        (json!(null), Act::says("", &[OWN])),
        (json!("DE"), Act::says("", &[])),
    ] {
        scene.send(Method::PATCH, &path, Some(&json!({ "region": region }))).await.data(200);
        scene.engine(Engine::OpenAi).next(answer);
        scene.run(&monitor).await;
        runs.push(scene.monitor(&monitor).await["lastRun"].clone());
    }
    let changes: Vec<usize> = runs.iter().map(|run| run["changes"].as_array().unwrap().len()).collect();
    assert_eq!(changes, [0, 0, 0, 1]);
    let change = &runs[3]["changes"][0];
    assert_eq!((&change["previousRunId"], &change["flipped"]), (&runs[0]["id"], &json!(true)));
}
