//! Clear changes of citation rates: every place shows the same stored objects.

use std::collections::BTreeSet;

use askline_domain::{engines::Engine, keys::scope::Scope, organizations::plan::Plan};
use reqwest::Method;
use serde_json::{Value, json};

use super::{Scene, board};
use crate::{harness::stores::Words, monitors::engines::Act, webhooks::receiver::Receiver};

const OWN: &str = "https://www.example.com/a?utm_source=openai";
const DAY_SECONDS: u64 = 86_400;

/// A site with a webhook for changes, and a key that does not expire.
struct Watched {
    scene: Scene,
    receiver: Receiver,
    key: String,
}

impl Watched {
    async fn new() -> Self {
        let scene = Scene::on(Plan::Business).await;
        let receiver = Receiver::start().await;
        let webhook = json!({ "url": receiver.url, "events": ["citation.gained", "citation.lost"] });
        scene.service.send(Method::POST, "/api/v1/webhooks", Some(&scene.org.session), Some(&webhook)).await.data(201);
        let key = scene.service.key(&scene.org, &[Scope::All]).await;
        Self { scene, receiver, key }
    }

    /// The run of the next day: each engine cites these pages.
    async fn next_day(&self, urls: &[&str]) {
        for engine in [Engine::OpenAi, Engine::Perplexity, Engine::Xai] {
            self.scene.engine(engine).always(Act::says("", if engine == Engine::OpenAi { urls } else { &[OWN] }));
        }
        self.scene.service.advance(DAY_SECONDS);
        self.scene.tick().await;
        self.scene.service.run_due_jobs().await;
    }

    async fn days(&self, count: usize, urls: &[&str]) {
        for _ in 0..count {
            self.next_day(urls).await;
        }
    }

    async fn get(&self, path: &str) -> Value {
        self.scene.service.get(&format!("/api/v1/{path}"), &self.key).await.data(200).clone()
    }

    /// The stored changes, newest first.
    async fn listed(&self, query: &str) -> Vec<Value> {
        let list = self.get(&format!("changes/{}{query}", self.scene.org.site)).await;
        list["items"].as_array().unwrap().clone()
    }

    fn messages(&self) -> Vec<Value> {
        self.receiver.received().iter().map(|message| serde_json::from_str(&message.body).unwrap()).collect()
    }

    /// The evidence for changes that are not clear yet, strongest first.
    async fn evidence(&self) -> Vec<Value> {
        let list = self.get(&format!("changes/{}/evidence", self.scene.org.site)).await;
        list["items"].as_array().unwrap().clone()
    }

    /// The changes of each place, without those that are part of another one.
    async fn places(&self) -> Vec<(&'static str, BTreeSet<String>)> {
        let site = self.scene.org.site;
        let summary = self.get(&format!("citations/{site}/summary?groupBy=monitor")).await;
        let overview = self.get(&format!("analytics/{site}/overview")).await;
        let board = self.get("analytics/overview").await;
        let attention = board["items"][0]["attention"].as_array().unwrap().clone();
        let runs = summary["byMonitor"].as_array().unwrap().iter();
        let cells = runs.flat_map(|row| row["lastRun"]["changes"].as_array().cloned().unwrap_or_default());
        let of_tool = self.listed("").await.into_iter().filter(|change| change["isCurrent"] == true).collect();
        vec![
            ("list", ids(of_tool)),
            ("summary", ids(summary["changes"].as_array().unwrap().clone())),
            ("table", ids(cells.map(|cell| cell["change"].clone()).collect())),
            ("overview", ids(overview["citations"]["changes"].as_array().unwrap().clone())),
            ("all sites", ids(attention.iter().map(|row| row["change"].clone()).collect())),
            ("messages", ids(self.messages().iter().map(|one| one["data"]["citation"]["change"].clone()).collect())),
        ]
    }
}

/// The ids of changes that are no part of another.
fn ids(changes: Vec<Value>) -> BTreeSet<String> {
    let whole = changes.iter().filter(|change| !change.is_null() && change["partOf"].is_null());
    whole.map(|change| change["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_rise_and_a_fall_are_stored_once_and_every_place_shows_the_stored_object() {
    let site = Watched::new().await;
    let (scene, key) = (&site.scene, &site.key);
    let monitor = scene.create(json!({ "engines": ["openai"], "cadence": "daily" })).await;
    let planned = scene.send(Method::GET, "/choices", None).await.data(200)["items"][0]["firstChangeDays"].clone();
    site.days(30, &[]).await;
    let early = site.evidence().await;
    assert_eq!(
        json!([early[0]["outlook"], early[0]["fraction"], early[0]["direction"], early[0]["daysLeft"]]),
        json!(["too_early", 0.0, null, planned.as_u64().unwrap() - 30])
    );
    site.days(12, &[OWN]).await;
    assert_eq!((site.messages().len(), site.listed("").await), (0, vec![]), "twelve runs are not enough");
    let mut waiting = Vec::new();
    while site.messages().is_empty() {
        waiting.extend(site.evidence().await);
        site.next_day(&[OWN]).await;
        assert!(site.listed("").await.len() == site.messages().len());
    }
    let grows = waiting.windows(2).all(|days| days[0]["fraction"].as_f64() < days[1]["fraction"].as_f64());
    assert!(grows && waiting.len() > 2, "the evidence grows until the change is clear: {waiting:#?}");
    let growing: Vec<&Value> = waiting.iter().filter(|one| one["outlook"] == "growing").collect();
    let (first, left) = (growing[0], growing[0]["daysLeft"].as_u64().unwrap());
    assert_eq!(
        json!([
            first["level"],
            first["monitorId"],
            first["query"],
            first["engine"],
            first["direction"],
            first["outlook"]
        ]),
        json!(["cell", monitor["id"], monitor["query"], "openai", "rise", "growing"])
    );
    assert_eq!(first["before"], json!({ "samples": 30, "citedCount": 0 }));
    assert!(left.abs_diff(growing.len() as u64) <= 3, "{left} days were left, {} passed", growing.len());
    assert_eq!(site.evidence().await, Vec::<Value>::new(), "the change is clear");
    let message = site.messages()[0].clone();
    let citation = &message["data"]["citation"];
    let rise = site.listed("").await[0].clone();
    assert_eq!((&message["type"], &citation["change"]), (&json!("citation.gained"), &rise));
    assert_eq!(
        json!([rise["level"], rise["monitorId"], rise["engine"], rise["query"], rise["direction"], rise["siteId"]]),
        json!(["cell", monitor["id"], "openai", monitor["query"], "rise", scene.org.site])
    );
    assert_eq!(
        json!([citation["monitorId"], citation["engine"], citation["runId"], citation["citedUrls"]]),
        json!([rise["monitorId"], "openai", rise["clearRunId"], ["https://www.example.com/a"]])
    );
    assert_eq!(json!([rise["before"]["samples"], rise["before"]["citedCount"]]), json!([30, 0]));
    assert!(rise["before"]["rate"].as_f64() < Some(0.3) && rise["after"]["rate"].as_f64() > Some(0.7), "{rise}");
    assert!(rise["firstRunAt"].as_str() < rise["clearAt"].as_str());
    assert_eq!(
        json!([rise["partOf"], rise["note"], rise["endedAt"], rise["isCurrent"]]),
        json!([null, null, null, true])
    );
    assert_eq!(board::attention(scene, key).await, Vec::<Value>::new());
    // The fall ends the rise.
    site.days(15, &[OWN]).await;
    while site.messages().len() < 2 {
        site.next_day(&[]).await;
    }
    let both = site.listed("").await;
    let [fall, ended] = &both[..] else { panic!("two changes") };
    assert_eq!(json!([fall["direction"], fall["isCurrent"]]), json!(["fall", true]));
    assert_eq!(json!([ended["id"], ended["endedAt"], ended["isCurrent"]]), json!([rise["id"], fall["clearAt"], false]));
    let loss = site.messages()[1].clone();
    assert_eq!((&loss["type"], &loss["data"]["citation"]["change"]), (&json!("citation.lost"), fall));
    assert_eq!(loss["data"]["citation"]["citedUrls"], json!(["https://www.example.com/a"]));
    let lost = json!(["citation_lost", monitor["query"], "openai"]);
    assert_eq!(board::attention(scene, key).await, [lost]);
    // Filters, pages and foreign callers.
    let of = async |query: &str| ids(site.listed(query).await).len();
    assert_eq!((of("?level=cell").await, of("?level=site").await, of("?limit=1").await), (2, 0, 1));
    assert_eq!(of(&format!("?since={}", fall["clearAt"].as_str().unwrap())).await, 1);
    assert_eq!(of(&format!("?since={}", &rise["clearAt"].as_str().unwrap()[..10])).await, 2);
    let path = format!("/api/v1/changes/{}", scene.org.site);
    scene.service.get(&format!("{path}?since=monday"), key).await.refused(400, "INVALID_PARAMETER");
    scene.service.get(&format!("{path}?level=page"), key).await.refused(400, "INVALID_PARAMETER");
    // A change of a question that is no longer asked stays in the list and is not current.
    let session = scene.new_session().await;
    let path = format!("/api/v1/monitors/{}/{}", scene.org.site, monitor["id"].as_str().unwrap());
    scene.service.send(Method::PATCH, &path, Some(&session), Some(&json!({ "enabled": false }))).await.data(200);
    let shown = site.places().await;
    assert!(shown[..5].iter().all(|(_, ids)| ids.is_empty()), "{shown:?}");
    assert_eq!(site.listed("").await.len(), 2);
    scene.service.send(Method::DELETE, &path, Some(&session), None).await.data(200);
    assert_eq!(site.listed("").await, Vec::<Value>::new());
}

/// The number of questions, each asked three engines: sixty cells.
const QUESTIONS: usize = 20;
/// Days of answers before the loss.
const DAYS_BEFORE: u32 = 40;

#[tokio::test]
async fn with_one_loss_among_sixty_cells_every_place_shows_the_same_set_after_every_run() {
    let site = Watched::new().await;
    let scene = &site.scene;
    for engine in [Engine::OpenAi, Engine::Perplexity, Engine::Xai] {
        scene.engine(engine).always(Act::says("", &[OWN]));
    }
    let mut monitors = Vec::new();
    for number in 0..QUESTIONS {
        let query = format!("Which tool is best, {number}?");
        let monitor = scene.create(json!({ "query": query, "engines": ["openai", "perplexity", "xai"] })).await;
        scene.run(&monitor).await;
        monitors.push(monitor);
    }
    // Each cell has answers on each of the days before. The first question is always cited, others now and then.
    let numbered = "(SELECT *, row_number() OVER (ORDER BY id) AS number FROM monitor_runs) r";
    let earlier_runs = |id: &str| {
        format!(
            "INSERT INTO monitor_runs (id, monitor_id, site_id, started_by, question, engines, status, credits_reserved, \
             credits_used, started_ms, finished_ms) \
             WITH RECURSIVE d (day) AS (SELECT 1 UNION ALL SELECT day + 1 FROM d WHERE day < {DAYS_BEFORE}) \
             SELECT 'run_' || {id}, r.monitor_id, r.site_id, 'schedule', r.question, r.engines, \
             'succeeded', 0, 0, r.started_ms - CAST(86400000 AS bigint) * d.day, \
             r.finished_ms - CAST(86400000 AS bigint) * d.day FROM {numbered}, d"
        )
    };
    let sqlite = earlier_runs("printf('%026d', d.day * 1000 + r.number)");
    let postgres = earlier_runs("lpad((d.day * 1000 + r.number)::text, 26, '0')");
    scene.service.stores.tamper_in(Words { sqlite: &sqlite, postgres: &postgres }).await;
    let first = monitors[0]["id"].as_str().unwrap();
    scene
        .service
        .tamper(&format!(
            "INSERT INTO answer_sums (site_id, slot_ms, run_id, engine, reading_version, monitor_id, first_ms, samples, failed, \
             unsearched, cited, consulted_only, mentioned, competitors_cited, position_sum, credits) \
             SELECT s.site_id, s.slot_ms - (l.started_ms - r.started_ms), r.id, s.engine, s.reading_version, s.monitor_id, \
             s.first_ms - (l.started_ms - r.started_ms), 1, 0, 0, CASE WHEN s.monitor_id = '{first}' \
             OR (r.number * r.number + length(s.engine) * 7) % 11 < 6 THEN 1 ELSE 0 END, 0, 0, 0, 0, 0 \
             FROM {numbered} JOIN monitor_runs l ON l.monitor_id = r.monitor_id AND l.job_id IS NOT NULL \
             JOIN answer_sums s ON s.run_id = l.id WHERE r.job_id IS NULL"
        ))
        .await;
    let session = scene.new_session().await;
    let path = format!("/api/v1/monitors/{}/{first}", scene.org.site);
    scene.service.send(Method::PATCH, &path, Some(&session), Some(&json!({ "cadence": "daily" }))).await.data(200);
    let mut runs_after = 0;
    for _ in 0..45 {
        site.next_day(&[]).await;
        let places = site.places().await;
        let (_, expected) = &places[0];
        assert!(expected.len() <= 1 && places.iter().all(|(_, ids)| ids == expected), "{places:#?}");
        runs_after += usize::from(!expected.is_empty());
        if runs_after == 4 {
            break;
        }
    }
    assert_eq!(runs_after, 4, "the loss became clear");
    let listed = site.listed("").await;
    let [loss] = &listed[..] else { panic!("one change") };
    assert_eq!(
        json!([loss["level"], loss["monitorId"], loss["engine"], loss["direction"]]),
        json!(["cell", first, "openai", "fall"])
    );
}
