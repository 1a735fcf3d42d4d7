//! Processes are killed or frozen, or a disk fills up, under load. Nothing acknowledged is lost, nothing counts twice,
//! and no server needs a restart.

use std::sync::atomic::{AtomicUsize, Ordering};

use askline_stand_in::until;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;

use crate::{
    cluster::{Cluster, Node},
    instance::may_mount,
};

/// How many senders there are at the same time, and how many batches each sends.
const SENDERS: usize = 6;
const BATCHES: usize = 25;
/// How many events a batch has.
const EVENTS: usize = 4;

/// Senders that send each batch to one server after another until one acknowledges it.
pub struct Load<'n> {
    nodes: &'n [Node],
    site: &'n str,
    acknowledged: AtomicUsize,
}

impl<'n> Load<'n> {
    pub fn new(nodes: &'n [Node], site: &'n str) -> Self {
        Self { nodes, site, acknowledged: AtomicUsize::new(0) }
    }

    pub async fn send_all(&self) {
        join_all((0..SENDERS).map(|sender| self.send_from(sender))).await;
    }

    async fn send_from(&self, sender: usize) {
        for batch in 0..BATCHES {
            let event = |place: usize| {
                json!({ "siteId": self.site, "type": "ai_click", "url": "https://example.com/a", "platform": "chatgpt",
                    "eventId": format!("{sender:08x}-{batch:04x}-4000-8000-{place:012x}") })
            };
            let body = json!({ "events": (0..EVENTS).map(event).collect::<Vec<_>>() });
            let tries = AtomicUsize::new(sender);
            until("a server acknowledges the batch", async || {
                let node = &self.nodes[tries.fetch_add(1, Ordering::Relaxed) % self.nodes.len()];
                match node.ask(Method::POST, "/api/v1/events", None, Some(&body)).await {
                    Some((202, answer)) => {
                        assert_eq!(answer["data"]["accepted"], EVENTS, "{answer}");
                        true
                    }
                    Some((503, _)) | None => false,
                    Some((status, answer)) => panic!("{status} {answer}"),
                }
            })
            .await;
            self.acknowledged.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Waits until that many batches are acknowledged.
    pub async fn reached(&self, batches: usize) {
        until("it is under load", async || self.acknowledged.load(Ordering::Relaxed) >= batches).await;
    }

    /// Asserts that each event was counted exactly once.
    pub async fn is_counted_once(&self, node: &Node, session: &str) {
        let path = format!("/api/v1/analytics/{}/ai?days=2", self.site);
        let clicks = async || node.data(Method::GET, &path, session, None).await["totals"]["aiClicks"].clone();
        assert_eq!(clicks().await, SENDERS * BATCHES * EVENTS);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_is_killed_and_recovers() {
    let mut cluster = Cluster::apart().await;
    let nodes = [cluster.node(), cluster.node()];
    let (session, site) = nodes[0].set_up().await;
    let load = Load::new(&nodes, &site);
    let fault = async {
        for round in 1..=3 {
            load.reached(round * 20).await;
            cluster.postgres.as_mut().unwrap().kill_and_start_again().await;
        }
    };
    tokio::join!(load.send_all(), fault);
    for node in &nodes {
        until("it is ready without a restart", async || node.server.get("/readyz?full", &[]).status == 200).await;
        load.is_counted_once(node, &session).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_is_frozen() {
    let cluster = Cluster::apart().await;
    let nodes = [cluster.node(), cluster.node()];
    let (session, site) = nodes[0].set_up().await;
    let (_, key) = nodes[0].key(&session).await;
    let load = Load::new(&nodes, &site);
    let fault = async {
        load.reached(20).await;
        let postgres = cluster.postgres.as_ref().unwrap();
        // What a server has answered it keeps in memory, also when it changes at the last moment.
        for node in &nodes {
            assert_eq!(node.server.get(&format!("/api/v1/sites/{site}/config"), &[]).status, 200);
        }
        let (path, config) = (format!("/api/v1/sites/{site}/config"), json!({ "theme": { "accent": "#123456" } }));
        assert_eq!(nodes[0].ask(Method::PUT, &path, Some(&session), Some(&config)).await.unwrap().0, 200);
        postgres.freeze();
        for node in &nodes {
            // A server that cannot learn of revoked keys does not accept keys from its cache.
            until("it says so", async || {
                let answer = node.ask(Method::GET, "/api/v1/sites", Some(&key), None).await;
                answer.is_some_and(|(status, body)| status == 503 && body["error"]["code"] == "UNAVAILABLE")
            })
            .await;
            assert_eq!(node.server.get("/readyz?full", &[]).status, 503);
            // A balancer that removed this server would have to remove all, and readers still get what is in memory.
            for path in ["/healthz", "/readyz", "/widget.js", &format!("/api/v1/sites/{site}/config")] {
                assert_eq!(node.server.get(path, &[]).status, 200, "{path}");
            }
            until("it says what is away", async || {
                let figures = node.server.get("/metrics", &[]).body;
                let told = node.server.get("/readyz", &[]).body;
                told.contains("does not answer") && figures.contains("askline_database_unavailable 1")
            })
            .await;
        }
        postgres.thaw();
    };
    tokio::join!(load.send_all(), fault);
    for node in &nodes {
        until("it is ready without a restart", async || node.server.get("/readyz?full", &[]).status == 200).await;
        load.is_counted_once(node, &session).await;
        let answer = node.ask(Method::GET, "/api/v1/sites", Some(&key), None).await;
        assert_eq!(answer.unwrap().0, 200);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_says_that_commits_wait_for_a_frozen_replica() {
    let cluster = Cluster::apart().await;
    let replica = cluster.postgres.as_ref().unwrap().start_replica().await;
    let node = cluster.node();
    assert!(node.server.is_ready_without_problems());
    replica.freeze();
    let says = "its commits wait for a synchronous replica";
    until("it says so", async || {
        let readiness = node.server.get("/readyz", &[]);
        assert_eq!(readiness.status, 200, "{}", readiness.body);
        readiness.body.contains(says)
    })
    .await;
    let full = node.server.get("/readyz?full", &[]);
    assert!(full.status == 503 && full.body.contains(says), "{}", full.body);
    assert!(node.server.get("/metrics", &[]).body.contains("askline_database_unavailable 1"));
    replica.thaw();
    until("it is ready again", async || node.server.is_ready_without_problems()).await;
    assert!(node.server.get("/metrics", &[]).body.contains("askline_database_unavailable 0"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_whose_disk_is_full_refuses_events_and_goes_on_when_there_is_room() {
    if !may_mount() {
        return;
    }
    let cluster = Cluster::with_disk(96).await;
    let postgres = cluster.postgres.as_ref().unwrap();
    let nodes = [cluster.node(), cluster.node()];
    let (session, site) = nodes[0].set_up().await;
    let load = Load::new(&nodes, &site);
    let fault = async {
        for round in 1..=2 {
            load.reached(round * 30).await;
            postgres.fill_disk().await;
            for node in &nodes {
                until("it refuses events", async || refuses_views(node, &site).await).await;
                assert_eq!(node.server.get("/healthz", &[]).status, 200);
                let path = format!("/api/v1/analytics/{site}/ai?days=2");
                assert!(node.data(Method::GET, &path, &session, None).await["totals"]["aiClicks"].is_u64());
            }
            postgres.empty_disk().await;
        }
    };
    tokio::join!(load.send_all(), fault);
    for node in &nodes {
        until("it is ready without a restart", async || node.server.get("/readyz?full", &[]).status == 200).await;
        load.is_counted_once(node, &session).await;
    }
    let most = cluster.number("SELECT count(*) FROM event_ids GROUP BY digest ORDER BY count(*) DESC LIMIT 1").await;
    assert_eq!(most, 1, "an id is remembered twice");
}

/// Whether new events, which need disk space, are refused as they should be.
async fn refuses_views(node: &Node, site: &str) -> bool {
    static SENT: AtomicUsize = AtomicUsize::new(0);
    let event = |_| {
        let number = SENT.fetch_add(1, Ordering::Relaxed);
        json!({ "siteId": site, "type": "view", "url": "https://example.com/b", "eventId": format!("ffffffff-0000-4000-8000-{number:012x}") })
    };
    let body = json!({ "events": (0..50).map(event).collect::<Vec<_>>() });
    match node.ask(Method::POST, "/api/v1/events", None, Some(&body)).await {
        Some((202, _)) | None => false,
        Some((status, answer)) => {
            assert_eq!((status, &answer["error"]["code"]), (503, &json!("UNAVAILABLE")), "{answer}");
            true
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_killed() {
    let cluster = Cluster::new().await;
    let nodes = [cluster.node(), cluster.node()];
    let (session, site) = nodes[1].set_up().await;
    let load = Load::new(&nodes, &site);
    let fault = async {
        load.reached(20).await;
        nodes[0].signal("-KILL");
    };
    tokio::join!(load.send_all(), fault);
    load.is_counted_once(&nodes[1], &session).await;
    load.is_counted_once(&cluster.node(), &session).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_redis_that_is_killed() {
    let mut cluster = Cluster::new().await;
    let nodes = [cluster.node(), cluster.node()];
    let (session, site) = nodes[0].set_up().await;
    let (_, key) = nodes[0].key(&session).await;
    let load = Load::new(&nodes, &site);
    let tells = async |node: &Node, what: &str| node.server.get("/readyz", &[]).body.contains(what);
    let fault = async {
        load.reached(10).await;
        cluster.redis.kill();
        for node in &nodes {
            until("it is told", async || tells(node, "Redis does not answer").await).await;
            let answer = node.ask(Method::GET, "/api/v1/sites", Some(&key), None).await;
            assert_eq!(answer.unwrap().0, 200, "its share of the limit is not used up");
        }
        cluster.redis.start_again().await;
        for node in &nodes {
            until("it is back", async || tells(node, "Redis was unavailable within the last minute").await).await;
        }
    };
    tokio::join!(load.send_all(), fault);
    load.is_counted_once(&nodes[0], &session).await;
}
