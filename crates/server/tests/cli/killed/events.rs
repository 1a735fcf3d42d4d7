//! `kill -9` under load: acknowledged events are kept, and count once.

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use askline_stand_in::until;
use rand::RngExt as _;
use serde_json::{Value, json};

use crate::instance::{Instance, Server};

const ROUNDS: usize = 20;
const SENDERS: usize = 8;
const UNLIMITED: &[(&str, &str)] =
    &[("ASKLINE_LIMITS__INTAKE_PER_MINUTE", "0"), ("ASKLINE_LIMITS__SESSION_PER_MINUTE", "0")];

/// What the senders of one round share.
#[derive(Default)]
struct Load {
    killed: AtomicBool,
    /// Batches of events that were answered.
    batches: AtomicUsize,
    /// Configurations that were published.
    written: AtomicUsize,
}

impl Load {
    fn goes_on(&self) -> bool {
        !self.killed.load(Ordering::Relaxed)
    }

    /// Waits until so much was answered: the moment of the kill does not depend on how busy the machine is.
    async fn reaches(&self, batches: usize, written: usize) {
        let is_reached =
            async || self.batches.load(Ordering::Relaxed) >= batches && self.written.load(Ordering::Relaxed) >= written;
        until("so many requests were answered", is_reached).await;
    }
}

/// What one sender was told by the server before it was killed.
#[derive(Default)]
struct Reported {
    acknowledged: usize,
    /// Events that were sent and not acknowledged, and may be stored or not.
    unanswered: Vec<Vec<String>>,
    keys: Vec<String>,
    config_version: u64,
}

struct Caller {
    client: reqwest::Client,
    address: String,
    site: String,
    session: String,
}

impl Caller {
    async fn call(&self, method: &str, path: &str, body: Option<&Value>) -> Option<(u16, Value)> {
        let url = format!("http://{}/api/v1{path}", self.address);
        let mut request = self.client.request(method.parse().unwrap(), url);
        if !path.starts_with("/events") {
            request = request.bearer_auth(&self.session);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        let answer = request.send().await.ok()?;
        let status = answer.status().as_u16();
        Some((status, answer.json().await.ok()?))
    }

    /// Whether all events were acknowledged; `None` without a response.
    async fn send_events(&self, ids: &[String]) -> Option<bool> {
        let event = |id| {
            json!({ "siteId": self.site, "type": "ai_click", "eventId": id,
                    "url": "https://example.com/a", "platform": "chatgpt" })
        };
        let body = json!({ "events": ids.iter().map(event).collect::<Vec<_>>() });
        let (status, answer) = self.call("POST", "/events", Some(&body)).await?;
        Some(status == 202 && answer["data"]["accepted"] == ids.len())
    }

    async fn clicks(&self) -> usize {
        let (status, answer) = self.call("GET", &format!("/analytics/{}/ai?days=3", self.site), None).await.unwrap();
        assert_eq!(status, 200, "{answer}");
        usize::try_from(answer["data"]["totals"]["aiClicks"].as_u64().unwrap()).unwrap()
    }
}

fn new_ids() -> Vec<String> {
    let count = rand::rng().random_range(1..=50);
    (0..count)
        .map(|_| {
            let bits: u128 = rand::rng().random();
            let text = format!("{bits:032x}");
            format!("{}-{}-4{}-8{}-{}", &text[..8], &text[8..12], &text[13..16], &text[17..20], &text[20..])
        })
        .collect()
}

async fn send_until_killed(caller: Arc<Caller>, load: Arc<Load>) -> Reported {
    let mut told = Reported::default();
    while load.goes_on() {
        let ids = new_ids();
        match caller.send_events(&ids).await {
            Some(true) => {
                told.acknowledged += ids.len();
                load.batches.fetch_add(1, Ordering::Relaxed);
            }
            Some(false) | None => told.unanswered.push(ids),
        }
    }
    told
}

async fn write_until_killed(caller: Arc<Caller>, load: Arc<Load>) -> Reported {
    let mut told = Reported::default();
    let config = format!("/sites/{}/config", caller.site);
    while load.goes_on() {
        if let Some((201, answer)) = caller.call("POST", "/keys", Some(&json!({ "scopes": ["org:read"] }))).await {
            told.keys.push(answer["data"]["id"].as_str().unwrap().to_owned());
        }
        if let Some((200, answer)) = caller.call("PUT", &config, Some(&json!({}))).await {
            told.config_version = answer["data"]["version"].as_u64().unwrap();
            load.written.fetch_add(1, Ordering::Relaxed);
        }
        let random_pause = rand::rng().random_range(0..50);
        tokio::time::sleep(Duration::from_millis(random_pause)).await;
    }
    told
}

fn start(instance: &Instance) -> Server {
    instance.start(&["serve", "--listen", "127.0.0.1:0", "--json"], UNLIMITED)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_times_killed_under_load_everything_acknowledged_is_stored_and_counts_once() {
    askline_server::install_tls();
    let instance = Instance::new();
    let org = instance.organization("enterprise");
    let site = instance.site(&org);
    let mut server = start(&instance);
    let session = server.log_in();
    let (mut sure, mut keys, mut config_version) = (0, BTreeSet::new(), 0);
    for round in 0..ROUNDS {
        let caller = |server: &Server| {
            let client = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(30)).build().unwrap();
            Arc::new(Caller { client, address: server.address.clone(), site: site.clone(), session: session.clone() })
        };
        let (loaded, load) = (caller(&server), Arc::new(Load::default()));
        let mut senders: Vec<_> =
            (0..SENDERS).map(|_| tokio::spawn(send_until_killed(loaded.clone(), load.clone()))).collect();
        senders.push(tokio::spawn(write_until_killed(loaded, load.clone())));
        let random_moment = rand::rng().random_range(0..150);
        load.reaches(random_moment, usize::from(round == 0)).await;
        server.kill();
        load.killed.store(true, Ordering::Relaxed);

        let mut unanswered = Vec::new();
        for sender in senders {
            let told = sender.await.unwrap();
            sure += told.acknowledged;
            unanswered.extend(told.unanswered);
            keys.extend(told.keys);
            config_version = config_version.max(told.config_version);
        }
        server = start(&instance);
        let caller = caller(&server);
        let stored = caller.clicks().await;
        let unsure: usize = unanswered.iter().map(Vec::len).sum();
        assert!((sure..=sure + unsure).contains(&stored), "round {round}: {sure} acknowledged, {stored} stored");
        // When they are sent again, stored events do not count a second time, and the others count now.
        for ids in &unanswered {
            assert_eq!(caller.send_events(ids).await, Some(true), "round {round}");
        }
        sure += unsure;
        assert_eq!(caller.clicks().await, sure, "round {round}");
    }
    let caller = Caller { client: reqwest::Client::new(), address: server.address.clone(), site, session };
    assert!(sure > 0 && config_version > 0 && !keys.is_empty(), "there was no load");
    for key in &keys {
        assert_eq!(caller.call("GET", &format!("/keys/{key}"), None).await.unwrap().0, 200, "{key}");
    }
    let (_, config) = caller.call("GET", &format!("/sites/{}", caller.site), None).await.unwrap();
    assert!(config["data"]["config"]["version"].as_u64().unwrap() >= config_version, "{config}");
    server.kill();
    assert_eq!(instance.json(&["audit", "verify"])["intact"], true);
    assert_eq!(instance.json(&["doctor"])["healthy"], true);
}
