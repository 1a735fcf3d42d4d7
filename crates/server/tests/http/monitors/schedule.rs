//! Scheduled runs of monitors.

use askline_domain::{engines::Engine, organizations::plan::Plan};
use askline_server::background::monitor_runs;
use jiff::Timestamp;
use reqwest::Method;
use serde_json::{Value, json};

use super::Scene;
use crate::{monitors::engines::Act, webhooks::receiver::Receiver};

impl Scene {
    /// Starts the runs that are due, and runs the jobs that are due. Returns the number of attempts at jobs.
    pub(super) async fn tick(&self) -> usize {
        let app = &self.service.app;
        monitor_runs::start_due_runs(&*self.service.metadata, &app.settings().engines, app.now()).await.unwrap();
        self.service.run_due_jobs().await
    }

    pub(super) fn jump_to(&self, at: &Value) {
        self.service.clock.jump_to(at.as_str().unwrap().parse().unwrap());
    }
}

fn day_of(at: &Value) -> String {
    let at: Timestamp = at.as_str().unwrap().parse().unwrap();
    at.in_tz("Europe/Berlin").unwrap().date().to_string()
}

#[tokio::test]
async fn a_daily_monitor_runs_once_a_day_of_the_site_also_when_the_clocks_change() {
    let scene = Scene::at("2026-10-22T12:00:00Z", Plan::Pro).await;
    let monitor = scene.create(json!({ "engines": ["perplexity"], "cadence": "daily" })).await;
    let mut days = Vec::new();
    for _ in 0..6 {
        let next = scene.monitor(&monitor).await["nextRunAt"].clone();
        scene.jump_to(&next);
        assert_eq!(scene.tick().await, 1);
        assert_eq!(scene.tick().await, 0);
        let last = scene.monitor(&monitor).await["lastRun"].clone();
        assert_eq!((&last["trigger"], &last["status"]), (&json!("schedule"), &json!("succeeded")));
        days.push(day_of(&last["startedAt"]));
    }
    assert_eq!(days, ["2026-10-23", "2026-10-24", "2026-10-25", "2026-10-26", "2026-10-27", "2026-10-28"]);
    assert_eq!(scene.credits().await, (994, 0));
}

#[tokio::test]
async fn what_was_missed_for_days_runs_once() {
    let scene = Scene::new().await;
    let monitor = scene.create(json!({ "engines": ["perplexity"], "cadence": "daily" })).await;
    scene.service.advance(5 * 86_400);
    assert_eq!(scene.tick().await, 1);
    assert_eq!(scene.tick().await, 0);
    let shown = scene.monitor(&monitor).await;
    assert_eq!(day_of(&shown["lastRun"]["startedAt"]), "2026-06-20");
    assert_eq!(day_of(&shown["nextRunAt"]), "2026-06-21");
}

#[tokio::test]
async fn a_weekly_monitor_runs_a_week_later_and_a_manual_or_disabled_one_never() {
    let scene = Scene::new().await;
    let weekly = scene.create(json!({ "engines": ["perplexity"], "cadence": "weekly" })).await;
    scene.create(json!({ "engines": ["perplexity"], "cadence": "manual" })).await;
    scene.create(json!({ "engines": ["perplexity"], "cadence": "daily", "enabled": false })).await;
    scene.jump_to(&weekly["nextRunAt"]);
    assert_eq!(scene.tick().await, 1);
    let next = scene.monitor(&weekly).await["nextRunAt"].clone();
    let between = |one: &Value, other: &Value| {
        let at = |value: &Value| value.as_str().unwrap().parse::<Timestamp>().unwrap();
        at(other).duration_since(at(one)).as_hours()
    };
    assert_eq!(between(&weekly["nextRunAt"], &next), 7 * 24);
    scene.service.advance(6 * 86_400);
    assert_eq!(scene.tick().await, 0);
    assert_eq!(scene.engine(Engine::Perplexity).asked().len(), 1);
}

#[tokio::test]
async fn unaffordable_or_unconfigured_scheduled_run_is_recorded_as_failed_and_the_schedule_goes_on() {
    let scene = Scene::on(Plan::Free).await;
    let poor = scene.create(json!({ "engines": ["openai"], "cadence": "daily", "samplesPerRun": 5 })).await;
    let mute = scene.create(json!({ "engines": ["anthropic"], "cadence": "daily" })).await;
    let receiver = Receiver::start().await;
    let webhook = json!({ "url": receiver.url, "events": ["citation.run_completed"] });
    scene.service.send(Method::POST, "/api/v1/webhooks", Some(&scene.org.session), Some(&webhook)).await.data(201);
    let audit = scene.service.audit(scene.org.id, "credits.adjusted");
    let at = scene.service.app.now();
    askline_app::credits::adjust(&*scene.service.metadata, scene.org.id, -40, "test", at, audit)
        .await
        .unwrap()
        .unwrap();
    scene.service.advance(86_400);
    // Neither monitor runs. The two jobs are the messages of the webhook about them.
    assert_eq!(scene.tick().await, 2);
    for message in receiver.received() {
        let run = serde_json::from_str::<Value>(&message.body).unwrap()["data"]["run"].clone();
        assert_eq!((&run["status"], &run["creditsUsed"]), (&json!("failed"), &json!(0)));
    }
    for (monitor, code) in [(&poor, "INSUFFICIENT_CREDITS"), (&mute, "NOT_CONFIGURED")] {
        let shown = scene.monitor(monitor).await;
        let last = &shown["lastRun"];
        assert_eq!((&last["status"], &last["failure"]["code"]), (&json!("failed"), &json!(code)));
        assert_eq!((&last["jobId"], &last["creditsReserved"]), (&Value::Null, &json!(0)));
        assert_eq!(day_of(&shown["nextRunAt"]), "2026-06-17");
    }
    assert_eq!(scene.credits().await, (10, 0));
    let audit = scene.service.audit(scene.org.id, "credits.adjusted");
    let at = scene.service.app.now();
    askline_app::credits::adjust(&*scene.service.metadata, scene.org.id, 40, "test", at, audit).await.unwrap().unwrap();
    scene.service.advance(86_400);
    // One monitor runs, and each of the two has a message.
    assert_eq!(scene.tick().await, 3);
    assert_eq!(scene.monitor(&poor).await["lastRun"]["status"], "succeeded");
}

#[tokio::test]
async fn scheduled_run_is_skipped_while_another_run_is_in_progress() {
    let scene = Scene::new().await;
    let monitor = scene.create(json!({ "engines": ["perplexity"], "cadence": "daily" })).await;
    let begun = scene.begin(&monitor).await.data(202).clone();
    scene.service.advance(86_400);
    assert_eq!(scene.tick().await, 1);
    let last = scene.monitor(&monitor).await["lastRun"].clone();
    assert_eq!((&last["id"], &last["trigger"]), (&begun["run"]["id"], &json!("manual")));
    scene.engine(Engine::Perplexity).always(Act::says("", &[]));
    scene.service.advance(86_400);
    assert_eq!(scene.tick().await, 1);
}
