//! Failures in runs: engines that fail, hang, panic, answer 429 or are not configured. Also processes that die
//! during a run.

use askline_domain::engines::{
    Engine,
    answer::{Again, EngineFailureKind},
};
use reqwest::Method;
use serde_json::{Value, json};

use super::Scene;
use crate::{monitors::engines::Act, webhooks::receiver::Receiver};

fn later() -> Act {
    Act::fails(EngineFailureKind::EngineFailed, Again::Later)
}

fn codes(found: &[Value]) -> Vec<(&str, &str)> {
    let mut codes: Vec<(&str, &str)> = found
        .iter()
        .map(|one| (one["engine"].as_str().unwrap(), one["failure"]["code"].as_str().unwrap_or("")))
        .collect();
    codes.sort_unstable();
    codes
}

#[tokio::test]
async fn an_engine_that_is_not_set_up_is_said_plainly_and_costs_nothing() {
    let scene = Scene::new().await;
    let monitor = scene.create(json!({ "engines": ["gemini", "anthropic"], "samplesPerRun": 5 })).await;
    let refused = scene.begin(&monitor).await;
    refused.refused(409, "CONFLICT");
    let message = refused.body["error"]["message"].as_str().unwrap();
    assert!(message.contains("[engines.gemini]") && message.contains("[engines.anthropic]"), "{message}");
    assert_eq!(scene.credits().await, (1_000, 0));
    let path = format!("/{}", monitor["id"].as_str().unwrap());
    let edit = json!({ "engines": ["gemini", "perplexity"] });
    scene.send(Method::PATCH, &path, Some(&edit)).await.data(200);
    let job = scene.run(&monitor).await;
    assert_eq!((&job["state"], &job["result"]["creditsUsed"]), (&json!("succeeded"), &json!(5)));
    let found = scene.citations("?engine=gemini").await;
    assert_eq!(codes(&found), [("gemini", "NOT_CONFIGURED")]);
    assert_eq!((&found[0]["creditsUsed"], &found[0]["outcome"]), (&json!(0), &Value::Null));
    assert!(scene.engine(Engine::Gemini).asked().is_empty());
    assert_eq!(scene.credits().await, (995, 0));
}

#[tokio::test]
async fn retryable_failure_is_retried_when_due_and_answered_engines_are_not_asked_again() {
    let scene = Scene::new().await;
    let monitor = scene.create(json!({ "engines": ["openai", "xai"] })).await;
    scene.engine(Engine::OpenAi).next(later()).next(Act::busy(40)).next(Act::says("", &["https://example.com/"]));
    let begun = scene.begin(&monitor).await.data(202).clone();
    for (tries, wait) in [(1, 7), (1, 51)] {
        assert_eq!(scene.service.run_due_jobs().await, tries);
        assert_eq!(scene.job(&begun).await["state"], "queued");
        assert_eq!(scene.service.run_due_jobs().await, 0);
        scene.service.advance(wait);
    }
    assert_eq!(scene.service.run_due_jobs().await, 1);
    let job = scene.job(&begun).await;
    assert_eq!((&job["state"], &job["attempts"], &job["failure"]), (&json!("succeeded"), &json!(3), &Value::Null));
    assert_eq!((scene.engine(Engine::OpenAi).asked().len(), scene.engine(Engine::Xai).asked().len()), (3, 1));
    assert_eq!(scene.citations("").await.len(), 2);
    assert_eq!(scene.credits().await, (995, 0));
}

#[tokio::test]
async fn a_storm_of_429_ends_after_three_tries_and_gives_everything_back() {
    let scene = Scene::new().await;
    let monitor = scene.create(json!({ "engines": ["openai", "xai"], "samplesPerRun": 5 })).await;
    scene.engine(Engine::OpenAi).always(Act::busy(1));
    // If an engine asks for a wait of more than a minute, the run does not wait.
    scene.engine(Engine::Xai).always(Act::busy(61));
    let begun = scene.begin(&monitor).await.data(202).clone();
    assert_eq!(scene.credits().await, (1_000, 25));
    for _ in 0..5 {
        scene.service.run_due_jobs().await;
        scene.service.advance(30);
    }
    let job = scene.job(&begun).await;
    assert_eq!((&job["state"], &job["failure"]["code"]), (&json!("failed"), &json!("RATE_LIMITED")));
    let message = job["failure"]["message"].as_str().unwrap();
    assert!(message.contains("openai: ") && message.contains("xai: "), "{message}");
    assert_eq!((scene.engine(Engine::OpenAi).asked().len(), scene.engine(Engine::Xai).asked().len()), (15, 5));
    assert_eq!(scene.credits().await, (1_000, 0));
    let last = scene.monitor(&monitor).await["lastRun"].clone();
    assert_eq!(
        (&last["status"], &last["failure"], &last["creditsUsed"]),
        (&json!("failed"), &job["failure"], &json!(0))
    );
    assert_eq!(scene.citations("").await.len(), 10);
    // Afterwards the workers can still run monitors.
    scene.engine(Engine::OpenAi).always(Act::says("", &[]));
    assert_eq!(scene.run(&monitor).await["state"], "succeeded");
}

#[tokio::test]
async fn an_engine_that_hangs_or_panics_keeps_no_other_from_answering() {
    let scene = Scene::new().await;
    let monitor = scene.create(json!({ "engines": ["openai", "xai", "perplexity"] })).await;
    scene.engine(Engine::OpenAi).next(Act::Hang).next(Act::fails(EngineFailureKind::BadKey, Again::Never));
    scene.engine(Engine::Xai).always(Act::Panic);
    let begun = scene.begin(&monitor).await.data(202).clone();
    scene.service.run_due_jobs().await;
    // These answers were stored, and are shown, while the run still waits for the other engine.
    let found = scene.citations("").await;
    assert_eq!(codes(&found), [("perplexity", ""), ("xai", "UNREADABLE")]);
    assert_eq!(scene.job(&begun).await["progress"], json!({ "done": 2, "total": 3 }));
    scene.service.advance(7);
    scene.service.run_due_jobs().await;
    let job = scene.job(&begun).await;
    assert_eq!((&job["state"], &job["result"]["creditsUsed"]), (&json!("succeeded"), &json!(1)));
    assert_eq!(codes(&scene.citations("").await), [("openai", "BAD_KEY"), ("perplexity", ""), ("xai", "UNREADABLE")]);
    assert_eq!(scene.credits().await, (999, 0));
}

#[tokio::test]
async fn fifty_questions_are_under_way_at_once_on_one_worker() {
    let scene = Scene::new().await;
    let engine = scene.engine(Engine::Perplexity);
    engine.always(Act::Wait);
    for _ in 0..10 {
        let monitor = scene.create(json!({ "engines": ["perplexity"], "samplesPerRun": 5 })).await;
        scene.begin(&monitor).await.data(202);
    }
    let running = tokio::spawn({
        let jobs = scene.service.jobs.clone();
        async move { jobs.run_due().await.unwrap() }
    });
    engine.until_waiting(50).await;
    engine.let_go();
    assert_eq!(running.await.unwrap(), 10);
    assert_eq!(scene.credits().await, (950, 0));
    assert_eq!(scene.citations("").await.len(), 50);
}

#[tokio::test]
async fn a_run_that_was_killed_asks_only_what_is_missing_and_pays_once() {
    let scene = Scene::new().await;
    let monitor = scene.create(json!({ "engines": ["openai", "xai"], "samplesPerRun": 2 })).await;
    scene.engine(Engine::OpenAi).always(Act::says("", &["https://example.com/"]));
    scene.engine(Engine::Xai).always(Act::Wait);
    let begun = scene.begin(&monitor).await.data(202).clone();
    let running = tokio::spawn({
        let jobs = scene.service.jobs.clone();
        async move { jobs.run_due().await.unwrap() }
    });
    scene.engine(Engine::Xai).until_waiting(2).await;
    while scene.citations("").await.len() < 2 {
        tokio::task::yield_now().await;
    }
    // As if the process had died: it reports nothing more, and its lease expires.
    running.abort();
    assert!(running.await.unwrap_err().is_cancelled());
    assert_eq!(scene.service.run_due_jobs().await, 0);
    scene.service.advance(31);
    scene.engine(Engine::Xai).always(Act::says("", &[]));
    assert_eq!(scene.service.run_due_jobs().await, 1);
    let job = scene.job(&begun).await;
    assert_eq!(
        (&job["state"], &job["attempts"], &job["result"]["samples"]),
        (&json!("succeeded"), &json!(2), &json!(4))
    );
    assert_eq!((scene.engine(Engine::OpenAi).asked().len(), scene.engine(Engine::Xai).asked().len()), (2, 4));
    assert_eq!(scene.credits().await, (990, 0));
    assert_eq!(scene.service.run_due_jobs().await, 0);
}

#[tokio::test]
async fn a_run_that_took_its_process_down_each_time_ends_as_failed_and_the_monitor_can_run_again() {
    let scene = Scene::new().await;
    let monitor = scene.create(json!({ "engines": ["openai"] })).await;
    let begun = scene.begin(&monitor).await.data(202).clone();
    scene.service.tamper("UPDATE jobs SET attempts = 20, state = 'running', lease = 7, ready_ms = due_ms").await;
    assert_eq!(scene.service.run_due_jobs().await, 1);
    assert_eq!(scene.job(&begun).await["failure"]["code"], "INTERRUPTED");
    let last = scene.monitor(&monitor).await["lastRun"].clone();
    assert_eq!((&last["status"], &last["failure"]["code"]), (&json!("failed"), &json!("INTERRUPTED")));
    assert_eq!(scene.credits().await, (1_000, 0));
    assert_eq!(scene.run(&monitor).await["state"], "succeeded");
}

#[tokio::test]
async fn a_monitor_that_is_deleted_while_it_runs_gives_its_credits_back() {
    let scene = Scene::new().await;
    for while_asking in [false, true] {
        let monitor = scene.create(json!({ "engines": ["xai"] })).await;
        let begun = scene.begin(&monitor).await.data(202).clone();
        let path = format!("/{}", monitor["id"].as_str().unwrap());
        if while_asking {
            scene.engine(Engine::Xai).always(Act::Wait);
            let jobs = scene.service.jobs.clone();
            let running = tokio::spawn(async move { jobs.run_due().await.unwrap() });
            scene.engine(Engine::Xai).until_waiting(1).await;
            scene.send(Method::DELETE, &path, None).await.data(200);
            scene.engine(Engine::Xai).let_go();
            running.await.unwrap();
        } else {
            scene.send(Method::DELETE, &path, None).await.data(200);
            scene.service.run_due_jobs().await;
        }
        let job = scene.job(&begun).await;
        assert_eq!((&job["state"], &job["failure"]["code"]), (&json!("failed"), &json!("NOT_FOUND")));
        assert_eq!(scene.credits().await, (1_000, 0));
    }
    assert!(scene.citations("").await.is_empty());
}

#[tokio::test]
async fn an_engine_whose_responses_can_no_longer_be_read_is_reported_once_for_all_questions_of_the_site() {
    let scene = Scene::new().await;
    let receiver = Receiver::start().await;
    let webhook = json!({ "url": receiver.url, "events": ["monitor.failing"] });
    scene.service.send(Method::POST, "/api/v1/webhooks", Some(&scene.org.session), Some(&webhook)).await.data(201);
    let question = json!({ "engines": ["openai", "xai"], "samplesPerRun": 3 });
    let (one, other) = (scene.create(question.clone()).await, scene.create(question).await);
    let unreadable = || Act::fails(EngineFailureKind::Unreadable, Again::Never);
    // Failures of other kinds are nothing that could not be read.
    scene.engine(Engine::Xai).always(Act::fails(EngineFailureKind::BadKey, Again::Never));
    let openai = scene.engine(Engine::OpenAi);
    let mut reports = Vec::new();
    for (monitor, act) in
        [(&one, Act::says("", &[])), (&one, unreadable()), (&other, unreadable()), (&one, unreadable())]
    {
        openai.always(act);
        scene.run(monitor).await;
        scene.service.run_due_jobs().await;
        reports.push(receiver.received().len());
    }
    assert_eq!(reports, [0, 1, 1, 1]);
    let message: Value = serde_json::from_str(&receiver.received()[0].body).unwrap();
    let told = &message["data"]["monitor"];
    assert_eq!(
        (&message["type"], &told["id"], &told["engine"]),
        (&json!("monitor.failing"), &one["id"], &json!("openai"))
    );
    assert_eq!(
        json!([
            told["requests"],
            told["unreadableCount"],
            told["unreadableRate"],
            told["previousUnreadableRate"],
            told["reason"]
        ]),
        json!([6, 3, 0.5, 0.0, "It is Unreadable."])
    );
    // It is reported again only after it could be read.
    openai.always(Act::says("", &[]));
    for _ in 0..7 {
        scene.run(&other).await;
        scene.service.run_due_jobs().await;
    }
    openai.always(unreadable());
    for _ in 0..2 {
        scene.run(&other).await;
        scene.service.run_due_jobs().await;
    }
    assert_eq!(receiver.received().len(), 2);
}
