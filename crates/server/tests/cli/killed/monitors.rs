//! `kill -9` during runs of monitors: each run ends once and is paid once. The next server asks only for the missing
//! answers.

use askline_domain::engines::Engine;
use askline_stand_in::{Reaction, StandIn, key_of, until_blocking as until};
use serde_json::{Value, json};

use crate::instance::{Answer, Instance, Server};

const MONITORS: usize = 4;
const SAMPLES: usize = 5;
/// The price of an answer in credits, as these tests set it.
const PRICE: i64 = 2;

fn cited() -> Reaction {
    Reaction::Cited { urls: vec!["https://example.com/a".into()] }
}

fn data(answer: &Answer) -> Value {
    let body: Value = serde_json::from_str(answer.body.trim()).unwrap();
    assert!(body["error"].is_null(), "{body:#}");
    body["data"].clone()
}

/// An instance whose only engine is the stand-in.
struct Scene {
    instance: Instance,
    stand_in: StandIn,
    org: String,
    site: String,
}

impl Scene {
    fn start(&self) -> Server {
        let base = self.stand_in.base_url(Engine::OpenAi);
        self.instance.start(
            &["serve", "--listen", "127.0.0.1:0", "--json"],
            &[
                ("ASKLINE_LIMITS__SESSION_PER_MINUTE", "0"),
                ("ASKLINE_ENGINES__OPENAI__BASE_URL", &base),
                ("ASKLINE_ENGINES__OPENAI__API_KEY", key_of(Engine::OpenAi)),
                ("ASKLINE_ENGINES__OPENAI__CREDITS_PER_ANSWER", &PRICE.to_string()),
            ],
        )
    }

    fn citations(&self, server: &Server, owner: &str) -> Vec<Value> {
        let path = format!("/api/v1/citations/{}?limit=200", self.site);
        data(&server.get(&path, &[owner]))["items"].as_array().unwrap().clone()
    }

    /// Plans the reactions to the next questions: some are answered, the others never.
    fn plan(&self, answered: usize, hanging: usize) {
        for _ in 0..answered {
            self.stand_in.plan(Engine::OpenAi, cited());
        }
        for _ in 0..hanging {
            self.stand_in.plan(Engine::OpenAi, Reaction::Hang);
        }
    }
}

#[test]
fn killed_in_the_middle_of_runs_each_is_finished_asks_only_what_is_missing_and_is_paid_once() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let stand_in = runtime.block_on(StandIn::start()).unwrap();
    stand_in.always(Engine::OpenAi, cited());
    let instance = Instance::new();
    let org = instance.organization("business");
    let site = instance.site(&org);
    let scene = Scene { instance, stand_in, org, site };
    let mut server = scene.start();
    let owner = format!("Authorization: Bearer {}", server.log_in());

    let all = MONITORS * SAMPLES;
    scene.plan(8, all - 8);
    let mut jobs = Vec::new();
    for number in 0..MONITORS {
        let monitor = json!({
            "query": format!("Which example is best, number {number}?"),
            "engines": ["openai"], "cadence": "manual", "samplesPerRun": SAMPLES,
        });
        let made = data(&server.post(&format!("/api/v1/monitors/{}", scene.site), &[&owner], &monitor));
        let run = format!("/api/v1/monitors/{}/{}/run", scene.site, made["id"].as_str().unwrap());
        jobs.push(data(&server.post(&run, &[&owner], &json!({})))["job"]["id"].as_str().unwrap().to_owned());
    }
    // The process is killed twice. Each time, the received answers are stored, and all others are in progress.
    let mut asked = all;
    for (stored, answered_next) in [(8, 4), (12, 0)] {
        until("all are asked", || scene.stand_in.received().len() == asked);
        until("what was answered is stored", || scene.citations(&server, &owner).len() == stored);
        server.kill();
        asked += all - stored;
        if answered_next > 0 {
            scene.plan(answered_next, all - stored - answered_next);
        }
        server = scene.start();
    }
    let job = |id: &str| data(&server.get(&format!("/api/v1/jobs/{id}"), &[&owner]));
    for id in &jobs {
        until("every run ends", || !matches!(job(id)["state"].as_str(), Some("queued" | "running")));
        assert_eq!(job(id)["state"], "succeeded", "{:#}", job(id));
    }
    assert_eq!(scene.citations(&server, &owner).len(), all);
    assert_eq!(scene.stand_in.received().len(), asked, "no answer that was stored is asked for again");

    let ledger = data(&server.get(&format!("/api/v1/credits/ledger?type=debit&orgId={}", scene.org), &[&owner]));
    let lines = ledger["items"].as_array().unwrap();
    assert_eq!(lines.len(), MONITORS);
    assert!(lines.iter().all(|line| line["amount"] == -PRICE * SAMPLES as i64), "{ledger:#}");
    let credits = data(&server.get(&format!("/api/v1/credits?orgId={}", scene.org), &[&owner]));
    assert_eq!(credits["reserved"], 0);
    assert_eq!(credits["usedThisPeriod"], PRICE * all as i64);
    let log = server.terminate_and_tell();
    assert!(!log.contains(key_of(Engine::OpenAi)), "{log}");
    assert_eq!(scene.instance.json(&["audit", "verify"])["intact"], true);
}
