//! Servers are restarted one after the other, and no request fails.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use askline_stand_in::until;
use futures_util::future::join_all;
use reqwest::Method;
use tokio::sync::RwLock;

use crate::cluster::{Cluster, Node};

/// A load balancer: it asks each server whether it is ready, and sends requests only to those that are.
struct Balancer {
    nodes: RwLock<Vec<(Node, AtomicBool)>>,
    turn: AtomicUsize,
    answered: AtomicUsize,
    is_over: AtomicBool,
}

impl Balancer {
    async fn look(&self) {
        while !self.is_over.load(Ordering::Relaxed) {
            for (node, is_ready) in self.nodes.read().await.iter() {
                let answer = node.ask(Method::GET, "/readyz", None, None).await;
                is_ready.store(answer.is_some_and(|(status, _)| status == 200), Ordering::Relaxed);
            }
            tokio::task::yield_now().await;
        }
    }

    async fn ask(&self, key: &str) {
        while !self.is_over.load(Ordering::Relaxed) {
            let nodes = self.nodes.read().await;
            let turn = self.turn.fetch_add(1, Ordering::Relaxed);
            let place = (0..nodes.len()).map(|step| (turn + step) % nodes.len());
            let ready = place.map(|place| &nodes[place]).find(|(_, is_ready)| is_ready.load(Ordering::Relaxed));
            let Some((node, _)) = ready else { panic!("no server is ready") };
            let answer = node.ask(Method::GET, "/api/v1/sites", Some(key), None).await;
            let status = answer.map(|(status, _)| status);
            assert!(matches!(status, Some(200 | 429)), "{status:?}");
            self.answered.fetch_add(1, Ordering::Relaxed);
        }
    }

    async fn some_more(&self) {
        let before = self.answered.load(Ordering::Relaxed);
        until("requests are answered", async || self.answered.load(Ordering::Relaxed) > before + 50).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rolling_restart_fails_no_request() {
    let cluster = Cluster::new().await;
    let first = cluster.node();
    let (session, _) = first.set_up().await;
    let (_, key) = first.key(&session).await;
    let nodes = vec![(first, AtomicBool::new(true)), (cluster.node(), AtomicBool::new(true))];
    let balancer = Balancer {
        nodes: RwLock::new(nodes),
        turn: AtomicUsize::new(0),
        answered: AtomicUsize::new(0),
        is_over: AtomicBool::new(false),
    };
    let restart = async {
        for place in 0..2 {
            balancer.some_more().await;
            balancer.nodes.read().await[place].0.signal("-TERM");
            until("nothing new is given to it", async || !balancer.nodes.read().await[place].1.load(Ordering::Relaxed))
                .await;
            until("it has ended", async || {
                balancer.nodes.read().await[place].0.ask(Method::GET, "/healthz", None, None).await.is_none()
            })
            .await;
            let next = cluster.node();
            let ended = std::mem::replace(&mut balancer.nodes.write().await[place], (next, AtomicBool::new(true)));
            assert_eq!(ended.0.server.terminate().0, 0);
        }
        balancer.some_more().await;
        balancer.is_over.store(true, Ordering::Relaxed);
    };
    tokio::join!(balancer.look(), join_all((0..8).map(|_| balancer.ask(&key))), restart);
}
