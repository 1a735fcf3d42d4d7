//! `kill -9` under load of requests with an `Idempotency-Key`. Each takes effect exactly once.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use serde_json::{Value, json};

use crate::instance::{Instance, Server};

const ROUNDS: usize = 6;
const SENDERS: usize = 6;
/// The minimum number of responses in a round before the server is killed; later rounds wait for more.
const MIN_ANSWERS: usize = 40;

struct Caller {
    client: reqwest::Client,
    address: String,
    session: String,
    site: String,
    answers: AtomicUsize,
}

/// The response to a request.
struct Answer {
    status: u16,
    replayed: bool,
    body: Value,
}

impl Caller {
    fn of(server: &Server, session: &str, site: &str) -> Arc<Self> {
        let client = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(30)).build().unwrap();
        let (address, session, site) = (server.address.clone(), session.to_owned(), site.to_owned());
        Arc::new(Self { client, address, session, site, answers: AtomicUsize::new(0) })
    }

    /// Creates a prompt whose name is the key; `None` without a response.
    async fn post(&self, key: &str) -> Option<Answer> {
        let url = format!("http://{}/api/v1/prompts/{}", self.address, self.site);
        let body = json!({ "name": key, "kind": "custom", "text": "Look at {{url}}" });
        let request = self.client.post(url).bearer_auth(&self.session).header("idempotency-key", key).json(&body);
        let answer = request.send().await.ok()?;
        let status = answer.status().as_u16();
        let replayed = answer.headers().contains_key("idempotency-replayed");
        let body = answer.json().await.ok()?;
        self.answers.fetch_add(1, Ordering::Relaxed);
        Some(Answer { status, replayed, body })
    }

    /// The ids of the site's prompts by name; fails if two that a test created have the same name.
    async fn stored(&self) -> BTreeMap<String, String> {
        let mut stored = BTreeMap::new();
        let mut cursor = String::new();
        loop {
            let url = format!("http://{}/api/v1/prompts/{}?limit=200{cursor}", self.address, self.site);
            let answer = self.client.get(url).bearer_auth(&self.session).send().await.unwrap();
            let page: Value = answer.json().await.unwrap();
            for item in page["data"]["items"].as_array().unwrap_or_else(|| panic!("{page}")) {
                let (name, id) = (item["name"].as_str().unwrap(), item["id"].as_str().unwrap());
                let before = stored.insert(name.to_owned(), id.to_owned());
                assert!(before.is_none() || !name.starts_with("round"), "{name} was made twice");
            }
            match page["meta"]["pagination"]["nextCursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => return stored,
            }
        }
    }
}

/// Sends requests until the server has stopped. Returns each key, with the id in the response if there was one.
async fn send(caller: Arc<Caller>, sender: String, killed: Arc<AtomicBool>) -> Vec<(String, Option<String>)> {
    let mut sent = Vec::new();
    while !killed.load(Ordering::Relaxed) {
        let key = format!("{sender}, request {}", sent.len());
        let answer = caller.post(&key).await.filter(|answer| answer.status == 201);
        sent.push((key, answer.map(|answer| answer.body["data"]["id"].as_str().unwrap().to_owned())));
    }
    sent
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_kill_every_idempotent_request_is_replayed_or_done_exactly_once() {
    askline_server::install_tls();
    let instance = Instance::new();
    let org = instance.organization("enterprise");
    let unlimited: &[(&str, &str)] = &[("ASKLINE_LIMITS__SESSION_PER_MINUTE", "0")];
    let start = || instance.start(&["serve", "--listen", "127.0.0.1:0", "--json"], unlimited);
    let (mut replayed, mut unanswered) = (0, 0);
    let mut server = start();
    let session = server.log_in();
    for round in 0..ROUNDS {
        let site = instance.site(&org);
        let caller = Caller::of(&server, &session, &site);
        let before = caller.stored().await.len();
        let killed = Arc::new(AtomicBool::new(false));
        let senders: Vec<_> = (0..SENDERS)
            .map(|n| tokio::spawn(send(caller.clone(), format!("round {round}, sender {n}"), killed.clone())))
            .collect();
        while caller.answers.load(Ordering::Relaxed) < MIN_ANSWERS + 7 * round {
            tokio::task::yield_now().await;
        }
        server.kill();
        killed.store(true, Ordering::Relaxed);
        let mut sent = Vec::new();
        for sender in senders {
            sent.extend(sender.await.unwrap());
        }

        server = start();
        let caller = Caller::of(&server, &session, &site);
        for (key, acknowledged) in &sent {
            let again = caller.post(key).await.unwrap();
            assert_eq!(again.status, 201, "{key}: {}", again.body);
            match acknowledged {
                Some(id) => {
                    assert!(again.replayed, "{key} was acknowledged");
                    assert_eq!(again.body["data"]["id"], **id, "{key}");
                }
                None => unanswered += 1,
            }
            replayed += usize::from(again.replayed);
            let once_more = caller.post(key).await.unwrap();
            assert!(once_more.replayed, "{key}");
            assert_eq!(once_more.body["data"]["id"], again.body["data"]["id"], "{key}");
        }
        let stored = caller.stored().await;
        assert_eq!(stored.len() - before, sent.len(), "round {round}");
    }
    assert!(replayed > 0 && unanswered > 0, "{replayed} replayed, {unanswered} without an answer: there was no load");
    server.kill();
    assert_eq!(instance.json(&["audit", "verify"])["intact"], true);
}
